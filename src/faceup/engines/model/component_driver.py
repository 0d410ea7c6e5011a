"""The components of a graph gone through from the ends: one order, one look at limits, and levels for threads.

A loop solves components one after another. It says ``APART`` of one for which it is no way: that one is solved apart,
and the loop goes on behind it. Loops are compiled, or CPython's.

Several threads solve components of one level at once. None of these leads to another of them, so that each thread reads
what was found before and writes to its own components alone; the values are those of one thread, to the bit.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from faceup.engines.model import thresholds
from faceup.engines.model.components import comes_round
from faceup.engines.model.limits import together

IN_CPYTHON = 1, 256  # work for an edge, and between two looks at limits
AGAIN = 16  # times that an edge is work where play comes round, as far as the loop counts

# What a loop says: all are solved, there is more to do, or one is to be solved apart. Whatever else it says is why it
# refuses.
DONE, PAUSED, APART = 0, 1, 2
# Registers: the next component of those in turn, and where they end; whether somewhere play may be kept for ever, and
# whether several seats decide somewhere where play comes round.
NEXT, END, STAYS, SEVERAL, REGISTERS = 0, 1, 2, 3, 4

# ``loop(order, starts, turns, place, registers)`` takes the components in their turns, each from where it ``starts`` in
# the order; ``place`` is -1 for every position, but for those of a component that is being solved.
Loop = Callable[[Any, Any, Any, Any, Any], int]


def enter(first: Any, members: Any, place: Any) -> int:
    """Set the places of a component's members; how many edges they have."""
    edges = 0
    for k in range(len(members)):
        place[members[k]] = k
        edges += first[members[k] + 1] - first[members[k]]
    return edges


def leave(members: Any, place: Any) -> None:
    """Set their places back."""
    for k in range(len(members)):
        place[members[k]] = -1


def settle_in_turn(
    alone: Callable[[Any, Any, int], int],
    round_trip: Callable[[Any, Any, Any, Any, Any], int],
    graph: Any,
    given: Any,
    slices: tuple[int, int],
    order: Any,
    starts: Any,
    turns: Any,
    place: Any,
    registers: Any,
) -> int:
    """The loop: one text, for CPython and for machine code.

    ``alone(graph, given, i)`` solves a position to which play does not come back, and ``round_trip(graph, given,
    members, place, registers)`` those that lead back to each other, whose places are set; they say as much as the loop.
    It pauses after so much work, by ``slices``: that for an edge, and all that is done at once.
    """
    work, first, targets = 0, graph.first, graph.targets
    each, most = slices
    k, last = int(registers[NEXT]), int(registers[END])
    while k < last and work <= most:
        begin, end = starts[turns[k]], starts[turns[k] + 1]
        if comes_round(first, targets, order, begin, end):
            members = order[begin:end]
            work += AGAIN * each * enter(first, members, place)
            said = round_trip(graph, given, members, place, registers)
            if said != APART:
                leave(members, place)
        else:
            i = order[begin]
            work += each * (1 + first[i + 1] - first[i])
            said = alone(graph, given, i)
        if said != DONE:
            registers[NEXT] = k
            return said
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
    """Solve all components, each after those that it leads to; the registers, in which is what is true of any of them.

    ``apart(members, place)`` solves one component, whose places are set in flat arrays and are so no more when it ends,
    and tells whether play may be kept there for ever. Whenever the loop comes back, ``look`` may raise that a limit is
    reached after so many components. Several threads share levels, where ``sort`` finds these. Not ``backwards``, it is
    from the start to the ends.
    """
    order, starts = components
    count = len(starts) - 1
    found = np.zeros(REGISTERS, np.int64)
    turns, stages = np.arange(count, dtype=np.int32)[:: 1 if backwards else -1].copy(), [[(0, count)]]
    if sort is not None:
        turns, levels = sort(order, starts, place)
        stages = stages_of(np.cumsum(np.diff(starts)[turns]), levels, threads)
    for spans in stages:
        todo = [np.array([*span, 0, 0], np.int64) for span in spans]
        while todo:
            look(int(todo[0][NEXT]))
            tasks = [partial(loop, order, starts, turns, place, registers) for registers in todo]
            for registers, said in zip(todo, together(tasks), strict=True):
                if said not in (DONE, PAUSED, APART):
                    raise refuse(said)
                if said == APART:
                    assert apart is not None, "a loop that leaves nothing apart did so"
                    component = turns[registers[NEXT]]
                    members = order[starts[component] : starts[component + 1]]
                    registers[STAYS] |= apart(members, place)
                    registers[NEXT] += 1
                found[STAYS:] |= registers[STAYS:]
            todo = [registers for registers in todo if registers[NEXT] < registers[END]]
    return found


def by_level(first: Any, targets: Any, order: Any, starts: Any, level: Any) -> tuple[Any, Any]:
    """Components sorted by level, and where each level begins among them: no component leads to one of its own level.

    The level is one more than the highest of those that the component leads to. ``level`` has room for that of each
    position; it begins and ends with -1 everywhere.
    """
    count, most = len(starts) - 1, -1
    levels = np.empty(count, np.int32)
    for c in range(count):
        here = 0
        for k in range(starts[c], starts[c + 1]):
            for edge in range(first[order[k]], first[order[k] + 1]):
                here = max(here, level[targets[edge]] + 1)
        for k in range(starts[c], starts[c + 1]):
            level[order[k]] = here
        levels[c] = here
        most = max(most, here)
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


STEPS = (enter, leave, comes_round, settle_in_turn)  # what machine code is made of
