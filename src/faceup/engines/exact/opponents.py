"""Values of two opponents, or of one player, in a graph that may have cycles: exact, or within proven bounds."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from faceup.engines.exact.component_solver import RETROGRADE, ComponentSolver, Places, Row, Traits
from faceup.engines.exact.decision_process import Inexact, Response, free_end_components
from faceup.engines.exact.retrograde import UNCOUNTED, Component, Forced, distance_of, retrograde_analysis
from faceup.engines.graph.components import Unsettled
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, hurries
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import NotTransient
from faceup.results.scene.boards.words_of_moves import words_of_line
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RepeatingStateError
from faceup.rules.moves import Move

CYCLE = 6  # most moves of a cycle that an error names


class Known(NamedTuple):
    """The value of a position, its distance to the end in moves of best play, and the state that best play goes on to.

    The distance is infinite for endless play, None if it is not known. ``stays``: play may be endless in its component.
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
    """Solve all positions of a graph, in its order.

    ``endless`` is the value of an endless play, by default that of the rules. Very long numbers are rounded outwards
    unless ``exact``. Raises LimitReached, RulesError if rewards in a cycle never settle, and UnsupportedError if a
    component is too large.
    """
    return _Opponents(graph, limits or Limits(), endless, exact).solved_positions()


def check_settling(graph: GameGraph) -> None:
    """Raise RepeatingStateError if the players and chance together can collect rewards in a cycle without end."""
    _Settling(graph, Limits(), 0).solve()


class _Opponents(ComponentSolver):
    """Solve two opponents, or one player: values, best moves and distances to the end."""

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

    def solved_positions(self) -> list[Known]:
        """Solve the graph; return its positions in order."""
        self.solve()
        states, targets = self.graph.states, self.targets
        return [
            Known(value, distance, None if edge < 0 else states[targets[edge]], i in self.staying)
            for i, ((value,), distance, edge) in enumerate(zip(self.rows, self.distances, self.policy, strict=True))
        ]

    def note_outcomes(self, i: int, rows: Sequence[Row]) -> None:
        """Note the distance: 1 plus the largest if all outcomes are equal, else 0, since the outcome decides."""
        edges = self.edges(i)
        if len(edges) == 1:
            self.policy[i] = edges[0]
        if any(bounds.low != bounds.high for (bounds,) in rows):
            return
        distances = [self.distances[self.targets[edge]] for edge in edges]
        known = [distance for distance in distances if distance is not None]
        if any(row != rows[0] for row in rows):
            self.distances[i] = 0
        elif len(known) == len(distances):
            self.distances[i] = 1 + max(known)

    def choose(self, i: int, rows: Sequence[Row]) -> Row:
        sign, edges, values = 1 if self.turns[i] == 0 else -1, self.edges(i), [row[0] for row in rows]
        best = max(range(len(values)), key=lambda k: sign * (values[k].low if sign == 1 else values[k].high))
        value = Bounds(*((max if sign == 1 else min)(bounds[side] for bounds in values) for side in (0, 1)))
        equal = [k for k, bounds in enumerate(values) if bounds == values[best]]
        distances = {k: self.distances[self.targets[edges[k]]] for k in equal}
        wins = hurries(self.turns[i], value.low, self.endless, self.counts)
        counted = {k: distance for k, distance in distances.items() if distance is not None and distance < inf}
        if value.low != value.high or not counted or (len(counted) < len(distances) and not wins):
            self.distances[i] = None if value.low != value.high or None in distances.values() else inf
        else:
            best = (min if wins else max)(counted, key=counted.__getitem__)
            self.distances[i] = 1 + counted[best]
        self.policy[i] = edges[best]
        return (value,)

    def is_limited(self, members: Sequence[int], place: Places) -> bool:
        by_policies = any(map(self.decides, members)) or not self.has_exit(members, place)
        return by_policies and (any(self.turns[i] == CHANCE for i in members) or self.pays_inside(members, place))

    def solve_cyclic(self, members: Sequence[int], place: Places, traits: Traits, method: int) -> bool:
        def solve(side: int) -> Response:
            if method == RETROGRADE:
                return self.solve_without_chance(members, place, side)
            return self.response(members, place, traits, method, self.endless, side)

        try:
            low = solve(0)
            high = low if traits.exact else solve(1)
        except (Inexact, NotTransient, Unsettled) as error:
            raise self.unsolved_error(members, error) from None
        for k, i in enumerate(members):
            self.rows[i] = (outwards(Bounds(low.values[k], high.values[k])),)
            if low.distances and (low.values[k], low.distances[k]) == (high.values[k], high.distances[k]):
                self.distances[i] = low.distances[k]
            if self.turns[i] != CHANCE:
                self.policy[i] = self.edges(i)[low.policy[k]]
        if low.stays:
            self.staying.update(members)
        return low.stays

    def solve_without_chance(self, members: Sequence[int], place: Places, side: int) -> Response:
        """Solve two players without chance and rewards, from the lower bounds outside (``side`` 0) or the upper.

        Only the order of values decides, so retrograde analysis gets their ranks in place of exact numbers.
        """
        exits: list[tuple[int, Exact]] = []  # the target of each edge that leaves, and its value
        first, targets = [0], list[int]()
        for i in members:
            for edge in self.edges(i):
                target = self.targets[edge]
                if place[target] >= 0:
                    targets.append(place[target])
                else:
                    targets.append(len(members) + len(exits))
                    exits.append((target, self.edge_row(edge)[0][side]))
            first.append(len(targets))
        values = sorted({self.endless, *(value for _, value in exits)})
        rank = {value: float(k) for k, value in enumerate(values)}
        count = len(members)
        component = Component(
            turns=[*(self.turns[i] for i in members), *[OVER] * len(exits)],
            first=[*first, *[first[-1]] * len(exits)],
            targets=targets,
            rewards=(),
            values=[0.0] * count + [rank[value] for _, value in exits],
            errors=(),
            distances=[0] * count + [self.distance_from(i) for i, _ in exits],
            counts=self.counts,
        )
        forced = Forced([0.0] * count, [0] * count, [0] * count)
        outside = [-1] * len(exits)
        retrograde_analysis(component, range(count), [*range(count), *outside], -1, rank[self.endless], forced)
        successors = [targets[first[k] : first[k + 1]] for k in range(count)]
        return Response(
            values=[values[int(rank)] for rank in forced.values],
            policy=[own.index(chosen) for own, chosen in zip(successors, forced.onward, strict=True)],
            stays=True,
            distances=list(map(distance_of, forced.distances)),
        )

    def distance_from(self, i: int) -> int:
        """Return the distance of a solved position as retrograde analysis takes it."""
        distance = self.distances[i]
        return UNCOUNTED if distance is None or distance == inf else int(distance)

    def unsolved_error(self, members: Sequence[int], error: ArithmeticError) -> Exception:
        if isinstance(error, Unsettled):
            return self.unsettled_error([members[k] for k in error.places])
        return super().unsolved_error(members, error)

    def unsettled_error(self, members: Sequence[int]) -> RepeatingStateError:
        """Return the error for rewards that can be collected again and again, with a cycle of moves."""
        graph, inside = self.graph, set(members)
        state, moves, here, seen = graph.states[members[0]], list[Move](), members[0], set[int]()
        while here not in seen and len(moves) < CYCLE:
            seen.add(here)
            edge = next(edge for edge in self.edges(here) if self.targets[edge] in inside)
            moves.append(graph.move(edge))
            here = self.targets[edge]
        cycle = ", ".join(words_of_line(graph.game, state, moves))
        return RepeatingStateError(
            f"{broken_rules.at(graph.game, state)}: play can come back to this state, by {cycle} and so on, with "
            "rewards on the way, which therefore may never settle: what is gained each time round has no sum"
        )


class _Settling(_Opponents):
    """Looks for rewards in cycles that may never settle, and finds no values."""

    def solve_single(self, i: int) -> None:
        self.rows[i] = (Bounds(0, 0),)  # values do not matter here

    def solve_component(self, members: Sequence[int], place: Places) -> bool:
        for i in members:
            self.solve_single(i)
        try:
            free_end_components([self.actions(i, place) for i in members], 0, self.check_limits)
        except Unsettled as unsettled:
            raise self.unsolved_error(members, unsettled) from None
        return False
