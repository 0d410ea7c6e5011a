"""The parts of the text about a result, laid out: facts behind their labels, rows in columns, bars, tables."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from faceup.results.sentences.words import NO_BREAK, Bar, Bars, Cells, Part, Rows

if TYPE_CHECKING:
    from rich.table import Table

WIDEST, SHORTEST = 50, 4  # characters of the longest bar, by how much room there is


def part_lines(parts: Iterable[Part], label: int, width: int = sys.maxsize, encoding: str = "utf-8") -> Iterator[Any]:
    """Yield lines of at most ``width``, and tables; facts stand behind labels of ``label`` columns."""
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Cells):
            yield table_of(part)
        elif isinstance(part, Rows):
            rows = align_rows(part.rows, width - len(part.indent), part.names)
            yield from (part.indent + row for row in rows)
        elif isinstance(part, Bars):
            yield from bar_lines(part.bars, encoding, width, part.flush)
        else:
            yield f"{part[0]:<{label}}{part[1]}"


def plain_lines(parts: Iterable[Part], label: int) -> list[Any]:
    """Return the lines as a document has them, with ordinary blanks."""
    return [line.replace(NO_BREAK, " ") for line in part_lines(parts, label)]


def bar_lines(rows: Sequence[Bar], encoding: str, width: int, flush: bool = False) -> list[str]:
    """Return a line for each row, without bars if they have no room; names are ``flush`` left, else end at the bar."""
    named = max((len(row.name) for row in rows), default=0)
    columns = [max(map(len, column)) for column in zip(*(row.cells for row in rows), strict=True)]
    figure_width = sum(columns) + 2 * len(columns)
    room, side = min(WIDEST, width - named - figure_width - 2), "<" if flush else ">"
    bar_texts = bars([row.length for row in rows], encoding, room) if room >= SHORTEST else [""] * len(rows)
    return [
        "  ".join((f"{row.name:{side}{named}}", *filter(None, (bar,)), *map(str.rjust, row.cells, columns)))
        for row, bar in zip(rows, bar_texts, strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """Return a bar for each length, the longest ``width`` wide, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]


def align_rows(rows: Sequence[Sequence[str]], width: int = sys.maxsize, names: int = 1) -> Iterator[str]:
    """Yield rows of one length as lines with aligned columns.

    The first ``names`` columns name a row. If a line would be wider than ``width``, every figure has a line of its own
    under the name.
    """
    heads, *others = rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        for row in rows:
            about, figures = map(str.ljust, row[:names], widths), map(str.rjust, row[names:], widths[names:])
            yield "  ".join((*about, *figures)).rstrip()
        return
    label_width = max(map(len, heads[names:]))
    for row in others:
        yield " ".join(f"{head} {name}".strip() for head, name in zip(heads, row[:names], strict=False))
        yield from (f"  {head:<{label_width}}  {text}" for head, text in zip(heads[names:], row[names:], strict=True))


def table_of(cells: Cells, most: int | None = None) -> "Table":
    """Return at most ``most`` rows of cells as a table, by default all."""
    rows_table = table(*cells.heads, right=cells.right)
    for row in cells.rows[:most]:
        rows_table.add_row(*row)
    return rows_table


def cells_of(rows_table: "Table") -> Cells:
    """Return the cells of a table."""
    heads = [str(column.header) for column in rows_table.columns]
    rows = list(zip(*(map(str, column.cells) for column in rows_table.columns), strict=True))
    right = frozenset(str(column.header) for column in rows_table.columns if column.justify == "right")
    return Cells(heads, rows, right)


def table(*columns: str, right: Iterable[str] = ()) -> "Table":
    """Return an empty table in the house style."""
    from rich import box
    from rich.table import Table

    empty = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        empty.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return empty
