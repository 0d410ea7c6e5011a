"""What became of each seat in many games."""

from collections.abc import Sequence
from dataclasses import dataclass

from faceup.results.seat_names import seat_name
from faceup.results.value import Value


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


def most_wins_sentence(seats: Sequence[SeatFigures]) -> str:
    """Who won most, where that is sure: ``the second player won most``; else that it is not; empty where nobody wins.

    It is sure where the interval stands apart from all others.
    """
    rates = [(seat, seat.win_rate) for seat in seats if seat.win_rate.value is not None]
    if len(rates) < 2:
        return ""
    best, rate = max(rates, key=lambda each: each[1].value or 0.0)
    if all(other.high < rate.low for seat, other in rates if seat is not best):
        return f"{best.name} won most"
    return "who wins most is not sure"
