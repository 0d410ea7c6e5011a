"""A map of a sweep's figure over two parameters: a cell for each pair of values, with its number if there is room."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import Any

from faceup.numbers.value import measure
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME, Cell
from faceup.results.sentences.words import one_line, words_of
from faceup.results.showable import optional
from faceup.show.pictures.house_style import MARK, SOFT, gradient, ink_on, new_axes, shades, text_width
from faceup.show.pictures.sweep_numbers import CellNumbers, far_apart, name_of

STANDINS = {FAILED: "X", LIMIT: "?", NO_GAME: ""}  # for a number
NUMBER_SIZE = 8
FEW = 4  # different numbers, shared by several cells: a colour each
OUTLIERS = 20  # one cell in this many may be an outlier, at each end
BEYOND = 1  # times the span of the others


def has_room(texts: Iterable[str], columns: int, rows: int) -> bool:
    """Whether the cells have room for numbers."""
    widest = text_width(max(texts, key=len, default=""), NUMBER_SIZE)
    return columns * (widest + 6) <= 500 and rows <= 30


def draw_map(numbers: CellNumbers, across: str, up: str, canvas: Callable[[float], Any], labelled: bool) -> Any:
    """Draw a cell for each pair of values, darker for more; blank without a game, crossed for a failure."""
    columns, rows = numbers.sweep.axes[across], numbers.sweep.axes[up]
    figure = canvas(min(9.0, 1.6 + max(0.24 * len(rows), 1.2)) if labelled else 4.8)
    axes = new_axes(figure, grid="")
    cells = {
        (x, y): cell
        for x, column in enumerate(columns)
        for y, row in enumerate(rows)
        if (cell := numbers.at(**{across: column, up: row}))
    }
    numbers_at = {spot: number for spot, cell in cells.items() if (number := numbers.of(cell)) is not None}
    values = list(numbers_at.values()) or [0.0]
    norms, few = optional("matplotlib.colors", "plots"), sorted(set(values))
    spread, (low, high), scale = far_apart(values), usual_range(values), measure(values)
    apart = len(few) == 1 or len(few) <= min(FEW, len(values) - 1)
    if apart:
        colours = norms.ListedColormap(shades(len(few)))
        at = {number: float(k) for k, number in enumerate(few)}
        norm = norms.BoundaryNorm([k - 0.5 for k in range(len(few) + 1)], len(few))
    else:
        colours = gradient()
        at = {number: scale.place(number) for number in values}
        ends = (min(values), max(values)) if spread else (low, high)
        norm = (norms.LogNorm if spread else norms.Normalize)(*map(scale.place, ends))
    nothing = float("nan")
    ranks = [[at.get(numbers_at.get((x, y), nothing), nothing) for x in range(len(columns))] for y in range(len(rows))]
    texts = dict(zip(values, numbers.texts(values), strict=True))
    mesh = axes.pcolormesh(ranks, cmap=colours, norm=norm, edgecolors="face", linewidth=0.2)
    for (x, y), cell in cells.items():
        if (x, y) in numbers_at:
            text, colour = texts[numbers_at[x, y]] if labelled else "", ink_on(colours(norm(at[numbers_at[x, y]])))
        else:
            text, colour = STANDINS.get(cell.kind, "none"), MARK
        if text:
            axes.text(x + 0.5, y + 0.5, text, size=NUMBER_SIZE, color=colour, ha="center", va="center")
    for axis, which, name in ((axes.xaxis, columns, across), (axes.yaxis, rows, up)):
        every = ceil(len(which) / 20)
        ticks = range(0, len(which), every)
        axis.set_ticks([k + 0.5 for k in ticks], [one_line(str(which[k]), 16) for k in ticks])
        axis.set_label_text(words_of(name))
    missing = [cell for spot, cell in cells.items() if spot not in numbers_at]
    if apart:
        _key(
            figure,
            "" if numbers.are_ends else name_of(numbers),
            {numbers.text(number): colours(norm(at[number])) for number in few} if numbers_at else {},
            missing,
        )
        return figure
    if labelled:
        axes.set_title(name_of(numbers), loc="left")
        _map_notes(axes, missing)
        return figure
    beyond = "both" if min(values) < low and max(values) > high else "min" if min(values) < low else "max"
    extend = {} if spread or (low, high) == (min(values), max(values)) else {"extend": beyond}
    bar = figure.colorbar(mesh, ax=axes, pad=0.015, aspect=30, **extend)
    bar.set_label(name_of(numbers) + scale.words)
    if numbers.are_chances:
        bar.ax.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    bar.outline.set_visible(False)
    if spread:
        bar.ax.yaxis.set_major_formatter(
            optional("matplotlib.ticker", "plots").FuncFormatter(lambda n, _: f"{n:,.12g}")
        )
    _map_notes(axes, missing)
    return figure


def usual_range(values: Sequence[float]) -> tuple[float, float]:
    """The range of the colour map: a few outliers do not make all other cells look alike."""
    ordered = sorted(values)
    outliers = len(ordered) // OUTLIERS
    low, high = ordered[outliers], ordered[-1 - outliers]
    room = BEYOND * (high - low)
    if room == 0:
        return ordered[0], ordered[-1]
    return (low if low - ordered[0] > room else ordered[0]), (high if ordered[-1] - high > room else ordered[-1])


def _key(figure: Any, name: str, colours: Mapping[str, Any], missing: Sequence[Cell]) -> None:
    """Draw the key of colours, or a colour bar, under the map."""
    patch = optional("matplotlib.patches", "plots").Patch
    keys = [
        patch(facecolor=colour, edgecolor=SOFT, linewidth=0.5, label=f"{name} {text}".lstrip())
        for text, colour in colours.items()
    ]
    keys += [patch(facecolor="none", edgecolor="none", label=text) for text in _missing_words(missing)]
    figure.legend(handles=keys, loc="outside lower left", ncols=3, handlelength=1.6, handleheight=1.2)


def _missing_words(missing: Sequence[Cell]) -> list[str]:
    kinds = {cell.kind for cell in missing}
    names = {NO_GAME: "blank: no game", FAILED: "X: failed", LIMIT: "?: a limit was reached"}
    return [text for kind, text in names.items() if kind in kinds]


def _map_notes(axes: Any, missing: Sequence[Cell]) -> None:
    """The marks of cells without a number, and their meanings."""
    if note := _missing_words(missing):
        axes.annotate(
            "   ".join(note),
            (1, 0),
            (0, -22),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="top",
            fontsize=9,
        )
