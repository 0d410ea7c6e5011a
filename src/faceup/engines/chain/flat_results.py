"""What is gained in a chain in flat arrays, where that is not known from its end alone.

Gains are whole numbers, multiples of one unit; shares are at least what they say, as in ``flat_lengths``. Where gains
have both signs, all probability is pushed on, move by move, from each position and sum gained so far.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain import flat_totals
from faceup.engines.chain.flat_lengths import NEGLIGIBLE, WORK_LIMIT, at_least
from faceup.engines.chain.flat_totals import Totals
from faceup.engines.chain.flat_visits import LEAST, Chain
from faceup.engines.chain.paths import MOST_GAIN, Units
from faceup.engines.model.graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import Unfit
from faceup.numbers.value import simplest
from faceup.rules.contract import OVER

MOST_WORK = 1 << 25  # moves looked at, each step anew, before the rest is left out
MOST_SCALE = 1 << 20  # units that 1 may be
EDGE_BYTES = 100  # of memory for each move of a step


class Under(NamedTuple):
    """What is under way: at which positions, with what gained, with which probability; and its rounding, in 2**-53."""

    places: Any
    gained: Any
    mass: Any
    rounding: float


def in_units(chain: Chain, payoffs: Any, rewards: Any) -> Units:
    """Payoffs and rewards of floats, which rules mean by the shortest decimals. Raises Unfit where there is no unit."""
    unit = _unit(payoffs[chain.turns == OVER], rewards)
    return Units(_in_units(np.where(chain.turns == OVER, payoffs, 0.0), unit), _in_units(rewards, unit), unit)


def totals_of(chain: Chain, stays: Any, units: Units, tail: float, limits: Limits) -> Totals:
    """The share of plays of each total, as far as it is known how they go on."""
    try:
        return flat_totals.totals_of(chain, stays, *units, tail, limits)
    except Unfit:
        return _step_by_step(chain, stays, units, tail, limits)


def _step_by_step(chain: Chain, stays: Any, units: Units, tail: float, limits: Limits) -> Totals:
    """Step by step until less than ``tail`` goes on."""
    ends, gains, unit = units
    over, results = chain.turns == OVER, dict[int, Fraction]()
    under = Under(np.zeros(1, np.int64), np.zeros(1, np.int64), np.ones(1), 0.0)
    work = 0
    limit = ""
    while True:
        ended = over[under.places] & ~stays[under.places]
        for result, share in _by_result(under, ended, ends):
            results[result] = results.get(result, Fraction(0)) + share
        going = ~over[under.places] & (under.mass >= max(tail * NEGLIGIBLE / len(over), LEAST))
        under = Under(under.places[going], under.gained[going], under.mass[going], under.rounding)
        edges, counts, _ = stretches(chain.first, under.places)
        if not len(edges) or under.mass.sum() < tail:
            break
        if work > MOST_WORK:
            limit = WORK_LIMIT
            break
        if limit := limits.limit_at(len(over)) or ("memory" if len(edges) * EDGE_BYTES > limits.memory else ""):
            break
        share = np.repeat(under.mass / chain.totals[under.places], counts) * chain.weights[edges]
        gained = np.repeat(under.gained, counts) + gains[edges]
        under = _merge_places(chain.targets[edges].astype(np.int64), gained, share, under.rounding + 2)
        work += len(edges)
    shares = {simplest(Fraction(result, unit)): share for result, share in sorted(results.items())}
    return Totals(shares, None, limit)


def _by_result(under: Under, ended: Any, ends: Any) -> Iterator[tuple[int, Fraction]]:
    """The results of what has ended, with their shares."""
    if ended.any():
        result = under.gained[ended] + ends[under.places[ended]]
        merged = _merge_places(np.zeros(len(result), np.int64), result, under.mass[ended], under.rounding)
        for each, share in zip(merged.gained.tolist(), merged.mass.tolist(), strict=True):
            yield each, at_least(share, merged.rounding)


def _merge_places(places: Any, gained: Any, mass: Any, rounding: float) -> Under:
    """What is at one place with one gain, together."""
    order = np.lexsort((gained, places))
    places, gained = places[order], gained[order]
    new = np.append(True, (np.diff(places) != 0) | (np.diff(gained) != 0))
    starts = np.flatnonzero(new)
    most = int(np.diff(np.append(starts, len(places))).max())
    return Under(places[starts], gained[starts], np.add.reduceat(mass[order], starts), rounding + most)


def _unit(*columns: Any) -> int:
    """How many units make 1, such that all these numbers are whole. Raises Unfit."""
    distinct = np.unique(np.concatenate(columns))
    unit = 1
    for number in distinct.tolist():
        unit = lcm(unit, Fraction(repr(number)).denominator)
        if unit > MOST_SCALE:
            raise Unfit("adds up no numbers that have no small common denominator")
    if np.abs(distinct).max() * unit > MOST_GAIN:
        raise Unfit("adds up no numbers as large as these")
    return unit


def _in_units(numbers: Any, unit: int) -> Any:
    """The same numbers in whole units: the nearest ones, for they were rounded alone."""
    return np.rint(numbers * unit).astype(np.int64)
