"""Puzzles for the fewest moves or throws: whatever goes round costs more and more."""

import random
from functools import cached_property

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class Lights(Game):
    """Pressing a lamp of a row switches it and its neighbours; all off in the fewest presses."""

    lamps: int = 5

    class State(NamedTuple):
        on: Row

    def start(self):
        return self.State((1,) * self.lamps)

    def turn(self, s):
        return 0 if 1 in s.on else OVER

    def moves(self, s):
        return range(self.lamps)

    def play(self, s, m):
        return self.State(tuple(1 - lamp if abs(k - m) <= 1 else lamp for k, lamp in enumerate(s.on)))

    def reward(self, s, m):
        return -1


class Errand(Game):
    """A few places, ways between them drawn by lot, which cost something; some of the ways are chance's."""

    seed: int = 0
    size: int = 5
    free: bool = False
    endless: int = -3

    class State(NamedTuple):
        k: int

    @cached_property
    def made(self):
        """Of each place who chooses, and where its ways lead, with odds and costs; -1 is home."""
        drawn = random.Random(self.seed)
        places = []
        for _ in range(self.size):
            count = drawn.randint(1, 3)
            onward = [drawn.choice([*range(self.size), -1]) for _ in range(count)]
            costs = [drawn.randint(0 if self.free else 1, 3) for _ in range(count)]
            places.append((drawn.choice([0, 0, CHANCE]), onward, [drawn.randint(1, 3) for _ in range(count)], costs))
        return places

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.k < 0 else self.made[s.k][0]

    def moves(self, s):
        return range(len(self.made[s.k][1]))

    def odds(self, s, m):
        return self.made[s.k][2][m]

    def play(self, s, m):
        return self.State(self.made[s.k][1][m])

    def reward(self, s, m):
        return -self.made[s.k][3][m]


class Corridor(Game):
    """A step forwards or backwards at a time, to the other end."""

    steps: int = 2000

    class State(NamedTuple):
        at: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.at == self.steps else 0

    def moves(self, s):
        return (1, -1) if s.at else (1,)

    def play(self, s, m):
        return self.State(s.at + m)

    def reward(self, s, m):
        return -1
