"""A Markov chain, which a game becomes when every seat keeps to a policy: how it ends, how long it takes, what it pays.

The text is one for two arithmetics: fractions (``exact_chain``), and floats within proven bounds (``float_chain``).

What is expected from each position on is a value of the chain. The square of a sum is what each step adds to it:
r * r + 2 * r * (what is still to come). So a second moment is a value of the same chain with other rewards, and both
are known where positions can repeat, too. Of plays that end alone, each step counts with the probability that play ends
after it.

The shortest and the longest play, and the least and the most that is gained: over paths, whatever their chances are.
From the ends on, component by component. Where positions can repeat, with a gain each time, there is no most.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from math import inf, isinf, isnan, lcm, nan
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.results import ChainResult
from faceup.engines.graph import components
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import Value, simplest, within
from faceup.results.samples.distribution import NOT_KNOWN, UNKNOWN, Moments, Span
from faceup.results.samples.long_plays import LongPlays, LongTotals, SlowPlays
from faceup.rules.errors import LimitReached

MOST_WORK = 1 << 31  # moves looked at, before it is left open
MOST_GAIN = 1 << 40  # units that a reward may be
FEW = 4096  # moves of a chain that plain Python goes through before compiled code would be loaded


def best_paths(first: Any, targets: Any, gains: Any, best: Any, order: Any, starts: Any, rises: Any) -> bool:
    """From what each position brings by itself to the most that any path from it brings, -inf where none ends; whether
    that was done (Bellman and Ford, each component from both of its sides in turn). A component that ``rises`` brings
    more each time that positions repeat.
    """
    work = 0
    for c in range(len(starts) - 1):
        members = order[starts[c] : starts[c + 1]]
        changed, times = True, 0
        while changed:
            changed = False
            for k in range(len(members)):
                i = members[k] if times % 2 == 0 else members[len(members) - 1 - k]
                work += first[i + 1] - first[i]
                for edge in range(first[i], first[i + 1]):
                    other = gains[edge] + best[targets[edge]]
                    if other > best[i]:
                        best[i] = other
                        changed = True
            times += 1
            if changed and (rises[c] or times > len(members)):
                for k in range(len(members)):
                    best[members[k]] = np.inf
                changed = False
            if work > MOST_WORK:
                return False
    return True


def in_components(first: Any, targets: Any) -> tuple[Any, Any]:
    """The positions, those first that others lead to, and where each strongly connected component begins."""
    if len(targets) > FEW:
        from faceup.engines.solve.cyclic import loops

        return loops.in_components(first, targets.astype(np.int32))
    order, starts = components.in_components(first.tolist(), targets.tolist())
    return np.array(order), np.array(starts)


def most_from(first: Any, targets: Any, gains: Any, ends: Any, order: Any, starts: Any) -> Any:
    """The most that paths from each position bring, inf where there is no most and -inf where none ends; nan for all
    where that would take long. The components are given, ends first; ``ends`` are -inf where play goes on.
    """
    part = np.empty(len(order), np.int32)
    part[order] = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    sources = np.repeat(part, np.diff(first))
    inside = sources == part[targets]
    falls, rises = np.zeros((2, len(starts) - 1), np.bool_)
    falls[sources[inside & (gains < 0)]] = True
    rises[sources[inside & (gains > 0)]] = True
    columns = first, targets.astype(np.int32), gains.astype(float), ends.astype(float), order, starts, rises & ~falls
    if len(targets) > FEW:
        from faceup.native.kernels import shared_kernel

        best = columns[3]
        done = shared_kernel(best_paths)(*columns)
    else:
        lists = [column.tolist() for column in columns]
        best = lists[3]
        done = best_paths(*lists)
    return np.array(best) if done else np.full(len(best), nan)


class Units(NamedTuple):
    """Payoffs and rewards in whole numbers, of which ``unit`` make 1."""

    ends: Any
    gains: Any
    unit: int


def whole_units(numbers: Sequence[Exact], most_units: float = inf) -> tuple[Any, int] | None:
    """The numbers in whole units, and how many of these make 1; None where either are too many."""
    unit = lcm(*(number.denominator for number in numbers))
    whole = [int(number * unit) for number in numbers]
    if unit > most_units or max(map(abs, whole), default=0) >= MOST_GAIN:
        return None
    return np.array(whole, np.int64), unit


class Paths:
    """The paths of a chain from its first position to ends."""

    def __init__(self, first: Any, targets: Any, over: Any, components: tuple[Any, Any]) -> None:
        self.first, self.targets, self.over, self.components = first, targets, over, components

    @property
    def lengths(self) -> Span:
        """The fewest and most moves."""
        return self.totals(np.zeros(len(self.over)), np.ones(len(self.targets)), 1)

    def totals(self, ends: Any, gains: Any, unit: int) -> Span:
        """The least and the most of gains on the way with what the end brings; ``unit`` of them make 1."""
        least, most = (
            sign
            * float(
                most_from(
                    self.first,
                    self.targets,
                    sign * gains,
                    np.where(self.over, sign * ends, -np.inf),
                    *self.components,
                )[0]
            )
            for sign in (-1, 1)
        )
        return Span(_exact(least, unit), _exact(most, unit)) if least <= most else Span(None, None)


def _exact(total: float, unit: int) -> Exact | float | None:
    if isnan(total):
        return None
    return total if isinf(total) else simplest(Fraction(total) / unit)


class Range(NamedTuple):
    """The lowest and the highest that each of many numbers may be, in arrays of floats or of exact numbers."""

    low: Any
    high: Any

    @property
    def exact(self) -> bool:
        """Whether both are the same numbers."""
        return self.low is self.high or bool((self.low == self.high).all())

    def at_the_start(self) -> Bounds:
        """The bounds of the first number."""
        return Bounds(*(Fraction(side[0]) for side in self))


class Column(NamedTuple):
    """What one seat gains on each edge and at each end, and what a play without end is worth to it."""

    gains: Any
    ends: Any
    endless: Exact


class Absorption(NamedTuple):
    """The probability of each payoff, and that of a play without end: each is at least so much."""

    payoffs: Mapping[Any, Fraction]
    endless: Fraction


class Plays(NamedTuple):
    """The share of plays of each length, and of each total where something is paid on the way: each is at least so
    much; how longer plays go on; and the limit that was reached, if any.
    """

    lengths: Mapping[int, Fraction]
    totals: Mapping[Any, Fraction]
    limit: str
    long_plays: LongPlays | SlowPlays | None = None
    long_totals: LongTotals | None = None


class MarkovChain(ABC):
    """A chain from its first position on, in one arithmetic.

    The edges of position ``i`` are ``first[i]`` to ``first[i + 1] - 1``, and lead to ``targets``; ``components`` are
    those of the graph, ends first, and where each begins. ``over`` marks ends, and ``never_left`` positions without a
    way to one. There is one of the ``columns`` for each seat that has gains of its own, else one in all; ``paid`` tells
    that something is gained on the way.
    """

    limits: Limits
    first: Any
    targets: Any
    components: tuple[Any, Any]
    over: Any
    never_left: Any
    columns: Sequence[Column]
    paid: bool
    by_seat = False
    limit = ""

    @abstractmethod
    def bounds(self, steps: Any, ends: Any, endless: Exact) -> Range:
        """The expected total from each position, if each edge pays ``steps`` (None: nothing) and each end ``ends``.

        Raises LimitReached, UnsupportedError; floats raise Unfit.
        """

    @abstractmethod
    def widen(self, numbers: Range) -> Range:
        """The bounds widened by the possible rounding error."""

    @property
    @abstractmethod
    def absorption(self) -> Absorption:
        """How the chain ends."""

    @property
    @abstractmethod
    def units(self) -> Units | None:
        """Payoffs and rewards in whole numbers; None where these are too large."""

    @abstractmethod
    def plays(self, tail: Fraction, length: Value) -> Plays:
        """The plays by their length and total, until less than ``tail`` goes on; ``length`` is their mean."""

    def expected_totals(self, steps: Range | None, ends: Range, endless: Exact = 0) -> Range:
        """The expected total from each position, if each edge pays ``steps`` and each end ``ends``, given as bounds."""
        low, high = self.bounds(steps and steps.low, ends.low, endless)
        if not ends.exact or (steps and not steps.exact):
            _, high = self.bounds(steps and steps.high, ends.high, endless)
        return Range(low, high)

    @cached_property
    def paths(self) -> Paths:
        return Paths(self.first, self.targets, self.over, self.components)

    @cached_property
    def ending(self) -> Range | None:
        """With which probability play ends, from each position on; None where that is certain."""
        if not self.never_left.any():
            return None
        ends = self.over + self._zeros(self.over)
        return Range(*(np.minimum(np.maximum(side, 0), 1) for side in self.expected_totals(None, Range(ends, ends))))

    def _zeros(self, positions: Any) -> Any:
        """As many zeros in this arithmetic."""
        return np.zeros(len(positions), self.columns[0].ends.dtype)

    def moments(self, gains: Any, ends: Any) -> tuple[Value, Value]:
        """The mean and variance of what plays gain that end."""
        ending, steps, paid = self.ending, Range(gains, gains), Range(ends, ends)
        squares, paid_squares = (self.widen(Range(numbers, numbers)) for numbers in (gains * gains, ends * ends))
        share = Bounds(1, 1)
        if ending is not None:
            share = ending.at_the_start()
            steps, squares = self._times(steps, ending), self._times(squares, ending)
        if not share.high:
            return UNKNOWN, UNKNOWN
        mean = self.expected_totals(steps, paid)
        to_come = self._times(Range(2 * gains, 2 * gains), mean)
        squares = self.widen(Range(squares.low + to_come.low, squares.high + to_come.high))
        square = self.expected_totals(squares, paid_squares)
        return mean_and_variance(mean.at_the_start(), square.at_the_start(), share)

    def _times(self, numbers: Range, ahead: Range) -> Range:
        """Of each edge the number, times what is known of the position that it leads to."""
        products = [factor * side[self.targets] for factor in self._sides(numbers) for side in self._sides(ahead)]
        low = high = products[0]
        for product in products[1:]:
            low, high = np.minimum(low, product), np.maximum(high, product)
        return self.widen(Range(low, high))

    @staticmethod
    def _sides(numbers: Range) -> Sequence[Any]:
        return numbers[:1] if numbers.exact else numbers

    def result_moments(self, column: Column) -> tuple[Value, Value, Value]:
        """The value to a seat, and the mean and variance of what plays bring it that end."""
        if self.ending is None:
            mean, variance = self.moments(column.gains, column.ends)
            return mean, mean, variance
        steps, ends = Range(column.gains, column.gains), Range(column.ends, column.ends)
        value = within(*self.expected_totals(steps if self.paid else None, ends, column.endless).at_the_start())
        return value, *self.moments(column.gains, column.ends)

    def length_moments(self) -> tuple[Value, Value]:
        """The mean and variance of the number of moves."""
        nothing = self._zeros(self.over)
        return self.moments(self._zeros(self.targets) + 1, nothing)

    def result(self, tail: Fraction) -> ChainResult:
        """All that is known of the chain. Raises LimitReached where that is not even how it ends, UnsupportedError."""
        self.limit = ""
        ends = Absorption({}, Fraction(0))
        if not self.paid or self.never_left.any():
            ends = self.absorption
        results = [self._unless_stopped(partial(self.result_moments, column), 3) for column in self.columns]
        length = self._unless_stopped(self.length_moments, 2)
        moments = tuple(Moments(*own, *length) for own in results)
        plays = self.plays(tail, length[0])
        return ChainResult(
            plays.totals if self.paid else ends.payoffs,
            plays.lengths,
            ends.endless,
            moments[0],
            len(self.over),
            self.paid,
            self.limit or plays.limit,
            seats=moments if self.by_seat else (),
            long_plays=plays.long_plays,
            long_totals=plays.long_totals,
            length_span=self.paths.lengths,
            total_span=self._total_span(ends),
        )

    def _total_span(self, ends: Absorption) -> Span:
        if not self.paid:
            return Span(min(ends.payoffs), max(ends.payoffs)) if ends.payoffs and not self.by_seat else NOT_KNOWN
        return self.paths.totals(*self.units) if self.units else NOT_KNOWN

    def _unless_stopped(self, figures: Callable[[], Sequence[Value]], count: int) -> Sequence[Value]:
        """These figures; unknown ones where a limit is reached, or floats have no bounds."""
        try:
            if not self.limit:
                return figures()
        except LimitReached as error:
            if self.by_seat:
                raise
            self.limit = error.limit
        except Unfit:
            return [UNKNOWN] * count
        return [Value(-inf, inf, "stopped", limit=self.limit)] * count


def mean_and_variance(first: Bounds, square: Bounds, share: Bounds) -> tuple[Value, Value]:
    """From the moments of plays that end, which are such a share of all; the share is positive."""
    if share.low <= 0:
        return UNKNOWN, UNKNOWN
    mean, second = (
        _interval(*(Fraction(moment) / whole for moment in moments for whole in share)) for moments in (first, square)
    )
    squared = sorted((mean.low * mean.low, mean.high * mean.high))
    least = 0 if mean.low <= 0 <= mean.high else squared[0]
    return within(*mean), within(max(0, second.low - squared[1]), second.high - least)


def _interval(*numbers: Exact) -> Bounds:
    return Bounds(min(numbers), max(numbers))
