"""A track of squares, along which counters go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from faceup.rules.errors import RulesError

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
