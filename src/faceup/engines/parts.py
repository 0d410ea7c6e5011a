"""A graph taken apart: strongly connected components, ends first, and how play can go on in one of them."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from faceup.engines.components import components
from faceup.engines.decision_process import Way
from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import Chain
from faceup.numbers.value import simplest
from faceup.rules.contract import CHANCE

LOOK_EVERY = 64  # components between two looks at the limits

Place = Mapping[int, int]  # of each position of a component, which one it is there


class Moves(ABC):
    """The moves of positions, in exact numbers: edges, as ``GameGraph`` has them; what is gained by them and beyond."""

    turns: Sequence[int]
    first: Sequence[int]
    targets: Sequence[int]
    weights: Sequence[int]

    @abstractmethod
    def gain(self, edge: int, seat: int) -> Exact:
        """What a seat gains on an edge."""

    @abstractmethod
    def bounds(self, i: int, seat: int) -> Bounds:
        """What a position that is solved is worth to a seat."""

    def edges(self, i: int) -> range:
        return range(self.first[i], self.first[i + 1])

    def ends(self, part: Sequence[int], place: Place) -> Iterator[int]:
        """Where edges lead that leave the component."""
        return (there for i in part for there in self.targets[self.first[i] : self.first[i + 1]] if there not in place)

    def is_left(self, part: Sequence[int], place: Place) -> bool:
        """Whether an edge leaves the component."""
        return next(self.ends(part, place), None) is not None

    def exact_beyond(self, part: Sequence[int], place: Place, seat: int = 0) -> bool:
        """Whether all that the component leads to is known exactly."""
        return all(low == high for low, high in (self.bounds(there, seat) for there in self.ends(part, place)))

    def pays_inside(self, part: Sequence[int], place: Place, seat: int = 0) -> bool:
        """Whether a seat gains something on an edge within the component."""
        return any(self.gain(edge, seat) != 0 and self.targets[edge] in place for i in part for edge in self.edges(i))

    def ways(self, i: int, place: Place, seat: int = 0, side: int = 0, only: int | None = None) -> list[Way]:
        """How play can go on at a position: one way for each move, or for the ``only`` one, or one for chance.

        What is gained beyond the component is what the seat gets there at least, or with ``side`` 1 at most.
        """
        edges = self.edges(i)
        if self.turns[i] != CHANCE:
            return [
                self._way({edge: Fraction(1)}, place, seat, side) for edge in edges if only in (None, edge - edges[0])
            ]
        total = sum(self.weights[edge] for edge in edges)
        return [self._way({edge: Fraction(self.weights[edge], total) for edge in edges}, place, seat, side)]

    def _way(self, chances: Mapping[int, Fraction], place: Place, seat: int, side: int) -> Way:
        inside: dict[int, Fraction] = {}
        gain: Exact = 0
        paid = False
        for edge, chance in chances.items():
            there, reward = self.targets[edge], self.gain(edge, seat)
            gain += chance * reward
            if there in place:
                inside[place[there]] = inside.get(place[there], Fraction(0)) + chance
                paid = paid or reward != 0
            else:
                gain += chance * self.bounds(there, seat)[side]
        return Way(inside, simplest(Fraction(gain)), paid)


class Parts(Moves):
    """The components of a graph, which are solved one after another; what is found of positions a solver keeps."""

    def __init__(self, graph: GameGraph, turns: Sequence[int], limits: Limits) -> None:
        self.graph, self.turns, self.limits = graph, turns, limits
        self.first, self.targets, self.weights = graph.first.tolist(), graph.targets.tolist(), graph.weights.tolist()
        self.rewards: list[Any] = [graph.numbers[k] for k in graph.rewards.tolist()]

    def parts(self) -> Iterator[tuple[list[int], bool]]:
        """Each component after those that it leads to, and whether play can come back in it."""
        for k, part in enumerate(components(self.first, self.targets)):
            if k % LOOK_EVERY == 0:
                self.limits.check(self.graph.game, k)
            yield part, len(part) > 1 or any(self.targets[edge] == part[0] for edge in self.edges(part[0]))

    def by_chance_alone(self, part: Sequence[int], place: Place, seats: int = 1) -> list[list[Bounds]]:
        """What a component is worth to each seat in which nobody has a choice, and which is left some day.

        Where its positions are many, within proven bounds. Raises NotTransient.
        """
        ways, columns = [self.ways(i, place)[0] for i in part], []
        chain = Chain([way.inside for way in ways])
        for seat in range(seats):
            low = [way.gain for way in ways] if seat == 0 else [self.ways(i, place, seat)[0].gain for i in part]
            exact = self.exact_beyond(part, place, seat)
            high = low if exact else [self.ways(i, place, seat, 1)[0].gain for i in part]
            columns.append([outwards(bounds) for bounds in chain.between(low, high)])
        return columns
