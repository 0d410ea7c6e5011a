"""A tree that was walked, in sequence form: flat arrays for learning."""

from functools import cached_property

import numpy as np

from faceup.engines.imperfect.sequence_form import FlatPays, FlatSets, both_ways
from faceup.engines.imperfect.tree import TreeWalk
from faceup.engines.imperfect.tree_kernel import PAYS


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
