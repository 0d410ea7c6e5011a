"""Painting of drawings with Matplotlib."""

from collections.abc import Sequence
from itertools import count, pairwise
from math import ceil, sqrt
from typing import Any

from faceup.results.showable import optional
from faceup.show.drawings.drawing import GAP, Axis, Bar, Cells, Drawing, Key, Label, Line, Panel, Step
from faceup.show.pictures.house_style import (
    BAR,
    FAINT,
    INK,
    MOVES,
    PATTERNS,
    PLAIN,
    SOFT,
    STRONG,
    TIED,
    gradient,
    house_style,
    ink_on,
    move_ground,
    new_axes,
    new_figure,
    text_width,
    whole_ticks,
)

WIDTH = 8  # inches of a picture
ROW, FRAME = 0.34, 0.75  # inches for a row of a map with axes of its own, and around it
HIGHEST, BESIDE_OTHERS = 4.0, 1.8  # inches for all its rows, and for those of a map beside others
WIDEST, NARROWEST = 90, 1e-6  # points of a bar
SIZES = (11, 9, 7.5, 6)  # sizes of words in a map, in points
MOST_MARKS = 30  # thresholds that get a mark
LINES = {
    "mean": {"color": INK, "linewidth": 1.5, "linestyle": (0, (4, 2))},
    "boundary": {"color": INK, "linewidth": 1.8},
}
STRIPES, CROSSES, DOTS = "////", "xxxx", "...."  # patterns of cells in which several moves are best
OTHERS: dict[str, dict[str, Any]] = {
    "bar": {"facecolor": BAR},
    "bar bar-tied": {"facecolor": TIED},
    "crossed": {"facecolor": "white", "edgecolor": STRONG, "linewidth": 0, "hatch": CROSSES},
    "unsure": {"facecolor": "white", "edgecolor": STRONG, "linewidth": 0, "hatch": DOTS},
    "blank": {"facecolor": "white", "edgecolor": STRONG, "linestyle": ":"},
    "shade none": {"facecolor": FAINT, "edgecolor": FAINT},
    "": {"facecolor": "none"},
    "number again": {"facecolor": "none"},
}


@house_style()
def paint_figure(drawing: Drawing, about: str = "") -> Any:
    """Return the drawing as a figure; ``about`` begins its title."""
    figure, grid = _layout(drawing, f"{about}{': ' if about else ''}{drawing['title']}")
    for axes, panel in zip(grid, drawing["panels"], strict=True):
        axes.set_title(panel.get("title", ""), loc="left")
    draw_key(figure, drawing["keys"])
    figure.draw_without_rendering()
    for axes, panel in zip(grid, drawing["panels"], strict=True):
        _names(axes.xaxis, panel.get("across", drawing["across"]))
        _names(axes.yaxis, panel.get("up", drawing["up"]))
        _marks(axes, panel, drawing["columns"])
    return figure


def _layout(drawing: Drawing, title: str) -> tuple[Any, list[Any]]:
    """Return a figure with its panels, high enough for their cells."""
    across, up, panels = drawing["across"], drawing["up"], len(drawing["panels"])
    own = [panel["up"] for panel in drawing["panels"] if "up" in panel]
    high, spots = 4.5, _spots(drawing["panels"])
    rows, columns = (1 + max(places) for places in zip(*spots, strict=True))
    first = [row for (row, _), panel in zip(spots, drawing["panels"], strict=True) if row == 0 or panel.get("begins")]
    alone = [row for row in first if own and (row, 1) not in spots]  # whose panel is as wide as the picture
    heights = [0.0] * rows if own else []
    for (row, _), axis in zip(spots if own else (), own, strict=True):
        most = HIGHEST if row in alone else BESIDE_OTHERS
        heights[row] = max(heights[row], FRAME + min(ROW * len(axis["names"][0]), most))
    if own:
        high = sum(heights) + 0.7
    elif panels > 1:
        high = max(6.5, 2.1 * rows) if panels > 2 else 4
    elif up["names"] and not up["label"]:
        high = 2.4
    elif up["names"]:
        high = 6.2 if 0.6 < len(up["names"][0]) / len(across["names"][0]) < 1.7 else 5
    figure = new_figure(title, WIDTH, high)
    grid: list[Any] = []
    places = figure.add_gridspec(rows, columns, height_ratios=heights or None)
    for (row, column), panel in zip(spots, drawing["panels"], strict=True):
        shared = {"sharex": grid[0], "sharey": grid[0]} if grid and not own else {}
        place = places[row, :] if row in alone else places[row, column]
        axes = new_axes(figure, place, grid="" if up["names"] else "y", **shared)
        _axis(axes.xaxis, panel.get("across", across), bool(own) or (row + 1, column) not in spots)
        _axis(axes.yaxis, panel.get("up", up), column == 0)
        grid.append(axes)
    return figure, grid


def _spots(panels: Sequence[Panel]) -> list[tuple[int, int]]:
    """Return the row and the column of each panel, in as few rows as a square has, and then as few columns."""
    firsts = [k for k, panel in enumerate(panels) if k == 0 or panel.get("begins")]
    groups = [end - first for first, end in pairwise([*firsts, len(panels)])]
    widest = max(text_width(panel.get("title", ""), 10) for panel in panels) + 10
    most = max(1, min(ceil(sqrt(len(panels))), int(72 * WIDTH / widest)))
    columns = min(range(1, most + 1), key=lambda wide: (sum(ceil(group / wide) for group in groups), wide))
    spots = list[tuple[int, int]]()
    for group in groups:
        row = spots[-1][0] + 1 if spots else 0
        spots += [(row + k // columns, k % columns) for k in range(group)]
    return spots


def style_of(look: str) -> dict[str, Any]:
    """Return the Matplotlib style of a look."""
    if look in OTHERS:
        return OTHERS[look]
    kind, *numbers = look.split()
    if kind == "shade":
        return {"facecolor": gradient()(float(numbers[0])), "edgecolor": "white", "linewidth": 0.3}
    first, last = int(numbers[0]), int(numbers[-1])
    ground, pattern = move_ground(first), PATTERNS[first % len(PATTERNS)] if first == last else STRIPES
    if not pattern:
        return {"facecolor": ground, "edgecolor": ground, "linewidth": 0.3}
    return {"facecolor": ground, "edgecolor": MOVES[last % len(MOVES)], "linewidth": 0, "hatch": pattern}


def _axis(side: Any, axis: Axis, outer: bool) -> None:
    """Set up an axis; its label and the names along it stand at the ``outer`` panels."""
    (side.axes.set_xlim if side.axis_name == "x" else side.axes.set_ylim)(*axis["ends"])
    side.set_label_text(axis["label"] if outer else "")
    side.set_tick_params(labelbottom=outer) if side.axis_name == "x" else side.set_tick_params(labelleft=outer)
    if axis["share"]:
        side.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    elif axis["whole"]:
        whole_ticks(side)


def _names(side: Any, axis: Axis) -> None:
    """Set the names of places, the longest that have room."""
    if not axis["names"]:
        return
    if not axis["label"] and len(axis["names"][0]) == 1:
        side.set_ticks([])
        side.axes.spines["left"].set_visible(False)
        return
    across = side.axis_name == "x"
    room = _place_size(side.axes)[0 if across else 1]
    sizes = [max(text_width(name, 10) + 8 if across else 20.0 for name in names) for names in axis["names"]]
    names = next((names for names, size in zip(axis["names"], sizes, strict=True) if size <= room), axis["names"][-1])
    every = next(each for k in count() for each in (10**k, 2 * 10**k, 5 * 10**k) if each * room >= min(sizes))
    places = [k for k, name in enumerate(names) if _is_named((k + axis["offset"]) % every, every, name == GAP)]
    side.set_ticks(places, [names[k] for k in places])


def _is_named(beyond: int, every: int, gap: bool) -> bool:
    """Whether a place so far beyond a round one has a name: a gap in the middle between two of them has one."""
    return beyond == 0 or (gap and 2 * min(beyond, every - beyond) >= every)


def _place_size(axes: Any) -> tuple[float, float]:
    """Return the size of one unit of each axis, in points."""
    box, dots = axes.get_window_extent(), axes.figure.dpi / 72
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return box.width / dots / (right - left), box.height / dots / (top - bottom)


def _marks(axes: Any, panel: Panel, columns: Sequence[str]) -> None:
    for area in panel.get("areas", ()):
        axes.fill(*zip(*area["points"], strict=True), **style_of(area["look"]), zorder=1)
    _cells(axes, panel.get("cells", ()))
    _bars(axes, panel.get("bars", ()), columns)
    _lines(axes, panel.get("lines", ()))
    _steps(axes, panel.get("steps", ()), panel.get("cells", ()))
    _labels(axes, panel.get("labels", ()), panel.get("cells", ()))


def _cells(axes: Any, cells: Sequence[Cells]) -> None:
    patch, path = optional("matplotlib.patches", "plots").PathPatch, optional("matplotlib.path", "plots").Path
    codes = [path.MOVETO, path.LINETO, path.LINETO, path.LINETO, path.CLOSEPOLY]
    for name, look in dict.fromkeys((each["name"], each["look"]) for each in cells):
        boxes = [
            path(
                [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + n - 0.5), (x - 0.5, y + n - 0.5), (0, 0)], codes
            )
            for each in cells
            if (each["name"], each["look"]) == (name, look)
            for x, y, n in each["runs"]
        ]
        outline, style = path.make_compound_path(*boxes), style_of(look)
        axes.add_patch(patch(outline, **style, zorder=1, gid=name or None))
        if style.get("hatch") in (STRIPES, CROSSES, DOTS):
            axes.add_patch(patch(outline, facecolor="none", edgecolor=INK, linewidth=0.6, zorder=1.5))


def _bars(axes: Any, bars: Sequence[Bar], columns: Sequence[str]) -> None:
    """Draw bars with their intervals and, if there is room, their texts; numbers of games are said to be such."""
    if not bars:
        return
    place = max(min(bar["ends"][1] - bar["ends"][0] for bar in bars) * _place_size(axes)[0], NARROWEST)
    fits = max(text_width(bar["cells"][1], 9) for bar in bars) + 4 <= place
    if fits and columns[1] == "games":
        axes.set_ylabel(f"{axes.get_ylabel()}\nover each bar: games")
    for bar in bars:
        (left, right), share = bar["ends"], bar["share"]
        middle, wide = (left + right) / 2, (right - left) * min(0.85, WIDEST / place)
        axes.bar(middle, share, wide, zorder=2, **style_of("bar bar-tied" if bar["second"] else "bar"))
        low, high = bar["bounds"] or (share, share)
        if bar["bounds"]:
            reach = [[max(0.0, share - low)], [max(0.0, high - share)]]
            caps = 2 if place > 8 else 0
            axes.errorbar(middle, share, yerr=reach, fmt="none", ecolor=INK, elinewidth=1, capsize=caps, zorder=3)
        if fits:
            _write(axes, bar["cells"][1], (middle, high), bbox=PLAIN)


def _lines(axes: Any, lines: Sequence[Line]) -> None:
    for line in lines:
        axes.plot(*zip(*line["points"], strict=True), zorder=4, solid_joinstyle="miter", **LINES[line["look"]])
        if line["text"]:
            _write(axes, line["text"], line["points"][-1])


def _write(axes: Any, text: str, place: tuple[float, float], **more: Any) -> None:
    """Write a text above a place."""
    axes.annotate(text, place, (0, 3), textcoords="offset points", ha="center", fontsize=9, zorder=6, **more)


def _steps(axes: Any, steps: Sequence[Step], cells: Sequence[Cells]) -> None:
    """Draw marks with their numbers above them or, if these would overlap, above the picture."""
    marks = [(step["at"], step["mark"], step["told"]) for step in steps if step["mark"] is not None]
    if not marks:
        return
    (wide, high), top = _place_size(axes), axes.get_ylim()[1]
    widest = max(text_width(label, 9) for _, _, label in marks)
    dots = len(marks) <= MOST_MARKS
    if dots:
        places = [x for x, _, _ in marks], [y for _, y, _ in marks]
        axes.plot(*places, "o", color=INK, markersize=5, markeredgecolor="white", zorder=5)
    striped = {
        (x, y + k) for each in cells if "hatch" in style_of(each["look"]) for x, y, n in each["runs"] for k in range(n)
    }
    narrow = widest + 2 > wide or not dots
    for x, y, label in marks[:: -ceil((widest + 4) / wide)]:
        inside = not narrow and (top - y) * high > 18
        under = {(round(x), round(y) + k) for k in range(ceil(15 / high) + 1)}
        box = PLAIN if inside and under & striped else None
        _write(axes, label, (x, y + 4 / high if inside else top), bbox=box)


def _labels(axes: Any, labels: Sequence[Label], cells: Sequence[Cells]) -> None:
    """Write texts where they have most room; numbers in all cells or in none."""
    wide, high = _place_size(axes)
    faces = {(x, y + k): style_of(each["look"]) for each in cells for x, y, n in each["runs"] for k in range(n)}
    spots = []
    for label in labels:
        for size in SIZES:
            size_needed = (text_width(label["text"], size) + 4) / wide, (size + 3) / high
            fitting = [box for box in label["boxes"] if box[2] >= size_needed[0] and box[3] >= size_needed[1]]
            if fitting:
                spots.append((label, size, max(fitting, key=lambda box: box[2] * box[3])))
                break
    numbers = [size for label, size, _ in spots if label["look"] != "word"]
    if len(numbers) < sum(label["look"] != "word" for label in labels):
        spots = [spot for spot in spots if spot[0]["look"] == "word"]
    for label, size, (x, y, *_) in spots:
        face = faces.get((round(x), round(y)), {"facecolor": "white"})
        tie = "hatch" in face
        axes.text(
            *(x, y, label["text"]),
            size=min(numbers, default=size),
            style=_slant(label["look"]),
            color=INK if tie else ink_on(face["facecolor"]),
            bbox=PLAIN if tie else None,
            ha="center",
            va="center",
            zorder=3,
        )


def _slant(look: str) -> str:
    """Return the style of the text of a look."""
    return "italic" if look == "number again" else "normal"


def draw_key(figure: Any, keys: Sequence[Key]) -> None:
    """Draw the key of looks under the picture."""
    patch = optional("matplotlib.patches", "plots").Patch
    if not keys:
        return
    edge = {"edgecolor": SOFT, "linewidth": 0.5}
    handles = [
        patch(**({} if "hatch" in style_of(key["look"]) else edge) | style_of(key["look"]), label=key["text"])
        for key in keys
    ]
    widest = max(text_width(key["text"], 9) for key in keys) + 42
    columns = max(1, int(figure.get_figwidth() * 72 / widest))
    figure.set_figheight(figure.get_figheight() + 0.2 * ceil(len(keys) / columns))
    legend = figure.legend(handles=handles, loc="outside lower left", ncols=columns, handlelength=1.6, handleheight=1.2)
    for text, key in zip(legend.get_texts(), keys, strict=True):
        text.set_style(_slant(key["look"]))
