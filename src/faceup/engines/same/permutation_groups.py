"""Permutations of small whole numbers and the groups that they generate: of the names of moves, of cards.

A permutation is a sequence: k becomes ``new[k]``. Tuples may have any length; bytes, of all 256 numbers, are composed
several times as fast.
"""

from collections.abc import Callable, Hashable, Sequence
from math import inf
from typing import Generic, Self, TypeVar

Permutation = TypeVar("Permutation", bytes, tuple[int, ...])
Thing = TypeVar("Thing", bound=Hashable)


def then(first: Permutation, second: Permutation) -> Permutation:
    """Return the product: the first permutation, then the second."""
    if isinstance(first, bytes):
        return first.translate(second)
    return tuple(map(second.__getitem__, first))


def inverse(new: Permutation) -> Permutation:
    """Return the inverse permutation."""
    unchanged = identity(new)
    if isinstance(new, bytes):
        return bytes.maketrans(new, unchanged)
    return tuple(sorted(unchanged, key=new.__getitem__))


def identity(like: Permutation) -> Permutation:
    """Return the identity on as many numbers."""
    return type(like)(range(len(like)))


def swap(count: int, one: int, other: int) -> tuple[int, ...]:
    """Return the transposition of two of ``count`` numbers."""
    numbers = list(range(count))
    numbers[one], numbers[other] = other, one
    return tuple(numbers)


def orbit(number: int, generators: Sequence[Permutation]) -> set[int]:
    """Return the orbit of a number."""
    return _orbit(number, generators, lambda number, new: new[number])


def elements(unchanged: Permutation, generators: Sequence[Permutation], most: float = inf) -> set[Permutation] | None:
    """Return all elements of the group; None if it has more than ``most``."""
    group = _orbit(unchanged, generators, then, most)
    return group if len(group) <= most else None


def _orbit(
    start: Thing,
    generators: Sequence[Permutation],
    after: Callable[[Thing, Permutation], Thing],
    most: float = inf,
) -> set[Thing]:
    """Return the orbit of an item under the generators; stop if it has more than ``most`` items."""
    reached, queue = {start}, [start]
    for old in queue:
        for generator in generators:
            if (new := after(old, generator)) not in reached:
                reached.add(new)
                queue.append(new)
                if len(reached) > most:
                    return reached
    return reached


def without_products(unchanged: Permutation, generators: Sequence[Permutation]) -> list[Permutation]:
    """Return the generators of a small group without those that earlier ones generate."""
    needed: list[Permutation] = []
    group = {unchanged}
    for new in generators:
        if new not in group:
            needed.append(new)
            group = _orbit(unchanged, needed, then)
    return needed


def independent(generators: Sequence[Permutation]) -> list[Permutation]:
    """Return few generators of the same group: one for each first moved number and its image (Sims's filter)."""
    representatives: dict[tuple[int, int], tuple[Permutation, Permutation]] = {}  # each with its inverse
    for new in generators:
        unchanged = identity(new)
        while new != unchanged:
            moved = next(number for number, to in enumerate(new) if number != to)
            place = moved, new[moved]
            if place not in representatives:
                representatives[place] = new, inverse(new)
                break
            new = then(new, representatives[place][1])  # leaves the number in its place
    return [new for new, _ in representatives.values()]


class Group(Generic[Permutation]):
    """A permutation group with a chain of stabilisers, built on demand (Schreier-Sims)."""

    def __init__(self, generators: Sequence[Permutation]) -> None:
        self.generators: list[Permutation] = independent(generators)
        self.homes: dict[
            int, tuple[Permutation, int]
        ] = {}  # for each moved number: a permutation to the lowest of its orbit, and the lowest
        self.orbits: dict[int, list[Permutation]] = {}  # for each lowest number: the permutations that move it
        self.stabilisers: dict[int, Self] = {}
        self.known: dict[frozenset[Permutation], Self] = {}  # shared by all stabilisers within one group
        for low in range(len(self.generators[0]) if self.generators else 0):
            if low not in self.homes:
                self._explore(low)

    def _explore(self, low: int) -> None:
        """Compute the orbit of a number, with a permutation to each of its members."""
        reached = {low: identity(self.generators[0])}
        queue = [low]
        for number in queue:
            for generator in self.generators:
                if (to := generator[number]) not in reached:
                    reached[to] = then(reached[number], generator)
                    queue.append(to)
        if len(queue) > 1:
            self.orbits[low] = list(reached.values())
            for number, new in reached.items():
                self.homes[number] = inverse(new), low

    def stabiliser(self, low: int) -> Self:
        """Return the stabiliser of this number, the lowest of its orbit (Schreier's lemma)."""
        if low not in self.stabilisers:
            generators = []
            for there in self.orbits[low]:
                for generator in self.generators:
                    new = then(there, generator)
                    generators.append(then(new, self.homes[new[low]][0]))
            independent_generators = independent(generators)
            key = frozenset(independent_generators)
            if key not in self.known:
                self.known[key] = type(self)(independent_generators)
                self.known[key].known = self.known
            self.stabilisers[low] = self.known[key]
        return self.stabilisers[low]
