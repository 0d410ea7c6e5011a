"""Games of any number of seats, each with a payoff of its own, made up for the tests."""

import random
from functools import cached_property

from faceup.rules import CHANCE, OVER, Game, NamedTuple
from tests.games.rounds import Drawn
from tests.games.written import Once


class Table(Game):
    """A game drawn by lot: places, each an end, a throw or a seat's; ``back`` lets positions repeat."""

    players: int = 3
    seed: int = 0
    size: int = 12
    chance: bool = True
    back: bool = False
    most: int = 3  # of a payoff

    class State(NamedTuple):
        place: int

    @cached_property
    def made(self):
        """Of each place whose turn it is there, where it leads to with which odds, and what it pays at the end."""
        lot = random.Random(f"{self.seed} {self.size} {self.players}")
        found = []
        for k in range(self.size):
            ends = k > 0 and (k == self.size - 1 or lot.random() < 0.25)
            who = OVER if ends else lot.choice([*range(self.players), *([CHANCE] if self.chance else [])])
            beyond = range(k + 1, self.size)
            reach = range(self.size) if self.back and lot.random() < 0.5 else beyond
            targets = [] if ends else [lot.choice(reach) for _ in range(lot.randint(1, 3))]
            row = tuple(lot.randint(-self.most, self.most) for _ in range(self.players))
            found.append((who, targets, [lot.randint(1, 3) for _ in targets], row))
        return found

    def start(self):
        return self.State(0)

    def turn(self, s):
        return self.made[s.place][0]

    def moves(self, s):
        return range(len(self.made[s.place][1]))

    def odds(self, s, m):
        return self.made[s.place][2][m]

    def play(self, s, m):
        return self.State(self.made[s.place][1][m])

    def payoff(self, s):
        return self.made[s.place][3]


class Paid(Table):
    """The same with something gained on every second move."""

    def reward(self, s, m):
        if (s.place + m) % 2:
            return 0
        return tuple((s.place * (k + 2) + m) % 3 for k in range(self.players))


class Kingmaker(Once):
    """The first of three has nothing to win, and says who of the others wins."""

    def payoff(self, s):
        return (0, s.made == 1, s.made == 2)

    def say(self, s, m):
        return f"crown {m}"


class Meeting(Game):
    """Two who cannot speak move along a ring of places until they meet; both get what that place is worth."""

    places: int = 4
    alike: bool = True  # whether both get the same

    class State(NamedTuple):
        first: int
        second: int
        mover: int

    def start(self):
        return self.State(0, self.places // 2, 0)

    def turn(self, s):
        return OVER if s.first == s.second else s.mover

    def moves(self, s):
        return [-1, 0, 1]

    def play(self, s, m):
        if s.mover:
            return s._replace(second=(s.second + m) % self.places, mover=0)
        return s._replace(first=(s.first + m) % self.places, mover=1)

    def payoff(self, s):
        return s.first + 1, s.first + 1 if self.alike else self.places - s.first


class Ballot(Game):
    """Three vote in turn for one of three plans, named from ``shift`` on; the first with most votes is done."""

    shift: int = 0

    class State(NamedTuple):
        votes: tuple[int, ...]

    def start(self):
        return self.State(())

    def turn(self, s):
        return OVER if len(s.votes) == 3 else len(s.votes)

    def moves(self, s):
        return range(3)

    def play(self, s, m):
        return self.State((*s.votes, (m + self.shift) % 3))

    def payoff(self, s):
        best = max(range(3), key=s.votes.count)
        return ((3, 1, 0), (0, 3, 1), (0, 1, 3))[best]


class Bargain(Game):
    """Two take turns to offer how much of the coins the other may take; after each refusal all may be lost."""

    coins: int = 4
    opposed: bool = False  # then what one gets the other loses

    class State(NamedTuple):
        offer: int  # below 0 before one is made
        mover: int
        over: int  # 1: taken, 2: lost

    def start(self):
        return self.State(-1, 0, 0)

    def turn(self, s):
        return OVER if s.over else CHANCE if s.mover > 1 else s.mover

    def moves(self, s):
        return range(self.coins + 1) if s.offer < 0 and s.mover < 2 else range(2)

    def play(self, s, m):
        if s.mover > 1:
            return self.State(-1, s.mover - 2, 2 * m)
        if s.offer < 0:
            return self.State(m, 1 - s.mover, 0)
        return self.State(s.offer, s.mover, 1) if m else self.State(-1, s.mover + 2, 0)

    def payoff(self, s):
        if s.over == 2:
            return (0, 0)
        mine = s.offer if s.mover == 0 else self.coins - s.offer
        return (2 * mine - self.coins, self.coins - 2 * mine) if self.opposed else (mine, self.coins - mine)


class Lots(Drawn):
    """Drawn by lots that machine code can compute: choices lead on, and behind them throws may repeat positions."""

    players: int = 3
    size: int = 30

    def turn(self, s):
        if s.k < 0:
            return OVER
        drawn = self.lot(s.k, 0) % (self.players + 1)
        return drawn if drawn < self.players and s.k < self.size // 2 else CHANCE

    def play(self, s, m):
        begin = s.k + 1 if s.k < self.size // 2 else self.size // 2
        there = begin + self.lot(s.k, 10 + m) % (self.size + 3 - begin)
        return self.State(there if there < self.size else self.size - there - 1)

    def payoff(self, s):
        return tuple(self.lot(-s.k, 99 + k) % 2 for k in range(self.players))


class PaidLots(Lots):
    """The same with something gained on every second move of a choice."""

    def reward(self, s, m):
        paid = (s.k + m) % 2 == 0 and s.k < self.size // 2
        return tuple((s.k * (k + 2) + m) % 3 if paid else 0 for k in range(self.players))


class NearTie(Game):
    """The first seat picks one of two draws: the second is better for it by 1e-15 squared, and worse for another."""

    class State(NamedTuple):
        at: int
        picked: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return 0 if s.at == 0 else CHANCE if s.at < 4 else OVER

    def moves(self, s):
        return (1, 2) if s.at == 0 else (0, 1)

    def odds(self, s, m):
        if s.at == 3:
            return 2 if s.picked == m else 1
        return 1 if m == 0 else 10**15

    def play(self, s, m):
        if s.at == 0:
            return self.State(1, m)
        if s.at == 3:
            return self.State(4 + m, s.picked)
        return self.State(s.at + 1, s.picked) if m == 0 else self.State(6, s.picked)

    def payoff(self, s):
        return {4: 2, 5: 0, 6: 1}[s.at], int(s.picked == 1), 0
