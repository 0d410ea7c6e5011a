"""Sim: who closes a triangle of one colour loses. Written as a person fluent in Python would, with speed in no mind."""

from itertools import combinations

from faceup.rules import OVER, Cards, Game, NamedTuple


class Sim(Game):
    """Two players take turns drawing a line between two points, each in a colour of their own. Whoever completes a
    triangle of that colour loses.
    """

    points: int = 6

    class State(NamedTuple):
        mine: Cards  # the lines of the player who is about to draw, and of the other
        others: Cards
        mover: int

    def start(self):
        return self.State(0, 0, 0)

    def line(self, a, b):
        return 1 << (b * (b - 1) // 2 + a)

    def has_triangle(self, lines):
        return any(
            all(lines & self.line(a, b) for a, b in combinations(corners, 2))
            for corners in combinations(range(self.points), 3)
        )

    def left(self, s):
        return [k for k in range(self.points * (self.points - 1) // 2) if not (s.mine | s.others) >> k & 1]

    def turn(self, s):
        return OVER if self.has_triangle(s.others) or not self.left(s) else s.mover

    def moves(self, s):
        return self.left(s)

    def play(self, s, k):
        return self.State(s.others, s.mine | 1 << k, 1 - s.mover)

    def payoff(self, s):
        if not self.has_triangle(s.others):
            return 0
        return 1 if s.mover == 0 else -1
