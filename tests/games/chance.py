"""Games with chance that people could play: dice, doors, numbers drawn."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple
from tests.games.written import Once


class Field(Game):
    """Chance names a place, then one of four moves is made once; what they are worth crosses over and ties."""

    wide: int = 7
    high: int = 6
    gap: int = 1

    class State(NamedTuple):
        x: int
        y: int
        phase: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        return (CHANCE, 0, OVER)[s.phase]

    def moves(self, s):
        for m in range(self.wide * self.high if s.phase == 0 else 4):
            yield m

    def play(self, s, m):
        if s.phase == 0:
            return self.State(m % self.wide * self.gap, m // self.wide, 1)
        return self.State(s.x, s.y, 2)

    def reward(self, s, m):
        x = s.x // self.gap
        return 0 if s.phase == 0 else (x, s.y + 1, 6 - x, 9 - 2 * s.y)[m]

    def say(self, s, m):
        return str(m) if s.phase == 0 else ("hit", "stand", "double $5 or $6", "split <& go>")[m]


class Pot(Game):
    """Roll a die of three sides and gather, or bank; a one ends the turn with nothing. Reach the goal in some turns."""

    goal: int = 9
    turns: int = 3

    class State(NamedTuple):
        turns: int
        score: int
        pot: int
        rolling: int

    quantities = ("turns", "score", "pot")

    def start(self):
        return self.State(self.turns, 0, 0, 0)

    def turn(self, s):
        if s.turns == 0 or s.score + s.pot >= self.goal:
            return OVER
        return CHANCE if s.rolling else 0

    def moves(self, s):
        for m in range(3 if s.rolling else 2):
            yield m

    def play(self, s, m):
        if not s.rolling:
            return s._replace(rolling=1) if m else self.State(s.turns - 1, s.score + s.pot, 0, 0)
        return self.State(s.turns, s.score, s.pot + m + 1, 0) if m else self.State(s.turns - 1, s.score, 0, 0)

    def payoff(self, s):
        return 1 if s.score + s.pot >= self.goal else 0

    def say(self, s, m):
        return str(m + 1) if s.rolling else ("bank", "roll")[m]


class Draw(Game):
    """A number is drawn, in two throws; name its last digit."""

    high: int = 80
    low: int = 75

    class State(NamedTuple):
        high: int
        number: int
        named: int

    def start(self):
        return self.State(-1, -1, -1)

    def turn(self, s):
        if s.number < 0:
            return CHANCE
        return OVER if s.named >= 0 else s.number % 2

    def moves(self, s):
        for move in range(self.high if s.high < 0 else self.low if s.number < 0 else 10):
            yield move

    def play(self, s, m):
        if s.high < 0:
            return self.State(m, -1, -1)
        if s.number < 0:
            return self.State(s.high, s.high * self.low + m, -1)
        return self.State(s.high, s.number, m)

    def payoff(self, s):
        won = 1 if s.named == s.number % 10 else 0
        return won - 2 * won * (s.number % 2)  # the mover's gain


class DrawUnwarned(Draw):
    """The same, of which nobody has been told that it runs interpreted."""


class Pig(Game):
    """Roll and add to the pot, or bank it; a one loses the pot. First to the goal; turns are limited."""

    goal: int = 8
    turns: int = 6

    class State(NamedTuple):
        mine: int
        theirs: int
        pot: int
        mover: int
        left: int
        rolling: int

    quantities = ("mine", "theirs", "pot")

    def start(self):
        return self.State(0, 0, 0, 0, self.turns, 0)

    def turn(self, s):
        if s.theirs >= self.goal or s.left == 0:
            return OVER
        return CHANCE if s.rolling else s.mover

    def moves(self, s):
        if s.rolling:
            yield 3
        if s.rolling or s.mine + s.pot < self.goal:
            yield 1
        yield 2

    def play(self, s, m):
        if not s.rolling:
            if m == 1:
                return self.State(s.mine, s.theirs, s.pot, s.mover, s.left, 1)
            return self.State(s.theirs, s.mine + s.pot, 0, 1 - s.mover, s.left - 1, 0)
        if m == 1:
            return self.State(s.theirs, s.mine, 0, 1 - s.mover, s.left - 1, 0)
        return self.State(s.mine, s.theirs, min(s.pot + m, self.goal), s.mover, s.left, 0)

    def payoff(self, s):
        first = s.mine if s.mover == 0 else s.theirs
        second = s.theirs if s.mover == 0 else s.mine
        return (first > second) - (second > first)


class TwoDoors(Game):
    """A prize is behind door 0 or 1, and you are told which; open that one."""

    class State(NamedTuple):
        shown: int
        door: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return (CHANCE, 0, OVER)[s.shown]

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.shown + 1, m if s.shown == 0 else int(m == s.door))

    def payoff(self, s):
        return s.door


class OneDoor(TwoDoors):
    """The same, one door standing for both."""

    def canon(self, s):
        return self.State(1, 0) if s.shown == 1 else s


class Doubles(Once):
    """A throw whose outcome 1 is named twice, and has both chances."""

    who = CHANCE

    def moves(self, s):
        yield from (1, 2, 1)


class Loaded(Doubles):
    """The same with odds."""

    def moves(self, s):
        yield from (1, 2)

    def odds(self, s, m):
        return 3 - m


class Even(Doubles):
    """Another game: both outcomes have one chance."""

    def moves(self, s):
        yield from (1, 2)


class Toss(Game):
    """Heads lets you go on: stay with nothing, or dare one of three ends."""

    class State(NamedTuple):
        phase: int
        won: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return (CHANCE, 0, CHANCE, OVER)[s.phase]

    def moves(self, s):
        return (("heads", "tails"), ("stay", "dare"), ("best", "low", "worst"))[s.phase]

    def play(self, s, m):
        return (
            self.State(s.phase + 1, 0) if m in ("heads", "dare") else self.State(3, {"stay": 0, "best": 5}.get(m, -1))
        )

    def payoff(self, s):
        return s.won
