"""The data of a picture: marks in the units of two axes, and texts.

A drawing is a JSON document. It has no sizes: painters choose them, and leave out texts that have no room.
"""

from collections.abc import Sequence
from typing import TypedDict, TypeVar

GAP = "..."  # the name of a place between values that are far apart


class Axis(TypedDict):
    """An axis from its lowest to its highest end, of shares, of whole numbers, or of any numbers.

    If places 0, 1, ... have names, painters take the first list of names that has room, and of the last one those that
    have: the place k if k + ``offset`` is a round number, or if it is a ``GAP``.
    """

    label: str
    ends: tuple[float, float]
    share: bool
    whole: bool
    names: list[list[str]]
    offset: int


class Bar(TypedDict):
    """A bar between its ``ends`` across, as high as its ``share``; ``cells`` are its row in the table of all bars."""

    ends: tuple[float, float]
    share: float
    bounds: tuple[float, float] | None
    second: bool
    cells: list[str]
    text: str


class Cells(TypedDict):
    """Cells of one look, in upright runs: the column, the lowest cell, and the number of cells."""

    look: str
    name: str
    runs: list[tuple[int, int, int]]
    text: str


class Area(TypedDict):
    look: str
    points: list[tuple[float, float]]


class Line(TypedDict):
    """A line through points, with a text at its end."""

    look: str
    points: list[tuple[float, float]]
    text: str


class Step(TypedDict):
    """A step of a threshold: its place across, its mark if it has one, the label ``told`` beside it, and a text."""

    at: float
    mark: float | None
    told: str
    text: str


class Label(TypedDict):
    """A text for one of these boxes, each given by its middle, its width and its height."""

    look: str
    text: str
    boxes: list[tuple[float, float, float, float]]


class Key(TypedDict):
    """A look and its meaning."""

    look: str
    text: str


class Panel(TypedDict, total=False):
    """Marks, the lowest layer first. Readers of the texts use steps or bars if there are any, else cells.

    A panel that ``begins`` a row stands below all before it. Panels with axes of their own, ``across`` and ``up``, do
    not share those of the drawing.
    """

    title: str
    across: Axis
    up: Axis
    begins: bool
    areas: list[Area]
    cells: list[Cells]
    bars: list[Bar]
    lines: list[Line]
    steps: list[Step]
    labels: list[Label]


class Drawing(TypedDict):
    """A picture, and its finding in one line.

    Looks are ``bar`` and ``bar bar-tied`` of bars; ``mean`` and ``boundary`` of lines; of cells ``move 0`` for the
    first of ``moves`` moves, ``move 0 1`` for two equally good ones, ``crossed`` for more, ``unsure`` if rounding hides
    which is best, ``shade 0`` to ``shade 1`` for a number, and ``blank``, whose meaning is ``nowhere``. ``columns`` are
    those of the table of all bars.
    """

    title: str
    across: Axis
    up: Axis
    panels: list[Panel]
    keys: list[Key]
    columns: list[str]
    moves: int
    nowhere: str


def new_drawing(
    title: str,
    across: Axis,
    up: Axis,
    panels: Sequence[Panel],
    keys: Sequence[tuple[str, str]] = (),
    *,
    columns: Sequence[str] = (),
    moves: int = 0,
    nowhere: str = "",
) -> Drawing:
    """Return a drawing with these panels on common axes; keys are looks with their meanings."""
    return {
        "title": title,
        "across": across,
        "up": up,
        "panels": list(panels),
        "keys": [{"look": look, "text": text} for look, text in keys],
        "columns": list(columns),
        "moves": moves,
        "nowhere": nowhere,
    }


def numbers(label: str, low: float, high: float, whole: bool = True) -> Axis:
    """Return an axis of numbers."""
    return {"label": label, "ends": (low, high), "share": False, "whole": whole, "names": [], "offset": 0}


def shares(label: str, highest: float) -> Axis:
    """Return an axis of shares from 0 up."""
    return {"label": label, "ends": (0.0, highest), "share": True, "whole": False, "names": [], "offset": 0}


def places(label: str, names: Sequence[Sequence[str]], offset: int = 0) -> Axis:
    """Return an axis of places with names, the longer ones first."""
    ends = (-0.5, len(names[0]) - 0.5)
    kept_words = [list(words) for words in names]
    return {"label": label, "ends": ends, "share": False, "whole": True, "names": kept_words, "offset": offset}


Thing = TypeVar("Thing")


def look_of_moves(colours: Sequence[int], striped: bool = True) -> str:
    """Return the look of moves that are equally good: striped in their colours, or crossed if they are too many."""
    crossed = len(colours) > 2 or (len(colours) > 1 and not striped)
    return "crossed" if crossed else f"move {' '.join(map(str, colours))}"


def evenly(things: Sequence[Thing], most: int) -> list[Thing]:
    """Return at most ``most`` of the things, evenly spaced, the first and the last included."""
    if len(things) <= most:
        return list(things)
    return [things[round(k * (len(things) - 1) / (most - 1))] for k in range(most)]
