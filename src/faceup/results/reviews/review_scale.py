"""The scale of a review: points of 100 for games of wins and losses, else the game's own numbers."""

from typing import Annotated, Literal, NamedTuple

from faceup.numbers.value import Number, nearest_float
from faceup.results.answers.winning_chances import WinningScale
from faceup.results.stakes import Stakes

Kind = Literal["result", "chance", "points", "own"]
LEAST_POINTS = 0.05  # of 100; a smaller loss is no mistake, for a tenth would be nothing
NOTHING = 1e-9  # below this, a sum or difference of rounded numbers counts as 0


class Scale(NamedTuple):
    """The scale on which a player's expected result is shown.

    ``result``: a certain win, draw or loss; ``chance``: the probability of winning; ``points``: 100 for a win, 50 for a
    draw, 0 for a loss; ``own``: the game's own numbers. ``low`` and ``high`` are the payoffs of 0 and 100 points.
    ``whose`` is the one of two players that numbers are about, None for all. ``draws`` says that a game may end in the
    middle, as far as it is known.
    """

    kind: Annotated[Kind, "in results, chances of winning, points of 100, or as the game counts"]
    low: int = 0
    high: int = 100
    whose: int | None = None
    draws: bool = True

    @property
    def points(self) -> bool:
        """Whether the scale has points of 100."""
        return self.kind != "own"

    def other(self, number: Number) -> Number:
        """The expected result of the other of two players."""
        return self.low + self.high - number if self.points else -number

    def of_both(self, hopes: tuple[Number, ...]) -> tuple[Number, ...]:
        """The expected results of both players, from that of player 0, if there is one."""
        return *hopes, *map(self.other, hopes)

    def share(self, number: Number) -> Number:
        """An expected result from 0 to 1."""
        return min(max((number - self.low) / (self.high - self.low), 0), 1)

    def level(self, number: Number) -> float:
        """An expected result in points of 100."""
        return nearest_float(self.share(number) * 100)

    def counts(self, loss: Number) -> bool:
        """Whether a loss can be seen on this scale, so that the move is a mistake."""
        if not self.points:
            return not is_nothing(loss)
        return nearest_float(loss * 100 / (self.high - self.low)) >= LEAST_POINTS


OWN = Scale("own")


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
        return Scale(kind, chances.low, chances.high, None if both else chances.winners[0], draws=False)
    sure = ends <= {-1, 0, 1} if ends is not None else stakes.complete
    if stakes.decided and sure:
        return Scale("result" if stakes.duel else "points", -1, 1, draws=stakes.may_draw)
    return Scale("own", whose=0) if stakes.two and not stakes.opposed else OWN
