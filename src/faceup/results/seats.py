"""Seats at a table: what they are called, and what became of each in many games."""

from dataclasses import dataclass

from faceup.results.value import Value

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def seat_name(seat: int) -> str:
    """What to call whoever sits there: the first player, ..., the 13th player."""
    return f"the {ordinal(seat + 1)} player"


def ordinal(number: int) -> str:
    """A whole number from 1 up as an ordinal, in words while they are short."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    return f"{number}{'th' if number // 10 % 10 == 1 else ENDINGS.get(number % 10, 'th')}"


@dataclass(frozen=True)
class SeatFigures:
    """What became of one seat.

    It wins where its payoff is the highest of all, and ties where others have the same; nobody wins who sits alone.
    The intervals of one figure hold for all seats together.
    """

    seat: int
    win_rate: Value
    tie_rate: Value
    mean: Value

    @property
    def name(self) -> str:
        return seat_name(self.seat)
