"""How long a chain goes on, step by step: where play may be after each move, with which probability.

Probabilities are whole numbers over a common unit. As long as that is short they are exact; then they are rounded down,
so that each is at least what it says, and what all of them leave to 1 is what is not told.
"""

from fractions import Fraction
from math import lcm
from operator import add
from typing import Any, NamedTuple

from faceup.engines.model.graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import plus_row
from faceup.rules.contract import OVER

LONGEST_UNIT = 2000  # bits of the unit, up to which probabilities are exact
ROUNDED_UNIT = 320  # bits of the one that they are rounded to then
MOST_WORK = 20_000_000
LOOK_EVERY = 1000  # positions between two looks at the limits

Place = tuple[int, Any]  # a position, and what was gained on the way to it, a row where each seat has its own


class Lengths(NamedTuple):
    """The share of plays of each length, and of each result, at least; whether that is all, or which limit ended it."""

    lengths: dict[int, Fraction]
    results: dict[Any, Fraction]
    finished: bool
    limit: str = ""


def lengths_of(
    chain: GameGraph, never_left: set[int], tail: Fraction, limits: Limits, most_work: int = MOST_WORK
) -> Lengths:
    """Step by step until less than ``tail`` goes on; plays that are ``never_left`` an end are no longer followed.

    ``most_work`` are the moves that are looked at, each step anew, before the rest is left out.
    """
    first, targets, totals = chain.first.tolist(), chain.targets.tolist(), chain.totals
    weights, over = chain.weights.tolist(), (chain.turns == OVER).tolist()
    gains = [chain.numbers[k] for k in chain.rewards.tolist()]
    payoffs = [chain.numbers[k] for k in chain.payoffs.tolist()]
    growth = _common(totals)
    exact = growth > 0
    unit = 1 if exact else 1 << ROUNDED_UNIT
    nothing: Any = chain.numbers[0]
    plus: Any = plus_row if isinstance(nothing, tuple) else add
    here: dict[Place, int] = {(0, nothing): unit}
    lengths, results, masses = dict[int, Fraction](), dict[Any, Fraction](), dict[Any, tuple[int, int]]()
    work = step = 0
    finished, limit = False, ""
    while here:
        ended = 0
        for i, gained in list(here):
            if over[i]:
                mass = here.pop((i, gained))
                result = plus(gained, payoffs[i])
                before, of = masses.get(result, (0, unit))
                masses[result] = before * (unit // of) + mass, unit
                ended += mass
            elif i in never_left:
                del here[i, gained]
        if ended:
            lengths[step] = Fraction(ended, unit)
        finished = sum(here.values()) < tail * unit
        if finished or work > most_work:
            break
        if exact and (unit * growth).bit_length() > LONGEST_UNIT:
            here = {place: (mass << ROUNDED_UNIT) // unit for place, mass in here.items()}
            results, masses = _add_masses(masses, results), {}
            unit, exact = 1 << ROUNDED_UNIT, False
        after: dict[Place, int] = {}
        for k, ((i, gained), mass) in enumerate(here.items()):
            if k % LOOK_EVERY == 0 and (limit := limits.limit_at(len(here))):
                break
            share = mass * (growth // totals[i]) if exact else mass
            for edge in range(first[i], first[i + 1]):
                place = targets[edge], plus(gained, gains[edge])
                part = share * weights[edge] if exact else share * weights[edge] // totals[i]
                after[place] = after.get(place, 0) + part
            work += first[i + 1] - first[i]
        if limit:
            break
        here = after
        unit *= growth if exact else 1
        step += 1
    return Lengths(lengths, dict(sorted(_add_masses(masses, results).items())), finished or not here, limit)


def _add_masses(masses: dict[Any, tuple[int, int]], results: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """The results with more of them: masses and the units that they are of, which are made fractions only here."""
    more = {result: results.get(result, Fraction(0)) + Fraction(*mass) for result, mass in masses.items()}
    return results | more


def _common(totals: list[int]) -> int:
    """What all of them divide; 0 where that is too long."""
    common = 1
    for total in set(totals):
        common = lcm(common, total)
        if common.bit_length() > LONGEST_UNIT:
            return 0
    return common
