"""Values in a component of flat arrays by linear equations, for one policy after another, each better; then proven."""

from typing import Any

import numpy as np

from faceup.engines.limits import Limits
from faceup.engines.solve.flat_bounds import bounded, missing
from faceup.engines.solve.flat_choices import chosen, rests
from faceup.engines.solve.flat_loops import compiled
from faceup.engines.solve.flat_positions import Flat, gathered
from faceup.engines.solve.flat_settling import written
from faceup.engines.solve.flat_sweeps import OFTEN
from faceup.engines.solve.table import LimitHit, look_at_limits
from faceup.numbers.intervals import TINY
from faceup.numbers.linear_systems import NotTransient, sparse_solver
from faceup.rules.contract import CHANCE

FACTOR_BYTES = 24  # two factors, each entry with its place
MOST_POLICIES = 60  # that are tried, each better than the one before


def by_equations(flat: Flat, members: Any, place: Any, values: Any, limits: Limits) -> bool:
    """Solve linear equations for one policy after another, each better, and prove what the last one is worth.

    Raises LimitHit, also where the factors of the equations may take too much memory.
    """
    choose, rest = compiled(chosen), compiled(rests)
    count = len(members)
    flat.values[members] = values if np.isfinite(values).all() else 0.0
    edges, gains, before = np.full(count, -1), np.empty(count), None
    finer = np.zeros(len(flat.turns))
    try:
        for _ in range(MOST_POLICIES):
            look_at_limits(limits, len(flat.turns))
            choose(flat, members, place, edges, gains)
            if before is not None and (edges == before).all():
                break
            before = edges.copy()
            chain = chain_of(flat, members, place, edges)
            if factor_bytes(chain) > limits.memory:
                raise LimitHit(-np.inf, np.inf, len(flat.turns))
            solver = sparse_solver(chain)
            flat.values[members] = solver(gains)
        else:
            return False
        flat = flat._replace(finer=finer)
        for _ in range(3):
            rest(flat, members, edges, gains)
            step = solver(gains)
            high = flat.values[members] + (step + finer[members])
            finer[members] = (flat.values[members] - high) + step + finer[members]
            flat.values[members] = high
        part, least = compiled(gathered)(flat, members, place), np.empty(count)
        missed = compiled(missing)(flat, members, place, part, least)
        if not missed < np.inf:
            return False
        outside = np.where((part.kinds == CHANCE) | inside_not(flat, place, edges), part.outside, 0.0)
        slack = 4.0 * max(missed, TINY) + 2.0**-43 * max(0.0, float(outside.max()))
        errors = np.maximum(solver(outside + slack) * 1.01, 0.0)
    except (NotTransient, ValueError):  # singular, as far as floats can tell
        return False
    if not np.isfinite(errors).all() or not compiled(bounded)(part, least, missed, errors, 4 * OFTEN):
        return False
    compiled(written)(flat, members, errors)
    return True


def inside_not(flat: Flat, place: Any, edges: Any) -> Any:
    """Of which positions the chosen move leads out."""
    return (edges >= 0) & (place[flat.targets[edges]] < 0)


def chain_of(flat: Flat, members: Any, place: Any, edges: Any) -> Any:
    """The chances P, a sparse matrix, with which each member leads to each other where these moves are chosen."""
    from scipy.sparse import csc_matrix

    count = len(members)
    first, last = flat.first[members], flat.first[members + 1]
    throws = edges < 0
    spans = np.where(throws, last - first, 1)
    rows = np.repeat(np.arange(count), spans)
    begins = np.where(throws, first, edges)
    all_edges = np.arange(len(rows)) - np.repeat(np.cumsum(spans) - spans, spans) + begins[rows]
    weights = np.ones(len(rows))
    if len(flat.weights):
        weights[throws[rows]] = flat.weights[all_edges[throws[rows]]]
    chances = weights / np.bincount(rows, weights, count)[rows]
    columns = place[flat.targets[all_edges]]
    inside = columns >= 0
    return csc_matrix((chances[inside], (rows[inside], columns[inside])), shape=(count, count))


def factor_bytes(chain: Any) -> float:
    """In how much memory, about, ``sparse_solver`` finds its factors: within the envelope of a good order."""
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    count = chain.shape[0]
    order = reverse_cuthill_mckee((chain + chain.T).tocsr(), symmetric_mode=True)
    places = np.empty(count, np.int64)
    places[order] = np.arange(count)
    entries = chain.tocoo()
    rows, columns = places[entries.row], places[entries.col]
    nearest = np.arange(count)
    np.minimum.at(nearest, np.maximum(rows, columns), np.minimum(rows, columns))
    return FACTOR_BYTES * float((np.arange(count) - nearest + 1).sum())
