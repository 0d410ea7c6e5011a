"""The distribution of the lengths of plays, as lower bounds of each share.

In exact numbers, probabilities are whole numbers over a common unit: exact while the unit is short, rounded down after
that.

In flat arrays, a move takes one unit of what is counted. In a chain that counts gains, ``steps`` marks the moves that
take one; the others take none. Those lead to later positions, at most ``depth`` of them in a row, so one pass over the
positions in their order takes all plays to their next unit or their end.

Probability mass is pushed from each position to its successors, move by move. Nothing is subtracted, so each number has
a relative error. With u = 2**-53, a move adds u for the division by the total weight, u for the product with the weight
of an edge, and less than 3u for the sum, whose rounding errors are summed too (Neumaier 1974): ``A_STEP``. The loop is
compiled; it also runs in CPython, slowly, with the same results.

Long plays are followed until their decay is geometric. Let w be the mass at each position, and w' the mass ``PERIOD``
moves later. If a w <= w' <= b w at every position, this holds for all later moves, since the transition matrix is
nonnegative (compare Collatz and Wielandt). So each move ends between a and b times the share that ended a period
before. The period is a multiple of the usual periods of chains in which players, dice and rounds take turns.
"""

from fractions import Fraction
from functools import cache
from math import lcm, log
from operator import add
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.absorption import LEAST, FlatChain, UnitChain
from faceup.engines.chain.slow_decay import Followed, slow_plays
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import plus_row
from faceup.native.kernels import shared_kernel
from faceup.numbers.intervals import ROUNDING, two_sum
from faceup.results.samples.long_plays import LongPlays, SlowPlays
from faceup.rules.contract import OVER

LONGEST_UNIT = 2000  # bits of the unit, up to which probabilities are exact
ROUNDED_UNIT = 320  # bits of the unit to which they are rounded then
MOST_EXACT_WORK = 20_000_000  # moves looked at, each step anew
POSITIONS_AT_ONCE = 1000  # positions between two looks at the limits

Place = tuple[int, Any]  # a position, and what was gained on the way to it, a row where each seat has its own


class ExactLengths(NamedTuple):
    """Lower bounds of the share of plays of each length and of each result, whether less than the tail is left, and the
    limit that was reached, if any.
    """

    lengths: dict[int, Fraction]
    results: dict[Any, Fraction]
    finished: bool
    limit: str = ""


def exact_lengths(
    chain: GameGraph, never_left: Any, tail: Fraction, limits: Limits, most_work: int = MOST_EXACT_WORK
) -> ExactLengths:
    """Follow plays move by move until less than ``tail`` goes on; return the shares of those that ended.

    Plays at a position that is ``never_left`` are dropped. After ``most_work`` edges, counted anew with each move, the
    rest is left out.
    """
    first, targets, totals = chain.first.tolist(), chain.targets.tolist(), chain.totals
    weights, over = chain.weights.tolist(), (chain.turns == OVER).tolist()
    gains = [chain.numbers[k] for k in chain.rewards.tolist()]
    payoffs = [chain.numbers[k] for k in chain.payoffs.tolist()]
    growth, stays = _common(totals), never_left.tolist()
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
            elif stays[i]:
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
            # Exact: the unit grows by ``growth``, a multiple of all totals. Else each part is rounded down.
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
    return ExactLengths(lengths, dict(sorted(_add_masses(masses, results).items())), finished or not here, limit)


def _add_masses(masses: dict[Any, tuple[int, int]], results: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Return the results with the masses added, each a pair of a mass and its unit."""
    more = {result: results.get(result, Fraction(0)) + Fraction(*mass) for result, mass in masses.items()}
    return results | more


def _common(totals: list[int]) -> int:
    """Return the least common multiple; 0 if it has more than LONGEST_UNIT bits."""
    common = 1
    for total in set(totals):
        common = lcm(common, total)
        if common.bit_length() > LONGEST_UNIT:
            return 0
    return common


SLICE = 1 << 24  # edges between two returns to Python
SCANNED = 8  # positions that are looked at in the time of an edge
A_STEP = 5  # relative error of a number with each move, in units of 2**-53

# Registers: moves made, the first and the last position with mass, and edges pushed.
STEP, LOW, HIGH, WORK, REGISTERS = 0, 1, 2, 3, 4
STEPS = (two_sum,)
MOST_WORK = 1 << 31  # moves looked at, each step anew, before the rest is left out
MUCH_WORK = 1 << 26  # after which plays are not only followed
LONGEST = 1 << 22  # moves of a play whose share is stored
NEGLIGIBLE = 2.0**-12  # of the tail: the mass that may be dropped with one move,
SPARE = 0.1  # and in all
WORK_LIMIT = "work"
SHARP = 0.1  # of a move
PERIOD = 2520  # moves; every number up to 10 divides it
WIDE = 4  # times the rounding error: closer ratios count as equal


def push(
    chain: Any, never_left: Any, steps: Any, masses: Any, at: Any, ended: Any, tail: float, least: float, spare: Any
) -> bool:
    """Push the masses forward move by move; return whether less than ``tail`` is left.

    ``masses`` are, after an even and after an odd number of moves, the mass at each position and its compensation, the
    sum of what additions lost. ``ended[n]`` becomes the share of plays that end with move n. A mass below ``least`` is
    dropped while ``spare`` lasts, and all mass at positions ``never_left``. With ``steps``, only the marked edges take
    a move. After a slice of work, the loop returns to Python; the registers ``at`` say where it stands.
    """
    work = 0
    while at[STEP] < len(ended):
        # One pass in the order of positions: edges without a move add to masses later in this pass (``here``), the
        # others to those after the move (``there``). Only the positions from LOW to HIGH have mass.
        here, there = masses[at[STEP] % 2], masses[1 - at[STEP] % 2]
        low, high = len(here), -1
        over, over_lost, left = 0.0, 0.0, 0.0
        i, last = at[LOW] - 1, at[HIGH]
        while i < last:
            i += 1
            share = here[i, 0]
            if share == 0.0:
                continue
            share += here[i, 1]
            here[i, 0] = here[i, 1] = 0.0
            if chain.turns[i] == OVER:
                if not never_left[i]:
                    over, more = two_sum(over, share)
                    over_lost += more
                continue
            left += share
            if share < LEAST or (share < least and share <= spare[0]):
                spare[0] -= share
                continue
            share /= chain.totals[i]
            work += chain.first[i + 1] - chain.first[i]
            for edge in range(chain.first[i], chain.first[i + 1]):
                target = chain.targets[edge]
                if len(steps) and not steps[edge]:
                    here[target, 0], more = two_sum(here[target, 0], share * chain.weights[edge])
                    here[target, 1] += more
                    last = max(last, target)
                    continue
                there[target, 0], more = two_sum(there[target, 0], share * chain.weights[edge])
                there[target, 1] += more
                low, high = min(low, target), max(high, target)
        ended[at[STEP]] = over + over_lost
        work += (last - at[LOW]) // SCANNED + 1
        at[STEP] += 1
        at[LOW], at[HIGH] = low, high
        if left < tail or high < 0:
            return True
        if work > SLICE:
            break
    at[WORK] += work
    return False


def flat_chain(graph: GameGraph, never_left: Any) -> FlatChain:
    """Return the chain of a graph in fractions as flat arrays, without its components."""
    nothing = np.empty(0, np.int32)  # components, which nobody asks for
    turns, weights = np.where(never_left, OVER, graph.turns).astype(np.int8), graph.weights.astype(float)
    totals = np.array(graph.totals, float)
    return FlatChain(turns, graph.first, graph.targets.astype(np.int32), weights, totals, nothing, nothing)


class Lengths(NamedTuple):
    """The share of plays of each length, the tail of longer plays, and the limit that was reached, if any."""

    shares: dict[int, Fraction]
    long_plays: LongPlays | SlowPlays | None
    limit: str


def lengths_of(counted: UnitChain, tail: float, limits: Limits) -> Lengths:
    """Follow plays until less than ``tail`` goes on, or the tail of longer plays has close bounds."""
    unfinished = _UnfinishedPlays(counted, tail)
    limit, moves, looked = "", PERIOD, False
    long_plays: LongPlays | None = None
    while not (limit or unfinished.done or moves > LONGEST):
        limit = unfinished.follow(moves, limits)
        before = unfinished.masses
        limit = limit or unfinished.follow(moves + PERIOD, limits)
        if not (limit or unfinished.done):
            long_plays = unfinished.geometric_tail(before) or long_plays
            if long_plays and _is_close(long_plays):
                break
            if unfinished.at[WORK] > MUCH_WORK and not looked:
                looked = True
                if slow := unfinished.slow_plays(limits):
                    return Lengths(unfinished.shares, slow, "")
        moves *= 2
    if unfinished.done:
        return Lengths(unfinished.shares, None, "")
    return Lengths(unfinished.shares, long_plays, "" if long_plays else limit or WORK_LIMIT)


def _is_close(long_plays: LongPlays) -> bool:
    """Return whether bounds are as close as floats allow, or give the moves of 999 of 1,000 plays to a tenth."""
    low, high = float(long_plays.low), float(long_plays.high)
    moves = -log(1000) / log(high) * long_plays.period
    return moves * log(high / low) / -log(high) < SHARP or high - low <= WIDE * float(long_plays.rounded)


class _UnfinishedPlays:
    """The plays that have not ended after so many moves, and the shares of those that have, by length."""

    def __init__(self, counted: UnitChain, tail: float) -> None:
        self.counted, self.tail, self.done = counted, tail, False
        self.count = count = len(counted.chain.turns)
        self.pushed, self.at = np.zeros((2, count, 2)), np.zeros(REGISTERS, np.int64)
        self.at[LOW] = self.at[HIGH] = counted.start
        self.pushed[0, counted.start, 0] = 1.0
        self.ended, self.spare = np.zeros(0), np.array([tail * SPARE])
        self.least = max(tail * NEGLIGIBLE / count, LEAST)

    @property
    def moves(self) -> int:
        """The number of moves that were followed."""
        return int(self.at[STEP])

    @property
    def masses(self) -> Any:
        """The probability of each position, before rounding errors are taken off."""
        return self.pushed[self.moves % 2].sum(axis=1)

    @property
    def shares(self) -> dict[int, Fraction]:
        """Lower bounds of the share of plays of each length."""
        return {int(n): at_least(float(self.ended[n]), self.roundings(int(n))) for n in np.flatnonzero(self.ended)}

    def roundings(self, moves: int) -> int:
        """Return an upper bound of the number of roundings in a row in the shares of this length."""
        return (moves + 1) * (self.counted.depth + 1)

    def follow(self, moves: int, limits: Limits) -> str:
        """Follow plays up to so many moves, or until they are done; return the limit that was reached, if any."""
        self.ended = np.append(self.ended, np.zeros(moves - len(self.ended)))
        while not self.done and self.moves < moves:
            if self.at[WORK] >= MOST_WORK:
                return WORK_LIMIT
            if limit := limits.limit_at(self.count):
                return limit
            self.done = compiled_push()(
                self.counted.chain,
                self.counted.never_left,
                self.counted.steps,
                *(self.pushed, self.at, self.ended, self.tail, self.least, self.spare),
            )
        return ""

    def geometric_tail(self, before: Any) -> LongPlays | None:
        """Return the geometric tail if the masses are between multiples below 1 of those a period ``before``."""
        now, rounded = self.masses, rounding(self.roundings(self.moves))
        going = before > 0
        if (going != (now > 0)).any():
            return None
        ratios = now[going] / before[going]
        low, high = float(ratios.min()) * (1 - 3 * rounded), float(ratios.max()) * (1 + 3 * rounded)
        if not 0 < low <= high < 1:
            return None
        return LongPlays(self.moves - 1, PERIOD, Fraction(low), Fraction(high), Fraction(3 * rounded), self.left_out)

    @property
    def left_out(self) -> Fraction:
        """An upper bound of the share of plays that were dropped."""
        rounded = rounding(self.roundings(self.moves))
        return Fraction(max(self.tail * SPARE - float(self.spare[0]), 0.0)) * Fraction(1 + 2 * rounded)

    def slow_plays(self, limits: Limits) -> SlowPlays | None:
        """Return the tail by the contour integral; None if some plays never end or no bounds are found."""
        if self.counted.never_left.any():
            return None
        rounded = Fraction(3 * rounding(self.roundings(self.moves)))
        return slow_plays(self.counted, Followed(self.moves, rounded, self.left_out), limits)


@cache
def compiled_push() -> Any:
    return shared_kernel(push, STEPS)


def rounding(steps: float) -> float:
    """Return the relative error of a share after so many steps."""
    return 1.01 * ROUNDING * (A_STEP * steps + 8)


def at_least(share: float, steps: float) -> Fraction:
    """Return a lower bound of a share that was computed in so many steps."""
    return Fraction(share * max(0.0, 1.0 - rounding(steps)))
