"""Sums and means of numbers that are known within bounds."""

from collections.abc import Sequence

from faceup.engines.linear_systems import Bounds
from faceup.engines.numbers import Exact, mean, shortened


def plus(bounds: Bounds, gain: Exact) -> Bounds:
    return Bounds(bounds.low + gain, bounds.high + gain) if gain else bounds


def expected(worth: Sequence[Bounds], weights: Sequence[int]) -> Bounds:
    """The weighted mean."""
    total = sum(weights)
    low = mean(list(zip(weights, [low for low, _ in worth], strict=True)), total)
    if all(low == high for low, high in worth):
        high = low
    else:
        high = mean(list(zip(weights, [high for _, high in worth], strict=True)), total)
    return outwards(Bounds(low, high))


def outwards(bounds: Bounds) -> Bounds:
    """The bounds with shorter numbers, where these are very long."""
    return Bounds(shortened(bounds.low, -1), shortened(bounds.high, 1))
