"""The scale of a review: points of 100 for games of wins and losses, else the game's own numbers."""

from typing import Literal, NamedTuple

from faceup.numbers.value import Number, few_digits, nearest_float, plain
from faceup.results.answers.winning_chances import WinningScale
from faceup.results.chances import DIGITS
from faceup.results.stakes import Stakes

Kind = Literal["result", "chance", "points", "own"]
RESULTS = {0: "a loss", 50: "a draw", 100: "a win"}
COSTS = {0: "nothing", 50: "half a win", 100: "a win"}
LEAST = 0.05  # of points, below which a tenth would be nothing
NOTHING = 1e-9  # below this, a sum or difference of rounded numbers counts as 0


class Scale(NamedTuple):
    """The scale on which a player's expected result is shown.

    ``result``: a certain win, draw or loss; ``chance``: the probability of winning; ``points``: 100 for a win, 50 for a
    draw, 0 for a loss; ``own``: the game's own numbers. ``low`` and ``high`` are the payoffs of 0 and 100 points.
    ``whose`` is the one of two players that numbers are about, None for all.
    """

    kind: Kind
    low: int = 0
    high: int = 100
    whose: int | None = None

    @property
    def points(self) -> bool:
        """Whether the scale has points of 100."""
        return self.kind != "own"

    def other(self, number: Number) -> Number:
        """The expected result of the other of two players."""
        return self.low + self.high - number if self.points else -number

    def level(self, number: Number) -> float:
        """An expected result in points of 100, or in the game's own numbers."""
        return min(max(nearest_float((number - self.low) * 100 / (self.high - self.low)), 0.0), 100.0)

    def level_text(self, number: Number) -> str:
        """``a draw``, ``62.2%``, ``62.2 points`` or the game's own number."""
        if not self.points:
            return few_digits(number, DIGITS)
        level = self.level(number)
        if self.kind == "result" and level in RESULTS:
            return RESULTS[int(level)]
        return f"{_tenths(level)}{'%' if self.kind == 'chance' else ' points'}"

    def size_text(self, difference: Number) -> str:
        """The size of a loss or gain: ``12`` of 100, or in the game's own numbers."""
        if not self.points:
            return few_digits(difference, DIGITS)
        return _tenths(nearest_float(difference * 100 / (self.high - self.low)))

    def signed_text(self, difference: Number) -> str:
        """A loss or gain with its sign; 0 for mere rounding."""
        return "0" if is_nothing(difference) else f"{'+' * (difference > 0)}{self.size_text(difference)}"

    def cost_text(self, loss: Number) -> str:
        """A loss or gain of a sentence: ``half a win``, ``12.5 points``, or in the game's own numbers."""
        size = self.size_text(loss)
        if self.kind != "result":
            return f"{size}{' points' * self.points}"
        level = nearest_float(loss * 100 / (self.high - self.low))
        return COSTS.get(round(level), f"{plain(level / 100, DIGITS)} wins")

    @property
    def unit(self) -> str:
        """The unit behind the first number of a sentence."""
        return " points" if self.points else ""

    def levels_text(self, whose: str) -> str:
        """The label of a graph; ``whose`` is ``your``, or ``the first player's``."""
        return {
            "result": f"{whose} result with best play: a win is 100 points, a draw 50, a loss 0",
            "chance": f"{whose} chance of winning with best play; a point is 1%",
            "points": f"{whose} expected points with best play: a win is 100, a draw 50, a loss 0",
            "own": f"{whose} expected result with best play",
        }[self.kind]


OWN = Scale("own")


def _tenths(points: float) -> str:
    """Points to one decimal, which is left out of whole ones; what is less than a tenth, or nearly all, says so."""
    if 0 < abs(points) < LEAST:
        return "<0.1" if points > 0 else "0"
    return ">99.9" if 100 - LEAST < points < 100 else f"{points:.1f}".removesuffix(".0")


def is_nothing(number: Number) -> bool:
    """Whether a sum or difference of partly rounded numbers counts as 0."""
    return abs(nearest_float(number)) < NOTHING


def scale_of(stakes: Stakes, ends: frozenset[int] | None, chances: WinningScale | None, one_wins: bool) -> Scale:
    """The scale for a game.

    ``ends`` are the payoffs of all its ends, if known; ``chances`` the players whose probability of winning values
    give; ``one_wins`` says that one of several seats always wins.
    """
    if stakes.seats:
        return Scale("chance", 0, 1) if one_wins else OWN
    if chances:
        both = len(chances.winners) == 2
        kind: Kind = "result" if both and stakes.two and not stakes.chance else "chance"
        return Scale(kind, chances.low, chances.high, None if both else chances.winners[0])
    sure = ends <= {-1, 0, 1} if ends is not None else stakes.complete
    if stakes.decided and sure:
        return Scale("result" if stakes.duel else "points", -1, 1)
    return Scale("own", whose=0) if stakes.two and not stakes.opposed else OWN
