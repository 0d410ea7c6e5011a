"""Hex: join your two sides of the board by a chain."""

from faceup.games.mnk import from_middle
from faceup.rules import OVER, Board, Cards, Game, NamedTuple, Published, bits, holds, require, size

NASH = "J. Nash, 1949: whoever begins wins, for a move more never hurts and no board ends without a winner"


class Hex(Game):
    """A rhombus of hexagons. Two players take turns placing a stone on any free one, black first. Black joins the
    highest row with the lowest, white the first column with the last; the first to do so wins. It cannot end in a
    draw. It is usually played on eleven rows, with a rule that makes the first move fair; here nobody may swap.
    """

    rows: int = 5

    published = (
        Published("value", 1, NASH, parameters={"rows": 1}),
        Published("value", 1, NASH, parameters={"rows": 2}),
        Published("value", 1, NASH, parameters={"rows": 3}),
    )

    class State(NamedTuple):
        black: Cards  # the hexagons with a stone of each player
        white: Cards

    @property
    def board(self):
        return Board(self.rows, self.rows, hexagons=True, edges=("black", "white"))

    def check(self):
        require(1 <= self.rows <= 7, "1 to 7 rows")

    def start(self):
        return self.State(0, 0)

    def row(self):
        """Return the hexagons of the highest row, which are bits 0, 1, ...; those of the next row follow."""
        return (1 << self.rows) - 1

    def all(self):
        return (1 << self.rows * self.rows) - 1

    def column(self):
        """Return the hexagons of the first column."""
        return self.all() // self.row()

    def turn(self, s):
        over = self.black_joins(s.black) if size(s.black) > size(s.white) else self.white_joins(s.white)
        return OVER if over else size(s.black | s.white) % 2

    def moves(self, s):
        """Yield the free hexagons, those near the middle first."""
        for k in range(self.rows * self.rows):
            hexagon = from_middle(k, self.rows * self.rows)
            if not holds(s.black | s.white, hexagon):
                yield hexagon

    def play(self, s, hexagon):
        if size(s.black) == size(s.white):
            return self.State(s.black | 1 << hexagon, s.white)
        return self.State(s.black, s.white | 1 << hexagon)

    def payoff(self, s):
        return 1 if size(s.black) > size(s.white) else -1  # the player who placed the last stone

    def black_joins(self, stones):
        """Return whether these stones join the highest row with the lowest."""
        return self.chain(stones, stones & self.row()) >> self.rows * (self.rows - 1) > 0

    def white_joins(self, stones):
        """Return whether these stones join the first column with the last."""
        return self.chain(stones, stones & self.column()) & self.column() << self.rows - 1 > 0

    def chain(self, stones, connected):
        """Return the stones that are connected with these ones."""
        first, last = self.column(), self.column() << self.rows - 1
        before = 0
        while connected != before:
            before = connected
            left, right = (connected & ~first) >> 1, (connected & ~last) << 1
            above, below = connected >> self.rows, connected << self.rows
            aslant = (connected & ~last) >> self.rows - 1 | (connected & ~first) << self.rows - 1
            connected |= (left | right | above | below | aslant) & stones
        return connected

    def canon(self, s):
        """A position and its rotation by half a turn are equivalent."""
        return min(s, self.State(self.rotate(s.black), self.rotate(s.white)))

    def rotate(self, stones):
        image = 0
        for hexagon in bits(stones):
            image |= 1 << self.rows * self.rows - 1 - hexagon
        return image

    def show(self, s):
        return "\n".join(
            "".join("B" if holds(s.black, at) else "W" if holds(s.white, at) else "." for at in row)
            for row in self.board
        )
