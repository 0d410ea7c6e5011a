"""Counts or shares of scores, gathered into few bars."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

from faceup.numbers.value import nearest_float, plain

DIGITS = 12  # of a score
MOST_BARS = 60  # before neighbouring scores are put together

Size = TypeVar("Size", int, Fraction)


def gather_bars(counts: Mapping[Any, Size], most: int = MOST_BARS) -> dict[Any, Size]:
    """The counts in few bars: neighbouring whole scores are merged under the lowest of them."""
    if len(counts) <= most:
        return dict(counts)
    low, width = min(counts), bar_width(counts, most)
    bars: dict[Any, Size] = {}
    for score, count in counts.items():
        bar = low + (score - low) // width * width
        bars[bar] = bars[bar] + count if bar in bars else count
    return bars


def bar_width(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Any:
    """The number of whole scores in a bar; 1 if each score has its own bar.

    If all scores are multiples of a number, each bar holds the same number of multiples.
    """
    if len(counts) <= most:
        return 1
    width, apart = -(-(max(counts) - min(counts) + 1) // most), _common_step(counts)
    return -(-width // apart) * apart if apart else width


def bar_namer(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Callable[[Any], str]:
    """A function that names a bar by its scores: ``54 to 57``, or ``54`` alone."""
    width = bar_width(counts, most)
    apart, highest = (0, 0) if width == 1 else (_common_step(counts), max(counts))

    def name(bar: Any) -> str:
        last = bar if width == 1 else min(bar + width - apart, highest)
        low, high = (plain(nearest_float(score), DIGITS) for score in (bar, last))
        return f"{low} to {high}" if last > bar else low

    return name


def _common_step(counts: Mapping[Any, Any]) -> int:
    """The greatest common divisor of all differences of scores; 0 if some score is not whole, or all are equal."""
    if any(score != int(score) for score in counts):
        return 0
    least = min(counts)
    return gcd(*(int(score - least) for score in counts))
