"""Boards of rows and columns whose squares have names, as in chess, and tracks of squares along which counters go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from faceup.rules.errors import RulesError
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


ONE_ROW = 12  # squares, up to which a track lies in one row
COLUMNS = 10  # of one that is longer


@dataclass(frozen=True)
class Track:
    """The numbers of squares that lie one after another, as in ``Track(range(1, 101))``.

    A long track winds upwards from the lowest row, each row ten squares, as that of snakes and ladders does.
    ``names`` says what is written on squares in the place of their numbers, ``jumps`` from which square to which a
    counter is carried: ladders and snakes.
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
        for what, given in (("names", self.names), ("jumps", self.jumps)):
            if not isinstance(given, Mapping):
                raise RulesError(f"Track: {what} is {given!r}; possible: a dictionary from the number of a square")

    @property
    def rows(self) -> list[list[int | None]]:
        """The squares as they lie, the highest row first; None where there is none."""
        columns = len(self.squares) if len(self.squares) <= ONE_ROW else COLUMNS
        rows: list[list[int | None]] = []
        for start in range(0, len(self.squares), columns):
            row = [*self.squares[start : start + columns]]
            padded = row + [None] * (columns - len(row))
            rows.insert(0, padded[::-1] if len(rows) % 2 else padded)
        return rows
