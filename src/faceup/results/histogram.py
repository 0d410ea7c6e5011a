"""Counts or shares of scores as few enough bars."""

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

MOST_BARS = 60  # before neighbouring scores are put together

Size = TypeVar("Size", int, Fraction)


def gathered(counts: Mapping[Any, Size], most: int = MOST_BARS) -> dict[Any, Size]:
    """The counts as few enough bars: neighbouring whole scores are put together under the lowest of them."""
    if len(counts) <= most:
        return dict(counts)
    low, width = min(counts), bar_width(counts, most)
    found: dict[Any, Size] = {}
    for score, count in counts.items():
        bar = low + (score - low) // width * width
        found[bar] = found[bar] + count if bar in found else count
    return found


def bar_width(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Any:
    """How many whole scores are put together in a bar of a histogram that has too many.

    Where all are even, say, all bars hold as many of these.
    """
    low = min(counts)
    width, apart = -(-(max(counts) - low + 1) // most), gcd(*(int(score - low) for score in counts))
    return -(-width // apart) * apart if apart and all(score == int(score) for score in counts) else width
