"""Games written twice: one text pays on the way, the other at the end."""

import random
from functools import cached_property

from faceup.games.dots_and_boxes import DotsAndBoxes
from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row, replaced
from tests.games.payoffs import LastStone


class DotsAtTheEnd(DotsAndBoxes):
    """The boxes are counted when all lines are drawn; a box in the corner may count for more, or the last of all."""

    corner: int = 1
    last: int = 0

    class State(NamedTuple):
        lines: Row
        mover: int
        ahead: int

    def start(self):
        return self.State((0,) * (self.rows * self.row_length() + self.columns), 0, 0)

    def play(self, s, line):
        closed = self.boxes_closed(s, line)
        worth = closed
        if closed and line in self.sides(0, 0) and all(replaced(s.lines, line, 1)[side] for side in self.sides(0, 0)):
            worth += self.corner - 1
        if sum(s.lines) == len(s.lines) - 1:
            worth += self.last
        sign = 1 if s.mover == 0 else -1
        return self.State(replaced(s.lines, line, 1), s.mover if closed else 1 - s.mover, s.ahead + sign * worth)

    def reward(self, s, line):
        return 0

    def payoff(self, s):
        return s.ahead


class Stones(LastStone):
    """Each stone is worth its place in the heap to whoever takes it."""

    stones: int = 6
    payoff = Game.payoff

    def worth(self, s, m):
        """Of the stones taken, to player 0."""
        return sum(range(s.left - m + 1, s.left + 1)) * (1 - 2 * s.mover)

    def reward(self, s, m):
        return self.worth(s, m)


class StonesLater(Stones):
    """The same, counted at the end; ``bonus`` is for the last stone."""

    bonus: int = 0

    class State(NamedTuple):
        left: int
        mover: int
        ahead: int

    def start(self):
        return self.State(self.stones, 0, 0)

    def play(self, s, m):
        return self.State(s.left - m, 1 - s.mover, s.ahead + self.worth(s, m))

    def reward(self, s, m):
        return 0

    def payoff(self, s):
        return s.ahead + (self.bonus if s.mover == 1 else 0)


class Halved(Stones):
    """The same: half a stone's worth is paid in advance, when the other player's stone before it is taken."""

    def reward(self, s, m):
        after = Stones.play(self, s, m)
        return self.worth(s, m) - self.held(s) + self.held(after)

    def held(self, s):
        """What has been paid in advance, though nothing at the ends of the heap."""
        return s.left * 3 - s.mover if 0 < s.left < self.stones else 0


class Web(Game):
    """A few positions in layers, moves and gains drawn by lot; ``moved`` pays as much, at other moves, and ``spoilt``
    pays one more at one of them."""

    seed: int = 0
    moved: int = 0
    spoilt: int = -1

    class State(NamedTuple):
        layer: int
        place: int

    @cached_property
    def made(self):
        """Of each position whose turn it is, where moves lead, what they pay, and what would be held back there."""
        drawn = random.Random(self.seed)
        held = random.Random(self.moved)
        places = {}
        for layer in range(3):
            for place in range(2):
                moves = [(drawn.randrange(2), drawn.randint(-1, 1)) for _ in range(drawn.randint(1, 3))]
                places[layer, place] = drawn.choice([0, 1, CHANCE]), moves
        gains = {place: drawn.randint(-1, 1) for place in range(2)}
        owed = {(layer, place): held.randint(-3, 3) * (self.moved > 0) for layer in range(4) for place in range(2)}
        return places, gains, owed | {(0, 0): 0}

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.layer == 3 else self.made[0][s][0]

    def moves(self, s):
        return range(len(self.made[0][s][1]))

    def play(self, s, m):
        return self.State(s.layer + 1, self.made[0][s][1][m][0])

    def reward(self, s, m):
        more = self.spoilt == 100 * s.layer + 10 * s.place + m
        return self.made[0][s][1][m][1] + self.made[2][s] - self.made[2][self.play(s, m)] + more

    def payoff(self, s):
        return self.made[1][s.place] + self.made[2][s]


class Tolls(Game):
    """A walk round some places to the last one, by throws that a player may have a word in: each place has a toll."""

    size: int = 5
    toll: int = -1  # of the first place, twice that of the second, ...
    turned: int = 0  # the sign of every other toll is

    class State(NamedTuple):
        place: int
        stride: int  # chosen, 0 before

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        if s.place == self.size:
            return OVER
        return CHANCE if s.stride else 0

    def moves(self, s):
        return range(1, 3 + (s.stride > 0))

    def play(self, s, m):
        if s.stride == 0:
            return self.State(s.place, m)
        if m == 3:
            return self.State(self.size, 0)
        return self.State((s.place + m * s.stride) % self.size, 0)

    def due(self, s):
        sign = -1 if self.turned and s.place % 2 else 1
        return sign * self.toll * (s.place + 1) if s.place < self.size else 0

    def reward(self, s, m):
        return self.due(s) if s.stride else 0


class TollsOnArrival(Tolls):
    """The same, but one pays for where one comes to; for where one begins, at the end."""

    besides: int = 0

    def reward(self, s, m):
        return self.due(self.play(s, m)) if s.stride else 0

    def payoff(self, s):
        return self.due(self.start()) + self.besides
