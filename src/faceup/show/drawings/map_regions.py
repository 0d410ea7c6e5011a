"""Regions of a map of cells: their outlines, their parts, and boxes with room for a word."""

from collections.abc import Collection, Iterator

Cell = tuple[int, int]

HEIGHTS = (1, 2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64, 85, 113, 150)


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
    """The connected parts of the cells (by common sides), the largest first."""
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
    """The widest boxes of some heights inside a region, each its middle, its width and its height in cells."""
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
