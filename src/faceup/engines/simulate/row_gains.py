"""What is gained in a numbered game of any number of seats: a row, in its own place among the outcomes.

Parts of the loop in ``game_kernel``, as those of ``number_gains``.
"""

from typing import Any

from faceup.engines.model.kernel_names import add_row
from faceup.rules.game_ends import LOST, SHARED, UNFINISHED, WON


def nothing_gained(scores: Any, i: int) -> Any:
    """What is gained before the game begins."""
    row = scores[i]
    for k in range(len(row)):
        row[k] = 0.0
    return row


def gained(total: Any, gain: Any) -> Any:
    """The row with what everybody gains now."""
    add_row(total, gain)
    return total


def last_to_decide(end: int, who: int) -> int:
    """Nothing is judged by who decided last."""
    return end


def end_of(total: Any, end: int) -> int:
    """What became of the first seat."""
    mark = WON
    for k in range(1, len(total)):
        if total[k] > total[0]:
            return LOST
        if total[k] == total[0]:
            mark = SHARED
    return mark


def write_total(scores: Any, i: int, total: Any, mark: int) -> None:
    """Forget what was gained in a game that did not end."""
    if mark >= UNFINISHED:
        for k in range(len(total)):
            total[k] = 0.0


def write_score(rules: Any, table: Any, scores: Any, i: int) -> int:
    """Write down what each has in game i, a patience that is over; returns what became of the first seat."""
    return end_of(gained(nothing_gained(scores, i), rules.score(table)), LOST)


SCORING = (nothing_gained, gained, end_of, write_score)
GAINS = (nothing_gained, gained, last_to_decide, end_of, write_total)
