"""Hex, whose ends count in several ways; wherever one counts nothing, somebody still wins."""

from faceup.games.hex import Hex as HexOfTheLibrary
from faceup.rules import Game, size


class Hex(HexOfTheLibrary):
    """The game of the library; ``won`` and ``lost`` are what it is worth to the first player to win and to lose."""

    rows: int = 3
    won: int = 1
    lost: int = -1
    canon = Game.canon  # every position by itself

    def payoff(self, s):
        return self.won if size(s.black) > size(s.white) else self.lost
