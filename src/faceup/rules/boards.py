"""Boards, whose squares have names as in chess, and tracks of squares along which counters move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from faceup.rules.errors import RulesError
from faceup.rules.moves import Move, numbers_text, parts_of

COLOURS = "black", "blue", "green", "red", "white", "yellow"  # of discs, and of a board's edges


class Board(tuple[tuple[int, ...], ...]):
    """The rows of a board, each with the numbers of its squares.

    Squares are numbered row by row from 0, the highest row first. Their names are those of chess: a1, b1, ... from the
    left of the lowest row. With ``hexagons`` each row lies half a square to the right of the row above. A square then
    has six neighbours: left and right, above and above right, below and below left. ``edges`` has two colours, of the
    sides that the two players join: above and below, and left and right.
    """

    hexagons: bool
    edges: tuple[str, ...]

    def __new__(cls, rows: int, columns: int, *, hexagons: bool = False, edges: Sequence[str] = ()) -> Self:
        if isinstance(edges, str) or len(edges) not in (0, 2) or not set(edges) <= set(COLOURS):
            raise RulesError(f"Board: edges is {edges!r}; possible: two of {', '.join(COLOURS)}")
        board = super().__new__(cls, (tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)))
        board.hexagons = hexagons
        board.edges = tuple(edges)
        return board

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (len(self), self.columns), {"hexagons": self.hexagons, "edges": self.edges}

    @property
    def columns(self) -> int:
        return len(self[0]) if self else 0

    def square(self, number: int) -> str:
        """The name of a square: ``a1``."""
        row, column = divmod(number, self.columns)
        return f"{column_name(column)}{len(self) - row}"

    def say(self, move: Move) -> str:
        """A move by the names of its squares, ``a1-a2``; by its numbers if one of them is no square."""
        numbers = [part for part in parts_of(move) if isinstance(part, int)]
        if len(numbers) < len(parts_of(move)) or not all(0 <= number < len(self) * self.columns for number in numbers):
            return numbers_text(move)
        return "-".join(map(self.square, numbers))


def board_of(game: Any) -> Any:
    """The rows of squares of a game's ``board``; None if it has none, and if its rules call a method so."""
    board = getattr(game, "board", None)
    return None if callable(board) else board


class DotGrid(tuple[tuple[int, ...], ...]):
    """The lines between neighbouring dots around so many rows and columns of boxes, with their numbers.

    Every second place of a row, and of the rows, is a line; dots and boxes are -1. Lines are numbered row by row from
    0, the highest row first. Dots have the names of a chess board's squares, and lines those of their ends: ``a1-a2``.
    """

    def __new__(cls, rows: int, columns: int) -> Self:
        width = 2 * columns + 1
        places = (range(row * width, (row + 1) * width) for row in range(2 * rows + 1))
        return super().__new__(cls, (tuple(k // 2 if k % 2 else -1 for k in row) for row in places))

    def __getnewargs__(self) -> tuple[int, int]:
        return len(self) // 2, len(self[0]) // 2

    def dot(self, row: int, column: int) -> str:
        """The name of a dot, by its place among dots: ``a1``."""
        return f"{column_name(column)}{len(self) // 2 + 1 - row}"

    def say(self, move: Move) -> str:
        """A line by its two ends; another move by its numbers."""
        width = len(self[0])
        if not isinstance(move, int) or not 0 <= move < len(self) * width // 2:
            return numbers_text(move)
        row, column = divmod(2 * move + 1, width)
        ends = ((row, column - 1), (row, column + 1)) if row % 2 == 0 else ((row + 1, column), (row - 1, column))
        return "-".join(self.dot(down // 2, across // 2) for down, across in ends)


def column_name(column: int) -> str:
    """The letters of a column: ``a`` to ``z``, then ``aa``, ``ab``, ..."""
    more, letter = divmod(column, 26)
    return (column_name(more - 1) if more else "") + chr(ord("a") + letter)


ONE_ROW = 12  # the most squares of a track drawn as one row
COLUMNS = 10  # the squares in each row of a longer track


@dataclass(frozen=True)
class Track:
    """A row of squares given by their numbers, as in ``Track(range(1, 101))``.

    A long track winds upwards from the lowest row, ten squares a row, as in snakes and ladders. ``names`` has the
    inscriptions of squares that do not show their number. ``jumps`` has the square to which each ladder or snake leads.
    """

    squares: Sequence[int]
    names: Mapping[int, str] = field(default_factory=dict)
    jumps: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.squares, Sequence) or isinstance(self.squares, str):
            raise RulesError(f"Track({self.squares!r}); possible: numbers in their order, as in Track(range(1, 101))")
        if not self.squares:
            raise RulesError(
                f"Track({self.squares!r}) has no square; possible: one or more, as in Track(range(1, 101))"
            )
        for what, mapping in (("names", self.names), ("jumps", self.jumps)):
            if not isinstance(mapping, Mapping):
                raise RulesError(f"Track: {what} is {mapping!r}; possible: a dictionary from the number of a square")

    @property
    def rows(self) -> list[list[int | None]]:
        """The rows of squares as they are drawn, the highest first; None for a place without a square."""
        columns = len(self.squares) if len(self.squares) <= ONE_ROW else COLUMNS
        rows: list[list[int | None]] = []
        for start in range(0, len(self.squares), columns):
            row = [*self.squares[start : start + columns]]
            padded = row + [None] * (columns - len(row))
            rows.insert(0, padded[::-1] if len(rows) % 2 else padded)
        return rows
