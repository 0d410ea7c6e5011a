"""Games whose moves are called by words that are hard to read, to print, or to tell apart."""

from typing import NamedTuple

from faceup.rules import OVER, Game

from .duels import OneMove
from .written import Once


class Angles(Game):
    """One choice between moves whose names look like HTML."""

    class State(NamedTuple):
        words: int
        equal: int
        made: int

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        return OVER if s.made == 2 else 0

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, m):
        return self.State(s.words + m, s.equal + 1 - m, s.made + 1)

    def payoff(self, s):
        return abs(s.words - 1)

    def say(self, s, m):
        return ("<b>stay</b>", "go & <script>")[m]


class Sayings(Once):
    """One move; what moves are called is the game."""

    def moves(self, s):
        return range(1, 14)

    def payoff(self, s):
        return 0

    def say(self, s, m):
        said = {
            1: "stay",
            2: "Stop",
            3: "7",
            4: "take 12",
            5: "go on",
            6: "go",
            8: "bid 1,000",
            9: "bid 2.5",
            10: "[1]",
        }
        return said.get(m, str(m))


class HiddenSayings(Sayings):
    """Not all is seen."""

    def view(self, s, player):
        return 0


class Twins(OneMove):
    """Three moves, two of which have one word."""

    player: int = 0

    def say(self, s, m):
        return "stay" if m == 0 else "go"


class Wordless(OneMove):
    def say(self, s, m):
        return m
