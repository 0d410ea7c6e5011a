"""With which probability a chain ends how: how often each position is expected to be met, from the start on.

The visits x of positions that lead back to each other satisfy x = P' x + b, with P' the transposed chances of going on
among them and b the visits that come from before. Those that are never left keep what comes in: play without end.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from faceup.engines import broken_rules
from faceup.engines.components import components
from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.engines.linear_systems import Bounds, Chain, NotTransient, Row
from faceup.engines.numbers import Exact, shortened
from faceup.rules.contract import OVER
from faceup.rules.errors import UnsupportedError

LOOK_EVERY = 64  # components between two looks at the limits


class Ends(NamedTuple):
    """The probability of each payoff, that of going on for ever, and the positions from which there is no end."""

    payoffs: dict[Exact, Bounds]
    endless: Bounds
    never_left: set[int]


def ends_of(chain: GameGraph, limits: Limits) -> Ends:
    """How a chain ends. Raises LimitReached, and UnsupportedError where it is left too late to tell."""
    count = len(chain.states)
    first, targets, weights = chain.first.tolist(), chain.targets.tolist(), chain.weights.tolist()
    over, totals = (chain.turns == OVER).tolist(), chain.totals
    low: list[Exact] = [0] * count  # of what comes in from before, and then of visits
    high: list[Exact] = [0] * count
    low[0] = high[0] = 1
    payoffs: dict[Exact, Bounds] = {}
    endless, never_left = Bounds(0, 0), set[int]()
    order = components(count, lambda i: targets[first[i] : first[i + 1]])
    for k, part in enumerate(reversed(order)):
        if k % LOOK_EVERY == 0:
            limits.check(chain.game, k)
        (i, *others) = part
        if over[i]:
            payoff = chain.numbers[int(chain.payoffs[i])]
            payoffs[payoff] = _sum(payoffs.get(payoff, Bounds(0, 0)), Bounds(low[i], high[i]))
            continue
        place = {one: k for k, one in enumerate(part)}
        edges = [(one, edge) for one in part for edge in range(first[one], first[one + 1])]
        inside: list[Row] = [{} for _ in part]  # with which chances each is come to
        for one, edge in edges:
            if (there := place.get(targets[edge])) is not None:
                chance = Fraction(weights[edge], totals[one])
                inside[there][place[one]] = inside[there].get(place[one], 0) + chance
        if all(targets[edge] in place for _, edge in edges):
            never_left.update(part)
            endless = _sum(endless, Bounds(sum(low[one] for one in part), sum(high[one] for one in part)))
            continue
        if others or inside[0]:
            try:
                visits = _visits(inside, [low[one] for one in part], [high[one] for one in part])
            except NotTransient:
                raise UnsupportedError(
                    f"{broken_rules.at(chain.game, chain.states[i])}: this state and {len(others):,} others lead back "
                    "to each other and are left too late to tell how play ends"
                ) from None
            for one, (least, most) in zip(part, visits, strict=True):
                low[one], high[one] = least, most
        for one, edge in edges:
            if (there := targets[edge]) not in place:
                chance = Fraction(weights[edge], totals[one])
                low[there] = shortened(low[there] + low[one] * chance, -1)
                high[there] = shortened(high[there] + high[one] * chance, 1)
    return Ends(dict(sorted(payoffs.items())), endless, never_left)


def _visits(inside: Sequence[Row], low: Sequence[Exact], high: Sequence[Exact]) -> list[Bounds]:
    """How often each position is met, of those that lead back to each other, when so much comes in."""
    chain = Chain(inside)
    least = chain.expectation(low)
    most = least if low == high else chain.expectation(high)
    return [Bounds(shortened(one.low, -1), shortened(other.high, 1)) for one, other in zip(least, most, strict=True)]


def _sum(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(one.low + other.low, one.high + other.high)
