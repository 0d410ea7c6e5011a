"""What is gained in a numbered game of two opponents: one number, player 0's. Parts of the loop in ``game_kernel``."""

from typing import Any

from faceup.engines.model.kernel_names import EXACT, TooLarge
from faceup.rules.contract import BY_PLAYER_0, CHANCE, LOST, WON


def nothing_gained(scores: Any, i: int) -> None:
    """Begin game i with nothing gained."""
    scores[i] = 0.0


def gained(scores: Any, i: int, gain: Any) -> None:
    """Add what is gained now; whole numbers that a float64 may not hold are left to CPython."""
    total = scores[i] + gain
    if not abs(total) < EXACT or not abs(1.0 * gain) < EXACT:
        raise TooLarge("a payoff leaves 53 bits")
    scores[i] = total


def last_to_decide(end: int, who: int) -> int:
    """Who decided last, as a mark, now that it is the turn of ``who``."""
    return end if who == CHANCE else BY_PLAYER_0 + who


def end_of(scores: Any, i: int, end: int) -> int:
    """How the game ended."""
    return end


def write_score(rules: Any, table: Any, scores: Any, i: int) -> int:
    """Write down the score of game i, a patience that is over; returns how it ended."""
    scores[i] = rules.score(table)
    return WON if rules.won(table) else LOST


SCORING = (write_score,)  # parts of the loops in ``patience_kernel``
GAINS = (nothing_gained, last_to_decide, end_of)
