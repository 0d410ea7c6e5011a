"""Python's functions of numbers; a whole result is right within 64 bits, or TooLarge is raised."""

import math
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import register_jitable

from faceup.native.operations.integers import add, cut, floordiv, mod, mul, neg, whole
from faceup.native.operations.operation import EXACT, TOO_LARGE, TooLarge, dispatch_on_types, is_whole, operation
from faceup.native.value_types import FractionType


@register_jitable
def power_of_floats(base, exponent):  # type: ignore[no-untyped-def]
    """Return ``base ** exponent`` of floats."""
    if base == 0 and exponent < 0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    if base < 0 and exponent != np.floor(exponent):
        raise TooLarge("a complex number, which CPython has")
    result = base**exponent
    if abs(result) >= EXACT and exponent >= 0 and base == np.floor(base) and exponent == np.floor(exponent):
        raise TooLarge(TOO_LARGE)  # CPython has the exact power, if these are whole numbers
    if math.isinf(result) and not math.isinf(base) and not math.isinf(exponent):
        raise OverflowError("Numerical result out of range")
    return result


@operation
@register_jitable
def absolute(number):  # type: ignore[no-untyped-def]
    """Return the size of a number."""
    return neg(number) if number < 0 else mul(number, 1)


@operation
@register_jitable
def quotient_and_rest(a, b):  # type: ignore[no-untyped-def]
    """Return ``divmod``."""
    return floordiv(a, b), mod(a, b)


@operation
@dispatch_on_types
def power(base, exponent):  # type: ignore[no-untyped-def]
    """Return ``base ** exponent``."""
    if isinstance(base, FractionType):
        return None  # fractions have their own overload
    if is_whole(base) and is_whole(exponent):
        return whole_power
    if is_whole(exponent):  # Numba would multiply again and again, which rounds otherwise than Python
        return lambda base, exponent: power_of_floats(base, float(mul(exponent, 1)))
    return lambda base, exponent: power_of_floats(float(base), exponent)


@register_jitable
def whole_power(base, exponent):  # type: ignore[no-untyped-def]
    """Return ``base ** exponent`` of whole numbers, by squaring. Raises TooLarge."""
    if exponent < 0:
        raise TooLarge("a power with a negative exponent is not a whole number")
    result, factor, bits = 1, mul(base, 1), exponent
    while bits > 0:
        if bits & 1:
            result = mul(result, factor)
        bits >>= 1
        if bits > 0:
            factor = mul(factor, factor)
    return result


@operation
@dispatch_on_types
def to_whole(number):  # type: ignore[no-untyped-def]
    """Return ``int`` of a number or a text."""
    if isinstance(number, types.UnicodeType | types.StringLiteral):
        return lambda number: read_digits(number)
    if is_whole(number):
        return lambda number: mul(number, 1)
    return (lambda number: cut(number)) if isinstance(number, types.Float) else None


@register_jitable
def read_digits(text):  # type: ignore[no-untyped-def]
    """Return the number in a text of digits. Raises TooLarge for other texts, which CPython reads."""
    begin = 1 if text[:1] == "-" or text[:1] == "+" else 0
    if len(text) == begin:
        raise TooLarge("a text that CPython reads")
    result = 0
    for k in range(begin, len(text)):
        digit = ord(text[k]) - 48
        if digit < 0 or digit >= 10:
            raise TooLarge("a text that CPython reads")
        result = mul(result, 10) - digit
    return result if text[0] == "-" else neg(result)


def _near(name: str, function: Any) -> Any:
    """Return an operation that rounds a float by NumPy's ``function``; a whole number stays as it is."""

    def near(number):  # type: ignore[no-untyped-def]
        if is_whole(number):
            return lambda number: mul(number, 1)
        return (lambda number: cut(function(number))) if isinstance(number, types.Float) else None

    near.__name__ = name
    return operation(dispatch_on_types(near))


nearest, floor, ceil = _near("nearest", np.rint), _near("floor", np.floor), _near("ceil", np.ceil)


@operation
@register_jitable
def comb(n, k):  # type: ignore[no-untyped-def]
    """Return the number of ways to choose k of n."""
    n, k = whole(n), whole(k)
    if n < 0 or k < 0:
        raise ValueError("comb of a negative number")
    if k > n:
        return 0
    result = 1
    for i in range(min(k, n - k)):
        result = mul(result, n - i) // (i + 1)
    return result


@operation
@register_jitable
def factorial(n):  # type: ignore[no-untyped-def]
    """Return the number of ways to arrange n."""
    n = whole(n)
    if n < 0:
        raise ValueError("factorial of a negative number")
    result = 1
    for i in range(2, n + 1):
        result = mul(result, i)
    return result


@operation
@register_jitable
def gcd(a, b):  # type: ignore[no-untyped-def]
    """Return the greatest common divisor."""
    a, b = absolute(whole(a)), absolute(whole(b))
    while b:
        a, b = b, a % b
    return a


@operation
@register_jitable
def lcm(a, b):  # type: ignore[no-untyped-def]
    """Return the least common multiple."""
    divisor = gcd(a, b)
    return 0 if divisor == 0 else absolute(mul(whole(a) // divisor, b))


@operation
@register_jitable
def isqrt(n):  # type: ignore[no-untyped-def]
    """Return the square root of a number, rounded down."""
    n = whole(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = min(int(math.sqrt(n)), 3037000499)  # nearly right: a float has 53 bits, the root 32
    while root * root > n:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= n:
        root += 1
    return root


@operation
@register_jitable
def sum_items(items, start=0):  # type: ignore[no-untyped-def]
    """Return ``sum`` of items, for uses of the function as a value; its calls become loops."""
    result = start
    for item in items:
        result = add(result, item)
    return result


@operation
@register_jitable
def prod(items):  # type: ignore[no-untyped-def]
    """Return the product of a row."""
    result = 1
    for item in items:
        result = mul(result, item)
    return result
