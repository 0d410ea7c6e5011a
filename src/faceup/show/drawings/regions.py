"""Maps of cells: their axes, their regions, and thresholds as a boundary across them or a curve."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil, gcd

from faceup.results.answers.strategy import Strategy
from faceup.results.sentences.strategies import join_bands
from faceup.results.sentences.strategy_cells import quantity_label, range_text
from faceup.results.sentences.words import either, words_of
from faceup.rules.errors import UsageError
from faceup.rules.rows import ABSENT
from faceup.show.drawings.drawing import GAP, Area, Axis, Drawing, Line, Panel, Step, new_drawing, numbers, places

Cell = tuple[int, int]

HEIGHTS = (1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 85, 113, 150)


def runs(cells: Collection[Cell]) -> Iterator[tuple[int, int, int]]:
    """Yield the cells as upright stretches: the column, the lowest cell and the number of cells."""
    begin: Cell | None = None
    count = 0
    for x, y in sorted(cells):
        if begin is not None and (x, y) == (begin[0], begin[1] + count):
            count += 1
            continue
        if begin is not None:
            yield (*begin, count)
        begin, count = (x, y), 1
    if begin is not None:
        yield (*begin, count)


def regions(cells: Collection[Cell]) -> list[set[Cell]]:
    """Return the connected parts of the cells (by common sides), the largest first."""
    unassigned = set(cells)
    parts = []
    for cell in sorted(cells):
        if cell not in unassigned:
            continue
        unassigned.remove(cell)
        part, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            neighbours = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & unassigned
            unassigned -= neighbours
            part |= neighbours
            edge += neighbours
        parts.append(part)
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def boxes(part: Collection[Cell]) -> list[tuple[float, float, float, float]]:
    """Return the widest boxes of some heights inside a region, each its middle, its width and its height in cells."""
    import numpy as np  # the server's front describes drawings and makes none

    xs, ys = zip(*part, strict=True)
    left, bottom = min(xs), min(ys)
    inside = np.zeros((max(xs) - left + 1, max(ys) - bottom + 1), np.int64)
    inside[np.array(xs) - left, np.array(ys) - bottom] = 1
    below = np.pad(inside.cumsum(1), ((0, 0), (1, 0)))
    boxes_found: list[tuple[float, float, float, float]] = []
    for high in (high for high in HEIGHTS if high <= inside.shape[1]):
        stands = below[:, high:] - below[:, :-high] == high
        reach, widest = np.zeros(stands.shape[1], np.int64), 0
        for x, column in enumerate(stands):
            reach = (reach + 1) * column
            if reach.max() > widest:
                widest = int(reach.max())
                where = np.flatnonzero(reach == widest)
                y = int(where[len(where) // 2])
                box = x - (widest - 1) / 2 + left, y + (high - 1) / 2 + bottom, float(widest), float(high)
        if not widest:
            break
        boxes_found.append(box)
    return boxes_found


SPARSE = 2  # cells for each value, from which on those between the values are left out


class Scale:
    """The values of a quantity along an axis, one cell each; values that are not numbers have names."""

    def __init__(self, name: str, values: Iterable[int], names: Mapping[int, str] | None = None) -> None:
        self.name, self.names = words_of(name), names
        self.values = sorted(set(values))
        self.step = gcd(*(b - a for a, b in pairwise(self.values))) or 1
        cells = (self.values[-1] - self.values[0]) // self.step
        self.even = self.values[0] != ABSENT and cells < SPARSE * len(self.values)
        gaps = [False, *(a != ABSENT and b - a > self.step for a, b in pairwise(self.values))]
        self.places = dict(zip(self.values, (k + skipped for k, skipped in enumerate(accumulate(gaps))), strict=True))
        self.cells = self.at(self.values[-1]) + 1

    def at(self, value: int) -> int:
        """Return the cell of a value; cells are spaced like the values, but one stands for each gap if any is long."""
        return (value - self.values[0]) // self.step if self.even else self.places[value]

    def axis(self) -> Axis:
        """Return the axis with the name of each cell, or without names if there is a single one."""
        low, step = self.values[0], self.step
        values = {k: low + k * step for k in range(self.cells)} if self.even else {k: v for v, k in self.places.items()}
        offset = low // step if self.even and low % step == 0 else 0
        names = ["" if not self.name else self._label(values[k]) if k in values else GAP for k in range(self.cells)]
        return places(self.name, [names], offset)

    def _label(self, value: int) -> str:
        if value == ABSENT:
            return "none"
        return f"{value:,}" if self.names is None else self.names.get(value, "")


ROOM = 0.15  # share of the reach of a curve, above and below it
BESIDE = 0.07  # share of the height of a map, for a number

Marks = Sequence[tuple[int, int]]


def curve_drawing(strategy: Strategy) -> Drawing:
    """Return the thresholds of a strategy whose decisions are too many for a map."""
    assert strategy.thresholds is not None
    assert strategy.move is not None
    word = strategy.word(strategy.move)
    steps = zip(strategy.steps, strategy.thresholds, strict=True)
    marks = [(step, mark) for step, mark in steps if mark is not None]
    if not marks:
        raise UsageError(f"{word} is never best")
    lowest, highest = min(y for _, y in marks), max(y for _, y in marks)
    room = max((highest - lowest) * ROOM, 1)
    foot, head = lowest - room, highest + room
    areas: list[Area] = []
    lines: list[Line] = []
    for edge in _edges(marks):
        (left, _), (right, _) = edge[0], edge[-1]
        lines.append(_line(edge))
        for look, end in (("move 1", head), ("move 0", foot)):
            areas.append({"look": look, "points": [*edge, (right, end), (left, end)]})
    panel: Panel = {"areas": areas, "lines": lines, "steps": _steps(strategy, float, float, {})}
    panel["labels"] = [
        {"look": "word", "text": word, "boxes": _rooms(marks, head, 1)},
        {"look": "word", "text": f"do not {word}", "boxes": _rooms(marks, foot, -1)},
    ]
    first, last = (quantity_label(strategy, name) for name in strategy.quantities)
    across, up = numbers(first, strategy.steps[0] - 0.5, strategy.steps[-1] + 0.5), numbers(last, foot, head)
    return new_drawing(f"{word} {threshold_words(strategy)}", across, up, [panel], moves=2)


def _rooms(marks: Marks, end: float, sign: int) -> list[tuple[float, float, float, float]]:
    """Return boxes with room for a word between the marks and the edge of the picture, wider and wider."""
    rooms = []
    begin = marks if abs(end - marks[0][1]) >= abs(end - marks[-1][1]) else marks[::-1]
    for count in sorted({ceil(len(marks) * share) for share in (0.1, 0.2, 0.35, 0.5, 0.75, 1)}):
        part = begin[:count]
        edge = max(sign * y for _, y in part) * sign
        left, right = min(x for x, _ in part) - 0.5, max(x for x, _ in part) + 0.5
        rooms.append(((left + right) / 2, (edge + end) / 2, right - left, abs(end - edge)))
    return rooms


def boundary(strategy: Strategy, across: Scale, up: Scale, ties: Mapping[tuple[int, ...], str]) -> Panel:
    """Return the boundary as steps, a mark at the first cell beyond it; ``ties`` names equally good moves."""
    assert strategy.thresholds is not None
    if len(strategy.quantities) == 1:
        edges = [(across.at(mark) - 0.5, f"{mark:,}") for mark in strategy.thresholds if mark is not None]
        return {"lines": [_line([(x, -0.5), (x, 0.5)], text) for x, text in edges]}
    steps = zip(strategy.steps, strategy.thresholds, strict=True)
    marks = [(across.at(step), up.at(mark)) for step, mark in steps if mark is not None]
    return {"lines": [_line(edge) for edge in _edges(marks)], "steps": _steps(strategy, across.at, up.at, ties)}


def _line(points: list[tuple[float, float]], text: str = "") -> Line:
    return {"look": "boundary", "points": points, "text": text}


def _steps(
    strategy: Strategy, x: Callable[[int], float], y: Callable[[int], float], ties: Mapping[tuple[int, ...], str]
) -> list[Step]:
    """Return the text of each step."""
    assert strategy.thresholds is not None
    assert strategy.move is not None
    word, (first, last) = strategy.word(strategy.move), (quantity_label(strategy, name) for name in strategy.quantities)
    steps: list[Step] = []
    for step, mark in zip(strategy.steps, strategy.thresholds, strict=True):
        label = f"never {word}" if mark is None else f"{word} from {last} {mark:,}"
        equal = [f"{last} {key[1]:,}: {moves}" for key, moves in ties.items() if key[0] == step]
        text = "; ".join((f"{first} {step:,}: {label}", *equal))
        place = None if mark is None else y(mark)
        steps.append({"at": x(step), "mark": place, "told": "" if mark is None else f"{mark:,}", "text": text})
    return steps


def numbers_beside(panel: Panel, cells: int) -> set[Cell]:
    """Return the cells covered by marks and by the numbers above them, in a map of this height."""
    marks = [(int(step["at"]), int(step["mark"])) for step in panel.get("steps", []) if step["mark"] is not None]
    return {(x, y + k) for x, y in marks for k in range(ceil(BESIDE * cells) + 1)}


def _edges(marks: Marks) -> list[list[tuple[float, float]]]:
    """Return the boundary in stretches without a step left out, half a cell below the marks."""
    edges: list[list[tuple[float, float]]] = []
    for k, (x, y) in enumerate(marks):
        if k == 0 or marks[k - 1][0] != x - 1:
            edges.append([])
        edges[-1] += [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5)]
    return edges


def threshold_words(strategy: Strategy) -> str:
    """Return the range of the boundary, as ``from 93 down to 55``."""
    assert strategy.thresholds is not None
    marks = [mark for mark in strategy.thresholds if mark is not None]
    if not marks:
        return "never"
    words = f"from {quantity_label(strategy, strategy.quantities[-1])} {marks[0]}"
    if len(set(marks)) > 1:
        if all(a >= b for a, b in pairwise(marks)):
            words += f" down to {marks[-1]}"
        elif all(a <= b for a, b in pairwise(marks)):
            words += f" up to {marks[-1]}"
        else:
            words += f", between {min(marks)} and {max(marks)}"
    elif None not in strategy.thresholds:
        words += " on"
    without = [mark is None for mark in strategy.thresholds]
    if any(without):
        bands = list(join_bands([(step, step) for step in strategy.steps], without))
        never, only = ([range_text(*band) for band, none in bands if none is which] for which in (True, False))
        begin, some = (", only at", only) if len(only) < len(never) else ("; never at", never)
        words += f"{begin} {quantity_label(strategy, strategy.quantities[0])} {either(some)}"
    return words
