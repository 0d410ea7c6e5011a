"""Means and variances of a chain in flat arrays, as ``moments`` finds them in fractions: within proven bounds.

What is expected from each position on is a value of the chain with other rewards, which the solver of games finds; the
rewards of the second moment are known within bounds alone, so that it is found for the lowest and for the highest.
"""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.flat_visits import Chain
from faceup.engines.chain.moments import mean_and_variance
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.driver import solve_all
from faceup.engines.solve.cyclic.positions import Flat
from faceup.numbers.intervals import ROUNDING, TINY, Bounds, all_around
from faceup.numbers.value import Value


class Range(NamedTuple):
    """The lowest and the highest that each of many numbers may be."""

    low: Any
    high: Any

    def first(self) -> Bounds:
        return Bounds(*(Fraction(float(side[0])) for side in self))


def expected_totals(chain: Chain, steps: Range, ends: Range, limits: Limits) -> Range:
    """What is expected from each position on, where each edge and each end brings so much. Raises Unfit, LimitHit."""
    low, error = _solve_totals(chain, steps.low, ends.low, limits)
    below, above = all_around(low, error)
    if steps.low is not steps.high or ends.low is not ends.high:
        _, above = all_around(*_solve_totals(chain, steps.high, ends.high, limits))
    return Range(below, above)


def _solve_totals(chain: Chain, steps: Any, ends: Any, limits: Limits) -> tuple[Any, Any]:
    count = len(chain.turns)
    flat = Flat(
        chain.turns,
        chain.first,
        chain.targets,
        chain.weights,
        rewards=steps,
        values=ends.copy(),
        errors=np.zeros(count),
        distances=np.zeros(count, np.int32),
        onward=np.full(count, -1, np.int32),
        finer=np.zeros(0),
    )
    solve_all(flat, 0, limits)
    return flat.values, flat.errors


def moments(chain: Chain, gains: Any, ends: Any, ending: Range | None, limits: Limits) -> tuple[Value, Value]:
    """Mean and variance of what is gained by plays that end.

    ``ending`` is with which probability there is an end from each position on, None where that is certain.
    """
    alike = Range(gains, gains)
    first = expected_totals(chain, alike if ending is None else _times(alike, ending, chain), Range(ends, ends), limits)
    sure = ending or Range(*2 * (np.ones(len(chain.turns)),))
    square = gains * gains
    steps = _plus(_times(Range(square, square), sure, chain), _times(Range(2 * gains, 2 * gains), first, chain))
    second = expected_totals(chain, steps, _wider(Range(ends * ends, ends * ends)), limits)
    return mean_and_variance(first.first(), second.first(), sure.first())


def _times(gains: Range, ahead: Range, chain: Chain) -> Range:
    """Of each edge what it brings, times what is known of where it leads; made wider for what rounding may lose."""
    products = [gains.low * side[chain.targets] for side in ahead]
    return _wider(Range(np.minimum(*products), np.maximum(*products)))


def _plus(one: Range, other: Range) -> Range:
    return _wider(Range(one.low + other.low, one.high + other.high))


def _wider(numbers: Range) -> Range:
    """Numbers and rewards are no further from what they mean than some last digits."""
    low, high = numbers
    return Range(low - (8 * ROUNDING * np.abs(low) + TINY), high + (8 * ROUNDING * np.abs(high) + TINY))
