"""Gambler's ruin: win or lose a coin at a time, until broke or rich enough."""

from fractions import Fraction

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track, require


class GamblersRuin(Game):
    """A gambler wins or loses one coin in each game, and plays on until broke or until there are as many coins as
    wanted.
    """

    coins: int = 9
    wanted: int = 10
    p: Fraction = Fraction(9, 20)  # the chance of winning a game

    published = tuple(
        Published(what, result, "W. Feller, An Introduction to Probability Theory, vol. 1, chapter XIV", within, given)
        for what, result, within, given in (
            ("win_rate", "9/10", 0, {"p": "1/2"}),
            ("length", "9", 0, {"p": "1/2"}),
            ("win_rate", 0.790, 0.0005, {}),
            ("length", 11, 0.5, {}),
            ("win_rate", 0.134, 0.0005, {"coins": 90, "wanted": 100}),
            ("length", 765.6, 0.05, {"coins": 90, "wanted": 100}),
            ("length", 161.7, 0.05, {"coins": 99, "wanted": 100, "p": "2/5"}),
        )
    )

    class State(NamedTuple):
        coins: Place

    @property
    def track(self):
        return Track(range(self.wanted + 1))

    def check(self) -> None:
        require(0 <= self.coins <= self.wanted, "coins from 0 up to as many as are wanted")
        require(0 <= self.p <= 1, "p from 0 to 1")

    def start(self):
        return self.State(self.coins)

    def turn(self, s):
        return OVER if s.coins in (0, self.wanted) else CHANCE

    def moves(self, s):
        return (1, -1)

    def odds(self, s, gain):
        return self.p if gain == 1 else 1 - self.p

    def play(self, s, gain):
        return self.State(s.coins + gain)

    def payoff(self, s):
        return 1 if s.coins == self.wanted else -1

    def show(self, s):
        return f"{s.coins} of {self.wanted} coins"

    def say(self, s, gain):
        return "won" if gain == 1 else "lost"
