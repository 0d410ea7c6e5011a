"""Small games with chosen payoffs for a win, a draw and a loss."""

from fractions import Fraction

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class LastStone(Game):
    """Two players take one or two stones in turn; whoever takes the last one wins."""

    stones: int = 4
    won: int = 1
    lost: int = -1
    leader: int = 0

    class State(NamedTuple):
        left: int
        mover: int

    def start(self):
        return self.State(self.stones, self.leader)

    def turn(self, s):
        return OVER if s.left == 0 else s.mover

    def moves(self, s):
        yield 1
        if s.left > 1:
            yield 2

    def play(self, s, m):
        return self.State(s.left - m, 1 - s.mover)

    def payoff(self, s):
        return self.won if s.mover == 1 else self.lost


class OddOrEven(Game):
    """Each of two players shows none or one; alike is worth ``alike`` to the first, else ``apart``."""

    alike: int = 1
    apart: int = 0

    class State(NamedTuple):
        shown: int
        total: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.shown == 2 else s.shown

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.shown + 1, s.total + m)

    def payoff(self, s):
        return self.apart if s.total == 1 else self.alike


class Urn(Game):
    """One player, whose number is a parameter, takes from an urn with one good ball in two, or one in four."""

    good: int = 1
    bad: int = 0
    player: int = 0

    class State(NamedTuple):
        urn: int
        ball: int

    def start(self):
        return self.State(0, -1)

    def turn(self, s):
        return OVER if s.ball >= 0 else CHANCE if s.urn else self.player

    def moves(self, s):
        if s.urn:
            yield 0
            yield 1
        else:
            yield 2
            yield 4

    def odds(self, s, m):
        return 1 if m else s.urn - 1

    def play(self, s, m):
        return self.State(s.urn, m) if s.urn else self.State(m, -1)

    def payoff(self, s):
        return self.good if s.ball else self.bad


class Rounds(LastStone):
    """The same, but what the last stone brings is a reward on the way, and so a number."""

    def reward(self, s, m):
        return self.won if s.left == m and s.mover == 0 else 0

    def payoff(self, s):
        return 0


class VastFractions(LastStone):
    """The same, for fractions of which no float can hold the parts, nor one of them itself."""

    def payoff(self, s):
        return Fraction(10**5000 + 1, 7) if s.mover == 1 else -Fraction(10**400, 3**500)


class Vast(LastStone):
    """The same, for more than a float can hold, half of which is gained on the way."""

    def payoff(self, s):
        return 10**400 if s.mover == 1 else -(10**400)

    def reward(self, s, m):
        return 0.5


class HugePayoffs(Game):
    """Choose how many times a die counts; the result is counted in a power of ten, added to it, or nothing but it."""

    how: int = 0
    power: int = 15

    class State(NamedTuple):
        times: int
        shown: int

    def start(self):
        return self.State(-1, 0)

    def turn(self, s):
        return 0 if s.times < 0 else OVER if s.shown else CHANCE

    def moves(self, s):
        return range(3) if s.times < 0 else range(1, 7)

    def play(self, s, m):
        return self.State(m, 0) if s.times < 0 else self.State(s.times, m)

    def payoff(self, s):
        counted = s.times * s.shown
        return (counted * 10**self.power, counted + 10**self.power, 10**self.power)[self.how]
