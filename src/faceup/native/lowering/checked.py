"""Arithmetic that never leaves 64 bits without a word: what rules compute with in machine code.

Each operation takes any two values that Python's operator takes. Whole numbers, truth values among them, become 64-bit
integers whose result is right, or TooLarge is raised; floats, tuples, texts and lists are left to the compiler.
"""

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload
from numba.typed import Dict

from faceup.native.fraction_type import FractionType
from faceup.native.unique_names import unique

WORD = ir.IntType(64)
BIT = ir.IntType(1)
SMALLEST = -(2**63)
EXACT = 2**53  # whole numbers up to here, of either sign, are floats without rounding

TOO_LARGE = "a number leaves 64 bits"
FRACTION = "machine code has of a fraction its numerator and its denominator, as in self.p.numerator"
NEGATIVE_SHIFT = "negative shift count"


class TooLarge(ArithmeticError):
    """Machine code met a number that is no 64-bit integer; CPython has it."""


def _raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], text: str) -> None:
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (text,))


def _is_whole(kind: Any) -> bool:
    if isinstance(kind, types.Array):
        raise TypingError("a long row of constants can be looked into, and not reckoned with as a whole")
    if isinstance(kind, types.Integer) and kind in (types.uint64, types.uintp):
        raise TypingError(f"{TOO_LARGE}: machine code has none from 2**63 on")
    if isinstance(kind, FractionType):
        raise TypingError(FRACTION)
    return isinstance(kind, types.Integer | types.Boolean)


def _operation(name: str, python: Callable[[Any, Any], Any], whole: Callable[[Any, Any, Any, Any], Any]) -> Any:
    """An operation of two values; ``whole`` writes the code for 64-bit integers."""

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        if _is_whole(a) and _is_whole(b):
            return types.int64(types.int64, types.int64), lambda context, builder, signature, arguments: whole(
                context, builder, *arguments
            )
        if isinstance(a, types.Array) or isinstance(b, types.Array):
            raise TypingError("a long row of constants can be read, and not added to or repeated")
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
        edge = builder.and_(builder.icmp_signed("==", a, WORD(SMALLEST)), builder.icmp_signed("==", b, WORD(-1)))
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


iadd = _operation("iadd", operator.iadd, _with_overflow("sadd"))  # a list grows in place
imul = _operation("imul", operator.imul, _with_overflow("smul"))
lshift = _operation("lshift", operator.lshift, _shift_left)
rshift = _operation("rshift", operator.rshift, _shift_right)


def _bitwise(name: str) -> Any:
    """An operation on the bits of whole numbers; of truth values it is a truth value."""
    python = getattr(operator, name)

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        if _is_whole(a) and _is_whole(b) and not (isinstance(a, types.Boolean) and isinstance(b, types.Boolean)):
            return types.int64(types.int64, types.int64), lambda context, builder, signature, arguments: getattr(
                builder, name
            )(*arguments)
        signature = typing_context.resolve_function_type(python, (a, b), {})
        if signature is None:
            return None
        return signature, lambda context, builder, signature, arguments: _ordinary(
            context, builder, python, signature, arguments
        )

    typed.__name__ = typed.__qualname__ = name
    return intrinsic(typed)


and_, or_, xor = _bitwise("and_"), _bitwise("or_"), _bitwise("xor")
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
    if _is_whole(exponent):  # Numba would multiply again and again, which rounds otherwise than Python
        return lambda base, exponent: base ** float(mul(exponent, 1))
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


def divmod(a, b):  # type: ignore[no-untyped-def]  # overloaded below
    """Quotient and rest."""
    return a // b, a % b


@overload(divmod)
def _divmod(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda a, b: (floordiv(a, b), mod(a, b))


def power_modulo(base, exponent, modulus):  # type: ignore[no-untyped-def]  # overloaded below
    """A power's rest."""
    return base**exponent % modulus


@overload(power_modulo)
def _power_modulo(base, exponent, modulus):  # type: ignore[no-untyped-def]  # Numba compares signatures
    def impl(base, exponent, modulus):  # type: ignore[no-untyped-def]
        if exponent < 0:
            raise TooLarge("a power with a negative exponent is left to CPython")
        result, factor, left = mod(1, modulus), mod(base, modulus), exponent
        while left > 0:
            if left & 1:
                result = mod(mul(result, factor), modulus)
            left >>= 1
            if left > 0:
                factor = mod(mul(factor, factor), modulus)
        return result

    return impl


def _of_float(name: str) -> Any:
    """An operation that gives the whole number near a float, or the number itself."""

    def plain(number):  # type: ignore[no-untyped-def]
        return number

    near = {
        "rint": lambda number: word(np.rint(number)),
        "floor": lambda number: word(np.floor(number)),
        "ceil": lambda number: word(np.ceil(number)),
    }[name]

    def typed(number):  # type: ignore[no-untyped-def]
        if _is_whole(number):
            return lambda number: mul(number, 1)
        return near if isinstance(number, types.Float) else None

    plain.__name__ = name
    overload(plain)(typed)
    return plain


rounded, floor, ceil = _of_float("rint"), _of_float("floor"), _of_float("ceil")


def comb(n, k):  # type: ignore[no-untyped-def]  # overloaded below
    """In how many ways k of n can be chosen."""
    return math.comb(n, k)


@overload(comb)
def _comb(n, k):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(n, k):  # type: ignore[no-untyped-def]
        if n < 0 or k < 0:
            raise ValueError("comb of a negative number")
        if k > n:
            return 0
        result = 1
        for i in range(min(k, n - k)):
            result = mul(result, n - i) // (i + 1)
        return result

    return impl


def perm(n, k):  # type: ignore[no-untyped-def]  # overloaded below
    """In how many ways k of n can be chosen and arranged."""
    return math.perm(n, k)


@overload(perm)
def _perm(n, k):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(n, k):  # type: ignore[no-untyped-def]
        if n < 0 or k < 0:
            raise ValueError("perm of a negative number")
        result = 1 if k <= n else 0
        for i in range(min(k, n)):
            result = mul(result, n - i)
        return result

    return impl


def factorial(n):  # type: ignore[no-untyped-def]  # overloaded below
    """In how many ways n can be arranged."""
    return math.factorial(n)


@overload(factorial)
def _factorial(n):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(n):  # type: ignore[no-untyped-def]
        if n < 0:
            raise ValueError("factorial of a negative number")
        result = 1
        for i in range(2, n + 1):
            result = mul(result, i)
        return result

    return impl


def gcd(a, b):  # type: ignore[no-untyped-def]  # overloaded below
    """The greatest common divisor."""
    return math.gcd(a, b)


@overload(gcd)
def _gcd(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(a, b):  # type: ignore[no-untyped-def]
        a, b = abs(a), abs(b)
        while b:
            a, b = b, a % b
        return a

    return impl


def lcm(a, b):  # type: ignore[no-untyped-def]  # overloaded below
    """The least common multiple."""
    return math.lcm(a, b)


@overload(lcm)
def _lcm(a, b):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(a, b):  # type: ignore[no-untyped-def]
        divisor = gcd(a, b)
        return 0 if divisor == 0 else abs(mul(a // divisor, b))

    return impl


def isqrt(n):  # type: ignore[no-untyped-def]  # overloaded below
    """The root of a number, rounded down."""
    return math.isqrt(n)


@overload(isqrt)
def _isqrt(n):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(n):  # type: ignore[no-untyped-def]
        if n < 0:
            raise ValueError("isqrt() argument must be nonnegative")
        root = min(int(math.sqrt(n)), 3037000499)  # nearly right: a float has 53 bits, the root 32
        while root * root > n:
            root -= 1
        while root < 3037000499 and (root + 1) * (root + 1) <= n:
            root += 1
        return root

    return impl


def prod(items):  # type: ignore[no-untyped-def]  # overloaded below
    """The product of a row."""
    return math.prod(items)


@overload(prod)
def _prod(items):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(items):  # type: ignore[no-untyped-def]
        result = 1
        for item in items:
            result = mul(result, item)
        return result

    return impl


def reversed(row):  # type: ignore[no-untyped-def]  # overloaded below
    """A row's items, the last first."""
    return row[::-1]


@overload(reversed)
def _reversed(row):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(row, types.Sequence | types.BaseTuple | types.Array | types.RangeType | types.UnicodeType):
        return None

    def impl(row):  # type: ignore[no-untyped-def]
        for k in range(len(row) - 1, -1, -1):
            yield row[k]

    def of_range(row):  # type: ignore[no-untyped-def]
        for k in range(len(row) - 1, -1, -1):
            yield row.start + k * row.step

    return of_range if isinstance(row, types.RangeType) else impl


def _of_bits(name: str) -> Any:
    @intrinsic
    def ask(typing_context: Any, number: Any) -> Any:
        if not _is_whole(number):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            size = builder.select(builder.icmp_signed("<", value, WORD(0)), builder.sub(WORD(0), value), value)
            if name == "bit_count":
                return builder.ctpop(size)
            if name == "lowest":
                return builder.select(builder.icmp_signed("==", size, WORD(0)), WORD(-1), builder.cttz(size, BIT(0)))
            length = builder.sub(WORD(64), builder.ctlz(size, BIT(0)))
            return builder.sub(length, WORD(1)) if name == "highest" else length

        return types.int64(types.int64), generate

    return ask


bit_count, bit_length, lowest, highest = map(_of_bits, ("bit_count", "bit_length", "lowest", "highest"))


@intrinsic
def yes(typing_context: Any, value: Any) -> Any:
    """Something that is asked for its truth."""
    if isinstance(value, types.Array):
        raise TypingError("a long row of constants has no truth in machine code; ask for its length")
    return _handed_on(value)


@intrinsic
def in_order(typing_context: Any, items: Any) -> Any:
    """Something that a loop goes through."""
    if isinstance(items, types.Set):
        raise TypingError("a loop over a set has an order of Python's own; loop over `sorted(...)` of it")
    return _handed_on(items)


@intrinsic
def exactly_float(typing_context: Any, number: Any) -> Any:
    """A number that is compared with a float: a whole number must be one without rounding."""
    if not _is_whole(number):
        return _handed_on(number)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (value,) = arguments
        beyond = builder.icmp_unsigned(">", builder.add(value, WORD(EXACT)), WORD(2 * EXACT))
        _raise_if(context, builder, beyond, TooLarge, TOO_LARGE)
        return value

    return types.int64(types.int64), generate


@intrinsic
def comparable(typing_context: Any, value: Any) -> Any:
    """Something that is asked whether it equals another."""
    if isinstance(value, types.Array):
        raise TypingError("a long row of constants is not compared as a whole in machine code")
    return _handed_on(value)


@intrinsic
def known(typing_context: Any, value: Any, given: Any) -> Any:
    """The value of a name, where it has been given one."""
    kind = types.unliteral(value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _raise_if(context, builder, builder.not_(arguments[1]), UnboundLocalError, "a name has no value yet")
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    return kind(kind, types.boolean), generate


def _handed_on(kind: Any) -> Any:
    kind = types.unliteral(kind)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    return kind(kind), generate


def popped(items):  # type: ignore[no-untyped-def]  # overloaded below
    """The last item, taken away."""
    return items.pop()


@overload(popped)
def _popped(items):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(items, types.Set):
        raise TypingError("which item a set gives first is Python's own; take `min(...)` of it")
    return lambda items: items.pop()


def copied_row(row):  # type: ignore[no-untyped-def]  # overloaded below
    """A list with the same items."""
    return row.copy()


@overload(copied_row)
def _copied_row(row):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(row, types.Array):
        return lambda row: list(row)
    return lambda row: row.copy()


def no(value):  # type: ignore[no-untyped-def]  # overloaded below
    """Whether Python takes this for false."""
    return not value


@overload(no, inline="always")
def _no(value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(value, types.Container | types.BaseTuple | types.Array | types.DictType | types.UnicodeType):
        return lambda value: len(value) == 0
    return lambda value: not value


def dictionary():  # type: ignore[no-untyped-def]  # overloaded below
    """An empty dictionary of whole numbers."""
    return {}


@overload(dictionary)
def _dictionary():  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    number = types.int64
    return lambda: Dict.empty(number, number)


def as_long_as(row, other):  # type: ignore[no-untyped-def]  # overloaded below
    """The row; raises ValueError where the other is of another length."""
    return row


@overload(as_long_as)
def _as_long_as(row, other):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(row, other):  # type: ignore[no-untyped-def]
        if len(row) != len(other):
            raise ValueError("zip() arguments are of different length")
        return row

    return impl


@intrinsic
def whole(typing_context: Any, number: Any) -> Any:
    """A number that must be whole, where a state, a move or a weight is kept."""
    if not _is_whole(number):
        raise TypingError(f"a whole number is needed here, and this is {number}")
    return types.int64(types.int64), lambda context, builder, signature, arguments: arguments[0]


def replacer(fields: tuple[str, ...]) -> Any:
    """A function that gives a NamedTuple with new values of these fields."""

    def replaced(*arguments):  # type: ignore[no-untyped-def]
        return arguments[0]._replace(**dict(zip(fields, arguments[1:], strict=True)))

    @overload(replaced)
    def typed(*arguments):  # type: ignore[no-untyped-def]
        (kind, *_) = arguments[0] if isinstance(arguments[0], tuple) else arguments
        if not isinstance(kind, types.BaseNamedTuple):
            return None
        given = {field: f"arguments[{k + 1}]" for k, field in enumerate(fields)}
        parts = ", ".join(given.get(field, f"arguments[0].{field}") for field in kind.fields)
        space = {"make": kind.instance_class}
        exec(f"def replaced(*arguments):\n    return make({parts})", space)
        return unique(space["replaced"])

    return replaced
