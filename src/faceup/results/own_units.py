"""The units of the second of two opponents, in rules with payoff rows in which one's gain is the other's loss."""

from collections.abc import Sequence
from fractions import Fraction
from math import isinf
from typing import NamedTuple

from faceup.numbers.value import Number, Value, simplest
from faceup.rules.contract import Game


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
        """The second player's value for a value of the first."""
        if self.plain:
            return value.to_the_other()
        low, high = (self._second(bound) for bound in (value.high, value.low))
        return Value(low, high, value.how, limit=value.limit)

    def _second(self, number: Number) -> Number:
        return -number if isinf(number) else simplest(Fraction(self.total) - Fraction(self.rate) * Fraction(number))

    def of(self, player: int, value: Value) -> Value:
        """A player's value for a value of the first."""
        return self.to_second(value) if player else value

    def own_worths(self, player: int, worths: Sequence[Number]) -> tuple[Number, ...] | None:
        """A player's values, given in units of the first with losses as wins, in the player's own units.

        None if they depend on the path to the position.
        """
        if not player or self.plain:
            return tuple(worths)
        return tuple(self._second(-worth) for worth in worths) if self.steady else None

    def to_first(self, player: int, worth: Number) -> Fraction:
        """The first player's value for a value of a player in own units."""
        return (Fraction(self.total) - Fraction(worth)) / Fraction(self.rate) if player else Fraction(worth)

    def difference(self, player: int, more: Number) -> Number:
        """A gain in units of the first, in the player's own units."""
        return simplest(Fraction(self.rate) * Fraction(more)) if player else more


OPPOSITE = OwnUnits()  # the second gets what the first loses


def units_in(game: Game) -> OwnUnits:
    """The units of a game for two opponents that was made from one with payoff rows; -x for x in any other game."""
    units: OwnUnits = vars(game).get("_units", OPPOSITE)
    return units
