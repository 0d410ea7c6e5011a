"""The game whose methods are the examples of docs/python-in-rules.md."""

from collections import Counter  # noqa: F401  # all imports are for the examples
from fractions import Fraction  # noqa: F401
from functools import cache  # noqa: F401
from itertools import combinations, product  # noqa: F401

from faceup.rules import OVER, Cards, Game, NamedTuple, Row, bits, size  # noqa: F401


class Collect(Game):
    """Take dice, one by one, or stop."""

    sides: int = 4

    class State(NamedTuple):
        dice: Row
        cards: Cards
        taken: frozenset[int]
        phase: str

    def start(self):
        return self.State((2, 3, 2), 0, frozenset(), "take")

    def turn(self, s):
        return OVER if s.phase == "over" else 0

    def moves(self, s):
        yield "stop"
        yield from sorted(set(s.dice) - s.taken)

    def play(self, s, m):
        if m == "stop":
            return s._replace(phase="over")
        return self.State((*s.dice, m % self.sides), s.cards | 1 << m, s.taken | {m}, "take")
