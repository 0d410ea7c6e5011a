"""How many plays last longer than is told length by length, where ever fewer end with each period of moves."""

from bisect import bisect_left
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

DIGITS = Context(prec=50)  # far more than the floats have that ratios are made of


class LongPlays(NamedTuple):
    """Plays that last longer than the ``told`` moves up to which each length has its share.

    With each ``period`` of moves after ``told``, at least ``low`` and at most ``high`` times as many plays end as with
    the same move of the period before. A share that is told is at most ``rounded`` of itself below the truth, and
    ``left_out`` of all plays besides, all shares together.
    """

    told: int
    period: int
    low: Fraction
    high: Fraction
    rounded: Fraction
    left_out: Fraction

    def length_bounds(self, lengths: Mapping[int, Fraction], share: Fraction) -> tuple[int, int] | None:
        """Bounds on the least number of moves within which such a share of all plays ends, from the shares of
        ``lengths`` that are told; None where so many never end."""
        shares = [_decimal(lengths.get(n, Fraction(0))) for n in range(self.told + 1)]
        wanted, more = _decimal(share), 1 + _decimal(self.rounded)
        early = _least(shares, self, _decimal(self.high), (wanted - _decimal(self.left_out)) / more)
        late = _least(shares, self, _decimal(self.low), wanted)
        return None if early is None or late is None else (early, late)

    def spans(self, lengths: Mapping[int, Fraction], last: int, most: int) -> dict[int, Fraction]:
        """The shares of plays that end within spans of moves, by the first move of each: so many at most, all as long,
        up to the ``last`` move."""
        shares = [_decimal(lengths.get(n, Fraction(0))) for n in range(self.told + 1)]
        early, block = list(accumulate(shares)), list(accumulate(shares[-self.period :]))
        ratio, width = _decimal(self.low), -(-last // most)

        def ended(moves: int) -> Decimal:
            if moves <= self.told:
                return early[moves]
            periods, more = divmod(moves - self.told, self.period)
            factor = DIGITS.power(ratio, periods)
            part = block[more - 1] * factor * ratio if more else Decimal(0)
            return early[-1] + block[-1] * ratio * (1 - factor) / (1 - ratio) + part

        firsts = range(1, last + 1, width)
        return {first: Fraction(ended(first + width - 1) - ended(first - 1)) for first in firsts}


def _decimal(number: Fraction) -> Decimal:
    return DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))


def _least(shares: list[Decimal], long: LongPlays, ratio: Decimal, wanted: Decimal) -> int | None:
    """The least length within which so many plays end, where each period has ``ratio`` of what the one before had."""
    ended = list(accumulate(shares))
    if wanted <= ended[-1]:
        return bisect_left(ended, wanted)
    block = list(accumulate(shares[-long.period :]))
    missing = wanted - ended[-1]
    # After m periods, block * (ratio + ratio^2 + ... + ratio^m) more have ended.
    left = 1 - missing * (1 - ratio) / (ratio * block[-1]) if block[-1] and ratio else Decimal(0)
    if left <= 0:
        return None
    periods = max(int(DIGITS.divide(DIGITS.ln(left), DIGITS.ln(ratio))) - 1, 0)
    while True:
        factor = DIGITS.power(ratio, periods)
        inside = missing - block[-1] * ratio * (1 - factor) / (1 - ratio)
        place = bisect_left([part * factor * ratio for part in block], inside)
        if place < len(block):
            return long.told + periods * long.period + place + 1
        periods += 1
