"""What a picture is made of: marks between two axes, in the numbers of the axes, and what can be read there.

A drawing is a document that JSON can hold. It knows no sizes: painters choose them, and leave out what has no room.
"""

from collections.abc import Sequence
from typing import TypedDict


class Axis(TypedDict):
    """What lies along it, from its lowest to its highest end: shares, whole numbers, or any.

    Where places 0, 1, ... have names, painters take the first list of them that has room, and of the last one those
    that have: the place k where k + ``offset`` is a round number.
    """

    label: str
    ends: tuple[float, float]
    share: bool
    whole: bool
    names: list[list[str]]
    offset: int


class Bar(TypedDict):
    """The share of something, between its ``ends`` across; ``cells`` are its row in the table of all bars."""

    ends: tuple[float, float]
    share: float
    bounds: tuple[float, float] | None
    second: bool
    cells: list[str]
    text: str


class Line(TypedDict):
    """A line through these points, and what is written at its end."""

    look: str
    points: list[tuple[float, float]]
    text: str


class Key(TypedDict):
    """A look and what it means."""

    look: str
    text: str


class Drawing(TypedDict):
    """A picture, and in one line what it finds; ``columns`` are those of the table of its bars."""

    title: str
    across: Axis
    up: Axis
    columns: list[str]
    bars: list[Bar]
    lines: list[Line]
    keys: list[Key]


def new_drawing(
    title: str,
    across: Axis,
    up: Axis,
    *,
    columns: Sequence[str] = (),
    bars: Sequence[Bar] = (),
    lines: Sequence[Line] = (),
    keys: Sequence[Key] = (),
) -> Drawing:
    """A drawing with these marks and no others."""
    return {
        "title": title,
        "across": across,
        "up": up,
        "columns": list(columns),
        "bars": list(bars),
        "lines": list(lines),
        "keys": list(keys),
    }


def numbers(label: str, low: float, high: float, whole: bool = True) -> Axis:
    """An axis of numbers."""
    return {"label": label, "ends": (low, high), "share": False, "whole": whole, "names": [], "offset": 0}


def shares(label: str, highest: float) -> Axis:
    """An axis of shares from none up."""
    return {"label": label, "ends": (0.0, highest), "share": True, "whole": False, "names": [], "offset": 0}


def places(label: str, names: Sequence[Sequence[str]], offset: int = 0) -> Axis:
    """An axis of places with names, the longer ones first."""
    ends = (-0.5, len(names[0]) - 0.5)
    kept = [list(words) for words in names]
    return {"label": label, "ends": ends, "share": False, "whole": True, "names": kept, "offset": offset}
