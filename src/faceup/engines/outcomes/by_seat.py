"""What becomes of each seat, where each has a payoff of its own: who has the highest, alone or with others."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.exact import Exact
from faceup.results.distribution import UNKNOWN, Distribution, Moments
from faceup.results.seat_names import seat_name
from faceup.results.seats import SeatOutcome

Results = Mapping[tuple[Exact, ...], Fraction]  # the share of each row of payoffs


class Shares(NamedTuple):
    """Of plays, how many a seat wins, ties and loses."""

    won: Fraction
    tied: Fraction
    lost: Fraction


def shares_of(results: Results, seat: int) -> Shares:
    """A seat wins where its payoff is the highest of all, and ties where others have the same."""
    won = tied = lost = Fraction(0)
    for row, share in results.items():
        if row[seat] < max(row):
            lost += share
        elif row.count(row[seat]) == 1:
            won += share
        else:
            tied += share
    return Shares(won, tied, lost)


def seat_outcomes(found: Distribution, moments: Sequence[Moments], names: Sequence[str]) -> tuple[SeatOutcome, ...]:
    """The figures of each seat, whose moments these are."""
    return tuple(
        _seat_outcome(found, seat, seat_name(seat, names), own, len(moments) > 1) for seat, own in enumerate(moments)
    )


def _seat_outcome(found: Distribution, seat: int, name: str, own: Moments, contested: bool) -> SeatOutcome:
    won, tied, _ = shares_of(found.histogram, seat)
    rates = (found.rate(won), found.rate(tied)) if contested else (UNKNOWN, UNKNOWN)
    return SeatOutcome(seat, name, *rates, own.mean, own.value, own.variance)
