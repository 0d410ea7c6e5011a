"""A map of a sweep's figure over two parameters: a cell for each pair of values, its number where there is room."""

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Any

from faceup.results.extras import optional
from faceup.results.sweep import FAILED, LIMIT, NO_GAME, Cell
from faceup.show.pictures.house_style import MARK, ink_on, new_axes, text_width
from faceup.show.pictures.sweep_numbers import CellNumbers, digits, far_apart, name_of
from faceup.show.text.phrases import one_line, words_of

STANDINS = {FAILED: "X", LIMIT: "?", NO_GAME: ""}  # for a number
NUMBER_SIZE = 8


def has_room(texts: Iterable[str], columns: int, rows: int) -> bool:
    """Whether numbers can stand in the cells."""
    widest = text_width(max(texts, key=len, default=""), NUMBER_SIZE)
    return columns * (widest + 6) <= 500 and rows <= 30


def draw_map(numbers: CellNumbers, across: str, up: str, canvas: Callable[[float], Any], written: bool) -> Any:
    """A cell for each pair of values, the darker the less; blank where there is no game, crossed where it failed."""
    columns, rows = numbers.sweep.axes[across], numbers.sweep.axes[up]
    drawn = canvas(min(9.0, 1.6 + max(0.24 * len(rows), 1.2)) if written else 4.8)
    axes = new_axes(drawn, grid="")
    cells = {
        (x, y): cell
        for x, column in enumerate(columns)
        for y, row in enumerate(rows)
        if (cell := numbers.at(**{across: column, up: row}))
    }
    found = {spot: number for spot, cell in cells.items() if (number := numbers.of(cell)) is not None}
    shown = [[found.get((x, y), float("nan")) for x in range(len(columns))] for y in range(len(rows))]
    colours = optional("matplotlib", "plots").colormaps["cividis"]
    values = list(found.values()) or [0.0]
    norms = optional("matplotlib.colors", "plots")
    far = far_apart(values)
    norm = (norms.LogNorm if far else norms.Normalize)(min(values), max(values))
    mesh = axes.pcolormesh(shown, cmap=colours, norm=norm, edgecolors="face", linewidth=0.2)
    for (x, y), cell in cells.items():
        if (x, y) in found:
            text, colour = digits(found[x, y]) if written else "", ink_on(colours(norm(found[x, y])))
        else:
            text, colour = STANDINS.get(cell.kind, "none"), MARK
        if text:
            axes.text(x + 0.5, y + 0.5, text, size=NUMBER_SIZE, color=colour, ha="center", va="center")
    for axis, which, name in ((axes.xaxis, columns, across), (axes.yaxis, rows, up)):
        every = ceil(len(which) / 20)
        chosen = range(0, len(which), every)
        axis.set_ticks([k + 0.5 for k in chosen], [one_line(str(which[k]), 16) for k in chosen])
        axis.set_label_text(words_of(name))
    bar = drawn.colorbar(mesh, ax=axes, pad=0.015, aspect=30)
    bar.set_label(name_of(numbers))
    bar.outline.set_visible(False)
    if far:
        bar.ax.yaxis.set_major_formatter(
            optional("matplotlib.ticker", "plots").FuncFormatter(lambda n, _: f"{n:,.12g}")
        )
    _map_notes(axes, [cell for spot, cell in cells.items() if spot not in found])
    return drawn


def _map_notes(axes: Any, missing: Sequence[Cell]) -> None:
    """What stands where there is no number."""
    kinds = {cell.kind for cell in missing}
    names = {NO_GAME: "blank: no game", FAILED: "X: failed", LIMIT: "?: a limit was reached"}
    told = [text for kind, text in names.items() if kind in kinds]
    if told:
        axes.annotate(
            "   ".join(told),
            (1, 0),
            (0, -22),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=9,
        )
