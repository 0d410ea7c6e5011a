"""The tail of the distribution of lengths: geometric, or a sum of exponentials with error bounds."""

from bisect import bisect_left
from cmath import exp
from collections.abc import Callable, Mapping
from decimal import Context, Decimal
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest


class SlowPlays(NamedTuple):
    """Plays that last longer than ``horizon`` moves, up to which each length has its share.

    The share of plays that go on after ``m`` moves is the real part of the sum of ``2 c e^(s m)`` over the ``places`` s
    and ``factors`` c, or between that and its value ``more`` moves later; ``errors`` bound the difference up to each
    number of moves. Shares up to ``horizon`` are rounded as in ``LongPlays``.
    """

    horizon: int
    rounded: Fraction
    left_out: Fraction
    more: int
    places: tuple[complex, ...]
    factors: tuple[complex, ...]
    errors: tuple[tuple[int, Fraction], ...]

    @property
    def falling(self) -> int:
        """A length up to here that is the most likely of all known ones is the most likely of all; -1 for none."""
        return -1

    def length_bounds(self, lengths: Mapping[int, Fraction], share: Fraction) -> tuple[int, int] | None:
        """Return bounds on the least number of moves within which such a share of plays ends; None if too large."""
        return self.bounds(lengths, (share, share))

    def bounds(self, lengths: Mapping[int, Fraction], share: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Return bounds on the least number of moves within which a share of plays, itself within bounds, ends."""
        known_lengths = sorted(lengths)
        cumulative = list(accumulate(lengths[n] for n in known_lengths))
        least, most = (share[0] - self.left_out) / (1 + self.rounded), share[1]
        if cumulative and cumulative[-1] >= least:
            early = known_lengths[bisect_left(cumulative, least)]
        else:
            early = self._least(lambda moves: 1 - self.going_on(moves) + self.error(moves) >= share[0])
        if cumulative and cumulative[-1] >= most:
            late = known_lengths[bisect_left(cumulative, most)]
        else:
            late = self._least(lambda moves: 1 - self.going_on(moves) - self.error(moves) >= most) + self.more
        return None if late > self.errors[-1][0] else (early, late)

    def _least(self, enough: Callable[[int], bool]) -> int:
        """Return the least sufficient number of moves by bisection; one more than the last if none is."""
        low, high = self.horizon, self.errors[-1][0] + 1  # not enough, as far as is known, and enough
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return high

    def going_on(self, moves: int) -> Fraction:
        """Return the approximate share of plays that go on after so many moves."""
        terms = (factor * exp(place * moves) for place, factor in zip(self.places, self.factors, strict=True))
        return Fraction(2 * sum(term.real for term in terms))

    def error(self, moves: int) -> Fraction:
        """Return the largest error of ``going_on``."""
        return self.errors[bisect_left(self.errors, (moves,))][1]

    def spans(self, lengths: Mapping[int, Fraction], last: int, most: int, begin: int = 1) -> dict[int, Fraction]:
        """Return the shares of plays that end within spans of moves, by the first move of each: at most ``most`` spans
        of equal length, from the move ``begin`` up to the ``last``.
        """
        early = list(accumulate(lengths.get(n, Fraction(0)) for n in range(self.horizon + 1)))
        width = -(-(last + 1 - begin) // most)

        def share_ended(moves: int) -> Fraction:
            return Fraction(0) if moves < 0 else early[moves] if moves <= self.horizon else 1 - self.going_on(moves)

        firsts = range(begin, last + 1, width)
        return {first: max(share_ended(first + width - 1) - share_ended(first - 1), Fraction(0)) for first in firsts}


DIGITS = Context(prec=50)  # far more than the floats have that ratios are made of
MORE = Fraction(1, 10**40)  # added to a share; it is no more than rounding adds


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
        """Return bounds on the least number of moves within which such a share of all plays ends, from the shares of
        ``lengths``; None if so many never end.
        """
        return self.bounds(lengths, (share, share))

    def bounds(self, lengths: Mapping[int, Fraction], share: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Return bounds on the least number of moves within which a share of plays, itself within bounds, ends."""
        shares = [_decimal(lengths.get(n, Fraction(0))) for n in range(self.horizon + 1)]
        (least, most), more = map(_decimal, share), 1 + _decimal(self.rounded)
        early = _least(shares, self, _decimal(self.high), (least - _decimal(self.left_out)) / more)
        late = _least(shares, self, _decimal(self.low), most)
        return None if early is None or late is None else (early, late)

    def spans(self, lengths: Mapping[int, Fraction], last: int, most: int, begin: int = 1) -> dict[int, Fraction]:
        """Return the shares of plays that end within spans of moves, by the first move of each: at most ``most`` spans
        of equal length, from the move ``begin`` up to the ``last``.
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
        """Return bounds on the least total that such a share of all plays do not exceed, from the known shares."""
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
        """Return the total of so many units."""
        return simplest(self.first + self.unit * units)

    def steps(self, totals: Mapping[Exact, Fraction]) -> dict[int, Fraction]:
        """Return the known shares, by units."""
        return {int((total - self.first) / self.unit): share for total, share in totals.items()}

    def spans(self, totals: Mapping[Exact, Fraction], most: int, nearly_all: Fraction) -> "Spans":
        """Return the shares of plays by the lowest and highest total of at most ``most`` equal spans, from ``first`` on
        until ``nearly_all`` plays have ended.
        """
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
    """Return the least length within which such a share ends, if each period has ``ratio`` times the last share."""
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
