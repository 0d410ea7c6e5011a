"""Absorption probabilities of a chain in flat arrays, from the expected visits of its positions, with a proven bound.

The expected visits x of transient positions satisfy x = b + P' x, with P' the transposed chances and b one visit of the
start. They are estimated component by component, from the start on; positions that lead back to each other by going
through them again and again (Gauss and Seidel), as ``value_iteration`` does with values.

The residual r = b + P' x - x of any estimate bounds how wrong all absorption probabilities together are. The truth is
x + (I - P')^-1 r, and a visit of any position comes to an end with probability one: so the probabilities that x leads
to differ from the truth by no more than the sum of all sizes in r. It is computed with twice the digits.

All of this is compiled; as plain Python it gives the same, slowly.
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

LEAST = 2.0**-900  # a share that is smaller is left out, for its products would lose digits

PRECISE = 2.0**-45  # of all plays: where more is missed, what was missed is followed, too
REFINED = 3  # times at most


class FlatChain(NamedTuple):
    """Positions, of which those that are over have no edges; ``order`` and ``starts`` are their components, ends first.

    ``totals`` are what the weights of a position sum to.
    """

    turns: Any
    first: Any
    targets: Any
    weights: Any
    totals: Any
    order: Any
    starts: Any


class UnitChain(NamedTuple):
    """A chain in which moves take one unit or none: ``steps``, empty where each takes one, and how many that take none
    follow each other at most.
    """

    chain: FlatChain
    never_left: Any
    steps: Any
    depth: int = 0
    start: int = 0


def moves_as_units(chain: FlatChain, never_left: Any) -> UnitChain:
    """The chain in which each move takes one unit."""
    return UnitChain(chain, never_left, np.empty(0, np.bool_))


def sum_weights(first: Any, weights: Any, totals: Any) -> None:
    """What the weights of each position sum to; 1 where there are none."""
    for i in range(len(first) - 1):
        total = 0.0
        for edge in range(first[i], first[i + 1]):
            total += weights[edge]
        totals[i] = total if total > 0.0 else 1.0


def mark_never_left(turns: Any, first: Any, targets: Any, order: Any, starts: Any, never_left: Any) -> int:
    """Mark the positions that lead to each other and nowhere else; how many there are."""
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


def flow(chain: Any, visits: Any, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """From what comes in at each position to its visits, component by component, until Python is needed for one."""
    return solve_components(flow_on, flow_round, chain, visits, (1, SLICE), order, starts, turns, place, registers)


def flow_on(chain: Any, visits: Any, i: int) -> int:
    """From a position to which play does not come back."""
    if chain.turns[i] != OVER:
        share = share_of(chain, visits, i)
        for edge in range(chain.first[i], chain.first[i + 1]):
            visits[chain.targets[edge]] += share * chain.weights[edge]
    return DONE


def flow_round(chain: Any, visits: Any, members: Any, place: Any, registers: Any) -> int:
    """From positions that lead back to each other: APART where Python has to solve for their visits."""
    part = coming_in(chain, members, place, visits)
    near, estimates = estimate_values(part)
    if not near:
        return APART
    write_visits(members, estimates, visits)
    send_on(chain, members, place, visits)
    return DONE


def coming_in(chain: Any, members: Any, place: Any, visits: Any) -> Any:
    """The equations of the members, the last one first, and their places: with which chances each is come to.

    A position that may stay where it is has its visits all at once.
    """
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


def send_on(chain: Any, members: Any, place: Any, visits: Any) -> None:
    """Add what goes on from the members, which have places, to where it goes outside."""
    for k in range(len(members)):
        i = members[k]
        share = share_of(chain, visits, i)
        for edge in range(chain.first[i], chain.first[i + 1]):
            if place[chain.targets[edge]] < 0:
                visits[chain.targets[edge]] += share * chain.weights[edge]


def share_of(chain: Any, visits: Any, i: int) -> float:
    """What goes on from a position with a move whose weight is 1."""
    if abs(visits[i]) < LEAST:
        visits[i] = 0.0
    return visits[i] / chain.totals[i]  # type: ignore[no-any-return]


def flow_residuals(chain: Any, start: int, visits: Any, finer: Any, high: Any, low: Any, sizes: Any) -> None:
    """What comes in at each position, less its visits: ``high + low``, zero but for rounding where play goes on.

    ``low`` is wrong by the rounding of a sum of numbers whose sizes are in ``sizes``. ``finer`` are what visits have
    beyond their last digit. An end has what comes in.
    """
    high[start] = 1.0
    for i in range(len(chain.turns)):
        if chain.turns[i] == OVER or (visits[i] == 0.0 and finer[i] == 0.0):
            continue
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


# These functions, in machine code.
compiled = kernels_of((*STEPS, coming_in, write_visits, share_of, send_on, flow_on, flow_round))


class EndShares(NamedTuple):
    """The share of plays that comes to each position that is over; together wrong by no more than ``error``."""

    shares: Any
    error: float


def flat_chain(graph: Graph) -> tuple[FlatChain, Any]:
    """The chain, in which positions that are never left are over, too, and the marks of those. Raises Unfit."""
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
    """How the chain ends, from its first position on. Raises Unfit, LimitHit."""
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
        finer = (visits - sums) + (finer + step)
        visits = sums
    else:
        inflow, error = _flow_residual(chain, visits, finer)
    if not error < 1.0:
        raise Unfit("finds no bounds on how this ends")
    return EndShares(np.where(chain.turns == OVER, np.maximum(inflow, 0.0), 0.0), error)


def _flow_residual(chain: FlatChain, visits: Any, finer: Any) -> tuple[Any, float]:
    """What comes in at each position, less what goes on; and by how much all ends together are wrong at most."""
    count = len(chain.turns)
    high, low, sizes = np.zeros(count), np.zeros(count), np.zeros(count)
    compiled(flow_residuals)(chain, 0, visits, finer, high, low, sizes)
    left = high + low
    slack = 1.01 * ROUNDING * (len(chain.targets) + count + 16) * float(sizes.sum()) + len(chain.targets) * TINY
    error = float(np.abs(left[chain.turns != OVER]).sum()) * (1 + count * ROUNDING)
    return left, (error + slack + 4 * ROUNDING) * (1 + 2.0**-40)


def expected_visits(chain: FlatChain, begun: Any, limits: Limits) -> Any:
    """Estimate the expected visits to each position, if ``begun`` plays start there. Raises Unfit, LimitHit."""
    visits, count = begun.copy(), len(chain.turns)

    def look(_: int) -> None:
        look_at_limits(limits, count)

    def apart(members: Any, place: Any) -> bool:
        part = compiled(coming_in)(chain, members, place, visits)
        near, estimates = iterate_values(part, limits, count)
        visits[members] = (estimates if near else by_equations(part, limits))[::-1]
        compiled(send_on)(chain, members, place, visits)
        place[members] = -1
        return False

    loop, components = partial(compiled(flow), chain, visits), (chain.order, chain.starts)
    solve_in_turn(loop, components, np.full(count, -1, np.int32), look, apart, backwards=False)
    return visits


def by_equations(part: Any, limits: Limits) -> Any:
    """The expected visits within a component, by sparse linear equations. Raises Unfit, LimitHit."""
    from scipy.sparse import csr_matrix

    count = len(part.outside)
    chances = csr_matrix((part.factors, part.targets, part.first), shape=(count, count)).tocsc()
    try:
        return solver_within(chances, limits, count)(part.outside)
    except NotTransient as error:
        raise Unfit("finds no bounds where play leaves positions too late") from error
