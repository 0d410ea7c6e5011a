"""Solve all components in flat arrays: most in the compiled loop, the others here.

The others are the large and the slow ones, and those in which a player may keep play for ever.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from faceup.engines.exact.component_method import EQUATIONS, STRATEGY_ITERATION, method_of
from faceup.engines.graph.component_driver import STAYS, Loop, by_level, solve_in_turn
from faceup.engines.graph.game_graph import stretches
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.component_kernel import NO_FLOATS, prove_values, solve_in_floats, traits_of
from faceup.engines.solve.cyclic.flat_components import Flat, Part, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.linear_equations import by_equations, in_fractions
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.quotient import FlatQuotient
from faceup.engines.solve.cyclic.strategy_iteration import StrategyIteration
from faceup.engines.solve.cyclic.value_iteration import (
    CONVERGED,
    PAUSED,
    SLICE,
    gauss_seidel_sweep,
    most_sweeps,
    sweep_from,
)
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact

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
        within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= thresholds.STALLING_POSITIONS:
        return in_fractions(flat, members, place, method, endless, limits)
    try:
        if method == STRATEGY_ITERATION:
            return by_strategy_iteration(flat, members, place, stayers, endless, limits)
        return by_quotient(flat, members, place, stayers, traits.chooser, endless, limits)
    except Unfit:
        if len(members) > thresholds.STALLING_POSITIONS_AT_LAST:
            raise
        return in_fractions(flat, members, place, method, endless, limits)


def by_strategy_iteration(
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


def by_quotient(
    flat: Flat, members: Any, places: Any, stayers: list[int], chooser: int, endless: Exact, limits: Limits
) -> bool:
    """Compute values where one player may keep play for ever, on the quotient by end components. Raises Unfit."""
    quotient = FlatQuotient(flat, members, places, stayers, chooser, endless, limits)
    contracted = quotient.flat
    inner = np.arange(quotient.count, dtype=np.int32)
    place_of_inner = np.full(len(contracted.turns), -1, np.int32)
    place_of_inner[inner] = inner
    within_bounds(
        contracted, inner, place_of_inner, compiled(gather_component)(contracted, inner, place_of_inner), limits
    )
    quotient.write_back()
    return bool(quotient.quotient.parts)


def within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Compute values by value iteration, or by linear equations if that stalls, and prove them. Raises Unfit."""
    converged, values = iterate_values(part, limits, len(flat.turns))
    if converged and compiled(prove_values)(flat, members, place, part, values):
        return
    if not by_equations(flat, members, place, values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def iterate_values(part: Part, limits: Limits, positions: int) -> tuple[bool, Any]:
    """Estimate the values of a component of any size, in slices: (whether the sweeps converged, values)."""
    sweep, most = sweep_from(np.zeros(len(part.kinds))), most_sweeps(part)
    while (status := compiled(gauss_seidel_sweep)(part, sweep, most, SLICE)) == PAUSED:
        look_at_limits(limits, positions)
    return bool(status == CONVERGED), sweep.values
