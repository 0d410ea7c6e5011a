"""Quarto: the other chooses the piece that you place."""

from faceup.rules import OVER, Board, Game, NamedTuple, Published, Row, replaced, require

PAIRS = (("short", "tall"), ("light", "dark"), ("round", "square"), ("solid", "hollow"))
BY_HAND = "by hand: the second piece is made unlike the first, but the third, which the second player places, is not"


class Quarto(Game):
    """The pieces are tall or short, dark or light, square or round, hollow or solid; no two are alike. The board is a
    square. A player hands the other a piece; the other places it on a free square and then hands one back. The first to
    complete a line across the board, down or diagonally, whose pieces have something in common, wins; when all are
    placed and there is no such line, it is a draw. The usual game is a draw with best play (L. Goossens, 1998), and far
    too large to be solved here.
    """

    size: int = 4
    properties: int = 4

    published = (Published("value", -1, BY_HAND, parameters={"size": 2, "properties": 2}),)

    class State(NamedTuple):
        squares: Row  # FREE, or a piece
        given: int  # the piece to place, or 0
        mover: int
        won: int  # whether the mover has completed a line

    FREE = 0
    FIRST = 16  # pieces are the numbers from here on, with their properties as bits; squares are smaller numbers

    @property
    def board(self):
        return Board(self.size, self.size)

    @property
    def marks(self):
        return {piece: " ".join(self.words(piece)) for piece in self.pieces()}

    def check(self):
        require(
            2 <= self.size <= 4 and 1 <= self.properties <= 4, "a board of 2 to 4 squares a side, 1 to 4 properties"
        )

    def pieces(self):
        return range(self.FIRST, self.FIRST + (1 << self.properties))

    def start(self):
        return self.State((self.FREE,) * self.size**2, given=0, mover=0, won=0)

    def turn(self, s):
        placed = self.size**2 - s.squares.count(self.FREE)
        over = s.won or (s.given == 0 and placed == min(self.size**2, 1 << self.properties))
        return OVER if over else s.mover

    def moves(self, s):
        if s.given:
            return [square for square in range(self.size**2) if s.squares[square] == self.FREE]
        return [piece for piece in self.pieces() if piece not in s.squares]

    def play(self, s, m):
        if s.given == 0:
            return s._replace(given=m, mover=1 - s.mover)
        squares = replaced(s.squares, m, s.given)
        return self.State(squares, given=0, mover=s.mover, won=1 if self.in_line(squares, m) else 0)

    def in_line(self, squares, square):
        """Return whether a line through this square is full of pieces that have something in common."""
        n = self.size
        row, column = divmod(square, n)
        return (
            self.alike(squares, row * n, 1)
            or self.alike(squares, column, n)
            or (row == column and self.alike(squares, 0, n + 1))
            or (row + column == n - 1 and self.alike(squares, n - 1, n - 1))
        )

    def alike(self, squares, first, step):
        """Return whether a line of squares, ``step`` apart, is full of pieces with something in common."""
        every = (1 << self.properties) - 1
        have, lack = every, every
        for k in range(self.size):
            piece = squares[first + k * step]
            if piece == self.FREE:
                return False
            have &= piece
            lack &= ~piece
        return have > 0 or lack > 0

    def payoff(self, s):
        return (1 if s.mover == 0 else -1) if s.won else 0

    def words(self, piece):
        return [pair[piece >> k & 1] for k, pair in enumerate(PAIRS[: self.properties])]

    def show(self, s):
        if s.given:
            return f"to be placed: {self.marks[s.given]}"
        remaining = [self.marks[piece] for piece in self.pieces() if piece not in s.squares]
        return f"left: {', '.join(remaining) or 'none'}"

    def say(self, s, m):
        return self.board.square(m) if s.given else self.marks[m]
