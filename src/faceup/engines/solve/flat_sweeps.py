"""Estimates of the values in a component: its positions gone through again and again, with leaps.

Each position takes the newest of what it leads to (Gauss and Seidel); now and then all go on to where their steps lead
(Aitken). Nothing is proven here.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.rules.contract import CHANCE

OFTEN = 2  # times that positions are gone through between two looks at how it goes
PATIENCE = 256  # times after which less must change than a sixteenth of what did before
# What is said of the estimates: as near as they can be, too slow, or not yet.
NEAR, SLOW, ONWARD = 0, 1, 2
# Registers: how often the positions were gone through, when they leap next, what changed last, and at the last look.
TIMES, NEXT_LEAP, CHANGE, MARK, PROGRESS = 0, 1, 2, 3, 4


class Sweep(NamedTuple):
    """The estimates of a component's ``values``, room for their ``steps``, and the ``registers``."""

    values: Any
    steps: Any
    registers: Any


def sweep_from(values: Any) -> Any:
    """Estimates from which to begin."""
    registers = np.zeros(PROGRESS)
    registers[CHANGE] = registers[MARK] = np.inf
    return Sweep(values, np.zeros(len(values)), registers)


def swept(part: Any, sweep: Any, most: int, pause: int) -> int:
    """Go through the positions until they are NEAR, or SLOW: after ``most`` times, or as too little changes.

    ONWARD says that there is more to do after so many edges, from where the registers stand.
    """
    values, registers, work = sweep.values, sweep.registers, 0
    while registers[TIMES] < most:
        if work >= pause:
            return ONWARD
        before = registers[CHANGE]
        change = gone_through(part, values, OFTEN)
        work += OFTEN * len(part.targets)
        registers[CHANGE] = change
        registers[TIMES] += OFTEN
        if is_enough(change, before, largest(values)):
            return NEAR
        if registers[TIMES] % PATIENCE == 0:
            if not change < registers[MARK] / 16.0:
                return SLOW
            registers[MARK] = change
        if registers[TIMES] >= registers[NEXT_LEAP]:
            leap(part, values, sweep.steps)
            # Ever more seldom, for where many rates mix they lead astray.
            registers[NEXT_LEAP] += OFTEN + registers[TIMES] // 4
    return SLOW


def is_enough(change: float, before: float, size: float) -> bool:
    """Whether values that change so little have come as near as they can."""
    return change <= 2.0**-53 * size or (change < 2.0**-46 * size and change >= 0.9 * before)


def largest(values: Any) -> float:
    """The size of the largest number, and a little more than nothing."""
    size = 2.0**-1000
    for k in range(len(values)):
        size = max(size, abs(values[k]))
    return size


def gone_through(part: Any, values: Any, times: int) -> float:
    """Put what each position leads to in its place, so many times; by how much the last time changed any."""
    change = 0.0
    for _ in range(times):
        change = 0.0
        for k in range(len(values)):
            value, kind = part.outside[k], part.kinds[k]
            for edge in range(part.first[k], part.first[k + 1]):
                other = values[part.targets[edge]]
                if kind == CHANCE:
                    value += part.factors[edge] * other
                elif kind == 0:
                    value = max(value, part.factors[edge] + other)
                else:
                    value = min(value, part.factors[edge] + other)
            change = max(change, abs(value - values[k]))
            values[k] = value
    return change


def leap(part: Any, values: Any, steps: Any) -> None:
    """Go through the positions twice, and on to where the steps would lead if all shrank as they do (Aitken)."""
    for k in range(len(values)):
        steps[k] = values[k]
    gone_through(part, values, 1)
    square = 0.0
    for k in range(len(values)):
        step, steps[k] = values[k] - steps[k], values[k]
        square += step * step
    before, square = square, 0.0
    gone_through(part, values, 1)
    for k in range(len(values)):
        steps[k] = values[k] - steps[k]
        square += steps[k] * steps[k]
    if 0.0 < square < before * (1.0 - 2.0**-16):
        ratio = np.sqrt(square / before)
        for k in range(len(values)):
            values[k] += steps[k] * ratio / (1.0 - ratio)
