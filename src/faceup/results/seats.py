"""The figures of each seat: in sampled games, or exactly in all plays."""

from collections.abc import Sequence
from dataclasses import dataclass

from faceup.numbers.value import Value


@dataclass(frozen=True)
class SeatFigures:
    """The figures of one seat.

    A seat wins if its payoff is the highest, and ties if others have the same; a single seat never wins. The intervals
    of one figure hold for all seats together.
    """

    seat: int
    name: str
    win_rate: Value
    tie_rate: Value
    mean: Value


@dataclass(frozen=True)
class SeatOutcome(SeatFigures):
    """The exact figures of one seat, counted from 0, over all plays.

    A seat wins with the highest payoff, and ties if others have it too; a single seat never wins. The ``mean`` is of
    plays that end, and the ``value`` counts endless plays as the rules say.
    """

    value: Value
    variance: Value

    document_keys = ("seat", "name", "win_rate", "tie_rate", "value", "mean", "variance")


def most_wins(seats: Sequence[SeatFigures]) -> SeatFigures | None:
    """The seat that significantly won most: its interval is apart from all others; None if there is none."""
    rates = [(seat, seat.win_rate) for seat in seats if seat.win_rate.value is not None]
    best, rate = max(rates, key=lambda each: each[1].value or 0.0, default=(None, None))
    if rate is None or not all(other.high < rate.low for seat, other in rates if seat is not best):
        return None
    return best


def _level(seats: Sequence[SeatFigures]) -> str:
    """``the first player and the second player win most``; exact rates are level where their bounds meet."""
    best = max(seat.win_rate.low for seat in seats)
    names = [seat.name for seat in seats if seat.win_rate.high >= best]
    if len(names) == len(seats):
        return "all win equally often"
    return f"{', '.join(names[:-1])} and {names[-1]} win most"


def most_wins_sentence(seats: Sequence[SeatFigures]) -> str:
    """``the second player won most``, or that several do, or that it is not certain; empty if nobody can win."""
    if all(seat.win_rate.value is None for seat in seats):
        return ""
    best, exact = most_wins(seats), all(seat.win_rate.how == "exact" for seat in seats)
    if best is None:
        return _level(seats) if exact else "who wins most is not sure"
    return f"{best.name} {'wins' if isinstance(best, SeatOutcome) else 'won'} most"
