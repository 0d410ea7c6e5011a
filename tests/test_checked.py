"""Arithmetic in machine code: Python's result, or TooLarge where that is no 64-bit integer."""

import math
import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import njit

from faceup.native.lowering.lowered import operations
from faceup.native.lowering.tree import OPERATION
from faceup.native.operations.operation import TooLarge
from faceup.rules.parameters import WORD_MAX, WORD_MIN

EDGES = [
    sign * (1 << k) + more for k in (0, 1, 2, 31, 32, 52, 53, 61, 62, 63) for sign in (1, -1) for more in (-1, 0, 1)
]
words = st.one_of(st.sampled_from([n for n in EDGES if WORD_MIN <= n <= WORD_MAX]), st.integers(WORD_MIN, WORD_MAX))
small = st.one_of(words, st.integers(-3, 70))

TWO: dict[str, Callable[[int, int], Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
    "and_": operator.and_,
    "or_": operator.or_,
    "xor": operator.xor,
    "power": operator.pow,
    "truediv": operator.truediv,
    "gcd": math.gcd,
    "lcm": math.lcm,
    "comb": math.comb,
}
ONE: dict[str, Callable[[int], Any]] = {
    "neg": operator.neg,
    "absolute": abs,
    "bit_count": int.bit_count,
    "bit_length": int.bit_length,
    "isqrt": math.isqrt,
    "factorial": math.factorial,
    "to_whole": int,
}
LARGE_RESULTS = ("power", "lshift", "comb")  # Python would compute for ever where the second number is large


@cache
def compiled(name: str, arguments: str) -> Any:
    space: dict[str, Any] = {"operation": operations()[OPERATION + name]}
    exec(f"def ask({arguments}):\n    return operation({arguments})", space)
    return njit(space["ask"], no_cfunc_wrapper=True)


def agree(name: str, python: Callable[..., Any], *numbers: int) -> None:
    ask = compiled(name, ", ".join("ab"[: len(numbers)]))
    try:
        expected = python(*numbers)
    except (ZeroDivisionError, ValueError, OverflowError) as error:
        with pytest.raises((type(error), TooLarge)):
            ask(*numbers)
        return
    if isinstance(expected, int) and WORD_MIN <= expected <= WORD_MAX:
        try:
            assert ask(*numbers) == expected
        except TooLarge:  # on the way to a result that fits: CPython goes on, and nothing is wrong
            assert name in ("comb", "absolute", "gcd", "lcm", "mod", "floordiv")
    elif isinstance(expected, float):
        try:
            assert ask(*numbers) == expected
        except TooLarge:
            assert name == "power" or max(map(abs, numbers)) > 2**53
    else:
        with pytest.raises(TooLarge):
            ask(*numbers)


@pytest.mark.parametrize("name", TWO)
@given(a=words, b=small)
@example(a=WORD_MIN, b=-1)
@example(a=1, b=63)
@example(a=1, b=62)
@example(a=-1, b=63)
@example(a=0, b=64)
def test_two_numbers(name: str, a: int, b: int) -> None:
    if name in LARGE_RESULTS and b > 70 and (name != "lshift" or a):
        b %= 70
    agree(name, TWO[name], a, b)


@pytest.mark.parametrize("name", ONE)
@given(a=words)
@example(a=WORD_MIN)
def test_one_number(name: str, a: int) -> None:
    agree(name, ONE[name], a % 30 if name == "factorial" else a)


@given(number=st.floats(allow_nan=True, allow_infinity=True))
@example(number=2.0**63)
@example(number=-(2.0**63))
@example(number=0.5)
@example(number=2.5)
def test_whole_numbers_near_floats(number: float) -> None:
    for name, python in (("to_whole", int), ("nearest", round), ("floor", math.floor), ("ceil", math.ceil)):
        ask = compiled(name, "a")
        try:
            expected = python(number)
        except (ValueError, OverflowError):
            expected = None
        if expected is None or not WORD_MIN <= expected <= WORD_MAX:
            with pytest.raises(TooLarge):
                ask(number)
        else:
            assert ask(number) == expected


COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
near_words = st.builds(lambda word, more: float(word) + more, words, st.sampled_from([0.0, 0.5, -0.5]))


@pytest.mark.parametrize("name", COMPARED)
@given(word=words, other=st.one_of(near_words, st.floats()))
@example(word=WORD_MAX, other=2.0**63)
@example(word=WORD_MIN, other=-(2.0**63))
@example(word=2**53 + 1, other=2.0**53)
def test_whole_numbers_are_compared_with_floats_exactly(name: str, word: int, other: float) -> None:
    ask = compiled(name, "a, b")
    assert ask(word, other) == COMPARED[name](word, other)
    assert ask(other, word) == COMPARED[name](other, word)
