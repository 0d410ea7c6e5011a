"""Values as probabilities of winning: possible if all ends have one of two payoffs."""

from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution
from faceup.results.stakes import Stakes

# The payoffs of a loss and of a win of player 0, by the set of all payoffs.
TWO_RESULTS: dict[frozenset[int], tuple[int, int]] = {
    frozenset({-1, 1}): (-1, 1),
    frozenset({0, 1}): (0, 1),
    frozenset({-1, 0}): (-1, 0),
}


class WinningScale(NamedTuple):
    """The payoffs of the worse and the better result of player 0, and ``winners``, the players whose wins values give.

    Values give both players' wins if every end has a winner; if 0 may be a draw, those of the player who gets 1.
    """

    low: int
    high: int
    winners: tuple[int, ...]

    def reader(self, player: int) -> int:
        """The player, if values give that player's probability of winning, else the other."""
        return player if player in self.winners else self.winners[0]

    def chance(self, value: Value, player: int) -> Value:
        """The probability that a player wins with a value."""
        low, high = (Fraction(Fraction(bound) - self.low) / (self.high - self.low) for bound in (value.low, value.high))
        chance = Value(low, high, value.how)
        return chance.to_the_other(1) if player else chance


def winning_scale(solution: Solution, stakes: Stakes) -> WinningScale | None:
    """The scale from values to probabilities of winning; None if there are other payoffs."""
    ends = solution.plain_ends
    if ends not in TWO_RESULTS or stakes.rewards or stakes.seats or solution.endless is not None:
        return None
    if not stakes.units.wins_and_losses(stakes.payoffs):
        return None
    low, high = TWO_RESULTS[ends]
    # 0 alone may be a draw or a win of the other; the player who decided last may tell them apart.
    doubtful = stakes.two and 0 in ends and not (stakes.race and stakes.complete)
    if doubtful and not stakes.chance:
        return None  # a player without a certain win may still lose or draw
    return WinningScale(low, high, ((0,) if high else (1,)) if doubtful else (0, 1))
