"""What one player can know of a game in progress: what all histories have in common that fit the player's memory.

It also detects legal moves that reveal what ``view`` hides.

An observer derives everything from what the player saw and did (``memory``), so it cannot give away more.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from faceup.engines.hidden.memory import ConsistentHistories, History, KnownMove, OutcomeWords, observe_move
from faceup.engines.model.legal_moves import possible_moves
from faceup.numbers.exact import Exact
from faceup.results.answers.decision import Did, Event, Seen
from faceup.results.scene.view_words import is_state, words_by_view
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move, numbers_text
from faceup.rules.texts import in_order, line_of

MOST_ASKED = 20  # states of which the rules are asked what a move is called
MOST_HISTORIES = 5_000  # that are followed; beyond this, only own moves are known
MOST_SHOWN = 20  # moves


class Observer:
    """A ``player`` of a game, with the ``story`` of what that player saw and did.

    It follows at most ``most`` histories. ``outcome_words`` names outcomes of chance that are the same in all
    histories.
    """

    def __init__(
        self, game: Game, player: int, most: int | None = None, outcome_words: OutcomeWords = lambda *_: ""
    ) -> None:
        self.game, self.player = game, player
        self._histories = ConsistentHistories(game, player, MOST_HISTORIES if most is None else most, outcome_words)
        self.story: list[Event] = [Seen(self.view)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in a move that led to this state: an own move, or what the player sees of another's."""
        for event in observe_move(self.game, self.player, self.view, turn, move, state):
            if isinstance(event, Did):
                self._histories.did(move, self.words([move])[0])
            else:
                self._histories.saw(event.view)
            self.story.append(event)

    @property
    def view(self) -> Any:
        """What the player sees now."""
        return self._histories.view

    @property
    def lost(self) -> bool:
        """Whether there were too many histories to follow."""
        return self._histories.lost

    def histories(self, turn: int) -> list[History]:
        """Return the histories in which ``turn`` is to move; none if there are too many to follow."""
        return self._histories.at(turn)

    def known_moves(self, turn: int) -> list[KnownMove]:
        """Return the moves that the player knows, if ``turn`` is to move: those with the same word in all histories.

        The player knows an unnoticed move of the opponent once it is the same in all of them, and one of chance at the
        end.
        """
        known, then = self._histories.known_moves(turn), self._seen_after_own_moves()
        return [
            one._replace(seen=self._news(next(then), one.move)) if one.turn == self.player else one for one in known
        ]

    def reward_so_far(self, turn: int) -> Exact | None:
        """Return the rewards so far to player 0; None if the player does not know them."""
        gains = {history.gained for history in self.histories(turn)}
        return gains.pop() if len(gains) == 1 else None

    def check(self, legal: Sequence[Move]) -> None:
        """Raise RulesError if the player to move could infer something hidden from these moves being legal."""
        histories = self.histories(self.player)
        here = set(legal)
        other = next((history for history in histories if set(possible_moves(self.game, history.state)) != here), None)
        if other is not None:
            own = next(history for history in histories if set(possible_moves(self.game, history.state)) == here)
            raise moves_reveal_error(self.game, self.player, own.state, other.state)

    def sort_moves(self, legal: Sequence[Move]) -> list[Move]:
        """Return the legal moves, in an order that does not depend on hidden information."""
        histories = self.histories(self.player)
        return possible_moves(self.game, histories[0].state) if histories else in_order(self.game, legal)

    def words(self, moves: Iterable[Move]) -> tuple[str, ...]:
        """Return the words of moves of the player, who is to move; their numbers if the rules name none."""
        if not is_state(self.game, self.view) and self.lost:
            return tuple(map(numbers_text, moves))
        examples = dict.fromkeys(history.state for history in self.histories(self.player))
        return words_by_view(self.game, self.view, list(examples)[:MOST_ASKED], moves)

    def behind(self, turn: int, field: str) -> list[Any]:
        """Return what a field of the view is in each history in which ``turn`` is to move; empty if unknown."""
        histories = self.histories(turn) if is_state(self.game, self.view) else []
        return [getattr(history.state, field) for history in histories]

    def _seen_after_own_moves(self) -> Iterator[Any]:
        """Yield the view after each own move that it changed, at once or later; else the view before it."""
        last: Any = None
        for event, then in zip_longest(self.story, self.story[1:]):
            if isinstance(event, Did):
                yield then.view if isinstance(then, Seen) else last
            else:
                last = event.view

    def _news(self, seen: Any, move: Move | None) -> str:
        """Return what the player sees after an own move, except the move itself; empty if views are states."""
        if is_state(self.game, seen) or not hasattr(seen, "_fields"):
            return ""
        fields = [field for field in fields_of(seen) if field.value != move and field.name != MOVER]
        return ", ".join(field.labelled_text() for field in fields)


def moves_reveal_error(game: Game, player: int, one: Any, other: Any, story: Iterable[Event] = ()) -> RulesError:
    """Return the error for two positions that a player cannot tell apart, with different legal moves."""
    moves = "; ".join(
        f"legal in {state!r}: {', '.join(numbers_text(move) for move in list(game.moves(state))[:MOST_SHOWN])}"
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
