"""Games whose rules break the contract, or ask for more than an engine can hold."""

import os
from contextlib import nullcontext
from typing import Any

from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.rules import CHANCE, OVER, Game, NamedTuple, Patience, Pile, Tally, size

from .duels import OneMove
from .small_patiences import EndlessIfLowest, SmallDeck
from .written import Once


class Broken(Game):
    """Rules that break the contract in the way that ``how`` says, in state 3."""

    how: int = 0
    size: int = 5

    class State(NamedTuple):
        place: int
        mover: int = 0

    def start(self):
        return self.State(0)

    def turn(self, s):
        if s.place >= self.size:
            return OVER
        if s.place == 3 and self.how == 1:
            return 7
        return CHANCE if s.place == 3 and self.how in (2, 3) else s.mover

    def moves(self, s):
        if not (s.place == 3 and self.how == 0):
            yield 0
            yield 1

    def odds(self, s, m):
        if self.how == 2:
            return 0
        return -1 if self.how == 3 else 1

    def play(self, s, m):
        if self.how == 4 and s.place == 3:
            return self.State(1)
        return self.State(s.place + 1)

    def reward(self, s, m):
        return float("nan") if self.how == 5 and s.place == 3 else 0.0

    def payoff(self, s):
        return float("inf") if self.how == 6 else 0.0


class NumberedMoves(Nim):
    def say(self, s, m):
        return m


class HalfHeaps(Nim):
    def play(self, s, m):
        return super().play(s, m)._replace(a=s.a / 2)

    def moves(self, s):
        if s.a == self.a:
            yield from super().moves(s)


class NoPayoff(Nim):
    def payoff(self, s):
        if s.mover == 2:
            return 1


class NotAlike(OneHanded):
    """Claims too much: the highest card is not like the others."""

    def score(self, t):
        return t.hand.size() + (t.hand.size() > 0 and t.hand.top(1) == self.suits * self.ranks - 1)


class Noted(OneHanded):
    """The score is the same for relabelled deals, but a tally says which card came first, and is not relabelled."""

    class Table(NamedTuple):
        stock: Pile
        hand: Pile
        first: Tally

    def step(self, t):
        if t.hand.size() == 1:
            t.first.n = t.hand.top(1)
        return super().step(t)


class PopsNothing(SmallDeck):
    def step(self, t):
        if t.stock.top(1) == 2 and t.stock.top(2) == 1:
            t.heap.pop()
        return OVER


class Uncompilable(Game):
    """Opens a context, which the compiler does not take."""

    steps: int = 3

    class State(NamedTuple):
        left: int

    def start(self):
        return self.State(self.steps)

    def turn(self, s):
        return OVER if s.left == 0 else 0

    def moves(self, s):
        yield 1

    def play(self, s, m):
        return self.State(s.left - m)

    def payoff(self, s):
        with nullcontext():  # refused
            return 7


class Huge(Uncompilable):
    """Begins with a number that machine code does not have, which CPython does."""

    class State(NamedTuple):
        left: int
        number: int

    def start(self):
        return self.State(self.steps, 2**70)

    def play(self, s, m):
        return self.State(s.left - m, s.number)

    def payoff(self, s):
        return s.number % 3


class Overflowing(Game):
    """Doubles a number until it leaves 64 bits, or shifts by a negative or too large amount."""

    how: int = 0

    class State(NamedTuple):
        number: int

    def start(self):
        return self.State(1)

    def turn(self, s):
        return OVER if s.number == 99 else 0

    def moves(self, s):
        yield 3

    def play(self, s, m):
        if self.how == 0:
            return self.State(s.number * m + 1)
        if self.how == 1:
            return self.State(s.number << (s.number - 2 * m))
        if self.how == 2:
            return self.State(1 << (s.number + 63) & 7)
        return self.State(99)

    def payoff(self, s):
        return 0


class WorthForEver(OneMove):
    def payoff(self, s):
        return float("inf")


class Trap(Patience):
    """Takes the cards away from the top; from a pile that is used up, where the first card dealt is the trap."""

    cards: int = 60
    trap: int = 1

    class Table(NamedTuple):
        stock: Pile
        rest: Pile

    def deck(self):
        yield from range(self.cards)

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        if t.stock.pop() == self.trap and t.rest.size() == 0:
            t.rest.pop()
        t.rest.push(0)
        return 1

    def score(self, t):
        return t.rest.size()


class BadDeck(EndlessIfLowest):
    """A deck with one bad card, or with none."""

    card: int = 200
    cards: int = 1

    name = "bad-deck"

    def deck(self):
        for _ in range(self.cards):
            yield self.card


class Dying(Nim):
    """Where heap a has three stones, whoever looks at it dies."""

    def turn(self, s: Any) -> int:
        if self.a == 3:
            os._exit(9)
        return int(super().turn(s))


class Swing(Game):
    """Rewards that sum to nothing, by way of sums that a float64 cannot hold; one more at the end."""

    power: int = 52
    steps: int = 3
    extra: int = 0

    class State(NamedTuple):
        k: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.k == 2 * self.steps else 0

    def moves(self, s):
        yield 0

    def play(self, s, m):
        return self.State(s.k + 1)

    def reward(self, s, m):
        return ((1 << self.power) + self.extra) * (-1 if s.k < self.steps else 1) - (s.k == 0)

    def payoff(self, s):
        return 2


class Shifty(Game):
    """Takes elements of a set away one by one; the payoff shifts by more than machine code can."""

    members: int = 14

    class State(NamedTuple):
        x: int
        y: int

    def start(self):
        return self.State((1 << self.members) - 1, 0)

    def turn(self, s):
        return OVER if size(s.y) >= self.members - 2 else 0

    def moves(self, s):
        for k in range(self.members):
            if s.x >> k & 1:
                yield k

    def play(self, s, k):
        return self.State(s.x ^ 1 << k, s.y | 1 << k)

    def payoff(self, s):
        return (1 << size(s.y) * 6) % 1000


class Loaded(Once):
    """One throw with the odds that ``how`` says."""

    how: int = 0

    def turn(self, s):
        return OVER if s.made else 7 if self.how == 1 else CHANCE

    def odds(self, s, m):
        return -1 if m == 1 else 3


class FourCards(Patience):
    """One card after another; the subclasses do it wrong."""

    class Table(NamedTuple):
        stock: Pile

    def deck(self):
        yield from range(4)

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        t.stock.pop()
        return 0

    def score(self, t):
        return 0


class WordyStep(FourCards):
    def step(self, t):
        return "turn" if t.stock.size() > 0 and t.stock.pop() >= 0 else OVER


class InsideAPile(FourCards):
    def score(self, t):
        return t.stock.cells[5000]


class ReachingAPile(FourCards):
    def step(self, t):
        t.stock.end = 10**9
        return OVER


class BarePile(FourCards):
    def step(self, t):
        return OVER if not t.stock else 0
