"""Tables in the house style, and rows of text in columns."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from faceup.results.sentences.words import Cells

if TYPE_CHECKING:
    from rich.table import Table


def table(*columns: str, right: Iterable[str] = ()) -> "Table":
    """An empty table in the house style."""
    from rich import box
    from rich.table import Table

    empty = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        empty.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return empty


def table_of(cells: Cells, most: int | None = None) -> "Table":
    """At most ``most`` rows of cells as a table, by default all."""
    rows_table = table(*cells.heads, right=cells.right)
    for row in cells.rows[:most]:
        rows_table.add_row(*row)
    return rows_table


def align_rows(rows: Sequence[Sequence[str]], width: int = sys.maxsize, names: int = 1) -> Iterator[str]:
    """Rows of one length as lines with aligned columns.

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
