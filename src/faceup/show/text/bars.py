"""Bars made of characters."""

from collections.abc import Sequence
from typing import NamedTuple

WIDEST, SHORTEST = 50, 4  # characters of the longest bar, by how much room there is
MOST_BARS = 30  # that a screen has room for
NAME = 6  # characters of a score before its bar, at least


class Bar(NamedTuple):
    """A bar with what stands before it, and in columns behind it."""

    name: str
    length: float
    told: Sequence[str]


def bar_lines(rows: Sequence[Bar], encoding: str, width: int, left: bool = False) -> list[str]:
    """A line for each, without bars where these have no room; names begin at the ``left``, or end at the bar."""
    named = max((len(row.name) for row in rows), default=0)
    columns = [max(map(len, column)) for column in zip(*(row.told for row in rows), strict=True)]
    told = sum(columns) + 2 * len(columns)
    room, side = min(WIDEST, width - named - told - 2), "<" if left else ">"
    drawn = bars([row.length for row in rows], encoding, room) if room >= SHORTEST else [""] * len(rows)
    return [
        "  ".join((f"{row.name:{side}{named}}", *filter(None, (bar,)), *map(str.rjust, row.told, columns)))
        for row, bar in zip(rows, drawn, strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest as wide as that, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]
