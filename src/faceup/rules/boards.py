"""A board of rows and columns whose squares have names, as in chess."""

from typing import Any, Self

from faceup.rules.moves import Move, numbers_text, parts_of


class Board(tuple[tuple[int, ...], ...]):
    """The squares of a board as they lie: numbered row by row from 0, the highest row first, and called a1, b1, ...
    from the left of the lowest row, as in chess. With ``hexagons`` each row lies half a square to the right of the one
    above it, so that a square has six neighbours: left and right, above and above to the right, below and below to the
    left.
    """

    hexagons: bool

    def __new__(cls, rows: int, columns: int, *, hexagons: bool = False) -> Self:
        board = super().__new__(cls, (tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)))
        board.hexagons = hexagons
        return board

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (len(self), self.columns), {"hexagons": self.hexagons}

    @property
    def columns(self) -> int:
        return len(self[0]) if self else 0

    def square(self, number: int) -> str:
        """The name of a square: ``a1``."""
        row, column = divmod(number, self.columns)
        return f"{column_name(column)}{len(self) - row}"

    def say(self, move: Move) -> str:
        """A move by the names of its squares: ``a1-a2``; by its numbers where one is no square."""
        numbers = [part for part in parts_of(move) if isinstance(part, int)]
        if len(numbers) < len(parts_of(move)) or not all(0 <= one < len(self) * self.columns for one in numbers):
            return numbers_text(move)
        return "-".join(map(self.square, numbers))


def column_name(column: int) -> str:
    """``a`` to ``z``, then ``aa``, ``ab``, ..."""
    more, letter = divmod(column, 26)
    return (column_name(more - 1) if more else "") + chr(ord("a") + letter)
