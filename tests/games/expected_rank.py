"""Choose one of a row, seeing only how each compares with those before: the better its rank, the less it costs."""

from fractions import Fraction

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class ExpectedRank(Game):
    """Candidates come one by one in random order. Take one, or send it away for good; the last must be taken. What is
    lost is the rank, among all, of the one taken."""

    candidates: int = 20

    class State(NamedTuple):
        seen: int
        rank: int  # of the newest among those seen, 0 before it comes
        taken: int

    quantities = ("seen", "rank")

    def start(self):
        return self.State(1, 0, 0)

    def turn(self, s):
        return OVER if s.taken else 0 if s.rank else CHANCE

    def moves(self, s):
        if s.rank == 0:
            return range(1, s.seen + 1)
        return (1,) if s.seen == self.candidates else (1, 0)

    def play(self, s, m):
        if s.rank == 0:
            return s._replace(rank=m)
        return s._replace(taken=1) if m else self.State(s.seen + 1, 0, 0)

    def payoff(self, s):
        return -Fraction(s.rank * (self.candidates + 1), s.seen + 1)
