"""Maps of cells: the outlines of cells of a kind, the regions they form, and where a word has room inside one."""

from collections.abc import Collection, Iterator
from math import ceil
from typing import Any

import numpy as np

Cell = tuple[int, int]


def runs(cells: Collection[Cell]) -> Iterator[tuple[int, int, int]]:
    """The cells as upright stretches: the column, the lowest cell and the number of cells."""
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
    """The cells in parts that hang together side by side, the largest first."""
    left = set(cells)
    found = []
    for cell in sorted(cells):
        if cell not in left:
            continue
        left.remove(cell)
        part, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            part |= near
            edge += near
        found.append(part)
    return sorted(found, key=lambda part: (-len(part), min(part)))


def room(part: Collection[Cell], width: float, height: float) -> tuple[float, float] | None:
    """The middle of the place inside a region where a box of so many cells has most room, or None where it has none."""
    xs, ys = zip(*part, strict=True)
    left, bottom = min(xs), min(ys)
    inside = np.zeros((max(xs) - left + 1, max(ys) - bottom + 1), np.int64)
    inside[np.array(xs) - left, np.array(ys) - bottom] = 1
    sums = np.pad(inside.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    best: tuple[float, float] | None = None
    for scale in (1.0, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0):
        wide, high = max(1, ceil(width * scale)), max(1, ceil(height * scale))
        if wide > inside.shape[0] or high > inside.shape[1]:
            break
        held: Any = sums[wide:, high:] - sums[:-wide, high:] - sums[wide:, :-high] + sums[:-wide, :-high]
        places = np.argwhere(held == wide * high)
        if not len(places):
            break
        middles = places + np.array([(wide - 1) / 2, (high - 1) / 2])
        away = np.square(middles - middles.mean(axis=0)).sum(axis=1)
        x, y = middles[int(away.argmin())]
        best = float(x) + left, float(y) + bottom
    return best
