"""What is gained in a numbered game of any number of seats: a row, in its own place among the outcomes.

Parts of the loop in ``game_kernel``, as those of ``number_gains``.
"""

from typing import Any

from faceup.engines.model.kernel_names import add_row
from faceup.rules.contract import LOST, SHARED, WON


def nothing_gained(scores: Any, i: int) -> None:
    """Begin game i with nothing gained."""
    for k in range(scores.shape[1]):
        scores[i, k] = 0.0


def gained(scores: Any, i: int, gain: Any) -> None:
    """Add what everybody gains now."""
    add_row(scores[i], gain)


def last_to_decide(end: int, who: int) -> int:
    """Nothing is judged by who decided last."""
    return end


def end_of(scores: Any, i: int, end: int) -> int:
    """What became of the first seat."""
    mark = WON
    for k in range(1, scores.shape[1]):
        if scores[i, k] > scores[i, 0]:
            return LOST
        if scores[i, k] == scores[i, 0]:
            mark = SHARED
    return mark


def write_score(rules: Any, table: Any, scores: Any, i: int) -> int:
    """Write down what each has in game i, a patience that is over; returns what became of the first seat."""
    nothing_gained(scores, i)
    gained(scores, i, rules.score(table))
    return end_of(scores, i, LOST)


SCORING = (nothing_gained, gained, end_of, write_score)
GAINS = (nothing_gained, last_to_decide, end_of)
