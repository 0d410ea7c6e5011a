"""Games of chance and decisions whose odds and payoffs lie near what machine code can hold, from a seed."""

from faceup.rules import CHANCE, OVER, Fraction, Game, NamedTuple
from tests.games.written import Once

SIZES = (5e-324, 3e-323, 2.2250738585072014e-308, 1e-310, 1e-160, 0.1, 0.3, 1.0, 9007199254740993.0, 4.6e18, 1e300)
NUMBERS = (0, 1, 3, 2**31, 2**52 - 1, 2**53, 2**53 + 1, 2**62, 2**62 + 1, 2**63 - 1)
WEIGHTS = (1, 2, 3, 7, 2**31, 2**32 + 1, 2**53 + 1, 2**60 - 1, 2**62 + 1, 2**63 - 1)


class Edges(Game):
    """An arbitrary game on a graph without cycles; ``size`` says which payoffs there are, ``spread`` how many of them.

    Of ``chance`` in ten places chance decides.
    """

    seed: int = 0
    nodes: int = 14
    size: int = 0
    spread: int = 11
    chance: int = 6
    rewards: bool = True

    class State(NamedTuple):
        node: int

    def start(self):
        return self.State(0)

    def mix(self, a, b, c):
        x = (self.seed * 7919 + a * 104729 + b * 1299709 + c * 15485863 + 12345) % 2147483647
        return (x * x % 2147483647) >> 7

    def turn(self, s):
        if s.node >= self.nodes:
            return OVER
        who = self.mix(s.node, 0, 1)
        return CHANCE if who % 10 < self.chance else who % 2

    def moves(self, s):
        for m in range(1 + self.mix(s.node, 0, 2) % 4):
            yield m

    def play(self, s, m):
        return self.State(s.node + 1 + self.mix(s.node, m, 3) % 3)

    def odds(self, s, m):
        return WEIGHTS[self.mix(s.node, m, 4) % 10] if m == 0 or self.mix(s.node, m, 5) % 5 else 0

    def number(self, a, b):
        size = SIZES[(self.size + self.mix(a, b, 6) % self.spread) % 11]
        return (self.mix(a, b, 7) % 5 - 2) * size

    def payoff(self, s):
        return self.number(s.node, 20)

    def reward(self, s, m):
        return self.number(s.node, m) if self.rewards and self.mix(s.node, m, 8) % 3 == 0 else 0.0


class WholeEdges(Edges):
    """The same with whole numbers."""

    def number(self, a, b):
        sign = 1 if self.mix(a, b, 7) % 2 else -1
        return sign * NUMBERS[(self.size + self.mix(a, b, 6) % self.spread) % 10]

    def reward(self, s, m):
        return self.number(s.node, m) if self.rewards and self.mix(s.node, m, 8) % 3 == 0 else 0


class Sixes(Game):
    """Dice are thrown one after another: 1 if all show a six."""

    dice: int = 500

    class State(NamedTuple):
        left: int
        missed: int

    def start(self):
        return self.State(self.dice, 0)

    def turn(self, s):
        return OVER if s.missed or s.left == 0 else CHANCE

    def moves(self, s):
        for m in range(1, 7):
            yield m

    def play(self, s, m):
        return self.State(s.left - 1, 0) if m == 6 else self.State(0, 1)

    def payoff(self, s):
        return 1 - s.missed


class Bet(Once):
    """One bet: to win has these odds, and so has to lose; and once more, with a payoff of a tenth."""

    odds_each: int = 1 << 33
    who = CHANCE

    def moves(self, s):
        yield 1
        yield -1

    def odds(self, s, m):
        return self.odds_each


class Bent(Game):
    """A bent coin is thrown some times; a tenth for each head."""

    p: Fraction = Fraction(1, 2)
    throws: int = 3

    class State(NamedTuple):
        left: int
        heads: int

    def start(self):
        return self.State(self.throws, 0)

    def turn(self, s):
        return CHANCE if s.left else OVER

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.left - 1, s.heads + m)

    def odds(self, s, m):
        return self.p if m else 1 - self.p

    def payoff(self, s):
        return 0.1 * s.heads if s.heads != 3 else 0.3


class BentTerms(Bent):
    """The same, with odds that machine code has."""

    def odds(self, s, m):
        return self.p.numerator if m else self.p.denominator - self.p.numerator


class Unseen(Game):
    """Steps of 0 or 1 and one big payoff, of whose last digits a float64 sees nothing: each step of 1 is one more."""

    length: int = 401
    big: int = 2**60

    class State(NamedTuple):
        left: int

    def start(self):
        return self.State(self.length)

    def turn(self, s):
        return 0 if s.left else OVER

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.left - 1)

    def reward(self, s, m):
        return m

    def payoff(self, s):
        return self.big
