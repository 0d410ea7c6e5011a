"""What one player can know of a game in progress: all the ways in which it may have come to what that player saw and
did, and what they have in common.

Whatever an observer tells is a function of what the player saw and did (``memory``), and so it cannot give away more
than that. In particular nobody can tell whether an own move changed what is seen, or something that came after it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from faceup.engines.imperfect.memory import view_of
from faceup.engines.imperfect.told_by_moves import told_by_moves
from faceup.engines.legal_moves import possible_moves
from faceup.engines.numbers import Exact, exact_number
from faceup.results.view_words import field_text, is_state, words_by_view
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move, in_order, numbers_text
from faceup.rules.texts import move_text

UNSEEN = "a move that is not seen"  # what a player's move is called of which no more is known
MOST_ASKED = 20  # states of which the rules are asked what a move is called
MOST_WAYS = 5_000  # that are followed; of what is told by more, own moves alone are


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
    """A ``player`` of a game, who sees what ``view`` says and remembers it; of ways, ``most`` are followed."""

    def __init__(self, game: Game, player: int, most: int | None = None) -> None:
        self.game, self.player, self.most = game, player, MOST_WAYS if most is None else most
        self.view = view_of(game, game.start(), player)
        self._rewarding = facts_of(game).rewarding
        self._lost: list[Told] | None = None  # what is told since there were too many ways
        self._ways: list[Way] = []
        self._straight: list[Way] = []  # in which the last own move changed at once what is seen
        self._seen: list[Any] = []  # what was seen first after each own move, or still was
        self._moved = False  # last, and nothing has changed since
        self._keep([Way(game.start(), ((),), 0)])

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in a move, which led to this state: an own one, or what is seen of another's."""
        seen = view_of(self.game, state, self.player)
        if turn == self.player:
            self._own(Told(turn, self.words([move])[0], move), move)
        if seen != self.view:
            self._keep([*self._seen_at_once(seen), *self._seen_later(seen)])
            if self._moved:
                self._seen[-1], self._moved = seen, False
        self.view = seen

    @property
    def lost(self) -> bool:
        """Whether there were too many ways to follow."""
        return self._lost is not None

    def ways(self, turn: int) -> list[Way]:
        """Those that are possible where ``turn`` is to move; none where there are too many to follow."""
        return [] if self._lost is not None else self._at(turn)

    def told(self, turn: int) -> list[Told]:
        """The moves that are known, where ``turn`` is to move: those that are called alike in all ways.

        What passed unnoticed is told once all that may have happened then is the same.
        """
        told = self._lost if self._lost is not None else _common([way.parts for way in self._at(turn)])
        seen = iter(self._seen)
        return [one._replace(seen=self._news(next(seen), one.move)) if one.turn == self.player else one for one in told]

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

    # Inside

    def _at(self, turn: int) -> list[Way]:
        """Whoever is to move, or sees play end, knows that."""
        if turn not in (self.player, OVER):
            return self._ways
        return [way for way in self._ways if self.game.turn(way.state) == turn]

    def _own(self, told: Told, move: Move) -> None:
        """Follow an own move in all ways, as if it had changed nothing to see; those in which it does stand aside."""
        still: list[Way] = []
        self._straight = []
        for way in self.ways(self.player):
            after = self._after(way, told, move)
            changed = view_of(self.game, after.state, self.player) != self.view
            (self._straight if changed else still).append(after)
        self._seen.append(self.view)
        self._moved = True
        self._keep(still)
        if self._lost is not None:
            self._lost.append(told)

    def _seen_at_once(self, seen: Any) -> list[Way]:
        """The ways in which the last own move led straight to what is seen now."""
        ways = [way for way in self._straight if view_of(self.game, way.state, self.player) == seen]
        self._straight = []
        return [way._replace(parts=(*way.parts, (), ())) for way in ways]

    def _seen_later(self, seen: Any) -> Iterator[Way]:
        """The ways in which a move of somebody else led to it."""
        game = self.game
        for way in self._ways:
            if game.turn(way.state) not in (self.player, OVER):
                for move in possible_moves(game, way.state):
                    after = self._after(way, self._named(way, move), move)
                    if view_of(game, after.state, self.player) == seen:
                        yield after

    def _keep(self, ways: Iterable[Way]) -> None:
        """Keep these, and what may come of them unnoticed; or none where they are too many."""
        kept: dict[Way, None] = {}
        todo = [] if self._lost is not None else list(ways)
        while todo:
            way = todo.pop()
            if way in kept:
                continue
            kept[way] = None
            if len(kept) > self.most:
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

    def _after(self, way: Way, told: Told, move: Move) -> Way:
        """The way on by a move that is a part of its own."""
        return Way(self.game.play(way.state, move), (*way.parts, (told,), ()), self._gained(way, move))

    def _news(self, seen: Any, move: Move | None) -> str:
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
            elif len(part[0]) == 1 and {one.turn for one in told} == {told[0].turn} != {CHANCE}:
                yield Told(told[0].turn, UNSEEN, None)
