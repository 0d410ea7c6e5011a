"""A sweep as tables, and as a table that fills while it runs."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, get_args

from faceup.numbers.value import How, Value, cut_decimals, decimals, fraction_text, plain
from faceup.results.chances import at_confidence, percents, rate_text
from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME, RATES, Cell, Sweep
from faceup.show.text.phrases import alike, count_phrase, result_text, words_of
from faceup.show.text.tables import align_rows, table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MARKS = {NO_GAME: "-", FAILED: "!", LIMIT: "?"}
MOST_ROWS = 200  # of a table, before the rest is counted
LONGEST_FRACTION = 20  # beside its decimals
MOST_NOTES = 8  # different ones of each kind
STATE = re.compile(r" \(\w+, in (state|table) .*\)$")  # at the end of a problem: its first place
NONE = "none"  # a figure that the game does not have, such as a first move when chance begins
AROUND = 6  # lines of a terminal below a growing table


def sweep_title(sweep: Sweep) -> str:
    return " ".join([sweep.game, *(f"{name}={value}" for name, value in sweep.fixed.items())])


def sweep_lines(sweep: Sweep, console: "Console") -> "Iterator[str | Table]":
    """Grids, or a list if they do not fit; the problems of cells without a figure; the work."""
    grids = _grids(sweep, console)
    for line, grid in grids:
        yield line
        yield grid
    if not grids:
        yield from _list_lines(sweep, console)
    rows = len(next(iter(sweep.axes.values()))) if grids else len(sweep.cells)
    if rows > MOST_ROWS:
        yield f"... {rows - MOST_ROWS:,} more rows; --csv and --json have them all"
    yield from _notes(sweep)
    stored = sum(cell.stored for cell in sweep.cells)
    more = f", {stored:,} of them from the store" if stored else ""
    cells = "1 cell" if len(sweep.cells) == 1 else f"{len(sweep.cells):,} cells"
    yield f"{cells} in {sweep.seconds:.3f} s{more}"


def first_cell_lines(result: FirstCell) -> Iterator[str]:
    """The first value of a parameter for which a condition holds, the one before, and the method."""
    axis, (figure,) = result.axis, result.tried.figures
    tried_text = f"{len(result.tried.cells):,} of {result.cells:,} values tried"
    if result.first:
        number = result_text(result.first.values[figure])
        yield f"first   {axis}={result.first.parameters[axis]}, with {figure} {number}"
    else:
        yield f"first   none with {result.condition}"
    if result.before:
        name, number = "before" if result.first else "last", result_text(result.before.values[figure])
        yield f"{name:<7} {axis}={result.before.parameters[axis]}, with {figure} {number}"
    order = f", as {figure} keeps its direction in them" if result.by == "bisection" else ", one after another"
    yield f"by      {result.by}, {tried_text}{order}, in {result.tried.seconds:.3f} s"


def _grids(sweep: Sweep, console: "Console") -> "list[tuple[str, Table]]":
    """A grid for each figure with a heading; none unless there are two axes and room."""
    if len(sweep.axes) != 2:
        return []
    down, across = sweep.axes
    grids = [(figure, _grid(sweep, figure, 0, MOST_ROWS)) for figure in sweep.figures]
    if any(_width(grid, console) > console.width for _, grid in grids):
        return []
    return [(f"{words_of(figure)}: {down} down, {across} across{_how(sweep, figure)}", grid) for figure, grid in grids]


def _grid(sweep: Sweep, figure: str, first: int, most: int) -> "Table":
    down, across = sweep.axes
    grid = table(down, *map(str, sweep.axes[across]), right=(down, *map(str, sweep.axes[across])))
    grid.padding = (0, 1, 0, 0)  # there are many columns, all alike
    rows, places = sweep.axes[down][first : first + most], sweep.places
    cells = {(row, column): places.get((row, column)) for row in rows for column in sweep.axes[across]}
    texts = dict(zip(cells, _brief(list(cells.values()), figure), strict=True))
    for row in rows:
        grid.add_row(str(row), *(texts[row, column] for column in sweep.axes[across]))
    return grid


def _list(sweep: Sweep, console: "Console", first: int, most: int) -> "Table":
    """One row for each cell, with the certainty of each number if there is room."""
    names, cells = tuple(sweep.axes) or tuple(sweep.fixed), sweep.cells[first : first + most]
    for texts in (_full, _brief):
        listing = table(*map(words_of, (*names, *sweep.figures)), right=map(words_of, names))
        figures = zip(*(texts(cells, figure) for figure in sweep.figures), strict=True)
        for cell, row in zip(cells, figures, strict=True):
            listing.add_row(*(str(cell.parameters[name]) for name in names), *row)
        if _width(listing, console) <= console.width:
            break
    return listing


def _list_lines(sweep: Sweep, console: "Console") -> "Iterator[str | Table]":
    """The list, or, if it is too wide, a line for each figure of each cell."""
    listing = _list(sweep, console, 0, MOST_ROWS)
    if _width(listing, console) <= console.width:
        yield listing
        return
    columns = [[str(column.header), *map(str, column.cells)] for column in listing.columns]
    yield from align_rows(list(zip(*columns, strict=True)), console.width, names=len(columns) - len(sweep.figures))


def _width(grid: "Table", console: "Console") -> int:
    from rich.measure import Measurement

    return Measurement.get(console, console.options.update(max_width=1 << 20), grid).maximum


def _brief(cells: Sequence[Cell | None], figure: str) -> list[str]:
    """A figure of each cell as a short text, all with the same number of decimals, or a mark in its place."""
    numbers_known = [
        value.value for cell in cells if cell and isinstance(value := cell.values[figure], Value) and _sure(value)
    ]
    numbers = [number for number in numbers_known if number is not None]
    texts = dict(zip(numbers, (percents if figure in RATES else alike)(numbers), strict=True))
    return [_figure_text(cell, figure, texts) for cell in cells]


def _sure(value: Value) -> bool:
    """Whether the value is one number."""
    return value.how != "stopped" and value.value is not None


def _figure_text(cell: Cell | None, figure: str, texts: Mapping[float, str]) -> str:
    """A figure of a cell; ``texts`` has the texts of numbers."""
    if cell is None:
        return ""
    value = cell.values[figure]
    if value is None:
        return MARKS.get(cell.kind, NONE)
    if isinstance(value, Value):
        return _bounds(value) if value.how == "stopped" else NONE if value.value is None else texts[value.value]
    return result_text(value)


def _full(cells: Sequence[Cell], figure: str) -> list[str]:
    """A figure of each cell with its certainty."""
    return [_with_certainty(cell, figure) for cell in cells]


def _with_certainty(cell: Cell, figure: str) -> str:
    value = cell.values[figure]
    if not isinstance(value, Value) or not _sure(value):
        return _figure_text(cell, figure, {})
    if figure in RATES:
        return rate_text(value)
    if value.exact is None or value.exact.denominator == 1:
        return str(value)
    fraction = fraction_text(value.exact)
    if len(fraction) <= LONGEST_FRACTION:
        return f"{decimals(value.exact)} = {fraction}"
    return f"{cut_decimals(value.exact)} exactly"


def _bounds(value: Value) -> str:
    """Bounds as text."""
    if value.low > -inf:
        return f"{_digits(value.low)}..{_digits(value.high)}" if value.high < inf else f">={_digits(value.low)}"
    return f"<={_digits(value.high)}" if value.high < inf else MARKS[LIMIT]


def _digits(number: Any) -> str:
    return NONE if number is None else plain(float(number), 6)


def _how(sweep: Sweep, figure: str) -> str:
    """The certainty of the numbers of a grid."""
    values = [value for cell in sweep.cells if isinstance(value := cell.values[figure], Value)]
    parts = []
    for how in get_args(How):
        reach = [float(value.high - value.low) / 2 for value in values if value.how == how]
        if reach and how in ("bounded", "sampled") and max(reach) < inf:
            confidence = f" {at_confidence(sweep.options['confidence'])}" if how == "sampled" else ""
            far = f"{100 * max(reach):.1g}%" if figure in RATES else f"{max(reach):.1g}"
            parts.append(f"{len(reach):,} {how} within {far}{confidence}")
        elif reach:
            parts.append(f"{len(reach):,} {how}")
    return "; " + ", ".join(parts) if parts else ""


def _notes(sweep: Sweep) -> Iterator[str]:
    """The meanings of the marks in the tables."""

    def at(cells: Sequence[Cell]) -> str:
        words = " ".join(f"{name}={cells[0].parameters[name]}" for name in sweep.axes)
        return (f"{len(cells):,} cells, the first " if len(cells) > 1 else "") + (words and f"{words}: ")

    if blank := sweep.of_kind(NO_GAME):
        count = "1 cell makes no game:" if len(blank) == 1 else f"{len(blank):,} cells make no game, the first"
        yield f"{MARKS[NO_GAME]}  {count} {blank[0].problem}"
    for kind in (LIMIT, FAILED):
        alike: dict[str, list[Cell]] = {}
        for cell in sweep.of_kind(kind):
            alike.setdefault(STATE.sub("", cell.problem), []).append(cell)
        notes = list(alike.values())
        for cells in notes[:MOST_NOTES]:
            yield f"{MARKS[kind]}  {at(cells)}{cells[0].problem}"
        if rest := sum(len(cells) for cells in notes[MOST_NOTES:]):
            yield f"{MARKS[kind]}  and {count_phrase(rest, 'more cell')}"


def sweep_rows(sweep: Sweep) -> list[list[Any]]:
    """The rows of a file: thresholds are text, a dash where one move is never best."""
    return [[result_text(item) if isinstance(item, tuple) else item for item in row.values()] for row in sweep.rows]


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
