"""A game of hidden information in sequence form: each player's information sets, and what pairs of sequences pay.

A sequence is all that a player has done so far: number 0 is nothing yet, every other one ends with a move in an
information set. A strategy is a plan: the chance of doing all of a sequence, if chance and the other let it come to
that. What two plans pay is linear in each (D. Koller, N. Megiddo, B. von Stengel, Efficient Computation of Equilibria
for Extensive Two-Person Games, Games and Economic Behavior 14, 1996).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.hidden.tree import TreeWalk
from faceup.engines.hidden.tree_kernel import PAYS
from faceup.numbers.exact import Exact
from faceup.rules.moves import Move


class InformationSet(NamedTuple):
    """A decision: what the player remembers, the sequence that led to it, and that of the first of the moves."""

    memory: int
    parent: int
    first: int
    moves: tuple[Move, ...]

    @property
    def sequences(self) -> range:
        return range(self.first, self.first + len(self.moves))


class FlatPays(NamedTuple):
    """What sequences of one player bring that player against each of the other's, in float64, row by row."""

    starts: Any
    columns: Any
    numbers: Any


class FlatSets(NamedTuple):
    """The information sets of a player: the sequence that leads to each, and where its sequences begin and end."""

    parents: Any
    firsts: Any  # one more than there are sets


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The ``sets`` of both players, each after those on the way to it, and what pairs of sequences pay player 0."""

    sets: tuple[list[InformationSet], list[InformationSet]]
    pays: Mapping[tuple[int, int], Exact]

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many sequences each player has."""
        first, second = (1 + sum(len(one.moves) for one in sets) for sets in self.sets)
        return first, second

    @cached_property
    def scale(self) -> int:
        """The least common denominator of all that is paid."""
        return lcm(*(pay.denominator for pay in self.pays.values()))

    @cached_property
    def whole(self) -> list[tuple[int, int, int]]:
        """What is paid, times ``scale``."""
        return [(a, b, pay.numerator * (self.scale // pay.denominator)) for (a, b), pay in self.pays.items() if pay]

    @property
    def matrix(self) -> list[list[Exact]]:
        """What each pair of moves pays where both players move once."""
        first, second = self.counts
        get = self.pays.get
        return [
            [get((i, j), 0) + get((i, 0), 0) + get((0, j), 0) + get((0, 0), 0) for j in range(1, second)]
            for i in range(1, first)
        ]

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """What is paid, to each of the players."""
        rows, columns = np.array([*self.pays] or [(0, 0)], dtype=np.int64).T
        numbers = np.array([float(pay) for pay in self.pays.values()] or [0.0])
        return both_ways(rows, columns, numbers, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        first, second = (
            FlatSets(
                np.array([one.parent for one in sets], dtype=np.int64),
                np.array([*(one.first for one in sets), count], dtype=np.int64),
            )
            for sets, count in zip(self.sets, self.counts, strict=True)
        )
        return first, second


def both_ways(rows: Any, columns: Any, numbers: Any, counts: tuple[int, int]) -> tuple[FlatPays, FlatPays]:
    """What these pairs of sequences pay player 0, to each of the players; what is paid in several places is added."""
    from scipy.sparse import coo_matrix

    matrix = coo_matrix((numbers, (rows, columns)), shape=counts)
    return _flat(matrix.tocsr()), _flat((-matrix.T).tocsr())


def _flat(matrix: Any) -> FlatPays:
    return FlatPays(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data)


class TreeForm:
    """What a walk has noted: the sequences of each player are numbered by themselves here, in the same order.

    ``mine`` are those of each player among the walk's, where number 0 is nothing yet of the one and 1 of the other.
    """

    def __init__(self, walk: TreeWalk) -> None:
        tree, sets = walk.tree, walk.sets
        self._parents, self._owners = tree.parents[:sets], tree.owners[:sets]
        self._widths = np.diff(tree.firsts[: sets + 1])
        owners = np.concatenate([np.array([0, 1], np.int8), np.repeat(self._owners, self._widths)])
        self.mine = tuple(np.flatnonzero(owners == player) for player in (0, 1))
        self._numbers = np.empty(len(owners), np.int32)
        for mine in self.mine:
            self._numbers[mine] = np.arange(len(mine))
        count = int(tree.registers[PAYS])
        self.pays, self._pairs = tree.pays[:count], tree.pairs[:count]

    @property
    def counts(self) -> tuple[int, int]:
        """How many sequences each player has."""
        first, second = map(len, self.mine)
        return first, second

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """What is paid, to each of the players."""
        rows, columns = self._numbers[self._pairs[:, 0]], self._numbers[self._pairs[:, 1]]
        return both_ways(rows, columns, self.pays, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        first, second = map(self._sets, (0, 1))
        return first, second

    def _sets(self, player: int) -> FlatSets:
        own = self._owners == player
        firsts = np.concatenate([[1], 1 + np.cumsum(self._widths[own])])
        return FlatSets(self._numbers[self._parents[own]].astype(np.int64), firsts.astype(np.int64))
