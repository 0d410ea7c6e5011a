"""All components in flat arrays solved: by the compiled loop, and here where that is none for a component.

Those are large ones, slow ones, and those where somebody may stay for ever.
"""

from typing import Any

import numpy as np

from faceup.engines.model import thresholds
from faceup.engines.model.graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.linear_equations import by_equations, in_fractions
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.positions import Flat, Part, gathered, ways_to_stay
from faceup.engines.solve.cyclic.quotient import FlatQuotient
from faceup.engines.solve.cyclic.settling import (
    COMPONENT,
    DONE,
    HARD,
    LARGE,
    MOST_WORK,
    NO_FLOATS,
    REGISTERS,
    SLICE,
    STAYS,
    proven,
    settle,
)
from faceup.engines.solve.cyclic.strategy_iteration import Rivals
from faceup.engines.solve.cyclic.value_iteration import NEAR, ONWARD, PATIENCE, Sweep, sweep_from, swept
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE


def solve_all(flat: Flat, endless: Exact, limits: Limits) -> bool:
    """Find the values of all positions, component by component; whether play may be kept for ever. Raises Unfit."""
    count, registers = len(flat.turns), np.zeros(REGISTERS, np.int64)
    order, starts = in_components(flat.first, flat.targets)
    place = np.full(count, -1, np.int32)
    while True:
        look_at_limits(limits, count)
        said = compiled(settle)(flat, float(endless), order, starts, place, registers)
        if said == NO_FLOATS:
            raise Unfit("has no numbers as large as these")
        if said == DONE:
            return bool(registers[STAYS])
        if said == HARD:
            members = order[starts[registers[COMPONENT]] : starts[registers[COMPONENT] + 1]]
            registers[STAYS] |= solve_hard(flat, members, place, endless, limits)
            place[members] = -1
            registers[COMPONENT] += 1


def solve_hard(flat: Flat, members: Any, place: Any, endless: Exact, limits: Limits) -> bool:
    """Find the values of these, whose ``place`` is set; whether play may be kept there for ever. Raises Unfit."""
    part = compiled(gathered)(flat, members, place)
    options = compiled(ways_to_stay)(part)
    if not options.any():
        within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= thresholds.STALLING_POSITIONS:
        return in_fractions(flat, members, endless)
    try:
        return stalled(flat, members, place, np.flatnonzero(options).tolist(), endless, limits)
    except Unfit:
        if len(members) > thresholds.STALLING_POSITIONS_AT_LAST:
            raise
        return in_fractions(flat, members, endless)


def pays_for_ever(flat: Flat, places: Any) -> bool:
    """Whether something is paid on moves between positions with these numbers, among which play can be kept."""
    if not len(flat.rewards):
        return False
    kept = np.zeros(len(flat.turns), np.bool_)
    kept[places] = True
    edges = stretches(flat.first, np.flatnonzero(kept)).edges
    return bool((flat.rewards[edges] != 0.0)[kept[flat.targets[edges]]].any())


def stalled(flat: Flat, members: Any, place: Any, kept: list[int], endless: Exact, limits: Limits) -> bool:
    """Find values where somebody may stay; ``kept`` are the places between which both together can. Raises Unfit."""
    choosers = set(flat.turns[members[flat.first[members + 1] - flat.first[members] > 1]].tolist()) - {CHANCE}
    if len(choosers) > 1:
        if pays_for_ever(flat, members[kept]):
            raise Unfit("has rewards where two players may both keep play for ever")
        Rivals(flat, members, place, endless, lambda restricted: solve_all(restricted, endless, limits)).solve()
        return True
    together = FlatQuotient(flat, members, place, kept, choosers.pop() if choosers else 0, endless)
    joined = together.flat
    own = np.arange(together.count, dtype=np.int32)
    inside = np.full(len(joined.turns), -1, np.int32)
    inside[own] = own
    within_bounds(joined, own, inside, compiled(gathered)(joined, own, inside), limits)
    together.apart()
    return bool(together.quotient.parts)


def within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Find values by going through the positions, or by linear equations, and prove them. Raises Unfit."""
    edges = max(len(part.targets), 1)
    most = max(MOST_WORK // edges, 50 * PATIENCE) if edges > LARGE else MOST_WORK // edges
    sweep = sweep_from(np.zeros(len(members)))
    if estimated(part, sweep, most, limits, len(flat.turns)) and compiled(proven)(
        flat, members, place, part, sweep.values, most
    ):
        return
    if not by_equations(flat, members, place, sweep.values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def estimated(part: Part, sweep: Sweep, most: int, limits: Limits, positions: int) -> bool:
    """Go through the positions until nothing changes; False where that would take too long."""
    while (said := compiled(swept)(part, sweep, most, SLICE)) == ONWARD:
        look_at_limits(limits, positions)
    return bool(said == NEAR)
