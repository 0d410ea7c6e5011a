"""Games whose moves are words, or have words in them."""

from enum import IntEnum, StrEnum, auto
from itertools import combinations, product

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row, require

COST = {"halve": 2, "pass": 1}
HALVE = "halve"


class Pig(Game):
    """Roll a die as often as you dare; a one loses the turn's points. First to the goal wins."""

    goal: int = 6

    class State(NamedTuple):
        scores: Row
        mover: int
        risked: int
        rolling: bool

    def start(self):
        return self.State((0, 0), 0, 0, False)

    def turn(self, s):
        if max(s.scores) >= self.goal:
            return OVER
        return CHANCE if s.rolling else s.mover

    def moves(self, s):
        if s.rolling:
            return range(1, 4)
        return ["roll", "bank"] if s.risked else ["roll"]

    def play(self, s, m):
        if m == "roll":
            return s._replace(rolling=True)
        if m == "bank":
            scores = list(s.scores)
            scores[s.mover] = min(scores[s.mover] + s.risked, self.goal)
            return self.State(tuple(scores), 1 - s.mover, 0, False)
        if m == 1:
            return self.State(s.scores, 1 - s.mover, 0, False)
        return s._replace(risked=min(s.risked + m, self.goal), rolling=False)

    def payoff(self, s):
        return 1 if s.scores[0] >= self.goal else -1


class Stones(Game):
    """Take one to three stones, halve the heap, or pass, once; some of it costs. Who takes the last stone loses."""

    stones: int = 9

    class State(NamedTuple):
        stones: int
        passed: int
        mover: int

    def start(self):
        return self.State(self.stones, 0, 0)

    def turn(self, s):
        return s.mover if s.stones else OVER

    def moves(self, s):
        yield from (("take", n) for n in range(1, min(3, s.stones) + 1))
        if not s.passed:
            yield "pass"
        if s.stones % 2 == 0:
            yield HALVE

    def play(self, s, m):
        if m == "pass":
            return s._replace(passed=1, mover=1 - s.mover)
        if m == HALVE:
            return s._replace(stones=s.stones // 2, mover=1 - s.mover)
        _, n = m
        return s._replace(stones=s.stones - n, mover=1 - s.mover)

    def reward(self, s, m):
        cost = COST[m] if m in ("halve", "pass") else 3 * (m == ("take", 3))
        return -cost if s.mover == 0 else cost

    def payoff(self, s):
        return 5 if s.mover == 0 else -5


class Wager(Game):
    """A few times you may stake a coin, in the long form two or three, too; each time you win with chance p."""

    p: float = 0.4
    times: int = 3
    form: str = "short"

    class State(NamedTuple):
        coins: int
        left: int
        stake: int

    def start(self):
        return self.State(3, self.times, 0)

    def turn(self, s):
        if not s.left or s.coins <= 0:
            return OVER
        return CHANCE if s.stake else 0

    def moves(self, s):
        if s.stake:
            yield "win"
            yield "lose"
        else:
            yield "stop"
            yield from (("stake", n) for n in range(1, 1 + min(s.coins, 3 if self.form == "long" else 1)))

    def odds(self, s, m):
        return self.p if m == "win" else 1 - self.p

    def play(self, s, m):
        if m == "stop":
            return s._replace(left=0)
        if m in ("win", "lose"):
            return self.State(s.coins + (s.stake if m == "win" else -s.stake), s.left - 1, 0)
        return s._replace(stake=m[1])

    def payoff(self, s):
        match self.form:
            case "short":
                return s.coins * s.coins
            case "long":
                return 2 * s.coins * s.coins
            case _:
                return 0


class Bluff(Game):
    """One player gets a high or a low card and may bet or check; the other, who does not see it, calls or folds."""

    cards: int = 3

    class State(NamedTuple):
        card: int
        bet: int
        over: bool

    def check(self):
        require(2 <= self.cards <= 9, "2 to 9 cards")

    def start(self):
        return self.State(0, 0, False)

    def turn(self, s):
        if s.over:
            return OVER
        return CHANCE if not s.card else s.bet

    def moves(self, s):
        if not s.card:
            yield from range(1, self.cards + 1)
        elif s.bet:
            yield "fold"
            yield "call"
        else:
            yield "bet"
            yield "check"

    def play(self, s, m):
        match m:
            case "bet":
                return s._replace(bet=1)
            case "call":
                return s._replace(bet=2, over=True)
            case "check" | "fold":
                return s._replace(over=True)
            case card:
                return s._replace(card=card)

    def payoff(self, s):
        high = 1 if 2 * s.card > self.cards else -1
        return (0 if s.bet == 0 else 1 if s.bet == 1 else 2 * high) if s.over else 0

    def view(self, s, player):
        return s if player == 0 or s.over else s._replace(card=0)


class Deed(StrEnum):
    """What may be done instead of taking stones, and that."""

    PASS = auto()
    HALVE = "halve"
    TAKE = "take"


class Act(IntEnum):
    """The same, and these are numbers."""

    TAKE = 0
    PASS = 1
    HALVE_ALL = 2


class Spelled(Stones):
    """The same rules with members of an enumeration of texts."""

    def moves(self, s):
        yield from ((Deed.TAKE, n) for n in range(1, min(3, s.stones) + 1))
        if not s.passed:
            yield Deed.PASS
        if s.stones % 2 == 0:
            yield Deed.HALVE

    def play(self, s, m):
        match m:
            case Deed.PASS:
                return s._replace(passed=1, mover=1 - s.mover)
            case Deed.HALVE:
                return s._replace(stones=s.stones // 2, mover=1 - s.mover)
            case (Deed.TAKE, n):
                return s._replace(stones=s.stones - n, mover=1 - s.mover)


class Numbered(Stones):
    """The same rules with members of an enumeration of numbers."""

    def moves(self, s):
        yield from ((Act.TAKE, n) for n in range(1, min(3, s.stones) + 1))
        if not s.passed:
            yield Act.PASS
        if s.stones % 2 == 0:
            yield Act.HALVE_ALL

    def play(self, s, m):
        if m == Act.PASS:
            return s._replace(passed=1, mover=1 - s.mover)
        if m == Act.HALVE_ALL:
            return s._replace(stones=s.stones // 2, mover=1 - s.mover)
        _, n = m
        return s._replace(stones=s.stones - n, mover=1 - s.mover)

    def reward(self, s, m):
        cost = {Act.PASS: 1, Act.HALVE_ALL: 2}[m] if m in (Act.PASS, Act.HALVE_ALL) else 3 * (m == (Act.TAKE, 3))
        return -cost if s.mover == 0 else cost


class Computed(Stones):
    """A word that stands nowhere in the text."""

    def moves(self, s):
        for n in range(1, min(3, s.stones) + 1):
            yield f"take{n}"


class Spaced(Stones):
    def moves(self, s):
        yield " pass"


class Twofold(Stones):
    def moves(self, s):
        yield 1
        yield "1"


class Matched(Stones):
    """The same rules in other words of Python."""

    def play(self, s, m):
        match m:
            case "pass":
                return s._replace(passed=1, mover=1 - s.mover)
            case "halve":
                return s._replace(stones=s.stones // 2, mover=1 - s.mover)
            case ("take", n):
                return s._replace(stones=s.stones - n, mover=1 - s.mover)

    def reward(self, s, m):
        cost = COST.get(m, 0)
        if m == ("take", 3):
            cost = 3
        return cost if s.mover else -cost


class Farkle(Game):
    """Keep dice that score, ones and fives and three of a kind, and roll the rest, or bank what you have."""

    goal: int = 30
    dice: int = 3

    class State(NamedTuple):
        scores: Row
        mover: int
        risked: int
        left: int
        rolling: bool
        roll: Row

    def start(self):
        return self.State((0, 0), 0, 0, self.dice, False, ())

    def turn(self, s):
        if max(s.scores) >= self.goal:
            return OVER
        return CHANCE if s.rolling else s.mover

    def points(self, kept):
        """In fifties; 0 where a die that is kept does not score."""
        if len(kept) == 3 and kept.count(kept[0]) == 3:
            return 20 if kept[0] == 1 else 2 * kept[0]
        if kept.count(1) + kept.count(5) != len(kept):
            return 0
        return 2 * kept.count(1) + kept.count(5)

    def scoring(self, roll):
        return sorted({kept for n in range(1, len(roll) + 1) for kept in combinations(roll, n) if self.points(kept)})

    def moves(self, s):
        if s.rolling:
            yield from product(range(1, 7), repeat=s.left)
        elif s.roll:
            yield from self.scoring(s.roll)
        else:
            yield "roll"
            if s.risked:
                yield "bank"

    def banked(self, s):
        scores = list(s.scores)
        scores[s.mover] = min(scores[s.mover] + s.risked, self.goal)
        return self.passed(s, tuple(scores))

    def passed(self, s, scores):
        return self.State(scores, 1 - s.mover, 0, self.dice, False, ())

    def rolled(self, s, dice):
        roll = tuple(sorted(dice))
        return s._replace(rolling=False, roll=roll) if self.scoring(roll) else self.passed(s, s.scores)

    def kept(self, s, dice):
        risked = min(s.risked + self.points(dice), self.goal)
        return s._replace(risked=risked, left=s.left - len(dice) or self.dice, roll=())

    def play(self, s, m):
        if m == "bank":
            return self.banked(s)
        if m == "roll":
            return s._replace(rolling=True)
        return self.rolled(s, m) if s.rolling else self.kept(s, m)

    def payoff(self, s):
        return 1 if s.scores[0] >= self.goal else -1


class AskedFarkle(Farkle):
    """The same, asked of which class a move is and how long."""

    def play(self, s, m):
        if isinstance(m, str):
            return s._replace(rolling=True) if m == "roll" else self.banked(s)
        if isinstance(m, tuple) and s.rolling:
            roll = tuple(sorted(m))
            return s._replace(rolling=False, roll=roll) if self.scoring(roll) else self.passed(s, s.scores)
        if len(m) == 1:
            (die,) = m
            risked = s.risked + (die == 5) + 2 * (die == 1)
        else:
            risked = s.risked + self.points(m)
        return s._replace(risked=min(risked, self.goal), left=s.left - len(m) or self.dice, roll=())


class MatchedFarkle(Farkle):
    """The same by cases."""

    def play(self, s, m):
        match m:
            case "roll":
                return s._replace(rolling=True)
            case "bank":
                return self.banked(s)
            case tuple(dice) if s.rolling:
                roll = tuple(sorted(dice))
                return s._replace(rolling=False, roll=roll) if self.scoring(roll) else self.passed(s, s.scores)
            case (die,):
                risked = s.risked + (die == 5) + 2 * (die == 1)
                return s._replace(risked=min(risked, self.goal), left=s.left - 1 or self.dice, roll=())
            case kept:
                return self.kept(s, kept)
