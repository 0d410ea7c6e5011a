"""The thresholds of a sweep as curves, one for each cell; over two parameters in panels."""

from collections.abc import Callable
from math import ceil, sqrt
from typing import Any

from faceup.results.sweep import NO_GAME, Sweep
from faceup.show.pictures.house_style import MARKERS, line_colours, new_axes, whole_ticks
from faceup.show.pictures.sweep_lines import LineEnd, name_ends
from faceup.show.pictures.sweep_numbers import thresholds_of
from faceup.show.text.phrases import evenly, words_of

MOST_CURVES = 12
MARKED = 12  # points of a curve that get a mark
MOST_PANELS = 6


def draw_curves(sweep: Sweep, axes: tuple[str, ...], canvas: Callable[[float], Any]) -> Any:
    """The thresholds of each cell as a curve over the steps; with two parameters, a panel for each value of one."""
    *panel, along = sorted(axes, key=lambda name: len(sweep.axes[name]))
    values = evenly(sweep.axes[panel[0]], MOST_PANELS) if panel else [None]
    columns = ceil(sqrt(len(values)))
    lines = ceil(len(values) / columns)
    drawn = canvas(4.5 if lines == 1 else 1.2 + 2.8 * lines)
    for k, value in enumerate(values):
        part = new_axes(drawn, lines, columns, k + 1)
        cells = [cell for cell in sweep.cells if not panel or cell.parameters[panel[0]] == value]
        alike: dict[tuple[int | None, ...], list[str]] = {}
        for cell in cells:
            if any(mark is not None for mark in thresholds_of(cell)):
                alike.setdefault(thresholds_of(cell), []).append(str(cell.parameters[along]))
        chosen = evenly(list(alike.items()), MOST_CURVES)
        ends = []
        for j, ((marks, names), colour) in enumerate(zip(chosen, line_colours(len(chosen)), strict=True)):
            xs, ys = zip(*((step, mark) for step, mark in enumerate(marks, 1) if mark is not None), strict=True)
            every = ceil(len(xs) / MARKED)  # so far apart that their shapes can be told, and not all below one another
            look = {"marker": MARKERS[j % len(MARKERS)], "markersize": 6, "markevery": (j % every, every)}
            part.plot(xs, ys, color=colour, linewidth=1.4, zorder=3, **look)
            cells_alike = ", ".join(names) if len(names) < 3 else f"{names[0]} … {names[-1]}"
            ends.append(LineEnd(float(xs[-1]), float(ys[-1]), f"{words_of(along)} {cells_alike}", colour))
        whole_ticks(part.xaxis)
        whole_ticks(part.yaxis)
        part.set_xlabel("step")
        part.set_ylabel("threshold")
        heads = [f"{words_of(panel[0])} = {value}"] if panel else []
        heads += [f"{len(chosen)} of {len(alike)} curves"] if len(chosen) < len(alike) else []
        part.set_title(", ".join(heads), loc="left")
        if not chosen:
            why = "no game" if all(cell.kind == NO_GAME for cell in cells) else "no thresholds"
            part.set_axis_off()
            part.text(0.5, 0.5, why, transform=part.transAxes, ha="center", va="center")
        name_ends(drawn, part, ends)
    return drawn
