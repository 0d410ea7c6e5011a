"""Solve all components in flat arrays: most in the compiled loop, the others here.

The others are the large and the slow ones, and those in which a player may keep play for ever.

The quotient of a component by its end components: after it, play surely ends (de Alfaro 1999). In an end component one
player can keep play for ever. From any of its positions that player may choose any move that leads out of it, or stay
for the value of an endless play. So the end component becomes one position with these moves.

An end component whose moves cost the player who stays is left as it is: staying is never best there, and a bound that
one step of the equations T does not make worse is still a bound. If u >= T(u), u is at least what any policy that ends
gets. If v <= T(v), v is at most what the best moves by v get, and these end, for else v would sink for ever (Bertsekas
and Tsitsiklis 1991).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from faceup.engines.exact.component_solver import EQUATIONS, STRATEGY_ITERATION, method_of
from faceup.engines.graph.component_driver import STAYS, Loop, by_level, solve_in_turn
from faceup.engines.graph.components import ActionGraph, Quotient, Unsettled
from faceup.engines.graph.game_graph import stretches
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.component_kernel import NO_FLOATS, prove_values, solve_in_floats, traits_of
from faceup.engines.solve.cyclic.flat_components import (
    KNOWN,
    Flat,
    Part,
    extract_component,
    gather_component,
    ways_to_stay,
)
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.policy_iteration import (
    StrategyIteration,
    solve_by_policy_iteration,
    solve_in_fractions,
)
from faceup.engines.solve.cyclic.value_iteration import (
    CONVERGED,
    PAUSED,
    SLICE,
    best_edge,
    gauss_seidel_sweep,
    most_sweeps,
    sweep_from,
)
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

GAINS = "finds no sum of rewards that may be gained again and again"


class MemberActions(ActionGraph):
    """The actions at the first ``count`` positions, a component: each edge of a player, all edges of a chance node."""

    def __init__(self, flat: Flat, count: int, limits: Limits) -> None:
        self.limits = limits
        self.turns = flat.turns.tolist()
        self.first = flat.first.tolist()
        self.targets: list[int] = np.where(flat.targets < count, flat.targets, -1).tolist()
        self.gains: list[float] = flat.rewards.tolist() if len(flat.rewards) else [0.0] * len(flat.targets)

    def check_limits(self) -> None:
        look_at_limits(self.limits, len(self.turns))

    def decides(self, k: int) -> bool:
        return bool(self.turns[k] != CHANCE)

    def actions(self, k: int) -> list[range]:
        edges = range(self.first[k], self.first[k + 1])
        return [range(edge, edge + 1) for edge in edges] if self.decides(k) else [edges]

    def successors(self, k: int, action: range) -> list[int]:
        return self.targets[action.start : action.stop]

    def pays(self, k: int, action: range) -> bool:
        return any(self.gains[action.start : action.stop])

    def costs(self, k: int, action: range, sign: int) -> bool:
        return all(sign * gain < 0 for gain in self.gains[action.start : action.stop] if gain)


class FlatQuotient:
    """A component with each of its end components as one position, and with the positions beyond it as ends.

    ``flat`` has these positions; the first ``count`` are to be solved. Raises Unfit.
    """

    def __init__(
        self, flat: Flat, members: Any, place: Any, stayers: list[int], chooser: int, endless: Exact, limits: Limits
    ) -> None:
        self.original, self.members = flat, members
        self.own_flat, self.edges = extract_component(flat, members, place)
        actions = MemberActions(self.own_flat, len(members), limits)
        try:
            parts = actions.free_end_components(stayers, 1 - 2 * chooser)
        except Unsettled:
            raise Unfit(GAINS) from None
        self.quotient = Quotient(actions, len(members), parts)
        self.count = len(self.quotient.origins)
        self.join(chooser, endless)

    def join(self, chooser: int, endless: Exact) -> None:
        """Build ``flat``: single positions, then end components, then ends; the first end has the value of staying."""
        own_flat, quotient, stay = self.own_flat, self.quotient, self.count
        members = len(self.members)
        number = np.arange(len(own_flat.turns)) + stay + 1 - members
        number[list(quotient.number)] = list(quotient.number.values())
        actions = [
            [range(-1, 0) if origin is None else origin[1] for origin in origins] for origins in quotient.origins
        ]
        edges = np.array([edge for origins in actions for action in origins for edge in action])
        staying = edges < 0
        spans = [sum(map(len, origins)) for origins in actions]
        ends = len(own_flat.turns) - members + 1
        turns = [*own_flat.turns[quotient.single_places].tolist(), *[chooser] * len(quotient.parts), *[KNOWN] * ends]
        self.flat = Flat(
            turns=np.array(turns, np.int8),
            first=np.cumsum([0, *spans, *[0] * ends]).astype(np.int64),
            targets=np.where(staying, stay, number[own_flat.targets[edges]]).astype(np.int32),
            weights=np.where(staying, 1.0, own_flat.weights[edges]) if len(own_flat.weights) else own_flat.weights,
            rewards=np.where(staying, 0.0, own_flat.rewards[edges]) if len(own_flat.rewards) else own_flat.rewards,
            values=np.concatenate((np.zeros(stay), [float(endless)], own_flat.values[members:])),
            errors=np.concatenate((np.zeros(stay + 1), own_flat.errors[members:])),
            distances=np.zeros(len(turns), np.int32),
            onward=np.full(len(turns), -1, np.int32),
            finer=np.zeros(0),
        )

    def write_back(self) -> None:
        """Write values, errors and next positions of the solved quotient back to the members."""
        original, contracted = self.original, self.flat
        for k, i in enumerate(self.members.tolist()):
            n = self.quotient.number[k]
            original.values[i], original.errors[i], original.distances[i] = (
                contracted.values[n],
                contracted.errors[n],
                -1,
            )
        choices = [int(best_edge(contracted, n) - contracted.first[n]) for n in range(self.count)]
        for k, action in self.quotient.policy_of(choices).items():
            original.onward[self.members[k]] = original.targets[self.edges[action.start]]


REFUSALS = {NO_FLOATS: "cannot compute with numbers as large as these"}


def solve_all(flat: Flat, endless: Exact, limits: Limits) -> bool:
    """Compute the values of all positions; return whether a player can keep play for ever. Raises Unfit."""

    def apart(members: Any, place: Any) -> bool:
        stays = solve_component(flat, members, place, endless, limits)
        place[members] = -1
        return stays

    loop = partial(compiled(solve_in_floats), flat, float(endless))
    return bool(solve_flat(loop, apart, flat.first, flat.targets, REFUSALS, limits)[STAYS])


def solve_flat(
    loop: Loop,
    apart: Callable[[Any, Any], bool],
    first: Any,
    targets: Any,
    refusals: Mapping[int, str],
    limits: Limits,
) -> Any:
    """Solve all components of a flat graph with ``solve_in_turn``, in several threads if the graph is large.

    If the threads refuse, one thread solves it again, so that the reason is always the same. Raises Unfit, LimitHit.
    """
    count = len(first) - 1
    components, place = in_components(first, targets), np.full(count, -1, np.int32)

    def look(_: int) -> None:
        look_at_limits(limits, count)

    def refuse(status: int) -> Unfit:
        return Unfit(refusals[status])

    def solve(threads: int) -> Any:
        place[:] = -1
        sort = partial(compiled(by_level), first, targets) if threads > 1 else None
        return solve_in_turn(loop, components, place, look, apart, refuse, threads, sort)

    threads = limits.threads if count >= thresholds.SORTED_POSITIONS else 1
    try:
        return solve(threads)
    except Unfit:
        if threads == 1:
            raise
        return solve(1)


def compile_levels() -> None:
    """Compile the sorting of components by level, and store it on disk."""
    order, none = np.zeros(1, np.int32), np.zeros(0, np.int32)
    compiled(by_level)(np.zeros(2, np.int64), none, order, np.array([0, 1], np.int32), np.full(1, -1, np.int32))


def solve_component(flat: Flat, members: Any, place: Any, endless: Exact, limits: Limits) -> bool:
    """Compute the values of one component, whose ``place`` is set; return whether play can be kept there for ever.

    Raises Unfit.
    """
    part = compiled(gather_component)(flat, members, place)
    stayers = np.flatnonzero(compiled(ways_to_stay)(part)).tolist()
    traits = compiled(traits_of)(flat, members, place)
    method = method_of(traits._replace(costs=False), len(stayers) > 0)  # the loop has already tried shortest paths
    if method == EQUATIONS:
        solve_within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= thresholds.STALLING_POSITIONS:
        return solve_in_fractions(flat, members, place, method, endless, limits)
    try:
        if method == STRATEGY_ITERATION:
            return solve_by_strategy_iteration(flat, members, place, stayers, endless, limits)
        return solve_by_quotient(flat, members, place, stayers, traits.chooser, endless, limits)
    except Unfit:
        if len(members) > thresholds.STALLING_POSITIONS_AT_LAST:
            raise
        return solve_in_fractions(flat, members, place, method, endless, limits)


def solve_by_strategy_iteration(
    flat: Flat, members: Any, place: Any, stayers: list[int], endless: Exact, limits: Limits
) -> bool:
    """Compute values where both players may keep play for ever. Raises Unfit.

    ``stayers`` are the places among which both together can keep play.
    """
    if pays_for_ever(flat, members[stayers]):
        raise Unfit("has rewards where two players may both keep play for ever")
    StrategyIteration(flat, members, place, endless, lambda restricted: solve_all(restricted, endless, limits)).solve()
    return True


def pays_for_ever(flat: Flat, places: Any) -> bool:
    """Whether any move between the positions with these numbers, where play can be kept, has a reward."""
    if not len(flat.rewards):
        return False
    inside = np.zeros(len(flat.turns), np.bool_)
    inside[places] = True
    edges = stretches(flat.first, np.flatnonzero(inside)).edges
    return bool((flat.rewards[edges] != 0.0)[inside[flat.targets[edges]]].any())


def solve_by_quotient(
    flat: Flat, members: Any, places: Any, stayers: list[int], chooser: int, endless: Exact, limits: Limits
) -> bool:
    """Compute values where one player may keep play for ever, on the quotient by end components. Raises Unfit."""
    quotient = FlatQuotient(flat, members, places, stayers, chooser, endless, limits)
    contracted = quotient.flat
    inner = np.arange(quotient.count, dtype=np.int32)
    place_of_inner = np.full(len(contracted.turns), -1, np.int32)
    place_of_inner[inner] = inner
    solve_within_bounds(
        contracted, inner, place_of_inner, compiled(gather_component)(contracted, inner, place_of_inner), limits
    )
    quotient.write_back()
    return bool(quotient.quotient.parts)


def solve_within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Compute values by value iteration, or by linear equations if that stalls, and prove them. Raises Unfit."""
    converged, values = iterate_values(part, limits, len(flat.turns))
    if converged and compiled(prove_values)(flat, members, place, part, values):
        return
    if not solve_by_policy_iteration(flat, members, place, values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def iterate_values(part: Part, limits: Limits, positions: int) -> tuple[bool, Any]:
    """Estimate the values of a component of any size, in slices: (whether the sweeps converged, values)."""
    sweep, most = sweep_from(np.zeros(len(part.kinds))), most_sweeps(part)
    while (status := compiled(gauss_seidel_sweep)(part, sweep, most, SLICE)) == PAUSED:
        look_at_limits(limits, positions)
    return bool(status == CONVERGED), sweep.values
