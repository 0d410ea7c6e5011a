"""Counted scores as few enough bars."""

from collections.abc import Mapping
from typing import Any

MOST_BARS = 60  # before neighbouring scores are put together


def gathered(counts: Mapping[float, int]) -> dict[Any, int]:
    """The counts as few enough bars: neighbouring whole scores are put together under the lowest of them."""
    if len(counts) <= MOST_BARS:
        return dict(counts)
    low, width = min(counts), bar_width(counts)
    found: dict[Any, int] = {}
    for score, count in counts.items():
        bar = low + (score - low) // width * width
        found[bar] = found.get(bar, 0) + count
    return found


def bar_width(counts: Mapping[float, int]) -> float:
    """How many whole scores are put together in a bar of a histogram that has too many."""
    return -(-(max(counts) - min(counts) + 1) // MOST_BARS)
