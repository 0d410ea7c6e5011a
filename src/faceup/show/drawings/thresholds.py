"""Thresholds: a boundary across a map of decisions, or a curve without a map."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil

from faceup.results.answers.strategy import Strategy
from faceup.results.sentences.strategy_cells import quantity_label
from faceup.rules.errors import NothingToDraw
from faceup.show.drawings.drawing import Area, Drawing, Line, Panel, Step, new_drawing, numbers
from faceup.show.drawings.map_regions import Cell
from faceup.show.drawings.places import Scale

ROOM = 0.15  # of the reach of a curve, above and below it
BESIDE = 0.07  # of the height of a map, for a number

Marks = Sequence[tuple[int, int]]


def curve_drawing(strategy: Strategy) -> Drawing:
    """The thresholds of a strategy whose decisions are too many for a map."""
    assert strategy.thresholds is not None
    assert strategy.move is not None
    word = strategy.word(strategy.move)
    steps = zip(strategy.steps, strategy.thresholds, strict=True)
    marks = [(step, mark) for step, mark in steps if mark is not None]
    if not marks:
        raise NothingToDraw(f"no plot: {word} is never best")
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
    """Boxes with room for a word between the marks and the edge of the picture, wider and wider."""
    rooms = []
    begin = marks if abs(end - marks[0][1]) >= abs(end - marks[-1][1]) else marks[::-1]
    for count in sorted({ceil(len(marks) * share) for share in (0.1, 0.2, 0.35, 0.5, 0.75, 1)}):
        part = begin[:count]
        edge = max(sign * y for _, y in part) * sign
        left, right = min(x for x, _ in part) - 0.5, max(x for x, _ in part) + 0.5
        rooms.append(((left + right) / 2, (edge + end) / 2, right - left, abs(end - edge)))
    return rooms


def boundary(strategy: Strategy, across: Scale, up: Scale, ties: Mapping[tuple[int, ...], str]) -> Panel:
    """The boundary as steps, with a mark at the first cell beyond it; ``ties`` names moves that are equally good."""
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
    """The text of each step."""
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
    """The cells covered by marks and by the numbers above them, in a map of this height."""
    marks = [(int(step["at"]), int(step["mark"])) for step in panel.get("steps", []) if step["mark"] is not None]
    return {(x, y + k) for x, y in marks for k in range(ceil(BESIDE * cells) + 1)}


def _edges(marks: Marks) -> list[list[tuple[float, float]]]:
    """The boundary in stretches without a step left out, half a cell below the marks."""
    edges: list[list[tuple[float, float]]] = []
    for k, (x, y) in enumerate(marks):
        if k == 0 or marks[k - 1][0] != x - 1:
            edges.append([])
        edges[-1] += [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5)]
    return edges


def threshold_words(strategy: Strategy) -> str:
    """The range of the boundary, as ``from 93 down to 55``."""
    assert strategy.thresholds is not None
    marks = [mark for mark in strategy.thresholds if mark is not None]
    never = [step for step, mark in zip(strategy.steps, strategy.thresholds, strict=True) if mark is None]
    if not marks:
        return "never"
    words = f"from {quantity_label(strategy, strategy.quantities[-1])} {marks[0]}"
    steps = quantity_label(strategy, strategy.quantities[0])
    if len(set(marks)) > 1:
        if all(a >= b for a, b in pairwise(marks)):
            words += f" down to {marks[-1]}"
        elif all(a <= b for a, b in pairwise(marks)):
            words += f" up to {marks[-1]}"
        else:
            words += f", between {min(marks)} and {max(marks)}"
    elif len(strategy.quantities) == 1:
        words += " on"
    elif not never:
        words += f" at every {steps}"
    if never:
        words += f"; never at {steps} {never[0]}" + (f" to {never[-1]}" if len(never) > 1 else "")
    return words
