"""Values of all positions of a large cyclic game, computed in machine code within proven bounds."""

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import numpy as np

from faceup.engines.exact.opponents import Known
from faceup.engines.exact.retrograde import ROUND, distance_of
from faceup.engines.graph.certificates import PositionBounds, Positions, plies_by_moves
from faceup.engines.model.legal_moves import endless_value, exact_reward
from faceup.engines.model.limits import Limits, run_in_parallel
from faceup.engines.model.prospects import counts_among
from faceup.engines.solve.cyclic.certificate import assured_positions, require_proof
from faceup.engines.solve.cyclic.exact_table import CyclicTable
from faceup.engines.solve.cyclic.flat_components import Flat
from faceup.engines.solve.cyclic.flat_solver import compile_levels, solve_all
from faceup.engines.solve.cyclic.loops import compiled
from faceup.engines.solve.cyclic.walk import Directory, Graph, Walk, WalkCertifier, check_endless, narrowest, one_end
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, all_around
from faceup.numbers.value import around, simplest
from faceup.rules.contract import OVER, Game
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

WORK_BYTES = 64  # of a position, about, while its components are computed and solved
EDGE_WORK_BYTES = 10  # of an edge, while both bounds are proved at once


class NativeCyclicTable(CyclicTable["BoundedPart"]):
    """Values in flat arrays, within proven bounds."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self._rewarding = facts_of(game).rewarding

    def move(self, state: Any) -> Move:
        """Return the best move of ``Table.move``, or the move behind the value where chance decides the distance."""
        move = self._move_by_value(state)
        return super().move(state) if move is None else move

    def _move_by_value(self, state: Any) -> Move | None:
        """Return the move by which the value was computed, if chance decides the distance and no move is surely better.

        None if ``Table.move`` has to compare distances.
        """
        game, player = self.game, self.game.turn(state)
        representative = game.canon(state)
        with self.lock:
            places = ((part, part.directory.find(representative)) for part in self.parts)
            part, place = next(((part, place) for part, place in places if place is not None), (None, 0))
        if player not in (0, 1) or part is None or not len(part.onward):
            return None
        onward = int(part.onward[place])
        if onward < 0 or part.distance(onward) is not None:
            return None
        sign = 1 if player == 0 else -1
        move_on, most, least = None, -inf, -inf  # the most that this move brings, and the least that the best brings
        for option in game.choices(state) if self._chooses else game.moves(state):
            target = part.directory.find(game.canon(game.play(state, option)))
            if target is None:
                return None
            value, error = float(part.values[target]), float(part.errors[target])
            if self._rewarding:
                value += float(exact_reward(game, state, option))
            least = max(least, sign * value - error)
            if target == onward and move_on is None:
                move_on, most = option, sign * value + error
        return move_on if most >= least else None

    def part_from(self, root: Any) -> "BoundedPart":
        return BoundedPart(self.game, root, replace(self.limits, memory=self.limits.memory - self.bytes))


class BoundedPart:
    """All positions reachable from one, with bounds on their values. Raises NotCompiled, Unfit, LimitHit."""

    def __init__(self, game: Game, root: Any, limits: Limits) -> None:
        self.endless = endless_value(game, root)
        check_endless(self.endless)
        walk = Walk(game, root, limits)
        walk.check_memory(WORK_BYTES * walk.count + EDGE_WORK_BYTES * len(walk.graph.targets))
        self.directory: Directory = walk.directory.narrow()
        graph = walk.graph
        del walk  # frees the states in 64-bit words
        self.solve(graph, limits)
        self.certified_count = CyclicCertifier(game, self, graph).certificate(root)

    @classmethod
    def of_graph(cls, graph: Graph, endless: Exact, limits: Limits) -> "BoundedPart":
        """Solve a graph that was walked before; its positions have numbers but no states."""
        solved = cls.__new__(cls)
        solved.endless = endless
        solved.solve(graph, limits)
        return solved

    def solve(self, graph: Graph, limits: Limits) -> None:
        """Compute the values of all positions, component by component."""
        self.threads = limits.threads
        count = len(graph.turns)
        exact = not graph.has_chance and not len(graph.rewards) and are_exact(graph.values)
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
        self.values, self.errors, self.onward = flat.values, flat.errors, flat.onward
        self.distances = narrowest(flat.distances)
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

    def state(self, place: int) -> Any:
        return self.directory.state(place)

    def count_with_value(self, worth: int) -> int:
        """Return how many positions have exactly this value."""
        matches = self.values == worth
        return int(np.count_nonzero(matches & (self.errors == 0.0) if len(self.errors) else matches))

    def known_at(self, place: int) -> Known:
        """Return bounds, distance and next position of the position with this number."""
        onward = int(self.onward[place]) if len(self.onward) else -1
        return Known(
            self.bounds(place),
            self.distance(place),
            None if onward < 0 else self.state(onward),
            self.stays,
        )

    def distance(self, place: int) -> float | None:
        """Return the moves to the end from the position with this number; None if chance decides."""
        return distance_of(int(self.distances[place]))

    def all_bounds(self) -> tuple[Any, Any]:
        """Return the lower and the upper bound of every position's value, as floats."""
        return all_around(self.values, self.errors if len(self.errors) else np.zeros(len(self.values)))

    def bounds(self, place: int) -> Bounds:
        value, error = float(self.values[place]), float(self.errors[place]) if len(self.errors) else 0.0
        if error == 0.0:
            number: Exact = simplest(Fraction(value))
            return Bounds(number, number)
        return Bounds(*map(Fraction, around(value, error)))


class CyclicCertifier(WalkCertifier):
    """Checks sampled positions against the rules, and proves the bounds of all positions (see ``certificate``)."""

    def __init__(self, game: Game, solved: BoundedPart, graph: Graph) -> None:
        super().__init__(game, solved.directory, graph)
        self.part, self.scale = solved, float(np.abs(solved.values).max(initial=0.0))

    def bounds_of(self, places: Any) -> PositionBounds:
        values, errors = self.part.values[places], self.part.errors[places] if len(self.part.errors) else 0.0
        return PositionBounds(values - errors, values + errors, self.scale)

    def certificate(self, start: Any, new: int | None = None) -> int:
        checked = super().certificate(start, new)
        part, proof = self.part, compiled(assured_positions)
        numbers = part.values, part.errors, self.scale, float(part.endless)
        both = [partial(proof, self.graph, player, *numbers) for player in (0, 1)]
        for proven in run_in_parallel(both) if part.threads > 1 else (find() for find in both):
            require_proof(proven)
        return checked

    def find_misplaced(self, places: Any, successors: Any, positions: Positions) -> Any:
        """Return where a distance is not 1 plus the least (or most) distance that the best moves lead to.

        Only for games without chance and rewards, and positions where play ends: there this equation alone determines
        the distances.
        """
        solved, graph = self.part, self.graph
        if graph.has_chance or len(graph.rewards) or len(solved.errors):
            return False
        values, nothing = solved.values, float(solved.endless)
        ahead = np.where(values[places] > nothing, 1, -1)
        after = np.where(solved.distances == ROUND, np.inf, solved.distances)[successors]
        best = values[successors] == np.repeat(values[places], positions.edges)
        expected = plies_by_moves(positions, np.where(positions.turns == 0, ahead, -ahead) > 0, best, after)
        return (expected != solved.distances[places]) & (values[places] != nothing)


def are_exact(numbers: Any) -> bool:
    """Return whether all are multiples of 1/1024 below 1e5: such a decimal in the rules is exact as a float."""
    scaled = numbers * 1024.0
    return bool((np.abs(numbers) < 1e5).all() and (scaled == np.rint(scaled)).all())


def compile_cyclic(game: Game) -> None:
    """Compile the kernels for this class of games, and store them on disk."""
    with suppress(LimitHit):  # a few positions suffice to compile the walk
        Walk(game, game.start(), Limits(states=1))
    end = one_end()
    BoundedPart.of_graph(end, 0, Limits())
    compiled(assured_positions)(end, 0, end.values, end.values, 1.0, 0.0)
    compile_levels()
