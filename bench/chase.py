"""A cyclic game, a chase on a torus: a race of two without chance, with as many positions as one likes."""

from faceup.rules import OVER, Game, NamedTuple, require


class Chase(Game):
    """A cat and a mouse take turns to step to the right, down or to the left on a board whose edges meet. The cat wins
    by catching the mouse, the mouse by reaching its hole.
    """

    size: int = 48

    class State(NamedTuple):
        cat: int
        mouse: int
        mover: int

    def check(self) -> None:
        require(self.size >= 4, "size from 4 up")

    def start(self):
        return self.State(0, self.size * (self.size // 2) + self.size // 2, 0)

    def turn(self, s):
        return OVER if s.cat == s.mouse or s.mouse == 3 else s.mover

    def moves(self, s):
        return (0, 1, 2)

    def play(self, s, move):
        if s.mover == 0:
            return self.State(self.step(s.cat, move), s.mouse, 1)
        return self.State(s.cat, self.step(s.mouse, move), 0)

    def step(self, square, move):
        row, column = square // self.size, square % self.size
        if move == 1:
            row = (row + 1) % self.size
        else:
            column = (column + 1 if move == 0 else column + self.size - 1) % self.size
        return row * self.size + column

    def payoff(self, s):
        return 1 if s.cat == s.mouse else -1
