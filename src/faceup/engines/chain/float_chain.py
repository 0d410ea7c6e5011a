"""A large Markov chain in flat arrays of floats, within proven bounds.

Expectations are values of the chain with other rewards, which the solver of cyclic games proves. The rewards of a
second moment are themselves known within bounds, so that moment is solved for the lowest and for the highest ones.

Positions are compared with the rules (``PolicyCertifier``). The residual of the expected visits proves the absorption
probabilities (``absorption``). Lengths and totals are followed move by move, with bounds from both sides.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from math import fsum
from typing import Any

import numpy as np

from faceup.engines.chain.absorption import end_shares, flat_chain
from faceup.engines.chain.markov_chain import Absorption, Column, MarkovChain, Plays, Range, Units, mean_and_variance
from faceup.engines.chain.policy_graphs import policy_move
from faceup.engines.chain.policy_walk import AskedPolicy, BookPolicy, PolicyWalk, Seat
from faceup.engines.chain.results import ChainResult, Question
from faceup.engines.chain.totals import in_units, plays_in_floats
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy
from faceup.engines.solve.best_move_lookup import move_lookup
from faceup.engines.solve.cyclic.bounded_table import BoundedPart
from faceup.engines.solve.cyclic.walk import Graph
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, ROUNDING, TINY, Bounds
from faceup.numbers.value import Value, decimal_fraction, within
from faceup.results.samples.distribution import UNKNOWN
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import RepeatingStateError

WORK_BYTES = 120  # a position, about, while it is known how it ends
EDGE_WORK_BYTES = 36  # an edge
CERTAIN = Bounds(1, 1)


def analyse_in_floats(question: Question, limits: Limits) -> ChainResult:
    """Return the result of a question's policies. Raises NotCompiled, Unfit, LimitReached, RulesError."""
    seats = policy_seats(question)
    taken = sum(seat.bytes for seat in seats if isinstance(seat, AskedPolicy))
    limits = replace(limits, memory=limits.memory - taken)
    walk = PolicyWalk(question.game, question.start, seats, limits)
    walk.check_memory(WORK_BYTES * walk.count + EDGE_WORK_BYTES * len(walk.graph.targets))
    return replace(FloatChain(question.game, walk, limits).result(question.tail), certified=walk.certified)


def policy_seats(question: Question) -> list[Seat]:
    """Return one seat for each policy."""
    return [_seat(question, policy) for policy in question.policies]


def _seat(question: Question, policy: Policy | str) -> Seat:
    """Return the seat of a policy: a named one that machine code plays, or one that looks moves up or asks Python."""
    if policy in ("random", "first"):
        return str(policy)
    ask = partial(policy_move, question.game, policy, question.solution)
    if question.solution and not callable(policy):
        best = policy == "best"
        if lookup := move_lookup(question.solution, question.start, best):
            return BookPolicy(question.game, ask, best, lookup)
    return AskedPolicy(question.game, ask)


class FloatChain(MarkovChain):
    """The chain of a walk; positions that are never left are ends of it, without a payoff."""

    def __init__(self, game: Game, walk: PolicyWalk, limits: Limits) -> None:
        graph, self.limits = walk.graph, limits
        self.chain, self.never_left = flat_chain(graph)
        self.first, self.targets = self.chain.first, self.chain.targets
        self.components = self.chain.order, self.chain.starts
        self.over = (self.chain.turns == OVER) & ~self.never_left
        payoffs = np.where(self.over, graph.values, 0.0)
        self.paid = bool(len(graph.rewards) and graph.rewards.any())
        rewards = self._rewards(game, walk) if self.paid else np.zeros(len(self.targets))
        if max(np.abs(payoffs).max(initial=0), np.abs(rewards).max(initial=0)) >= EXACT:
            raise Unfit("cannot compute with numbers as large as these")
        self.columns = [Column(rewards, payoffs, endless_value(game, walk.directory.state(0)))]

    def _rewards(self, game: Game, walk: PolicyWalk) -> Any:
        """Return the rewards on the edges that are left. Raises RepeatingStateError if other rewards are gained without
        end.
        """
        graph = walk.graph
        forever = np.repeat(self.never_left, np.diff(graph.first))
        if graph.rewards[forever].any():
            state = walk.directory.state(int(np.flatnonzero(self.never_left)[0]))
            raise RepeatingStateError(
                f"{broken_rules.at(game, state)}: play comes back to this state for ever, with rewards on the way, "
                "so the sum of the rewards diverges"
            )
        return graph.rewards[~forever]

    def bounds(self, steps: Any, ends: Any, endless: Exact) -> Range:
        chain = self.chain
        paid = np.where(self.never_left, float(endless), ends)
        rewards = np.empty(0) if steps is None else steps
        graph = Graph(chain.turns, chain.first, chain.targets, chain.weights, rewards, paid)
        return Range(*BoundedPart.of_graph(graph, 0, self.limits).all_bounds())

    def widen(self, numbers: Range) -> Range:
        """Widen the bounds by the rounding of the rewards and of a few operations."""
        low, high = numbers
        return Range(low - (8 * ROUNDING * np.abs(low) + TINY), high + (8 * ROUNDING * np.abs(high) + TINY))

    @cached_property
    def _ends(self) -> tuple[dict[Exact, Fraction], Fraction, Fraction]:
        """Estimates of the share of each payoff and of plays without end, and a bound on their total error."""
        ends = end_shares(self.chain, self.limits)
        (column,) = self.columns
        shares = {
            decimal_fraction(payoff): share
            for payoff, share in _by_payoff(column.ends[self.over], ends.shares[self.over])
        }
        never_ends = bool(self.never_left.any())
        if len(shares) + never_ends > 1 and ends.error:
            return shares, Fraction(fsum(ends.shares[self.never_left])), Fraction(ends.error)
        return dict.fromkeys(shares, Fraction(1)), Fraction(never_ends), Fraction(0)

    @property
    def absorption(self) -> Absorption:
        shares, endless, error = self._ends
        return Absorption(
            {payoff: max(share - error, Fraction(0)) for payoff, share in shares.items()},
            max(endless - error, Fraction(0)),
        )

    @cached_property
    def units(self) -> Units | None:
        (column,) = self.columns
        return in_units(self.chain, column.ends, column.gains)

    def plays(self, tail: Fraction, length: Value) -> Plays:
        units = self.units if self.paid else None
        return plays_in_floats(self.chain, self.never_left, units, float(tail), self.limits)

    def result_moments(self, column: Column) -> tuple[Value, Value, Value]:
        """Return the value, mean and variance; without rewards, from the absorption probabilities."""
        if self.paid:
            return super().result_moments(column)
        shares, endless, error = self._ends
        never_ends = bool(self.never_left.any())
        ending = Bounds(1 - min(endless + error, Fraction(1)), 1 - max(endless - error, Fraction(0)))
        squares, worth = dict[Exact, Fraction](), dict(shares)
        for payoff, share in shares.items():
            squares[payoff * payoff] = squares.get(payoff * payoff, Fraction(0)) + share
        if never_ends:
            worth[column.endless] = worth.get(column.endless, Fraction(0)) + endless
        result = (UNKNOWN, UNKNOWN)
        if shares:
            result = mean_and_variance(_sum(shares, error), _sum(squares, error), ending if never_ends else CERTAIN)
        return within(*_sum(worth, error)), *result


def _sum(shares: Mapping[Exact, Fraction], error: Fraction) -> Bounds:
    """Return bounds of the weighted sum of numbers, whose weights are wrong by at most ``error`` in total."""
    total = sum((Fraction(number) * share for number, share in shares.items()), Fraction(0))
    wrong = max((abs(Fraction(number)) for number in shares), default=Fraction(0)) * error
    return Bounds(total - wrong, total + wrong)


def _by_payoff(payoffs: Any, shares: Any) -> list[tuple[float, Fraction]]:
    """Return the share of each payoff."""
    order = np.argsort(payoffs, kind="stable")
    distinct, starts = np.unique(payoffs[order], return_index=True)
    parts = np.split(shares[order], starts)[1:]
    return [(payoff, Fraction(fsum(part))) for payoff, part in zip(distinct.tolist(), parts, strict=True)]
