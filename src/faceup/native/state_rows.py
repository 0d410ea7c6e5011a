"""The rows of a table of states in memory.

A row is found by its ``address`` (``native.state_table``). Where homes are hashes, it holds the words of a state and
then its numbers. Where homes follow from fields, a row tells which state it is for, so it holds the numbers alone;
only the rows behind, for states outside the ranges, have words of states, in ``keys``.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.native.state_table import COLUMN, EMPTY, HOMES, ORDERED, SLACK, told

AT_ONCE = 1 << 20  # rows


class StateRows(NamedTuple):
    """``slots`` (int64, a row each), and the same as floats in ``numbers``; ``keys``, the words of states of the rows
    from ``address[ORDERED]`` on; and the ``address``."""

    slots: Any
    numbers: Any
    keys: Any
    address: Any

    @classmethod
    def of(cls, address: Any, words: int, numbers: int) -> "StateRows":
        """Rows with so many ``words`` a state and so many ``numbers``, which are not yet empty."""
        rows, ordered, value = int(address[HOMES]) + SLACK, int(address[ORDERED]), int(address[COLUMN])
        slots = np.empty((rows, value + numbers), np.int64)
        keys = np.empty((rows - ordered, words), np.int64) if ordered else slots
        return cls(slots, slots.view(np.float64), keys, address)

    def clear(self, begin: int = 0, end: int | None = None) -> None:
        """Make these rows empty."""
        self.slots[begin:end, self.value] = EMPTY

    @property
    def value(self) -> int:
        """The column of the word that is EMPTY, or a value."""
        return int(self.address[COLUMN])

    @property
    def nbytes(self) -> int:
        return int(self.slots.nbytes + (0 if self.keys is self.slots else self.keys.nbytes))

    def words_at(self, rows: Any) -> Any:
        """The words of the states in these rows, a row each (int64)."""
        ordered, address = int(self.address[ORDERED]), self.address
        count = (len(address) - 3) // 3
        if not ordered:
            return self.keys[rows, :count]
        homes = np.stack([told(address, rows, k) for k in range(count)], axis=1)
        return np.where(rows[:, None] < ordered, homes, self.keys[np.maximum(rows - ordered, 0)])

    def states(self) -> Any:
        """The words of all rows, a row each (int64); those of empty rows mean nothing. A view, where rows hold them."""
        if self.keys is self.slots:
            return self.keys[:]
        count = len(self.slots)
        words = np.empty((count, self.keys.shape[1]), np.int64)
        for begin in range(0, count, AT_ONCE):
            words[begin : begin + AT_ONCE] = self.words_at(np.arange(begin, min(begin + AT_ONCE, count)))
        return words


def table_bytes(address: Any, words: int, numbers: int) -> int:
    """The bytes of a table with this address."""
    rows, ordered, value = int(address[HOMES]) + SLACK, int(address[ORDERED]), int(address[COLUMN])
    return 8 * (rows * (value + numbers) + ((rows - ordered) * words if ordered else 0))


def row_bytes(words: int, numbers: int) -> int:
    """The bytes of a row whose home is a hash."""
    return 8 * (words + numbers)
