"""How a chain ends, in flat arrays: how often each position is met, and with which probability each end, proven."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.limits import Limits
from faceup.engines.outcomes import flat_visits_kernel
from faceup.engines.outcomes.flat_visits_kernel import DONE, HARD, LEAST, STEPS, Chain
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.flat_equations import factor_bytes
from faceup.engines.solve.flat_loops import in_components
from faceup.engines.solve.native_walk import Graph
from faceup.engines.solve.table import LimitHit, look_at_limits
from faceup.native.kernels import shared_kernel
from faceup.numbers.intervals import EXACT, ROUNDING, TINY
from faceup.numbers.linear_systems import NotTransient, sparse_solver
from faceup.rules.contract import OVER

PRECISE = 2.0**-45  # of all plays: where more is missed, what was missed is followed, too
PATIENCE = 64  # times that a large component is gone through, after which less must change than a sixteenth
REFINED = 3  # times at most


class Ends(NamedTuple):
    """What share of plays comes to each position that is over; together wrong by no more than ``error``."""

    shares: Any
    error: float


@cache
def compiled(name: str) -> Any:
    """One of the functions on flat arrays in machine code."""
    function = getattr(flat_visits_kernel, name)
    before = STEPS.index(function) if function in STEPS else len(STEPS)
    return shared_kernel(function, STEPS[:before])


def chain_of(graph: Graph) -> tuple[Chain, Any]:
    """The chain, in which positions that are never left are over, too, and which these are. Raises Unfit."""
    turns, first, targets, weights = graph.turns, graph.first, graph.targets, graph.weights
    order, starts = in_components(first, targets)
    stays = np.zeros(len(turns), np.bool_)
    if compiled("never_left")(turns, first, targets, order, starts, stays):
        turns = np.where(stays, OVER, turns).astype(np.int8)
        going = np.repeat(~stays, np.diff(first))
        first = np.append(0, np.cumsum(np.where(stays, 0, np.diff(first))))
        targets, weights = targets[going], weights[going]
        order, starts = in_components(first, targets)
    totals = np.empty(len(turns))
    compiled("weighed")(first, weights, totals)
    if not totals.max() < EXACT:
        raise Unfit("has no odds as large as these")
    return Chain(turns, first, targets, weights, totals, order, starts), stays


def ends_of(chain: Chain, limits: Limits) -> Ends:
    """How the chain ends, from its first position on. Raises Unfit, LimitHit."""
    count = len(chain.turns)
    start = np.zeros(count)
    start[0] = 1.0
    visits, finer = visited(chain, start, limits), np.zeros(count)
    for _ in range(REFINED):
        inflow, error = _missed(chain, visits, finer)
        if error < PRECISE:
            break
        step = visited(chain, np.where(chain.turns == OVER, 0.0, inflow), limits)
        sums = visits + (finer + step)
        finer = (visits - sums) + (finer + step)
        visits = sums
    else:
        inflow, error = _missed(chain, visits, finer)
    if not error < 1.0:
        raise Unfit("finds no bounds on how this ends")
    return Ends(np.where(chain.turns == OVER, np.maximum(inflow, 0.0), 0.0), error)


def _missed(chain: Chain, visits: Any, finer: Any) -> tuple[Any, float]:
    """What comes in at each position, less what goes on; and by how much all ends together are wrong at most."""
    count = len(chain.turns)
    high, low, sizes = np.zeros(count), np.zeros(count), np.zeros(count)
    compiled("missed")(chain, 0, visits, finer, high, low, sizes)
    left = high + low
    slack = 1.01 * ROUNDING * (len(chain.targets) + count + 16) * float(sizes.sum()) + len(chain.targets) * TINY
    error = float(np.abs(left[chain.turns != OVER]).sum()) * (1 + count * ROUNDING)
    return left, (error + slack + 4 * ROUNDING) * (1 + 2.0**-40)


def visited(chain: Chain, begun: Any, limits: Limits) -> Any:
    """How often each position is met, about, where so many begin there. Raises Unfit, LimitHit."""
    visits, place = begun.copy(), np.full(len(chain.turns), -1, np.int32)
    left = np.array([len(chain.starts) - 1])
    while True:
        look_at_limits(limits, len(chain.turns))
        said = compiled("flow")(chain, visits, place, left)
        if said == DONE:
            return visits
        if said == HARD:
            members = chain.order[chain.starts[left[0] - 1] : chain.starts[left[0]]]
            part = compiled("coming_in")(chain, members, place, visits)
            found = settled_visits(part, limits, len(chain.turns))
            visits[members] = (by_equations(part, limits) if found is None else found)[::-1]
            compiled("send_on")(chain, members, place, visits)
            place[members] = -1
            left[0] -= 1


def settled_visits(part: Any, limits: Limits, positions: int) -> Any:
    """Go through a large component until hardly anything changes; None where that would take too long."""
    found = np.zeros(len(part.outside))
    steps, before, mark, next_leap, times = np.zeros(len(found)), np.inf, np.inf, 0, 0
    while True:
        look_at_limits(limits, positions)
        old = found.copy()
        compiled("gone_through")(part, found, 1)
        change, size = float(np.abs(found - old).sum()), float(np.abs(found).sum()) + LEAST
        times += 1
        if change <= 2.0**-53 * size or (change < 2.0**-46 * size and change >= 0.9 * before):
            return found
        if times % PATIENCE == 0:
            if not change < mark / 16.0:
                return None
            mark = change
        before = change
        if times >= next_leap:
            compiled("leap")(part, found, steps)
            next_leap += 2 + times // 4


def by_equations(part: Any, limits: Limits) -> Any:
    """The same by linear equations. Raises Unfit, and LimitHit where they may take too much memory."""
    from scipy.sparse import csr_matrix

    count = len(part.outside)
    chances = csr_matrix((part.factors, part.targets, part.first), shape=(count, count)).tocsc()
    if factor_bytes(chances) > limits.memory:
        raise LimitHit(-np.inf, np.inf, count)
    try:
        return sparse_solver(chances)(part.outside)
    except NotTransient as error:
        raise Unfit("finds no bounds where positions are left too late") from error
