"""Games that are won sooner or later: by whom is plain, and when is the question."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple
from tests.games.written import Written


class RareWin(Game):
    """Take turns counting; on the way to the end the first player may once choose 999 to win, else it is a draw."""

    length: int = 4

    class State(NamedTuple):
        count: int
        won: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.won or s.count >= self.length else s.count % 2

    def moves(self, s):
        return range(2000) if s.count == 2 else range(3)

    def play(self, s, m):
        return self.State(s.count + 1 + (m == 1), s.count == 2 and m == 999)

    def payoff(self, s):
        return s.won


class SureThrows(Game):
    """Two throws, two choices between a short and a long way, and the end: the first player wins in any case."""

    class State(NamedTuple):
        step: int
        thrown: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.step >= 6 or s.thrown == 9 else CHANCE if s.step % 2 == 0 else 0

    def moves(self, s):
        return (1, 2) if s.step % 2 == 0 else (0, 1)

    def play(self, s, m):
        if s.step % 2 == 0:
            return self.State(s.step + 1, m)
        return self.State(s.step + 1 + 2 * (m if s.step > 1 and s.thrown == 1 else 0), 0)

    def payoff(self, s):
        return 1 if s.thrown != 9 else -1


class HeadsAtLast(Written):
    """A coin is thrown until it shows heads, which wins; the player may also give up."""

    who = (0, CHANCE, OVER, OVER)  # to choose, to throw, won, given up
    leads = ((1, 3), (0, 2))
    paid = (1, -1)


class Chased(Game):
    """The first player has no way but that to the last place, long or short, where the second may end it or go back:
    caught, they get nothing; only a slip of the second's at the start would save them."""

    class State(NamedTuple):
        place: int
        mover: int

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.place in (4, 9) else s.mover

    def moves(self, s):
        if s.mover == 0:
            return (1, 2) if s.place == 0 else (1,)
        return (0, 8, 7) if s.place == 3 else (0,)

    def play(self, s, m):
        if m == 7:
            return self.State(9, 0)
        if m == 8:
            return self.State(4, 0)
        if s.mover == 1:
            return self.State(s.place if s.place else 0, 0)
        return self.State(min(s.place + m, 3), 1)

    def payoff(self, s):
        return 1 if s.place == 9 else 0
