"""The tail of the distribution of lengths, which falls geometrically with each period of moves."""

from bisect import bisect_left
from collections.abc import Mapping
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest
from faceup.results.samples.slow_plays import SlowPlays

DIGITS = Context(prec=50)  # far more than the floats have that ratios are made of
MORE = Fraction(1, 10**40)  # than a share: no more than is rounded


class LongPlays(NamedTuple):
    """Plays that last longer than ``horizon`` moves, up to which each length has its share.

    With each ``period`` of moves after ``horizon``, at least ``low`` and at most ``high`` times as many plays end
    as with the same move of the period before. A share up to ``horizon`` is at most ``rounded`` of itself below the
    truth, and ``left_out`` of all plays besides, all shares together.
    """

    horizon: int
    period: int
    low: Fraction
    high: Fraction
    rounded: Fraction
    left_out: Fraction

    @property
    def falling(self) -> int:
        """A length up to here that is the most likely of all known ones is the most likely of all."""
        return self.horizon - self.period

    def length_bounds(self, lengths: Mapping[int, Fraction], share: Fraction) -> tuple[int, int] | None:
        """Bounds on the least number of moves within which such a share of all plays ends, from the shares of
        ``lengths``; None if so many never end.
        """
        return self.bounds(lengths, (share, share))

    def bounds(self, lengths: Mapping[int, Fraction], share: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Bounds on the least number of moves within which a share of plays ends that is itself within bounds."""
        shares = [_decimal(lengths.get(n, Fraction(0))) for n in range(self.horizon + 1)]
        (least, most), more = map(_decimal, share), 1 + _decimal(self.rounded)
        early = _least(shares, self, _decimal(self.high), (least - _decimal(self.left_out)) / more)
        late = _least(shares, self, _decimal(self.low), most)
        return None if early is None or late is None else (early, late)

    def spans(self, lengths: Mapping[int, Fraction], last: int, most: int, begin: int = 1) -> dict[int, Fraction]:
        """The shares of plays that end within spans of moves, by the first move of each: at most ``most`` spans of
        equal length, from the move ``begin`` up to the ``last``.
        """
        shares = [_decimal(lengths.get(n, Fraction(0))) for n in range(self.horizon + 1)]
        early, block = list(accumulate(shares)), list(accumulate(shares[-self.period :]))
        ratio, width = _decimal(self.low), -(-(last + 1 - begin) // most)

        def share_ended(moves: int) -> Decimal:
            if moves <= self.horizon:
                return early[moves] if moves >= 0 else Decimal(0)
            periods, more = divmod(moves - self.horizon, self.period)
            factor = DIGITS.power(ratio, periods)
            part = block[more - 1] * factor * ratio if more else Decimal(0)
            return early[-1] + block[-1] * ratio * (1 - factor) / (1 - ratio) + part

        firsts = range(begin, last + 1, width)
        return {first: Fraction(share_ended(first + width - 1) - share_ended(first - 1)) for first in firsts}


class LongTotals(NamedTuple):
    """The tail of the distribution of totals: ``plays`` as if each took one move for each ``unit`` of its total, which
    is negative for losses, counted from ``first`` on.
    """

    first: Fraction
    unit: Fraction
    plays: LongPlays | SlowPlays

    def bounds(self, totals: Mapping[Exact, Fraction], share: Fraction) -> tuple[Exact, Exact] | None:
        """Bounds on the least total that such a share of all plays do not exceed, from the known shares."""
        steps = self.steps(totals)
        if self.unit > 0:
            unit_bounds = self.plays.bounds(steps, (share, share))
        else:  # as many units as more than the others have lost at least
            unit_bounds = self.plays.bounds(steps, (1 - share, 1 - share + MORE))
        if unit_bounds is None:
            return None
        low, high = sorted(self.total(units) for units in unit_bounds)
        return low, high

    def total(self, units: int) -> Exact:
        """The total of so many units."""
        return simplest(self.first + self.unit * units)

    def steps(self, totals: Mapping[Exact, Fraction]) -> dict[int, Fraction]:
        """The known shares, by units."""
        return {int((total - self.first) / self.unit): share for total, share in totals.items()}

    def spans(self, totals: Mapping[Exact, Fraction], most: int, nearly_all: Fraction) -> "Spans":
        """The shares of plays by the lowest and highest total of at most ``most`` equal spans, from ``first`` on
        until ``nearly_all`` plays have ended."""
        steps = self.steps(totals)
        _, last = self.plays.length_bounds(steps, nearly_all) or (0, self.plays.horizon)
        width = -(-(last + 1) // most)
        shares_by_steps = self.plays.spans(steps, last, most, begin=0)
        known_spans = [(self.total(n), self.total(n + width - 1), share) for n, share in shares_by_steps.items()]
        if self.unit < 0:
            return {(low, high): share for high, low, share in reversed(known_spans)}
        return {(low, high): share for low, high, share in known_spans}


Spans = dict[tuple[Exact, Exact], Fraction]


def _decimal(number: Fraction) -> Decimal:
    return DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))


def _least(shares: list[Decimal], long: LongPlays, ratio: Decimal, target: Decimal) -> int | None:
    """The least length within which such a share ends, if each period has ``ratio`` times the share before it."""
    cumulative = list(accumulate(shares))
    if target <= cumulative[-1]:
        return bisect_left(cumulative, target)
    block = list(accumulate(shares[-long.period :]))
    missing = target - cumulative[-1]
    # After m periods, block * (ratio + ratio^2 + ... + ratio^m) more have ended.
    remainder = 1 - missing * (1 - ratio) / (ratio * block[-1]) if block[-1] and ratio else Decimal(0)
    if remainder <= 0:
        return None
    periods = max(int(DIGITS.divide(DIGITS.ln(remainder), DIGITS.ln(ratio))) - 1, 0)
    while True:
        factor = DIGITS.power(ratio, periods)
        inside = missing - block[-1] * ratio * (1 - factor) / (1 - ratio)
        place = bisect_left([part * factor * ratio for part in block], inside)
        if place < len(block):
            return long.horizon + periods * long.period + place + 1
        periods += 1
