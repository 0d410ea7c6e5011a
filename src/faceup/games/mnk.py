"""The m,n,k game: so many in a row, on a board of any size."""

from faceup.rules import OVER, Board, Cards, Game, NamedTuple, Published, holds, require, size

UITERWIJK = "J. Uiterwijk, H. J. van den Herik, The advantage of the initiative, Information Sciences 122 (2000)"


class Mnk(Game):
    """Two players take turns marking a square of the board, the first with X, the second with O. The first to have
    enough marks in a line, across, down or diagonally, wins; a full board without a line is a draw. Three in a row on
    a board of three by three is tic-tac-toe, five in a row on a larger board is gomoku.
    """

    columns: int = 4
    rows: int = 3
    in_a_row: int = 3

    published = (
        Published("value", 1, UITERWIJK, note="the first player wins"),
        Published("value", 0, UITERWIJK, parameters={"columns": 3}, note="a draw: tic-tac-toe"),
        Published("value", 0, UITERWIJK, parameters={"columns": 4, "rows": 4, "in_a_row": 4}, note="a draw"),
    )

    class State(NamedTuple):
        x: Cards  # the squares that each player has marked
        o: Cards

    @property
    def board(self):
        return Board(self.rows, self.columns)

    def check(self):
        require(self.columns >= 1 and self.rows >= 1, "a column and a row at least")
        require(self.columns * self.rows <= 62, "a board of 62 squares at most")
        require(1 <= self.in_a_row <= max(self.columns, self.rows), "a line that fits the board")

    def start(self):
        return self.State(0, 0)

    def squares(self):
        """Return all squares, as a set; bits 0, 1, 2, ... are those of the highest row."""
        return (1 << self.columns * self.rows) - 1

    def column(self):
        """Return the squares of the first column."""
        return self.squares() // ((1 << self.columns) - 1)

    def turn(self, s):
        marked = s.x | s.o
        last = s.x if size(marked) % 2 else s.o  # only the marks of the player who moved last can have formed a line
        return OVER if marked == self.squares() or self.wins(last) else size(marked) % 2

    def moves(self, s):
        """Yield the free squares, those near the middle first."""
        for k in range(self.columns * self.rows):
            square = from_middle(k, self.columns * self.rows)
            if not holds(s.x | s.o, square):
                yield square

    def play(self, s, square):
        if size(s.x | s.o) % 2 == 0:
            return self.State(s.x | 1 << square, s.o)
        return self.State(s.x, s.o | 1 << square)

    def payoff(self, s):
        return self.wins(s.x) - self.wins(s.o)

    def wins(self, marks):
        """Return whether enough of these marks are in a line."""
        left, right = self.column(), self.column() << self.columns - 1
        return in_a_row(marks, self.in_a_row, self.columns, left, right)

    def show(self, s):
        return "\n".join(
            "".join("X" if holds(s.x, k) else "O" if holds(s.o, k) else "." for k in row) for row in self.board
        )


def in_a_row(marks, count, columns, left, right):
    """Return whether ``count`` of these marks are in a line; ``left`` and ``right`` are the squares of the outer
    columns.
    """
    for step, edge in ((1, right), (columns + 1, right), (columns, 0), (columns - 1, left)):
        line = marks
        for _ in range(count - 1):
            line &= line >> step & ~edge  # a step aside from the edge would end in another row
        if line:
            return True
    return False


def from_middle(k, count):
    """Return the k-th of the numbers below ``count`` in an order that begins in the middle."""
    return (count - 1) // 2 + ((k + 1) // 2 if k % 2 else -(k // 2))
