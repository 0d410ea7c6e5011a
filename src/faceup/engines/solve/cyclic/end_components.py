"""Positions in which one player can keep play for ever, taken together, so that what is left comes to an end.

From any position of an end component the player may go on to any of the moves that lead out of it, or stay for what a
play without end is worth. Where moves within it cost whoever stays, it is left as it is: staying is never best, and
whatever a step of the equations does not make worse is a bound there too. For if u >= T(u), u is no less than what any
way to play gets that ends; and if v <= T(v), it is no more than what the best moves by v get, which end, for else v
would sink for ever (Bertsekas and Tsitsiklis 1991).
"""

from typing import Any

import numpy as np

from faceup.engines.model.components import end_components
from faceup.engines.solve.cyclic.positions import KNOWN, Flat
from faceup.engines.solve.engine import Unfit
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

GAINS = "finds no sum of rewards that may be gained again and again"


class Together:
    """A component with each of its end components as one position; those that play leads out to are ends.

    ``flat`` are the positions, of which the first ``count`` are to be solved. Raises Unfit.
    """

    def __init__(self, flat: Flat, members: Any, place: Any, kept: list[int], chooser: int, endless: Exact) -> None:
        self.own, self.members, self.place = flat, members, place
        self.turns = flat.turns[members].tolist()
        self.first, self.last = flat.first[members].tolist(), flat.first[members + 1].tolist()
        self.chooser = chooser
        self.parts = self.free_parts(kept)
        self.join(endless)

    def edges(self, k: int) -> range:
        return range(self.first[k], self.last[k])

    def target(self, edge: int) -> int:
        """The member that an edge leads to; below 0 where it leads out."""
        return int(self.place[self.own.targets[edge]])

    def gain(self, edge: int) -> float:
        return float(self.own.rewards[edge]) if len(self.own.rewards) else 0.0

    def ways(self, k: int, free: bool) -> list[list[int]]:
        """The members that each move may lead to, or chance; -1 where it leads out, or something is paid for it."""
        found = [-1 if free and self.gain(edge) else self.target(edge) for edge in self.edges(k)]
        return [found] if self.turns[k] == CHANCE else [[there] for there in found]

    def free_parts(self, kept: list[int]) -> list[list[int]]:
        """The end components without rewards; raises Unfit for rewards that may be gained without end."""

        def decides(k: int) -> bool:
            return bool(self.turns[k] != CHANCE)

        sign, parts = 1 - 2 * self.chooser, []
        for part in end_components(kept, decides, lambda k: self.ways(k, free=False)):
            inside = set(part)
            paid = [
                self.gain(edge)
                for k in part
                for edge in self.edges(k)
                if self.target(edge) in inside and self.gain(edge)
            ]
            if any(sign * gain >= 0 for gain in paid):
                raise Unfit(GAINS)
            parts += end_components(part, decides, lambda k: self.ways(k, free=True)) if paid else [part]
        return parts

    def join(self, endless: Exact) -> None:
        """Make the positions: those that stand alone, those that are taken together, and the ends."""
        inside = {k for part in self.parts for k in part}
        self.alone = [k for k in range(len(self.members)) if k not in inside]
        self.number = {k: n for n, k in enumerate(self.alone)}
        for n, part in enumerate(self.parts, len(self.alone)):
            self.number.update(dict.fromkeys(part, n))
        self.count = len(self.alone) + len(self.parts)
        self.ends: dict[int, int] = {}  # of positions beyond
        stay = self.count  # the end that is worth a play without end
        self.origins: list[list[int]] = [list(self.edges(k)) for k in self.alone]
        for part in self.parts:
            same = set(part)
            leaving = [
                edge
                for k in part
                if self.turns[k] != CHANCE
                for edge in self.edges(k)
                if self.target(edge) not in same or self.gain(edge)
            ]
            self.origins.append([-1, *leaving])
        edges = [edge for origins in self.origins for edge in origins]
        targets = [stay if edge < 0 else self.to(edge) for edge in edges]
        turns = [self.turns[k] for k in self.alone] + [self.chooser] * len(self.parts) + [KNOWN] * (1 + len(self.ends))
        beyond = list(self.ends)
        own, first = self.own, np.cumsum([0, *map(len, self.origins), *[0] * (1 + len(beyond))])
        here, staying = np.array(edges, np.int64), np.array(edges) < 0
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
        there = self.target(edge)
        if there >= 0:
            return self.number[there]
        return self.ends.setdefault(int(self.own.targets[edge]), self.count + 1 + len(self.ends))

    def apart(self) -> None:
        """Write down what is known of each member, and where it goes on."""
        own, joined = self.own, self.flat
        for k, i in enumerate(self.members.tolist()):
            n = self.number[k]
            own.values[i], own.errors[i], own.distances[i] = joined.values[n], joined.errors[n], -1
        for k in self.alone:
            best = 0 if self.turns[k] == CHANCE else self.best(self.number[k])
            own.onward[self.members[k]] = own.targets[self.origins[self.number[k]][best]]
        for n, part in enumerate(self.parts, len(self.alone)):
            self.lead(part, self.origins[n][self.best(n)])

    def best(self, n: int) -> int:
        """Which of the ways to go on is best, by the estimates."""
        begin, end = int(self.flat.first[n]), int(self.flat.first[n + 1])
        worth = self.flat.values[self.flat.targets[begin:end]]
        worth = worth + self.flat.rewards[begin:end] if len(self.flat.rewards) else worth
        return int(np.argmax(worth * (1 - 2 * int(self.flat.turns[n]))))

    def lead(self, part: list[int], leaving: int) -> None:
        """Go on within an end component: towards the move that leaves it, or, where there is none (-1), round."""
        own, inside = self.own, set(part)
        staying = {
            k: [edge for edge in self.edges(k) if self.target(edge) in inside and not self.gain(edge)] for k in part
        }
        for k in part:
            own.onward[self.members[k]] = own.targets[staying[k][0]] if staying[k] else -1
        if leaving < 0:
            return
        last = next(k for k in part if leaving in self.edges(k))
        own.onward[self.members[last]] = own.targets[leaving]
        into: dict[int, list[tuple[int, int]]] = {k: [] for k in part}
        for k in part:
            for edge in staying[k]:
                into[self.target(edge)].append((k, edge))
        todo, reached = [last], {last}
        for there in todo:
            for k, edge in into[there]:
                if k not in reached:
                    reached.add(k)
                    todo.append(k)
                    own.onward[self.members[k]] = own.targets[edge]
