"""The table of a strategy in the form that has room."""

from typing import TYPE_CHECKING

from faceup.results.answers.strategy import Strategy
from faceup.results.sentences.strategies import threshold_cells
from faceup.results.sentences.strategy_cells import ROOM, by_lines, line_cells, row_cells, telling_rows
from faceup.show.text.tables import table_of

if TYPE_CHECKING:
    from rich.table import Table

FIRST_ROWS = 60  # of a long table, before the rest is counted


def strategy_tables(strategy: Strategy, most: int = FIRST_ROWS, width: int = ROOM) -> "tuple[Table, int]":
    """The table to print, and the number of rows left out."""
    if strategy.thresholds is not None:
        return table_of(threshold_cells(strategy)), 0
    cells = line_cells(strategy, width) if by_lines(strategy) else row_cells(strategy, width, telling_rows(strategy))
    return table_of(cells, most), max(0, len(cells.rows) - most)
