"""Thresholds as pictures: a boundary across a map of decisions, or a curve where there is no map."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any

from faceup.results.strategy import Strategy
from faceup.rules.errors import UsageError
from faceup.show.pictures.axis_ticks import Scale, cell_size
from faceup.show.pictures.house_style import (
    INK,
    PLAIN,
    STEPS,
    evenly,
    house_style,
    new_axes,
    new_figure,
    text_width,
    whole_ticks,
    words_of,
)
from faceup.show.pictures.map_regions import Cell
from faceup.show.text.phrases import headline

MOST_MARKS = 30  # thresholds that get a mark


@house_style()
def curve_figure(strategy: Strategy) -> Any:
    """The thresholds alone, of a strategy whose decisions are too many to be listed."""
    assert strategy.thresholds is not None
    assert strategy.move is not None
    word = strategy.word(strategy.move)
    figure = new_figure(f"{headline(strategy.game)}: {word} {threshold_words(strategy)}", 8, 4.5)
    axes = new_axes(figure)
    marked = zip(strategy.steps, strategy.thresholds, strict=True)
    marks = [(step, mark, mark) for step, mark in marked if mark is not None]
    if not marks:
        raise UsageError(f"nothing to draw: {word} is never best")
    lowest, highest = min(y for _, y, _ in marks), max(y for _, y, _ in marks)
    room = max((highest - lowest) * 0.15, 1)
    axes.set_ylim(lowest - room, highest + room)
    for stretch in _stretches(marks):
        xs = [x + side for x, _, _ in stretch for side in (-0.5, 0.5)]
        ys = [y - 0.5 for _, y, _ in stretch for _ in (0, 1)]
        axes.fill_between(xs, ys, highest + room, color=STEPS[1], linewidth=0, zorder=1)
        axes.fill_between(xs, ys, lowest - room, color=STEPS[0], linewidth=0, zorder=1)
        axes.plot(xs, ys, color=INK, linewidth=1.8, zorder=4)
    widest = max(text_width(f"{mark:,}", 9) for mark in (lowest, highest))
    for x, _, value in evenly(marks, int(500 / (widest + 12))):
        axes.annotate(
            f"{value:,}", (x, 1), (0, 3), xycoords=axes.get_xaxis_transform(), textcoords="offset points", ha="center"
        )
    at = {"transform": axes.transAxes, "zorder": 3, "size": 11}
    falling = strategy.thresholds[-1] is not None and marks[-1][1] < marks[0][1]
    axes.text(0.96 if falling else 0.04, 0.95, word, ha="right" if falling else "left", va="top", **at)
    axes.text(0.04 if falling else 0.96, 0.05, f"do not {word}", ha="left" if falling else "right", **at)
    whole_ticks(axes.xaxis)
    whole_ticks(axes.yaxis)
    axes.set_xlim(strategy.steps[0] - 0.5, strategy.steps[-1] + 0.5)
    axes.set_xlabel(words_of(strategy.quantities[0]))
    axes.set_ylabel(words_of(strategy.quantities[-1]))
    return figure


def draw_thresholds(
    axes: Any, strategy: Strategy, cells: Mapping[Any, Sequence[Cell]], across: Scale, up: Scale
) -> set[Cell]:
    """The boundary as steps, with a mark and its number at the first cell beyond it; says which cells they cover."""
    assert strategy.thresholds is not None
    if len(strategy.quantities) == 1:
        for mark in strategy.thresholds:
            if mark is None:
                continue
            edge = across.at(mark) - 0.5
            axes.plot([edge, edge], [-0.5, 0.5], color=INK, linewidth=2, zorder=4)
            axes.annotate(str(mark), (across.at(mark), 0.5), (0, 3), textcoords="offset points", ha="center")
        return set()
    marks = [
        (across.at(step), up.at(mark), mark)
        for step, mark in zip(strategy.steps, strategy.thresholds, strict=True)
        if mark is not None
    ]
    for stretch in _stretches(marks):
        xs = [x + side for x, _, _ in stretch for side in (-0.5, 0.5)]
        ys = [y - 0.5 for _, y, _ in stretch for _ in (0, 1)]
        axes.plot(xs, ys, color=INK, linewidth=1.8, zorder=4, solid_joinstyle="miter")
    if len(marks) <= MOST_MARKS:
        places = [x for x, _, _ in marks], [y for _, y, _ in marks]
        axes.plot(*places, "o", color=INK, markersize=5, markeredgecolor="white", zorder=5)
    tops: dict[int, int] = {}
    for x, y in (place for found in cells.values() for place in found):
        tops[x] = max(y, tops.get(x, y))
    wide, high = cell_size(axes)
    widest = max((text_width(str(value), 9) for _, _, value in marks), default=0)
    striped = {place for key, found in cells.items() if len(key.moves) > 1 for place in found}
    narrow = widest + 2 > wide  # numbers would lie across the boundary
    taken = set()
    for x, y, value in marks[:: -ceil((widest + 4) / wide)]:
        inside = not narrow and (tops[x] + 0.5 - y) * high > 18
        place = (x, y) if inside else (x, up.cells - 0.5 if narrow else tops[x] + 0.5)
        offset = (0, 5 if inside else 2)
        under = {(x, y + k) for k in range(ceil(18 / high) + 1)} if inside else set()
        box = PLAIN if under & striped else None
        axes.annotate(
            str(value), place, offset, textcoords="offset points", ha="center", fontsize=9, zorder=6, bbox=box
        )
        taken |= under
    return taken | {(x, y) for x, y, _ in marks}


def _stretches(marks: Iterable[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    """The marks in parts without a step left out."""
    found: list[list[tuple[int, int, int]]] = []
    for mark in marks:
        if found and found[-1][-1][0] == mark[0] - 1:
            found[-1].append(mark)
        else:
            found.append([mark])
    return found


def threshold_words(strategy: Strategy) -> str:
    """Where the boundary lies, as ``from 93, falling to 55``."""
    assert strategy.thresholds is not None
    found = [mark for mark in strategy.thresholds if mark is not None]
    never = [step for step, mark in zip(strategy.steps, strategy.thresholds, strict=True) if mark is None]
    if not found:
        return "never"
    words = f"from {words_of(strategy.quantities[-1])} {found[0]}"
    steps = words_of(strategy.quantities[0])
    if len(set(found)) > 1:
        if all(a >= b for a, b in pairwise(found)):
            words += f", falling to {found[-1]}"
        elif all(a <= b for a, b in pairwise(found)):
            words += f", rising to {found[-1]}"
        else:
            words += f", between {min(found)} and {max(found)}"
    elif len(strategy.quantities) == 1:
        words += " on"
    elif not never:
        words += f" at every {steps}"
    if never:
        words += f"; never at {steps} {never[0]}" + (f" to {never[-1]}" if len(never) > 1 else "")
    return words
