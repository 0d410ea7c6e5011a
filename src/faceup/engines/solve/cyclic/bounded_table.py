"""Values of all positions of a large game in which positions come again, found in machine code within proven bounds."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import numpy as np

from faceup.engines.exact.opponents import Known
from faceup.engines.exact.retrograde import ROUND, distance_of
from faceup.engines.model.broken_rules import at
from faceup.engines.model.certificates import Positions, Worth, plies_by_moves, sample_numbers
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits, together
from faceup.engines.model.prospects import counts_among, only_plain
from faceup.engines.solve.cyclic.certificate import assured_positions
from faceup.engines.solve.cyclic.exact_table import CyclicTable, TableOfParts
from faceup.engines.solve.cyclic.flat_components import Flat
from faceup.engines.solve.cyclic.flat_solver import compile_levels, solve_all
from faceup.engines.solve.cyclic.loops import compiled
from faceup.engines.solve.cyclic.walk import Directory, Graph, Walk, WalkCertifier, check_endless, one_end
from faceup.engines.solve.table import COUNTED, LimitHit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, all_around
from faceup.numbers.value import around, simplest
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

WORK_BYTES = 64  # a position, about, while components are found and solved
EDGE_WORK_BYTES = 10  # an edge, while both proofs are made at once


class NativeCyclicTable(TableOfParts["Solved"], CyclicTable):
    """Values of all states that can be reached, in flat arrays: of each state that was asked for, and was not met."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self._rewarding = facts_of(game).rewarding

    @property
    def nothing_counts(self) -> int:
        kinds = {solved.counts for solved in self.solved}
        return kinds.pop() if len(kinds) == 1 else 0

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return only_plain({end for solved in self.solved for end in solved.ends})

    def states_drawn(self, count: int) -> list[Any]:
        directory = self.solved[0].directory
        return list(map(directory.state, sample_numbers(count, len(directory.states)).tolist()))

    def tally(self) -> Mapping[int, int]:
        return {worth: sum(solved.count_worth(worth) for solved in self.solved) for worth in COUNTED}

    def move(self, state: Any) -> Move:
        """As of other tables; at once where the way on is known, and no other move is surely better."""
        move = self._way_on(state)
        return super().move(state) if move is None else move

    def _way_on(self, state: Any) -> Move | None:
        """The move by which the value was found, where chance decides how long it takes; None where more is to see."""
        game, who = self.game, self.game.turn(state)
        here = game.canon(state)
        with self.lock:
            places = ((solved, solved.directory.find(here)) for solved in self.solved)
            solved, place = next(((solved, place) for solved, place in places if place is not None), (None, 0))
        if who not in (0, 1) or solved is None or not len(solved.onward):
            return None
        onward = int(solved.onward[place])
        if onward < 0 or solved.distance(onward) is not None:
            return None
        sign = 1 if who == 0 else -1
        found, most, least = None, -inf, -inf  # what the way on brings at most, and the best move at least
        for move in game.choices(state) if self._chooses else game.moves(state):
            there = solved.directory.find(game.canon(game.play(state, move)))
            if there is None:
                return None
            value, error = float(solved.values[there]), float(solved.errors[there])
            if self._rewarding:
                value += float(exact_number(game, state, f"reward of move {move}", game.reward(state, move)))
            least = max(least, sign * value - error)
            if there == onward and found is None:
                found, most = move, sign * value + error
        return found if most >= least else None

    def look_up(self, state: Any) -> Known:
        solved, place = self.place(state)
        return solved.known_at(place)

    def part_from(self, root: Any) -> "Solved":
        return Solved(self.game, root, replace(self.limits, memory=self.limits.memory - self.bytes))


class Solved:
    """All positions from one on, with what is known of them. Raises NotCompiled, Unfit, LimitHit."""

    def __init__(self, game: Game, root: Any, limits: Limits) -> None:
        self.endless = exact_number(game, root, "endless", game.endless)
        check_endless(self.endless)
        walk = Walk(game, root, limits)
        walk.check_memory(WORK_BYTES * walk.count + EDGE_WORK_BYTES * len(walk.graph.targets))
        self.directory: Directory = walk.directory.narrow()
        graph = walk.graph
        del walk  # and the wide words of states with it
        self.solve(graph, limits)
        errors = self.errors if len(self.errors) else 0.0
        worth = Worth(self.values - errors, self.values + errors, float(np.abs(self.values).max(initial=0.0)))
        self.held = CyclicCertifier(game, self, graph, worth).certificate(root)

    @classmethod
    def of_graph(cls, graph: Graph, endless: Exact, limits: Limits) -> "Solved":
        """The same of positions that were walked before, which are known by their numbers alone."""
        solved = cls.__new__(cls)
        solved.endless = endless
        solved.solve(graph, limits)
        return solved

    def solve(self, graph: Graph, limits: Limits) -> None:
        """Find what all positions are worth, component by component."""
        self.threads = limits.threads
        count = len(graph.turns)
        exact = not len(graph.weights) and not len(graph.rewards) and are_exact(graph.values)
        empty = np.empty(0, np.int32)
        self.ends = {float(end) for end in np.unique(graph.values[graph.turns == OVER])}
        flat = Flat(
            graph.turns,
            graph.first,
            graph.targets,
            graph.weights,
            graph.rewards,
            graph.values,
            errors=np.zeros(0 if exact else count),
            distances=np.zeros(count, np.int32),
            onward=empty if exact else np.full(count, -1, np.int32),
            finer=np.zeros(0),
            counts=counts_among(self.ends, self.endless),
        )
        self.stays = solve_all(flat, self.endless, limits)
        self.values, self.errors, self.distances, self.onward = flat.values, flat.errors, flat.distances, flat.onward
        self.counts = flat.counts

    @property
    def bytes(self) -> int:
        columns = (self.values, self.errors, self.distances, self.onward)
        return int(self.directory.bytes + sum(column.nbytes for column in columns))

    @property
    def count(self) -> int:
        return len(self.values)

    def find(self, state: Any) -> int | None:
        return self.directory.find(state)

    def count_worth(self, worth: int) -> int:
        """How many positions are surely worth that."""
        found = self.values == worth
        return int(np.count_nonzero(found & (self.errors == 0.0) if len(self.errors) else found))

    def known_at(self, place: int) -> Known:
        """What is known of the position that has this number."""
        onward = int(self.onward[place]) if len(self.onward) else -1
        return Known(
            self.bounds(place),
            self.distance(place),
            None if onward < 0 else self.directory.state(onward),
            self.stays,
        )

    def distance(self, place: int) -> float | None:
        """Moves to the end from the position that has this number; None where chance decides."""
        return distance_of(int(self.distances[place]))

    def all_bounds(self) -> tuple[Any, Any]:
        """The lowest and the highest value of every position, as floats."""
        return all_around(self.values, self.errors if len(self.errors) else np.zeros(len(self.values)))

    def bounds(self, place: int) -> Bounds:
        value, error = float(self.values[place]), float(self.errors[place]) if len(self.errors) else 0.0
        if error == 0.0:
            number: Exact = simplest(Fraction(value))
            return Bounds(number, number)
        return Bounds(*map(Fraction, around(value, error)))


class CyclicCertifier(WalkCertifier):
    """Holds positions to the rules, and proves the bounds of all of them."""

    def __init__(self, game: Game, solved: Solved, graph: Graph, worth: Worth) -> None:
        super().__init__(game, solved.directory, graph, worth)
        self.solved = solved

    def certificate(self, start: Any, new: int | None = None) -> int:
        held = super().certificate(start, new)
        assert self.bounds is not None
        low, high, scale = self.bounds
        nothing = float(self.solved.endless)
        proof = partial(compiled(assured_positions), self.graph)
        both = partial(proof, 0, low, scale, nothing), partial(proof, 1, -high, scale, -nothing)
        for proven in together(both) if self.solved.threads > 1 else (find() for find in both):
            if not proven.all():
                state = self.directory.state(int(np.argmin(proven)))
                raise RulesError(
                    f"{at(self.game, state)}: the value that machine code gives is not proven by its moves"
                )
        return held

    def find_misplaced(self, own: Any, led_to: Any, here: Positions) -> Any:
        """Where a distance is not one more than the least, or the most, of those that the best moves lead to.

        Without chance and rewards, and where play ends: then the distances are those of this equation alone.
        """
        solved, graph = self.solved, self.graph
        if len(graph.weights) or len(graph.rewards) or len(solved.errors):
            return False
        values, nothing = solved.values, float(solved.endless)
        ahead = np.where(values[own] > nothing, 1, -1)
        after = np.where(solved.distances == ROUND, np.inf, solved.distances)[led_to]
        best = values[led_to] == np.repeat(values[own], here.edges)
        expected = plies_by_moves(here, np.where(here.turns == 0, ahead, -ahead) > 0, best, after)
        return (expected != solved.distances[own]) & (values[own] != nothing)


def are_exact(numbers: Any) -> bool:
    """Whether all are multiples of 1/1024 that are not too large: what rules write as such, they mean exactly."""
    scaled = numbers * 1024.0
    return bool((np.abs(numbers) < 1e5).all() and (scaled == np.rint(scaled)).all())


def compile_cyclic(game: Game) -> None:
    """Compile all that this class of games needs here, and leave it on disk."""
    with suppress(LimitHit):  # a few positions are enough to compile the walk
        Walk(game, game.start(), Limits(states=1))
    end = one_end()
    Solved.of_graph(end, 0, Limits())
    compiled(assured_positions)(end, 0, end.values, 1.0, 0.0)
    compile_levels()
