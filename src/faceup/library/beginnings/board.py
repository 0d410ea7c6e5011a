"""Three in a row: a board on which two players take squares. A game to begin from."""

from faceup.rules import OVER, Cards, Game, NamedTuple, bits

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Beginning(Game):
    """Two players take turns taking one of nine squares. Whoever first has three in a row wins; a full board is a
    draw.
    """

    # The moves as they lie on the board, for faceup play and faceup serve.
    board = ((0, 1, 2), (3, 4, 5), (6, 7, 8))

    # A position: the squares of each player as a set of numbers, which is kept as one whole number.
    class State(NamedTuple):
        x: Cards
        o: Cards

    def start(self):
        return self.State(x=0, o=0)

    def taken(self, s):
        return [*bits(s.x), *bits(s.o)]

    def has_a_line(self, squares):
        held = list(bits(squares))
        return any(all(square in held for square in line) for line in LINES)

    def turn(self, s):
        """Whose decision it is: 0 or 1, OVER at the end."""
        if self.has_a_line(s.x) or self.has_a_line(s.o) or len(self.taken(s)) == 9:
            return OVER
        return len(self.taken(s)) % 2

    def moves(self, s):
        """Every legal move: the number of a square."""
        taken = self.taken(s)
        return [square for square in range(9) if square not in taken]

    def play(self, s, square):
        """The position after a move."""
        if self.turn(s) == 0:
            return s._replace(x=s.x | 1 << square)
        return s._replace(o=s.o | 1 << square)

    def payoff(self, s):
        """At the end, to player 0."""
        return self.has_a_line(s.x) - self.has_a_line(s.o)

    def show(self, s):
        """A position as text."""
        marks = ["X" if square in bits(s.x) else "O" if square in bits(s.o) else "." for square in range(9)]
        return "\n".join("".join(marks[place : place + 3]) for place in (0, 3, 6))
