"""How long a chain goes on, in flat arrays: shares of plays that are at least what they say."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from faceup.engines.limits import Limits
from faceup.engines.outcomes.flat_lengths_kernel import A_STEP, REGISTERS, STEP, STEPS, WORK, push
from faceup.engines.outcomes.flat_visits_kernel import LEAST, Chain
from faceup.engines.solve.native_kernel import ROUNDING
from faceup.native.kernels import shared_kernel

MOST_WORK = 1 << 33  # moves looked at, each step anew, before the rest is left out
LONGEST = 1 << 22  # moves of a play whose share is told
NEGLIGIBLE = 2.0**-12  # of the tail: all together that is left out in a step,
SPARE = 0.1  # and in all
WORK_LIMIT = "work"


def lengths_of(chain: Chain, stays: Any, tail: float, limits: Limits) -> tuple[dict[int, Fraction], str]:
    """The share of plays of each length, and which limit was reached on the way, none as an empty text."""
    count = len(chain.turns)
    masses, at = np.zeros((2, count, 2)), np.zeros(REGISTERS, np.int64)
    masses[0, 0, 0] = 1.0
    ended, least, spare = np.zeros(1 << 12), max(tail * NEGLIGIBLE / count, LEAST), np.array([tail * SPARE])
    limit, done = "", False
    while not done and not limit and at[WORK] < MOST_WORK:
        done = compiled_push()(chain, stays, masses, at, ended, tail, least, spare)
        limit = "" if done else limits.reached(count)
        if at[STEP] == len(ended):
            if len(ended) >= LONGEST:
                limit = WORK_LIMIT
                break
            ended = np.append(ended, np.zeros(len(ended)))
    if not done:
        limit = limit or WORK_LIMIT
    return {int(n): at_least(float(ended[n]), int(n)) for n in np.flatnonzero(ended)}, limit


@cache
def compiled_push() -> Any:
    return shared_kernel(push, STEPS)


def at_least(share: float, steps: float) -> Fraction:
    """What a share is at least that so many steps of rounding have led to."""
    return Fraction(share * max(0.0, 1.0 - 1.01 * ROUNDING * (A_STEP * steps + 8)))
