"""The driver that solves the components of a graph from the ends: their order, limits, and levels for threads.

A loop solves components one after another. It returns ``APART`` for a component that it cannot solve; another function
solves that one, and the loop goes on behind it. Loops are compiled, or run in CPython.

Several threads solve components of one level at once. None of these leads to another, so each thread reads only results
of earlier levels and writes only to its own components. The values are the same to the bit as those of one thread.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from faceup.engines.graph.components import is_cyclic
from faceup.engines.model import thresholds
from faceup.engines.model.limits import run_in_parallel

IN_CPYTHON = 1, 256  # work of an edge, and work between two checks of the limits
AGAIN = 16  # factor for the work of an edge in a cyclic component

# Status of a loop: all are solved, there is more to do, or one needs to be solved apart. Other numbers are reasons to
# refuse.
DONE, PAUSED, APART = 0, 1, 2
# Registers: the next component in turn, and where the turns end; whether play can be kept somewhere for ever, and
# whether several seats decide in some cyclic component.
NEXT, END, STAYS, SEVERAL, REGISTERS = 0, 1, 2, 3, 4

# ``loop(order, starts, turns, place, registers)`` solves the components in the order ``turns``; component c is
# ``order[starts[c]:starts[c + 1]]``. ``place`` is -1, except for the members of a component that is being solved.
Loop = Callable[[Any, Any, Any, Any, Any], int]


def enter(first: Any, members: Any, place: Any) -> int:
    """Set the places of a component's members; return how many edges they have."""
    edges = 0
    for k in range(len(members)):
        place[members[k]] = k
        edges += first[members[k] + 1] - first[members[k]]
    return edges


def leave(members: Any, place: Any) -> None:
    """Reset the places of a component's members."""
    for k in range(len(members)):
        place[members[k]] = -1


def solve_components(
    solve_node: Callable[[Any, Any, int], int],
    solve_component: Callable[[Any, Any, Any, Any, Any], int],
    graph: Any,
    argument: Any,
    slices: tuple[int, int],
    order: Any,
    starts: Any,
    turns: Any,
    place: Any,
    registers: Any,
) -> int:
    """Solve components in turn until the work of a slice is done or one has another status; return it.

    One text for CPython and for machine code. ``solve_node(graph, argument, i)`` solves a component of one position
    outside cycles, and ``solve_component(graph, argument, members, place, registers)`` a cyclic one, whose places are
    set; both return a status. ``slices`` are the work of an edge, and the work after which the loop pauses.
    """
    work, first, targets = 0, graph.first, graph.targets
    edge_work, max_work = slices
    k, last = int(registers[NEXT]), int(registers[END])
    while k < last and work <= max_work:
        begin, end = starts[turns[k]], starts[turns[k] + 1]
        if is_cyclic(first, targets, order, begin, end):
            members = order[begin:end]
            work += AGAIN * edge_work * enter(first, members, place)
            status = solve_component(graph, argument, members, place, registers)
            if status != APART:
                leave(members, place)
        else:
            i = order[begin]
            work += edge_work * (1 + first[i + 1] - first[i])
            status = solve_node(graph, argument, i)
        if status != DONE:
            registers[NEXT] = k
            return status
        k += 1
    registers[NEXT] = k
    return DONE if k == last else PAUSED


def solve_in_turn(
    loop: Loop,
    components: tuple[Any, Any],
    place: Any,
    look: Callable[[int], None],
    apart: Callable[[Any, Any], bool] | None = None,
    refuse: Callable[[int], Exception] = AssertionError,
    threads: int = 1,
    sort: Callable[[Any, Any, Any], tuple[Any, Any]] | None = None,
    backwards: bool = True,
) -> Any:
    """Solve all components, each after those that it leads to; return the registers, joined over all components.

    ``apart(members, place)`` solves one component and returns whether play can be kept there for ever; in flat arrays
    its places are set, and it resets them. Whenever the loop returns, ``look`` gets the number of components so far,
    and may raise at a limit. With ``sort``, which finds levels, several threads share a level. Without ``backwards``,
    the order is from the start to the ends.
    """
    order, starts = components
    count = len(starts) - 1
    totals = np.zeros(REGISTERS, np.int64)
    turns, stages = np.arange(count, dtype=np.int32)[:: 1 if backwards else -1].copy(), [[(0, count)]]
    if sort is not None:
        turns, levels = sort(order, starts, place)
        stages = stages_of(np.cumsum(np.diff(starts)[turns]), levels, threads)
    for spans in stages:
        todo = [np.array([*span, 0, 0], np.int64) for span in spans]
        while todo:
            look(int(todo[0][NEXT]))
            tasks = [partial(loop, order, starts, turns, place, registers) for registers in todo]
            for registers, status in zip(todo, run_in_parallel(tasks), strict=True):
                if status not in (DONE, PAUSED, APART):
                    raise refuse(status)
                if status == APART:
                    assert apart is not None, "a loop that leaves nothing apart did so"
                    component = turns[registers[NEXT]]
                    members = order[starts[component] : starts[component + 1]]
                    registers[STAYS] |= apart(members, place)
                    registers[NEXT] += 1
                totals[STAYS:] |= registers[STAYS:]
            todo = [registers for registers in todo if registers[NEXT] < registers[END]]
    return totals


def by_level(first: Any, targets: Any, order: Any, starts: Any, level: Any) -> tuple[Any, Any]:
    """Return the components sorted by level, and where each level begins: no component leads to one of its level.

    The level of a component is 1 plus the highest level that it leads to. ``level`` is scratch for each position, -1
    before and after.
    """
    count, most = len(starts) - 1, -1
    levels = np.empty(count, np.int32)
    for c in range(count):
        height = 0
        for k in range(starts[c], starts[c + 1]):
            for edge in range(first[order[k]], first[order[k] + 1]):
                height = max(height, level[targets[edge]] + 1)
        for k in range(starts[c], starts[c + 1]):
            level[order[k]] = height
        levels[c] = height
        most = max(most, height)
    begins = np.zeros(most + 2, np.int32)
    for c in range(count):
        begins[levels[c] + 1] += 1
    for k in range(most + 1):
        begins[k + 1] += begins[k]
    turns, filled = np.empty(count, np.int32), begins.copy()
    for c in range(count):
        turns[filled[levels[c]]] = c
        filled[levels[c]] += 1
    for i in range(len(level)):
        level[i] = -1
    return turns, begins


def stages_of(positions: Any, levels: Any, threads: int) -> list[list[tuple[int, int]]]:
    """Return stages: each is a list of spans of components, one for each thread; small levels form a stage of one span.

    ``positions`` is the cumulative number of positions of the components, and ``levels`` where levels begin.
    """
    before = np.concatenate([[0], positions])
    large = np.flatnonzero(np.diff(before[levels]) >= thresholds.SHARED_POSITIONS)
    stages, covered = [], 0
    for begin, end in zip(levels[large].tolist(), levels[large + 1].tolist(), strict=True):
        if covered < begin:
            stages.append([(covered, begin)])
        targets = before[begin] + (before[end] - before[begin]) * np.arange(1, threads) // threads
        ends = [begin, *np.searchsorted(before, targets).clip(begin, end).tolist(), end]
        stages.append([span for span in pairwise(ends) if span[0] < span[1]])
        covered = end
    return [*stages, [(covered, len(positions))]] if covered < len(positions) else stages


STEPS = (enter, leave, is_cyclic, solve_components)  # the functions of the compiled loop
