"""Two games whose states have members of the same names, which mean other things."""

from faceup.rules import OVER, Game, NamedTuple


class Taken(Game):
    """What one game keeps, the other works out; what one asks without a word, the other asks with one."""

    left: int = 6

    class State(NamedTuple):
        left: int
        turns: int

        @property
        def total(self) -> int:
            return self.left + 3 * self.turns

        def over(self, least: int = 0) -> bool:
            return self.left <= least

    def start(self):
        return self.State(self.left, 0)

    def turn(self, s):
        return OVER if s.over() else s.turns % 2

    def moves(self, s):
        yield from range(1, min(2, s.left) + 1)

    def play(self, s, m):
        return self.State(s.left - m, s.turns + 1)

    def payoff(self, s):
        return s.total


class Totalled(Taken):
    class State(NamedTuple):
        left: int
        total: int

        @property
        def turns(self) -> int:
            return self.total + 10

        @property
        def over(self) -> bool:
            return self.left < 1

    def turn(self, s):
        return OVER if s.over else s.turns % 2

    def play(self, s, m):
        return self.State(s.left - m, s.total + 1)
