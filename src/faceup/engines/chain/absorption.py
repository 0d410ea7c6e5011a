"""Absorption probabilities of a chain in flat arrays, from the expected visits of its positions, with a proven bound.

The expected visits x of transient positions satisfy x = b + P' x, with P' the transposed transition matrix and b one
visit of the start (Kemeny and Snell, Finite Markov Chains (1960), 3.2). They are estimated component by component, from
the start to the ends; within a component by Gauss-Seidel sweeps, as ``value_iteration`` estimates values.

The residual r = b + P' x - x of any estimate x bounds the total error of the absorption probabilities. The truth is x +
(I - P')^-1 r, and every visit is absorbed with probability 1, so the probabilities that x gives differ from the truth
by at most the sum of |r|. The residual is computed with twice the digits of a float.

All of this is compiled; it also runs in CPython, slowly, with the same results.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.component_driver import APART, DONE, solve_components, solve_in_turn
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.flat_components import Part
from faceup.engines.solve.cyclic.flat_solver import iterate_values
from faceup.engines.solve.cyclic.loops import STEPS, in_components
from faceup.engines.solve.cyclic.policy_iteration import solver_within
from faceup.engines.solve.cyclic.value_iteration import SLICE, estimate_values
from faceup.engines.solve.cyclic.walk import Graph
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.native.kernels import kernels_of
from faceup.numbers.intervals import EXACT, ROUNDING, TINY, two_product, two_sum
from faceup.numbers.linear_systems import NotTransient
from faceup.rules.contract import CHANCE, OVER

LEAST = 2.0**-900  # smaller probabilities are dropped, since their products would lose digits

PRECISE = 2.0**-45  # of all plays: a residual that is larger is followed, too
REFINED = 3  # times at most


class FlatChain(NamedTuple):
    """A chain in flat arrays; positions that are over have no edges.

    ``totals`` are the sums of the weights of each position. ``order`` and ``starts`` are the components, ends first.
    """

    turns: Any
    first: Any
    targets: Any
    weights: Any
    totals: Any
    order: Any
    starts: Any


class UnitChain(NamedTuple):
    """A chain in which each move takes one unit or none.

    ``steps`` marks the moves that take one; it is empty if all do. At most ``depth`` moves without a unit follow each
    other.
    """

    chain: FlatChain
    never_left: Any
    steps: Any
    depth: int = 0
    start: int = 0


def moves_as_units(chain: FlatChain, never_left: Any) -> UnitChain:
    """Return the chain in which each move takes one unit."""
    return UnitChain(chain, never_left, np.empty(0, np.bool_))


def sum_weights(first: Any, weights: Any, totals: Any) -> None:
    """Write the sum of the weights of each position to ``totals``; 1 for a position without edges."""
    for i in range(len(first) - 1):
        total = 0.0
        for edge in range(first[i], first[i + 1]):
            total += weights[edge]
        totals[i] = total if total > 0.0 else 1.0


def mark_never_left(turns: Any, first: Any, targets: Any, order: Any, starts: Any, never_left: Any) -> int:
    """Mark the positions of closed components, which are not over; return how many there are."""
    count = 0
    part = np.empty(len(turns), np.int32)
    for c in range(len(starts) - 1):
        for k in range(starts[c], starts[c + 1]):
            part[order[k]] = c
    for c in range(len(starts) - 1):
        left = turns[order[starts[c]]] == OVER
        for k in range(starts[c], starts[c + 1]):
            for edge in range(first[order[k]], first[order[k] + 1]):
                left = left or part[targets[edge]] != c
        if not left:
            for k in range(starts[c], starts[c + 1]):
                never_left[order[k]] = True
                count += 1
    return count


def solve_visits(chain: Any, visits: Any, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """Turn the inflow from outside into the expected visits, component by component; return the status of the loop."""
    return solve_components(
        propagate_position, propagate_component, chain, visits, (1, SLICE), order, starts, turns, place, registers
    )


def propagate_position(chain: Any, visits: Any, i: int) -> int:
    """Add the inflow of the successors of a position outside cycles."""
    if chain.turns[i] != OVER:
        share = visits_per_weight(chain, visits, i)
        for edge in range(chain.first[i], chain.first[i + 1]):
            visits[chain.targets[edge]] += share * chain.weights[edge]
    return DONE


def propagate_component(chain: Any, visits: Any, members: Any, place: Any, registers: Any) -> int:
    """Estimate the visits of a component, and add the inflow of its successors; APART if that fails."""
    part = visit_equations(chain, members, place, visits)
    near, estimates = estimate_values(part)
    if not near:
        return APART
    write_visits(members, estimates, visits)
    propagate_outside(chain, members, place, visits)
    return DONE


def visit_equations(chain: Any, members: Any, place: Any, visits: Any) -> Any:
    """Return the equations x = b + P' x of a component, and set the places of its members, the last one first.

    The chance that a position stays where it is, is solved for: b and the chances are divided by what is left of 1.
    """
    # With q the chance of staying, x = b + q x + ... becomes x = b / (1 - q) + ...: ``own`` is 1 - q. The edges of P'
    # into a member are gathered by counting them, by prefix sums, and by filling them in (a transposition).
    count = len(members)
    for k in range(count):
        place[members[k]] = count - 1 - k
    first, own = np.zeros(count + 1, np.int64), np.ones(count)
    for k in range(count):
        i = members[k]
        for edge in range(chain.first[i], chain.first[i + 1]):
            there = place[chain.targets[edge]]
            if there == place[i]:
                own[there] -= chain.weights[edge] / chain.totals[i]
            elif there >= 0:
                first[there + 1] += 1
    for k in range(count):
        first[k + 1] += first[k]
    at = first[:count].copy()
    targets, factors = np.empty(first[count], np.int32), np.empty(first[count])
    outside = np.empty(count)
    for k in range(count):
        i = members[k]
        own[place[i]] = max(own[place[i]], 2.0**-53)
        outside[place[i]] = visits[i] / own[place[i]]
    for k in range(count):
        i = members[k]
        for edge in range(chain.first[i], chain.first[i + 1]):
            there = place[chain.targets[edge]]
            if there >= 0 and there != place[i]:
                targets[at[there]] = place[i]
                factors[at[there]] = chain.weights[edge] / chain.totals[i] / own[there]
                at[there] += 1
    return Part(np.full(count, CHANCE, np.int8), np.zeros(0, np.bool_), first, targets, factors, outside)


def write_visits(members: Any, estimates: Any, visits: Any) -> None:
    """Write the estimates, the last member's first, to the visits."""
    for k in range(len(members)):
        visits[members[k]] = estimates[len(members) - 1 - k]


def propagate_outside(chain: Any, members: Any, place: Any, visits: Any) -> None:
    """Add the inflow from the members, which have places, to the positions outside."""
    for k in range(len(members)):
        i = members[k]
        share = visits_per_weight(chain, visits, i)
        for edge in range(chain.first[i], chain.first[i + 1]):
            if place[chain.targets[edge]] < 0:
                visits[chain.targets[edge]] += share * chain.weights[edge]


def visits_per_weight(chain: Any, visits: Any, i: int) -> float:
    """Return the visits of a position divided by its total weight; visits below LEAST become 0."""
    if abs(visits[i]) < LEAST:
        visits[i] = 0.0
    return visits[i] / chain.totals[i]  # type: ignore[no-any-return]


def flow_residuals(chain: Any, start: int, visits: Any, finer: Any, high: Any, low: Any, sizes: Any) -> None:
    """Compute the residual b + P' x - x of the expected visits as ``high + low``; at an end, its inflow.

    The visits x are ``visits + finer``. Every product and every sum into ``high`` is exact with its error in ``low``,
    which is wrong only by the rounding of a sum of numbers whose absolute values add up to ``sizes``.
    """
    high[start] = 1.0
    for i in range(len(chain.turns)):
        if chain.turns[i] == OVER or (visits[i] == 0.0 and finer[i] == 0.0):
            continue
        # x = share * total + rest exactly: ``rest`` is the remainder of the division.
        total = chain.totals[i]
        share = visits[i] / total
        product, lost = two_product(share, total)
        rest = (visits[i] - product) - lost
        size = (abs(rest) + abs(finer[i])) / total
        rest = (rest + finer[i]) / total
        high[i], more = two_sum(high[i], -visits[i])
        low[i] += more - finer[i]
        sizes[i] += abs(more) + abs(finer[i])
        for edge in range(chain.first[i], chain.first[i + 1]):
            there, weight = chain.targets[edge], chain.weights[edge]
            product, lost = two_product(weight, share)
            high[there], more = two_sum(high[there], product)
            low[there] += (more + lost) + weight * rest
            sizes[there] += abs(more) + abs(lost) + weight * size


compiled = kernels_of(
    (
        *STEPS,
        visit_equations,
        write_visits,
        visits_per_weight,
        propagate_outside,
        propagate_position,
        propagate_component,
    )
)


class EndShares(NamedTuple):
    """The absorption probability of each position that is over; the sum of all errors is at most ``error``."""

    shares: Any
    error: float


def flat_chain(graph: Graph) -> tuple[FlatChain, Any]:
    """Return the chain, with positions that are never left as ends, and the marks of those. Raises Unfit."""
    turns, first, targets, weights = graph.turns, graph.first, graph.targets, graph.weights
    order, starts = in_components(first, targets)
    never_left = np.zeros(len(turns), np.bool_)
    if compiled(mark_never_left)(turns, first, targets, order, starts, never_left):
        turns = np.where(never_left, OVER, turns).astype(np.int8)
        going = np.repeat(~never_left, np.diff(first))
        first = np.append(0, np.cumsum(np.where(never_left, 0, np.diff(first))))
        targets, weights = targets[going], weights[going]
        order, starts = in_components(first, targets)
    totals = np.empty(len(turns))
    compiled(sum_weights)(first, weights, totals)
    if not totals.max() < EXACT:
        raise Unfit("cannot compute with odds as large as these")
    return FlatChain(turns, first, targets, weights, totals, order, starts), never_left


def end_shares(chain: FlatChain, limits: Limits) -> EndShares:
    """Return the absorption probabilities from the first position, with a bound on their total error.

    While the residual is large, the visits that it would cause are added (iterative refinement). Raises Unfit,
    LimitHit.
    """
    count = len(chain.turns)
    start = np.zeros(count)
    start[0] = 1.0
    visits, finer = expected_visits(chain, start, limits), np.zeros(count)
    for _ in range(REFINED):
        inflow, error = _flow_residual(chain, visits, finer)
        if error < PRECISE:
            break
        step = expected_visits(chain, np.where(chain.turns == OVER, 0.0, inflow), limits)
        sums = visits + (finer + step)
        finer = (visits - sums) + (finer + step)  # what the sum has lost
        visits = sums
    else:
        inflow, error = _flow_residual(chain, visits, finer)
    if not error < 1.0:
        raise Unfit("finds no bounds on how this ends")
    return EndShares(np.where(chain.turns == OVER, np.maximum(inflow, 0.0), 0.0), error)


def _flow_residual(chain: FlatChain, visits: Any, finer: Any) -> tuple[Any, float]:
    """Return the flow residual of each position, and a bound on the total error of the absorption probabilities."""
    count = len(chain.turns)
    high, low, sizes = np.zeros(count), np.zeros(count), np.zeros(count)
    compiled(flow_residuals)(chain, 0, visits, finer, high, low, sizes)
    left = high + low
    slack = 1.01 * ROUNDING * (len(chain.targets) + count + 16) * float(sizes.sum()) + len(chain.targets) * TINY
    error = float(np.abs(left[chain.turns != OVER]).sum()) * (1 + count * ROUNDING)
    return left, (error + slack + 4 * ROUNDING) * (1 + 2.0**-40)


def expected_visits(chain: FlatChain, initial: Any, limits: Limits) -> Any:
    """Estimate the expected visits to each position, if ``initial`` plays start there. Raises Unfit, LimitHit."""
    visits, count = initial.copy(), len(chain.turns)

    def look(_: int) -> None:
        look_at_limits(limits, count)

    def apart(members: Any, place: Any) -> bool:
        part = compiled(visit_equations)(chain, members, place, visits)
        near, estimates = iterate_values(part, limits, count)
        visits[members] = (estimates if near else solve_sparse(part, limits))[::-1]
        compiled(propagate_outside)(chain, members, place, visits)
        place[members] = -1
        return False

    loop, components = partial(compiled(solve_visits), chain, visits), (chain.order, chain.starts)
    solve_in_turn(loop, components, np.full(count, -1, np.int32), look, apart, backwards=False)
    return visits


def solve_sparse(part: Any, limits: Limits) -> Any:
    """Return the expected visits within a component, by sparse linear equations. Raises Unfit, LimitHit."""
    from scipy.sparse import csr_matrix

    count = len(part.outside)
    chances = csr_matrix((part.factors, part.targets, part.first), shape=(count, count)).tocsc()
    try:
        return solver_within(chances, limits, count)(part.outside)
    except NotTransient as error:
        raise Unfit("finds no bounds where play leaves positions too late") from error
