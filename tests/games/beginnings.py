"""Games in which a throw decides who begins."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class ThrownFor(Game):
    """Both throw a die, again while they are alike; the higher begins. Then in turns a coin is thrown or passed on, and
    who throws heads wins; after so many turns it is a draw. ``leader`` begins without a throw.
    """

    sides: int = 3
    turns: int = 4
    odd: int = 0  # more of a chance of player 0's to begin
    leader: int = -1

    class State(NamedTuple):
        doing: int  # 0 throw for it, 1 choose, 2 the coin, 3 won
        mover: int
        left: int

    def start(self):
        return self.State(0, 0, self.turns) if self.leader < 0 else self.State(1, self.leader, self.turns)

    def turn(self, s):
        if s.doing == 3 or (s.doing == 1 and s.left == 0):
            return OVER
        return s.mover if s.doing == 1 else CHANCE

    def moves(self, s):
        if s.doing == 0:
            return range(self.sides**2)
        return (0, 1)

    def odds(self, s, m):
        return 1 + self.odd if s.doing == 0 and m // self.sides > m % self.sides else 1

    def play(self, s, m):
        if s.doing == 0:
            mine, theirs = m // self.sides, m % self.sides
            return s if mine == theirs else self.State(1, int(theirs > mine), s.left)
        if s.doing == 1 and m == 0:
            return s._replace(doing=2)
        if s.doing == 2 and m == 1:
            return s._replace(doing=3)
        return self.State(1, 1 - s.mover, s.left - 1)

    def payoff(self, s):
        if s.doing != 3:
            return 0
        return 1 if s.mover == 0 else -1


class Again(ThrownFor):
    """The same without a draw: after the last turn it is thrown anew who begins, and that is not the beginning."""

    def play(self, s, m):
        after = super().play(s, m)
        return self.start() if after.doing == 1 and after.left == 0 else after


class Throws(ThrownFor):
    """Nobody decides anything."""

    def turn(self, s):
        who = super().turn(s)
        return CHANCE if who in (0, 1) else who
