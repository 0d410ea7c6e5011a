"""A fair walk between two ends: a chain that takes the square of its length to be left."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Stroll(Game):
    """A coin is thrown for every step, to the left or to the right. Who gets to the right end wins."""

    place: int = 300_000
    length: int = 1_000_000

    class State(NamedTuple):
        place: int

    def start(self):
        return self.State(self.place)

    def turn(self, s):
        return CHANCE if 0 < s.place < self.length else OVER

    def moves(self, s):
        return (-1, 1)

    def play(self, s, step):
        return self.State(s.place + step)

    def payoff(self, s):
        return 1 if s.place > 0 else 0
