"""The figures of each seat, and the units of the second of two opponents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isinf
from typing import ClassVar, NamedTuple

from faceup.numbers.value import Number, Value, simplest
from faceup.rules.contract import Game


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
    """Return the seat that significantly won most: its interval is apart from all others; None if there is none."""
    rates = [(seat, seat.win_rate) for seat in seats if seat.win_rate.value is not None]
    best, rate = max(rates, key=lambda each: each[1].value or 0.0, default=(None, None))
    if rate is None or not all(other.high < rate.low for seat, other in rates if seat is not best):
        return None
    return best


def winning_seat(row: Sequence[Number]) -> int | None:
    """Return the seat that alone gets 1 while all others get 0; None for other payoffs."""
    return list(row).index(1) if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1 else None


class OwnUnits(NamedTuple):
    """A play that pays the first player x pays the second ``total - rate * x``, with a rate above 0.

    ``steady`` says that the same holds for play from any position on, because rewards on the way keep to it.
    """

    total: Number = 0
    rate: Number = 1
    steady: bool = True

    def wins_and_losses(self, payoffs: frozenset[Number]) -> bool:
        """Whether 1 is a win and -1 a loss, while 0 is judged by the payoffs of both players."""
        return self.plain or (self.rate == 1 and self.total in (-1, 1) and payoffs <= {0, self.total})

    @property
    def plain(self) -> bool:
        """Whether the second player gets exactly what the first loses."""
        return (self.total, self.rate) == (0, 1)

    def to_second(self, value: Value) -> Value:
        """Return the second player's value for a value of the first."""
        if self.plain:
            return value.to_the_other()
        low, high = (self._second(bound) for bound in (value.high, value.low))
        return Value(low, high, value.how, limit=value.limit)

    def _second(self, number: Number) -> Number:
        return -number if isinf(number) else simplest(Fraction(self.total) - Fraction(self.rate) * Fraction(number))

    def of(self, player: int, value: Value) -> Value:
        """Return a player's value for a value of the first."""
        return self.to_second(value) if player else value

    def own_worths(self, player: int, worths: Sequence[Number]) -> tuple[Number, ...] | None:
        """Return a player's values, given in units of the first with losses as wins, in the player's own units.

        None if they depend on the path to the position.
        """
        if not player or self.plain:
            return tuple(worths)
        return tuple(self._second(-worth) for worth in worths) if self.steady else None

    def to_first(self, player: int, worth: Number) -> Fraction:
        """Return the first player's value for a value of a player in own units."""
        return (Fraction(self.total) - Fraction(worth)) / Fraction(self.rate) if player else Fraction(worth)

    def difference(self, player: int, more: Number) -> Number:
        """Return a gain in units of the first, in the player's own units."""
        return simplest(Fraction(self.rate) * Fraction(more)) if player else more


OPPOSITE = OwnUnits()  # the second gets what the first loses


def units_in(game: Game) -> OwnUnits:
    """Return the units of a game for two opponents that was made from one with payoff rows; else -x for x."""
    units: OwnUnits = vars(game).get("_units", OPPOSITE)
    return units
