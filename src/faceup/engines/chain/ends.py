"""With which probability a chain ends how: how often each position is expected to be met, from the start on.

The visits x of positions that lead back to each other satisfy x = P' x + b, with P' the transposed chances of going on
among them and b the visits that come from before. Those that are never left keep what comes in: play without end.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from faceup.engines.model import broken_rules
from faceup.engines.model.components import components
from faceup.engines.model.graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import Chain, NotTransient, Row
from faceup.rules.contract import OVER
from faceup.rules.errors import UnsupportedError

LOOK_EVERY = 64  # components between two looks at the limits
NEVER = Bounds(0, 0)


class Ends(NamedTuple):
    """The probability of each payoff, that of going on for ever, and the positions from which there is no end."""

    payoffs: dict[Any, Bounds]
    endless: Bounds
    never_left: set[int]


def ends_of(chain: GameGraph, limits: Limits) -> Ends:
    """How a chain ends. Raises LimitReached, and UnsupportedError where it is left too late to tell."""
    visits = _Visits(chain)
    order = components(visits.first, visits.targets)
    for k, part in enumerate(reversed(order)):
        if k % LOOK_EVERY == 0:
            limits.check(chain.game, k)
        visits.go_through(part)
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

    def go_through(self, part: Sequence[int]) -> None:
        """From a component to those after it; all before it have been gone through."""
        chain, place = self.chain, {i: k for k, i in enumerate(part)}
        if chain.turns[part[0]] == OVER:
            payoff = chain.numbers[int(chain.payoffs[part[0]])]
            self.payoffs[payoff] = _sum(self.payoffs.get(payoff, NEVER), self.met[part[0]])
            return
        inside: list[Row] = [{} for _ in part]  # with which chances each is come to
        leaving: list[tuple[int, int, Fraction]] = []
        for i in part:
            for edge in range(self.first[i], self.first[i + 1]):
                there, chance = self.targets[edge], Fraction(self.weights[edge], self.totals[i])
                if there in place:
                    row = inside[place[there]]
                    row[place[i]] = row.get(place[i], 0) + chance
                else:
                    leaving.append((i, there, chance))
        if not leaving:
            self.never_left.update(part)
            for i in part:
                self.endless = _sum(self.endless, self.met[i])
            return
        if any(inside):
            self.go_round(part, inside)
        for i, there, chance in leaving:
            self.met[there] = outwards(_sum(self.met[there], Bounds(*(bound * chance for bound in self.met[i]))))

    def go_round(self, part: Sequence[int], inside: Sequence[Row]) -> None:
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
