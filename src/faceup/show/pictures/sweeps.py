"""A sweep as a picture: lines over one parameter, a map over two, and how thresholds move."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, inf, isinf, sqrt
from typing import Any, NamedTuple

from faceup.results.extras import optional
from faceup.results.sample import FIGURES as PLAYED
from faceup.results.sweep import FAILED, LIMIT, NO_GAME, Cell, Sweep, number_of
from faceup.results.value import Value, plain
from faceup.rules.errors import UsageError
from faceup.show.pictures.graph_layout import apart
from faceup.show.pictures.house_style import (
    BAR,
    INK,
    LINES,
    MARK,
    MARKERS,
    evenly,
    house_style,
    ink_on,
    new_axes,
    new_figure,
    one_line,
    text_width,
    whole_ticks,
    words_of,
)
from faceup.show.text.sweeps import sweep_title

NAMES = {
    "value": "value to player 0",
    "thresholds": "threshold",
    "states": "number of states",
    "openings": "number of best first moves",
    "win_rate": "share of games won",
    "mean": "mean result",
    "length": "mean length of a game (steps)",
}
MOST_LINES = 8  # in one picture, each with its own colour and mark
MOST_CURVES = 12  # of thresholds
MARKED = 12  # points of a curve that get a mark
MOST_PANELS = 6
STANDINS = {FAILED: "X", LIMIT: "?", NO_GAME: ""}  # in a map, for a number
MOST_FIGURES = 4
FEW = 3  # different numbers, which are counted
MOST_MARKS = 60  # points on a line before it goes without
FAR = 200  # between the least and the greatest number, from where a scale is logarithmic
NUMBER = 8  # size of the numbers in a map
SURE_ENOUGH = 1e-3  # of the span of a figure; narrower bounds would not show


class Point(NamedTuple):
    """A cell of a line: its place along the axis, its cell, and its number."""

    x: float
    cell: Cell
    number: float | None


@house_style()
def sweep_figure(sweep: Sweep) -> Any:
    """Each figure of a sweep over one or two parameters, one below the other.

    Numbers are lines with their intervals, or a map with the numbers in it where there is room; thresholds are a curve
    for each cell. Raises UsageError where no parameter varies, or more than two.
    """
    axes = check_axes(sweep.axes, sweep.figures)
    if len(sweep.figures) == 1:
        return _draw(sweep, sweep.figures[0], axes, None)
    heading = f"{sweep_title(sweep)}: {', '.join(words_of(figure) for figure in sweep.figures)}"
    whole = new_figure(heading, 8, 0.5 + 4 * len(sweep.figures))
    parts = whole.subfigures(len(sweep.figures), 1)
    for figure, part in zip(sweep.figures, parts, strict=True):
        _draw(sweep, figure, axes, part)
    return whole


def check_axes(axes: Mapping[str, Sequence[Any]], figures: Sequence[str]) -> tuple[str, ...]:
    """The parameters that vary; raises UsageError where a picture has no room for them or for the figures."""
    varying = tuple(name for name, values in axes.items() if len(values) > 1)
    if not 1 <= len(varying) <= 2:
        names = f" ({', '.join(varying)})" if varying else ""
        raise UsageError(f"{len(varying)} parameters vary{names}; a picture has room for one or two")
    if len(figures) > MOST_FIGURES:
        raise UsageError(f"{len(figures)} figures are too many for a picture; possible: up to {MOST_FIGURES}")
    return varying


def _draw(sweep: Sweep, figure: str, axes: tuple[str, ...], part: Any) -> Any:
    """One figure, in a part of a picture or in one of its own."""
    lone = figure == "thresholds" and all(len(_marks(cell)) <= 1 for cell in sweep.cells)
    read = _first_mark if lone else _reader(figure)
    finding = _finding(sweep, figure, axes, read)

    def place(height: float) -> Any:
        if part is None:
            return new_figure(f"{sweep_title(sweep)}: {finding}", 8, height)
        part.suptitle(one_line(finding, 100), x=0.012, ha="left", fontsize=11)
        return part

    if figure == "thresholds" and not lone:
        return _draw_curves(sweep, axes, place)
    if len(axes) == 1:
        return _draw_lines(sweep, figure, axes[0], None, read, place)
    down, across = sorted(axes, key=lambda name: len(sweep.axes[name]))
    texts = [_digits(number) for cell in sweep.cells if (number := read(cell)) is not None]
    for y, x in ((down, across), (across, down)):
        if _has_room(texts, len(sweep.axes[x]), len(sweep.axes[y])):
            return _draw_map(sweep, figure, x, y, read, place, numbers=True)
    if len(sweep.axes[down]) <= MOST_LINES and _numeric(sweep, across):
        return _draw_lines(sweep, figure, across, down, read, place)
    return _draw_map(sweep, figure, across, down, read, place, numbers=False)


def _reader(figure: str) -> Callable[[Cell], float | None]:
    """What is drawn as a number: not the middle of the bounds that a limit left."""

    def read(cell: Cell) -> float | None:
        value = cell.values[figure]
        return None if isinstance(value, Value) and value.how == "stopped" else number_of(value)

    return read


def _marks(cell: Cell) -> tuple[int | None, ...]:
    """The thresholds of a cell, none where it has none."""
    found = cell.values["thresholds"]
    return found if isinstance(found, tuple) else ()


def _first_mark(cell: Cell) -> float | None:
    return next(iter(_marks(cell)), None)


def _numeric(sweep: Sweep, name: str) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in sweep.axes[name])


def _places(sweep: Sweep, name: str) -> list[float]:
    """Where the values of an axis lie: at themselves, or one after another where they are no numbers."""
    values = sweep.axes[name]
    return [float(value) for value in values] if _numeric(sweep, name) else [float(k) for k in range(len(values))]


def _digits(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) and abs(number) < 10**6 else plain(number, 4)


def _finding(sweep: Sweep, figure: str, axes: tuple[str, ...], read: Callable[[Cell], float | None]) -> str:
    """What the picture shows, in a sentence with its numbers."""
    told = NAMES[figure] if figure in ("states", "openings", "thresholds") else words_of(figure)
    found = [(cell, number) for cell in sweep.cells if (number := read(cell)) is not None]
    if not found:
        if figure == "thresholds" and any(map(_marks, sweep.cells)):
            return "thresholds for " + " and ".join(f"{name} {_range(sweep, name)}" for name in axes)
        return f"{told} is known nowhere"
    numbers = [number for _, number in found]
    if min(numbers) == max(numbers):
        return f"{told} is {_digits(numbers[0])} everywhere"
    often = Counter(numbers)
    if len(often) <= FEW < len(numbers):
        return f"{told} is " + ", ".join(f"{_digits(n)} in {often[n]:,}" for n in sorted(often)) + " cells"

    def at(cell: Cell) -> str:
        return " ".join(f"{name}={cell.parameters[name]}" for name in axes)

    low, high = (find(found, key=lambda pair: pair[1]) for find in (min, max))
    if len(axes) == 1:
        for word, ordered in (("rises", pairwise(numbers)), ("falls", pairwise(numbers[::-1]))):
            if all(a <= b for a, b in ordered):
                (first, a), (last, b) = found[0], found[-1]
                return f"{told} {word} from {_digits(a)} at {at(first)} to {_digits(b)} at {at(last)}"
    return f"{told} is least, {_digits(low[1])}, at {at(low[0])} and greatest, {_digits(high[1])}, at {at(high[0])}"


def _range(sweep: Sweep, name: str) -> str:
    values = sweep.axes[name]
    return f"{values[0]} to {values[-1]}" if len(values) > 2 else ", ".join(map(str, values))


# --- lines --------------------------------------------------------------------------------------------------------


def _draw_lines(
    sweep: Sweep,
    figure: str,
    across: str,
    others: str | None,
    read: Callable[[Cell], float | None],
    place: Callable[[float], Any],
) -> Any:
    """A line over one parameter, or one for each value of another, with intervals as bands."""
    drawn = place(4.5)
    axes = new_axes(drawn)
    spots, cells = _places(sweep, across), sweep.places
    order = list(sweep.axes)
    ends: list[tuple[float, float, str, Any]] = []
    for k, value in enumerate((None,) if others is None else sweep.axes[others]):
        points = []
        for x, where in zip(spots, sweep.axes[across], strict=True):
            at = {across: where, others: value}
            key = tuple(at.get(name, sweep.axes[name][0]) for name in order)
            if key in cells:
                points.append(Point(x, cells[key], read(cells[key])))
        colour = BAR if others is None else LINES[k]
        _draw_line(axes, points, figure, colour, MARKERS[k], joined=_numeric(sweep, across))
        known = [point for point in points if point.number is not None]
        if others is not None and known:
            ends.append((known[-1].x, known[-1].number or 0.0, f"{words_of(others)} {value}", colour))
    numbers = [number for cell in sweep.cells if (number := read(cell)) is not None]
    _scale(axes.yaxis, axes.set_yscale, numbers)
    if _numeric(sweep, across):
        whole_ticks(axes.xaxis)
    else:
        axes.set_xticks(spots, [one_line(str(value), 16) for value in sweep.axes[across]])
    axes.set_xlabel(words_of(across))
    axes.set_ylabel(NAMES[figure] + _certainty(sweep, figure))
    _failures(axes, sweep, across, figure, spots)
    if not numbers and isinf(axes.dataLim.y0):  # nothing stands anywhere
        axes.set_xlim(min(spots) - 0.5, max(spots) + 0.5)
        axes.set_yticks([])
    _write_ends(drawn, axes, ends)
    return drawn


def _draw_line(axes: Any, points: Sequence[Point], figure: str, colour: Any, marker: str, joined: bool) -> None:
    """The known stretches of a line, with a band or bars where the numbers are intervals."""
    known = [point for point in points if point.number is not None]
    span = max((p.number or 0.0 for p in known), default=0.0) - min((p.number or 0.0 for p in known), default=0.0)
    mark = marker if len(points) <= MOST_MARKS or not joined else ""
    for stretch in _stretches(points):
        xs, ys = [point.x for point in stretch], [point.number for point in stretch]
        line = "-" if joined else "none"
        axes.plot(xs, ys, color=colour, marker=mark, markersize=5, linestyle=line, linewidth=1.6, zorder=3)
        bounds = [_bounds(point.cell.values[figure]) for point in stretch]
        if not all(bounds) or max(high - low for low, high in filter(None, bounds)) <= SURE_ENOUGH * (span or 1):
            continue
        low, high = zip(*filter(None, bounds), strict=True)
        if joined and len(stretch) > 1:
            axes.fill_between(xs, low, high, color=colour, alpha=0.22, linewidth=0, zorder=2)
        else:
            reach = [[y - a for y, a in zip(ys, low, strict=True)], [b - y for y, b in zip(ys, high, strict=True)]]
            axes.errorbar(xs, ys, yerr=reach, fmt="none", ecolor=colour, capsize=3, zorder=2)


def _stretches(points: Iterable[Point]) -> list[list[Point]]:
    """Points with a number in parts without one left out."""
    found: list[list[Point]] = [[]]
    for point in points:
        if point.number is None:
            found.append([])
        else:
            found[-1].append(point)
    return [part for part in found if part]


def _bounds(figure: Any) -> tuple[float, float] | None:
    """The interval of a figure, None where it is open."""
    if not isinstance(figure, Value) or figure.low == -inf or figure.high == inf:
        return None
    return float(figure.low), float(figure.high)


def _certainty(sweep: Sweep, figure: str) -> str:
    hows = {value.how for cell in sweep.cells if isinstance(value := cell.values[figure], Value)}
    if figure in PLAYED and "sampled" in hows:
        return f"\nbands: intervals at {sweep.options['confidence']:.4g}"
    return ""


def _failures(axes: Any, sweep: Sweep, across: str, figure: str, spots: Sequence[float]) -> None:
    """A cross at the foot where a cell failed; the bounds where a limit was reached, or a mark at the foot."""
    where = dict(zip(sweep.axes[across], spots, strict=True))
    foot = {FAILED: set(), LIMIT: set()}  # type: dict[str, set[float]]
    for cell in sweep.cells:
        value, x = cell.values[figure], where[cell.parameters[across]]
        if isinstance(value, Value) and value.how == "stopped" and (bounds := _bounds(value)):
            axes.plot([x, x], bounds, color=MARK, linewidth=1.5, linestyle=":", marker="_", zorder=4)
            foot[LIMIT].add(x)
        elif value is None and cell.kind in foot:
            foot[cell.kind].add(x)
    for kind, marker, told in ((FAILED, "x", "failed"), (LIMIT, "d", "a limit was reached")):
        if foot[kind]:
            look = {"color": MARK, "markersize": 7, "markeredgewidth": 1.8, "linestyle": "none", "zorder": 5}
            at = sorted(foot[kind]), [0.02] * len(foot[kind])
            axes.plot(*at, marker=marker, transform=axes.get_xaxis_transform(), label=told, **look)
    if any(foot.values()):
        axes.legend()


def _scale(axis: Any, set_scale: Callable[[str], None], numbers: Sequence[float]) -> None:
    """A logarithmic scale for counts that span many magnitudes, whole ticks for whole numbers."""
    if numbers and min(numbers) > 0 and max(numbers) > FAR * min(numbers):
        ticker = optional("matplotlib.ticker", "plots")
        set_scale("log")
        axis.set_major_formatter(ticker.FuncFormatter(lambda number, _: f"{number:,.12g}"))
        axis.set_minor_formatter(ticker.NullFormatter())
    elif numbers and all(float(number).is_integer() for number in numbers):
        whole_ticks(axis)


def _write_ends(drawn: Any, axes: Any, ends: Sequence[tuple[float, float, str, Any]]) -> None:
    """A name at the end of each line, spread so that none lies on another."""
    if not ends:
        return
    axes.margins(x=0.02)
    drawn.figure.draw_without_rendering()
    points = 72 / drawn.figure.dpi
    ranked = sorted((axes.transData.transform((x, y))[1] * points, x, y, text, colour) for x, y, text, colour in ends)
    heights = apart([row[0] for row in ranked], [11.0] * len(ranked))
    right = axes.get_xlim()[1]
    to_data = axes.transData.inverted()
    for (height, x, y, text, colour), wanted in zip(ranked, heights, strict=True):
        line = {"arrowstyle": "-", "color": colour, "linewidth": 0.6} if abs(wanted - height) > 3 or x < right else None
        # Beside the axes, wherever their right edge will be once there is room for the names.
        axes.annotate(
            text,
            (x, y),
            (1.015, to_data.transform((0, wanted / points))[1]),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=9,
            color=INK,
            arrowprops=line,
            annotation_clip=False,
        )


# --- maps ---------------------------------------------------------------------------------------------------------


def _has_room(texts: Iterable[str], columns: int, rows: int) -> bool:
    """Whether numbers can stand in the cells."""
    widest = text_width(max(texts, key=len, default=""), NUMBER)
    return columns * (widest + 6) <= 500 and rows <= 30


def _draw_map(
    sweep: Sweep,
    figure: str,
    across: str,
    up: str,
    read: Callable[[Cell], float | None],
    place: Callable[[float], Any],
    numbers: bool,
) -> Any:
    """A cell for each pair of values, the darker the less; blank where there is no game, crossed where it failed."""
    columns, rows = sweep.axes[across], sweep.axes[up]
    drawn = place(min(9.0, 1.6 + max(0.24 * len(rows), 1.2)) if numbers else 4.8)
    axes = new_axes(drawn, grid="")
    order, known = list(sweep.axes), sweep.places
    cells = {
        (x, y): cell
        for x, column in enumerate(columns)
        for y, row in enumerate(rows)
        if (cell := known.get(tuple({across: column, up: row}.get(n, sweep.axes[n][0]) for n in order)))
    }
    found = {spot: number for spot, cell in cells.items() if (number := read(cell)) is not None}
    shown = [[found.get((x, y), float("nan")) for x in range(len(columns))] for y in range(len(rows))]
    colours = optional("matplotlib", "plots").colormaps["cividis"]
    values = list(found.values()) or [0.0]
    norms = optional("matplotlib.colors", "plots")
    far = min(values) > 0 and max(values) > FAR * min(values)
    norm = (norms.LogNorm if far else norms.Normalize)(min(values), max(values))
    mesh = axes.pcolormesh(shown, cmap=colours, norm=norm, edgecolors="face", linewidth=0.2)
    for (x, y), cell in cells.items():
        if (x, y) in found:
            text, colour = _digits(found[x, y]) if numbers else "", ink_on(colours(norm(found[x, y])))
        else:
            text, colour = STANDINS.get(cell.kind, "none"), MARK
        if text:
            axes.text(x + 0.5, y + 0.5, text, size=NUMBER, color=colour, ha="center", va="center")
    for axis, which, name in ((axes.xaxis, columns, across), (axes.yaxis, rows, up)):
        every = ceil(len(which) / 20)
        chosen = range(0, len(which), every)
        axis.set_ticks([k + 0.5 for k in chosen], [one_line(str(which[k]), 16) for k in chosen])
        axis.set_label_text(words_of(name))
    bar = drawn.colorbar(mesh, ax=axes, pad=0.015, aspect=30)
    bar.set_label(NAMES[figure])
    bar.outline.set_visible(False)
    if far:
        bar.ax.yaxis.set_major_formatter(
            optional("matplotlib.ticker", "plots").FuncFormatter(lambda n, _: f"{n:,.12g}")
        )
    _map_notes(axes, sweep, [cell for spot, cell in cells.items() if spot not in found])
    return drawn


def _map_notes(axes: Any, sweep: Sweep, missing: Sequence[Cell]) -> None:
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


# --- thresholds ---------------------------------------------------------------------------------------------------


def _draw_curves(sweep: Sweep, axes: tuple[str, ...], place: Callable[[float], Any]) -> Any:
    """The thresholds of each cell as a curve over the steps; with two parameters, a panel for each value of one."""
    *panel, along = sorted(axes, key=lambda name: len(sweep.axes[name]))
    values = evenly(sweep.axes[panel[0]], MOST_PANELS) if panel else [None]
    columns = ceil(sqrt(len(values)))
    lines = ceil(len(values) / columns)
    drawn = place(4.5 if lines == 1 else 1.2 + 2.8 * lines)
    scale = optional("matplotlib", "plots").colormaps["viridis"]
    for k, value in enumerate(values):
        part = new_axes(drawn, lines, columns, k + 1)
        cells = [cell for cell in sweep.cells if not panel or cell.parameters[panel[0]] == value]
        alike: dict[tuple[int | None, ...], list[str]] = {}
        for cell in cells:
            if any(mark is not None for mark in _marks(cell)):
                alike.setdefault(_marks(cell), []).append(str(cell.parameters[along]))
        chosen = evenly(list(alike.items()), MOST_CURVES)
        ends = []
        for j, (marks, names) in enumerate(chosen):
            colour = scale(0.82 * j / max(len(chosen) - 1, 1))
            xs, ys = zip(*((step, mark) for step, mark in enumerate(marks, 1) if mark is not None), strict=True)
            every = ceil(len(xs) / MARKED)  # so far apart that their shapes can be told, and not all below one another
            look = {"marker": MARKERS[j % len(MARKERS)], "markersize": 6, "markevery": (j % every, every)}
            part.plot(xs, ys, color=colour, linewidth=1.4, zorder=3, **look)
            told = ", ".join(names) if len(names) < 3 else f"{names[0]} … {names[-1]}"
            ends.append((float(xs[-1]), float(ys[-1]), f"{words_of(along)} {told}", colour))
        whole_ticks(part.xaxis)
        whole_ticks(part.yaxis)
        part.set_xlabel("step")
        part.set_ylabel("threshold")
        heads = [f"{words_of(panel[0])} = {value}"] if panel else []
        heads += [f"{len(chosen)} of {len(alike)} curves"] if len(chosen) < len(alike) else []
        part.set_title(", ".join(heads), loc="left")
        if not chosen:
            told = "no game" if all(cell.kind == NO_GAME for cell in cells) else "no thresholds"
            part.set_axis_off()
            part.text(0.5, 0.5, told, transform=part.transAxes, ha="center", va="center")
        _write_ends(drawn, part, ends)
    return drawn
