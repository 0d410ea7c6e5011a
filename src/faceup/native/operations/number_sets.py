"""Operations on sets of small numbers, which are bitsets in machine code, also together with other sets."""

import operator
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, overload_method, register_jitable

from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.operation import BIT, WORD, TooLarge, dispatch_on_types, is_whole, of_words, operation
from faceup.native.value_types import NumberSetType, plain_bits, set_of_bits
from faceup.rules import cards
from faceup.rules.cards import HIGHEST_CARD


def _asking(name: str, write: Any) -> Any:
    """Return an operation on the bits of a number's absolute value, for which ``write`` writes the code."""

    def of_size(context: Any, builder: Any, value: Any) -> Any:
        negative = builder.icmp_signed("<", value, WORD(0))
        return write(builder, builder.select(negative, builder.sub(WORD(0), value), value))

    def ask(typing_context: Any, number: Any) -> Any:
        return of_words(of_size, 1) if is_whole(number) else None

    ask.__name__ = ask.__qualname__ = name
    return operation(intrinsic(ask))


def _lowest(builder: Any, size: Any) -> Any:
    return builder.select(builder.icmp_signed("==", size, WORD(0)), WORD(-1), builder.cttz(size, BIT(0)))


def _length(builder: Any, size: Any) -> Any:
    return builder.sub(WORD(64), builder.ctlz(size, BIT(0)))


def _same_call(same: Any) -> Any:
    return lambda cards: lambda cards: same(cards)


bit_count = _asking("bit_count", lambda builder, size: builder.ctpop(size))
bit_length = _asking("bit_length", _length)
lowest = _asking("lowest", _lowest)
highest = _asking("highest", lambda builder, size: builder.sub(_length(builder, size), WORD(1)))

# Needed for functions of cards that are passed as values, as in min(key=...).
for _function, _same in ((cards.size, bit_count), (cards.lowest, lowest), (cards.highest, highest)):
    overload(_function, inline="always")(_same_call(_same))


BEYOND = f"a set of numbers that are not all from 0 to {HIGHEST_CARD}, in a state or beside one of it"


def _is_numbers(kind: Any) -> bool:
    """Whether values of this type are sets or rows of whole numbers."""
    return isinstance(kind, NumberSetType) or (
        isinstance(kind, types.Set | types.List | types.UniTuple) and is_whole(kind.dtype)
    )


def _bits(kind: Any, strict: bool) -> Any:
    """Return a function that makes the bits of a set; it leaves larger numbers out, or raises TooLarge
    if ``strict``.
    """
    if isinstance(kind, NumberSetType):
        return plain_bits

    @register_jitable
    def bits(numbers):  # type: ignore[no-untyped-def]
        bitset = 0
        for number in numbers:
            if 0 <= number <= HIGHEST_CARD:
                bitset |= 1 << number
            elif strict:
                raise TooLarge(BEYOND)
        return bitset

    return bits


@operation
@dispatch_on_types
def empty_set():  # type: ignore[no-untyped-def]
    """Return ``frozenset()``."""
    return lambda: set_of_bits(0)


@dispatch_on_types
def state_set(numbers):  # type: ignore[no-untyped-def]
    """Return a set in the form that a state holds."""
    if isinstance(numbers, NumberSetType):
        return lambda numbers: numbers
    if not isinstance(numbers, types.Set) or not is_whole(numbers.dtype):
        raise TypingError("a field for a set that gets something else")
    bits = _bits(numbers, strict=True)
    return lambda numbers: set_of_bits(bits(numbers))


@overload(len)
def _len(numbers):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda numbers: bit_count(plain_bits(numbers))) if isinstance(numbers, NumberSetType) else None


@overload(bool)
def _bool(numbers):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda numbers: plain_bits(numbers) != 0) if isinstance(numbers, NumberSetType) else None


@overload(operator.not_)
def _not(numbers):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda numbers: plain_bits(numbers) == 0) if isinstance(numbers, NumberSetType) else None


@overload(operator.contains)
def _contains(numbers, number):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(numbers, NumberSetType):
        return None
    if not is_whole(number):
        return lambda numbers, number: False
    return lambda numbers, number: 0 <= number <= HIGHEST_CARD and plain_bits(numbers) >> number & 1 == 1


def _define_union(name: str, text: str, strict: bool) -> None:
    """Define a set operator for a set of a state and another set."""

    def resolve(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        if not isinstance(a, NumberSetType) or not isinstance(b, NumberSetType | types.Set) or not _is_numbers(b):
            return _from_plain(name, a, b)
        return function_from(
            f"def joined(a, b):\n    x, y = plain_bits(a), bits(b)\n    return made({text})",
            plain_bits=plain_bits,
            bits=_bits(b, strict),
            made=set_of_bits,
        )

    overload(getattr(operator, name))(resolve)


def _from_plain(name: str, a: Any, b: Any) -> Any:
    """Return the set operator for a plain set and a set of a state; the result is a plain set."""
    if not isinstance(a, types.Set) or not isinstance(b, NumberSetType):
        return None
    text = "def joined(a, b):\n    other = set(a)\n    other.clear()\n    for n in b:\n        other.add(n)\n"
    return function_from(f"{text}    return join(a, other)", join=getattr(operator, name))


def _define_comparison(name: str, text: str) -> None:
    """Define a comparison of a set of a state with another set."""

    def resolve(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        kinds = a, b
        if not any(isinstance(kind, NumberSetType) for kind in kinds):
            return None
        if not all(isinstance(kind, NumberSetType | types.Set) and _is_numbers(kind) for kind in kinds):
            return None
        return function_from(
            f"def asked(a, b):\n    x, y = one(a), other(b)\n    return {text}",
            one=_bits(a, strict=True),
            other=_bits(b, strict=True),
        )

    overload(getattr(operator, name))(resolve)


def _method(name: str, text: str, strict: bool, makes_set: bool) -> None:
    """Define a method of sets of a state that takes another set or row of numbers."""

    @overload_method(NumberSetType, name)
    def resolve(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        if not _is_numbers(b):
            return None
        return function_from(
            f"def asked(a, b):\n    x, y = plain_bits(a), bits(b)\n    return {f'made({text})' if makes_set else text}",
            plain_bits=plain_bits,
            bits=_bits(b, strict),
            made=set_of_bits,
        )


for _name, _sign, _text, _strict in (
    ("union", "or_", "x | y", True),
    ("symmetric_difference", "xor", "x ^ y", True),
    ("intersection", "and_", "x & y", False),
    ("difference", "sub", "x & ~y", False),
):
    _define_union(_sign, _text, _strict)
    _method(_name, _text, _strict, makes_set=True)
for _sign, _text in (
    *(("eq", "x == y"), ("ne", "x != y"), ("le", "x & ~y == 0"), ("ge", "y & ~x == 0")),
    *(("lt", "x & ~y == 0 and x != y"), ("gt", "y & ~x == 0 and x != y")),
):
    _define_comparison(_sign, _text)
_method("issubset", "x & ~y == 0", strict=False, makes_set=False)
_method("isdisjoint", "x & y == 0", strict=False, makes_set=False)
_method("issuperset", "y & ~x == 0", strict=True, makes_set=False)
