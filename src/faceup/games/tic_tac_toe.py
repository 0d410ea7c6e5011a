"""Tic-tac-toe: three in a row on a board of nine squares."""

from faceup.rules import OVER, Board, Cards, Game, NamedTuple, Published, bits, holds, size

# The squares are numbered 0 to 8, row by row from a3 to c1; a line is the set of its three squares.
LINES = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
ALL = 0b111111111


class TicTacToe(Game):
    """Two players take turns marking one of nine squares, the first with X, the second with O. The first to mark three
    in a row, column or diagonal wins; a full board without a line is a draw. Also known as noughts and crosses.
    """

    published = (
        Published("value", 0, "folklore; Winning Ways for Your Mathematical Plays, ch. 22", note="a draw"),
        Published("states", 5478, "Wikipedia, Game complexity: positions of tic-tac-toe"),
    )

    board = Board(3, 3)

    class State(NamedTuple):
        x: Cards  # the squares that each player has marked
        o: Cards

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        if wins(s.x) or wins(s.o) or (s.x | s.o) == ALL:
            return OVER
        return size(s.x | s.o) % 2

    def moves(self, s):
        for square in bits(ALL & ~(s.x | s.o)):
            yield square

    def play(self, s, square):
        if size(s.x | s.o) % 2 == 0:
            return self.State(s.x | 1 << square, s.o)
        return self.State(s.x, s.o | 1 << square)

    def payoff(self, s):
        return int(wins(s.x)) - int(wins(s.o))

    def show(self, s):
        marks = ["X" if holds(s.x, i) else "O" if holds(s.o, i) else "." for i in range(9)]
        return "\n".join("".join(marks[i : i + 3]) for i in (0, 3, 6))


def wins(squares):
    """Return whether the squares contain a whole line."""
    for line in LINES:
        if squares & line == line:
            return True
    return False
