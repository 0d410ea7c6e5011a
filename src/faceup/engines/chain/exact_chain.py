"""A Markov chain of some thousand positions in exact numbers.

The absorption probabilities follow from the expected visits, from the start to the ends. The visits x of a component
satisfy x = P' x + b, with P' the transposed transition matrix of its positions and b the inflow from outside. Positions
that are never left keep their inflow: it is the probability of play without end.

If chance settles which player is the first to decide, the plays of each case form a Markov chain of their own. The
probability h(s) that a player decides first, from a position s in which nobody has decided yet, is the value of the
chain that ends at the first decision. Given that event, the odds of chance from s to t are weighted by h(t): Doob's
h-transform. Copies of these positions are kept apart from the same positions later in the play.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from math import inf, lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.absorption import mark_never_left
from faceup.engines.chain.lengths import MOST_EXACT_WORK, exact_lengths, flat_chain
from faceup.engines.chain.markov_chain import Absorption, Column, MarkovChain, Plays, Range, Units, whole_units
from faceup.engines.chain.policy_graphs import policy_graph
from faceup.engines.chain.results import ChainResult, FirstDecider, Question
from faceup.engines.exact.opponents import values_of
from faceup.engines.graph.component_driver import DONE, IN_CPYTHON, solve_components, solve_in_turn
from faceup.engines.graph.components import in_components
from faceup.engines.graph.game_graph import MOST_ODDS, GameGraph
from faceup.engines.model import broken_rules, thresholds
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, Bounds, outwards
from faceup.numbers.linear_systems import Chain, NotTransient, Row
from faceup.numbers.value import Value
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import UnsupportedError


class FirstPlays(NamedTuple):
    """The chain of the plays in which this player is the first to decide, and the share of these plays."""

    player: int
    share: Fraction
    chain: GameGraph


def plays_by_first_decider(chain: GameGraph, limits: Limits) -> Iterator[FirstPlays]:
    """Yield the plays of each of two players who can decide first; nothing if one always does.

    Raises LimitReached.
    """
    deciders = _first_deciders(chain)
    if not {0, 1} <= set(deciders.values()):
        return
    early = np.zeros(len(chain.states), np.bool_)
    early[[i for i, who in deciders.items() if who == CHANCE]] = True
    for player in (0, 1):
        chances = _chances(chain, early, [i for i, who in deciders.items() if who == player], limits)
        if all(low == high for low, high in (chances[i] for i in deciders)):
            exact = [Fraction(low) for low, _ in chances]
            yield FirstPlays(player, exact[0], _condition_chain(chain, early, exact))


def _first_deciders(chain: GameGraph) -> dict[int, int]:
    """Return who decides, or else CHANCE or OVER, at the positions up to the first decision, the start first."""
    turn, first, targets = chain.game.turn, chain.first.tolist(), chain.targets.tolist()
    deciders, todo = {0: turn(chain.states[0])}, [0]
    while todo:
        i = todo.pop()
        for there in targets[first[i] : first[i + 1]] if deciders[i] == CHANCE else ():
            if there not in deciders:
                deciders[there] = turn(chain.states[there])
                todo.append(there)
    return deciders


def _chances(chain: GameGraph, early: Any, deciding: list[int], limits: Limits) -> list[Bounds]:
    """Return the probability, from each position, that the first decision is at one of the positions ``deciding``."""
    edges = np.flatnonzero(early[chain.sources])
    payoffs = np.zeros(len(early), np.int64)
    payoffs[deciding] = 1
    cut = replace(
        chain.with_edges(edges, np.where(early, np.diff(chain.first), 0)),
        turns=np.where(early, CHANCE, OVER).astype(np.int8),
        payoffs=payoffs,
        rewards=np.zeros(len(edges), np.int64),
        numbers=[0, 1],
    )
    return [known.value for known in values_of(cut, limits, endless=0)]


def _condition_chain(chain: GameGraph, early: Any, chances: list[Fraction]) -> GameGraph:
    """Return the h-transform of the chain by the probabilities ``chances``: the ``early`` positions, then all."""
    count = len(early)
    possible = np.array([chance > 0 for chance in chances])
    edges = np.flatnonzero((early & possible)[chain.sources] & possible[chain.targets])
    sources, targets = chain.sources[edges], chain.targets[edges]
    shares = [
        int(weight) * chances[there] for weight, there in zip(chain.weights[edges], targets.tolist(), strict=True)
    ]
    units = dict[int, int]()
    for i, share in zip(sources.tolist(), shares, strict=True):
        units[i] = lcm(units.get(i, 1), share.denominator)
    weights = [int(share * units[i]) for i, share in zip(sources.tolist(), shares, strict=True)]
    wide = object if max(weights) > MOST_ODDS else chain.weights.dtype
    before = np.cumsum(np.bincount(sources, minlength=count))
    both = replace(
        chain,
        states=[*chain.states, *chain.states],
        turns=np.append(np.where(early, CHANCE, OVER), chain.turns).astype(np.int8),
        plies=np.zeros(2 * count, np.int32),
        first=np.concatenate(([0], before, before[-1] + chain.first[1:])),
        moves=np.append(chain.moves[edges], chain.moves),
        targets=np.append(np.where(early[targets], targets, targets + count), chain.targets + count),
        weights=np.append(np.array(weights, wide), chain.weights),
        payoffs=np.append(np.zeros(count, np.int64), chain.payoffs),
        rewards=np.append(chain.rewards[edges], chain.rewards),
    )
    return both.reachable()


def analyse_in_fractions(question: Question, limits: Limits, most: float = inf) -> ChainResult:
    """Return the result of a question's policies, if they reach at most ``most`` positions.

    Raises LimitReached, RulesError, and UnsupportedError, which with ``most`` also says that fractions would take long.
    """
    graph = policy_graph(question, replace(limits, states=min(most, limits.states)))
    work = thresholds.CHAIN_WORK if most < inf else MOST_EXACT_WORK
    chain = ExactChain(graph, limits, work)
    if most < inf and np.diff(chain.components[1]).max() > thresholds.CHAIN_COMPONENT:
        raise UnsupportedError(
            f"{type(question.game).name}: more than {thresholds.CHAIN_COMPONENT:,} positions lead back to each other"
        )
    if most < inf and chain.takes_long(question.tail):
        raise chain.too_long()
    result = chain.result(question.tail)
    if result.seats:  # of several each seat has an outcome of its own
        return result
    by_first = tuple(
        FirstDecider(player, share, ExactChain(plays, limits, work).result(question.tail))
        for player, share, plays in plays_by_first_decider(graph, limits)
    )
    return replace(result, by_first=by_first)


class ExactChain(MarkovChain):
    """The chain of a graph in which chance decides everywhere; ``most_work`` limits how long plays are followed."""

    def __init__(self, graph: GameGraph, limits: Limits, most_work: int = MOST_EXACT_WORK) -> None:
        self.graph, self.limits, self.most_work = graph, limits, most_work
        self.first, self.targets, self.over = graph.first, graph.targets, graph.turns == OVER
        self.paid = bool(graph.rewards.any())
        rows: list[Any] = graph.numbers
        self.by_seat = graph.seats > 0
        if self.by_seat:
            endless = exact_endless(graph.game, graph.states[0], graph.seats)
        else:
            rows = [(number,) for number in rows]
            endless = (endless_value(graph.game, graph.states[0]),)
        self.columns = [self._column(*each) for each in zip(zip(*rows, strict=True), endless, strict=True)]
        first, targets, never_left = graph.first.tolist(), graph.targets.tolist(), [False] * len(self.over)
        order, starts = self.component_lists = in_components(first, targets)
        mark_never_left(graph.turns.tolist(), first, targets, order, starts, never_left)
        self.never_left, self.components = np.array(never_left), (np.array(order), np.array(starts))

    def _column(self, numbers: Sequence[Exact], endless: Exact) -> Column:
        exact = np.array(numbers, object)
        return Column(exact[self.graph.rewards], exact[self.graph.payoffs], endless)

    def bounds(self, steps: Any, ends: Any, endless: Exact) -> Range:
        numbers: dict[Exact, int] = {0: 0}
        rewards, payoffs = (
            np.array([numbers.setdefault(number, len(numbers)) for number in column.tolist()], np.int64)
            for column in (np.zeros(len(self.targets), np.int64) if steps is None else steps, ends)
        )
        repaid = replace(self.graph, rewards=rewards, payoffs=payoffs, numbers=list(numbers))
        rows = values_of(repaid, self.limits, endless=endless)
        return Range(*(np.array([known.value[side] for known in rows], object) for side in (0, 1)))

    def widen(self, numbers: Range) -> Range:
        return numbers

    @cached_property
    def absorption(self) -> Absorption:
        """The absorption probabilities, by payoff.

        Raises LimitReached, and UnsupportedError if play leaves a component too late for proven bounds.
        """
        visits = _Visits(self)
        loop = partial(
            solve_components, _Visits.propagate_position, _Visits.propagate_component, visits, None, IN_CPYTHON
        )
        place, look = [-1] * len(self.over), partial(self.limits.check, self.graph.game)
        solve_in_turn(loop, self.component_lists, place, look, backwards=False)
        payoffs: dict[Any, Fraction] = {}
        for i in np.flatnonzero(self.over).tolist():
            payoff = self.graph.numbers[int(self.graph.payoffs[i])]
            payoffs[payoff] = payoffs.get(payoff, Fraction(0)) + visits.expected[i].low
        endless = sum((Fraction(visits.expected[i].low) for i in np.flatnonzero(self.never_left)), Fraction(0))
        return Absorption(dict(sorted(payoffs.items())), endless)

    @cached_property
    def units(self) -> Units | None:
        if self.by_seat or (scaled := whole_units(self.graph.numbers)) is None:
            return None
        numbers, unit = scaled
        return Units(numbers[self.graph.payoffs], numbers[self.graph.rewards], unit)

    def plays(self, tail: Fraction, length: Value) -> Plays:
        graph, units = self.graph, self.units if self.paid else None
        if (units or not self.paid) and length.low > thresholds.CHAIN_LENGTH and max(graph.totals) < EXACT:
            from faceup.engines.chain.totals import plays_in_floats

            return plays_in_floats(flat_chain(graph, self.never_left), self.never_left, units, float(tail), self.limits)
        least = tail if graph.is_cyclic else Fraction(0)
        lengths = exact_lengths(graph, self.never_left, least, self.limits, self.most_work)
        if self.most_work < MOST_EXACT_WORK and not (lengths.finished or lengths.limit):
            raise self.too_long()
        return Plays(lengths.lengths, lengths.results, lengths.limit)

    def takes_long(self, tail: Fraction) -> bool:
        """Return whether fractions would take long to follow the plays, and floats are not used either.

        This is estimated in floats, without gains. It decides only about the engine, not about an answer.
        """
        from scipy.sparse import csc_array, csr_array, eye_array
        from scipy.sparse.linalg import spsolve

        totals, edges, inner = self.graph.totals, np.diff(self.first), ~(self.over | self.never_left)
        if max(totals) >= EXACT or not inner[0]:
            return False
        odds = self.graph.weights.astype(float) / np.repeat(np.array(totals, float), edges)
        chain = csr_array((odds, self.targets, self.first), shape=(len(inner), len(inner)))[inner][:, inner]
        here, onward, work = np.eye(1, len(edges[inner]))[0], csr_array(chain.T), 0
        least = float(tail) if self.graph.is_cyclic else 0.0
        while here.sum() > least and work <= self.most_work:
            work += int(edges[inner][here > 0].sum())
            here = onward @ here
        if here.sum() <= least:
            return False
        return float(spsolve(csc_array(eye_array(len(here)) - chain), np.ones(len(here)))[0]) <= thresholds.CHAIN_LENGTH

    def too_long(self) -> UnsupportedError:
        """Return the reason why fractions are given up."""
        return UnsupportedError(f"{type(self.graph.game).name}: plays have many different payoffs, or are long")


class _Visits:
    """The expected visits of each position; the inflow so far for a position whose component is not solved yet."""

    def __init__(self, chain: ExactChain) -> None:
        self.chain, self.totals = chain.graph, chain.graph.totals
        self.first: list[int] = chain.first.tolist()
        self.targets: list[int] = chain.targets.tolist()
        self.weights: list[int] = chain.graph.weights.tolist()
        self.never_left: list[bool] = chain.never_left.tolist()
        self.expected = [Bounds(0, 0)] * len(self.never_left)
        self.expected[0] = Bounds(1, 1)

    def propagate_position(self, given: None, i: int) -> int:
        """Add the inflow of the successors of a position outside cycles."""
        for there, chance in self.successors(i):
            self.propagate(i, there, chance)
        return DONE

    def propagate_component(self, given: None, part: Sequence[int], place: Sequence[int], registers: Any) -> int:
        """Solve for the visits of a component, and add the inflow of its successors."""
        if self.never_left[part[0]]:
            return DONE
        inside: list[Row] = [{} for _ in part]  # of each the positions that lead to it, with their chances
        leaving: list[tuple[int, int, Fraction]] = []
        for i in part:
            for there, chance in self.successors(i):
                if place[there] >= 0:
                    row = inside[place[there]]
                    row[place[i]] = row.get(place[i], 0) + chance
                else:
                    leaving.append((i, there, chance))
        self.solve(part, inside)
        for way in leaving:
            self.propagate(*way)
        return DONE

    def successors(self, i: int) -> Iterator[tuple[int, Fraction]]:
        """Yield the successors of a position with their probabilities."""
        for edge in range(self.first[i], self.first[i + 1]):
            yield self.targets[edge], Fraction(self.weights[edge], self.totals[i])

    def propagate(self, i: int, there: int, chance: Fraction) -> None:
        """Add the flow from one position to another, with bounds rounded outwards."""
        before, more = self.expected[there], self.expected[i]
        self.expected[there] = outwards(Bounds(before.low + more.low * chance, before.high + more.high * chance))

    def solve(self, part: Sequence[int], inside: list[Row]) -> None:
        """Replace the inflow of a component by its visits, x = P' x + b; ``inside`` are the rows of P'."""
        low, high = ([self.expected[i][side] for i in part] for side in (0, 1))
        try:
            visits = Chain(inside).between(low, high)
        except NotTransient:
            raise UnsupportedError(
                f"{broken_rules.at(self.chain.game, self.chain.states[part[0]])}: this state and {len(part) - 1:,} "
                "others lead back to each other and are left too late to tell how play ends"
            ) from None
        for i, bounds in zip(part, visits, strict=True):
            self.expected[i] = outwards(bounds)
