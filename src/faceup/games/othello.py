"""Othello: turn the other's discs over; most discs win."""

from itertools import islice, product

from faceup.rules import OVER, Board, Game, NamedTuple, Published, Row, require

WIKIPEDIA = "Wikipedia, Computer Othello: Othello 4 x 4"
FREE, BLACK, WHITE = 0, 1, 2
DIRECTIONS = tuple((down, across) for down, across in product((-1, 0, 1), repeat=2) if down or across)
PASS = -1


class Othello(Game):
    """Black and White take turns putting a disc of their colour on a free square, Black first. It must trap opposing
    discs in a straight line between it and another disc of its own colour, and all trapped discs change colour. A
    player who cannot do so passes; when neither can, the game ends. The score is Black's lead in discs. Without its
    fixed start the game is known as Reversi.
    """

    size: int = 4

    published = (
        Published("value", -8, WIKIPEDIA, note="White wins 11 to 3"),
        Published(
            "value", 0, "by hand: the four discs at the start fill the board, two of each", parameters={"size": 2}
        ),
    )

    class State(NamedTuple):
        squares: Row  # row by row; FREE, BLACK or WHITE
        mover: int

    marks = ("", "B", "W")

    @property
    def board(self):
        return Board(self.size, self.size)

    def check(self):
        require(self.size in (2, 4, 6, 8), "the board has 2, 4, 6 or 8 rows")

    def start(self):
        squares, middle = [FREE] * self.size**2, self.size // 2
        for row, column in product((middle - 1, middle), repeat=2):
            squares[row * self.size + column] = WHITE if row == column else BLACK
        return self.State(tuple(squares), mover=0)

    def turn(self, s):
        return s.mover if self.can_move(s) or self.can_move(s._replace(mover=1 - s.mover)) else OVER

    def can_move(self, s):
        return any(self.is_legal(s, square) for square in range(len(s.squares)))

    def moves(self, s):
        if self.can_move(s):
            for square in range(len(s.squares)):
                if self.is_legal(s, square):
                    yield square
        else:
            yield PASS

    def is_legal(self, s, square):
        """Return whether a disc of the player to move on this square traps any."""
        return s.squares[square] == FREE and any(
            self.trapped_count(s, square, down, across) for down, across in DIRECTIONS
        )

    def trapped_count(self, s, square, down, across):
        """Return the number of opposing discs that a disc on this square traps in one direction."""
        colour = BLACK if s.mover == 0 else WHITE
        for count, place in enumerate(self.line(square, down, across)):
            if s.squares[place] == colour:
                return count
            if s.squares[place] == FREE:
                return 0
        return 0

    def line(self, square, down, across):
        """Yield the squares in this direction, the nearest first."""
        row, column = square // self.size + down, square % self.size + across
        while 0 <= row < self.size and 0 <= column < self.size:
            yield row * self.size + column
            row, column = row + down, column + across

    def play(self, s, square):
        squares = list(s.squares)
        if square != PASS:
            colour = BLACK if s.mover == 0 else WHITE
            squares[square] = colour
            for down, across in DIRECTIONS:
                for place in islice(self.line(square, down, across), self.trapped_count(s, square, down, across)):
                    squares[place] = colour
        return self.State(tuple(squares), 1 - s.mover)

    def payoff(self, s):
        return s.squares.count(BLACK) - s.squares.count(WHITE)

    def show(self, s):
        return "\n".join("".join(".BW"[s.squares[square]] for square in row) for row in self.board)

    def say(self, s, square):
        return "pass" if square == PASS else self.board.square(square)
