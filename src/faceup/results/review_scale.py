"""In what a review counts: points of 100 where a game is won or lost, else what the game itself counts."""

from fractions import Fraction
from typing import Literal, NamedTuple

from faceup.results.chances import DIGITS, percent
from faceup.results.stakes import Stakes
from faceup.results.value import Number, amount, plain, rounded
from faceup.results.winning_chances import LossAndWin

Kind = Literal["result", "chance", "points", "own"]
RESULTS = {0: "a loss", 50: "a draw", 100: "a win"}


class Scale(NamedTuple):
    """What a player hopes for, as a number to look at.

    ``result``: a win, a draw or a loss that best play makes sure of; ``chance``: how often they win; ``points``: 100
    for a win, 50 for a draw, 0 for a loss; ``own``: what they get as the game counts it. ``low`` and ``high`` are the
    payoffs that are 0 and 100 points.
    """

    kind: Kind
    low: int = 0
    high: int = 100

    @property
    def points(self) -> bool:
        """Whether it counts in points of 100."""
        return self.kind != "own"

    def other(self, number: Number) -> Number:
        """What the other of two players hopes for where one hopes for this."""
        return self.low + self.high - number if self.points else -number

    def level(self, number: Number) -> float:
        """A hope: from 0 to 100, or the game's own number."""
        if not self.points:
            return rounded(number)
        return min(max(rounded((number - self.low) * 100 / (self.high - self.low)), 0.0), 100.0)

    def size(self, difference: Number) -> float:
        """A loss or a gain: of 100, or in the game's own numbers."""
        return rounded(difference * 100 / (self.high - self.low)) if self.points else rounded(difference)

    def level_text(self, number: Number) -> str:
        """``a draw``, ``62.19%``, ``62.19 points`` or the game's own number."""
        level = self.level(number)
        if self.kind == "result" and level in RESULTS:
            return RESULTS[int(level)]
        if self.kind == "chance":
            return percent(min(max(Fraction(number - self.low) / (self.high - self.low), Fraction(0)), Fraction(1)))
        return f"{plain(level, DIGITS)} points" if self.points else plain(level, DIGITS)

    def size_text(self, difference: Number) -> str:
        """``12`` of 100, or as the game counts."""
        return plain(self.size(difference), DIGITS) if self.points else amount(difference)

    @property
    def unit(self) -> str:
        """What stands behind the first of such numbers."""
        return " points of 100" if self.points else ""

    def told(self, whose: str) -> str:
        """What the levels of a player are, for a graph; ``whose`` is ``your``, or ``the first player's``."""
        return {
            "result": f"{whose} result with best play by all: a win is 100 points, a draw 50, a loss 0",
            "chance": f"{whose} chance of winning with best play by all; a point is 1%",
            "points": f"{whose} points to be expected with best play by all: a win is 100, a draw 50, a loss 0",
            "own": f"{whose} result to be expected with best play by all",
        }[self.kind]


OWN = Scale("own")


def scale_of(stakes: Stakes, ends: frozenset[int] | None, chances: LossAndWin | None, one_wins: bool) -> Scale:
    """How to count in such a game.

    ``ends`` are what all its ends are worth, where that is known; ``chances`` what a loss and a win are, where every
    play ends with one of them; ``one_wins``: one of several seats always wins.
    """
    if stakes.seats:
        return Scale("chance", 0, 1) if one_wins else OWN
    sure = ends <= {-1, 0, 1} if ends is not None else stakes.complete
    if stakes.duel and sure:
        return Scale("result", -1, 1)
    if chances:
        return Scale("chance", *chances)
    return Scale("points", -1, 1) if stakes.decided and sure else OWN
