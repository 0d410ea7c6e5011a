"""Components that the compiled loop leaves to Python: large ones, slow ones, and those where somebody may stay."""

from fractions import Fraction
from typing import Any

import numpy as np

from faceup.engines.decision_process import Inexact, Unsettled, Way
from faceup.engines.limits import Limits
from faceup.engines.linear_systems import NotTransient, sparse_solver
from faceup.engines.numbers import Exact, simplest
from faceup.engines.recursive_game import solved
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.flat_bounds import bounded, missing
from faceup.engines.solve.flat_choices import chosen, rests
from faceup.engines.solve.flat_loops import compiled
from faceup.engines.solve.flat_positions import Flat, Part, gathered, ways_to_stay
from faceup.engines.solve.flat_settling import LARGE, MOST_WORK, SLICE, proven, written
from faceup.engines.solve.flat_sweeps import NEAR, OFTEN, ONWARD, PATIENCE, Sweep, sweep_from, swept
from faceup.engines.solve.flat_together import Together
from faceup.engines.solve.native_kernel import EXACT, TINY
from faceup.engines.solve.table import LimitHit, look_at_limits
from faceup.rules.contract import CHANCE

MOST_EXACT = 500  # positions among which somebody may stay for ever, that are solved in fractions
FACTOR_BYTES = 24  # two factors, each entry with its place
MOST_POLICIES = 60  # that are tried, each better than the one before


def solve_hard(flat: Flat, members: Any, place: Any, endless: Exact, limits: Limits) -> bool:
    """Find the values of these, whose ``place`` is set; whether play may be kept there for ever. Raises Unfit."""
    part = compiled(gathered)(flat, members, place)
    options = compiled(ways_to_stay)(part)
    if not options.any():
        within_bounds(flat, members, place, part, limits)
        return False
    if len(members) <= MOST_EXACT:
        return in_fractions(flat, members, place, endless)
    together = Together(flat, members, place, np.flatnonzero(options).tolist(), endless)
    joined = together.flat
    own = np.arange(together.count, dtype=np.int32)
    inside = np.full(len(joined.turns), -1, np.int32)
    inside[own] = own
    within_bounds(joined, own, inside, compiled(gathered)(joined, own, inside), limits)
    together.apart()
    return bool(together.parts)


def within_bounds(flat: Flat, members: Any, place: Any, part: Part, limits: Limits) -> None:
    """Find values by going through the positions, or by linear equations, and prove them. Raises Unfit."""
    edges = max(len(part.targets), 1)
    most = max(MOST_WORK // edges, 50 * PATIENCE) if edges > LARGE else MOST_WORK // edges
    sweep = sweep_from(np.zeros(len(members)))
    if estimated(part, sweep, most, limits, len(flat.turns)) and compiled(proven)(
        flat, members, place, part, sweep.values, most
    ):
        return
    if not by_equations(flat, members, place, sweep.values, limits):
        raise Unfit(f"finds no bounds where positions lead back to each other, {len(members):,} here")


def estimated(part: Part, sweep: Sweep, most: int, limits: Limits, positions: int) -> bool:
    """Go through the positions until nothing changes; False where that would take too long."""
    while (said := compiled(swept)(part, sweep, most, SLICE)) == ONWARD:
        look_at_limits(limits, positions)
    return bool(said == NEAR)


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


def in_fractions(flat: Flat, members: Any, place: Any, endless: Exact) -> bool:
    """Where somebody can keep play for ever: exactly, for the least and the most that is beyond."""
    turns = [int(turn) for turn in flat.turns[members]]
    try:
        low = solved([ways(flat, i, place, -1) for i in members.tolist()], turns, endless)
        exact = all(flat.errors[flat.targets[edge]] == 0.0 for i in members.tolist() for edge in edges_of(flat, i))
        high = low if exact else solved([ways(flat, i, place, 1) for i in members.tolist()], turns, endless)
    except (Unsettled, Inexact, NotTransient, AssertionError) as error:
        raise Unfit("finds no values where positions lead back to each other and play may be kept for ever") from error
    for k, i in enumerate(members.tolist()):
        least, most = Fraction(low.values[k]), Fraction(high.values[k])
        value = float((least + most) / 2)
        flat.values[i] = value
        wrong = max(most - Fraction(value), Fraction(value) - least)
        flat.errors[i] = float(wrong) * (1 + 2.0**-50) + TINY if wrong else 0.0
        flat.distances[i] = -1
        way = low.taken[k] if turns[k] != CHANCE else 0
        flat.onward[i] = flat.targets[flat.first[i] + way]
    return low.stays


def edges_of(flat: Flat, i: int) -> range:
    return range(int(flat.first[i]), int(flat.first[i + 1]))


def ways(flat: Flat, i: int, place: Any, side: int) -> list[Way]:
    """How play can go on at a position: one way for each move, or one for chance."""
    edges = edges_of(flat, i)
    if flat.turns[i] != CHANCE:
        return [way(flat, {edge: Fraction(1)}, place, side) for edge in edges]
    weights = {edge: int(flat.weights[edge]) for edge in edges}
    total = sum(weights.values())
    return [way(flat, {edge: Fraction(weight, total) for edge, weight in weights.items()}, place, side)]


def way(flat: Flat, chances: dict[int, Fraction], place: Any, side: int) -> Way:
    inside: dict[int, Fraction] = {}
    gain: Exact = 0
    paid = False
    for edge, chance in chances.items():
        there = int(flat.targets[edge])
        reward = Fraction(0)
        if len(flat.rewards):
            given = float(flat.rewards[edge])
            if abs(given) >= EXACT:  # whole numbers may have been rounded
                raise Unfit("has no numbers as large as these")
            reward = Fraction(repr(given))  # what rules mean by it
        gain += chance * reward
        if (k := int(place[there])) >= 0:
            inside[k] = inside.get(k, Fraction(0)) + chance
            paid = paid or reward != 0
        else:
            gain += chance * (Fraction(float(flat.values[there])) + side * Fraction(float(flat.errors[there])))
    return Way(inside, simplest(Fraction(gain)), paid)
