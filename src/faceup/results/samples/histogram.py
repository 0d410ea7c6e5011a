"""Counts or shares of scores as few enough bars."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any, TypeVar

from faceup.numbers.value import nearest_float, plain

DIGITS = 12  # of a score
MOST_BARS = 60  # before neighbouring scores are put together

Size = TypeVar("Size", int, Fraction)


def gather_bars(counts: Mapping[Any, Size], most: int = MOST_BARS) -> dict[Any, Size]:
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
    """How many whole numbers a bar of a histogram spans that has too many scores; 1 where each has its own.

    Where all are even, say, all bars hold as many of these.
    """
    if len(counts) <= most:
        return 1
    width, apart = -(-(max(counts) - min(counts) + 1) // most), _apart(counts)
    return -(-width // apart) * apart if apart else width


def bar_namer(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Callable[[Any], str]:
    """What names a bar by the scores that are put together in it: ``54 to 57``, or ``54`` alone."""
    width = bar_width(counts, most)
    apart, highest = (0, 0) if width == 1 else (_apart(counts), max(counts))

    def name(bar: Any) -> str:
        last = bar if width == 1 else min(bar + width - apart, highest)
        low, high = (plain(nearest_float(score), DIGITS) for score in (bar, last))
        return f"{low} to {high}" if last > bar else low

    return name


def _apart(counts: Mapping[Any, Any]) -> int:
    """What all differences of scores are multiples of; 0 where some is no whole number, or all are one."""
    if any(score != int(score) for score in counts):
        return 0
    least = min(counts)
    return gcd(*(int(score - least) for score in counts))
