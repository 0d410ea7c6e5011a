"""Games made for the tests alone."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Scramble(Game):
    """An arbitrary game on a graph without cycles: everything follows from a seed by arithmetic."""

    seed: int = 0
    nodes: int = 20
    width: int = 3
    chance: bool = True

    class State(NamedTuple):
        node: int
        side: int

    def start(self):
        return self.State(0, 0)

    def mix(self, a, b, c):
        x = (self.seed * 7919 + a * 104729 + b * 1299709 + c * 15485863 + 12345) % 2147483647
        return (x * x % 2147483647) >> 7

    def turn(self, s):
        if s.node >= self.nodes:
            return OVER
        who = self.mix(s.node, s.side, 1) % 3
        return CHANCE if who == 2 and self.chance else who % 2

    def moves(self, s):
        for m in range(1 + self.mix(s.node, s.side, 2) % self.width):
            yield m

    def odds(self, s, m):
        return self.mix(s.node, s.side, 3 + m) % 4 + (1 if m == 0 else 0)

    def reward(self, s, m):
        return self.mix(s.node, s.side, 10 + m) % 7 - 3

    def play(self, s, m):
        return self.State(s.node + 1 + self.mix(s.node, s.side, 20 + m) % 3, self.mix(s.node, s.side, 30 + m) % 2)

    def payoff(self, s):
        return self.mix(s.node, s.side, 40) % 11 - 5


class LongWalk(Game):
    """Count up by one or two; only the end matters. As long as it is deep."""

    length: int = 1_000_000

    class State(NamedTuple):
        place: int
        mover: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.place >= self.length else s.mover

    def moves(self, s):
        yield 1
        yield 2

    def play(self, s, m):
        return self.State(s.place + m, 1 - s.mover)

    def payoff(self, s):
        return 1 if s.mover == 1 else -1


class Broken(Game):
    """Rules that break the contract in the way that ``how`` says, in state 3."""

    how: int = 0
    size: int = 5

    class State(NamedTuple):
        place: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        if s.place >= self.size:
            return OVER
        if s.place == 3 and self.how == 1:
            return 7
        return CHANCE if s.place == 3 and self.how in (2, 3) else 0

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
