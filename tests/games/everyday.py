"""Games as somebody fluent in Python writes them: each has something that machine code once did not have."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


@dataclass(frozen=True)
class Good:
    name: str
    price: int
    risk: int

    @property
    def gain(self):
        return 2 * self.price


GOODS = (Good("silk", 3, 2), Good("salt", 1, 1), Good("gold", 7, 5))


class Market(Game):
    """Things of constants: a good is bought each round, and may be lost."""

    rounds: int = 4
    money: int = 9

    class State(NamedTuple):
        round: int
        money: int
        good: int

    def start(self):
        return self.State(0, self.money, -1)

    def turn(self, s):
        return CHANCE if s.good >= 0 else OVER if s.round == self.rounds else 0

    def moves(self, s):
        if s.good >= 0:
            return (0, 1)
        return [k for k, good in enumerate(GOODS) if good.price <= s.money] + [len(GOODS)]

    def odds(self, s, m):
        risk = GOODS[s.good].risk
        return 10 - risk if m else risk

    def play(self, s, m):
        if s.good < 0:
            return self.State(s.round + 1, s.money, -1) if m == len(GOODS) else s._replace(good=m)
        good = GOODS[s.good]
        return self.State(s.round + 1, s.money + (good.gain if m else -good.price), -1)

    def payoff(self, s):
        return sum(goal <= s.money for goal in (2, 4, 8, 16, 32))


class Quiz(Game):
    """Fractions that the rules compute, as odds and as a payoff; words as moves, beside an index into a display."""

    levels: int = 5
    p: Fraction = Fraction(9, 10)
    LIMIT = Fraction(1, 2)

    class State(NamedTuple):
        level: int
        asked: bool
        home: bool

    def start(self):
        return self.State(0, False, False)

    def turn(self, s):
        return OVER if s.home or s.level == self.levels else CHANCE if s.asked else 0

    def moves(self, s):
        return (0, 1, 2) if s.asked else ("home", "go")

    def odds(self, s, m):
        right = max(self.p - Fraction(s.level, 7), self.LIMIT ** (s.level + 1))
        return right if m == 1 else (1 - right) / 3 * (2, 0, 1)[m]

    def play(self, s, m):
        if s.asked:
            return self.State(s.level + (m == 1), False, m != 1)
        return s._replace(asked=True) if m == "go" else s._replace(home=True)

    def payoff(self, s):
        return Fraction(2**s.level, 3) if s.home or s.level else 0


class Slide(Game):
    """A row beside a tuple that a property makes; and a star between the fields of a state."""

    width: int = 3
    most: int = 10

    class State(NamedTuple):
        tiles: Row
        low: int
        high: int
        steps: int

    @property
    def goal(self):
        return tuple(range(1, 2 * self.width)) + (0,)  # noqa: RUF005

    def start(self):
        return self.State((1, 2, 3, 0, 4, 5) if self.width == 3 else self.goal[::-1], 0, 0, steps=0)

    def turn(self, s):
        return OVER if s.tiles == self.goal or s.steps == self.most else 0

    def moves(self, s):
        row, column = divmod(s.tiles.index(0), self.width)
        yield (1 - row) * self.width + column
        yield from (row * self.width + other for other in (column - 1, column + 1) if 0 <= other < self.width)

    def play(self, s, m):
        tiles = list(s.tiles)
        hole = tiles.index(0)
        tiles[hole], tiles[m] = tiles[m], 0
        ends = {s.low, s.high, m}
        return self.State(tuple(tiles), *(min(ends), max(ends)), s.steps + 1)

    def payoff(self, s):
        return -s.steps - (s.tiles != self.goal) + s.high - s.low


@cache
def neighbours(k: int, n: int) -> tuple[int, ...]:
    found = []
    if k > 0:
        found.append(k - 1)
    if k < n - 1:
        found.append(k + 1)
    return tuple(found)


@cache
def apart(row: tuple[int, ...]) -> int:
    return 0 if not row else max(row[0] + apart(row[2:]), apart(row[1:]))


class Walk(Game):
    """Helpers that are remembered: one gives tuples of several lengths, one is given rows and asks itself.

    All is annotated, as many people do.
    """

    n: int = 6

    class State(NamedTuple):
        coins: Row
        at: int
        mover: int
        lead: int

    def start(self) -> "Walk.State":
        return self.State(tuple(k * k % 7 for k in range(self.n)), 0, 0, 0)

    def turn(self, s: "Walk.State") -> int:
        return s.mover if any(s.coins) else OVER

    def moves(self, s: "Walk.State") -> Iterator[int]:
        yield from neighbours(s.at, self.n) if s.at else [1]

    def play(self, s: "Walk.State", m: int) -> "Walk.State":
        coins = tuple(0 if k == m else max(c - 1, 0) for k, c in enumerate(s.coins))
        gain = apart(s.coins) - apart(coins) - 3
        return self.State(coins, m, 1 - s.mover, s.lead + (-gain if s.mover else gain))

    def payoff(self, s: "Walk.State") -> int:
        return s.lead
