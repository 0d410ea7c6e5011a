"""Rules written in fluent Python: helpers, closures, truth values, parameters of each kind."""

from enum import IntEnum

from faceup.rules import OVER, Cards, Fraction, Game, NamedTuple, require
from tests.games.written import Once


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


class Helpful(Game):
    """Methods calling methods, a recursive helper, closures, defaults, static methods, class constants, cases."""

    depth: int = 6
    STEP = 2
    TABLE = (3, 1, 4, 1, 5)

    class State(NamedTuple):
        n: int
        mover: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.n >= self.depth else s.mover

    def moves(self, s):
        for m in self.options(s):
            yield m

    def options(self, s, first=1):
        for m in range(first, first + self.STEP):
            yield m

    def play(self, s, m):
        match m:  # every case is listed, and no other fits
            case 1:
                return self.State(s.n + 1, self.other(s.mover))
            case 2 | 3:
                return self.State(s.n + m, self.other(s.mover))

    @staticmethod
    def other(mover):
        return 1 - mover

    def payoff(self, s):
        if s.mover == 0:
            return fibonacci(s.n) * self.TABLE[s.n % 5] * (1 if even(s.n) else -1)
        elif s.mover == 1:
            return fibonacci(s.n) * self.TABLE[s.n % 5] * (-1 if odd(s.n) else 1)


class Suit(IntEnum):
    HEARTS = 1
    BLACK_SUIT = 4


class Switches(Game):
    """One parameter of each kind."""

    number: int = 3
    open: bool = False
    hand: Cards = Cards(0b110)
    share: float = 0.4
    third: Fraction = Fraction(1, 3)
    mode: str = "plain"
    suit: Suit = Suit.HEARTS
    MODES = ("plain", "steep")

    class State(NamedTuple):
        left: int

    def check(self) -> None:
        require(self.number != 13, "thirteen is unlucky")


class Truthful(Once):
    """The payoff is a truth value."""

    def payoff(self, s):
        return s.made == 2
