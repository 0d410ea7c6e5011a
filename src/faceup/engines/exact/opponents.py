"""The values of a cyclic game of two opponents, or of one player, in fractions, with distances to the end."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from faceup.engines.exact.component_method import RETROGRADE, Traits
from faceup.engines.exact.component_solver import ComponentSolver, Place, Row
from faceup.engines.exact.decision_process import Inexact, Response, free_end_components
from faceup.engines.exact.retrograde import UNCOUNTED, Forced, Leads, distance_of, retrograde_analysis
from faceup.engines.graph.components import Unsettled
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, hurries
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import NotTransient
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RepeatingStateError
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts

CYCLE = 6  # moves of a cycle that an error names


class Known(NamedTuple):
    """The value of a state, the moves in which it is forced, and the next state of best play (``onward``).

    ``distance`` is infinite if play never ends, and None if it is unknown. ``stays`` says whether play may stay for
    ever in the component of the state.
    """

    value: Bounds
    distance: float | None
    onward: Any
    stays: bool = False


def values_of(
    graph: GameGraph,
    limits: Limits | None = None,
    endless: Exact | None = None,
    exact: bool = False,
) -> list[Known]:
    """Return the value of every position of the graph, in its order.

    ``endless`` is the value of an endless play, by default that of the rules. Very long fractions are rounded, unless
    they must be ``exact``. Raises LimitReached, RulesError where rewards in a cycle never settle, UnsupportedError
    where too many positions lead back to each other.
    """
    return _Opponents(graph, limits or Limits(), endless, exact).known_values()


def check_settling(graph: GameGraph) -> None:
    """Raise RepeatingStateError where rewards in a cycle may never settle, whatever all players and chance do."""
    _Settling(graph, Limits(), 0).solve()


class _Opponents(ComponentSolver):
    """Solves the components of a graph for two opponents, or for one player, with distances to the end."""

    def __init__(
        self,
        graph: GameGraph,
        limits: Limits,
        endless: Exact | None,
        exact: bool = False,
    ) -> None:
        super().__init__(graph, graph.turns.tolist(), limits, exact)
        if endless is None:
            endless = endless_value(graph.game, graph.states[0])
        self.endless = endless
        self.counts = counts_among(graph.ends, endless)
        self.distances: list[float | None] = [0 if turn == OVER else None for turn in self.turns]
        self.staying: set[int] = set()

    def known_values(self) -> list[Known]:
        """Solve the graph, and return the value of every position in its order."""
        self.solve()
        states, targets = self.graph.states, self.targets
        return [
            Known(value, distance, None if edge < 0 else states[targets[edge]], i in self.staying)
            for i, ((value,), distance, edge) in enumerate(zip(self.rows, self.distances, self.taken, strict=True))
        ]

    def note_chance(self, i: int, rows: Sequence[Row]) -> None:
        """Set the distance of a position of chance: the longest, if all outcomes have the same value; else 0."""
        edges = self.edges(i)
        if len(edges) == 1:
            self.taken[i] = edges[0]
        if any(bounds.low != bounds.high for (bounds,) in rows):
            return
        distances = [self.distances[self.targets[edge]] for edge in edges]
        known = [distance for distance in distances if distance is not None]
        if any(row != rows[0] for row in rows):
            self.distances[i] = 0
        elif len(known) == len(distances):
            self.distances[i] = 1 + max(known)

    def choose_best(self, i: int, rows: Sequence[Row]) -> Row:
        sign, edges, worth = 1 if self.turns[i] == 0 else -1, self.edges(i), [row[0] for row in rows]
        best = max(range(len(worth)), key=lambda k: sign * (worth[k].low if sign == 1 else worth[k].high))
        value = Bounds(*((max if sign == 1 else min)(bounds[side] for bounds in worth) for side in (0, 1)))
        equal = [k for k, bounds in enumerate(worth) if bounds == worth[best]]
        distances = {k: self.distances[self.targets[edges[k]]] for k in equal}
        wins = hurries(self.turns[i], value.low, self.endless, self.counts)
        counted = {k: distance for k, distance in distances.items() if distance is not None and distance < inf}
        if value.low != value.high or not counted or (len(counted) < len(distances) and not wins):
            self.distances[i] = None if value.low != value.high or None in distances.values() else inf
        else:
            best = (min if wins else max)(counted, key=counted.__getitem__)
            self.distances[i] = 1 + counted[best]
        self.taken[i] = edges[best]
        return (value,)

    def is_limited(self, part: Sequence[int], place: Place) -> bool:
        by_policies = any(map(self.decides, part)) or not self.is_left(part, place)
        return by_policies and (any(self.turns[i] == CHANCE for i in part) or self.pays_inside(part, place))

    def solve_members(self, part: Sequence[int], place: Place, traits: Traits, method: int) -> bool:
        def solve(side: int) -> Response:
            if method == RETROGRADE:
                return self.without_chance(part, place, side)
            return self.response(part, place, traits, method, self.endless, side)

        try:
            low = solve(0)
            high = low if traits.exact else solve(1)
        except (Inexact, NotTransient, Unsettled) as error:
            raise self.unsolved_error(part, error) from None
        for k, i in enumerate(part):
            self.rows[i] = (outwards(Bounds(low.values[k], high.values[k])),)
            if low.distances and (low.values[k], low.distances[k]) == (high.values[k], high.distances[k]):
                self.distances[i] = low.distances[k]
            if self.turns[i] != CHANCE:
                self.taken[i] = self.edges(i)[low.taken[k]]
        if low.stays:
            self.staying.update(part)
        return low.stays

    def without_chance(self, part: Sequence[int], place: Place, side: int) -> Response:
        """Solve a component of two players without chance and rewards by retrograde analysis.

        It uses the lower bounds of values outside, or with ``side`` 1 the upper ones. Only the order of values matters,
        so their ranks stand for exact numbers.
        """
        ends: list[tuple[int, Exact]] = []  # targets outside, with their values
        first, targets = [0], list[int]()
        for i in part:
            for edge in self.edges(i):
                there = self.targets[edge]
                if place[there] >= 0:
                    targets.append(place[there])
                else:
                    targets.append(len(part) + len(ends))
                    ends.append((there, self.edge_value(edge)[0][side]))
            first.append(len(targets))
        worths = sorted({self.endless, *(worth for _, worth in ends)})
        rank = {worth: float(k) for k, worth in enumerate(worths)}
        count = len(part)
        leads = Leads(
            turns=[*(self.turns[i] for i in part), *[OVER] * len(ends)],
            first=[*first, *[first[-1]] * len(ends)],
            targets=targets,
            rewards=(),
            values=[0.0] * count + [rank[worth] for _, worth in ends],
            errors=(),
            distances=[0] * count + [self.moves_from(there) for there, _ in ends],
            counts=self.counts,
        )
        forced = Forced([0.0] * count, [0] * count, [0] * count)
        retrograde_analysis(leads, range(count), [*range(count), *[-1] * len(ends)], -1, rank[self.endless], forced)
        own = [targets[first[k] : first[k + 1]] for k in range(count)]
        return Response(
            values=[worths[int(rank)] for rank in forced.values],
            taken=[actions.index(action) for actions, action in zip(own, forced.ways, strict=True)],
            stays=True,
            distances=list(map(distance_of, forced.moves)),
        )

    def moves_from(self, i: int) -> int:
        """The distance of a solved position, as retrograde analysis counts it."""
        distance = self.distances[i]
        return UNCOUNTED if distance is None or distance == inf else int(distance)

    def unsolved_error(self, part: Sequence[int], error: ArithmeticError) -> Exception:
        if isinstance(error, Unsettled):
            return self.never_settles([part[k] for k in error.places])
        return super().unsolved_error(part, error)

    def never_settles(self, part: Sequence[int]) -> RepeatingStateError:
        """The error for rewards that a cycle pays again and again; it names moves of the cycle."""
        graph, inside = self.graph, set(part)
        state, moves, here, seen = graph.states[part[0]], list[Move](), part[0], set[int]()
        while here not in seen and len(moves) < CYCLE:
            seen.add(here)
            edge = next(edge for edge in self.edges(here) if self.targets[edge] in inside)
            moves.append(graph.move(edge))
            here = self.targets[edge]
        cycle = ", ".join(line_texts(graph.game, state, moves))
        return RepeatingStateError(
            f"{broken_rules.at(graph.game, state)}: play can come back to this state, by {cycle} and so on, with "
            "rewards on the way, which therefore may never settle: what is gained each time round has no sum"
        )


class _Settling(_Opponents):
    """Finds no values, but cycles with rewards that may never settle."""

    def solve_position(self, i: int) -> None:
        self.rows[i] = (Bounds(0, 0),)  # values do not matter here

    def solve_component(self, part: Sequence[int], place: Place) -> bool:
        for i in part:
            self.solve_position(i)
        try:
            free_end_components([self.actions(i, place) for i in part])
        except Unsettled as unsettled:
            raise self.unsolved_error(part, unsettled) from None
        return False
