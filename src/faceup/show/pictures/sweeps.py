"""A sweep as a picture: lines over one parameter, a map over two, or curves of thresholds; and its finding."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import Any

from faceup.results.samples.sweep import NO_GAME, Cell, Sweep
from faceup.results.sentences.words import capital, one_line, words_of
from faceup.rules.errors import UsageError
from faceup.show.drawings.drawing import evenly
from faceup.show.pictures.house_style import MARKERS, house_style, line_colours, new_axes, new_figure, whole_ticks
from faceup.show.pictures.sweep_lines import MOST_LINES, LineEnd, draw_lines, name_ends
from faceup.show.pictures.sweep_maps import draw_map, has_room
from faceup.show.pictures.sweep_numbers import CellNumbers, has_numbers, name_of, thresholds_of

MOST_CURVES = 12
MARKED = 12  # points of a curve that get a mark
MOST_PANELS = 6
MOST_FIGURES = 4
FEW = 3  # different numbers, which are counted


@house_style()
def sweep_figure(sweep: Sweep) -> Any:
    """Each figure of a sweep over one or two parameters, one below the other.

    Numbers are lines with their intervals, or a map with the numbers in it if there is room; thresholds are a curve
    for each cell. Raises UsageError if no parameter varies, or more than two.
    """
    sweep = sweep.with_players()
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
    """The findings of the picture, figure by figure; empty without a picture."""
    sweep = sweep.with_players()
    try:
        axes = check_axes(sweep.axes, sweep.figures)
    except UsageError:
        return ""
    return "; ".join(_finding(CellNumbers(sweep, figure), axes) for figure in sweep.figures)


def check_axes(axes: Mapping[str, Sequence[Any]], figures: Sequence[str]) -> tuple[str, ...]:
    """The parameters that vary; raises UsageError if a picture has no room for them or for the figures."""
    varying = tuple(name for name, values in axes.items() if len(values) > 1)
    if not 1 <= len(varying) <= 2:
        names = f" ({', '.join(varying)})" if varying else ""
        one = "; --figure value_1 draws what one player gets" if "player" in varying else ""
        raise UsageError(f"{len(varying)} parameters vary{names}; a picture has room for one or two{one}")
    if len(figures) > MOST_FIGURES:
        raise UsageError(f"{len(figures)} figures are too many for a picture; possible: up to {MOST_FIGURES}")
    return varying


def _draw(numbers: CellNumbers, axes: tuple[str, ...], part: Any) -> Any:
    """One figure, in a part of a picture or in one of its own."""
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
    for y, x in ((down, across), (across, down)):
        if has_room(texts, len(sweep.axes[x]), len(sweep.axes[y])):
            return draw_map(numbers, x, y, canvas, labelled=True)
    if len(sweep.axes[down]) <= MOST_LINES and has_numbers(sweep, across):
        return draw_lines(numbers, across, down, canvas)
    return draw_map(numbers, across, down, canvas, labelled=False)


def _name(sweep: Sweep) -> str:
    """The game with the parameters that stay."""
    fixed = (f"{words_of(name)} {value}" for name, value in sweep.fixed.items())
    return ", ".join((capital(sweep.game.replace("-", " ")), *fixed))


def _finding(numbers: CellNumbers, axes: tuple[str, ...]) -> str:
    """The finding of a picture in a sentence with its numbers."""
    sweep, figure, known_cells, text = numbers.sweep, numbers.figure, numbers.known_cells, numbers.text
    told = figure in ("states", "openings", "thresholds") or (figure == "value" and sweep.unit)
    name = "best play" if numbers.are_ends else name_of(numbers) if told else words_of(figure)
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

    low, high = (find(known_cells, key=lambda pair: pair[1]) for find in (min, max))
    if len(axes) == 1:
        for word, ordered in (("rises", pairwise(values)), ("falls", pairwise(values[::-1]))):
            if all(a <= b for a, b in ordered):
                (first, a), (last, b) = known_cells[0], known_cells[-1]
                return f"{name} {word} from {text(a)} at {at(first)} to {text(b)} at {at(last)}"
    return f"{name} is lowest at {at(low[0])}: {text(low[1])}; highest at {at(high[0])}: {text(high[1])}"


def _range(sweep: Sweep, name: str) -> str:
    values = sweep.axes[name]
    return f"{values[0]} to {values[-1]}" if len(values) > 2 else ", ".join(map(str, values))


def draw_curves(sweep: Sweep, axes: tuple[str, ...], canvas: Callable[[float], Any]) -> Any:
    """The thresholds of each cell as a curve over the steps; with two parameters, a panel for each value of one."""
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
