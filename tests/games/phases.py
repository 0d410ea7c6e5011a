"""Games whose states hold words, and members of enumerations."""

from enum import Enum, StrEnum, auto
from itertools import combinations
from typing import Literal

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row

WORTH = {"low": 1, "high": 3}


class Stakes(Game):
    """Choose a stake and roll against it, three times; it is paid or lost, and the coins count squared."""

    rounds: int = 3

    class State(NamedTuple):
        coins: int
        left: int
        phase: str
        stake: Literal["none", "low", "high"]

    def start(self):
        return self.State(5, self.rounds, "choose", "none")

    def turn(self, s):
        if s.phase == "over":
            return OVER
        return CHANCE if s.phase == "roll" else 0

    def moves(self, s):
        return range(1, 7) if s.phase == "roll" else ["stop", "low", "high"]

    def play(self, s, m):
        if m == "stop":
            return s._replace(phase="over")
        if m in ("low", "high"):
            return s._replace(phase="roll", stake=m)
        coins = s.coins + (WORTH[s.stake] if m >= 4 else -WORTH[s.stake])
        return self.State(coins, s.left - 1, "choose" if s.left > 1 and coins > 0 else "over", "none")

    def payoff(self, s):
        return s.coins * s.coins


class Phase(Enum):
    CHOOSE = auto()
    ROLL = auto()
    OVER = auto()


class Stake(StrEnum):
    NONE = auto()
    LOW = auto()
    HIGH = auto()


class Staged(Game):
    """The same with members of enumerations, which are compared as people do, and two who choose in turn."""

    rounds: int = 3

    class State(NamedTuple):
        coins: Row
        left: int
        phase: Phase
        stake: Stake

    def start(self):
        return self.State((4, 4), 2 * self.rounds, Phase.CHOOSE, Stake.NONE)

    def turn(self, s):
        match s.phase:
            case Phase.CHOOSE:
                return s.left % 2
            case Phase.ROLL:
                return CHANCE
            case _:
                return OVER

    def moves(self, s):
        if s.phase is Phase.ROLL:
            yield from (0, 1, 2)
        else:
            yield Stake.LOW
            if s.coins[s.left % 2] > 2:
                yield Stake.HIGH

    def play(self, s, m):
        if s.phase is not Phase.ROLL:
            return s._replace(phase=Phase.ROLL, stake=m)
        who, won = s.left % 2, m
        coins = list(s.coins)
        coins[who] += won if s.stake == Stake.LOW else 3 * (won - 1)
        phase = Phase.CHOOSE
        if s.left == 1 or min(coins) <= 0:
            phase = Phase.OVER
        return self.State(tuple(coins), s.left - 1, phase, Stake.NONE)

    def odds(self, s, m):
        return 2 if m == 1 else 1

    def payoff(self, s):
        return s.coins[0] - s.coins[1]

    def canon(self, s):
        return s if s.phase in (Phase.CHOOSE, Phase.ROLL) else s._replace(left=0)


class Caller(Game):
    """One calls a coin that the other has hidden; what was said stands in the state."""

    class State(NamedTuple):
        hidden: str
        said: str
        step: int

    def start(self):
        return self.State("nothing", "nothing", 0)

    def turn(self, s):
        return s.step if s.step < 2 else OVER

    def moves(self, s):
        yield "heads"
        yield "tails"

    def play(self, s, m):
        return s._replace(hidden=m, step=1) if s.step == 0 else s._replace(said=m, step=2)

    def payoff(self, s):
        if s.hidden != s.said:
            return 1
        return -2 if s.hidden == "heads" else -1

    def view(self, s, player):
        return s if player == 0 or s.hidden == "nothing" else s._replace(hidden="something")


class Weather(Game):
    """The sky is drawn by lot; walk or ride."""

    class State(NamedTuple):
        sky: str
        gone: Literal["nowhere", "walk", "ride"]

    def start(self):
        return self.State("unknown", "nowhere")

    def turn(self, s):
        return CHANCE if s.sky == "unknown" else 0 if s.gone == "nowhere" else OVER

    def moves(self, s):
        return ["wet", "dry", "windy"] if s.sky == "unknown" else ["walk", "ride"]

    def play(self, s, m):
        return s._replace(sky=m) if s.sky == "unknown" else s._replace(gone=m)

    def payoff(self, s):
        return {"wet": 1, "dry": 5, "windy": 4}[s.sky] if s.gone == "walk" else 3


class Unannotated(Stakes):
    """A word in a field that is annotated as a number."""

    class State(NamedTuple):
        phase: int

    def start(self):
        return self.State("choose")


class Unwritten(Stakes):
    """A word that stands nowhere in the text."""

    class State(NamedTuple):
        phase: str

    def start(self):
        return self.State("cho" + "ice")


class Wordless(Unwritten):
    """An empty word."""

    def start(self):
        return self.State("")


class Unlisted(Stakes):
    """A word that its annotation does not list."""

    class State(NamedTuple):
        phase: Literal["choose", "roll"]

    def start(self):
        return self.State("over")


class Unlike(Stakes):
    """A member of another enumeration."""

    class State(NamedTuple):
        phase: Phase

    def start(self):
        return self.State(Stake.LOW)


class Numbered(Stakes):
    """A number where a word is meant."""

    class State(NamedTuple):
        phase: str

    def start(self):
        return self.State(0)


class Cards15(Game):
    """Pick cards 1 to 9 in turn; three that sum to 15 win. What is held are sets of Python's own."""

    cards: int = 7

    class State(NamedTuple):
        first: frozenset[int]
        second: frozenset
        last: frozenset = frozenset()

    def start(self):
        return self.State(frozenset(), frozenset())

    def free(self, s):
        return frozenset(range(1, self.cards + 1)) - s.first - s.second

    def won(self, held):
        return any(sum(three) == 15 for three in combinations(sorted(held), 3))

    def turn(self, s):
        if self.won(s.first) or self.won(s.second) or not self.free(s):
            return OVER
        return 0 if len(s.first) == len(s.second) else 1

    def moves(self, s):
        free = self.free(s)
        yield from sorted(free - s.last) or sorted(free)
        if s.last and s.last.isdisjoint({1, 2}):
            for card in s.last:
                yield 100 + card

    def play(self, s, m):
        if m >= 100:
            return s._replace(last=frozenset())
        held = s.first | {m} if len(s.first) == len(s.second) else s.second.union([m])
        if len(s.first) == len(s.second):
            return self.State(held, s.second, frozenset({m + 1, 8 * (m % 2)}))
        return s._replace(second=held, last=held - s.first if m % 3 else held & {3, 6, 99})

    def payoff(self, s):
        return self.won(s.first) - self.won(s.second) if s.first > {1} else len(s.last)

    def canon(self, s):
        return s if s.first != s.second else s._replace(last=s.last ^ s.last)


class AskedSets(Game):
    """Numbers are drawn into two sets, of which everything is asked that Python answers of sets."""

    draws: int = 6

    class State(NamedTuple):
        a: frozenset[int]
        b: frozenset[int]
        left: int
        total: int

    def start(self):
        return self.State(frozenset({1}), frozenset(), self.draws, 0)

    def turn(self, s):
        return CHANCE if s.left else OVER

    def moves(self, s):
        return (0, 1, 3, 8, 9, 62)

    def odds(self, s, m):
        return 1 + len(s.a)

    def play(self, s, m):
        a, b = (s.b | {m}, s.a) if m in s.a else (s.a | frozenset((m, m + s.left - 1)) - {63, 64, 65, 66, 67}, s.b)
        return self.State(a, b, s.left - 1, (7 * s.total + self.asked(s, m)) % 10_007)

    def asked(self, s, m):
        told = len(s.a) + 2 * len(s.b ^ s.a) + 4 * (m in s.b) + 8 * (s.a <= s.b) + 16 * (s.a > s.b) + 32 * (not s.b)
        told += 64 * (s.a == {1}) + 128 * (s.a != s.b) + 256 * s.a.isdisjoint(s.b) + 512 * s.b.issuperset([m, 1])
        told += 1024 * s.b.issubset({1, 2, 3, 8}) + 2048 * (s.a == frozenset({1, m})) + 4096 * (m not in s.a)
        for number in s.a.union(s.b):
            told = (told * 3 + number) % 65_537
        for k, number in enumerate(s.b | {9, 8, 2, 0}):
            told += k * number
        order = 0
        for number in (s.a.intersection((1, 8, 62, 99)), s.a.difference([3]), s.b & s.a, s.b - {8})[m % 4]:
            order = (order * 5 + number) % 4_099
        rest = sorted({0, 1, 2, 8} - s.a, reverse=True) + list(s.a) + [*s.b]
        first = min(s.a, default=7) + max(s.b, default=5) + sum(s.a) + sum(c * c for c in s.b if c in s.a)
        held = {1: 2, 3: 4}.get(len(s.a), 0) + len(s.a if s.left % 2 else s.b) + len(tuple(s.a)) + (1 in (s.a ^ s.b))
        return told + order + first + held + sum(k * number for k, number in enumerate(rest))

    def payoff(self, s):
        return s.total
