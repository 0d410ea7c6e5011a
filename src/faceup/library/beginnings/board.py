"""Three in a row: a board on which two players take squares. A game to begin from."""

from faceup.rules import OVER, Board, Game, NamedTuple, Row, replaced

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FREE, CROSS, NOUGHT = 0, 1, 2


class Beginning(Game):
    """Two players take turns taking one of nine squares. Whoever first has three in a row wins; a full board is a
    draw.
    """

    # Squares a1 to c3, and what the numbers of the row below are on them, for faceup play and faceup serve.
    board = Board(rows=3, columns=3)
    marks = (".", "X", "O")

    # A position: a row of nine numbers, which are FREE, CROSS or NOUGHT.
    class State(NamedTuple):
        squares: Row

    def start(self):
        return self.State((FREE,) * 9)

    def has_a_line(self, s, mark):
        return any(all(s.squares[square] == mark for square in line) for line in LINES)

    def turn(self, s):
        """Whose decision it is: 0 or 1, OVER at the end."""
        if self.has_a_line(s, CROSS) or self.has_a_line(s, NOUGHT) or FREE not in s.squares:
            return OVER
        return 0 if s.squares.count(CROSS) == s.squares.count(NOUGHT) else 1

    def moves(self, s):
        """Every legal move: the number of a square."""
        return [square for square, mark in enumerate(s.squares) if mark == FREE]

    def play(self, s, square):
        """The position after a move."""
        return self.State(replaced(s.squares, square, CROSS if self.turn(s) == 0 else NOUGHT))

    def payoff(self, s):
        """At the end, to player 0."""
        return self.has_a_line(s, CROSS) - self.has_a_line(s, NOUGHT)

    def show(self, s):
        """A position as text."""
        signs = "".join(self.marks[mark] for mark in s.squares)
        return "\n".join((signs[:3], signs[3:6], signs[6:]))
