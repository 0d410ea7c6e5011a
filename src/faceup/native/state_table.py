"""The state table: rows of 64-bit words, open addressing, ordered by hash.

A row is the state's fields, then one word that is EMPTY, OPEN or a value, then whatever the engine adds. The home of
a state is ``hash * capacity >> 32``, so rows lie nearly in the order of their hashes, and a larger table is filled by
reading the smaller one front to back: growing costs two streams instead of a cache miss for every state.
"""

from functools import cache
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from faceup.native.unique_names import unique

# Words that are no number: quiet NaNs with a payload. A payoff that is NaN is refused, so neither is ever a value.
EMPTY = 0x7FF8000000000001
OPEN = 0x7FF8000000000002

SLACK = 4096  # rows behind the last home, so that probing never wraps round

# Options of functions that compiled code alone calls: what Python would need to call them is not compiled.
NOT_FROM_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

WORD = 2**64 - 1
SEED, MIX, FINISH = 0x243F6A8885A308D3, 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93  # odd, bits well mixed


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


@cache
def table_functions(state_class: Any) -> dict[str, Any]:
    """Compiled functions on rows of states of this class.

    ``read_state(rows, i)``, ``write_state(rows, i, s)``; ``find_row(rows, capacity, s)``: the row of a state, or the
    empty row where it belongs; ``prefetch_row(rows, capacity, s)``; ``move_rows(old, new, capacity)``: refill a
    larger, empty table, False where it has too few rows.
    """
    fields = range(len(state_class._fields))
    mixing = "".join(f"    h = (h ^ uint64(s[{k}])) * MIX\n    h ^= h >> uint64(32)\n" for k in fields)
    text = f"""
def read_state(rows, i):
    return State({", ".join(f"rows[i, {k}]" for k in fields)})

def write_state(rows, i, s):
{"".join(f"    rows[i, {k}] = int64(s[{k}])" + chr(10) for k in fields)}
def same_state(rows, i, s):
    return {" and ".join(f"rows[i, {k}] == s[{k}]" for k in fields) or "True"}

def home(capacity, s):
    h = SEED
{mixing}    return int64((((h * FINISH) >> uint64(32)) * uint64(capacity)) >> uint64(32))

def find_row(rows, capacity, s):
    i = home(capacity, s)
    while rows[i, {len(fields)}] != EMPTY and not same_state(rows, i, s):
        i += 1
    return i

def prefetch_row(rows, capacity, s):
    touch(rows.ctypes.data + home(capacity, s) * (rows.shape[1] * 8))

def move_rows(old, new, capacity):
    for i in range(old.shape[0]):
        if old[i, {len(fields)}] != EMPTY:
            j = home(capacity, read_state(old, i))
            while new[j, {len(fields)}] != EMPTY:
                j += 1
                if j >= new.shape[0] - 2:
                    return False
            for k in range(old.shape[1]):
                new[j, k] = old[i, k]
    return True
"""
    space: dict[str, Any] = {
        "State": state_class,
        "int64": types.int64,
        "uint64": types.uint64,
        "EMPTY": EMPTY,
        "touch": touch,
        "SEED": np.uint64(SEED),
        "MIX": np.uint64(MIX),
        "FINISH": np.uint64(FINISH),
    }
    exec(text, space)
    for name in ("read_state", "write_state", "same_state", "home", "find_row", "prefetch_row", "move_rows"):
        space[name] = njit(unique(space[name]), **NOT_FROM_PYTHON)
    space["VALUE"] = len(fields)
    return {
        name: space[name] for name in ("VALUE", "read_state", "write_state", "find_row", "prefetch_row", "move_rows")
    }


def home_of(words: tuple[int, ...], capacity: int) -> int:
    """The home of a state with these fields, computed in CPython."""
    h = SEED
    for word in words:
        h = ((h ^ (word & WORD)) * MIX) & WORD
        h ^= h >> 32
    return ((((h * FINISH) & WORD) >> 32) * capacity) >> 32


def state_class_of(rules: Any) -> Any:
    """The NamedTuple class of the game's states."""
    return type(rules.start())
