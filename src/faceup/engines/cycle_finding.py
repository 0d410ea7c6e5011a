"""When a table comes round again, so that a game never ends: R. P. Brent's way (BIT 20, 1980).

From some step on, a power of two, every table is compared with one that is remembered; the table after each step
whose number is a power of two takes its place. Machine code keeps its tables in arrays, and asks ``remembered`` too.
"""

from typing import Any


def remembered(steps: int) -> bool:
    """Whether the table after so many steps is the one that later tables are compared with."""
    return steps & (steps - 1) == 0


class TableWatch:
    """Compares tables in CPython."""

    def __init__(self) -> None:
        self.table: Any = None

    def comes_round(self, steps: int, table: Any) -> bool:
        """Whether this table, after so many steps, was there before; to be asked at every step from a power of two."""
        if table == self.table:
            return True
        if remembered(steps):
            self.table = table
        return False
