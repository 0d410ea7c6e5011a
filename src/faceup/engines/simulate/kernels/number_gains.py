"""Gains in a numbered game of two opponents: one number, player 0's. Functions of the loop in ``game_kernel``."""

from typing import Any

from faceup.engines.model.kernel_names import EXACT, TooLarge
from faceup.rules.contract import BY_PLAYER_0, CHANCE, LOST, WON


def clear_gains(scores: Any, i: int) -> None:
    """Set the gains of game i to 0."""
    scores[i] = 0.0


def add_gain(scores: Any, i: int, gain: Any) -> None:
    """Add a gain. Raises TooLarge for whole numbers that a float64 may not hold; CPython plays such games."""
    total = scores[i] + gain
    if not abs(total) < EXACT or not abs(1.0 * gain) < EXACT:
        raise TooLarge("a payoff leaves 53 bits")
    scores[i] = total


def last_to_decide(end: int, turn: int) -> int:
    """Return the mark of the last player to decide, now that it is this turn."""
    return end if turn == CHANCE else BY_PLAYER_0 + turn


def end_of(scores: Any, i: int, end: int) -> int:
    """Return the mark of how the game ended."""
    return end


def write_score(rules: Any, table: Any, scores: Any, i: int) -> int:
    """Write the score of game i, a solitaire game that is over; return the mark of how it ended."""
    scores[i] = rules.score(table)
    return WON if rules.won(table) else LOST


SCORING = (write_score,)  # functions of the loops in ``patience_kernel``
GAINS = (clear_gains, last_to_decide, end_of)
