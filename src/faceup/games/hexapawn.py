"""Hexapawn: bring a pawn to the far row, or leave the other no move."""

from faceup.rules import OVER, Board, Game, NamedTuple, Published, Row, replaced, require

GARDNER = "M. Gardner, Mathematical Games, Scientific American (March 1962)"
FREE, WHITE, BLACK = 0, 1, 2


class Step(NamedTuple):
    source: int
    target: int


class Hexapawn(Game):
    """White's pawns fill the lowest row, Black's the highest. White begins, and they take turns moving a pawn: one
    step straight ahead to a free square, or one step diagonally ahead to take an opposing pawn. The first to bring a
    pawn to the far row, or to leave the other player without a move, wins.
    """

    rows: int = 3
    columns: int = 3

    published = (
        Published("value", -1, GARDNER, note="the second player wins"),
        Published(
            "value",
            1,
            "by hand: White steps ahead, and the two pawns block each other",
            parameters={"columns": 1},
        ),
        Published(
            "value",
            -1,
            "by hand: each steps ahead once, and then White is blocked",
            parameters={"rows": 4, "columns": 1},
        ),
    )

    class State(NamedTuple):
        squares: Row  # the highest row first; FREE, WHITE or BLACK
        mover: int

    marks = " ♙♟"

    @property
    def board(self):
        return Board(self.rows, self.columns)

    def check(self):
        require(3 <= self.rows <= 8 and 1 <= self.columns <= 8, "3 to 8 rows and 1 to 8 columns")

    def start(self):
        between = (FREE,) * self.columns * (self.rows - 2)
        return self.State((BLACK,) * self.columns + between + (WHITE,) * self.columns, mover=0)

    def steps(self, s):
        colour, opponent, ahead = (WHITE, BLACK, -1) if s.mover == 0 else (BLACK, WHITE, 1)
        for source, pawn in enumerate(s.squares):
            row, column = source // self.columns + ahead, source % self.columns
            if pawn == colour and 0 <= row < self.rows:
                for aside in (-1, 0, 1):
                    target = row * self.columns + column + aside
                    needed = FREE if aside == 0 else opponent
                    if 0 <= column + aside < self.columns and s.squares[target] == needed:
                        yield Step(source, target)

    def turn(self, s):
        arrived = WHITE in s.squares[: self.columns] or BLACK in s.squares[-self.columns :]
        return OVER if arrived or not any(True for _ in self.steps(s)) else s.mover

    def moves(self, s):
        yield from self.steps(s)

    def play(self, s, step):
        pawn = s.squares[step.source]
        return self.State(replaced(replaced(s.squares, step.source, FREE), step.target, pawn), 1 - s.mover)

    def payoff(self, s):
        return -1 if s.mover == 0 else 1  # the player to move has lost

    def show(self, s):
        return "\n".join("".join(".WB"[s.squares[square]] for square in row) for row in self.board)
