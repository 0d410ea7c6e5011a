"""All components in flat arrays solved: by the compiled loop, and here where that is no way for one.

Those are large ones, slow ones, and those where somebody may stay for ever.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from faceup.engines.exact.component_method import EQUATIONS, STRATEGY_ITERATION, method_of
from faceup.engines.model import thresholds
from faceup.engines.model.component_driver import STAYS, Loop, by_level, solve_in_turn
from faceup.engines.model.graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.flat_components import Flat, Part, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.linear_equations import by_equations, in_fractions
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.quotient import FlatQuotient
from faceup.engines.solve.cyclic.settling import NO_FLOATS, prove_values, settle, traits_of
from faceup.engines.solve.cyclic.strategy_iteration import Rivals
from faceup.engines.solve.cyclic.value_iteration import (
    NEAR,
    ONWARD,
    SLICE,
    gauss_seidel_sweep,
    most_sweeps,
    sweep_from,
)
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact

REFUSALS = {NO_FLOATS: "has no numbers as large as these"}


def solve_all(flat: Flat, endless: Exact, limits: Limits) -> bool:
    """Find the values of all positions, component by component; whether play may be kept for ever. Raises Unfit."""

    def apart(members: Any, place: Any) -> bool:
        stays = solve_apart(flat, members, place, endless, limits)
        place[members] = -1
        return stays

    loop = partial(compiled(settle), flat, float(endless))
    return bool(solve_flat(loop, apart, flat.first, flat.targets, REFUSALS, limits)[STAYS])


def solve_flat(
    loop: Loop,
    apart: Callable[[Any, Any], bool],
    first: Any,
    targets: Any,
    refusals: Mapping[int, str],
    limits: Limits,
) -> Any:
    """As ``solve_in_turn``, in flat arrays. Where several threads refuse, one says why: the same every time.

    Raises Unfit, LimitHit.
    """
    count = len(first) - 1
    components, place = in_components(first, targets), np.full(count, -1, np.int32)

    def look(_: int) -> None:
        look_at_limits(limits, count)

    def refuse(said: int) -> Unfit:
        return Unfit(refusals[said])

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
    """Compile what sorts components by level, and leave it on disk."""
    one, none = np.zeros(1, np.int32), np.zeros(0, np.int32)
    compiled(by_level)(np.zeros(2, np.int64), none, one, np.array([0, 1], np.int32), np.full(1, -1, np.int32))


def solve_apart(flat: Flat, members: Any, place: Any, endless: Exact, limits: Limits) -> bool:
    """Find the values of these, whose ``place`` is set; whether play may be kept there for ever. Raises Unfit."""
    part = compiled(gather_component)(flat, members, place)
    kept = np.flatnonzero(compiled(ways_to_stay)(part)).tolist()
    traits = compiled(traits_of)(flat, members, place)
    method = method_of(traits._replace(costs=False), len(kept) > 0)  # the loop has looked for the cheapest way
    if method == EQUATIONS:
        within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= thresholds.STALLING_POSITIONS:
        return in_fractions(flat, members, place, method, endless)
    try:
        if method == STRATEGY_ITERATION:
            return solve_rivals(flat, members, place, kept, endless, limits)
        return solve_joined(flat, members, place, kept, traits.chooser, endless, limits)
    except Unfit:
        if len(members) > thresholds.STALLING_POSITIONS_AT_LAST:
            raise
        return in_fractions(flat, members, place, method, endless)


def solve_rivals(flat: Flat, members: Any, place: Any, kept: list[int], endless: Exact, limits: Limits) -> bool:
    """Find values where two may stay; ``kept`` are the places between which both together can. Raises Unfit."""
    if pays_for_ever(flat, members[kept]):
        raise Unfit("has rewards where two players may both keep play for ever")
    Rivals(flat, members, place, endless, lambda restricted: solve_all(restricted, endless, limits)).solve()
    return True


def pays_for_ever(flat: Flat, places: Any) -> bool:
    """Whether something is paid on moves between positions with these numbers, among which play can be kept."""
    if not len(flat.rewards):
        return False
    kept = np.zeros(len(flat.turns), np.bool_)
    kept[places] = True
    edges = stretches(flat.first, np.flatnonzero(kept)).edges
    return bool((flat.rewards[edges] != 0.0)[kept[flat.targets[edges]]].any())


def solve_joined(
    flat: Flat, members: Any, place: Any, kept: list[int], chooser: int, endless: Exact, limits: Limits
) -> bool:
    """Find values where one player may stay, with each end component as one position. Raises Unfit."""
    quotient = FlatQuotient(flat, members, place, kept, chooser, endless)
    joined = quotient.flat
    own = np.arange(quotient.count, dtype=np.int32)
    inside = np.full(len(joined.turns), -1, np.int32)
    inside[own] = own
    within_bounds(joined, own, inside, compiled(gather_component)(joined, own, inside), limits)
    quotient.apart()
    return bool(quotient.quotient.parts)


def within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Find values by going through the positions, or by linear equations, and prove them. Raises Unfit."""
    near, values = iterate_values(part, limits, len(flat.turns))
    if near and compiled(prove_values)(flat, members, place, part, values):
        return
    if not by_equations(flat, members, place, values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def iterate_values(part: Part, limits: Limits, positions: int) -> tuple[bool, Any]:
    """As ``estimate_values``, of a component of any size."""
    sweep, most = sweep_from(np.zeros(len(part.kinds))), most_sweeps(part)
    while (said := compiled(gauss_seidel_sweep)(part, sweep, most, SLICE)) == ONWARD:
        look_at_limits(limits, positions)
    return bool(said == NEAR), sweep.values
