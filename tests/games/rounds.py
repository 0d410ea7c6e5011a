"""Cyclic games."""

import random
from fractions import Fraction
from functools import cached_property

from faceup.rules import CHANCE, OVER, Game, NamedTuple
from tests.games.written import Written


class Arbitrary(Game):
    """A few positions with moves drawn by lot, most of which lead back."""

    seed: int = 0
    size: int = 5
    chance: bool = True
    players: int = 2
    endless: int = 0

    class State(NamedTuple):
        k: int

    @cached_property
    def made(self):
        """Of each position whose turn it is and where its moves lead, with odds; a number below 0 is an end."""
        drawn = random.Random(self.seed)
        turns = [*range(self.players), *([CHANCE] * self.chance)]
        places = []
        for _ in range(self.size):
            count = drawn.randint(1, 3)
            onward = [drawn.choice([*range(self.size), -1, -2, -3]) for _ in range(count)]
            places.append((drawn.choice(turns), onward, [drawn.randint(1, 3) for _ in range(count)]))
        return places, [drawn.randint(-2, 2) for _ in range(4)]

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.k < 0 else self.made[0][s.k][0]

    def moves(self, s):
        return range(len(self.made[0][s.k][1]))

    def odds(self, s, m):
        return self.made[0][s.k][2][m]

    def play(self, s, m):
        return self.State(self.made[0][s.k][1][m])

    def payoff(self, s):
        return self.made[1][-s.k]


class Drawn(Game):
    """The same, with lots that are computed from the numbers of the positions, for machine code."""

    seed: int = 0
    size: int = 5
    chance: bool = True
    players: int = 2
    endless: int = 0
    most: int = 3
    low: int = -2  # payoffs, from which on, how many, and how far apart
    payoffs: int = 5
    apart: int = 1

    class State(NamedTuple):
        k: int

    def lot(self, k, what):
        drawn = (self.seed * 7919 + k * 104729 + what * 1299709 + 12345) % 2147483647
        for _ in range(4):
            drawn = drawn * 48271 % 2147483647
            drawn = drawn ^ (drawn >> 7)
        return drawn >> 8

    @property
    def made(self):
        """As of ``Arbitrary``."""
        states = [self.State(k) for k in range(self.size)]
        return [
            (self.turn(s), [self.play(s, m).k for m in self.moves(s)], [self.odds(s, m) for m in self.moves(s)])
            for s in states
        ], [0]

    def start(self):
        return self.State(0)

    def turn(self, s):
        if s.k < 0:
            return OVER
        drawn = self.lot(s.k, 0) % (self.players + self.chance)
        return drawn if drawn < self.players else CHANCE

    def moves(self, s):
        return range(1 + self.lot(s.k, 1) % self.most)

    def odds(self, s, m):
        return 1 + self.lot(s.k, 20 + m) % 3

    def play(self, s, m):
        there = self.lot(s.k, 10 + m) % (self.size + 3)
        return self.State(there if there < self.size else self.size - there - 1)

    def payoff(self, s):
        return self.lot(-s.k, 99) % self.payoffs * self.apart + self.low


class Paid(Drawn):
    """The same, with something gained on the way."""

    least: int = -1

    def reward(self, s, m):
        return self.lot(s.k, 40 + m) % 3 + self.least


class Ruin(Game):
    """Win or lose one coin a throw, until there are none or as many as wanted."""

    coins: int = 3
    wanted: int = 7
    p: Fraction = Fraction(1, 2)

    class State(NamedTuple):
        coins: int

    def start(self):
        return self.State(self.coins)

    def turn(self, s):
        return CHANCE if 0 < s.coins < self.wanted else OVER

    def moves(self, s):
        return (-1, 1)

    def odds(self, s, m):
        return self.p if m > 0 else 1 - self.p

    def play(self, s, m):
        return self.State(s.coins + m)

    def payoff(self, s):
        return s.coins > 0


class Tug(Game):
    """Two choose in turns how hard to pull along a ring; once in a long while it is over."""

    places: int = 50
    rare: int = 10_000

    class State(NamedTuple):
        place: int
        force: int
        over: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        if s.over:
            return OVER
        return CHANCE if s.force else s.place % 2

    def moves(self, s):
        return (0, 1, 2) if s.force else (1, 2, 3)

    def odds(self, s, m):
        return self.rare * (1 + (s.force * 7 + m * 3 + s.place) % 5) if m else 1

    def play(self, s, m):
        if not s.force:
            return s._replace(force=m)
        if m == 0:
            return self.State(s.place, 0, 1)
        return self.State((s.place + (s.force if m == 1 else -2)) % self.places, 0, 0)

    def payoff(self, s):
        return s.place * s.place * 31 % 17 - 8


class Bump(Game):
    """Two pawns on a track. Throw a die and move your pawn so far, or stay; one that is landed on goes home."""

    length: int = 10

    class State(NamedTuple):
        mine: int
        other: int
        mover: int
        die: int

    def start(self):
        return self.State(0, 0, 0, 0)

    def turn(self, s):
        if s.other == self.length:
            return OVER
        return s.mover if s.die else CHANCE

    def moves(self, s):
        return range(2) if s.die else range(1, 7)

    def play(self, s, m):
        if not s.die:
            return s._replace(die=m)
        mine, other = min(self.length, s.mine + m * s.die), s.other
        if m and mine == other:
            other = 0
        return self.State(other, mine, 1 - s.mover, 0)

    def payoff(self, s):
        return 2 * s.mover - 1


class Duration(Ruin):
    """The same, for the number of throws."""

    def reward(self, s, m):
        return 1

    def payoff(self, s):
        return 0


class Chase(Game):
    """On a ring of squares two take turns to step, one to catch the other, who wins by reaching the gate."""

    squares: int = 6
    gate: int = 0

    class State(NamedTuple):
        hunter: int
        hare: int
        mover: int

    def start(self):
        return self.State(0, 3, 0)

    def turn(self, s):
        return OVER if s.hunter == s.hare or (self.gate and s.hare == self.gate) else s.mover

    def moves(self, s):
        return (1, -1)

    def play(self, s, m):
        if s.mover == 0:
            return self.State((s.hunter + m) % self.squares, s.hare, 1)
        return self.State(s.hunter, (s.hare + m) % self.squares, 0)

    def payoff(self, s):
        return 1 if s.hunter == s.hare else -1


class Wheel(Written):
    """A coin for every time round, as often as one likes: no sum."""

    who = (0, 0, 0, OVER)
    leads = ((1, 3), (2,), (0,))
    paid = (0,)

    def reward(self, s, m):
        return 1 if s.place or m == 0 else 0


class Standoff(Game):
    """Each may wait or draw; who draws first loses."""

    endless: int = 0

    class State(NamedTuple):
        player: int
        drawn: bool

    def start(self):
        return self.State(0, False)

    def turn(self, s):
        return OVER if s.drawn else s.player

    def moves(self, s):
        yield from (0, 1)

    def play(self, s, m):
        return self.State(1 - s.player, m == 1)

    def payoff(self, s):
        return 1 if s.player == 0 else -1


class Gates(Written):
    """Two go round, and each may leave for a throw instead: it is lost or won."""

    who = (0, 1, CHANCE, CHANCE, OVER, OVER)
    leads = ((1, 2), (0, 3), (4, 5), (4, 5))
    paid = (-1, 1)

    def odds(self, s, m):
        return 8 if (m == 1) == (s.place == 2) else 3
