"""Each of two gets a secret number, may exchange it once for a new one, and the higher number wins."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Exchange(Game):
    """Each gets a number, sees it alone, and keeps it or draws another one; then the higher wins a coin."""

    numbers: int = 100

    class State(NamedTuple):
        first: int  # 0: to be drawn
        second: int
        chosen: int  # how many have chosen

    KEEP, DRAW = 0, 1

    def start(self):
        return self.State(0, 0, 0)

    def turn(self, s):
        if s.first == 0 or s.second == 0:
            return CHANCE
        return OVER if s.chosen == 2 else s.chosen

    def moves(self, s):
        if self.turn(s) == CHANCE:
            return range(1, self.numbers + 1)
        return (self.KEEP, self.DRAW)

    def play(self, s, move):
        if s.first == 0:
            return s._replace(first=move)
        if s.second == 0:
            return s._replace(second=move)
        if s.chosen == 0:
            return self.State(0 if move == self.DRAW else s.first, s.second, 1)
        return self.State(s.first, 0 if move == self.DRAW else s.second, 2)

    def payoff(self, s):
        return (s.first > s.second) - (s.first < s.second)

    def view(self, s, player):
        return s.first if player == 0 else s.second
