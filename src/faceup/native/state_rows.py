"""The rows of a hash table of states in memory: 64-bit words, open addressing with linear probing, ordered by hash.

A row has the fields of the state, then one word that is EMPTY, OPEN or a value, then any words of the engine. The home
of a state, the row where probing begins, is ``hash * capacity >> 32``. So rows lie nearly in the order of their hashes,
and a larger table is filled by reading the smaller one front to back: growing costs two streams instead of a cache miss
for every state.

If states fill the ranges of their fields well enough, the home follows from the fields instead (a mixed radix index).
Then states that differ in one field lie near each other, and the processor prefetches the next ones. Such a home
belongs to one state, which it determines, so the words of the state are not stored. States outside the ranges are
hashed into rows behind all homes; when these are full, the table is full. The ``address`` array describes this: the
number of homes, the number that follow from fields, the column of the value, and for each word of a state its least
value, the step between the homes of two values, and the number of values.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

# Words that are no numbers: quiet NaNs with a payload. A payoff of NaN is refused, so none of them is ever a value. The
# row of a state that is being solved is OPEN, with a mark for each thread that works on it.
EMPTY = 0x7FF8000000000001
OPEN = 0x7FF8000000000002
CLAIMED = 0x7FF8000000000003  # a thread is writing the state
FIRST_MARK, MARKS = 1 << 8, 0xFF00
# The places in an address: the number of homes, the number of homes in order, and the column of the value; from LEAST
# on three numbers for each word of a state: the least value, the step between two values, and the number of values.
HOMES, ORDERED, COLUMN, LEAST, STEP, RANGE = range(6)
EACH = RANGE - LEAST + 1
LEASTS, STEPS, RANGES = (slice(first, None, EACH) for first in (LEAST, STEP, RANGE))
HASHES = 1 << 32
LARGEST = HASHES - 1  # rows of a table
SLACK = 4096  # rows behind the last home, so that probing never wraps around
OUTSIDE = 16  # homes in the order of fields for each home of states outside the ranges

WORD = 2**64 - 1
CONSTANTS = 0x243F6A8885A308D3, 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93  # odd, bits well mixed
SEED, MIX, FINISH, HALF = map(np.uint64, (*CONSTANTS, 32))


def table_bytes(address: Any, words: int, numbers: int) -> int:
    """Return the bytes of a table with this address."""
    rows, ordered, value = int(address[HOMES]) + SLACK, int(address[ORDERED]), int(address[COLUMN])
    return 8 * (rows * (value + numbers) + ((rows - ordered) * words if ordered else 0))


def row_bytes(words: int, numbers: int) -> int:
    """Return the bytes of a row whose home is a hash."""
    return 8 * (words + numbers)


def rows_with_hashes(rows: Any, keys: Any, address: Any, below: Any, rows_found: Any) -> int:
    """Write the rows of settled states with hashes below a bound to ``rows_found``; return their number.

    The number may exceed the room.
    """
    count, ordered, value = 0, address[ORDERED], address[COLUMN]
    for i in range(len(rows)):
        word = rows[i, value]
        if not is_settled(word):
            continue
        h = SEED
        for k in range((len(address) - LEAST) // EACH):
            h = mix_word(h, np.uint64(word_of_row(address, i, k) if i < ordered else keys[i - ordered, k]))
        if finish_hash(h) < below:
            if count < len(rows_found):
                rows_found[count] = i
            count += 1
    return count


def word_of_row(address: Any, i: Any, k: int) -> Any:
    """Return word k of the state whose home is row i, in a table ordered by fields; i is a row or an array of rows."""
    return address[LEAST + EACH * k] + i // address[STEP + EACH * k] % address[RANGE + EACH * k]


def note_ranges(rows: Any, keys: Any, address: Any, step: int, least: Any, greatest: Any) -> None:
    """Extend the ranges ``least`` and ``greatest`` by the words of every ``step``-th hashed row."""
    ordered, value = address[ORDERED], address[COLUMN]
    for i in range(ordered, len(rows), step):
        if rows[i, value] != EMPTY:
            for k in range(len(least)):
                least[k] = min(least[k], keys[i - ordered, k])
                greatest[k] = max(greatest[k], keys[i - ordered, k])


def mix_word(h: Any, word: Any) -> Any:
    """Return a hash with one more word mixed in; unsigned integers, or arrays of them."""
    h = (h ^ word) * MIX
    return h ^ (h >> HALF)


def finish_hash(h: Any) -> Any:
    """Return the final 32 bits of a hash after all words are mixed in."""
    return (h * FINISH) >> HALF


def homes_of(words: Any, capacity: int) -> Any:
    """Return the homes of states with these words (int64, a row each), computed for all at once."""
    h = np.full(len(words), SEED, np.uint64)
    with np.errstate(over="ignore"):
        for column in words.view(np.uint64).T:
            h = mix_word(h, column)
        return (finish_hash(h) * np.uint64(capacity) >> HALF).astype(np.int64)


def is_settled(words: Any) -> Any:
    """Whether the word of a row is a value, for a word or an array of them."""
    return (words != EMPTY) & (words != CLAIMED) & ((words & ~MARKS) != OPEN)


def look_up(words: Any, homes: Any, is_free: Callable[[Any], Any], rows_at: Callable[[Any], Any]) -> Any:
    """Return the rows of states with these words (states, words) and ``homes`` (states,), int64; -1 for missing states.

    ``is_free`` tells which of an array of rows are empty; ``rows_at`` returns the words in an array of rows.
    """
    places, todo, result = homes.copy(), np.arange(len(words)), np.full(len(words), -1, np.int64)
    while len(todo):
        current = places[todo]
        free = is_free(current)
        same = ~free & (rows_at(current) == words[todo]).all(axis=1)
        result[todo[same]] = current[same]
        todo = todo[~free & ~same]
        places[todo] += 1
    return result


def by_hash(capacity: int, words: int) -> Any:
    """Return the address of a table in which every state is hashed."""
    address = np.zeros(LEAST + EACH * words, np.int64)
    address[HOMES], address[COLUMN] = capacity, words
    return address


def in_order(least: Any, greatest: Any, rows: int) -> Any:
    """Return the address of a table ordered by fields, for words between these bounds; None if it needs more ``rows``.

    The words with the widest ranges change fastest from row to row.
    """
    ranges = [int(high) - int(low) + 1 for low, high in zip(least, greatest, strict=True)]
    steps, count = [0] * len(ranges), 1
    for k in sorted(range(len(ranges)), key=lambda k: (-ranges[k], -k)):
        steps[k], count = count, count * ranges[k]
        if count + outside(count) > rows:
            return None
    address = by_hash(count + outside(count), len(ranges))
    address[[ORDERED, COLUMN]] = count, 0
    address[LEASTS], address[STEPS], address[RANGES] = least, steps, ranges
    return address


def outside(count: int) -> int:
    """Return the number of homes for states outside the ranges, beside ``count`` homes inside."""
    return max(SLACK, count // OUTSIDE)


def home_at(words: tuple[int, ...], address: Any) -> int:
    """Return the home of one state with these words, for any address, computed in CPython."""
    homes, ordered = int(address[HOMES]), int(address[ORDERED])
    if not ordered:
        return home_of(words, homes)
    lows, steps, ranges = (list(map(int, address[each])) for each in (LEASTS, STEPS, RANGES))
    above = [word - low for word, low in zip(words, lows, strict=True)]
    if all(0 <= each < values for each, values in zip(above, ranges, strict=True)):
        return sum(each * step for each, step in zip(above, steps, strict=True))
    return ordered + home_of(words, homes - ordered)


def homes_at(words: Any, address: Any) -> Any:
    """Return the homes of states with these words (int64, a row each), computed for all at once."""
    homes, ordered = int(address[HOMES]), int(address[ORDERED])
    if not ordered:
        return homes_of(words, homes)
    with np.errstate(over="ignore"):
        above = words - address[LEASTS]  # beyond 64 bits it is some number outside, as below zero
        inside = (above.view(np.uint64) < address[RANGES].view(np.uint64)).all(axis=1)
        return np.where(inside, (above * address[STEPS]).sum(axis=1), ordered + homes_of(words, homes - ordered))


def home_of(words: tuple[int, ...], capacity: int) -> int:
    """Return the hashed home of one state with these words, computed in CPython."""
    h, mix, finish = CONSTANTS
    for each in words:
        h = ((h ^ (each & WORD)) * mix) & WORD
        h ^= h >> 32
    return ((((h * finish) & WORD) >> 32) * capacity) >> 32
