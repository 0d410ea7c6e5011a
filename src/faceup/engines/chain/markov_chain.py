"""A Markov chain, which a game becomes if every seat keeps to a policy: its ends, its length, its total gain.

One text serves two arithmetics: fractions (``exact_chain``), and floats within proven bounds (``float_chain``).

Expectations are values of the chain. For the total G(s) of gains from position s on, with r the gain of a step,
E[G(s)^2] = E[r^2 + 2 r G(s') + G(s')^2]. So a second moment is a value of the same chain with the rewards r^2 + 2 r
E[G(s')], also if positions can repeat. For moments of the plays that end, each step counts with the probability that
play ends after it.

The shortest and longest play, and the least and largest total, are extremes over paths, whatever the probabilities.
They are found from the ends on, component by component. If a cycle gains, there is no largest total.
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
    """Raise ``best`` from each position's own gain to the largest gain of a path from it to an end; return whether the
    work limit sufficed.

    Bellman-Ford within each component, with positions in alternating order; -inf marks positions without a path. In a
    component that ``rises``, some cycle gains, so every position that still improves has no largest gain (inf).
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
    """Return the positions in the order of their strongly connected components, ends first, and where each begins."""
    if len(targets) > FEW:
        from faceup.engines.solve.cyclic import loops

        return loops.in_components(first, targets.astype(np.int32))
    order, starts = components.in_components(first.tolist(), targets.tolist())
    return np.array(order), np.array(starts)


def most_from(first: Any, targets: Any, gains: Any, ends: Any, order: Any, starts: Any) -> Any:
    """Return the largest gain of a path from each position: inf if there is none, -inf if no path ends, nan for all if
    the work limit is reached.

    ``order`` and ``starts`` are the components, ends first; ``ends`` are payoffs, and -inf at positions that are not
    over.
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
    """Return the numbers in whole units, and how many units make 1; None if the numbers or the units are too many."""
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
        """The fewest and the most moves of a play."""
        return self.totals(np.zeros(len(self.over)), np.ones(len(self.targets)), 1)

    def totals(self, ends: Any, gains: Any, unit: int) -> Span:
        """Return the least and the largest sum of gains and payoff, given in units of which ``unit`` make 1."""
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
    """Lower and upper bounds of many numbers, in arrays of floats or of exact numbers."""

    low: Any
    high: Any

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.low is self.high or bool((self.low == self.high).all())

    def at_the_start(self) -> Bounds:
        """Return the bounds of the first number."""
        return Bounds(*(Fraction(side[0]) for side in self))


class Column(NamedTuple):
    """The gains of one seat on each edge and at each end, and its value of a play without end."""

    gains: Any
    ends: Any
    endless: Exact


class Absorption(NamedTuple):
    """Lower bounds of the probability of each payoff, and of a play without end."""

    payoffs: Mapping[Any, Fraction]
    endless: Fraction


class Plays(NamedTuple):
    """Lower bounds of the share of plays of each length, and of each total if there are rewards; the tail of longer
    plays; the limit that was reached, if any.
    """

    lengths: Mapping[int, Fraction]
    totals: Mapping[Any, Fraction]
    limit: str
    long_plays: LongPlays | SlowPlays | None = None
    long_totals: LongTotals | None = None


class MarkovChain(ABC):
    """A chain from its first position on, in one arithmetic.

    The edges of position ``i`` are ``first[i]`` to ``first[i + 1] - 1``, and lead to ``targets``; ``components`` are
    the strongly connected components, ends first, as ``in_components`` returns them. ``over`` marks ends, and
    ``never_left`` positions from which no end is reached. There is one of the ``columns`` for each seat that has gains
    of its own, else one in all; ``paid`` tells whether there are rewards.
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
        """Return the expected total from each position, if each edge pays ``steps`` (None: nothing) and each end
        ``ends``.

        Raises LimitReached, UnsupportedError; floats raise Unfit.
        """

    @abstractmethod
    def widen(self, numbers: Range) -> Range:
        """Return the bounds widened by the possible rounding error."""

    @property
    @abstractmethod
    def absorption(self) -> Absorption:
        """The absorption probabilities, by payoff."""

    @property
    @abstractmethod
    def units(self) -> Units | None:
        """Payoffs and rewards in whole units; None if these are too large."""

    @abstractmethod
    def plays(self, tail: Fraction, length: Value) -> Plays:
        """Return the plays by length and total, followed until less than ``tail`` of them goes on.

        ``length`` is their mean length.
        """

    def expected_totals(self, steps: Range | None, ends: Range, endless: Exact = 0) -> Range:
        """Return the expected total from each position, with bounds of the pay of edges and ends."""
        low, high = self.bounds(steps and steps.low, ends.low, endless)
        if not ends.exact or (steps and not steps.exact):
            _, high = self.bounds(steps and steps.high, ends.high, endless)
        return Range(low, high)

    @cached_property
    def paths(self) -> Paths:
        return Paths(self.first, self.targets, self.over, self.components)

    @cached_property
    def ending(self) -> Range | None:
        """The probability that play ends, from each position; None if it surely ends from all."""
        if not self.never_left.any():
            return None
        ends = self.over + self._zeros(self.over)
        return Range(*(np.minimum(np.maximum(side, 0), 1) for side in self.expected_totals(None, Range(ends, ends))))

    def _zeros(self, positions: Any) -> Any:
        """Return as many zeros in this arithmetic."""
        return np.zeros(len(positions), self.columns[0].ends.dtype)

    def moments(self, gains: Any, ends: Any) -> tuple[Value, Value]:
        """Return the mean and variance of the total gain of the plays that end."""
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
        """Return the product, for each edge, of its number and the number of the position that it leads to."""
        products = [factor * side[self.targets] for factor in self._sides(numbers) for side in self._sides(ahead)]
        low = high = products[0]
        for product in products[1:]:
            low, high = np.minimum(low, product), np.maximum(high, product)
        return self.widen(Range(low, high))

    @staticmethod
    def _sides(numbers: Range) -> Sequence[Any]:
        """Return both bounds, or one if they are equal."""
        return numbers[:1] if numbers.exact else numbers

    def result_moments(self, column: Column) -> tuple[Value, Value, Value]:
        """Return the value to a seat, and the mean and variance of its gain in plays that end."""
        if self.ending is None:
            mean, variance = self.moments(column.gains, column.ends)
            return mean, mean, variance
        steps, ends = Range(column.gains, column.gains), Range(column.ends, column.ends)
        value = within(*self.expected_totals(steps if self.paid else None, ends, column.endless).at_the_start())
        return value, *self.moments(column.gains, column.ends)

    def length_moments(self) -> tuple[Value, Value]:
        """Return the mean and variance of the number of moves of plays that end."""
        nothing = self._zeros(self.over)
        return self.moments(self._zeros(self.targets) + 1, nothing)

    def result(self, tail: Fraction) -> ChainResult:
        """Return all that is known of the chain.

        Raises LimitReached if a limit is reached before the ends are known, and UnsupportedError.
        """
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
        """Return the least and the largest total of a play."""
        if not self.paid:
            return Span(min(ends.payoffs), max(ends.payoffs)) if ends.payoffs and not self.by_seat else NOT_KNOWN
        return self.paths.totals(*self.units) if self.units else NOT_KNOWN

    def _unless_stopped(self, figures: Callable[[], Sequence[Value]], count: int) -> Sequence[Value]:
        """Return these figures; ``stopped`` ones if a limit is reached, unknown ones if floats have no bounds."""
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
    """Return the mean and variance, given plays that end, from the first and second moment over all plays.

    ``share`` is the share of plays that end, and positive.
    """
    if share.low <= 0:
        return UNKNOWN, UNKNOWN
    mean, second = (
        _interval(*(Fraction(moment) / whole for moment in moments for whole in share)) for moments in (first, square)
    )
    squared = sorted((mean.low * mean.low, mean.high * mean.high))
    least = 0 if mean.low <= 0 <= mean.high else squared[0]
    return within(*mean), within(max(0, second.low - squared[1]), second.high - least)


def _interval(*numbers: Exact) -> Bounds:
    """Return the smallest interval that holds the numbers."""
    return Bounds(min(numbers), max(numbers))
