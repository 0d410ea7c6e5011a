"""Arithmetic that never leaves 64 bits without a word: what rules compute with in machine code.

Each operation takes any two values that Python's operator takes. Whole numbers, truth values among them, become 64-bit
integers whose result is right, or TooLarge is raised; floats, tuples, texts and lists are left to the compiler.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

WORD = ir.IntType(64)
BIT = ir.IntType(1)
SMALLEST = -(2**63)
EXACT = 2**53  # whole numbers up to here, of either sign, are floats without rounding

TOO_LARGE = "a number leaves 64 bits"
NEGATIVE_SHIFT = "negative shift count"


class TooLarge(ArithmeticError):
    """Machine code met a number that is no 64-bit integer; CPython has it."""


def _raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], text: str) -> None:
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (text,))


def _is_whole(kind: Any) -> bool:
    if isinstance(kind, types.Integer) and not kind.signed and kind.bitwidth == 64:
        raise TypingError(f"{TOO_LARGE}: machine code has none from 2**63 on")
    return isinstance(kind, types.Integer | types.Boolean)


def _operation(name: str, python: Callable[[Any, Any], Any], whole: Callable[[Any, Any, Any, Any], Any]) -> Any:
    """An operation of two values; ``whole`` writes the code for 64-bit integers."""

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        if _is_whole(a) and _is_whole(b):
            return types.int64(types.int64, types.int64), lambda context, builder, signature, arguments: whole(
                context, builder, *arguments
            )
        signature = typing_context.resolve_function_type(python, (a, b), {})
        if signature is None:
            return None
        return signature, lambda context, builder, signature, arguments: _ordinary(
            context, builder, python, signature, arguments
        )

    typed.__name__ = typed.__qualname__ = name
    return intrinsic(typed)


def _ordinary(context: Any, builder: Any, python: Any, signature: Any, arguments: Any) -> Any:
    """The code that the compiler itself has for an operator."""
    implementation = context.get_function(python, signature)
    context.add_linking_libs(getattr(implementation, "libs", ()))
    return implementation(builder, arguments)


def _with_overflow(name: str) -> Callable[[Any, Any, Any, Any], Any]:
    def whole(context: Any, builder: Any, a: Any, b: Any) -> Any:
        pair = getattr(builder, f"{name}_with_overflow")(a, b)
        _raise_if(context, builder, builder.extract_value(pair, 1), TooLarge, TOO_LARGE)
        return builder.extract_value(pair, 0)

    return whole


def _shift_left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    _raise_if(context, builder, builder.icmp_signed("<", b, WORD(0)), ValueError, NEGATIVE_SHIFT)
    near = builder.and_(b, WORD(63))
    shifted = builder.shl(a, near)
    back = builder.ashr(shifted, near)
    lost = builder.icmp_signed("!=", back, a)
    far = builder.and_(builder.icmp_signed(">", b, WORD(63)), builder.icmp_signed("!=", a, WORD(0)))
    _raise_if(context, builder, builder.or_(lost, far), TooLarge, TOO_LARGE)
    return builder.select(builder.icmp_signed(">", b, WORD(63)), WORD(0), shifted)


def _shift_right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    _raise_if(context, builder, builder.icmp_signed("<", b, WORD(0)), ValueError, NEGATIVE_SHIFT)
    return builder.ashr(a, builder.select(builder.icmp_signed(">", b, WORD(63)), WORD(63), b))


def _quotient(remainder: bool) -> Callable[[Any, Any, Any, Any], Any]:
    text = "integer modulo by zero" if remainder else "integer division or modulo by zero"

    def whole(context: Any, builder: Any, a: Any, b: Any) -> Any:
        _raise_if(context, builder, builder.icmp_signed("==", b, WORD(0)), ZeroDivisionError, text)
        edge = builder.and_(
            builder.icmp_signed("==", a, WORD(SMALLEST)), builder.icmp_signed("==", b, WORD(-1))
        )
        _raise_if(context, builder, edge, TooLarge, TOO_LARGE)
        quotient, rest = builder.sdiv(a, b), builder.srem(a, b)
        # Python rounds down: where there is a rest and the signs differ, one less.
        differ = builder.icmp_signed("<", builder.xor(a, b), WORD(0))
        down = builder.and_(builder.icmp_signed("!=", rest, WORD(0)), differ)
        if remainder:
            return builder.select(down, builder.add(rest, b), rest)
        return builder.sub(quotient, builder.zext(down, WORD))

    return whole


def _divide(context: Any, builder: Any, a: Any, b: Any) -> Any:
    _raise_if(context, builder, builder.icmp_signed("==", b, WORD(0)), ZeroDivisionError, "division by zero")
    double = ir.DoubleType()
    for number in (a, b):
        beyond = builder.icmp_unsigned(">", builder.add(number, WORD(EXACT)), WORD(2 * EXACT))
        _raise_if(context, builder, beyond, TooLarge, TOO_LARGE)
    return builder.fdiv(builder.sitofp(a, double), builder.sitofp(b, double))


add = _operation("add", operator.add, _with_overflow("sadd"))
sub = _operation("sub", operator.sub, _with_overflow("ssub"))
mul = _operation("mul", operator.mul, _with_overflow("smul"))
lshift = _operation("lshift", operator.lshift, _shift_left)
rshift = _operation("rshift", operator.rshift, _shift_right)
floordiv = _operation("floordiv", operator.floordiv, _quotient(remainder=False))
mod = _operation("mod", operator.mod, _quotient(remainder=True))


@intrinsic
def truediv(typing_context: Any, a: Any, b: Any) -> Any:
    """Division of whole numbers as Python rounds it, once; both must be floats without rounding."""
    if _is_whole(a) and _is_whole(b):
        return types.float64(types.int64, types.int64), lambda context, builder, signature, arguments: _divide(
            context, builder, *arguments
        )
    signature = typing_context.resolve_function_type(operator.truediv, (a, b), {})
    if signature is None:
        return None
    return signature, lambda context, builder, signature, arguments: _ordinary(
        context, builder, operator.truediv, signature, arguments
    )


@intrinsic
def neg(typing_context: Any, a: Any) -> Any:
    """The negative of a number."""
    if _is_whole(a):
        return types.int64(types.int64), lambda context, builder, signature, arguments: _with_overflow("ssub")(
            context, builder, WORD(0), arguments[0]
        )
    signature = typing_context.resolve_function_type(operator.neg, (a,), {})
    if signature is None:
        return None
    return signature, lambda context, builder, signature, arguments: _ordinary(
        context, builder, operator.neg, signature, arguments
    )


def pow(base, exponent):  # type: ignore[no-untyped-def]  # overloaded below
    """A power."""
    return base**exponent


@overload(pow)
def _power(base, exponent):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if _is_whole(base) and _is_whole(exponent):
        return _whole_power
    return lambda base, exponent: base**exponent


def _whole_power(base, exponent):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if exponent < 0:
        raise TooLarge("a power with a negative exponent is no whole number")
    result, factor, left = 1, mul(base, 1), exponent
    while left > 0:
        if left & 1:
            result = mul(result, factor)
        left >>= 1
        if left > 0:
            factor = mul(factor, factor)
    return result


@intrinsic
def word(typing_context: Any, number: Any) -> Any:
    """A whole number of what ``int`` is asked for."""
    if _is_whole(number):
        return types.int64(types.int64), lambda context, builder, signature, arguments: arguments[0]
    if isinstance(number, types.Float):

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            double = ir.DoubleType()
            (value,) = arguments
            low = builder.fcmp_ordered(">=", value, double(-(2.0**63)))
            high = builder.fcmp_ordered("<", value, double(2.0**63))
            _raise_if(context, builder, builder.not_(builder.and_(low, high)), TooLarge, TOO_LARGE)
            return builder.fptosi(value, WORD)

        return types.int64(types.float64), generate
    return None


def abs(number):  # type: ignore[no-untyped-def]  # overloaded below
    """The size of a number."""
    return number if number >= 0 else -number


@overload(abs)
def _absolute(number):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if _is_whole(number):
        return lambda number: neg(number) if number < 0 else mul(number, 1)
    return lambda number: -number if number < 0 else number
