"""A sweep as a picture, and its finding: lines over one parameter, a map over two, or curves of thresholds.

Lines have bands for the intervals of their figures, and a name at their ends.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil, inf, isinf, sqrt
from typing import Any, NamedTuple

from faceup.numbers.value import Measure, Value, measure
from faceup.results.number_texts import at_confidence
from faceup.results.samples.sample import FIGURES as PLAYED
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME, Cell, Sweep
from faceup.results.sentences.words import capital, one_line, words_of
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.show.drawings.drawing import evenly
from faceup.show.pictures.graph_layout import apart
from faceup.show.pictures.house_style import (
    BAR,
    INK,
    MARK,
    MARKERS,
    MOVES,
    house_style,
    line_colours,
    new_axes,
    new_figure,
    whole_ticks,
)
from faceup.show.pictures.sweep_maps import (
    CellNumbers,
    draw_map,
    far_apart,
    has_numbers,
    has_room,
    name_of,
    thresholds_of,
)

MOST_LINES = 8  # lines in one picture, each with its own colour and mark
MOST_TICKS = 15  # an axis with more leaves some out
MOST_MARKS = 60  # points on a line before it goes without
SURE_ENOUGH = 1e-3  # share of the span of a figure; narrower bounds would not show


class Point(NamedTuple):
    """A cell of a line: its place along the axis, its cell, and its number."""

    x: float
    cell: Cell
    number: float | None


class LineEnd(NamedTuple):
    """The end of a line, with its name and colour."""

    x: float
    y: float
    name: str
    colour: Any


def draw_lines(numbers: CellNumbers, across: str, others: str | None, canvas: Callable[[float], Any]) -> Any:
    """Draw a line over one parameter, or one for each value of another, with intervals as bands."""
    sweep, figure = numbers.sweep, numbers.figure
    drawing = canvas(4.5)
    axes = new_axes(drawing)
    spots, connected = _places(sweep, across), has_numbers(sweep, across)
    values = [number for _, number in numbers.known_cells]
    scale = measure(values)
    ends: list[LineEnd] = []
    for k, value in enumerate((None,) if others is None else sweep.axes[others]):
        points = []
        for x, where in zip(spots, sweep.axes[across], strict=True):
            cell = numbers.at(**{across: where} | ({} if others is None else {others: value}))
            if cell is not None:
                number = numbers.of(cell)
                points.append(Point(x, cell, None if number is None else scale.place(number)))
        colour = BAR if others is None else MOVES[k]
        _draw_line(axes, points, figure, scale, colour, MARKERS[k], connected)
        known_points = [(point.x, point.number) for point in points if point.number is not None]
        if others is not None and known_points:
            ends.append(LineEnd(*known_points[-1], f"{words_of(others)} {value}", colour))
    _scale(axes.yaxis, axes.set_yscale, [scale.place(number) for number in values])
    if numbers.are_chances and not far_apart(values):
        axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    if connected and not _evenly(spots):
        whole_ticks(axes.xaxis)
    else:
        axes.set_xticks(spots, [one_line(str(value), 16) for value in sweep.axes[across]])
    axes.set_xlabel(words_of(across))
    axes.set_ylabel(name_of(numbers) + scale.words + _certainty(sweep, figure))
    _failures(axes, sweep, across, figure, spots, scale)
    if not values and isinf(axes.dataLim.y0):
        axes.set_xlim(min(spots) - 0.5, max(spots) + 0.5)
        axes.set_yticks([])
    name_ends(drawing, axes, ends)
    return drawing


def _places(sweep: Sweep, name: str) -> list[float]:
    """Return the places of an axis's values: the numbers themselves, or 0, 1, 2, ... for other values."""
    values = sweep.axes[name]
    return [float(value) for value in values] if has_numbers(sweep, name) else [float(k) for k in range(len(values))]


def _evenly(spots: Sequence[float]) -> bool:
    """Whether each place of an axis has room for its name."""
    nearest = min((b - a for a, b in pairwise(sorted(spots))), default=1.0)
    return max(spots) - min(spots) <= MOST_TICKS * nearest


def _draw_line(
    axes: Any, points: Sequence[Point], figure: str, scale: Measure, colour: Any, marker: str, connected: bool
) -> None:
    """Draw the known stretches of a line, with a band or bars for intervals."""
    known_points = [point for point in points if point.number is not None]
    span = max((p.number or 0.0 for p in known_points), default=0.0) - min(
        (p.number or 0.0 for p in known_points), default=0.0
    )
    mark = marker if len(points) <= MOST_MARKS or not connected else ""
    for stretch in _stretches(points):
        xs, ys = [point.x for point in stretch], [point.number for point in stretch]
        line = "-" if connected else "none"
        axes.plot(xs, ys, color=colour, marker=mark, markersize=5, linestyle=line, linewidth=1.6, zorder=3)
        bounds = [_bounds(point.cell.values[figure], scale) for point in stretch]
        if not all(bounds) or max(high - low for low, high in filter(None, bounds)) <= SURE_ENOUGH * (span or 1):
            continue
        low, high = zip(*filter(None, bounds), strict=True)
        if connected and len(stretch) > 1:
            axes.fill_between(xs, low, high, color=colour, alpha=0.22, linewidth=0, zorder=2)
        else:
            reach = [[y - a for y, a in zip(ys, low, strict=True)], [b - y for y, b in zip(ys, high, strict=True)]]
            axes.errorbar(xs, ys, yerr=reach, fmt="none", ecolor=colour, capsize=3, zorder=2)


def _stretches(points: Iterable[Point]) -> list[list[Point]]:
    """Return the stretches of consecutive points that have a number."""
    stretches: list[list[Point]] = [[]]
    for point in points:
        if point.number is None:
            stretches.append([])
        else:
            stretches[-1].append(point)
    return [part for part in stretches if part]


def _bounds(figure: Any, scale: Measure) -> tuple[float, float] | None:
    """Return the interval of a figure; None if it is unbounded."""
    if not isinstance(figure, Value) or figure.low == -inf or figure.high == inf:
        return None
    return scale.place(figure.low), scale.place(figure.high)


def _certainty(sweep: Sweep, figure: str) -> str:
    hows = {value.how for cell in sweep.cells if isinstance(value := cell.values[figure], Value)}
    if figure in PLAYED and "sampled" in hows:
        return f"\nbands: intervals {at_confidence(sweep.options['confidence'])}"
    return ""


def _failures(axes: Any, sweep: Sweep, across: str, figure: str, spots: Sequence[float], scale: Measure) -> None:
    """Mark failed cells by a cross at the foot, cells that reached a limit by their bounds or a mark at the foot."""
    where = dict(zip(sweep.axes[across], spots, strict=True))
    foot = {FAILED: set(), LIMIT: set()}  # type: dict[str, set[float]]
    for cell in sweep.cells:
        value, x = cell.values[figure], where[cell.parameters[across]]
        if isinstance(value, Value) and value.how == "stopped" and (bounds := _bounds(value, scale)):
            axes.plot([x, x], bounds, color=MARK, linewidth=1.5, linestyle=":", marker="_", zorder=4)
            foot[LIMIT].add(x)
        elif value is None and cell.kind in foot:
            foot[cell.kind].add(x)
    for kind, marker, meaning in ((FAILED, "x", "failed"), (LIMIT, "d", "a limit was reached")):
        if foot[kind]:
            look = {"color": MARK, "markersize": 7, "markeredgewidth": 1.8, "linestyle": "none", "zorder": 5}
            at = sorted(foot[kind]), [0.02] * len(foot[kind])
            axes.plot(*at, marker=marker, transform=axes.get_xaxis_transform(), label=meaning, **look)
    if any(foot.values()):
        axes.legend()


def _scale(axis: Any, set_scale: Callable[[str], None], numbers: Sequence[float]) -> None:
    """Set a logarithmic scale for counts of many magnitudes, and whole ticks for whole numbers."""
    if far_apart(numbers):
        ticker = optional("matplotlib.ticker", "plots")
        set_scale("log")
        axis.set_major_formatter(ticker.FuncFormatter(lambda number, _: f"{number:,.12g}"))
        axis.set_minor_formatter(ticker.NullFormatter())
    elif numbers and all(float(number).is_integer() for number in numbers):
        whole_ticks(axis)


def name_ends(figure: Any, axes: Any, ends: Sequence[LineEnd]) -> None:
    """Write a name at the end of each line, spread so that none overlaps another."""
    if not ends:
        return
    axes.margins(x=0.02)
    figure.figure.draw_without_rendering()
    points = 72 / figure.figure.dpi
    ranked = sorted((axes.transData.transform(end[:2])[1] * points, *end) for end in ends)
    heights = apart([row[0] for row in ranked], [11.0] * len(ranked))
    right = axes.get_xlim()[1]
    to_data = axes.transData.inverted()
    for (height, x, y, name, colour), desired in zip(ranked, heights, strict=True):
        line = (
            {"arrowstyle": "-", "color": colour, "linewidth": 0.6} if abs(desired - height) > 3 or x < right else None
        )
        # Relative to the axes, whose right edge moves to make room for the names.
        axes.annotate(
            name,
            (x, y),
            (1.015, to_data.transform((0, desired / points))[1]),
            textcoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=9,
            color=INK,
            arrowprops=line,
            annotation_clip=False,
        )


MOST_CURVES = 12
MARKED = 12  # points of a curve that get a mark
MOST_PANELS = 6
MOST_FIGURES = 4
FEW = 3  # different numbers, which are counted


@house_style()
def sweep_figure(sweep: Sweep) -> Any:
    """Return each figure of a sweep over one or two parameters, one below the other.

    Numbers are lines with their intervals, or a map with the numbers in it if there is room; thresholds are a curve
    for each cell. Raises UsageError if no parameter varies, or more than two.
    """
    sweep = sweep.with_players().in_games()
    axes = check_axes(sweep.axes, sweep.figures)
    if len(sweep.figures) == 1:
        return _draw(CellNumbers(sweep, sweep.figures[0]), axes, None)
    heading = f"{_name(sweep)}: {', '.join(words_of(figure) for figure in sweep.figures)}"
    whole = new_figure(heading, 8, 0.5 + 4 * len(sweep.figures))
    parts = whole.subfigures(len(sweep.figures), 1)
    for figure, part in zip(sweep.figures, parts, strict=True):
        _draw(CellNumbers(sweep, figure), axes, part)
    return whole


def sweep_finding(sweep: Sweep) -> str:
    """Return the findings of the picture, figure by figure; empty without a picture."""
    sweep = sweep.with_players().in_games()
    try:
        axes = check_axes(sweep.axes, sweep.figures)
    except UsageError:
        return ""
    return "; ".join(_finding(CellNumbers(sweep, figure), axes) for figure in sweep.figures)


def check_axes(axes: Mapping[str, Sequence[Any]], figures: Sequence[str]) -> tuple[str, ...]:
    """Return the parameters that vary. Raises UsageError if a picture has no room for them or for the figures."""
    varying = tuple(name for name, values in axes.items() if len(values) > 1)
    if not 1 <= len(varying) <= 2:
        names = f" ({', '.join(varying)})" if varying else ""
        one = "; --figure value_1 draws what one player gets" if "player" in varying else ""
        raise UsageError(f"{len(varying)} parameters vary{names}; a picture has room for one or two{one}")
    if len(figures) > MOST_FIGURES:
        raise UsageError(f"{len(figures)} figures are too many for a picture; possible: up to {MOST_FIGURES}")
    return varying


def _draw(numbers: CellNumbers, axes: tuple[str, ...], part: Any) -> Any:
    """Draw one figure, in a part of a picture or in one of its own."""
    sweep = numbers.sweep
    finding = _finding(numbers, axes)

    def canvas(height: float) -> Any:
        if part is None:
            return new_figure(f"{_name(sweep)}: {finding}", 8, height)
        part.suptitle(one_line(finding, 100), x=0.012, ha="left", fontsize=11)
        return part

    if numbers.are_curves:
        return draw_curves(sweep, axes, canvas)
    if len(axes) == 1:
        return draw_lines(numbers, axes[0], None, canvas)
    down, across = sorted(axes, key=lambda name: len(sweep.axes[name]))
    texts = numbers.texts([number for _, number in numbers.known_cells])
    for y, x in (axes, axes[::-1]):  # as in the table, if there is room
        if has_room(texts, len(sweep.axes[x]), len(sweep.axes[y])):
            return draw_map(numbers, x, y, canvas, labelled=True)
    if len(sweep.axes[down]) <= MOST_LINES and has_numbers(sweep, across):
        return draw_lines(numbers, across, down, canvas)
    return draw_map(numbers, across, down, canvas, labelled=False)


def _name(sweep: Sweep) -> str:
    """Return the game with the parameters that stay."""
    fixed = (f"{words_of(name)} {value}" for name, value in sweep.fixed.items())
    return ", ".join((capital(sweep.game.replace("-", " ")), *fixed))


def _finding(numbers: CellNumbers, axes: tuple[str, ...]) -> str:
    """Return the finding of a picture in a sentence with its numbers."""
    sweep, figure, known_cells, text = numbers.sweep, numbers.figure, numbers.known_cells, numbers.text
    told = figure in ("states", "openings", "thresholds") or (figure == "value" and sweep.unit)
    name = "best play" if numbers.are_ends else name_of(numbers).replace(",", "") if told else words_of(figure)
    if not known_cells:
        if figure == "thresholds" and any(map(thresholds_of, sweep.cells)):
            return "thresholds for " + " and ".join(f"{axis} {_range(sweep, axis)}" for axis in axes)
        return f"{name} is known nowhere"
    values = [number for _, number in known_cells]
    if min(values) == max(values):
        return f"{name} is {text(values[0])} everywhere"
    often = Counter(values)
    if numbers.are_ends or len(often) <= FEW < len(values):
        counts = ", ".join(f"{text(n)} in {often[n]:,}" for n in sorted(often))
        return f"{name} is {counts} cell{'s' * (often[max(often)] != 1)}"

    def at(cell: Cell) -> str:
        return ", ".join(f"{words_of(axis)} {cell.parameters[axis]}" for axis in axes)

    shown = dict(zip(values, numbers.texts(values), strict=True))
    low, high = (find(known_cells, key=lambda pair: pair[1]) for find in (min, max))
    if len(axes) == 1:
        for word, ordered in (("rises", pairwise(values)), ("falls", pairwise(values[::-1]))):
            if all(a <= b for a, b in ordered):
                (first, a), (last, b) = known_cells[0], known_cells[-1]
                return f"{name} {word} from {shown[a]} at {at(first)} to {shown[b]} at {at(last)}"
    return f"{name} is lowest at {at(low[0])}: {shown[low[1]]}; highest at {at(high[0])}: {shown[high[1]]}"


def _range(sweep: Sweep, name: str) -> str:
    values = sweep.axes[name]
    return f"{values[0]} to {values[-1]}" if len(values) > 2 else ", ".join(map(str, values))


def draw_curves(sweep: Sweep, axes: tuple[str, ...], canvas: Callable[[float], Any]) -> Any:
    """Draw the thresholds of each cell as a curve over the steps; of two parameters, a panel for each value of one."""
    *panel, along = sorted(axes, key=lambda name: len(sweep.axes[name]))
    values = evenly(sweep.axes[panel[0]], MOST_PANELS) if panel else [None]
    columns = ceil(sqrt(len(values)))
    lines = ceil(len(values) / columns)
    figure = canvas(4.5 if lines == 1 else 1.2 + 2.8 * lines)
    for k, value in enumerate(values):
        part = new_axes(figure, lines, columns, k + 1)
        cells = [cell for cell in sweep.cells if not panel or cell.parameters[panel[0]] == value]
        alike: dict[tuple[int | None, ...], list[str]] = {}
        for cell in cells:
            if any(mark is not None for mark in thresholds_of(cell)):
                alike.setdefault(thresholds_of(cell), []).append(str(cell.parameters[along]))
        curves = evenly(list(alike.items()), MOST_CURVES)
        ends = []
        for j, ((marks, names), colour) in enumerate(zip(curves, line_colours(len(curves)), strict=True)):
            xs, ys = zip(*((step, mark) for step, mark in enumerate(marks, 1) if mark is not None), strict=True)
            every = ceil(len(xs) / MARKED)  # far enough apart to be distinct, and in several columns
            look = {"marker": MARKERS[j % len(MARKERS)], "markersize": 6, "markevery": (j % every, every)}
            part.plot(xs, ys, color=colour, linewidth=1.4, zorder=3, **look)
            cells_alike = ", ".join(names) if len(names) < 3 else f"{names[0]} … {names[-1]}"
            ends.append(LineEnd(float(xs[-1]), float(ys[-1]), f"{words_of(along)} {cells_alike}", colour))
        whole_ticks(part.xaxis)
        whole_ticks(part.yaxis)
        part.set_xlabel("step")
        part.set_ylabel("threshold")
        heads = [f"{words_of(panel[0])} = {value}"] if panel else []
        heads += [f"{len(curves)} of {len(alike)} curves"] if len(curves) < len(alike) else []
        part.set_title(", ".join(heads), loc="left")
        if not curves:
            reason = "no game" if all(cell.kind == NO_GAME for cell in cells) else "no thresholds"
            part.set_axis_off()
            part.text(0.5, 0.5, reason, transform=part.transAxes, ha="center", va="center")
        name_ends(figure, part, ends)
    return figure
