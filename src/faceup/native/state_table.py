"""Functions on hash tables of states, compiled for states of one shape.

``state_rows`` describes the rows in memory, and where the search for a state begins. Several threads read and write
words of rows at once. Stores release and loads acquire: a thread that has loaded a word also sees all that was written
before the word was stored.
"""

from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, function_from, unique
from faceup.native.operations.fractions import last_gain, scaled_odds
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import dispatch_on_types, is_whole
from faceup.native.operations.row_type import TOO_LONG, RowTooSmall, row_maker, with_word, word
from faceup.native.state_rows import (
    CLAIMED,
    COLUMN,
    EACH,
    EMPTY,
    FINISH,
    HOMES,
    LEAST,
    MIX,
    ORDERED,
    RANGE,
    SEED,
    STEP,
    word_of_row,
)
from faceup.native.state_shape import MoveShape, StateShape
from faceup.native.value_types import plain_bits, plain_number, set_of_bits, word_of

OTHER_MOVES = "moves of many kinds, or cut from a row; yield tuples of one length, written out: (row[0], row[1])"
FUNCTIONS = (
    "same_state",
    *("read_state", "write_state", "state_at", "look_up_row", "claim_row", "prefetch_row", "move_rows"),
    *("home", "home_at", "find_place", "fill_places", "prefetch_place", "prefetch_state"),
    *("read_move", "write_move"),
)
PLAYED = ("find_row", "best_move")  # in the table of a solved game, from which simulations play
AHEAD = 16  # rows that are prefetched while others are moved
WORD_TYPE = ir.IntType(64)


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, WORD_TYPE.as_pointer())


@intrinsic
def _load(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(builder, arguments[0]), "acquire", 8)

    return types.int64(address), generate


@intrinsic
def _store(typing_context: Any, address: Any, number: Any) -> Any:
    """Store a word with release semantics."""
    kind = types.float64 if isinstance(number, types.Float) else types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, word = arguments
        builder.store_atomic(builder.bitcast(word, WORD_TYPE), _pointer(builder, place), "release", 8)
        return context.get_dummy_value()

    return types.void(address, kind), generate


@intrinsic
def _exchange(typing_context: Any, address: Any, old: Any, new: Any) -> Any:
    """Replace a word if it is ``old``, atomically; return whether it was."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, expected, word = arguments
        pair = builder.cmpxchg(_pointer(builder, place), expected, word, "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(address, types.int64, types.int64), generate


@njit(**NOT_FROM_PYTHON)
def load_word(rows, i, k):  # type: ignore[no-untyped-def]  # of machine code alone
    """Return word k of row i."""
    return _load(rows.ctypes.data + (i * rows.shape[1] + k) * 8)


@njit(**NOT_FROM_PYTHON)
def store_word(rows, i, k, number):  # type: ignore[no-untyped-def]
    """Write word k of row i: a whole number, or the bits of a float64."""
    _store(rows.ctypes.data + (i * rows.shape[1] + k) * 8, number)


@njit(**NOT_FROM_PYTHON)
def exchange_word(rows, i, k, old, new):  # type: ignore[no-untyped-def]
    """Replace word k of row i if it equals ``old``, atomically. Returns whether it did."""
    return _exchange(rows.ctypes.data + (i * rows.shape[1] + k) * 8, old, new)


#: These functions by their names in kernels.
SHARED_WORDS = {each.__name__: each for each in (load_word, store_word, exchange_word)}


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


@dispatch_on_types
def same_move(move, wanted):  # type: ignore[no-untyped-def]
    """Whether a move equals the one that a policy wants."""
    kind = wanted.type if isinstance(wanted, types.Optional) else wanted  # a policy may begin with None
    if any(isinstance(part, types.Float) for part in (kind.types if isinstance(kind, types.BaseTuple) else (kind,))):
        raise TypingError("a policy's move that is not a whole number in some case")
    if isinstance(move, types.BaseTuple) != isinstance(kind, types.BaseTuple):
        return lambda move, wanted: False
    return lambda move, wanted: move == wanted


def table_functions(shape: StateShape) -> dict[str, Any]:
    """Return compiled functions on rows of states of this shape.

    A home is the row where probing for a state begins; ``address`` and keys are as in ``state_rows``.

    - ``read_state(rows, i)``, ``write_state(rows, i, s)``; ``home(capacity, s)``, ``home_at(address, s)``.
    - ``prefetch_row(rows, keys, address, home)``; ``state_at(keys, address, i)``: the state of row i.
    - ``look_up_row(rows, keys, address, home, s)``: the row of a state and its word, while other threads write rows.
    - ``claim_row``: the same; if the word is EMPTY, this thread now owns the row, and has to store the word.
    - ``move_rows(old, keys, address, new, new_keys, new_address, begin, end)``: move rows to a new table, as several
      threads may at once. Returns the number of rows that are hashed there, -1 if there are too few for them.
    - Where states stand in the order of discovery, and ``places`` has their numbers or -1: ``find_place(places, states,
      home, s)``, ``prefetch_place(places, home)``, ``prefetch_state(states, i)``, and ``fill_places(places, states,
      count, capacity)``, which returns False if there are too few places.
    - ``read_move(moves, k)``, ``write_move(moves, k, m)``.
    - For states of rules, and not for words: ``find_row(rows, home, s)``, the row of a state or the empty row where it
      belongs, and ``best_move(rows, i)``, the move stored behind a state at VALUE.
    """
    return _table_functions(shape.state_class, shape.layout, shape.moves)


@cache
def _table_functions(state_class: Any, layout: Any, moves: MoveShape) -> dict[str, Any]:
    """Return the functions that ``table_functions`` describes."""
    shape = StateShape(state_class, layout, moves)
    sized = hasattr(state_class, "SIZE")  # in words, and first how many: see ``rules_pointer``
    fields = range(len(shape.slices))
    words = [f"s[{k}]" for k in fields][1:] if sized else [each for k in fields for each in _words_of_field(shape, k)]
    always = state_class.FEWEST if sized else len(words)

    def there(k: int, text: str, other: str = "0", size: str = "s[0]") -> str:
        return text if k < always else f"({text} if {size} > {k} else {other})"

    def made(word: str) -> str:
        if not sized:
            return f"State({', '.join(_field_of_words(shape, k, word) for k in fields)})"
        return f"State({', '.join(['n', *(there(k, word.format(k), size='n') for k in range(len(words)))])})"

    written = [f"rows[i, {k}] = int64({each})" for k, each in enumerate(words)]
    alike = [f"rows[i, {k}] == {each}" for k, each in enumerate(words)]
    mixed = [f"(h ^ uint64({each})) * MIX" for each in words]
    mixing = [f"m = {each}\n    h = {there(k, 'm ^ (m >> uint64(32))', 'h')}" for k, each in enumerate(mixed)]
    above = [f"(int64({each}) - address[{LEAST + EACH * k}])" for k, each in enumerate(words)]
    inside = [f"uint64({each}) < uint64(address[{RANGE + EACH * k}])" for k, each in enumerate(above)]
    steps = [f"{each} * address[{STEP + EACH * k}]" for k, each in enumerate(above)]

    def lines(statements: list[str], indent: str = "    ") -> str:
        return "".join(f"{indent}{line}\n" for line in statements)

    def every(tests: list[str]) -> str:
        return " and ".join(there(k, test, "True") for k, test in enumerate(tests)) or "True"

    text = f"""
def read_row(rows, i, n):
    return {made("int64(rows[i, {}])")}

def read_state(rows, i):
    return read_row(rows, i, rows.shape[1])

def write_state(rows, i, s):
{_refusing_long_rows(shape)}{lines(written[:always]) or "    pass"}{
        lines([f"if s[0] > {k}: {line}" for k, line in enumerate(written)][always:])
    }
def same_state(rows, i, s):
    return {every(alike)}

def home(capacity, s):
    h = SEED
{lines(mixing)}    return int64((((h * FINISH) >> uint64(32)) * uint64(capacity)) >> uint64(32))

def home_at(address, s):
    if address[ORDERED] > 0:
        if {every(inside)}:
            return {" + ".join(there(k, step) for k, step in enumerate(steps)) or "0"}
        return address[ORDERED] + home(address[HOMES] - address[ORDERED], s)
    return home(address[HOMES], s)

def state_at(keys, address, i):
    n = (len(address) - LEAST) // EACH
    if i < address[ORDERED]:
        return {made("word_of_row(address, i, {})")}
    return read_row(keys, i - address[ORDERED], n)

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
    touch(states.ctypes.data + i * (states.shape[1] * states.itemsize))

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
            prefetch_row(new, new_keys, new_address, home_at(new_address, state_at(keys, address, ahead)))
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
    if not sized:
        text += f"""
def find_row(rows, i, s):
    while rows[i, {shape.count}] != EMPTY and not same_state(rows, i, s):
        i += 1
    return i

def best_move(rows, i):
    return {_move_of_words(shape.moves, f"rows[i, {shape.count}]", f"rows[i, {shape.count} + {{}}]")}
"""
    space: dict[str, Any] = {
        **_meanings(shape),
        "EMPTY": np.int64(EMPTY),
        "CLAIMED": np.int64(CLAIMED),
        **SHARED_WORDS,
        "touch": touch,
        "AHEAD": AHEAD,
        "HOMES": HOMES,
        "ORDERED": ORDERED,
        "COLUMN": COLUMN,
        "LEAST": LEAST,
        "EACH": EACH,
        "word_of_row": njit(word_of_row, **NOT_FROM_PYTHON),
        "SEED": SEED,
        "MIX": MIX,
        "FINISH": FINISH,
    }
    exec(text, space)
    names = FUNCTIONS if sized else (*FUNCTIONS, *PLAYED)
    for name in ("read_row", *names):
        space[name] = njit(unique(space[name]), **NOT_FROM_PYTHON)
    shared = SHARED_WORDS | {"same_move": same_move, "scaled_odds": scaled_odds, "last_gain": last_gain}
    return {name: space[name] for name in names} | shared | ({} if sized else {"VALUE": shape.count})


def _meanings(shape: StateShape) -> dict[str, Any]:
    """Return the globals of functions that convert states and moves to words and back."""
    return {
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
    }


def functions_of_words(shape: StateShape, in_words: StateShape, chooses: bool) -> dict[str, Any]:
    """Return compiled functions between states and moves of rules and those ``in_words``, which engines have.

    ``state_of_words(words)`` and ``write_words(place, s)``, to this pointer; ``move_of_words(words)``; ``move_at(place,
    k)`` and ``copy_move(place, k, to)``, of the moves in rows behind this pointer; ``list_moves(rules, s, every, place,
    room)``: write the words of every move, or of those that the rules choose from, and return how many there are, or
    one more than the ``room``.
    """
    size, width = in_words.state_class.SIZE, in_words.moves.width
    return _functions_of_words(shape.state_class, shape.layout, shape.moves, size, width, chooses)


@cache
def _functions_of_words(
    state_class: Any, layout: Any, moves: MoveShape, size: int, width: int, chooses: bool
) -> dict[str, Any]:
    """Return the functions that ``functions_of_words`` describes."""
    shape = StateShape(state_class, layout, moves)
    words = [f"int64({each})" for k in range(len(shape.slices)) for each in _words_of_field(shape, k)]
    fields = ", ".join(_field_of_words(shape, k, "words[1 + {}]") for k in range(len(shape.slices)))
    all_words = [str(len(words)), *words, *["0"] * (size - len(words))]
    written_words = "\n".join(f"    place[{k}] = {each}" for k, each in enumerate(all_words))
    numbers = shape.moves.move_class is None
    parts = ["whole(move)"] if numbers else [f"m[{j}]" for j in range(shape.moves.width)]
    parts += ["0"] * (width - len(parts))  # moves are compared with all of their words
    written = [f"place[count * {width} + {j}] = {part}" for j, part in enumerate(parts)]

    def loop(moves: str, indent: str) -> str:
        steps = ["if count == room:", "    return count + 1", *([] if numbers else ["m = checked(move)"]), *written]
        lines = [f"for move in rules.{moves}(s):", *(f"    {step}" for step in (*steps, "count += 1")), "return count"]
        return "".join(f"{indent}{line}\n" for line in lines)

    chosen = f"    if not every:\n{loop('choices', ' ' * 8)}" if chooses else ""
    text = f"""
def state_of_words(words):
    return State({fields})

def write_words(place, s):
{_refusing_long_rows(shape)}{written_words}

def move_of_words(words):
    return {_move_of_words(shape.moves, "words", "words[{}]")}

def move_at(place, k):
    return {_move_of_words(shape.moves, "place[k]", f"place[k * {width} + {{}}]")}

def copy_move(place, k, to):
    {"; ".join(f"place[to * {width} + {j}] = place[k * {width} + {j}]" for j in range(width))}

def list_moves(rules, s, every, place, room):
    count = int64(0)
{chosen}{loop("moves", " " * 4)}
"""
    space = _meanings(shape)
    exec(text, space)
    names = ("state_of_words", "write_words", "move_of_words", "move_at", "copy_move", "list_moves")
    return {name: njit(unique(space[name]), **NOT_FROM_PYTHON) for name in names}


def _move_of_words(moves: MoveShape, only: str, each: str) -> str:
    """Return the expression that makes a move of its words."""
    if moves.move_class is None:
        return only
    return f"Move({', '.join(each.format(k) for k in range(moves.width))})"


def _words_of_move(moves: MoveShape) -> str:
    """Return the statements that write a move into an array."""
    if moves.move_class is None:
        return "moves[k] = whole(m)"
    return "m = checked(m); " + "; ".join(f"moves[k, {j}] = m[{j}]" for j in range(moves.width))


def _checker(moves: MoveShape) -> Any:
    """Return a function that returns a move of this kind, and refuses other types when it is compiled."""

    own = None if moves.move_class in (None, tuple) else moves.move_class

    @dispatch_on_types
    def check_move(move):  # type: ignore[no-untyped-def]
        like = isinstance(move, types.BaseTuple) and len(move) == moves.width and all(map(is_whole, move))
        if not like or getattr(move, "instance_class", None) is not own:
            raise TypingError(OTHER_MOVES)
        parts = "".join(f"whole(move[{k}]), " for k in range(moves.width))
        return function_from(f"def checked(move):\n    return ({parts})", whole=whole)

    return check_move


def move_maker(moves: MoveShape) -> Any:
    """Return a function that makes a move of its numbers."""
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
    """Return the expressions for the words of a field."""
    size = shape.slices[k].stop - shape.slices[k].start
    if k in shape.texts:
        return [f"plain_number(s[{k}])"]
    if k in shape.sets:
        return [f"plain_bits(s[{k}])"]
    return [f"word(s[{k}], {j})" for j in range(size)] if k in shape.places else [f"s[{k}]"]


def _field_of_words(shape: StateShape, k: int, word: str) -> str:
    """Return the expression that makes a field of its words, where ``word`` formats the number of a word."""
    words = shape.slices[k]
    if k not in shape.places:
        made = "spelled" if k in shape.texts else "set_of_bits" if k in shape.sets else ""
        return f"{made}({word.format(words.start)})"
    made = "fresh(())"
    for j in range(words.stop - words.start):
        made = f"with_word({made}, {j}, {word.format(words.start + j)})"
    return made  # nested as deep as the row has words


def _refusing_long_rows(shape: StateShape) -> str:
    """Return lines that raise RowTooSmall if a row has more words than the table has for it."""
    lines = ""
    for k in shape.places:
        size = shape.slices[k].stop - shape.slices[k].start
        more = [f"word(s[{k}], {j}) != 0" for j in range(size, shape.layout.kind.words)] if shape.layout else []
        if more:
            lines += f"    if {' or '.join(more)}:\n        raise RowTooSmall(too_long)\n"
    return lines
