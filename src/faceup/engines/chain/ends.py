"""How a chain ends and how long it goes on, with which probability: in fractions, and in whole numbers over a unit.

How it ends follows from how often each position is expected to be met, from the start on. The visits x of positions
that lead back to each other satisfy x = P' x + b, with P' the transposed chances of going on among them and b the
visits that come from before. Those that are never left keep what comes in: play without end.

How long it goes on is found step by step, from where play may be after each move. Probabilities are whole numbers over
a common unit. As long as that is short they are exact; then they are rounded down, so that each is at least what it
says, and what all of them leave to 1 is what is not told.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from operator import add
from typing import Any, NamedTuple

from faceup.engines.model import broken_rules
from faceup.engines.model.component_driver import DONE, IN_CPYTHON, settle_in_turn, solve_in_turn
from faceup.engines.model.components import in_components
from faceup.engines.model.graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import plus_row
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import Chain, NotTransient, Row
from faceup.rules.contract import OVER
from faceup.rules.errors import UnsupportedError

NEVER = Bounds(0, 0)


class Ends(NamedTuple):
    """The probability of each payoff, that of going on for ever, and the positions from which there is no end."""

    payoffs: dict[Any, Bounds]
    endless: Bounds
    never_left: set[int]


def ends_of(chain: GameGraph, limits: Limits) -> Ends:
    """How a chain ends. Raises LimitReached, and UnsupportedError where it is left too late to tell."""
    visits = _Visits(chain)
    loop = partial(settle_in_turn, _Visits.go_on, _Visits.go_round, visits, None, IN_CPYTHON)
    components, place = in_components(visits.first, visits.targets), [-1] * len(chain.states)
    solve_in_turn(loop, components, place, partial(limits.check, chain.game), backwards=False)
    return Ends(dict(sorted(visits.payoffs.items())), visits.endless, visits.never_left)


class _Visits:
    """How often each position is met: what comes in from before, until play has gone through it."""

    def __init__(self, chain: GameGraph) -> None:
        self.chain, self.totals = chain, chain.totals
        self.first: list[int] = chain.first.tolist()
        self.targets: list[int] = chain.targets.tolist()
        self.weights: list[int] = chain.weights.tolist()
        self.met = [NEVER] * len(chain.states)
        self.met[0] = Bounds(1, 1)
        self.payoffs: dict[Any, Bounds] = {}
        self.endless = NEVER
        self.never_left: set[int] = set()

    def go_on(self, given: None, i: int) -> int:
        """From a position to which play does not come back."""
        if self.chain.turns[i] == OVER:
            payoff = self.chain.numbers[int(self.chain.payoffs[i])]
            self.payoffs[payoff] = _sum(self.payoffs.get(payoff, NEVER), self.met[i])
        for there, chance in self.ways(i):
            self.send(i, there, chance)
        return DONE

    def go_round(self, given: None, part: Sequence[int], place: Sequence[int], registers: Any) -> int:
        """From positions that lead back to each other to those after them."""
        inside: list[Row] = [{} for _ in part]  # with which chances each is come to
        leaving: list[tuple[int, int, Fraction]] = []
        for i in part:
            for there, chance in self.ways(i):
                if place[there] >= 0:
                    row = inside[place[there]]
                    row[place[i]] = row.get(place[i], 0) + chance
                else:
                    leaving.append((i, there, chance))
        if not leaving:
            self.never_left.update(part)
            for i in part:
                self.endless = _sum(self.endless, self.met[i])
            return DONE
        self.meet(part, inside)
        for way in leaving:
            self.send(*way)
        return DONE

    def ways(self, i: int) -> Iterator[tuple[int, Fraction]]:
        """Where play goes on from a position, with which chances."""
        for edge in range(self.first[i], self.first[i + 1]):
            yield self.targets[edge], Fraction(self.weights[edge], self.totals[i])

    def send(self, i: int, there: int, chance: Fraction) -> None:
        """Add what goes on from a position to another."""
        self.met[there] = outwards(_sum(self.met[there], Bounds(*(bound * chance for bound in self.met[i]))))

    def meet(self, part: Sequence[int], inside: Sequence[Row]) -> None:
        """From what comes in to all visits, of positions that lead back to each other."""
        low, high = ([self.met[i][side] for i in part] for side in (0, 1))
        try:
            found = Chain(inside).between(low, high)
        except NotTransient:
            raise UnsupportedError(
                f"{broken_rules.at(self.chain.game, self.chain.states[part[0]])}: this state and {len(part) - 1:,} "
                "others lead back to each other and are left too late to tell how play ends"
            ) from None
        for i, bounds in zip(part, found, strict=True):
            self.met[i] = outwards(bounds)


def _sum(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(one.low + other.low, one.high + other.high)


LONGEST_UNIT = 2000  # bits of the unit, up to which probabilities are exact
ROUNDED_UNIT = 320  # bits of the one that they are rounded to then
MOST_WORK = 20_000_000
POSITIONS_AT_ONCE = 1000  # positions between two looks at the limits

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
            if k % POSITIONS_AT_ONCE == 0 and (limit := limits.limit_at(len(here))):
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
