"""Means and variances of what a chain comes to and of how long it goes on, from values alone.

The square of a sum is what each step adds to it: r * r + 2 * r * (what is still to come). So a second moment is a value
of the same chain with other rewards, and both are found where play comes round, too. Of plays that end alone, each step
counts with the probability that play ends after it.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from faceup.engines.exact.opponents import values_of
from faceup.engines.model.graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import Value, within
from faceup.results.samples.distribution import UNKNOWN, Moments
from faceup.rules.contract import OVER

ZERO, ONE = Bounds(0, 0), Bounds(1, 1)


def moments_by_seat(chain: GameGraph, never_left: Set[int], limits: Limits) -> tuple[Moments, ...]:
    """The moments of each seat, where each has gains of its own; raises as ``moments_of`` does."""
    rows: list[Any] = chain.numbers
    if not isinstance(rows[0], tuple):
        return ()
    endless = exact_endless(chain.game, chain.states[0], len(rows[0]))
    columns = [replace(chain, numbers=list(column)) for column in zip(*rows, strict=True)]
    ending = _ending(chain, never_left, limits)
    lengths = _lengths(columns[0], ending, limits)
    return tuple(
        _moments(column, number, ending, lengths, limits) for column, number in zip(columns, endless, strict=True)
    )


def moments_of(chain: GameGraph, never_left: Set[int], limits: Limits) -> Moments:
    """What the chain is worth, and the moments of plays that end, which are unknown where none does.

    Positions that are ``never_left`` have no end before them.

    Raises LimitReached, RepeatingStateError where rewards never settle, UnsupportedError.
    """
    ending = _ending(chain, never_left, limits)
    return _moments(chain, None, ending, _lengths(chain, ending, limits), limits)


def _ending(chain: GameGraph, never_left: Set[int], limits: Limits) -> list[Bounds]:
    """With which probability play ends, from each position on."""
    if not never_left:
        return [ONE] * len(chain.states)
    nothing = [ZERO] * len(chain.states)
    over = (chain.turns == OVER).tolist()
    return _Sums(chain, [0] * len(chain.moves), [ONE if end else ZERO for end in over], nothing, limits).first


def _lengths(chain: GameGraph, ending: Sequence[Bounds], limits: Limits) -> tuple[Value, Value]:
    """The mean and variance of the lengths of plays that end."""
    if not ending[0].high:
        return UNKNOWN, UNKNOWN
    nothing = [ZERO] * len(chain.states)
    lengths = _Sums(chain, [1] * len(chain.moves), nothing, ending, limits)
    return mean_and_variance(lengths.first[0], lengths.squares(nothing)[0], ending[0])


def _moments(
    chain: GameGraph, endless: Exact | None, ending: Sequence[Bounds], lengths: tuple[Value, Value], limits: Limits
) -> Moments:
    """``endless`` is what a play without end is worth, if not what the rules say."""
    (value, *_) = values_of(chain, limits, endless=endless)
    if not ending[0].high:
        return Moments(within(*value.value), UNKNOWN, UNKNOWN, *lengths)
    gains = [chain.numbers[k] for k in chain.rewards.tolist()]
    payoffs = [chain.numbers[k] for k in chain.payoffs.tolist()]
    results = _Sums(chain, gains, [Bounds(payoff, payoff) for payoff in payoffs], ending, limits)
    squares = results.squares([Bounds(payoff * payoff, payoff * payoff) for payoff in payoffs])
    return Moments(within(*value.value), *mean_and_variance(results.first[0], squares[0], ending[0]), *lengths)


class _Sums:
    """What is gained from each position on: ``gains`` on the way, where play ends after them, and ``ends``."""

    def __init__(
        self, chain: GameGraph, gains: Sequence[Exact], ends: Sequence[Bounds], ending: Sequence[Bounds], limits: Limits
    ) -> None:
        self.chain, self.gains, self.ending, self.limits = chain, gains, ending, limits
        self.targets: list[int] = chain.targets.tolist()
        self.first = self._expected_totals([_times(gain, self.ending[there]) for gain, there in self._edges], ends)

    @property
    def _edges(self) -> Iterator[tuple[Exact, int]]:
        return zip(self.gains, self.targets, strict=True)

    def squares(self, ends: Sequence[Bounds]) -> list[Bounds]:
        """The same of the square of the sum."""
        steps = []
        for gain, there in self._edges:
            own, onward = _times(gain * gain, self.ending[there]), _times(2 * gain, self.first[there])
            steps.append(Bounds(own.low + onward.low, own.high + onward.high))
        return self._expected_totals(steps, ends)

    def _expected_totals(self, steps: Sequence[Bounds], ends: Sequence[Bounds]) -> list[Bounds]:
        """What is expected from each position on, where each step and each end brings so much."""
        sides = [([b[side] for b in steps], [b[side] for b in ends]) for side in (0, 1)]
        low = values_of(_repaid(self.chain, *sides[0]), self.limits, endless=0)
        high = low if sides[0] == sides[1] else values_of(_repaid(self.chain, *sides[1]), self.limits, endless=0)
        return [Bounds(one.value.low, other.value.high) for one, other in zip(low, high, strict=True)]


def _repaid(chain: GameGraph, rewards: Sequence[Exact], payoffs: Sequence[Exact]) -> GameGraph:
    """The chain with other rewards and payoffs."""
    numbers: dict[Exact, int] = {0: 0}
    columns = [np.array([numbers.setdefault(n, len(numbers)) for n in given], np.int64) for given in (rewards, payoffs)]
    return replace(chain, rewards=columns[0], payoffs=columns[1], numbers=list(numbers))


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


def _times(factor: Exact, bounds: Bounds) -> Bounds:
    if bounds is ONE or not factor:
        return Bounds(factor, factor)
    return _interval(factor * bounds.low, factor * bounds.high)
