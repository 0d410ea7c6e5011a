"""The decisions of learned plans, in CPython: level by level, those first that best play comes to, as many as fit."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from faceup.engines.hidden.memory import Held, Memories
from faceup.engines.hidden.tree import Place
from faceup.engines.model.legal_moves import weighted_moves
from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest
from faceup.results.decision import Decision, Event
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.moves import Move

MOST_POSITIONS = 20_000  # along which decisions are told

Done = tuple[tuple[str, ...], tuple[str, ...]]  # the own moves of both, in words


class Plans(Protocol):
    """Who knows how both decide."""

    game: Game

    def knowledge_at(self, start: Any) -> Place: ...
    def after(self, known: Place, move: Move) -> Place: ...
    def chances(self, known: Place) -> tuple[list[Move], list[Exact]]: ...
    def words(self, state: Any, story: tuple[Event, ...], moves: Sequence[Move]) -> tuple[str, ...]: ...
    def decision_at(self, known: Place, story: tuple[Event, ...], done: tuple[str, ...], reach: Exact) -> Decision: ...


class Spot(NamedTuple):
    """A place, with what both remember."""

    place: Place
    minds: Held


class Come(NamedTuple):
    """How likely both come there, by one of the ways that lead there."""

    reach: float
    done: Done


class FirstDecisions:
    """Walks from a position on: along the moves that both plans make, those that one of them makes, and all moves."""

    def __init__(self, table: Plans, start: Any) -> None:
        self.table, self.game, self.memories = table, table.game, Memories(table.game)
        self.start = Spot(table.knowledge_at(start), self.memories.begin(start))
        self.positions = 0

    def __iter__(self) -> Iterator[Decision]:
        told: set[tuple[int, int]] = set()
        for keeping in (frozenset((0, 1)), frozenset((0,)), frozenset((1,)), frozenset[int]()):
            for who, memory, place, come in self._reachable_decisions(keeping):
                kept = who in keeping
                if (who, memory) not in told and (kept or not keeping):
                    told.add((who, memory))
                    reach = simplest(Fraction(come.reach))
                    decision = self.table.decision_at(place, self.memories.story(memory), come.done[who], reach)
                    yield decision if kept else replace(decision, kept=False)

    def _reachable_decisions(self, keeping: Set[int]) -> Iterator[tuple[int, int, Place, Come]]:
        """Who decides, with what memory, in some place that play comes to where these players keep to their plans."""
        level = {self.start: Come(1.0, ((), ()))}
        while level and self.positions <= MOST_POSITIONS:
            after: dict[Spot, Come] = {}
            sets: dict[tuple[int, int], tuple[Place, Come]] = {}
            for spot, come in level.items():
                self.positions += 1
                who = self.game.turn(spot.place.state)
                if who >= 0:
                    _, before = sets.get((who, spot.minds[who]), (None, Come(0.0, come.done)))
                    sets[who, spot.minds[who]] = spot.place, before._replace(reach=before.reach + come.reach)
                self._follow(spot, come, keeping, after)
            yield from ((who, memory, place, come) for (who, memory), (place, come) in sets.items())
            level = after

    def _follow(self, spot: Spot, come: Come, keeping: Set[int], after: dict[Spot, Come]) -> None:
        """Add where the moves lead that do not end the game."""
        state, who = spot.place.state, self.game.turn(spot.place.state)
        if who == CHANCE:
            moves, odds = weighted_moves(self.game, state)
            chances = [weight / sum(odds) for weight in odds]
        else:
            moves, exact = self.table.chances(spot.place)
            chances = list(map(float, exact))
        for move, chance in zip(moves, chances, strict=True):
            if (who in keeping and not chance) or self.game.turn(self.game.play(state, move)) == OVER:
                continue
            done = come.done
            if who >= 0:
                (word,) = self.table.words(state, self.memories.story(spot.minds[who]), [move])
                first, second = done
                done = ((*first, word), second) if who == 0 else (first, (*second, word))
            place = self.table.after(spot.place, move)
            then = Spot(place, self.memories.after(spot.minds, who, move, place.state))
            before = after.get(then, Come(0.0, done))
            after[then] = before._replace(reach=before.reach + come.reach * chance)
