"""What one player can know of a game in progress: all the ways in which it may have come to what that player saw and
did, and what they have in common.

Whatever an observer tells is a function of what the player saw and did, and so it cannot give away more than that.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from faceup.engines.imperfect.memory import view_of
from faceup.engines.imperfect.told_by_moves import told_by_moves
from faceup.engines.legal_moves import possible_moves
from faceup.engines.numbers import Exact, exact_number
from faceup.results.view_words import field_text, is_state, words_by_view
from faceup.rules.contract import OVER, Game
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move, in_order, numbers_text
from faceup.rules.texts import move_text

MOST_WAYS = 20_000  # that are followed; of what is told by more, own moves alone are


class Told(NamedTuple):
    """A move that is known: who made it, what it is called, and the move; None where several are called so.

    ``seen`` is what whoever made it saw then, where a position does not show that any more.
    """

    turn: int
    word: str
    move: Move | None
    seen: str = ""


class Way(NamedTuple):
    """One way in which it may have come about: the state, the moves part by part, and what they brought player 0.

    Each part is a thing that was noticed, or what passed unnoticed before it.
    """

    state: Any
    parts: tuple[tuple[Told, ...], ...]
    gained: Exact


class Observer:
    """A ``player`` of a game, who sees what ``view`` says and remembers it."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.view = view_of(game, game.start(), player)
        self._rewarding = facts_of(game).rewarding
        self._lost: list[Told] | None = None  # what is told since there were too many ways
        self._ways: list[Way] = []
        self._keep([Way(game.start(), ((),), 0)])

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in a move, which led to this state: an own one, or what is seen of another's."""
        seen = view_of(self.game, state, self.player)
        if turn == self.player:
            told = Told(turn, self.words([move])[0], move, self._news(seen, move))
            self._keep(self._noticed(way, told, move, seen) for way in self.ways(turn))
            if self._lost is not None:
                self._lost.append(told)
        elif seen != self.view:
            self._keep(
                self._noticed(way, self._named(way, other), other, seen)
                for way in self._ways
                if self.game.turn(way.state) not in (self.player, OVER)
                for other in possible_moves(self.game, way.state)
            )
        self.view = seen

    def ways(self, turn: int) -> list[Way]:
        """Those that are possible where ``turn`` is to move; none where there are too many to follow."""
        return [] if self._lost is not None else self._at(turn)

    def told(self, turn: int) -> list[Told]:
        """The moves that are known, where ``turn`` is to move: those that are called alike in all ways.

        What passed unnoticed is told once all that may have happened then is the same.
        """
        if self._lost is not None:
            return list(self._lost)
        return list(_common([way.parts for way in self._at(turn)]))

    def gained(self, turn: int) -> Exact | None:
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

    def ordered(self, legal: Sequence[Move]) -> list[Move]:
        """The same moves, in an order that does not depend on what is hidden."""
        ways = self.ways(self.player)
        return possible_moves(self.game, ways[0].state) if ways else in_order(legal)

    def words(self, moves: Iterable[Move]) -> tuple[str, ...]:
        """What moves of the player, who is to move, are called; their numbers where nobody can say."""
        if not is_state(self.game, self.view) and self._lost is not None:
            return tuple(map(numbers_text, moves))
        examples = self.ways(self.player)
        return words_by_view(self.game, self.view, examples[0].state if examples else None, moves)

    def conceals(self, field: str, value: Any) -> Any:
        """Whether another value is hidden behind this one in all ways; of a row, whether that is so at each place."""
        known = self._lost is None and is_state(self.game, self.view)
        values = [getattr(way.state, field) for way in self._ways] if known else []
        if not isinstance(value, tuple):
            return known and all(other != value for other in values)
        known = known and all(len(other) == len(value) for other in values)
        return tuple(known and all(other[k] != number for other in values) for k, number in enumerate(value))

    # Inside

    def _at(self, turn: int) -> list[Way]:
        """Whoever is to move, or sees play end, knows that."""
        if turn not in (self.player, OVER):
            return self._ways
        return [way for way in self._ways if self.game.turn(way.state) == turn]

    def _keep(self, ways: Iterable[Way | None]) -> None:
        """Keep these, and what may come of them unnoticed; or none where they are too many."""
        kept: dict[Way, None] = {}
        todo = [way for way in ways if way is not None]
        while todo:
            way = todo.pop()
            if way in kept:
                continue
            kept[way] = None
            if len(kept) > MOST_WAYS:
                self._lost, self._ways = list(_common([way.parts for way in self._ways])), []
                return
            todo += self._unnoticed(way)
        self._ways = list(kept)

    def _unnoticed(self, way: Way) -> Iterator[Way]:
        game = self.game
        if game.turn(way.state) in (self.player, OVER):
            return
        seen = view_of(game, way.state, self.player)
        for move in possible_moves(game, way.state):
            state = game.play(way.state, move)
            if view_of(game, state, self.player) == seen:
                parts = (*way.parts[:-1], (*way.parts[-1], self._named(way, move)))
                yield Way(state, parts, self._gained(way, move))

    def _noticed(self, way: Way, told: Told, move: Move, seen: Any) -> Way | None:
        """The way on by a move that is noticed, where it leads to what is seen."""
        state = self.game.play(way.state, move)
        if view_of(self.game, state, self.player) != seen:
            return None
        return Way(state, (*way.parts, (told,), ()), self._gained(way, move))

    def _news(self, seen: Any, move: Move) -> str:
        """What is seen after an own move, but for the move itself, where views are no states, which tell what was."""
        if is_state(self.game, seen) or not hasattr(seen, "_fields"):
            return ""
        fields = [field for field in fields_of(seen) if field.value != move and field.name != MOVER]
        return ", ".join(f"{field.label} {field_text(field)}" for field in fields)

    def _named(self, way: Way, move: Move) -> Told:
        return Told(self.game.turn(way.state), move_text(self.game, way.state, move), move)

    def _gained(self, way: Way, move: Move) -> Exact:
        if not self._rewarding:
            return 0
        what = f"reward of move {move}"
        return way.gained + exact_number(self.game, way.state, what, self.game.reward(way.state, move))


def _common(ways: Sequence[tuple[tuple[Told, ...], ...]]) -> Iterator[Told]:
    """What is the same in all ways, part by part; nothing of parts of different lengths."""
    for part in zip(*ways, strict=True):
        if len(set(map(len, part))) > 1:
            continue
        for told in zip(*part, strict=True):
            if len({(one.turn, one.word) for one in told}) == 1:
                moves = {one.move for one in told}
                yield told[0] if len(moves) == 1 else told[0]._replace(move=None)
