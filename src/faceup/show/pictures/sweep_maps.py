"""One figure of a sweep as numbers, one a cell, and as a map over two parameters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any

from faceup.numbers.value import Value, measure
from faceup.results.number_texts import alike, digits, percent, rates_alike
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME, Cell, Sweep, number_of
from faceup.results.sentences.words import one_line, words_of
from faceup.results.showable import optional
from faceup.results.stakes import UNITS
from faceup.rules.names import seat_name
from faceup.show.pictures.house_style import MARK, SOFT, gradient, ink_on, new_axes, shades, text_width

NAMES = {
    "thresholds": "threshold",
    "states": "number of states",
    "openings": "number of best first moves",
    "win_rate": "share of games won",
    "mean": "mean result",
    "tie_rate": "share of games tied",
    "length": "mean length of a game (steps)",
}
FAR = 200  # the ratio of the greatest to the least number, above which a scale is logarithmic


@dataclass(frozen=True)
class CellNumbers:
    """One figure of a sweep as a number in each cell; a single threshold counts as one."""

    sweep: Sweep
    figure: str

    @cached_property
    def are_curves(self) -> bool:
        """Whether some cell has several thresholds, so that no number can stand for it."""
        return self.figure == "thresholds" and any(len(thresholds_of(cell)) > 1 for cell in self.sweep.cells)

    def of(self, cell: Cell) -> float | None:
        """Return the number of a cell; None for bounds that a limit left open."""
        if self.figure == "thresholds":
            return None if self.are_curves else next(iter(thresholds_of(cell)), None)
        value = cell.values[self.figure]
        return None if isinstance(value, Value) and value.how == "stopped" else number_of(value)

    @property
    def are_chances(self) -> bool:
        return self.sweep.are_rates(self.figure)

    @property
    def are_ends(self) -> bool:
        """Whether the numbers say who wins."""
        return self.figure == "value" and self.sweep.duel and {number for _, number in self.known_cells} <= {-1, 0, 1}

    def text(self, number: float) -> str:
        """Return a number as people read it."""
        if self.are_ends:
            return f"a win for {seat_name(int(number < 0), self.sweep.player_names)}" if number else "a draw"
        return percent(number) if self.are_chances else digits(number)

    def texts(self, numbers: Sequence[float]) -> list[str]:
        """Return the texts of numbers side by side, all with the same number of decimals."""
        return rates_alike(numbers) if self.are_chances else alike(numbers)

    @cached_property
    def known_cells(self) -> list[tuple[Cell, float]]:
        """The cells that have a number, and it."""
        return [(cell, number) for cell in self.sweep.cells if (number := self.of(cell)) is not None]

    def at(self, **values: Any) -> Cell | None:
        """Return the cell with these values on the axes; None while it is unfinished."""
        return self._cells.get(tuple(values.get(name, values_of[0]) for name, values_of in self.sweep.axes.items()))

    @cached_property
    def _cells(self) -> Mapping[tuple[Any, ...], Cell]:
        return self.sweep.places


def name_of(numbers: CellNumbers) -> str:
    """Return the label of an axis of these numbers."""
    if numbers.figure == "value" and "player" in numbers.sweep.axes:
        return "value to the player"
    if numbers.figure == "value" and numbers.sweep.unit:
        unit, first = numbers.sweep.unit, seat_name(0, numbers.sweep.player_names)
        if numbers.sweep.alone:
            return unit
        return unit.replace(UNITS[1], f"{UNITS[1]} by {first}") if numbers.are_chances else f"{unit}, for {first}"
    if numbers.figure == "value" and not numbers.sweep.alone:
        return f"value to {seat_name(0, numbers.sweep.player_names)}"
    return NAMES.get(numbers.figure, words_of(numbers.figure))


def thresholds_of(cell: Cell) -> tuple[int | None, ...]:
    """Return the thresholds of a cell; empty if it has none."""
    thresholds = cell.values["thresholds"]
    return thresholds if isinstance(thresholds, tuple) else ()


def has_numbers(sweep: Sweep, name: str) -> bool:
    """Whether the values of an axis are numbers, so that lines may join them."""
    return all(isinstance(value, int) and not isinstance(value, bool) for value in sweep.axes[name])


def far_apart(numbers: Sequence[float]) -> bool:
    """Whether the numbers span many magnitudes."""
    return bool(numbers) and min(numbers) > 0 and max(numbers) > FAR * min(numbers)


STANDINS = {FAILED: "X", LIMIT: "?", NO_GAME: ""}  # the sign in place of a number
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
    if labelled:
        axes.invert_yaxis()  # in the order of the table
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
    """Return the range of the colour map: a few outliers do not make all other cells look alike."""
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
    """Write the marks of cells without a number, and their meanings."""
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
