"""Scores: the value of a state and the moves until then in one whole number, so that one search finds both.

In a game of winning, a state that player 0 wins has the score ``value * SCALE - distance``, one that player 1 wins
``value * SCALE + distance``, and one in which nobody hurries ``value * SCALE``. So a better value has a better score;
of equal values, the winner's score is better by a shorter way, the loser's by a longer one. Chess programs score a mate
so. A score counts from its own state on, so a bound in the transposition table holds wherever the state is met.

Distances stop at ``LONGEST_DISTANCE``, as in tables. Kernels consist of these functions too.
"""

from faceup.engines.solve.table import LONGEST_DISTANCE

SCALE_BITS = 12
SCALE, HALF = 1 << SCALE_BITS, 1 << SCALE_BITS - 1  # scores of a value lie within HALF of its multiple of SCALE
UNCOUNTED = 2  # in place of what nothing counts (see ``prospects``): no distances


def value_of(score: int) -> int:
    """Return the value of a score."""
    return score + HALF >> SCALE_BITS


def least_score(value: int) -> int:
    """Return a score below all of this value, and above all of lesser values."""
    return value * SCALE - HALF


def distance_of(score: int) -> int:
    """Return the distance of a score."""
    return abs(score - value_of(score) * SCALE)


def winner_of(score: int, counts: int) -> int:
    """Return 1 if player 0 hurries to the end, -1 if player 1 does, 0 if nobody; ``counts`` as in ``prospect``."""
    value = score + HALF >> SCALE_BITS
    if counts == UNCOUNTED:
        return 0
    if value > 0:
        return 1
    return -1 if value < 0 else counts


def score_range(least: int, most: int, counts: int) -> tuple[int, int]:
    """Return the least and the greatest score of a state that is not an end, if all ends pay ``least`` to ``most``.

    A loss is least, and a win most, a move before the end. Where even the least payoff is a win, or the greatest a
    loss, the winner may need as many moves as are counted.
    """
    low, high = least * SCALE, most * SCALE
    low = low - LONGEST_DISTANCE if winner_of(low, counts) > 0 else move_before(low, counts)
    high = high + LONGEST_DISTANCE if winner_of(high, counts) < 0 else move_before(high, counts)
    return low, high


def move_before(score: int, counts: int) -> int:
    """Return the score of a state from which a move leads to this score."""
    winner = winner_of(score, counts)
    if winner == 0:
        return score
    worst = (score + HALF >> SCALE_BITS) * SCALE - winner * LONGEST_DISTANCE
    return score if score == worst else score - winner


def move_after(target: int, counts: int) -> int:
    """Return the least score to which a move may lead if the score before it is to be ``target`` at least."""
    winner, middle = winner_of(target, counts), (target + HALF >> SCALE_BITS) * SCALE
    if winner > 0 and target > middle - LONGEST_DISTANCE:
        return target + 1
    return target - 1 if winner < 0 and middle < target <= middle + LONGEST_DISTANCE else target


STEPS = (winner_of, move_before, move_after)  # each after those that it calls
