"""Bars made of characters."""

from collections.abc import Sequence
from typing import NamedTuple

WIDEST, SHORTEST = 50, 4  # characters of the longest bar, by how much room there is


class Bar(NamedTuple):
    """A bar with what stands before it and behind it."""

    name: str
    length: float
    told: str


def bar_lines(rows: Sequence[Bar], encoding: str, width: int, left: bool = False) -> list[str]:
    """A line for each, no wider than ``width`` where that can be; names begin at the ``left``, or end at the bar."""
    named = max((len(row.name) for row in rows), default=0)
    told = max((len(row.told) for row in rows), default=0)
    drawn = bars([row.length for row in rows], encoding, max(SHORTEST, min(WIDEST, width - named - told - 4)))
    side = "<" if left else ">"
    return [f"{row.name:{side}{named}}  {bar}  {row.told}" for row, bar in zip(rows, drawn, strict=True)]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest as wide as that, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]
