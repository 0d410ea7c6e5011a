"""Connect Four: drop discs into columns until four of yours are in line."""

from faceup.games.mnk import from_middle, in_a_row
from faceup.rules import OVER, Board, Cards, Game, NamedTuple, Published, holds, lowest, require, size

TROMP = "J. Tromp, John's Connect Four Playground: what boards up to width + height = 15 are worth"


class ConnectFour(Game):
    """Two players take turns dropping a disc into one of the columns of an upright board, red first; it falls to the
    lowest free square. The first to have enough discs in a line, usually four, across, down or diagonally, wins; a full
    board without one is a draw.
    """

    columns: int = 7
    rows: int = 6
    in_a_row: int = 4

    published = (
        Published("value", 0, TROMP, parameters={"columns": 4, "rows": 4}, note="a draw"),
        Published("value", 0, TROMP, parameters={"columns": 4, "rows": 5}, note="a draw"),
        Published("value", 0, TROMP, parameters={"columns": 5, "rows": 4}, note="a draw"),
        Published("value", 0, TROMP, parameters={"columns": 5, "rows": 5}, note="a draw"),
        Published("value", -1, TROMP, parameters={"columns": 6, "rows": 4}, note="the second player wins"),
    )

    class State(NamedTuple):
        red: Cards  # the squares with each player's discs
        yellow: Cards

    @property
    def board(self):
        return Board(self.rows, self.columns)

    def check(self):
        require(1 <= self.columns <= 9 and 1 <= self.rows <= 9, "1 to 9 columns and rows")
        require(self.columns * self.rows <= 62, "a board of 62 squares at most")
        require(2 <= self.in_a_row <= max(self.columns, self.rows), "a line of 2 discs or more that fits the board")

    def squares(self):
        """Return all squares, as a set; bits 0, 1, 2, ... are those of the highest row."""
        return (1 << self.columns * self.rows) - 1

    def row(self):
        """Return the squares of the highest row."""
        return (1 << self.columns) - 1

    def column(self, number):
        """Return the squares of a column: one in each row, so that a column times a row is the board."""
        return self.squares() // self.row() << number

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        full = s.red | s.yellow == self.squares()
        return OVER if full or self.wins(self.latest(s)) else size(s.red | s.yellow) % 2

    def moves(self, s):
        """Yield the lowest free square of each column, the middle column first."""
        occupied = s.red | s.yellow
        bottom = self.row() << self.columns * (self.rows - 1)
        lowest_free = (occupied >> self.columns | bottom) & ~occupied
        for k in range(self.columns):
            square = lowest_free & self.column(from_middle(k, self.columns))
            if square:
                yield lowest(square)

    def play(self, s, square):
        if size(s.red | s.yellow) % 2 == 0:
            return self.State(s.red | 1 << square, s.yellow)
        return self.State(s.red, s.yellow | 1 << square)

    def payoff(self, s):
        return self.wins(s.red) - self.wins(s.yellow)

    def latest(self, s):
        """Return the discs of the player who moved last: only these can have formed a line."""
        return s.red if size(s.red | s.yellow) % 2 else s.yellow

    def wins(self, discs):
        """Return whether enough of these discs are in a line."""
        return in_a_row(discs, self.in_a_row, self.columns, self.column(0), self.column(self.columns - 1))

    def canon(self, s):
        """A position and its mirror image are equivalent."""
        return min(s, self.State(self.mirror(s.red), self.mirror(s.yellow)))

    def mirror(self, discs):
        image = 0
        for number in range(self.columns):
            image |= (discs >> number & self.column(0)) << self.columns - 1 - number
        return image

    def show(self, s):
        return "\n".join(
            "".join("R" if holds(s.red, k) else "Y" if holds(s.yellow, k) else "." for k in row) for row in self.board
        )

    def say(self, s, square):
        return self.board.square(square)[0]
