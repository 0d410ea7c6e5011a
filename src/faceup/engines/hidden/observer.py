"""What one player can know of a game in progress: what all ways have in common in which it may have come to what that
player remembers; and what players could tell from the moves that are legal, where ``view`` hides it from them.

Whatever an observer tells is a function of what the player saw and did (``memory``), and so it cannot give away more
than that.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from faceup.engines.hidden.memory import OutcomeWords, Told, Way, Ways, observe_move
from faceup.engines.model.legal_moves import possible_moves
from faceup.numbers.exact import Exact
from faceup.results.answers.decision import Did, Event, Seen
from faceup.results.view_words import is_state, words_by_view
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.texts import in_order, line_of

MOST_ASKED = 20  # states of which the rules are asked what a move is called
MOST_WAYS = 5_000  # that are followed; of what is told by more, own moves alone are
MOST_TOLD = 20  # moves


class Observer:
    """A ``player`` of a game, and the ``story`` of what that one saw and did; of ways, ``most`` are followed.

    Of what chance did the player is told in ``outcome_words``, where these are the same in all ways.
    """

    def __init__(
        self, game: Game, player: int, most: int | None = None, outcome_words: OutcomeWords = lambda *_: ""
    ) -> None:
        self.game, self.player = game, player
        self._ways = Ways(game, player, MOST_WAYS if most is None else most, outcome_words)
        self.story: list[Event] = [Seen(self.view)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in a move, which led to this state: an own one, or what is seen of another's."""
        for event in observe_move(self.game, self.player, self.view, turn, move, state):
            if isinstance(event, Did):
                self._ways.did(move, self.words([move])[0])
            else:
                self._ways.saw(event.view)
            self.story.append(event)

    @property
    def view(self) -> Any:
        """What is seen now."""
        return self._ways.view

    @property
    def lost(self) -> bool:
        """Whether there were too many ways to follow."""
        return self._ways.lost

    def ways(self, turn: int) -> list[Way]:
        """Those that are possible where ``turn`` is to move; none where there are too many to follow."""
        return self._ways.at(turn)

    def known_moves(self, turn: int) -> list[Told]:
        """The moves that are known, where ``turn`` is to move: those that are called alike in all ways.

        What passed unnoticed is told once all that may have happened then is the same.
        """
        told, then = self._ways.known_moves(turn), self._seen_after_own_moves()
        return [one._replace(seen=self._news(next(then), one.move)) if one.turn == self.player else one for one in told]

    def reward_so_far(self, turn: int) -> Exact | None:
        """What was gained on the way, to player 0; None where that is not known."""
        gains = {way.gained for way in self.ways(turn)}
        return gains.pop() if len(gains) == 1 else None

    def check(self, legal: Sequence[Move]) -> None:
        """Raise RulesError where the player, who is to move, could tell something from these moves being legal."""
        ways = self.ways(self.player)
        here = set(legal)
        other = next((way for way in ways if set(possible_moves(self.game, way.state)) != here), None)
        if other is not None:
            own = next(way for way in ways if set(possible_moves(self.game, way.state)) == here)
            raise told_by_moves(self.game, self.player, own.state, other.state)

    def sort_moves(self, legal: Sequence[Move]) -> list[Move]:
        """The same moves, in an order that does not depend on what is hidden."""
        ways = self.ways(self.player)
        return possible_moves(self.game, ways[0].state) if ways else in_order(self.game, legal)

    def words(self, moves: Iterable[Move]) -> tuple[str, ...]:
        """What moves of the player, who is to move, are called; their numbers where nobody can say."""
        if not is_state(self.game, self.view) and self.lost:
            return tuple(map(numbers_text, moves))
        examples = dict.fromkeys(way.state for way in self.ways(self.player))
        return words_by_view(self.game, self.view, list(examples)[:MOST_ASKED], moves)

    def conceals(self, turn: int, field: str, value: Any) -> Any:
        """Whether another value is behind this one in all ways where ``turn`` is to move; of a row, at each place."""
        ways = self.ways(turn)
        known = bool(ways) and is_state(self.game, self.view)
        values = [getattr(way.state, field) for way in ways] if known else []
        if not isinstance(value, tuple):
            return known and all(other != value for other in values)
        known = known and all(len(other) == len(value) for other in values)
        return tuple(known and all(other[k] != number for other in values) for k, number in enumerate(value))

    def _seen_after_own_moves(self) -> Iterator[Any]:
        """What was newly seen after each own move, at once or later; where nothing was, what had been seen before."""
        last: Any = None
        for event, then in zip_longest(self.story, self.story[1:]):
            if isinstance(event, Did):
                yield then.view if isinstance(then, Seen) else last
            else:
                last = event.view

    def _news(self, seen: Any, move: Move | None) -> str:
        """What is seen after an own move, but for the move itself, where views are no states, which tell what was."""
        if is_state(self.game, seen) or not hasattr(seen, "_fields"):
            return ""
        fields = [field for field in fields_of(seen) if field.value != move and field.name != MOVER]
        return ", ".join(field.labelled_text() for field in fields)


def told_by_moves(game: Game, player: int, one: Any, other: Any, story: Iterable[Event] = ()) -> RulesError:
    """The error for two positions that a player cannot tell apart, and in which other moves are legal."""
    moves = "; ".join(
        f"legal in {state!r}: {', '.join(numbers_text(move) for move in list(game.moves(state))[:MOST_TOLD])}"
        for state in (one, other)
    )
    known = ", ".join(
        f"saw {event.view!r}" if isinstance(event, Seen) else f"played {numbers_text(event.move)}" for event in story
    )
    before = f" player {player} {known};" if known else ""
    return RulesError(
        f"{type(game).__name__}: the moves tell player {player} what view hides:{before} {moves}; in positions that "
        f"look alike to whoever is to move the same moves must be legal{line_of(game, 'view')}"
    )
