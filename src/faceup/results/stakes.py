"""What a game is played for: to win, draw or lose, or for a number."""

from dataclasses import dataclass

from faceup.results.value import Value

SEATS = ("the first player", "the second player")


@dataclass(frozen=True)
class Stakes:
    """What ends are there, who decides, and whether chance has a say.

    ``payoffs`` are those at the ends of games, to player 0; none where there are rewards on the way. ``players`` are
    those who decide, ``first`` is who begins (CHANCE: nobody). Where not ``complete`` this is what some random games
    showed.
    """

    payoffs: frozenset[float]
    players: frozenset[int]
    chance: bool
    first: int
    complete: bool

    @property
    def decided(self) -> bool:
        """Whether games end in a win, a loss, or perhaps a draw."""
        return {-1, 1} <= self.payoffs <= {-1, 0, 1}

    @property
    def duel(self) -> bool:
        """Whether two players win, draw or lose against each other, and chance has no say."""
        return self.decided and len(self.players) == 2 and not self.chance

    def seat(self, player: int) -> str:
        """What to call a player: the first one is whoever begins, where somebody does."""
        if self.first not in (0, 1) or len(self.players) < 2:
            return f"player {player}"
        return SEATS[player != self.first]

    def said(self, value: Value) -> str:
        """What a value says about the winner: ``the first player wins``, ``a draw``; empty where it is a number."""
        if value.exact is None or not self.decided:
            return ""
        if value.exact in (1, -1):
            if len(self.players) < 2:
                return "a sure win" if (value.exact == 1) == (0 in self.players) else "a sure loss"
            return f"{self.seat(0 if value.exact == 1 else 1)} wins"
        return "a draw" if value.exact == 0 and self.duel and 0 in self.payoffs else ""
