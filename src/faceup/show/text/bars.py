"""Bars made of characters."""

from collections.abc import Sequence

from faceup.results.sentences.words import Bar

WIDEST, SHORTEST = 50, 4  # characters of the longest bar, by how much room there is


def bar_lines(rows: Sequence[Bar], encoding: str, width: int, flush: bool = False) -> list[str]:
    """A line for each row, without bars if they have no room; names are ``flush`` left, else end at the bar."""
    named = max((len(row.name) for row in rows), default=0)
    columns = [max(map(len, column)) for column in zip(*(row.cells for row in rows), strict=True)]
    figure_width = sum(columns) + 2 * len(columns)
    room, side = min(WIDEST, width - named - figure_width - 2), "<" if flush else ">"
    bar_texts = bars([row.length for row in rows], encoding, room) if room >= SHORTEST else [""] * len(rows)
    return [
        "  ".join((f"{row.name:{side}{named}}", *filter(None, (bar,)), *map(str.rjust, row.cells, columns)))
        for row, bar in zip(rows, bar_texts, strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest ``width`` wide, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]
