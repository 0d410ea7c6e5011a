"""Dodgem: drive your cars past the other's, off a small board."""

from faceup.rules import OVER, Board, Game, NamedTuple, Published, Row, replaced, require

WINNING_WAYS = "E. Berlekamp, J. Conway, R. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 22"
DESJARDINS = "D. desJardins (1996): with perfect play on both sides it never ends"
FREE, WHITE, BLACK = 0, 1, 2


class Step(NamedTuple):
    source: int
    target: int


class Dodgem(Game):
    """White's cars stand in the first column and drive to the right, Black's in the lowest row and drive up; the
    corner between them is free. White begins, and they take turns moving a car one square ahead or sideways, never
    back, to a free square; from the last column, or row, a car leaves the board ahead. The first player with no car
    left wins. Blocking loses: a player who cannot move wins, too.
    """

    size: int = 3

    published = (
        Published("value", 1, WINNING_WAYS, note="the first player wins"),
        Published("value", 0, DESJARDINS, parameters={"size": 4}, note="play never ends"),
        Published("value", 1, "by hand: White's only car is ahead by a move", parameters={"size": 2}),
    )

    class State(NamedTuple):
        squares: Row  # the highest row first; FREE, WHITE or BLACK
        mover: int

    marks = ("", "W", "B")

    @property
    def board(self):
        return Board(self.size, self.size)

    def check(self):
        require(2 <= self.size <= 8, "a size of 2 to 8")

    def start(self):
        above = (WHITE, *(FREE,) * (self.size - 1)) * (self.size - 1)
        return self.State((*above, FREE, *(BLACK,) * (self.size - 1)), mover=0)

    def steps(self, s):
        car = WHITE if s.mover == 0 else BLACK
        for source, content in enumerate(s.squares):
            if content == car:
                row, column = source // self.size, source % self.size
                if (column == self.size - 1) if car == WHITE else (row == 0):
                    yield Step(source, self.off)
                for down, right in ((0, 1), (-1, 0), (1, 0)) if car == WHITE else ((-1, 0), (0, -1), (0, 1)):
                    if 0 <= row + down < self.size and 0 <= column + right < self.size:
                        target = source + down * self.size + right
                        if s.squares[target] == FREE:
                            yield Step(source, target)

    @property
    def off(self):
        """The number for the place of a car that has left, behind all squares."""
        return self.size * self.size

    def turn(self, s):
        has_left = WHITE not in s.squares or BLACK not in s.squares
        return OVER if has_left or not any(True for _ in self.steps(s)) else s.mover

    def moves(self, s):
        yield from self.steps(s)

    def play(self, s, step):
        squares = replaced(s.squares, step.source, FREE)
        if step.target != self.off:
            squares = replaced(squares, step.target, s.squares[step.source])
        return self.State(squares, 1 - s.mover)

    def payoff(self, s):
        if WHITE not in s.squares:
            return 1
        if BLACK not in s.squares:
            return -1
        return 1 if s.mover == 0 else -1  # the player to move is blocked, and wins

    def show(self, s):
        return "\n".join("".join(".WB"[s.squares[square]] for square in row) for row in self.board)

    def say(self, s, step):
        return f"{self.board.square(step.source)}-off" if step.target == self.off else self.board.say(step)
