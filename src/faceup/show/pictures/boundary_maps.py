"""A choice of two moves over three numbers as one map: from which value of the third number on one of them is best."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from faceup.results.extras import optional
from faceup.results.strategy import Row, Strategy
from faceup.rules.moves import Move
from faceup.show.pictures.axis_ticks import Scale, cell_size
from faceup.show.pictures.house_style import INK, ink_on, new_axes, new_figure, shades, text_width, words_of
from faceup.show.text.phrases import headline

STEPS_SHOWN = 5  # of boundaries in the key, where cells have no room for them
NOWHERE = "#eef1f4"  # where there is no boundary
SIZES = (9, 7.5, 6)  # of numbers in cells


class Boundaries(NamedTuple):
    """Where ``above`` is best from a value of the last number on, for each pair of the others: None where nowhere.

    For the pairs in ``again``, ``below`` is best once more from a still larger value on.
    """

    below: Move
    above: Move
    starts: dict[tuple[int, int], int | None]
    again: frozenset[tuple[int, int]]


def boundaries_of(rows: Sequence[Row]) -> Boundaries | None:
    """What the rows come to where each pair of numbers has one boundary, between the same two moves; else None."""
    moves = sorted({move for row in rows for move in row.moves})
    if len(moves) != 2:
        return None
    pairs: dict[tuple[int, int], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.key):
        pairs.setdefault((row.key[0], row.key[1]), []).append(row)
    for below, above in (moves, moves[::-1]):
        starts, again = {}, set()
        for pair, column in pairs.items():
            parts = _alternating(column, below)
            first = 1 if below in parts[0][0].moves else 0
            if len(parts) > first + 2 or (first == 0 and len(parts) > 1):
                break
            starts[pair] = parts[first][0].key[2] if first < len(parts) else None
            again |= {pair} if len(parts) > first + 1 else set()
        else:
            if any(start is not None for start in starts.values()):
                return Boundaries(below, above, starts, frozenset(again))
    return None


def _alternating(column: Sequence[Row], move: Move) -> list[list[Row]]:
    """The rows in parts, in which the move is among the best ones and is not, by turns."""
    return [list(part) for _, part in groupby(column, lambda row: move in row.moves)]


def boundary_figure(strategy: Strategy, names: Sequence[str], found: Boundaries) -> Any:
    """One cell for each pair of the first two numbers, with the boundary in it."""
    marks = sorted({start for start in found.starts.values() if start is not None})
    colours = dict(zip(marks, shades(len(marks)), strict=True))
    across, up = Scale(pair[1] for pair in found.starts), Scale(pair[0] for pair in found.starts)
    above, last = strategy.word(found.above), words_of(names[2])
    reach = f"{last} {marks[0]}" if len(marks) == 1 else f"{last} {marks[0]} to {marks[-1]}"
    figure = new_figure(f"{headline(strategy.game)}: {above} from {reach}, else {strategy.word(found.below)}", 8, 6.5)
    axes = new_axes(figure, grid="")
    patch = optional("matplotlib.patches", "plots")
    for (y, x), start in found.starts.items():
        colour = NOWHERE if start is None else colours[start]
        place = across.at(x) - 0.5, up.at(y) - 0.5
        axes.add_patch(patch.Rectangle(place, 1, 1, facecolor=colour, edgecolor="white", linewidth=0.3))
    across.dress(axes, 0, words_of(names[1]))
    up.dress(axes, 1, words_of(names[0]))
    figure.draw_without_rendering()  # only now is known how large a cell is
    written = _write(axes, found, colours, across, up)
    _key(figure, found, colours, strategy, last, written)
    return figure


def _write(axes: Any, found: Boundaries, colours: dict[int, Any], across: Scale, up: Scale) -> bool:
    """Write each boundary into its cell; says whether there is room."""
    wide, high = cell_size(axes)
    longest = max(map(str, colours), key=len)
    size = next((size for size in SIZES if text_width(longest, size) + 3 <= wide and size + 2 <= high), None)
    if size is None:
        return False
    for (y, x), start in found.starts.items():
        if start is not None:
            place = across.at(x), up.at(y)
            style = "italic" if (y, x) in found.again else "normal"
            ink = ink_on(colours[start])
            axes.text(*place, str(start), size=size, color=ink, style=style, ha="center", va="center")
    return True


def _key(figure: Any, found: Boundaries, colours: dict[int, Any], strategy: Strategy, last: str, written: bool) -> None:
    """What colours, stripes and blanks mean, under the map."""
    patch = optional("matplotlib.patches", "plots").Patch
    marks = list(colours)
    shown = [] if written else [marks[round(k * (len(marks) - 1) / (STEPS_SHOWN - 1))] for k in range(STEPS_SHOWN)]
    above, below = strategy.word(found.above), strategy.word(found.below)
    keys = [
        patch(facecolor=colours[mark], edgecolor=INK, label=f"{above} from {last} {mark}")
        for mark in dict.fromkeys(shown)
    ]
    if None in found.starts.values():
        keys.append(patch(facecolor=NOWHERE, edgecolor="#8894a0", label=f"always {below}"))
    if found.again:
        where = "in italics" if written else "in many places"
        keys.append(patch(facecolor="none", edgecolor="none", label=f"{where}: {below} again from larger values on"))
    met = "never met" if strategy.reach == "all" else "best play never comes here"
    keys.append(patch(facecolor="white", edgecolor="#999999", linestyle=":", label=f"blank: {met}, or has no choice"))
    figure.set_figheight(figure.get_figheight() + 0.25)
    figure.legend(handles=keys, loc="outside lower left", ncols=3, handlelength=1.6, handleheight=1.2)
