"""The transposition table of a search: bounds that were proven, by state.

The table has buckets of ``BUCKET`` rows: the words of a state, its two bounds, the move that decided, and the number of
states searched for it. Keys are complete, so equal hashes alone prove nothing.
"""

from functools import cache
from typing import Any

import numpy as np

from faceup.engines.model.kernel_names import same_state
from faceup.native.kernels import shared_kernel
from faceup.native.state_rows import HALF, SEED, finish_hash, mix_word

# The columns of a row of the table, behind the words of its state.
LOW, HIGH, DECIDED, EFFORT, ROW_COLUMNS = range(5)
BUCKET = 4


def look_up(table: Any, bucket: int, state: Any) -> int:
    """Return the row of a state in its bucket; -1 if it has none."""
    first = bucket * BUCKET
    for row in range(first, first + BUCKET):
        if table[row, table.shape[1] - ROW_COLUMNS + EFFORT] > 0 and same_state(table, row, state):
            return row
    return -1


def spread(old: Any, new: Any) -> None:
    """Move all rows to an empty table of twice the size: a bucket splits into two, so every row finds room."""
    count, buckets = old.shape[1] - ROW_COLUMNS, len(new) // BUCKET
    for row in range(len(old)):
        if old[row, count + EFFORT] > 0:
            h = SEED
            for k in range(count):
                h = mix_word(h, np.uint64(old[row, k]))
            place = np.int64(finish_hash(h) * np.uint64(buckets) >> HALF) * BUCKET
            while new[place, count + EFFORT] > 0:
                place += 1
            for k in range(old.shape[1]):
                new[place, k] = old[row, k]


@cache
def spread_kernel() -> Any:
    """Return ``spread`` in machine code."""
    return shared_kernel(spread, (mix_word, finish_hash))
