"""Shut the box, written as a person fluent in Python would."""

from itertools import combinations

from faceup.rules import CHANCE, OVER, Cards, Game, NamedTuple, bits


class ShutTheBox(Game):
    """Throw two dice and shut tiles that sum to the throw, until that cannot be done. The score is the sum of the tiles
    left, and the fewer the better.
    """

    tiles: int = 12

    class State(NamedTuple):
        open: Cards
        throw: int  # 0 before it

    def start(self):
        return self.State(sum(1 << tile for tile in range(1, self.tiles + 1)), 0)

    def ways(self, s):
        tiles = list(bits(s.open))
        return [
            sum(1 << tile for tile in chosen)
            for count in range(1, 5)
            for chosen in combinations(tiles, count)
            if sum(chosen) == s.throw
        ]

    def turn(self, s):
        if s.open and s.throw == 0:
            return CHANCE
        return 0 if s.open and self.ways(s) else OVER

    def moves(self, s):
        return list(range(2, 13)) if s.throw == 0 else self.ways(s)

    def odds(self, s, throw):
        return 6 - abs(throw - 7)

    def play(self, s, m):
        return self.State(s.open, m) if s.throw == 0 else self.State(s.open & ~m, 0)

    def payoff(self, s):
        return -sum(bits(s.open))
