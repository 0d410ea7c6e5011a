"""A choice of two moves over three numbers as one map: from which value of the third number on one of them is best."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from faceup.results.strategy import Row, Strategy
from faceup.rules.moves import Move
from faceup.show.drawings.drawing import Cells, Drawing, Label, Panel, new_drawing
from faceup.show.drawings.map_regions import Cell, runs
from faceup.show.drawings.places import Scale
from faceup.show.text.phrases import evenly, words_of

STEPS_SHOWN = 5  # of boundaries in the key


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


def boundaries_drawing(strategy: Strategy, names: Sequence[str], found: Boundaries) -> Drawing:
    """One cell for each pair of the first two numbers with its boundary, which leans where it is not the last one."""
    across, up = Scale(names[1], (x for _, x in found.starts)), Scale(names[0], (y for y, _ in found.starts))
    above, below, last = strategy.word(found.above), strategy.word(found.below), words_of(names[2])
    marks = sorted({start for start in found.starts.values() if start is not None})
    shades = {mark: f"shade {k / max(len(marks) - 1, 1):.3g}" for k, mark in enumerate(marks)}
    by_kind: dict[tuple[str, str], list[Cell]] = {}
    labels: list[Label] = []
    for pair, start in found.starts.items():
        place = across.at(pair[1]), up.at(pair[0])
        again = f"; {below} again from larger values on" if pair in found.again else ""
        text = f"always {below}" if start is None else f"{above} from {last} {start:,}{again}"
        by_kind.setdefault(("shade none" if start is None else shades[start], text), []).append(place)
        if start is not None:
            look = "number again" if again else "number"
            labels.append({"look": look, "text": f"{start:,}", "boxes": [(*place, 1.0, 1.0)]})
    cells: list[Cells] = [
        {"look": look, "name": "", "runs": list(runs(where)), "text": text} for (look, text), where in by_kind.items()
    ]
    keys = [(shades[mark], f"{above} from {last} {mark:,}") for mark in evenly(marks, STEPS_SHOWN)]
    if None in found.starts.values():
        keys.append(("shade none", f"always {below}"))
    if found.again:
        keys.append(("", f"leaning: {below} again from larger values on"))
    nowhere = f"{'never met' if strategy.reach == 'all' else 'best play never comes here'}, or has no choice"
    keys.append(("blank", f"blank: {nowhere}"))
    reach = f"{marks[0]:,}" + (f" to {marks[-1]:,}" if len(marks) > 1 else "")
    title = f"{above} from {last} {reach}, else {below}"
    panel: Panel = {"cells": cells, "labels": labels}
    return new_drawing(title, across.axis(), up.axis(), [panel], keys, nowhere=nowhere)
