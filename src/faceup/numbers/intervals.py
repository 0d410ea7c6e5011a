"""Interval arithmetic with proven enclosures: of exact numbers, and of floats with a bound on their rounding error.

The functions on floats are compiled too. Why they bound what they bound: one operation in float64 gives its result
times 1 + d with ``|d| <= 2**-53``; what is smaller than 2**-1022 is wrong by at most 2**-1075 besides. D. E. Knuth,
The Art of Computer Programming 2, 4.2.2; T. J. Dekker, A Floating-Point Technique for Extending the Available
Precision, Numerische Mathematik 18, 1971.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from faceup.numbers.exact import LONGEST_NUMBER, Exact, mean, shorten

ROUNDING = 2.0**-53
TINY = 2.0**-1070  # sixteen times the least number above zero
EXACT = 2.0**53  # whole numbers below this are exact in a float64
SMALL = 2.0**-900  # below it products may lose digits
SPLITTER = 134217729.0  # 2**27 + 1


class Bounds(NamedTuple):
    """The lowest and the highest that a number may be."""

    low: Exact
    high: Exact


def plus(bounds: Bounds, gain: Exact) -> Bounds:
    return Bounds(bounds.low + gain, bounds.high + gain) if gain else bounds


def weighted_mean(worth: Sequence[Bounds], weights: Sequence[int], longest: float = LONGEST_NUMBER) -> Bounds:
    """The weighted mean."""
    total = sum(weights)
    low = mean(list(zip(weights, [low for low, _ in worth], strict=True)), total)
    if all(low == high for low, high in worth):
        high = low
    else:
        high = mean(list(zip(weights, [high for _, high in worth], strict=True)), total)
    return outwards(Bounds(low, high), longest)


def outwards(bounds: Bounds, longest: float = LONGEST_NUMBER) -> Bounds:
    """Return the bounds, rounded outwards to shorter numbers if they have more bits than ``longest``."""
    return Bounds(shorten(bounds.low, -1, longest), shorten(bounds.high, 1, longest))


def all_around(values: Any, errors: Any) -> tuple[Any, Any]:
    """As ``value.around``, of each float of an array."""
    low = np.where(errors == 0.0, values, np.nextafter(values - errors, -np.inf))
    return low, np.where(errors == 0.0, values, np.nextafter(values + errors, np.inf))


def misread(number: float) -> float:
    """Return the largest error of a payoff as a float64, compared with the exact number of the rules."""
    if abs(number) < EXACT and number == np.rint(number):
        return 0.0
    if abs(number) < 1e5 and number * 1024.0 == np.rint(number * 1024.0):
        return 0.0
    return ROUNDING * abs(number) + TINY


def larger(number: float) -> float:
    """Return the number plus a bound on the rounding error of its computation."""
    return number + abs(number) * 2.0**-50 + (TINY if number != 0.0 else 0.0)


def middle_of(least: float, most: float) -> tuple[float, float]:
    """Return the middle of two numbers, and a bound on the distance of both from it."""
    if least == most:
        return least, 0.0
    middle = least / 2.0 + most / 2.0
    return middle, larger(max(most - middle, middle - least))


def share(number: float, total: float) -> float:
    """Return the share of an error by a probability; above 0 even if that underflows."""
    return number / total + (TINY if number > 0.0 else 0.0)


def two_sum(a: float, b: float) -> tuple[float, float]:
    """Return the rounded sum and its error, exactly (TwoSum: Knuth)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def two_product(a: float, b: float) -> tuple[float, float]:
    """Return the rounded product and its error, exactly (TwoProduct: Dekker)."""
    product = a * b
    c = SPLITTER * a
    high_a = c - (c - a)
    low_a = a - high_a
    c = SPLITTER * b
    high_b = c - (c - b)
    low_b = b - high_b
    return product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b


STEPS = (misread, larger, middle_of, share, two_sum, two_product)  # compiled into kernels
