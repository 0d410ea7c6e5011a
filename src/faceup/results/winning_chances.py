"""How often somebody wins, where values tell: when every play ends with a win or a loss, a value is a chance."""

from fractions import Fraction

from faceup.results.solution import Solution
from faceup.results.stakes import Stakes
from faceup.results.value import Value

LossAndWin = tuple[int, int]  # what a loss and a win of player 0 are worth
# Where there is nothing else.
ONLY_WINS: dict[frozenset[int], LossAndWin] = {
    frozenset({-1, 1}): (-1, 1),
    frozenset({0, 1}): (0, 1),
    frozenset({-1, 0}): (-1, 0),
}


def winning_scale(solution: Solution, stakes: Stakes) -> LossAndWin | None:
    """What a loss and a win are worth, where every play ends with one; None where it need not."""
    ends = solution.plain_ends
    if ends is None or stakes.rewards or stakes.seats or solution.endless is not None:
        return None
    if stakes.two and ends != {-1, 1}:  # 0 may be a draw, and from the numbers alone nobody can tell
        return None
    return ONLY_WINS.get(ends)


def chance_on(scale: LossAndWin, value: Value) -> Value:
    """How often player 0 wins where best play is worth this."""
    loss, win = scale
    low, high = (Fraction(bound - loss) / (win - loss) for bound in (Fraction(value.low), Fraction(value.high)))
    return Value(low, high, value.how)
