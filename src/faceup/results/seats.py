"""The figures of each seat: in sampled games, or exactly in all plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from faceup.numbers.value import Number, Value


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

    document_keys: ClassVar[tuple[str, ...]] = ("seat", "name", "~win_rate", "~tie_rate", "~mean")


@dataclass(frozen=True)
class SeatSample:
    """The figures of one seat in sampled games, and the number of games by its payoff."""

    figures: SeatFigures
    histogram: Mapping[float, int]

    document_keys = ("*figures", "histogram")


class Top(NamedTuple):
    """The number of games in which exactly these seats had the highest payoff."""

    seats: tuple[int, ...]
    games: int


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


def winning_seat(row: Sequence[Number]) -> int | None:
    """The seat that alone gets 1 while all others get 0; None for other payoffs."""
    return list(row).index(1) if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1 else None
