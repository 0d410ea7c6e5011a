"""The state table: rows of 64-bit words, open addressing, ordered by hash.

A row is the state's fields, then one word that is EMPTY, OPEN or a value, then whatever the engine adds. The home of
a state is ``hash * capacity >> 32``, so rows lie nearly in the order of their hashes, and a larger table is filled by
reading the smaller one front to back: growing costs two streams instead of a cache miss for every state.

Where the ranges of the fields are filled well enough, a state's home follows from its fields instead of a hash: then
states that differ in one field lie near each other, and the processor fetches what is asked for next. Such a home is
one state's alone, and tells which state that is, so its words are not kept (``native.state_rows``). A state outside
the ranges is hashed into rows behind all homes, so none is lost; where these are full, the table is full. An
``address`` says all that: how many homes there are, how many of them follow from fields, in which column of a row the
value is, and for each word of a state the least value, the distance between the homes of two values, and how many
values.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from faceup.native.operations.fractions import last_gain, scaled_odds
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import is_whole
from faceup.native.operations.row_type import TOO_LONG, RowTooSmall, row_maker, with_word, word
from faceup.native.shared_words import SHARED_WORDS
from faceup.native.state_shape import MoveShape, StateShape
from faceup.native.value_types import plain_bits, plain_number, set_of_bits, word_of
from faceup.native.whole_code import NOT_FROM_PYTHON, function_from, unique

# Words that are no number: quiet NaNs with a payload. A payoff that is NaN is refused, so none is ever a value. An OPEN
# row, of a state whose value is looked for, has a mark of each thread that looks for it.
EMPTY = 0x7FF8000000000001
OPEN = 0x7FF8000000000002
CLAIMED = 0x7FF8000000000003  # a thread is writing the state
FIRST_MARK, MARKS = 1 << 8, 0xFF00

OTHER_MOVES = "moves of many kinds, or cut from a row; yield tuples of one length, written out: (row[0], row[1])"
FUNCTIONS = (
    "same_state",
    *("read_state", "write_state", "find_row", "state_at", "look_up_row", "claim_row", "prefetch_row", "move_rows"),
    *("home", "home_at", "find_place", "fill_places", "prefetch_place", "prefetch_state"),
    *("read_move", "write_move", "best_move"),
)
# Where an address says how many homes there are, how many of them are in order, and in which column the value is; from
# LEAST on three numbers for each word of a state: the least value, the step between two values, and how many values.
HOMES, ORDERED, COLUMN, LEAST, STEP, RANGE = range(6)
EACH = RANGE - LEAST + 1
LEASTS, STEPS, RANGES = (slice(first, None, EACH) for first in (LEAST, STEP, RANGE))
HASHES = 1 << 32
LARGEST = HASHES - 1  # rows of a table
SLACK = 4096  # rows behind the last home, so that probing never wraps round
AHEAD = 16  # rows, of which memory is asked for while others are moved
OUTSIDE = 16  # homes in the order of fields for each one of states outside their ranges

WORD = 2**64 - 1
CONSTANTS = 0x243F6A8885A308D3, 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93  # odd, bits well mixed
SEED, MIX, FINISH, HALF = map(np.uint64, (*CONSTANTS, 32))


@intrinsic
def touch(typing_context: Any, address: Any) -> Any:
    """Ask the processor to fetch the memory at this address, without waiting for it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        name = "llvm.prefetch.p0i8" if binding.llvm_version_info[0] < 15 else "llvm.prefetch.p0"
        function = cgutils.get_or_insert_function(builder.module, kind, name)
        read, keep, data = word(0), word(3), word(1)
        builder.call(function, [builder.inttoptr(arguments[0], pointer), read, keep, data])
        return context.get_dummy_value()

    return types.void(address), generate


def same_move(move, wanted):  # type: ignore[no-untyped-def]  # overloaded below
    """Whether this is the move that a policy wants."""
    return move == wanted


@overload(same_move)
def _same_move(move, wanted):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    kind = wanted.type if isinstance(wanted, types.Optional) else wanted  # a policy may begin with None
    if any(isinstance(part, types.Float) for part in (kind.types if isinstance(kind, types.BaseTuple) else (kind,))):
        raise TypingError("a policy's move that is no whole number in some case")
    if isinstance(move, types.BaseTuple) != isinstance(kind, types.BaseTuple):
        return lambda move, wanted: False
    return lambda move, wanted: move == wanted


def table_functions(shape: StateShape) -> dict[str, Any]:
    """Compiled functions on rows of states of this shape.

    ``read_state(rows, i)``, ``write_state(rows, i, s)``; ``home(capacity, s)`` and ``home_at(address, s)``, from where
    on a state is looked for; ``find_row(rows, home, s)``: the row of a state, or the empty row where it belongs. In a
    table with an address, whose keys may be apart: ``prefetch_row(rows, keys, address, home)``; ``look_up_row(rows,
    keys, address, home, s)``: the row of a state and its word, where other threads write rows; ``claim_row``: the same,
    and where the word is EMPTY, the row is the state's now, and this thread is to store the word; ``state_at(keys,
    address, i)``: whose row it is; ``move_rows(old, keys, address, new, new_keys, new_address, begin, end)``: move some
    rows to a new table, as several threads may at once: how many are found there by a hash, -1 where there are too few
    for them. Where states stand in the order in which they were met, and ``places`` have their numbers, -1 where there
    is none: ``find_place(places, states, home, s)``, ``prefetch_place(places, home)``, ``prefetch_state(states, i)``,
    and ``fill_places(places, states, count, capacity)``, False where there are too few. ``read_move(moves, k)``,
    ``write_move(moves, k, m)`` on arrays of moves; ``best_move(rows, i)``: the move that stands behind a state.
    """
    return _table_functions(shape.state_class, shape.layout, shape.moves)


@cache
def _table_functions(*described: Any) -> dict[str, Any]:
    shape = StateShape(*described)
    words = [each for k in range(len(shape.slices)) for each in _words_of_field(shape, k)]
    fields = ", ".join(_field_of_words(shape, k, "rows[i, {}]") for k in range(len(shape.slices)))
    fields_in_order = ", ".join(_field_of_words(shape, k, "told(address, i, {})") for k in range(len(shape.slices)))
    written = "".join(f"    rows[i, {k}] = int64({each})\n" for k, each in enumerate(words))
    above = [f"(int64({each}) - address[{LEAST + EACH * k}])" for k, each in enumerate(words)]
    inside = " and ".join(f"uint64({each}) < uint64(address[{RANGE + EACH * k}])" for k, each in enumerate(above))
    steps = " + ".join(f"{each} * address[{STEP + EACH * k}]" for k, each in enumerate(above))
    mixing = "".join(f"    h = (h ^ uint64({each})) * MIX\n    h ^= h >> uint64(32)\n" for each in words)
    text = f"""
def read_state(rows, i):
    return State({fields})

def write_state(rows, i, s):
{_refusing_long_rows(shape)}{written or "    pass"}
def same_state(rows, i, s):
    return {" and ".join(f"rows[i, {k}] == {each}" for k, each in enumerate(words)) or "True"}

def home(capacity, s):
    h = SEED
{mixing}    return int64((((h * FINISH) >> uint64(32)) * uint64(capacity)) >> uint64(32))

def home_at(address, s):
    if address[ORDERED] > 0:
        if {inside or "True"}:
            return {steps or "0"}
        return address[ORDERED] + home(address[HOMES] - address[ORDERED], s)
    return home(address[HOMES], s)

def find_row(rows, i, s):
    while rows[i, {shape.count}] != EMPTY and not same_state(rows, i, s):
        i += 1
    return i

def state_at(keys, address, i):
    if i < address[ORDERED]:
        return State({fields_in_order})
    return read_state(keys, i - address[ORDERED])

def look_up_row(rows, keys, address, i, s):
    ordered, value = address[ORDERED], address[COLUMN]
    while True:
        word = load_word(rows, i, value)
        while word == CLAIMED:
            word = load_word(rows, i, value)
        if word == EMPTY or i < ordered or same_state(keys, i - ordered, s):
            return i, word
        i += 1

def claim_row(rows, keys, address, i, s):
    ordered, value = address[ORDERED], address[COLUMN]
    while True:
        i, word = look_up_row(rows, keys, address, i, s)
        if word != EMPTY:
            return i, word
        if exchange_word(rows, i, value, EMPTY, CLAIMED):
            if i >= ordered:
                write_state(keys, i - ordered, s)
            return i, word

def find_place(places, states, i, s):
    while places[i] >= 0 and not same_state(states, places[i], s):
        i += 1
    return i

def prefetch_place(places, i):
    touch(places.ctypes.data + i * 4)

def prefetch_state(states, i):
    touch(states.ctypes.data + i * (states.shape[1] * 8))

def fill_places(places, states, count, capacity):
    for k in range(count):
        i = home(capacity, read_state(states, k))
        while places[i] >= 0:
            i += 1
            if i >= len(places) - 2:
                return False
        places[i] = k
    return True

def read_move(moves, k):
    return {_move_of_words(shape.moves, "moves[k]", "moves[k, {}]")}

def write_move(moves, k, m):
    {_words_of_move(shape.moves)}

def best_move(rows, i):
    return {_move_of_words(shape.moves, f"rows[i, {shape.count}]", f"rows[i, {shape.count} + {{}}]")}

def prefetch_row(rows, keys, address, i):
    touch(rows.ctypes.data + i * (rows.shape[1] * 8))
    if 0 < address[ORDERED] <= i:
        touch(keys.ctypes.data + (i - address[ORDERED]) * (keys.shape[1] * 8))

def move_rows(old, keys, address, new, new_keys, new_address, begin, end):
    here, there, ordered, hashed = address[COLUMN], new_address[COLUMN], new_address[ORDERED], 0
    scattered = ordered > 0 and address[ORDERED] == 0
    for i in range(begin, end):
        ahead = i + AHEAD
        if scattered and ahead < end and old[ahead, here] != EMPTY:
            prefetch_row(new, new_keys, new_address, home_at(new_address, read_state(keys, ahead)))
        word = old[i, here]
        if word != EMPTY:
            s = state_at(keys, address, i)
            j = home_at(new_address, s)
            while new[j, there] != EMPTY or not exchange_word(new, j, there, EMPTY, word):
                j += 1
                if j >= new.shape[0] - 2:
                    return -1
            if j >= ordered:
                write_state(new_keys, j - ordered, s)
                hashed += 1
            for k in range(1, old.shape[1] - here):
                new[j, there + k] = old[i, here + k]
    return hashed
"""
    space: dict[str, Any] = {
        "State": shape.state_class,
        "fresh": row_maker(shape.layout.kind) if shape.layout and shape.places else None,
        "spelled": word_of(shape.layout.spelled) if shape.layout and shape.layout.spelled else None,
        "plain_number": plain_number,
        "plain_bits": plain_bits,
        "set_of_bits": set_of_bits,
        "with_word": with_word,
        "word": word,
        "whole": whole,
        "checked": _checker(shape.moves),
        "Move": move_maker(shape.moves),
        "RowTooSmall": RowTooSmall,
        "too_long": TOO_LONG,
        "int64": types.int64,
        "uint64": types.uint64,
        "EMPTY": np.int64(EMPTY),
        "CLAIMED": np.int64(CLAIMED),
        **SHARED_WORDS,
        "touch": touch,
        "AHEAD": AHEAD,
        "HOMES": HOMES,
        "ORDERED": ORDERED,
        "COLUMN": COLUMN,
        "told": njit(told, **NOT_FROM_PYTHON),
        "SEED": SEED,
        "MIX": MIX,
        "FINISH": FINISH,
    }
    exec(text, space)
    for name in FUNCTIONS:
        space[name] = njit(unique(space[name]), **NOT_FROM_PYTHON)
    space["VALUE"] = shape.count
    return (
        {name: space[name] for name in ("VALUE", *FUNCTIONS)}
        | SHARED_WORDS
        | {
            "same_move": same_move,
            "scaled_odds": scaled_odds,
            "last_gain": last_gain,
        }
    )


def _move_of_words(moves: MoveShape, only: str, each: str) -> str:
    """How compiled code makes a move of its words."""
    if moves.move_class is None:
        return only
    return f"Move({', '.join(each.format(k) for k in range(moves.width))})"


def _words_of_move(moves: MoveShape) -> str:
    """How compiled code writes a move down."""
    if moves.move_class is None:
        return "moves[k] = whole(m)"
    return "m = checked(m); " + "; ".join(f"moves[k, {j}] = m[{j}]" for j in range(moves.width))


def _checker(moves: MoveShape) -> Any:
    """What hands on a move of this kind, and refuses any other when it is compiled."""

    def check_move(move):  # type: ignore[no-untyped-def]  # overloaded below
        return move

    own = None if moves.move_class in (None, tuple) else moves.move_class

    @overload(check_move)
    def resolve(move):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        like = isinstance(move, types.BaseTuple) and len(move) == moves.width and all(map(is_whole, move))
        if not like or getattr(move, "instance_class", None) is not own:
            raise TypingError(OTHER_MOVES)
        parts = "".join(f"whole(move[{k}]), " for k in range(moves.width))
        return function_from(f"def checked(move):\n    return ({parts})", whole=whole)

    return check_move


def move_maker(moves: MoveShape) -> Any:
    """What makes a move of its numbers."""
    if moves.move_class not in (None, str, tuple) and not moves.spelled:
        return moves.move_class
    names = ", ".join(f"part_{k}" for k in range(moves.width))
    parts = ", ".join(f"word(part_{k})" if k in moves.places else f"part_{k}" for k in range(moves.width))
    row = f"({parts}{',' if parts else ''})" if moves.move_class is tuple else f"own({parts})"
    function = function_from(
        f"def made({names}):\n    return {parts if moves.move_class in (None, str) else row}",
        word=word_of(moves.spelled) if moves.spelled else None,
        own=moves.move_class,
    )
    return njit(function, **NOT_FROM_PYTHON)


def _words_of_field(shape: StateShape, k: int) -> list[str]:
    """How compiled code has the words of a field."""
    size = shape.slices[k].stop - shape.slices[k].start
    if k in shape.texts:
        return [f"plain_number(s[{k}])"]
    if k in shape.sets:
        return [f"plain_bits(s[{k}])"]
    return [f"word(s[{k}], {j})" for j in range(size)] if k in shape.places else [f"s[{k}]"]


def _field_of_words(shape: StateShape, k: int, word: str) -> str:
    """How compiled code makes a field of the words in a row of the table, each given by its number."""
    words = shape.slices[k]
    if k not in shape.places:
        made = "spelled" if k in shape.texts else "set_of_bits" if k in shape.sets else ""
        return f"{made}({word.format(words.start)})"
    made = "fresh(())"
    for j in range(words.stop - words.start):
        made = f"with_word({made}, {j}, {word.format(words.start + j)})"
    return made  # nested no deeper than rows have words


def _refusing_long_rows(shape: StateShape) -> str:
    """Lines that raise RowTooSmall where a row has more words than the table has for it."""
    lines = ""
    for k in shape.places:
        size = shape.slices[k].stop - shape.slices[k].start
        more = [f"word(s[{k}], {j}) != 0" for j in range(size, shape.layout.kind.words)] if shape.layout else []
        if more:
            lines += f"    if {' or '.join(more)}:\n        raise RowTooSmall(too_long)\n"
    return lines


def settled_with_hashes(rows: Any, keys: Any, address: Any, below: Any, found: Any) -> int:
    """Note the rows of settled states whose hashes are below this; how many these are, also where there is no room."""
    count, ordered, value = 0, address[ORDERED], address[COLUMN]
    for i in range(len(rows)):
        word = rows[i, value]
        if not is_settled(word):
            continue
        h = SEED
        for k in range((len(address) - LEAST) // EACH):
            h = mix_word(h, np.uint64(told(address, i, k) if i < ordered else keys[i - ordered, k]))
        if finish_hash(h) < below:
            if count < len(found):
                found[count] = i
            count += 1
    return count


def told(address: Any, i: Any, k: int) -> Any:
    """Word k of the state whose home is row i, in a table in the order of states; of a row, or of an array of them."""
    return address[LEAST + EACH * k] + i // address[STEP + EACH * k] % address[RANGE + EACH * k]


def note_ranges(rows: Any, keys: Any, address: Any, step: int, least: Any, greatest: Any) -> None:
    """Lower and raise these to the words of states in every so manieth row that is found by a hash."""
    ordered, value = address[ORDERED], address[COLUMN]
    for i in range(ordered, len(rows), step):
        if rows[i, value] != EMPTY:
            for k in range(len(least)):
                least[k] = min(least[k], keys[i - ordered, k])
                greatest[k] = max(greatest[k], keys[i - ordered, k])


def mix_word(h: Any, word: Any) -> Any:
    """A hash with one more word in it; unsigned numbers, or arrays of them."""
    h = (h ^ word) * MIX
    return h ^ (h >> HALF)


def finish_hash(h: Any) -> Any:
    """The 32 bits of a hash in which all words are."""
    return (h * FINISH) >> HALF


def homes_of(words: Any, capacity: int) -> Any:
    """The homes of states with these words (int64, a row each), computed for all at once."""
    h = np.full(len(words), SEED, np.uint64)
    with np.errstate(over="ignore"):
        for column in words.view(np.uint64).T:
            h = mix_word(h, column)
        return (finish_hash(h) * np.uint64(capacity) >> HALF).astype(np.int64)


def is_settled(words: Any) -> Any:
    """Where a word behind a state is a value."""
    return (words != EMPTY) & (words != CLAIMED) & ((words & ~MARKS) != OPEN)


def look_up(words: Any, homes: Any, is_free: Callable[[Any], Any], rows_at: Callable[[Any], Any]) -> Any:
    """Where in a table states with these words and ``homes`` lie, a number each (int64), -1 where they are not in it.

    ``is_free`` says of an array of places which are empty, ``rows_at`` gives the words that lie there.
    """
    places, todo, found = homes.copy(), np.arange(len(words)), np.full(len(words), -1, np.int64)
    while len(todo):
        here = places[todo]
        free = is_free(here)
        same = ~free & (rows_at(here) == words[todo]).all(axis=1)
        found[todo[same]] = here[same]
        todo = todo[~free & ~same]
        places[todo] += 1
    return found


def by_hash(capacity: int, words: int) -> Any:
    """The address of a table in which so many words of a state are hashed."""
    address = np.zeros(LEAST + EACH * words, np.int64)
    address[HOMES], address[COLUMN] = capacity, words
    return address


def in_order(least: Any, most: Any, rows: int) -> Any:
    """The address of a table in the order of states with words between these (int64, one a word); None where that would
    need more than so many ``rows``.

    The words with the widest ranges change from one row to the next.
    """
    ranges = [int(high) - int(low) + 1 for low, high in zip(least, most, strict=True)]
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
    """How many homes there are for states outside the ranges, beside so many for those inside."""
    return max(SLACK, count // OUTSIDE)


def home_at(words: tuple[int, ...], address: Any) -> int:
    """The home of a state with these words, computed in CPython."""
    homes, ordered = int(address[HOMES]), int(address[ORDERED])
    if not ordered:
        return home_of(words, homes)
    lows, steps, ranges = (list(map(int, address[each])) for each in (LEASTS, STEPS, RANGES))
    above = [word - low for word, low in zip(words, lows, strict=True)]
    if all(0 <= each < values for each, values in zip(above, ranges, strict=True)):
        return sum(each * step for each, step in zip(above, steps, strict=True))
    return ordered + home_of(words, homes - ordered)


def homes_at(words: Any, address: Any) -> Any:
    """The homes of states with these words (int64, a row each), computed for all at once."""
    homes, ordered = int(address[HOMES]), int(address[ORDERED])
    if not ordered:
        return homes_of(words, homes)
    with np.errstate(over="ignore"):
        above = words - address[LEASTS]  # beyond 64 bits it is some number outside, as below zero
        inside = (above.view(np.uint64) < address[RANGES].view(np.uint64)).all(axis=1)
        return np.where(inside, (above * address[STEPS]).sum(axis=1), ordered + homes_of(words, homes - ordered))


def home_of(words: tuple[int, ...], capacity: int) -> int:
    """The home of a state with these fields, computed in CPython."""
    h, mix, finish = CONSTANTS
    for each in words:
        h = ((h ^ (each & WORD)) * mix) & WORD
        h ^= h >> 32
    return ((((h * finish) & WORD) >> 32) * capacity) >> 32
