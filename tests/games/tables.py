"""Games for a table of any number, made up for the tests; each gives its rows in another form."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class Bank(Game):
    """Whoever's turn it is takes two points, or throws a die of so many sides for one less; the most points win.

    The payoff is the row of points that the state has.
    """

    players: int = 3
    rounds: int = 2
    sides: int = 4

    class State(NamedTuple):
        points: Row
        turns: int
        thrown: int

    def start(self):
        return self.State((0,) * self.players, 0, 0)

    def mover(self, s):
        return s.turns % self.players

    def turn(self, s):
        if s.turns == self.rounds * self.players:
            return OVER
        return CHANCE if s.thrown else self.mover(s)

    def moves(self, s):
        return range(self.sides) if s.thrown else range(2)

    def play(self, s, m):
        if not s.thrown and m == 0:
            return s._replace(thrown=1)
        more, mover = (m if s.thrown else 2), self.mover(s)
        points = tuple(p + more if k == mover else p for k, p in enumerate(s.points))
        return self.State(points, s.turns + 1, 0)

    def payoff(self, s):
        return s.points


class BankOfThree(Bank):
    """A row that is written down, with halves in it."""

    def payoff(self, s):
        return (s.points[0], s.points[1] / 2, -s.points[2])


class PaidBank(Bank):
    """Paid on the way: the row is that of the state before; and once more at the end."""

    def reward(self, s, m):
        return s.points

    def payoff(self, s):
        return tuple(p * p - 3 for p in s.points)


class BankWithNothing(Bank):
    """Nothing is gained at the end but by the rewards, and most moves give nothing."""

    def reward(self, s, m):
        gains = [0] * self.players
        if s.thrown:
            gains[self.mover(s)] = m
        return tuple(gains)

    def payoff(self, s):
        return 0


class ShortRow(Bank):
    """Forgets one, where the first has points enough."""

    def payoff(self, s):
        return s.points[1:] if s.points[0] > 4 else s.points


class LooseNumber(Bank):
    """A number in the place of a row, late in the game."""

    def reward(self, s, m):
        return (s.turns, 0, 0) if s.turns < 4 else 1
