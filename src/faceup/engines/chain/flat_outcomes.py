"""How large chains end, how long they take and what they are worth, in flat arrays: within proven bounds.

Means and variances are found as ``moments`` finds them in fractions.

What is expected from each position on is a value of the chain with other rewards, which the solver of games finds; the
rewards of the second moment are known within bounds alone, so that it is found for the lowest and for the highest.

The positions are held to the rules (``PolicyCertifier``). What proves the shares of ends is what comes in at each
position less what goes on, summed up with twice the digits (``flat_visits.missed``), whatever found them; a chain that
ends has no other solution. Lengths and results are counted play by play, in bounds from both sides.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from math import fsum, inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.best_move_lookup import LookedUp, book_of
from faceup.engines.chain.flat_lengths import lengths_of
from faceup.engines.chain.flat_results import in_units, totals_of
from faceup.engines.chain.flat_visits import Chain, chain_of, ends_of
from faceup.engines.chain.found import Found, Question, counted_moves
from faceup.engines.chain.fractions import worst_move
from faceup.engines.chain.moments import mean_and_variance
from faceup.engines.chain.paths import Paths
from faceup.engines.chain.policy_walk import Asked, PolicyWalk, Seat
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy, own_move
from faceup.engines.solve.cyclic.flat_components import Flat
from faceup.engines.solve.cyclic.flat_solver import solve_all
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, ROUNDING, TINY, Bounds, all_around
from faceup.numbers.value import Value, simplest, within
from faceup.results.samples.distribution import NOT_KNOWN, UNKNOWN, Moments, Span
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import RepeatingStateError
from faceup.rules.moves import Move


class Range(NamedTuple):
    """The lowest and the highest that each of many numbers may be."""

    low: Any
    high: Any

    def first(self) -> Bounds:
        return Bounds(*(Fraction(float(side[0])) for side in self))


def expected_totals(chain: Chain, steps: Range, ends: Range, limits: Limits) -> Range:
    """What is expected from each position on, where each edge and each end brings so much. Raises Unfit, LimitHit."""
    low, error = _solve_totals(chain, steps.low, ends.low, limits)
    below, above = all_around(low, error)
    if steps.low is not steps.high or ends.low is not ends.high:
        _, above = all_around(*_solve_totals(chain, steps.high, ends.high, limits))
    return Range(below, above)


def _solve_totals(chain: Chain, steps: Any, ends: Any, limits: Limits) -> tuple[Any, Any]:
    count = len(chain.turns)
    flat = Flat(
        chain.turns,
        chain.first,
        chain.targets,
        chain.weights,
        rewards=steps,
        values=ends.copy(),
        errors=np.zeros(count),
        distances=np.zeros(count, np.int32),
        onward=np.full(count, -1, np.int32),
        finer=np.zeros(0),
    )
    solve_all(flat, 0, limits)
    return flat.values, flat.errors


def moments(chain: Chain, gains: Any, ends: Any, ending: Range | None, limits: Limits) -> tuple[Value, Value]:
    """Mean and variance of what is gained by plays that end.

    ``ending`` is with which probability there is an end from each position on, None where that is certain.
    """
    alike = Range(gains, gains)
    first = expected_totals(chain, alike if ending is None else _times(alike, ending, chain), Range(ends, ends), limits)
    sure = ending or Range(*2 * (np.ones(len(chain.turns)),))
    square = gains * gains
    steps = _plus(_times(Range(square, square), sure, chain), _times(Range(2 * gains, 2 * gains), first, chain))
    second = expected_totals(chain, steps, _wider(Range(ends * ends, ends * ends)), limits)
    return mean_and_variance(first.first(), second.first(), sure.first())


def _times(gains: Range, ahead: Range, chain: Chain) -> Range:
    """Of each edge what it brings, times what is known of where it leads; made wider for what rounding may lose."""
    products = [gains.low * side[chain.targets] for side in ahead]
    return _wider(Range(np.minimum(*products), np.maximum(*products)))


def _plus(one: Range, other: Range) -> Range:
    return _wider(Range(one.low + other.low, one.high + other.high))


def _wider(numbers: Range) -> Range:
    """Numbers and rewards are no further from what they mean than some last digits."""
    low, high = numbers
    return Range(low - (8 * ROUNDING * np.abs(low) + TINY), high + (8 * ROUNDING * np.abs(high) + TINY))


def policy_seats(question: Question) -> list[Seat]:
    """One seat for each policy."""
    return [_seat(question, policy) for policy in question.policies]


def _seat(question: Question, policy: Policy | str) -> Seat:
    game, solution = question.game, question.solution
    if callable(policy):
        return Asked(game, partial(_own, game, policy))
    if policy in ("random", "first"):
        return policy
    assert solution is not None
    ask = solution.move if policy == "best" else partial(worst_move, game, solution)
    book = book_of(solution, question.start)
    return Asked(game, ask) if book is None else LookedUp(solution, ask, policy == "best", book)


def _own(game: Game, policy: Policy, state: Any) -> Move:
    return own_move(game, state, policy, legal_moves_of(game, state))


WORK_BYTES = 120  # a position, about, while how it ends is found
EDGE_WORK_BYTES = 36  # an edge
CERTAIN = Bounds(1, 1)


def find_outcomes(question: Question, limits: Limits) -> Found:
    """All that is told of what these policies come to. Raises NotCompiled, Unfit, LimitReached, RulesError."""
    seats = policy_seats(question)
    taken = sum(seat.bytes for seat in seats if isinstance(seat, Asked))
    limits = replace(limits, memory=limits.memory - taken)
    walk = PolicyWalk(question.game, question.start, seats, limits)
    walk.check_memory(WORK_BYTES * walk.count + EDGE_WORK_BYTES * len(walk.graph.targets))
    return replace(_Flat(question.game, walk, limits).find_outcomes(question.tail), certified=walk.certified)


class _Flat:
    """A chain, of which one thing after another is found."""

    def __init__(self, game: Game, walk: PolicyWalk, limits: Limits) -> None:
        graph = walk.graph
        self.limits, self.limit = limits, ""
        self.chain, self.stays = chain_of(graph)
        self.over = (self.chain.turns == OVER) & ~self.stays
        self.payoffs = np.where(self.over, graph.values, 0.0)
        paid = bool(len(graph.rewards) and graph.rewards.any())
        self.rewards = graph.rewards if paid else np.empty(0)
        self.never_ends = bool(self.stays.any())
        if paid and self.never_ends:
            self.rewards = self.settling(game, walk)
        if max(np.abs(self.payoffs).max(initial=0), np.abs(self.rewards).max(initial=0)) >= EXACT:
            raise Unfit("has no numbers as large as these")
        self.endless = exact_number(game, walk.directory.state(0), "endless", game.endless)

    def settling(self, game: Game, walk: PolicyWalk) -> Any:
        """The rewards that are left; raises RepeatingStateError where others are gained without end."""
        graph = walk.graph
        forever = np.repeat(self.stays, np.diff(graph.first))
        if graph.rewards[forever].any():
            state = walk.directory.state(int(np.flatnonzero(self.stays)[0]))
            raise RepeatingStateError(
                f"{broken_rules.at(game, state)}: play comes back to this state for ever, with rewards on the way, "
                "which therefore never settle: what is gained each time round has no sum"
            )
        return graph.rewards[~forever]

    def find_outcomes(self, tail: Fraction) -> Found:
        if len(self.rewards):
            return self.with_rewards(tail)
        shares, endless, value, result = self.by_ends()
        length = self.until_stopped(self.length_moments)
        told = Moments(value, *result, *length)
        span = Span(min(shares), max(shares)) if shares else NOT_KNOWN
        return self.with_lengths(Found(shares, {}, endless, told, len(self.over), False, total_span=span), tail)

    def with_lengths(self, told: Found, tail: Fraction) -> Found:
        """The same with how long plays are."""
        lengths = lengths_of(counted_moves(self.chain, self.stays), float(tail), self.limits)
        return replace(
            told,
            lengths=lengths.shares,
            long_plays=lengths.long_plays,
            length_span=self.paths.lengths,
            limit=self.limit or told.limit or lengths.limit,
        )

    @cached_property
    def paths(self) -> Paths:
        return Paths(self.chain.first, self.chain.targets, self.over)

    def with_rewards(self, tail: Fraction) -> Found:
        """The same where something is gained on the way."""
        endless = self.by_ends()[1] if self.never_ends else Fraction(0)
        value, *result = self.until_stopped(self.result_moments, 3)
        length = self.until_stopped(self.length_moments)
        told = Found({}, {}, endless, Moments(value, *result, *length), len(self.over), True)
        told = self.with_lengths(told, tail)
        units = in_units(self.chain, self.payoffs, self.rewards)
        totals = totals_of(self.chain, self.stays, units, float(tail), self.limits)
        return replace(
            told,
            results=totals.shares,
            long_totals=totals.long_totals,
            total_span=self.paths.totals(*units),
            limit=told.limit or totals.limit,
        )

    def until_stopped(self, find: Callable[[], Sequence[Value]], count: int = 2) -> Sequence[Value]:
        """These figures; unknown ones where a limit is reached, or no bounds are found."""
        try:
            return find() if not self.limit else [self.stopped] * count
        except LimitHit as hit:
            self.limit = hit.limit
            return [self.stopped] * count
        except Unfit:
            return [UNKNOWN] * count

    @property
    def stopped(self) -> Value:
        return Value(-inf, inf, "stopped", limit=self.limit)

    def by_ends(self) -> tuple[dict[Exact, Fraction], Fraction, Value, tuple[Value, Value]]:
        """The shares of payoffs and of plays without end, at least; the value; mean and variance of plays that end."""
        ends = ends_of(self.chain, self.limits)
        totals = {
            _meant(payoff): share for payoff, share in _by_payoff(self.payoffs[self.over], ends.shares[self.over])
        }
        forever = Fraction(fsum(ends.shares[self.stays]))
        error = Fraction(ends.error) if len(totals) + self.never_ends > 1 else Fraction(0)
        if not error:
            totals, forever = dict.fromkeys(totals, Fraction(1)), Fraction(self.never_ends)
        shares = {payoff: max(share - error, Fraction(0)) for payoff, share in totals.items()}
        endless = max(forever - error, Fraction(0))
        ended = Bounds(1 - min(forever + error, Fraction(1)), 1 - endless) if self.never_ends else CERTAIN
        squares = {payoff * payoff: Fraction(0) for payoff in totals}
        for payoff, share in totals.items():
            squares[payoff * payoff] += share
        result = mean_and_variance(_sum(totals, error), _sum(squares, error), ended) if totals else (UNKNOWN, UNKNOWN)
        worth = dict(totals)
        if self.never_ends:
            worth[self.endless] = worth.get(self.endless, Fraction(0)) + forever
        return shares, endless, within(*_sum(worth, error)), result

    def result_moments(self) -> tuple[Value, Value, Value]:
        """The value, mean and variance of what is gained."""
        told = moments(self.chain, self.rewards, self.payoffs, self.ending(), self.limits)
        if not self.never_ends:
            return told[0], *told
        ends = np.where(self.stays, float(self.endless), self.payoffs)
        alike = Range(self.rewards, self.rewards)
        return within(*expected_totals(self.chain, alike, Range(ends, ends), self.limits).first()), *told

    def length_moments(self) -> tuple[Value, Value]:
        """Mean and variance of the number of moves."""
        gains = np.ones(len(self.chain.targets))
        return moments(self.chain, gains, np.zeros(len(self.over)), self.ending(), self.limits)

    def ending(self) -> Range | None:
        """With which probability there is an end from each position on; None where that is certain."""
        if not self.never_ends:
            return None
        nothing, ends = np.empty(0), self.over.astype(float)
        low, high = expected_totals(self.chain, Range(nothing, nothing), Range(ends, ends), self.limits)
        return Range(np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0))


def _sum(shares: Mapping[Exact, Fraction], error: Fraction) -> Bounds:
    """What numbers come to with shares that are wrong by so much together."""
    total = sum((Fraction(number) * share for number, share in shares.items()), Fraction(0))
    wrong = max((abs(Fraction(number)) for number in shares), default=Fraction(0)) * error
    return Bounds(total - wrong, total + wrong)


def _by_payoff(payoffs: Any, shares: Any) -> list[tuple[float, Fraction]]:
    """The share of each payoff."""
    order = np.argsort(payoffs, kind="stable")
    distinct, starts = np.unique(payoffs[order], return_index=True)
    parts = np.split(shares[order], starts)[1:]
    return [(payoff, Fraction(fsum(part))) for payoff, part in zip(distinct.tolist(), parts, strict=True)]


def _meant(payoff: float) -> Exact:
    """What rules mean by a payoff: the shortest decimal that is read as it."""
    return simplest(Fraction(repr(payoff)))
