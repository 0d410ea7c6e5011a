"""Fractions as two 64-bit numbers in lowest terms, exact or TooLarge; and the gains and odds that engines add up."""

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_constant
from numba.extending import intrinsic, lower_cast, overload, register_jitable

from faceup.native.compiler.generators import ReleasingCompiler
from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.integers import add, floordiv, mul, neg, sub, whole
from faceup.native.operations.operation import (
    EXACT,
    FRACTION_OPERATIONS,
    WORD,
    RowOfWords,
    TooLarge,
    dispatch_on_types,
    is_whole,
    operation,
)
from faceup.native.operations.whole_numbers import gcd, lcm, power, whole_power
from faceup.native.refusal_words import kind as called
from faceup.native.value_types import FractionType, constant_fraction, fraction_type

LARGEST = 1 << 43  # beyond, a float may look like another fraction than the one that it was rounded from


@intrinsic
def in_lowest_terms(typing_context: Any, numerator: Any, denominator: Any) -> Any:
    """Return the fraction with these terms, which have no common divisor."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _struct(context, builder, *arguments)

    return fraction_type(types.int64, types.int64), generate


def _struct(context: Any, builder: Any, numerator: Any, denominator: Any) -> Any:
    struct = cgutils.create_struct_proxy(fraction_type)(context, builder)
    struct.numerator, struct.denominator = numerator, denominator
    return struct._getvalue()


@lower_constant(FractionType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return constant_fraction(context, builder, value)


@lower_cast(types.Integer, FractionType)
@lower_cast(types.Boolean, FractionType)
def _of_whole(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return _struct(context, builder, context.cast(builder, value, source, types.int64), WORD(1))


@register_jitable
def ratio(numerator, denominator):  # type: ignore[no-untyped-def]
    """Return the fraction of two whole numbers, reduced to lowest terms."""
    if denominator == 0:
        raise ZeroDivisionError("a fraction over 0")
    divisor = gcd(numerator, denominator)
    if denominator < 0:
        divisor = neg(divisor)
    return in_lowest_terms(floordiv(numerator, divisor), floordiv(denominator, divisor))


@operation
@dispatch_on_types
def fraction(numerator, denominator=1):  # type: ignore[no-untyped-def]
    """Make a fraction, as ``Fraction`` does."""
    operands = [kind for kind in (numerator, denominator) if not isinstance(kind, int | types.Omitted)]
    if not all(isinstance(kind, FractionType) or is_whole(kind) for kind in operands):
        raise TypingError("a Fraction of a text or of a float; write two whole numbers, Fraction(1, 10)")
    if any(isinstance(kind, FractionType) for kind in operands):
        return lambda numerator, denominator=1: over(numerator, denominator)
    return lambda numerator, denominator=1: ratio(whole(numerator), whole(denominator))


@register_jitable
def over(a, b):  # type: ignore[no-untyped-def]
    """Return ``a / b`` of two fractions."""
    return ratio(mul(a.numerator, b.denominator), mul(a.denominator, b.numerator))


@register_jitable
def _common_denominator(a, b):  # type: ignore[no-untyped-def]
    """Return the numerators of two fractions over their common denominator, and that denominator."""
    divisor = gcd(a.denominator, b.denominator)
    mine, theirs = floordiv(b.denominator, divisor), floordiv(a.denominator, divisor)
    return mul(a.numerator, mine), mul(b.numerator, theirs), mul(a.denominator, mine)


def _plus(a, b):  # type: ignore[no-untyped-def]
    one, another, denominator = _common_denominator(a, b)
    return ratio(add(one, another), denominator)


def _minus(a, b):  # type: ignore[no-untyped-def]
    one, another, denominator = _common_denominator(a, b)
    return ratio(sub(one, another), denominator)


def _times(a, b):  # type: ignore[no-untyped-def]
    return ratio(mul(a.numerator, b.numerator), mul(a.denominator, b.denominator))


def _whole_quotient(a, b):  # type: ignore[no-untyped-def]
    return floordiv(mul(a.numerator, b.denominator), mul(a.denominator, b.numerator))


def _negative(a):  # type: ignore[no-untyped-def]
    return in_lowest_terms(neg(a.numerator), a.denominator)


@register_jitable
def _gap(a, b):  # type: ignore[no-untyped-def]
    """Return a positive number if a > b, 0 if they are equal, else a negative one."""
    return sub(mul(a.numerator, b.denominator), mul(b.numerator, a.denominator))


for _name, _function in (("add", _plus), ("sub", _minus), ("mul", _times), ("truediv", over)):
    FRACTION_OPERATIONS[_name] = _function, fraction_type
FRACTION_OPERATIONS |= {
    "neg": (_negative, fraction_type),
    "floordiv": (_whole_quotient, types.int64),
    "max_of_two": (lambda a, b: b if _gap(b, a) > 0 else a, fraction_type),
    "min_of_two": (lambda a, b: b if _gap(b, a) < 0 else a, fraction_type),
    "eq": (lambda a, b: a.numerator == b.numerator and a.denominator == b.denominator, types.boolean),
    "ne": (lambda a, b: a.numerator != b.numerator or a.denominator != b.denominator, types.boolean),
    "lt": (lambda a, b: _gap(a, b) < 0, types.boolean),
    "le": (lambda a, b: _gap(a, b) <= 0, types.boolean),
    "gt": (lambda a, b: _gap(a, b) > 0, types.boolean),
    "ge": (lambda a, b: _gap(a, b) >= 0, types.boolean),
}


@overload(power)
def _power(base, exponent):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(base, FractionType) or not is_whole(exponent):
        return None

    def impl(base, exponent):  # type: ignore[no-untyped-def]
        upper, lower = base.numerator, base.denominator
        if exponent < 0:
            return ratio(whole_power(lower, neg(exponent)), whole_power(upper, neg(exponent)))
        return in_lowest_terms(whole_power(upper, exponent), whole_power(lower, exponent))

    return impl


@overload(operator.mul)
def _multiply(one, number):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    """Convert a fraction to a float by ``1.0 * number``, as engines do with a payoff: rounded once."""
    if not isinstance(one, types.Float) or not isinstance(number, FractionType):
        return None

    def impl(one, number):  # type: ignore[no-untyped-def]
        if one != 1.0 or not -LARGEST < number.numerator < LARGEST or number.denominator >= LARGEST:
            raise TooLarge("a fraction that no float is near enough to")
        return float(number.numerator) / float(number.denominator)

    return impl


@dispatch_on_types(jit_options={"_nrt": True, "pipeline_class": ReleasingCompiler})
def scaled_odds(rules, s, weight):  # type: ignore[no-untyped-def]
    """Return the weight of an outcome as a whole number: a fraction times the common denominator of all outcomes."""
    if not isinstance(weight, FractionType):
        return lambda rules, s, weight: whole(weight)

    def impl(rules, s, weight):  # type: ignore[no-untyped-def]
        denominator = 1
        for outcome in rules.moves(s):
            denominator = lcm(denominator, rules.odds(s, outcome).denominator)
        return mul(weight.numerator, floordiv(denominator, weight.denominator))

    return impl


@dispatch_on_types
def last_gain(total, payoff):  # type: ignore[no-untyped-def]
    """Return the payoff to add to the rewards of a game; a fraction becomes a float if there were no rewards."""

    def impl(total, payoff):  # type: ignore[no-untyped-def]
        if total != 0.0:
            raise TooLarge("a sum of fractions, which CPython rounds once")
        return 1.0 * payoff

    return impl if isinstance(payoff, FractionType) else lambda total, payoff: payoff


KINDS: Any = types
ROWS = (KINDS.List, RowOfWords)
LIMIT = float(EXACT)


@dispatch_on_types
def add_row(total, gain):  # type: ignore[no-untyped-def]
    """Add a row of gains, or the number 0, to ``total``. Raises TooLarge for other lengths and for large sums."""
    if isinstance(gain, KINDS.BaseTuple):
        return _add_tuple(len(gain))
    if isinstance(gain, ROWS):
        return _add_row_items
    if isinstance(gain, KINDS.Number | KINDS.Boolean):
        return _add_nothing
    raise TypingError(f"a row of numbers is needed here, and this is {called(str(gain))}")


def _add_tuple(count: int) -> Any:
    """Return a function that adds a row of ``count`` gains to totals."""
    sums = "".join(f"    total[{k}] = _sum(total[{k}], gain[{k}])\n" for k in range(count))
    text = f"""
def add(total, gain):
    if len(total) != {count}:
        raise _TooLarge("a row of another length")
{sums}"""
    return function_from(text, _sum=_sum, _TooLarge=TooLarge)


def _add_row_items(total, gain):  # type: ignore[no-untyped-def]
    if len(gain) != len(total):
        raise TooLarge("a row of another length")
    for k, number in enumerate(gain):
        total[k] = _sum(total[k], number)


def _add_nothing(total, gain):  # type: ignore[no-untyped-def]
    if gain != 0:
        raise TooLarge("one number in the place of a row")


@dispatch_on_types
def _sum(total, gain):  # type: ignore[no-untyped-def]
    """Return a sum of gains, exact or TooLarge, as in ``number_gains``."""

    def impl(total, gain):  # type: ignore[no-untyped-def]
        result = total + gain
        if not abs(result) < LIMIT or not abs(1.0 * gain) < LIMIT:
            raise TooLarge("a payoff leaves 53 bits")
        return result

    return impl
