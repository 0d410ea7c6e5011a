"""Python's functions of floats, which raise errors where machine code would go on with an infinity or with none."""

import math

from numba.extending import register_jitable

from faceup.native.operations.operation import TooLarge, operation


@register_jitable
def power_of_floats(base, exponent):  # type: ignore[no-untyped-def]
    """``base ** exponent``"""
    if base == 0 and exponent < 0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    if base < 0 and exponent != math.floor(exponent):
        raise TooLarge("a complex number, which CPython has")
    result = base**exponent
    if math.isinf(result) and not math.isinf(base) and not math.isinf(exponent):
        raise OverflowError("Numerical result out of range")
    return result


@operation
@register_jitable
def sqrt(number):  # type: ignore[no-untyped-def]
    """``math.sqrt``"""
    if number < 0:
        raise ValueError("math domain error")
    return math.sqrt(number)


@operation
@register_jitable
def exp(number):  # type: ignore[no-untyped-def]
    """``math.exp``"""
    result = math.exp(number)
    if math.isinf(result) and not math.isinf(number):
        raise OverflowError("math range error")
    return result
