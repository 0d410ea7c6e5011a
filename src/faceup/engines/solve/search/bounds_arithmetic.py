"""The arithmetic of a search that closes bounds: steps of the equations in float64, rounded outwards where they round.

The functions are compiled into the loop of ``bounds_kernel``, which lists the moves of a position in an array, a row a
move. Bounds may be infinite: a game whose source does not show what it can pay begins with such.
"""

from typing import Any

from faceup.numbers.intervals import EXACT, ROUNDING, SMALL, TINY, misread, two_product, two_sum
from faceup.rules.contract import CHANCE

# Of a move: its weight, the bounds of what it leads to and gains, the gain, and whether they are closed.
WEIGHT, LOW, HIGH, GAIN, IS_CLOSED, MOVE_COLUMNS = range(6)


def bounds_of_end(payoff: float) -> tuple[float, float]:
    """Return the bounds of the payoff of an end, which may be a fraction."""
    error = misread(payoff)
    if error == 0.0:
        return payoff, payoff
    return outward(payoff, error, -1.0), outward(payoff, error, 1.0)


def with_gain(number: float, gain: float, side: float) -> float:
    """Return a bound plus a gain, rounded to the safe side; exact if the sum is."""
    if gain == 0.0:
        return number
    total, lost = two_sum(number, gain)  # what is lost is no number where the bound is infinite
    error = misread(gain)
    return total if lost == 0.0 and error == 0.0 else outward(total, error, side)


def outward(number: float, error: float, side: float) -> float:
    """Move a number with an error and one rounding to the safe side: up for ``side`` 1.0, down for -1.0."""
    return number + side * (error + abs(number) * 4.0 * ROUNDING + TINY)


def bounds_of_moves(tried: Any, who: int) -> tuple[float, float, int]:
    """Return the bounds of a position from those of its moves, and the move to follow; -1 if the bounds are closed."""
    return mean_bounds(tried) if who == CHANCE else best_bounds(tried, who)


def best_bounds(tried: Any, who: int) -> tuple[float, float, int]:
    """Return the bounds and the move to follow in a position of a player."""
    low, high, pick = tried[0, LOW], tried[0, HIGH], 0
    for k in range(1, len(tried)):
        this_low, this_high = tried[k, LOW], tried[k, HIGH]
        if who == 0:
            if this_high > tried[pick, HIGH] or (this_high == tried[pick, HIGH] and this_low > tried[pick, LOW]):
                pick = k
            low, high = max(low, this_low), max(high, this_high)
        else:
            if this_low < tried[pick, LOW] or (this_low == tried[pick, LOW] and this_high < tried[pick, HIGH]):
                pick = k
            low, high = min(low, this_low), min(high, this_high)
    return low, high, -1 if tried[pick, IS_CLOSED] else pick


def mean_bounds(tried: Any) -> tuple[float, float, int]:
    """Return the bounds and the outcome to follow in a position of chance; -1 if all outcomes are closed."""
    pick, widest, total = -1, -1.0, 0.0
    for k in range(len(tried)):
        total += tried[k, WEIGHT]
        gap = tried[k, WEIGHT] * (tried[k, HIGH] - tried[k, LOW])
        if tried[k, WEIGHT] > 0.0 and not tried[k, IS_CLOSED] and gap > widest:
            pick, widest = k, gap
    return mean_of(tried, LOW, total, -1.0), mean_of(tried, HIGH, total, 1.0), pick


def mean_of(tried: Any, column: int, total: float, side: float) -> float:
    """Return the mean of a column by the weights, rounded to the safe side; exact if no operation rounds.

    A sum of n products, divided, is wrong by (n + 2) u of the sum of their sizes, u being 2**-53; twice that covers the
    rounding of the weights, of their sum and of this bound.
    """
    number, size, exact = 0.0, 0.0, total < EXACT
    for k in range(len(tried)):
        if tried[k, WEIGHT] > 0.0 and tried[k, column] != 0.0:
            product, lost = two_product(tried[k, WEIGHT], tried[k, column])
            number, lost_too = two_sum(number, product)
            size += abs(product)
            exact = exact and lost == 0.0 and lost_too == 0.0 and abs(product) > SMALL
    mean = number / total
    if exact:
        back, lost = two_product(mean, total)
        if back == number and lost == 0.0:
            return mean
    return mean + side * ((len(tried) + 4.0) * 2.0 * ROUNDING * size / total + TINY)


# Each after those that it calls.
ARITHMETIC = (
    *(misread, two_sum, two_product, outward, with_gain, bounds_of_end),
    *(best_bounds, mean_of, mean_bounds, bounds_of_moves),
)
