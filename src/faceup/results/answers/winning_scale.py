"""Probabilities of winning from values, if all ends have one of two payoffs, or draws count as half a win."""

from collections.abc import Set
from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Number, Value, estimated_at, nearest_float
from faceup.results.answers.solution import Solution
from faceup.results.stakes import Stakes

# The payoffs of a loss and of a win of player 0, by the set of all payoffs.
TWO_RESULTS: dict[Set[Number], tuple[int, int]] = {
    frozenset({-1, 1}): (-1, 1),
    frozenset({0, 1}): (0, 1),
    frozenset({-1, 0}): (-1, 0),
}


class WinningScale(NamedTuple):
    """The payoffs of the worse and the better result of player 0, and ``winners``, the players whose wins values give.

    Values give both players' wins if every end has a winner; if 0 may be a draw, those of the player who gets 1. With
    ``draws`` a game without a winner counts as half a win.
    """

    low: int
    high: int
    winners: tuple[int, ...]
    draws: bool = False

    def reader(self, player: int) -> int:
        """Return the player, if values give that player's probability of winning, else the other."""
        return player if player in self.winners else self.winners[0]

    def chance(self, value: Value, player: int) -> Value:
        """Return the probability that a player wins with a value."""
        if value.how == "estimated":
            chance = estimated_at(nearest_float(self._share(value.estimate or 0)))
        else:
            chance = Value(self._share(value.low), self._share(value.high), value.how)
        return chance.to_the_other(1) if player else chance

    def _share(self, number: Number) -> Fraction:
        return (Fraction(number) - self.low) / (self.high - self.low)


POINTS = WinningScale(-1, 1, (0, 1), draws=True)


def rough_scale(stakes: Stakes) -> WinningScale | None:
    """Return the scale of all ends that are known of, of points if there may be draws; None for other payoffs."""
    return POINTS if stakes.decided and stakes.may_draw else scale_of_ends(stakes.payoffs, stakes)


def winning_scale(solution: Solution, stakes: Stakes, points: bool = False) -> WinningScale | None:
    """Return the scale from values to probabilities of winning; None if there is none.

    ``points``: also if there are draws, or plays that never end and count 0, each as half a win.
    """
    ends = solution.plain_ends
    if points and ends is not None and stakes.decided and (0 in ends or solution.endless == 0):
        return POINTS
    return None if ends is None or solution.endless is not None else scale_of_ends(ends, stakes)


def scale_of_ends(ends: Set[Number], stakes: Stakes) -> WinningScale | None:
    """Return the scale of a game with these ends; None if they are other payoffs than two of -1, 0 and 1."""
    if ends not in TWO_RESULTS or stakes.rewards or stakes.seats:
        return None
    if not stakes.units.wins_and_losses(stakes.payoffs):
        return None
    low, high = TWO_RESULTS[frozenset(ends)]
    # 0 alone may be a draw or a win of the other; the player who decided last may tell them apart.
    doubtful = stakes.two and 0 in ends and not (stakes.race and stakes.complete)
    if doubtful and not stakes.chance:
        return None  # a player without a certain win may still lose or draw
    return WinningScale(low, high, ((0,) if high else (1,)) if doubtful else (0, 1))
