"""The tail of the distribution of lengths as a sum of exponentials, with proven error bounds."""

from bisect import bisect_left
from cmath import exp
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple


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
        """Bounds on the least number of moves within which such a share of plays ends; None if it is too large."""
        return self.bounds(lengths, (share, share))

    def bounds(self, lengths: Mapping[int, Fraction], share: tuple[Fraction, Fraction]) -> tuple[int, int] | None:
        """Bounds on the least number of moves within which a share of plays ends that is itself within bounds."""
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
        """The least sufficient number of moves by bisection; one more than the last if none is."""
        low, high = self.horizon, self.errors[-1][0] + 1  # not enough, as far as is known, and enough
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return high

    def going_on(self, moves: int) -> Fraction:
        """The approximate share of plays that go on after so many moves."""
        terms = (factor * exp(place * moves) for place, factor in zip(self.places, self.factors, strict=True))
        return Fraction(2 * sum(term.real for term in terms))

    def error(self, moves: int) -> Fraction:
        """The largest error of ``going_on``."""
        return self.errors[bisect_left(self.errors, (moves,))][1]

    def spans(self, lengths: Mapping[int, Fraction], last: int, most: int, begin: int = 1) -> dict[int, Fraction]:
        """The shares of plays that end within spans of moves, by the first move of each: at most ``most`` spans of
        equal length, from the move ``begin`` up to the ``last``.
        """
        early = list(accumulate(lengths.get(n, Fraction(0)) for n in range(self.horizon + 1)))
        width = -(-(last + 1 - begin) // most)

        def share_ended(moves: int) -> Fraction:
            return Fraction(0) if moves < 0 else early[moves] if moves <= self.horizon else 1 - self.going_on(moves)

        firsts = range(begin, last + 1, width)
        return {first: max(share_ended(first + width - 1) - share_ended(first - 1), Fraction(0)) for first in firsts}
