"""Gains in a numbered game of any number of seats: a row among the outcomes. Functions of ``game_kernel``'s loop.

The functions have the same names and arguments as those of ``number_gains``.
"""

from typing import Any

from faceup.engines.model.kernel_names import add_row
from faceup.rules.contract import LOST, SHARED, WON


def clear_gains(scores: Any, i: int) -> None:
    """Set the gains of game i to 0."""
    for k in range(scores.shape[1]):
        scores[i, k] = 0.0


def add_gain(scores: Any, i: int, gain: Any) -> None:
    """Add a gain of each seat."""
    add_row(scores[i], gain)


def last_to_decide(end: int, turn: int) -> int:
    """Return ``end``: in games of seats the last player to decide does not matter."""
    return end


def end_of(scores: Any, i: int, end: int) -> int:
    """Return the mark of how the game ended for the first seat."""
    mark = WON
    for k in range(1, scores.shape[1]):
        if scores[i, k] > scores[i, 0]:
            return LOST
        if scores[i, k] == scores[i, 0]:
            mark = SHARED
    return mark


def write_score(rules: Any, table: Any, scores: Any, i: int) -> int:
    """Write the scores of game i, a solitaire game that is over; return the mark of how it ended for the first seat."""
    clear_gains(scores, i)
    add_gain(scores, i, rules.score(table))
    return end_of(scores, i, LOST)


SCORING = (clear_gains, add_gain, end_of, write_score)
GAINS = (clear_gains, last_to_decide, end_of)
