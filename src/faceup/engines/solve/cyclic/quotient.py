"""Positions in which one player can keep play for ever, taken together, so that what is left comes to an end.

From any position of an end component the player may go on to any of the moves that lead out of it, or stay for what a
play without end is worth. Where moves within it cost whoever stays, it is left as it is: staying is never best, and
whatever a step of the equations does not make worse is a bound there too. For if u >= T(u), u is no less than what any
way to play gets that ends; and if v <= T(v), it is no more than what the best moves by v get, which end, for else v
would sink for ever (Bertsekas and Tsitsiklis 1991).
"""

from typing import Any

import numpy as np

from faceup.engines.model.components import Quotient, Unsettled, Ways
from faceup.engines.solve.cyclic.flat_components import KNOWN, Flat, by_itself
from faceup.engines.solve.cyclic.value_iteration import best_edge
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

GAINS = "finds no sum of rewards that may be gained again and again"


class MembersWays(Ways):
    """The ways to go on at the first positions of these, a component: the edge of each move, or all edges of chance."""

    def __init__(self, flat: Flat, count: int) -> None:
        self.turns = flat.turns.tolist()
        self.first = flat.first.tolist()
        self.targets: list[int] = np.where(flat.targets < count, flat.targets, -1).tolist()
        self.gains: list[float] = flat.rewards.tolist() if len(flat.rewards) else [0.0] * len(flat.targets)

    def decides(self, k: int) -> bool:
        return bool(self.turns[k] != CHANCE)

    def ways(self, k: int) -> list[range]:
        edges = range(self.first[k], self.first[k + 1])
        return [range(edge, edge + 1) for edge in edges] if self.decides(k) else [edges]

    def leads(self, k: int, way: range) -> list[int]:
        return self.targets[way.start : way.stop]

    def pays(self, k: int, way: range) -> bool:
        return any(self.gains[way.start : way.stop])

    def costs(self, k: int, way: range, sign: int) -> bool:
        return all(sign * gain < 0 for gain in self.gains[way.start : way.stop] if gain)


class FlatQuotient:
    """A component with each of its end components as one position; those that play leads out to are ends.

    ``flat`` are the positions, of which the first ``count`` are to be solved. Raises Unfit.
    """

    def __init__(self, flat: Flat, members: Any, place: Any, kept: list[int], chooser: int, endless: Exact) -> None:
        self.own, self.members = flat, members
        self.alone, self.edges = by_itself(flat, members, place)
        ways = MembersWays(self.alone, len(members))
        try:
            parts = ways.free_parts(kept, 1 - 2 * chooser)
        except Unsettled:
            raise Unfit(GAINS) from None
        self.quotient = Quotient(ways, len(members), parts)
        self.count = len(self.quotient.origins)
        self.join(chooser, endless)

    def join(self, chooser: int, endless: Exact) -> None:
        """Make the positions: those that stand alone, those that are taken together, and the ends, the first of which
        is worth a play without end."""
        alone, quotient, stay = self.alone, self.quotient, self.count
        members = len(self.members)
        number = np.arange(len(alone.turns)) + stay + 1 - members
        number[list(quotient.number)] = list(quotient.number.values())
        ways = [[range(-1, 0) if origin is None else origin[1] for origin in own] for own in quotient.origins]
        edges = np.array([edge for own in ways for way in own for edge in way])
        staying = edges < 0
        spans = [sum(map(len, own)) for own in ways]
        ends = len(alone.turns) - members + 1
        turns = [*alone.turns[quotient.alone].tolist(), *[chooser] * len(quotient.parts), *[KNOWN] * ends]
        self.flat = Flat(
            turns=np.array(turns, np.int8),
            first=np.cumsum([0, *spans, *[0] * ends]).astype(np.int64),
            targets=np.where(staying, stay, number[alone.targets[edges]]).astype(np.int32),
            weights=np.where(staying, 1.0, alone.weights[edges]) if len(alone.weights) else alone.weights,
            rewards=np.where(staying, 0.0, alone.rewards[edges]) if len(alone.rewards) else alone.rewards,
            values=np.concatenate((np.zeros(stay), [float(endless)], alone.values[members:])),
            errors=np.concatenate((np.zeros(stay + 1), alone.errors[members:])),
            distances=np.zeros(len(turns), np.int32),
            onward=np.full(len(turns), -1, np.int32),
            finer=np.zeros(0),
        )

    def apart(self) -> None:
        """Write down what is known of each member, and where it goes on."""
        own, joined = self.own, self.flat
        for k, i in enumerate(self.members.tolist()):
            n = self.quotient.number[k]
            own.values[i], own.errors[i], own.distances[i] = joined.values[n], joined.errors[n], -1
        taken = [int(best_edge(joined, n) - joined.first[n]) for n in range(self.count)]
        for k, way in self.quotient.apart(taken).items():
            own.onward[self.members[k]] = own.targets[self.edges[way.start]]
