"""The rows of a table of backward induction: where the value of a state is, and how the rows may be laid out anew."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from faceup.native.kernels import shared_kernel
from faceup.native.state_rows import (
    COLUMN,
    EACH,
    EMPTY,
    HASHES,
    HOMES,
    LARGEST,
    LEAST,
    LEASTS,
    ORDERED,
    RANGES,
    SLACK,
    finish_hash,
    home_at,
    homes_of,
    in_order,
    is_settled,
    mix_word,
    note_ranges,
    row_bytes,
    rows_with_hashes,
    table_bytes,
    word_of_row,
)
from faceup.rules.parameters import WORD_MAX, WORD_MIN

HALF_FULL = 0.70  # load factor of a hashed table, on average while it grows
# More rows for each position, up to a limit, if positions are often looked up. The guesses of ``bench/guesses.py``,
# each looked up 400 times, took 203 s when they were hashed at first, and 99 s in order.
LOOKUPS_A_ROW, EMPTIEST = 8, 32
LARGEST_ORDERED = 1 << 30  # bytes of a table with such extra rows, at most
SOME = 64  # the first look at ranges takes one row in this many


class ValueRows(NamedTuple):
    """The rows of states with their values, and with the errors of these where a row has two numbers.

    ``slots`` (rows, columns; int64), a view of them as float64 in ``numbers``, ``keys`` (the words of states, from row
    ``address[ORDERED]`` on), and the ``address``.
    """

    slots: Any
    numbers: Any
    keys: Any
    address: Any

    @classmethod
    def of(cls, address: Any, words: int, numbers: int) -> "ValueRows":
        """Return uninitialised rows with ``words`` words a state and ``numbers`` columns from the value on."""
        rows, ordered, value = int(address[HOMES]) + SLACK, int(address[ORDERED]), int(address[COLUMN])
        slots = np.empty((rows, value + numbers), np.int64)
        keys = np.empty((rows - ordered, words), np.int64) if ordered else slots
        return cls(slots, slots.view(np.float64), keys, address)

    def clear(self, begin: int = 0, end: int | None = None) -> None:
        """Make these rows empty."""
        self.slots[begin:end, self.value] = EMPTY

    @property
    def value(self) -> int:
        """The column of the word that is EMPTY, OPEN or a value."""
        return int(self.address[COLUMN])

    @property
    def nbytes(self) -> int:
        return int(self.slots.nbytes + (0 if self.keys is self.slots else self.keys.nbytes))

    def words_at(self, rows: Any) -> Any:
        """Return the words of the states in these rows, a row each (int64)."""
        ordered, address = int(self.address[ORDERED]), self.address
        if not ordered:
            return self.keys[rows, : self.words]
        homes = np.stack([word_of_row(address, rows, k) for k in range(self.words)], axis=1)
        return np.where(rows[:, None] < ordered, homes, self.keys[np.maximum(rows - ordered, 0)])

    @property
    def words(self) -> int:
        """How many words a state has."""
        return (len(self.address) - LEAST) // EACH

    @property
    def values(self) -> int:
        """How many numbers a row has: the value, and the error if there is one."""
        return int(self.slots.shape[1]) - self.value

    @property
    def row_bytes(self) -> int:
        """The bytes of a row whose home is a hash."""
        return row_bytes(self.words, self.values)

    def find(self, words: tuple[int, ...], load: Callable[[int], None]) -> int | None:
        """Return the row of the state with these words; None if it is not solved.

        ``load`` is called with each row before that is read.
        """
        i, ordered = home_at(words, self.address), int(self.address[ORDERED])
        load(i)
        if i < ordered:  # no other state has this row
            return i if is_settled(self.slots[i, self.value]) else None
        while (word := self.slots[i, self.value]) != EMPTY:
            if is_settled(word) and all(self.keys[i - ordered, k] == each for k, each in enumerate(words)):
                return i
            i += 1
            load(i)
        return None

    def sampled_words(self, count: int, stored: int) -> Any:
        """Return the ``count`` solved states with the least hashes, out of ``stored``: the same ones in every table.

        Their words, a row each (int64).
        """
        below = np.uint64(min(2 * count * HASHES // max(stored, 1), HASHES))
        rows = np.empty(min(4 * count, stored), np.int64)
        while (matches := hash_kernel()(self.slots, self.keys, self.address, below, rows)) > len(rows):
            rows = np.empty(matches, np.int64)
        words = self.words_at(rows[:matches])
        return words[np.lexsort((*words.T, homes_of(words, HASHES)))[:count]]

    def ranges(self, step: int) -> tuple[Any, Any]:
        """Return the least and the greatest of each word, over ordered rows and one in ``step`` hashed rows."""
        least, greatest = np.full(self.words, WORD_MAX), np.full(self.words, WORD_MIN)
        if self.address[ORDERED]:  # the states fill the ranges for which the table was made
            least, greatest = self.address[LEASTS].copy(), self.address[LEASTS] + self.address[RANGES] - 1
        range_kernel()(self.slots, self.keys, self.address, step, least, greatest)
        return least, greatest

    def address_in_order(self, stored: int, lookups: float, room: float) -> Any:
        """Return the address of a table in the order of the fields, for ``stored`` states, each looked up ``lookups``
        times; None if that takes too many bytes.

        It may take ``room`` bytes and the average of a hashed table, or more if states are looked up often.
        """
        row = 8 * self.values
        hashed = stored * self.row_bytes / HALF_FULL
        often = min(EMPTIEST, lookups / LOOKUPS_A_ROW) * stored * row
        most = min(room, LARGEST * row, max(hashed, min(often, LARGEST_ORDERED)))
        address = None
        for step in (SOME, 1) if self.words else ():  # a few rows usually show that ranges are too wide
            address = in_order(*self.ranges(step), int(most / row))
            if address is None or table_bytes(address, self.words, self.values) > most:
                return None
        return address


@cache
def hash_kernel() -> Any:
    """Return ``rows_with_hashes`` in machine code."""
    return shared_kernel(rows_with_hashes, (is_settled, word_of_row, mix_word, finish_hash))


@cache
def range_kernel() -> Any:
    """Return ``note_ranges`` in machine code."""
    return shared_kernel(note_ranges)
