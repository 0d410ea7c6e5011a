"""Games for a table of any number, made up for the tests; each gives its rows in another form."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class LeftCenterRight(Game):
    """Throw a die for each chip you have, three at most: a chip goes left, to the centre or right, or stays."""

    players: int = 3
    chips: int = 3

    class State(NamedTuple):
        chips: Row
        mover: int

    def start(self):
        return self.State((self.chips,) * self.players, 0)

    def turn(self, s):
        return OVER if sum(1 for c in s.chips if c) == 1 else CHANCE

    def dice(self, s):
        return min(3, s.chips[s.mover])

    def moves(self, s):
        n = self.dice(s)
        for left in range(n + 1):
            for centre in range(n + 1 - left):
                for right in range(n + 1 - left - centre):
                    yield left * 16 + centre * 4 + right

    def odds(self, s, m):
        n = self.dice(s)
        left, centre, right = m // 16, m // 4 % 4, m % 4
        ways = (1, 1, 2, 6)
        stay = n - left - centre - right
        return ways[n] // (ways[left] * ways[centre] * ways[right] * ways[stay]) * 3**stay

    def play(self, s, m):
        left, centre, right = m // 16, m // 4 % 4, m % 4
        chips = list(s.chips)
        n = self.players
        chips[s.mover] -= left + centre + right
        chips[(s.mover + n - 1) % n] += left
        chips[(s.mover + 1) % n] += right
        return self.State(tuple(chips), (s.mover + 1) % n)

    def payoff(self, s):
        return tuple(1 if c else 0 for c in s.chips)


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
