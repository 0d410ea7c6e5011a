"""What a value looks like in two 64-bit words: of a number, a row, a tuple, a state, or what is made of these.

Equal values of one type have equal fingerprints. Others have equal ones by an accident of which there is no hope: among
a thousand million values with a chance below 1e-20.
"""

from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload

from faceup.native.operations.integers import whole
from faceup.native.operations.operation import is_whole
from faceup.native.operations.row_type import RowType, word
from faceup.native.value_types import NumberSetType, WordType, plain_bits, plain_number
from faceup.native.whole_code import function_from

SEEDS = 0x243F6A8885A308D3, 0x13198A2E03707345
FACTORS = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93  # odd, bits well mixed
FINISH = 0xD1B54A32D192ED03


def fingerprint(value):  # type: ignore[no-untyped-def]  # overloaded below
    """The two words."""
    raise NotImplementedError("machine code alone has fingerprints")


@overload(fingerprint)
def _fingerprint(value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    lines = [
        f"    {lane} = ({lane} ^ uint64({each})) * {factor}; {lane} ^= {lane} >> uint64(32)"
        for each in _words(value, "value")
        for lane, factor in (("one", "FIRST"), ("two", "SECOND"))
    ]
    text = "\n".join(
        [
            "def fingerprint(value):",
            "    one, two = SEED, OTHER_SEED",
            *lines,
            "    one *= FINISH; two *= FINISH",
            "    return int64(one ^ (one >> uint64(29))), int64(two ^ (two >> uint64(29)))",
        ]
    )
    seed, other_seed = map(np.uint64, SEEDS)
    first, second = map(np.uint64, FACTORS)
    return function_from(
        text,
        SEED=seed,
        OTHER_SEED=other_seed,
        FIRST=first,
        SECOND=second,
        FINISH=np.uint64(FINISH),
        int64=types.int64,
        uint64=types.uint64,
        whole=whole,
        word=word,
        plain_number=plain_number,
        plain_bits=plain_bits,
    )


def _words(kind: Any, name: str) -> list[str]:
    """How compiled code has the words that a value of this type is."""
    if isinstance(kind, RowType):
        return [f"word({name}, {k})" for k in range(kind.words)]
    if isinstance(kind, types.BaseTuple):
        return [each for k, item in enumerate(kind) for each in _words(item, f"{name}[{k}]")]
    if isinstance(kind, WordType):
        return [f"plain_number({name})"]
    if isinstance(kind, NumberSetType):
        return [f"plain_bits({name})"]
    if is_whole(kind):
        return [f"whole({name})"]
    raise TypingError(f"a view of {kind}; possible: a whole number, a tuple of them, a NamedTuple or a state")
