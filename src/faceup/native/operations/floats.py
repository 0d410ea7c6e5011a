"""Python's functions of floats, which raise errors where machine code would go on with an infinity or with none."""

import math
from typing import Any

import numpy as np
from numba.extending import register_jitable

from faceup.native.operations.operation import EXACT, TOO_LARGE, TooLarge, operation


@register_jitable
def power_of_floats(base, exponent):  # type: ignore[no-untyped-def]
    """``base ** exponent``"""
    if base == 0 and exponent < 0:
        raise ZeroDivisionError("0.0 cannot be raised to a negative power")
    if base < 0 and exponent != np.floor(exponent):
        raise TooLarge("a complex number, which CPython has")
    result = base**exponent
    if abs(result) >= EXACT and exponent >= 0 and base == np.floor(base) and exponent == np.floor(exponent):
        raise TooLarge(TOO_LARGE)  # of whole numbers, which these may be, CPython has it exactly
    if math.isinf(result) and not math.isinf(base) and not math.isinf(exponent):
        raise OverflowError("Numerical result out of range")
    return result


DOMAIN, RANGE = "math domain error", "math range error"
# Functions of one number, and what CPython raises where a finite number has an infinite result.
BEYOND: dict[str, type[Exception]] = {
    **dict.fromkeys(("exp", "expm1", "sinh", "cosh"), OverflowError),
    **dict.fromkeys(("sqrt", "log", "log2", "log10", "log1p", "atanh"), ValueError),
    **dict.fromkeys(("sin", "cos", "tan", "asin", "acos", "atan", "asinh", "acosh", "tanh"), ValueError),
}


def _of_one(name: str, beyond: type[Exception]) -> Any:
    """The operation for a function of the math module."""
    function, what = getattr(math, name), RANGE if beyond is OverflowError else DOMAIN

    @register_jitable
    def asked(number):  # type: ignore[no-untyped-def]
        given = float(number)
        result = function(given)
        if math.isnan(result) and not math.isnan(given):
            raise ValueError(DOMAIN)
        if math.isinf(result) and not math.isinf(given):
            raise beyond(what)
        return result

    asked.__name__ = asked.__qualname__ = name
    return operation(asked)


OF_ONE = {name: _of_one(name, beyond) for name, beyond in BEYOND.items()}


@operation
@register_jitable
def power_of_math(base, exponent):  # type: ignore[no-untyped-def]
    """``math.pow``"""
    base, exponent = float(base), float(exponent)
    result = base**exponent
    if math.isfinite(base) and math.isfinite(exponent):
        if math.isnan(result) or (math.isinf(result) and base == 0):
            raise ValueError(DOMAIN)
        if math.isinf(result):
            raise OverflowError(RANGE)
    return result
