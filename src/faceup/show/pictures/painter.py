"""Paints drawings with Matplotlib."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from faceup.results.extras import optional
from faceup.show.drawings.drawing import Axis, Bar, Drawing
from faceup.show.pictures.house_style import (
    BAR,
    INK,
    MARK,
    STEPS,
    house_style,
    new_axes,
    new_figure,
    text_width,
    whole_ticks,
)

LOOKS = {"bar": BAR, "bar bar-tied": STEPS[1]}
WIDEST = 90  # points of a bar
LINES = {"mean": {"color": MARK, "linewidth": 1.5}}


@house_style()
def painted(drawing: Drawing, about: str = "") -> Any:
    """The drawing as a figure; ``about`` begins its title."""
    figure = new_figure(f"{about}{': ' if about else ''}{drawing['title']}")
    axes = new_axes(figure)
    sides = ((axes.xaxis, drawing["across"]), (axes.yaxis, drawing["up"]))
    for side, axis in sides:
        _axis(side, axis)
    _key(figure, drawing)
    figure.draw_without_rendering()  # only now is known how much room there is
    for side, axis in sides:
        _names(side, axis)
    _bars(axes, drawing["bars"])
    for line in drawing["lines"]:
        axes.plot(*zip(*line["points"], strict=True), zorder=4, **LINES[line["look"]])
        _write(axes, line["text"], line["points"][-1])
    return figure


def _axis(side: Any, axis: Axis) -> None:
    side.set_view_interval(*axis["ends"], ignore=True)
    side.set_label_text(axis["label"])
    if axis["share"]:
        side.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    elif axis["whole"]:
        whole_ticks(side)


def _names(side: Any, axis: Axis) -> None:
    """The names of places, the longest that have room."""
    if not axis["names"]:
        return
    across = side.axis_name == "x"
    room = place_size(side.axes)[0 if across else 1]
    sizes = [max(text_width(name, 10) if across else 10.0 for name in names) + 6 for names in axis["names"]]
    names = next((names for names, size in zip(axis["names"], sizes, strict=True) if size <= room), axis["names"][-1])
    every = next(each for k in count() for each in (10**k, 2 * 10**k, 5 * 10**k) if each * room >= min(sizes))
    shown = [k for k in range(len(names)) if (k + axis["offset"]) % every == 0]
    side.set_ticks(shown, [names[k] for k in shown])


def place_size(axes: Any) -> tuple[float, float]:
    """How many points one is along each axis."""
    box, dots = axes.get_window_extent(), axes.figure.dpi / 72
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return box.width / dots / (right - left), box.height / dots / (top - bottom)


def _bars(axes: Any, bars: Sequence[Bar]) -> None:
    """Bars with their intervals, and what they say where there is room for it."""
    if not bars:
        return
    place = min(bar["ends"][1] - bar["ends"][0] for bar in bars) * place_size(axes)[0]
    written = max(text_width(bar["cells"][1], 9) for bar in bars) + 4 <= place
    for bar in bars:
        (left, right), share = bar["ends"], bar["share"]
        middle, colour = (left + right) / 2, LOOKS["bar bar-tied" if bar["second"] else "bar"]
        wide = (right - left) * min(0.85, WIDEST / place)
        axes.bar(middle, share, wide, color=colour, zorder=2)
        low, high = bar["bounds"] or (share, share)
        if bar["bounds"]:
            reach = [[max(0.0, share - low)], [max(0.0, high - share)]]
            caps = 2 if place > 8 else 0
            axes.errorbar(middle, share, yerr=reach, fmt="none", ecolor=INK, elinewidth=1, capsize=caps, zorder=3)
        if written:
            _write(axes, bar["cells"][1], (middle, high))


def _write(axes: Any, text: str, place: tuple[float, float]) -> None:
    """A text above a place."""
    axes.annotate(text, place, (0, 3), textcoords="offset points", ha="center", fontsize=9, zorder=6)


def _key(figure: Any, drawing: Drawing) -> None:
    """What looks mean, under the picture."""
    patch = optional("matplotlib.patches", "plots").Patch
    keys = [patch(facecolor=LOOKS[key["look"]], label=key["text"]) for key in drawing["keys"]]
    if keys:
        figure.legend(handles=keys, loc="outside lower left", ncols=len(keys), handlelength=1.6, handleheight=1.2)
