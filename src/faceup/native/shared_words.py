"""Words of memory that several threads read and write at once: 64 bits each, in two-dimensional arrays.

What a thread wrote before it stored a word, others find once they have loaded that word.
"""

from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from faceup.native.whole_code import NOT_FROM_PYTHON

WORD = ir.IntType(64)


def _pointer(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, WORD.as_pointer())


@intrinsic
def _load(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(builder, arguments[0]), "acquire", 8)

    return types.int64(address), generate


@intrinsic
def _store(typing_context: Any, address: Any, number: Any) -> Any:
    kind = types.float64 if isinstance(number, types.Float) else types.int64

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, word = arguments
        builder.store_atomic(builder.bitcast(word, WORD), _pointer(builder, place), "release", 8)
        return context.get_dummy_value()

    return types.void(address, kind), generate


@intrinsic
def _exchange(typing_context: Any, address: Any, old: Any, new: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, expected, word = arguments
        found = builder.cmpxchg(_pointer(builder, place), expected, word, "acq_rel", "acquire")
        return builder.extract_value(found, 1)

    return types.boolean(address, types.int64, types.int64), generate


@njit(**NOT_FROM_PYTHON)
def load_word(rows, i, k):  # type: ignore[no-untyped-def]  # of machine code alone
    """Word k of row i."""
    return _load(rows.ctypes.data + (i * rows.shape[1] + k) * 8)


@njit(**NOT_FROM_PYTHON)
def store_word(rows, i, k, number):  # type: ignore[no-untyped-def]
    """Write word k of row i: a whole number, or the bits of a float64."""
    _store(rows.ctypes.data + (i * rows.shape[1] + k) * 8, number)


@njit(**NOT_FROM_PYTHON)
def exchange_word(rows, i, k, old, new):  # type: ignore[no-untyped-def]
    """Write word k of row i, if it is the old one; whether it was."""
    return _exchange(rows.ctypes.data + (i * rows.shape[1] + k) * 8, old, new)


#: These, by the names that kernels have for them.
SHARED_WORDS = {each.__name__: each for each in (load_word, store_word, exchange_word)}
