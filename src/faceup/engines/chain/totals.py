"""The distribution of the total gain of a Markov chain in flat arrays, if rewards add to the payoff.

Gains are whole multiples of one unit; shares are lower bounds, as in ``lengths``.

If all rewards have one sign, or play cannot both gain and lose without end, the gain is the length of another chain, in
which a unit of gain is a move. A move that gains several units passes through waiting positions, and so does an end
with a payoff; a move that gains nothing takes no time. Cycles of moves without gain are replaced by the probabilities
of leaving them: exact fractions, or numbers with more digits than a float. So every proof about lengths, tails
included, holds for totals.

Otherwise the probability of each pair of a position and a sum so far is pushed forward, move by move.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import gcd
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.absorption import LEAST, FlatChain, UnitChain, moves_as_units
from faceup.engines.chain.lengths import NEGLIGIBLE, WORK_LIMIT, at_least, lengths_of
from faceup.engines.chain.markov_chain import Plays, Units, in_components, most_from, whole_units
from faceup.engines.graph.game_graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.numbers.linear_systems import Chain, NotTransient, Row
from faceup.numbers.value import simplest
from faceup.results.samples.long_plays import LongTotals
from faceup.rules.contract import CHANCE, OVER

MOST_WAITING = 1 << 20  # positions that wait for the rest of a gain
MOST_ROUND_WORK = 1 << 19  # positions of rounds without gain, times the ways out of each
CLOSE = Fraction(1, 1 << 60)  # of a probability: bounds this close are rounded like an exact number


class Totals(NamedTuple):
    """Lower bounds of the share of plays with each total, the tail of larger totals, and the limit that was reached."""

    shares: dict[Exact, Fraction]
    long_totals: LongTotals | None
    limit: str


class Edges(NamedTuple):
    """Edges from ``sources`` to ``targets`` with their odds and gains in units, in no order."""

    sources: Any
    targets: Any
    weights: Any
    gains: Any


def totals_by_length(
    chain: FlatChain, never_left: Any, ends: Any, gains: Any, unit: int, tail: float, limits: Limits
) -> Totals:
    """Return the totals, counted unit by unit up from the least or down from the most; ``unit`` units make 1.

    ``ends`` are payoffs and ``gains`` rewards in units. Raises Unfit if play can both gain and lose without end, or if
    the chain needs too many waiting positions.
    """
    over = (chain.turns == OVER) & ~never_left
    if not over.any():
        return Totals({}, None, "")
    begin, sign = 0, 1
    if (gains > 0).any() and (gains < 0).any():
        begin, sign, ends, gains = _with_potentials(chain, over, ends, gains)
    elif (gains < 0).any():
        sign, ends, gains = -1, -ends, -gains
    least = int(ends[over].min())
    ends = np.where(over, ends - least, 0)
    step = gcd(int(np.gcd.reduce(gains, initial=0)), int(np.gcd.reduce(ends, initial=0))) or 1
    counted = _unit_chain(chain, never_left, ends // step, gains // step)
    lengths = lengths_of(counted, tail, limits)
    first, each = Fraction(begin + sign * least, unit), Fraction(sign * step, unit)
    shares = {simplest(first + each * n): share for n, share in lengths.shares.items()}
    long_totals = LongTotals(first, each, lengths.long_plays) if lengths.long_plays else None
    return Totals(dict(sorted(shares.items())), long_totals, lengths.limit)


def _with_potentials(chain: FlatChain, over: Any, ends: Any, gains: Any) -> tuple[int, int, Any, Any]:
    """Return the least (or most) total from the start, the sign of the rest, and what ends and moves add to the rest.

    Potentials make every gain nonnegative (Johnson 1977): a move adds its gain plus the least total after it, minus the
    least total before it. Raises Unfit if play can both gain and lose without end.
    """
    order, starts = in_components(chain.first, chain.targets)
    sources = np.repeat(np.arange(len(over)), np.diff(chain.first))
    for sign in (1, -1):  # beside the least, or the most
        to_come = -most_from(
            *(chain.first, chain.targets, -sign * gains, np.where(over, -sign * ends, -np.inf)), order, starts
        )
        if np.isnan(to_come).any() or (to_come == -np.inf).any():
            continue
        ending = np.isfinite(to_come)  # elsewhere no play ends
        # With p(s) the least (or most) total from s, each gain becomes gain + p(target) - p(source), of one sign.
        known = np.where(ending, to_come, 0).astype(np.int64)
        both = ending[sources] & ending[chain.targets]
        wasted = np.where(both, sign * gains + known[chain.targets] - known[sources], 0)
        return sign * int(known[0]), sign, np.where(over, sign * ends - known, 0), wasted
    raise Unfit("cannot add up rewards where play can both gain and lose without end")


def _unit_chain(chain: FlatChain, never_left: Any, ends: Any, gains: Any) -> UnitChain:
    """Return the chain in which each move takes one unit or none, with positions in the order of ``_in_order``."""
    count = len(chain.turns)
    sources = np.repeat(np.arange(count), np.diff(chain.first))
    edges, totals = Edges(sources, chain.targets.astype(np.int64), chain.weights.astype(float), gains), chain.totals
    paid = np.flatnonzero(ends > 0)
    turns = np.append(chain.turns, np.int8(OVER))
    if len(paid):  # they wait for their payoff, and end together
        turns[paid] = CHANCE
        more = Edges(paid, np.full(len(paid), count), np.ones(len(paid)), ends[paid])
        edges = Edges(*(np.concatenate(columns) for columns in zip(edges, more, strict=True)))
    totals, never_left = np.append(totals, 1.0), np.append(never_left, False)
    edges, totals = _without_zero_cycles(edges, totals)
    edges, waiting = _unit_steps(edges, len(turns))
    turns = np.append(turns, np.full(waiting, CHANCE, np.int8))
    totals, never_left = np.append(totals, np.ones(waiting)), np.append(never_left, np.zeros(waiting, np.bool_))
    return _in_order(edges, turns, totals, never_left)


def _by_source(edges: Edges, count: int) -> tuple[Edges, Any]:
    """Return the edges sorted by source, and the index at which those of each source begin."""
    order = np.argsort(edges.sources, kind="stable")
    first = np.append(0, np.cumsum(np.bincount(edges.sources, minlength=count)))
    return Edges(*(column[order] for column in edges)), first


def _unit_steps(edges: Edges, count: int) -> tuple[Edges, int]:
    """Split larger gains into moves of one unit through waiting positions; return the edges and how many of these."""
    large = edges.gains > 1
    if not large.any():
        return edges, 0
    waits = np.zeros(count, np.int64)  # how long, at most, before each target
    np.maximum.at(waits, edges.targets[large], edges.gains[large] - 1)
    if waits.sum() > MOST_WAITING:
        raise Unfit("cannot add up rewards as large as these")
    base = count + np.cumsum(waits) - waits  # where those before each target begin, the nearest first
    before, places = np.flatnonzero(waits), count + np.arange(waits.sum())
    onward = places - 1
    onward[base[before] - count] = before
    targets = np.where(large, base[edges.targets] + edges.gains - 2, edges.targets)
    return (
        Edges(
            np.append(edges.sources, places),
            np.append(targets, onward),
            np.append(edges.weights, np.ones(len(places))),
            np.append(np.minimum(edges.gains, 1), np.ones(len(places), np.int64)),
        ),
        len(places),
    )


def _without_zero_cycles(edges: Edges, totals: Any) -> tuple[Edges, Any]:
    """Replace the edges of cycles without gain by edges that leave them. Raises Unfit if there are too many."""
    count = len(totals)
    nothing = edges.gains == 0
    free, first = _by_source(Edges(*(column[nothing] for column in edges)), count)
    order, starts = in_components(first, free.targets)
    part = np.empty(count, np.int64)
    part[order] = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    inside = nothing & (part[edges.sources] == part[edges.targets])
    if not inside.any():
        return edges, totals
    ringed = np.unique(part[edges.sources[inside]])
    edges, first = _by_source(edges, count)
    totals = totals.copy()
    outside = ~np.isin(part[edges.sources], ringed)
    parts: list[list[Any]] = [[column[outside]] for column in edges]
    work = 0
    for each in ringed.tolist():
        members = order[starts[each] : starts[each + 1]].tolist()
        rows, ways = _exits(edges, first, totals, members)
        work += len(members) * len(ways)
        if work > MOST_ROUND_WORK:
            raise Unfit("cannot add up rewards where so many positions lead back to each other without one")
        for column, more in zip(parts, _exit_edges(rows, ways), strict=True):
            column.append(np.array(more))
        totals[members] = 1.0
    for column in parts:
        column[:] = [np.concatenate([part for part in column if len(part)])]
    sources, targets, weights, gains = (column[0] for column in parts)
    return Edges(sources.astype(np.int64), targets.astype(np.int64), weights, gains.astype(np.int64)), totals


Ways = dict[tuple[int, int], dict[int, Fraction]]  # by target and gain: from which members, with which chances


def _exits(edges: Edges, first: Any, totals: Any, members: list[int]) -> tuple[dict[int, Row], Ways]:
    """Return the probabilities of moves between members without gain, and those of the ways to leave. Raises Unfit."""
    place = {i: k for k, i in enumerate(members)}
    rows: dict[int, Row] = {i: {} for i in members}
    ways: Ways = {}
    for i in members:
        begin, end = int(first[i]), int(first[i + 1])
        weights = edges.weights[begin:end].tolist()
        whole = sum(map(Fraction, weights))
        if float(whole) != float(totals[i]):
            raise Unfit("cannot add up rewards with odds as large as these")
        for target, weight, gain in zip(
            edges.targets[begin:end].tolist(), weights, edges.gains[begin:end].tolist(), strict=True
        ):
            chance = Fraction(weight) / whole
            if gain == 0 and target in place:
                rows[i][place[target]] = rows[i].get(place[target], Fraction(0)) + chance
            else:
                from_each = ways.setdefault((target, gain), {})
                from_each[i] = from_each.get(i, Fraction(0)) + chance
    return rows, ways


def _exit_edges(rows: dict[int, Row], ways: Ways) -> tuple[list[int], list[int], list[float], list[int]]:
    """Return the probability that each member leaves by each way, as edges. Raises Unfit."""
    members, chain = list(rows), Chain(list(rows.values()))
    sources, targets, weights, gains = list[int](), list[int](), list[float](), list[int]()
    for (target, gain), leaving in ways.items():
        try:
            chances = chain.expectation([leaving.get(i, Fraction(0)) for i in members], read=False)
        except NotTransient:
            raise Unfit("cannot add up rewards where play goes on so long without one") from None
        for i, (low, high) in zip(members, chances, strict=True):
            if not 0 <= high - low <= CLOSE * max(low, 0):
                raise Unfit("cannot add up rewards with probabilities as small as these")
            if low > 0:
                sources.append(i)
                targets.append(target)
                weights.append(float(low))
                gains.append(gain)
    return sources, targets, weights, gains


def _in_order(edges: Edges, turns: Any, totals: Any, never_left: Any) -> UnitChain:
    """Return the chain with positions in an order in which moves without gain lead to later ones."""
    count = len(turns)
    nothing = edges.gains == 0
    free, first = _by_source(Edges(*(column[nothing] for column in edges)), count)
    order, starts = in_components(first, free.targets)
    depth = most_from(first, free.targets, np.ones(len(free.targets)), np.zeros(count), order, starts)
    place = np.empty(count, np.int64)
    place[order[::-1]] = np.arange(count)
    moved = Edges(place[edges.sources], place[edges.targets], edges.weights, edges.gains)
    moved, first = _by_source(moved, count)
    turns, totals, never_left = (column[order[::-1]] for column in (turns, totals, never_left))
    nobody = np.empty(0, np.int32)  # components, which nobody asks for
    chain = FlatChain(turns, first, moved.targets.astype(np.int32), moved.weights, totals, nobody, nobody)
    return UnitChain(chain, never_left, moved.gains == 1, int(depth.max(initial=0)), int(place[0]))


MOST_WORK = 1 << 25  # moves looked at, each step anew, before the rest is left out
MOST_SCALE = 1 << 20  # units that 1 may be
EDGE_BYTES = 100  # of memory for each move of a step


class OpenPlays(NamedTuple):
    """Open plays: their positions, gains so far and probabilities, and a bound of the rounding, in 2**-53."""

    places: Any
    gained: Any
    mass: Any
    rounding: float


def in_units(chain: FlatChain, payoffs: Any, rewards: Any) -> Units:
    """Return payoffs and rewards in units; floats mean their shortest decimals. Raises Unfit if they have no unit."""
    ends = np.where(chain.turns == OVER, payoffs, 0.0)
    distinct, places = np.unique(np.concatenate((ends, rewards)), return_inverse=True)
    scaled = whole_units([Fraction(repr(number)) for number in distinct.tolist()], MOST_SCALE)
    if scaled is None:
        raise Unfit("cannot add up numbers as large as these, or without a small common denominator")
    numbers, unit = scaled
    return Units(numbers[places[: len(ends)]], numbers[places[len(ends) :]], unit)


def totals_of(chain: FlatChain, never_left: Any, units: Units, tail: float, limits: Limits) -> Totals:
    """Return the totals unit by unit if possible, otherwise step by step."""
    try:
        return totals_by_length(chain, never_left, *units, tail, limits)
    except Unfit:
        return _totals_by_move(chain, never_left, units, tail, limits)


def plays_in_floats(chain: FlatChain, never_left: Any, units: Units | None, tail: float, limits: Limits) -> Plays:
    """Return the plays by length, and by total if ``units`` are given. Raises Unfit."""
    lengths = lengths_of(moves_as_units(chain, never_left), tail, limits)
    if units is None:
        return Plays(lengths.shares, {}, lengths.limit, lengths.long_plays)
    totals = totals_of(chain, never_left, units, tail, limits)
    limit = lengths.limit or totals.limit
    return Plays(lengths.shares, totals.shares, limit, lengths.long_plays, totals.long_totals)


def _totals_by_move(chain: FlatChain, never_left: Any, units: Units, tail: float, limits: Limits) -> Totals:
    """Return the totals, following all plays move by move until less than ``tail`` of them remains."""
    ends, gains, unit = units
    over, results = chain.turns == OVER, dict[int, Fraction]()
    plays = OpenPlays(np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1), 0.0)
    work = 0
    limit = ""
    while True:
        ended = over[plays.places] & ~never_left[plays.places]
        for result, share in _by_result(plays, ended, ends):
            results[result] = results.get(result, Fraction(0)) + share
        going = ~over[plays.places] & (plays.mass >= max(tail * NEGLIGIBLE / len(over), LEAST))
        plays = OpenPlays(plays.places[going], plays.gained[going], plays.mass[going], plays.rounding)
        edges, counts, _ = stretches(chain.first, plays.places)
        if not len(edges) or plays.mass.sum() < tail:
            break
        if work > MOST_WORK:
            limit = WORK_LIMIT
            break
        if limit := limits.limit_at(len(over)) or ("memory" if len(edges) * EDGE_BYTES > limits.memory else ""):
            break
        share = np.repeat(plays.mass / chain.totals[plays.places], counts) * chain.weights[edges]
        gained = np.repeat(plays.gained, counts) + gains[edges]
        plays = _merge_places(chain.targets[edges].astype(np.int64), gained, share, plays.rounding + 2)
        work += len(edges)
    shares = {simplest(Fraction(result, unit)): share for result, share in sorted(results.items())}
    return Totals(shares, None, limit)


def _by_result(plays: OpenPlays, ended: Any, ends: Any) -> Iterator[tuple[int, Fraction]]:
    """Yield the totals of the plays that have ended, with lower bounds of their shares."""
    if ended.any():
        result = plays.gained[ended] + ends[plays.places[ended]]
        merged = _merge_places(np.zeros(len(result), np.int64), result, plays.mass[ended], plays.rounding)
        for each, share in zip(merged.gained.tolist(), merged.mass.tolist(), strict=True):
            yield each, at_least(share, merged.rounding)


def _merge_places(places: Any, gained: Any, mass: Any, rounding: float) -> OpenPlays:
    """Return the plays with those merged that have the same position and gain; each sum may round once a term."""
    order = np.lexsort((gained, places))
    places, gained = places[order], gained[order]
    new = np.append(True, (np.diff(places) != 0) | (np.diff(gained) != 0))
    starts = np.flatnonzero(new)
    most = int(np.diff(np.append(starts, len(places))).max())
    return OpenPlays(places[starts], gained[starts], np.add.reduceat(mass[order], starts), rounding + most)
