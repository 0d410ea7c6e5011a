"""A sweep as tables, and as a table that fills while it runs."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from faceup.results.samples.sweep import Sweep
from faceup.results.sentences.sweeps import brief_figures, certainty, full_figures, sweep_notes
from faceup.results.sentences.words import words_of
from faceup.show.text.parts import align_rows, table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MOST_ROWS = 200  # rows of a table, before the rest is counted
AROUND = 6  # lines of a terminal below a growing table


def sweep_lines(sweep: Sweep, console: "Console") -> "Iterator[str | Table]":
    """Yield grids, or a list if they do not fit; the problems of cells without a figure; the work."""
    grids = _grids(sweep, console)
    for line, grid in grids:
        yield line
        yield grid
    if not grids:
        yield from _list_lines(sweep, console)
    rows = len(next(iter(sweep.axes.values()))) if grids else len(sweep.cells)
    if rows > MOST_ROWS:
        yield f"... {rows - MOST_ROWS:,} more rows; --csv and --json have them all"
    yield from sweep_notes(sweep)


def _grids(sweep: Sweep, console: "Console") -> "list[tuple[str, Table]]":
    """Return a grid for each figure with a heading; none unless there are two axes and room."""
    if len(sweep.axes) != 2:
        return []
    down, across = sweep.axes
    grids = [(figure, _grid(sweep, figure, 0, MOST_ROWS)) for figure in sweep.figures]
    if any(_width(grid, console) > console.width for _, grid in grids):
        return []
    return [
        (f"{words_of(figure)}: {down} down, {across} across{certainty(sweep, figure)}", grid) for figure, grid in grids
    ]


def _grid(sweep: Sweep, figure: str, first: int, most: int) -> "Table":
    down, across = sweep.axes
    grid = table(down, *map(str, sweep.axes[across]), right=(down, *map(str, sweep.axes[across])))
    grid.padding = (0, 1, 0, 0)  # there are many columns, all alike
    rows, places = sweep.axes[down][first : first + most], sweep.places
    cells = {(row, column): places.get((row, column)) for row in rows for column in sweep.axes[across]}
    texts = dict(zip(cells, brief_figures(sweep, list(cells.values()), figure), strict=True))
    for row in rows:
        grid.add_row(str(row), *(texts[row, column] for column in sweep.axes[across]))
    return grid


def _list(sweep: Sweep, console: "Console", first: int, most: int) -> "Table":
    """Return one row for each cell, with the certainty of each number if there is room."""
    names, cells = tuple(sweep.axes) or tuple(sweep.fixed), sweep.cells[first : first + most]
    for texts in (full_figures, brief_figures):
        columns = {figure: texts(sweep, cells, figure) for figure in sweep.figures}
        plain = [figure for figure, column in columns.items() if not any(" " in text for text in column)]
        listing = table(*map(words_of, (*names, *columns)), right=[*map(words_of, (*names, *plain))])
        for cell, row in zip(cells, zip(*columns.values(), strict=True), strict=True):
            listing.add_row(*(str(cell.parameters[name]) for name in names), *row)
        if _width(listing, console) <= console.width:
            break
    return listing


def _list_lines(sweep: Sweep, console: "Console") -> "Iterator[str | Table]":
    """Yield the list, or, if it is too wide, a line for each figure of each cell."""
    for figure in sweep.figures:
        if (sure := certainty(sweep, figure)) and not sure.endswith(" exact"):
            yield f"{words_of(figure)}{sure.replace(';', ':', 1)}"
    listing = _list(sweep, console, 0, MOST_ROWS)
    if _width(listing, console) <= console.width:
        yield listing
        return
    columns = [[str(column.header), *map(str, column.cells)] for column in listing.columns]
    yield from align_rows(list(zip(*columns, strict=True)), console.width, names=len(columns) - len(sweep.figures))


def _width(grid: "Table", console: "Console") -> int:
    from rich.measure import Measurement

    return Measurement.get(console, console.options.update(max_width=1 << 20), grid).maximum


@contextmanager
def sweep_progress() -> Iterator[Callable[[Sweep], None] | None]:
    """Yield a function that takes the sweep so far; None if standard error is no terminal."""
    from rich.console import Console, Group
    from rich.live import Live

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield None
        return
    began = time.perf_counter()
    latest: deque[Sweep] = deque(maxlen=1)

    def draw() -> Any:
        sweep = latest[-1] if latest else None
        if sweep is None:
            return ""
        status = f"{len(sweep.cells):,} of {sweep.size:,} cells, {time.perf_counter() - began:.0f} s"
        return Group(_under_way(sweep, console), status)

    with Live(console=console, transient=True, get_renderable=draw, vertical_overflow="crop"):
        yield latest.append


def _under_way(sweep: Sweep, console: "Console") -> "Table":
    """As much of the first figure's grid, or of the list, as the terminal holds, up to the current cell."""
    most = max(console.height - AROUND, 1)
    if len(sweep.axes) == 2 and sweep.cells:
        name, rows = next(iter(sweep.axes.items()))
        reached = rows.index(sweep.cells[-1].parameters[name]) + 1
        grid = _grid(sweep, sweep.figures[0], max(0, reached - most), min(most, len(rows)))
        if _width(grid, console) <= console.width:
            return grid
    return _list(sweep, console, max(0, len(sweep.cells) - most), most)
