"""How often somebody wins, where values tell: when ends are worth one of two numbers, a value is a chance."""

from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution
from faceup.results.stakes import Stakes

# What the worse and the better result of player 0 are worth, where there is nothing else.
TWO_RESULTS: dict[frozenset[int], tuple[int, int]] = {
    frozenset({-1, 1}): (-1, 1),
    frozenset({0, 1}): (0, 1),
    frozenset({-1, 0}): (-1, 0),
}


class WinningScale(NamedTuple):
    """What the worse and the better result of player 0 are worth, and ``winners``: whose wins values tell.

    Both players' where every end has a winner. Where 0 may be a draw, that one's who gets 1.
    """

    low: int
    high: int
    winners: tuple[int, ...]

    def reader(self, player: int) -> int:
        """That player, if a value tells how often they win, else the other."""
        return player if player in self.winners else self.winners[0]

    def chance(self, value: Value, player: int) -> Value:
        """How often a player wins where best play is worth this."""
        low, high = (Fraction(Fraction(bound) - self.low) / (self.high - self.low) for bound in (value.low, value.high))
        chance = Value(low, high, value.how)
        return chance.to_the_other(1) if player else chance


def winning_scale(solution: Solution, stakes: Stakes) -> WinningScale | None:
    """How values tell who wins how often; None where there are other ends."""
    ends = solution.plain_ends
    if ends not in TWO_RESULTS or stakes.rewards or stakes.seats or solution.endless is not None:
        return None
    if not stakes.units.wins_and_losses(stakes.payoffs):
        return None
    low, high = TWO_RESULTS[ends]
    # From 0 alone nobody can tell a draw from a win of the other; who decided last may.
    doubtful = stakes.two and 0 in ends and not (stakes.race and stakes.complete)
    if doubtful and not stakes.chance:
        return None  # who does not win for certain may still lose or draw
    return WinningScale(low, high, ((0,) if high else (1,)) if doubtful else (0, 1))
