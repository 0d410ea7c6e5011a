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
from faceup.engines.model.graph import stretches
from faceup.engines.solve.cyclic.positions import KNOWN, Flat
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

GAINS = "finds no sum of rewards that may be gained again and again"


class MembersWays(Ways):
    """The ways to go on at a component's members: the edge of each move, or all edges of chance.

    ``edges`` has the edges of the whole, by which those of the members are numbered here.
    """

    def __init__(self, flat: Flat, members: Any, place: Any) -> None:
        self.edges, counts, _ = stretches(flat.first, members)
        self.turns = flat.turns[members].tolist()
        self.first = [0, *counts.cumsum().tolist()]
        self.targets: list[int] = place[flat.targets[self.edges]].tolist()
        self.gains: list[float] = flat.rewards[self.edges].tolist() if len(flat.rewards) else [0.0] * len(self.edges)

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
        self.own, self.members, self.place = flat, members, place
        self.chooser = chooser
        self.ways = MembersWays(flat, members, place)
        try:
            parts = self.ways.free_parts(kept, 1 - 2 * chooser)
        except Unsettled:
            raise Unfit(GAINS) from None
        self.quotient = Quotient(self.ways, len(members), parts)
        self.join(endless)

    def join(self, endless: Exact) -> None:
        """Make the positions: those that stand alone, those that are taken together, and the ends."""
        origins = self.quotient.origins
        self.count = len(origins)
        self.ends: dict[int, int] = {}  # of positions beyond
        stay = self.count  # the end that is worth a play without end
        ways = [[range(-1, 0) if origin is None else origin[1] for origin in own] for own in origins]
        edges = np.array([edge for own in ways for way in own for edge in way])
        staying = edges < 0
        here = self.ways.edges[edges]
        targets = [stay if stays else self.to(edge) for edge, stays in zip(here.tolist(), staying, strict=True)]
        turns = [self.ways.turns[k] for k in self.quotient.alone] + [self.chooser] * len(self.quotient.parts)
        beyond = list(self.ends)
        turns += [KNOWN] * (1 + len(beyond))
        spans = [sum(map(len, own)) for own in ways]
        own, first = self.own, np.cumsum([0, *spans, *[0] * (1 + len(beyond))])
        count = len(turns)
        values, errors = np.zeros(count), np.zeros(count)
        values[stay], errors[stay] = float(endless), 0.0
        values[stay + 1 :], errors[stay + 1 :] = own.values[beyond], own.errors[beyond]
        self.flat = Flat(
            turns=np.array(turns, np.int8),
            first=first.astype(np.int64),
            targets=np.array(targets, np.int32),
            weights=np.where(staying, 1.0, own.weights[here]) if len(own.weights) else own.weights,
            rewards=np.where(staying, 0.0, own.rewards[here]) if len(own.rewards) else own.rewards,
            values=values,
            errors=errors,
            distances=np.zeros(count, np.int32),
            onward=np.full(count, -1, np.int32),
            finer=np.zeros(0),
        )

    def to(self, edge: int) -> int:
        """Where an edge leads to now."""
        there = int(self.own.targets[edge])
        if self.place[there] >= 0:
            return self.quotient.number[int(self.place[there])]
        return self.ends.setdefault(there, self.count + 1 + len(self.ends))

    def apart(self) -> None:
        """Write down what is known of each member, and where it goes on."""
        own, joined = self.own, self.flat
        for k, i in enumerate(self.members.tolist()):
            n = self.quotient.number[k]
            own.values[i], own.errors[i], own.distances[i] = joined.values[n], joined.errors[n], -1
        for k, way in self.quotient.apart([self.best(n) for n in range(self.count)]).items():
            own.onward[self.members[k]] = own.targets[self.ways.edges[way.start]]

    def best(self, n: int) -> int:
        """Which of the ways to go on is best, by the estimates; chance has one alone."""
        turn, begin, end = int(self.flat.turns[n]), int(self.flat.first[n]), int(self.flat.first[n + 1])
        if turn == CHANCE:
            return 0
        worth = self.flat.values[self.flat.targets[begin:end]]
        worth = worth + self.flat.rewards[begin:end] if len(self.flat.rewards) else worth
        return int(np.argmax(worth * (1 - 2 * turn)))
