"""All components in flat arrays solved: by the compiled loop, and here where that is none for a component.

Those are large ones, slow ones, and those where somebody may stay for ever.

Several threads solve components of one level at once. None of these leads to another of them, so that each thread reads
what was found before and writes to its own components alone; the values are those of one thread, to the bit.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from faceup.engines.model import thresholds
from faceup.engines.model.graph import stretches
from faceup.engines.model.limits import Limits, together
from faceup.engines.solve.cyclic.linear_equations import by_equations, in_fractions
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.positions import Flat, Part, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.quotient import FlatQuotient
from faceup.engines.solve.cyclic.settling import (
    END,
    HARD,
    LARGE,
    MOST_WORK,
    NEXT,
    NO_FLOATS,
    REGISTERS,
    SLICE,
    STAYS,
    by_level,
    prove_values,
    settle,
)
from faceup.engines.solve.cyclic.strategy_iteration import Rivals
from faceup.engines.solve.cyclic.value_iteration import NEAR, ONWARD, PATIENCE, Sweep, gauss_seidel_sweep, sweep_from
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

T = TypeVar("T")
REFUSALS = {NO_FLOATS: "has no numbers as large as these"}


def solve_all(flat: Flat, endless: Exact, limits: Limits) -> bool:
    """Find the values of all positions, component by component; whether play may be kept for ever. Raises Unfit."""

    def hard(members: Any, place: Any) -> bool:
        return solve_hard(flat, members, place, endless, limits)

    def solve_within(limits: Limits) -> Any:
        loop = partial(compiled(settle), flat, float(endless))
        return in_turn(loop, hard, flat.first, flat.targets, REFUSALS, limits)

    return bool(refused_alike(solve_within, len(flat.turns), limits)[STAYS])


def are_shared(positions: int, limits: Limits) -> bool:
    """Whether components of so many positions are looked at for levels that several threads can share."""
    return limits.threads > 1 and positions >= thresholds.SORTED_POSITIONS


def refused_alike(solve: Callable[[Limits], T], positions: int, limits: Limits) -> T:
    """What ``solve`` gives by several threads. Where they refuse, one thread says why: the same every time."""
    try:
        return solve(limits)
    except Unfit:
        if not are_shared(positions, limits):
            raise
        return solve(replace(limits, threads=1))


def in_turn(
    loop: Any,
    hard: Callable[[Any, Any], bool],
    first: Any,
    targets: Any,
    refusals: Mapping[int, str],
    limits: Limits,
) -> Any:
    """Solve all components, each after those that it leads to; the registers, in which is what is true of any of them.

    ``loop(order, starts, turns, place, registers)`` is compiled, and says by one of ``refusals`` why it takes none;
    ``hard(members, place)`` solves components for which it is no way, and returns whether play may be kept there for
    ever. Raises Unfit, LimitHit.
    """
    count = len(first) - 1
    order, starts = in_components(first, targets)
    place, found = np.full(count, -1, np.int32), np.zeros(REGISTERS, np.int64)
    turns, stages = np.arange(len(starts) - 1, dtype=np.int32), [[(0, len(starts) - 1)]]
    if are_shared(count, limits):
        turns, levels = compiled(by_level)(first, targets, order, starts, place)
        stages = stages_of(np.cumsum(np.diff(starts)[turns]), levels, limits.threads)
    for spans in stages:
        todo = [np.array([*span, 0, 0], np.int64) for span in spans]
        while todo:
            look_at_limits(limits, count)
            tasks = [partial(loop, order, starts, turns, place, registers) for registers in todo]
            for registers, said in zip(todo, together(tasks), strict=True):
                if said in refusals:
                    raise Unfit(refusals[said])
                if said == HARD:
                    component = turns[registers[NEXT]]
                    members = order[starts[component] : starts[component + 1]]
                    registers[STAYS] |= hard(members, place)
                    place[members] = -1
                    registers[NEXT] += 1
                found[STAYS:] |= registers[STAYS:]
            todo = [registers for registers in todo if registers[NEXT] < registers[END]]
    return found


def compile_levels() -> None:
    """Compile what sorts components by level, and leave it on disk."""
    one, none = np.zeros(1, np.int32), np.zeros(0, np.int32)
    compiled(by_level)(np.zeros(2, np.int64), none, one, np.array([0, 1], np.int32), np.full(1, -1, np.int32))


def stages_of(positions: Any, levels: Any, threads: int) -> list[list[tuple[int, int]]]:
    """Spans of components for one thread after another, or for several at once, where a level is large enough.

    ``positions`` are how many positions there are in the components up to each, and ``levels`` where levels begin.
    """
    before = np.concatenate([[0], positions])
    large = np.flatnonzero(np.diff(before[levels]) >= thresholds.SHARED_POSITIONS)
    stages, done = [], 0
    for begin, end in zip(levels[large].tolist(), levels[large + 1].tolist(), strict=True):
        if done < begin:
            stages.append([(done, begin)])
        wanted = before[begin] + (before[end] - before[begin]) * np.arange(1, threads) // threads
        ends = [begin, *np.searchsorted(before, wanted).clip(begin, end).tolist(), end]
        stages.append([span for span in pairwise(ends) if span[0] < span[1]])
        done = end
    return [*stages, [(done, len(positions))]] if done < len(positions) else stages


def solve_hard(flat: Flat, members: Any, place: Any, endless: Exact, limits: Limits) -> bool:
    """Find the values of these, whose ``place`` is set; whether play may be kept there for ever. Raises Unfit."""
    part = compiled(gather_component)(flat, members, place)
    options = compiled(ways_to_stay)(part)
    if not options.any():
        within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= thresholds.STALLING_POSITIONS:
        return in_fractions(flat, members, endless)
    try:
        return solve_stalling(flat, members, place, np.flatnonzero(options).tolist(), endless, limits)
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


def solve_stalling(flat: Flat, members: Any, place: Any, kept: list[int], endless: Exact, limits: Limits) -> bool:
    """Find values where somebody may stay; ``kept`` are the places between which both together can. Raises Unfit."""
    choosers = set(flat.turns[members[flat.first[members + 1] - flat.first[members] > 1]].tolist()) - {CHANCE}
    if len(choosers) > 1:
        if pays_for_ever(flat, members[kept]):
            raise Unfit("has rewards where two players may both keep play for ever")
        Rivals(flat, members, place, endless, lambda restricted: solve_all(restricted, endless, limits)).solve()
        return True
    quotient = FlatQuotient(flat, members, place, kept, choosers.pop() if choosers else 0, endless)
    joined = quotient.flat
    own = np.arange(quotient.count, dtype=np.int32)
    inside = np.full(len(joined.turns), -1, np.int32)
    inside[own] = own
    within_bounds(joined, own, inside, compiled(gather_component)(joined, own, inside), limits)
    quotient.apart()
    return bool(quotient.quotient.parts)


def within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Find values by going through the positions, or by linear equations, and prove them. Raises Unfit."""
    edges = max(len(part.targets), 1)
    most = max(MOST_WORK // edges, 50 * PATIENCE) if edges > LARGE else MOST_WORK // edges
    sweep = sweep_from(np.zeros(len(members)))
    if iterate_values(part, sweep, most, limits, len(flat.turns)) and compiled(prove_values)(
        flat, members, place, part, sweep.values, most
    ):
        return
    if not by_equations(flat, members, place, sweep.values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def iterate_values(part: Part, sweep: Sweep, most: int, limits: Limits, positions: int) -> bool:
    """Go through the positions until nothing changes; False where that would take too long."""
    while (said := compiled(gauss_seidel_sweep)(part, sweep, most, SLICE)) == ONWARD:
        look_at_limits(limits, positions)
    return bool(said == NEAR)
