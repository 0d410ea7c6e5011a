"""Python's operators in machine code, exact within 64 bits.

Each operation takes whatever Python's operator takes. Whole numbers, truth values among them, are 64-bit integers; the
result is right, or TooLarge is raised. The compiler's own operators handle floats, tuples, texts and lists.
"""

import builtins
import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from faceup.native.operations.operation import (
    BIT,
    EXACT,
    TOO_LARGE,
    WORD,
    TooLarge,
    are_whole,
    as_compiled,
    is_value,
    is_whole,
    of_fractions,
    of_words,
    operation,
    raise_if,
)
from faceup.native.refusal_words import kind as called
from faceup.native.value_types import WordType

SMALLEST = -(2**63)
PLAIN = {"iadd": "add", "isub": "sub", "imul": "mul", "iand": "and_", "ior": "or_", "ixor": "xor"}
NEGATIVE_SHIFT = "negative shift count"


Answer = Callable[[Any, Any, Any], Any]  # gives the compiler the signature for two types and the writer of the code


def _operator(name: str, write: Callable[..., Any], result: Any = types.int64, of_floats: str = "") -> Answer:
    """Return one of Python's binary operators; ``write`` writes the code for 64-bit integers."""

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        if are_whole(a, b):
            return of_words(write, 2, result)
        if of_floats and all(is_whole(kind) or isinstance(kind, types.Float) for kind in (a, b)):
            kinds = [types.int64 if is_whole(kind) else types.float64 for kind in (a, b)]
            return types.float64(*kinds), _of_floats(of_floats)
        return _compilers_own(typing_context, name, a, b)

    return resolve


def _bitwise(name: str, plain: str) -> Answer:
    """Return a bitwise operator; of two truth values the result is a truth value."""

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        truths = isinstance(a, types.Boolean) and isinstance(b, types.Boolean)
        if are_whole(a, b) and not truths:
            return of_words(lambda context, builder, a, b: getattr(builder, plain)(a, b), 2)
        return _compilers_own(typing_context, name, a, b)

    return resolve


def _compilers_own(typing_context: Any, name: str, a: Any, b: Any) -> Any:
    """Return the compiler's own operator; the plain one if it has no in-place operator for these types."""
    if isinstance(a, WordType) or isinstance(b, WordType):
        return types.int64(a, b), no_number
    plain = None if isinstance(a, types.List | types.Set) else PLAIN.get(name)
    try:
        answer = as_compiled(typing_context, getattr(operator, name), a, b)
    except TypingError:
        if plain is None:
            raise
        answer = None
    return answer or (as_compiled(typing_context, getattr(operator, plain), a, b) if plain else None)


def _operation(name: str, typed: Answer) -> Any:
    """Make the operation of this name."""

    plain = PLAIN.get(name.removesuffix("_unless_row"), name)

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        return of_fractions(plain, a, b) or typed(typing_context, a, b)

    resolve.__name__ = resolve.__qualname__ = name
    return operation(intrinsic(resolve))


AMBIGUOUS_GROWTH = (
    "what changes in place where it is a list or a set, and where it is a tuple or a frozenset becomes another; write "
    "`a = a + b`, or `a.extend(b)` of a list, `a.update(b)` of a set"
)


def _in_place(name: str, typed: Answer) -> Any:
    """Return the operation for an in-place operator; and one for values that Python may not change in place."""

    def unless_row(typing_context: Any, a: Any, b: Any) -> Any:
        if isinstance(a, types.List | types.Set):
            raise TypingError(AMBIGUOUS_GROWTH)
        return typed(typing_context, a, b)

    _operation(f"{name}_unless_row", unless_row)
    return _operation(name, typed)


def _with_overflow(name: str) -> Callable[..., Any]:
    """Return the writer of an operation that raises TooLarge on overflow."""

    def write(context: Any, builder: Any, a: Any, b: Any) -> Any:
        pair = getattr(builder, f"{name}_with_overflow")(a, b)
        raise_if(context, builder, builder.extract_value(pair, 1), TooLarge, TOO_LARGE)
        return builder.extract_value(pair, 0)

    return write


def _shift_left(context: Any, builder: Any, a: Any, b: Any) -> Any:
    raise_if(context, builder, builder.icmp_signed("<", b, WORD(0)), ValueError, NEGATIVE_SHIFT)
    near = builder.and_(b, WORD(63))
    shifted = builder.shl(a, near)
    back = builder.ashr(shifted, near)
    lost = builder.icmp_signed("!=", back, a)
    is_far = builder.and_(builder.icmp_signed(">", b, WORD(63)), builder.icmp_signed("!=", a, WORD(0)))
    raise_if(context, builder, builder.or_(lost, is_far), TooLarge, TOO_LARGE)
    return builder.select(builder.icmp_signed(">", b, WORD(63)), WORD(0), shifted)


def _shift_right(context: Any, builder: Any, a: Any, b: Any) -> Any:
    raise_if(context, builder, builder.icmp_signed("<", b, WORD(0)), ValueError, NEGATIVE_SHIFT)
    return builder.ashr(a, builder.select(builder.icmp_signed(">", b, WORD(63)), WORD(63), b))


def _quotient(remainder: bool) -> Callable[[Any, Any, Any, Any], Any]:
    """Return the writer of floor division, or of its remainder."""
    text = "integer modulo by zero" if remainder else "integer division or modulo by zero"

    def write(context: Any, builder: Any, a: Any, b: Any) -> Any:
        raise_if(context, builder, builder.icmp_signed("==", b, WORD(0)), ZeroDivisionError, text)
        edge = builder.and_(builder.icmp_signed("==", a, WORD(SMALLEST)), builder.icmp_signed("==", b, WORD(-1)))
        raise_if(context, builder, edge, TooLarge, TOO_LARGE)
        quotient, rest = builder.sdiv(a, b), builder.srem(a, b)
        # Python rounds down: one less if there is a rest and the signs differ.
        differ = builder.icmp_signed("<", builder.xor(a, b), WORD(0))
        down = builder.and_(builder.icmp_signed("!=", rest, WORD(0)), differ)
        if remainder:
            return builder.select(down, builder.add(rest, b), rest)
        return builder.sub(quotient, builder.zext(down, WORD))

    return write


def exactly(context: Any, builder: Any, number: Any) -> Any:
    """Raise TooLarge unless a float holds the number exactly."""
    beyond = builder.icmp_unsigned(">", builder.add(number, WORD(EXACT)), WORD(2 * EXACT))
    raise_if(context, builder, beyond, TooLarge, TOO_LARGE)
    return number


def _divide(context: Any, builder: Any, a: Any, b: Any) -> Any:
    """Generate true division, rounded once as in Python."""
    raise_if(context, builder, builder.icmp_signed("==", b, WORD(0)), ZeroDivisionError, "division by zero")
    upper, lower = (builder.sitofp(exactly(context, builder, number), ir.DoubleType()) for number in (a, b))
    return builder.fdiv(upper, lower)


def _call_intrinsic(builder: Any, name: str, number: Any) -> Any:
    return builder.call(builder.module.declare_intrinsic(name, [ir.DoubleType()]), [number])


def exact_if_whole(context: Any, builder: Any, result: Any, *operands: Any) -> Any:
    """Return the result of floats. Raises TooLarge if it may be rounded while Python has whole numbers.

    A name or a row that holds whole numbers in one place and fractions in another holds floats in machine code.
    """
    size = _call_intrinsic(builder, "llvm.fabs", result)
    with builder.if_then(builder.fcmp_ordered(">=", size, ir.DoubleType()(float(EXACT))), likely=False):
        whole = [
            builder.fcmp_ordered(
                "==", builder.fsub(_call_intrinsic(builder, "llvm.rint", number), number), ir.DoubleType()(0.0)
            )
            for number in operands
        ]  # (the difference of infinities is no number)
        raise_if(context, builder, reduce(builder.and_, whole), TooLarge, TOO_LARGE)
    return result


def _of_floats(name: str) -> Callable[..., Any]:
    """Return the writer of an operation on floats, or on a float and a whole number that is exact as one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, other = (
            builder.sitofp(exactly(context, builder, value), ir.DoubleType()) if kind == types.int64 else value
            for kind, value in zip(signature.args, arguments, strict=True)
        )
        return exact_if_whole(context, builder, getattr(builder, name)(one, other), one, other)

    return generate


def _with_check(name: str, python: str) -> Answer:
    """Return addition, subtraction or multiplication, by the name that ``operator`` has for it."""
    return _operator(python, _with_overflow(f"s{name}"), types.int64, f"f{name}")


add, sub, mul = (_operation(name, _with_check(name, name)) for name in ("add", "sub", "mul"))
iadd, isub, imul = (_in_place(f"i{name}", _with_check(name, f"i{name}")) for name in ("add", "sub", "mul"))
iand, ior, ixor = (_in_place(name, _bitwise(name, PLAIN[name])) for name in ("iand", "ior", "ixor"))
and_, or_, xor = (_operation(name, _bitwise(name, name)) for name in ("and_", "or_", "xor"))
lshift = _operation("lshift", _operator("lshift", _shift_left))
rshift = _operation("rshift", _operator("rshift", _shift_right))
floordiv = _operation("floordiv", _operator("floordiv", _quotient(remainder=False)))
mod = _operation("mod", _operator("mod", _quotient(remainder=True)))
truediv = _operation("truediv", _operator("truediv", _divide, types.float64))


@operation
@intrinsic
def neg(typing_context: Any, a: Any) -> Any:
    """Return the negative of a number."""
    if answer := of_fractions("neg", a):
        return answer
    if is_whole(a):
        return of_words(lambda context, builder, a: _with_overflow("ssub")(context, builder, WORD(0), a), 1)
    return as_compiled(typing_context, operator.neg, a)


@intrinsic
def cut(typing_context: Any, number: Any) -> Any:
    """Return a float without its fractional part, as a whole number. Raises TooLarge beyond 64 bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        double = ir.DoubleType()
        (value,) = arguments
        low = builder.fcmp_ordered(">=", value, double(-(2.0**63)))
        high = builder.fcmp_ordered("<", value, double(2.0**63))
        raise_if(context, builder, builder.not_(builder.and_(low, high)), TooLarge, TOO_LARGE)
        return builder.fptosi(value, WORD)

    return types.int64(types.float64), generate


def _one_of(typing_context: Any, sign: str, kind: Any) -> Any:
    """Return the greater or lesser of two rows or states; the first if they are equal."""
    inner, write = as_compiled(typing_context, operator.gt if sign == ">" else operator.lt, kind, kind)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, other = arguments
        return builder.select(write(context, builder, inner, [other, one]), other, one)

    return kind(kind, kind), generate


def _extreme(name: str, sign: str) -> Any:
    """Return the operation for ``max`` or ``min`` of two values; the first if they are equal."""
    python = getattr(builtins, name)

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        if answer := of_fractions(f"{name}_of_two", a, b):
            return answer
        if are_whole(a, b):
            return of_words(lambda context, builder, a, b: builder.select(builder.icmp_signed(sign, b, a), b, a), 2)
        if a == b and is_value(a):
            return _one_of(typing_context, sign, a)
        if not all(is_whole(kind) or isinstance(kind, types.Float) for kind in (a, b)):
            return as_compiled(typing_context, python, types.unliteral(a), types.unliteral(b))
        kinds = [types.int64 if is_whole(kind) else types.float64 for kind in (a, b)]

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            one, other = (
                builder.sitofp(exactly(context, builder, value), ir.DoubleType()) if kind == types.int64 else value
                for kind, value in zip(kinds, arguments, strict=True)
            )
            return builder.select(builder.fcmp_ordered(sign, other, one), other, one)

        return types.float64(*kinds), generate

    resolve.__name__ = resolve.__qualname__ = f"{name}_of_two"
    return operation(intrinsic(resolve))


max_of_two, min_of_two = _extreme("max", ">"), _extreme("min", "<")


def no_number(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the code that raises TooLarge where rules calculate with a word, so that CPython plays on."""
    raise_if(context, builder, BIT(1), TooLarge, "a word where a number is meant")
    return WORD(0)


@operation
@intrinsic
def whole(typing_context: Any, number: Any) -> Any:
    """Return a number that must be whole: in a state, a move or a weight."""
    if isinstance(number, WordType):
        return types.int64(number), no_number
    if not is_whole(number):
        raise TypingError(f"a whole number is needed here, and this is {called(str(number))}")
    return of_words(lambda context, builder, number: number, 1)
