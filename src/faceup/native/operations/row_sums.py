"""What is gained, in machine code: a row of the rules, whatever kind of row it is there, or one number."""

from typing import Any

import numpy as np
from numba.core import types
from numba.core.errors import TypingError

from faceup.native.operations.operation import EXACT, RowOfWords, TooLarge, dispatch_on_types
from faceup.native.refusal_words import kind as called
from faceup.native.whole_code import function_from

KINDS: Any = types
ROWS = (KINDS.List, RowOfWords)
LIMIT = float(EXACT)


@dispatch_on_types
def add_row(total, gain):  # type: ignore[no-untyped-def]
    """Add a row, or 0 for nothing; raises TooLarge for what CPython must look at."""
    if isinstance(gain, KINDS.BaseTuple):
        return _adding_tuple(len(gain))
    if isinstance(gain, ROWS):
        return _adding_row
    if isinstance(gain, KINDS.Number | KINDS.Boolean):
        return _adding_nothing
    raise TypingError(f"a row of numbers is needed here, and this is {called(str(gain))}")


def _adding_tuple(count: int) -> Any:
    sums = "".join(f"    total[{k}] = _sum(total[{k}], gain[{k}])\n" for k in range(count))
    text = f"""
def add(total, gain):
    if len(total) != {count}:
        raise _TooLarge("a row of another length")
{sums}"""
    return function_from(text, _sum=_sum, _TooLarge=TooLarge)


def _adding_row(total, gain):  # type: ignore[no-untyped-def]
    if len(gain) != len(total):
        raise TooLarge("a row of another length")
    for k, number in enumerate(gain):
        total[k] = _sum(total[k], number)


def _adding_nothing(total, gain):  # type: ignore[no-untyped-def]
    if gain != 0:
        raise TooLarge("one number in the place of a row")


@dispatch_on_types
def _sum(total, gain):  # type: ignore[no-untyped-def]
    """The same as in ``number_gains``."""

    def impl(total, gain):  # type: ignore[no-untyped-def]
        added = total + gain
        if not abs(added) < LIMIT or not abs(1.0 * gain) < LIMIT:
            raise TooLarge("a payoff leaves 53 bits")
        return added

    return impl


@dispatch_on_types(inline="always")
def write_gain(gains, i, gain):  # type: ignore[no-untyped-def]
    """Write down what is gained into number i, or row i; False for what is no number."""

    def write_number(gains, i, gain):  # type: ignore[no-untyped-def]
        gains[i] = 1.0 * gain
        return np.isfinite(gains[i])

    def write_row(gains, i, gain):  # type: ignore[no-untyped-def]
        gains[i] = 0.0
        add_row(gains[i], gain)
        return True

    return write_row if gains.ndim == 2 else write_number
