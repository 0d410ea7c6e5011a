"""What became of each seat in many games, or becomes of it in all plays."""

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


@dataclass(frozen=True)
class SeatOutcome(SeatFigures):
    """The same exactly, of all plays; the ``value`` counts a play without end as the rules say."""

    value: Value
    variance: Value
