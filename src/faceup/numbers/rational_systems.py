"""Linear equations in whole numbers, solved in fractions.

The matrix is inverted modulo a prime, and with that inverse the solution is found digit by digit in that prime's powers
(J. D. Dixon, Exact Solution of Linear Equations Using P-Adic Expansions, Numerische Mathematik 40, 1982). From enough
digits the fractions are read, and put into all of the equations.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

PRIME = 2**31 - 1
HALF = 16  # bits: a product of a number below the prime with one of half its bits leaves room for a sum of many
MOST_DIGITS = 1200
MOST_UNKNOWNS = 1500  # the work grows with their cube
MOST_PLACES = 30_000_000  # of a matrix in memory


def rational_solution(
    rows: Sequence[Mapping[int, int]], constants: Sequence[int], unknowns: int
) -> list[Fraction] | None:
    """A solution, in which what the equations do not determine is 0; there may be more equations than unknowns.

    None where there is none, and where it is too much work.
    """
    if not 0 < unknowns <= MOST_UNKNOWNS or len(rows) * unknowns > MOST_PLACES:
        return None
    largest = max((sum(map(abs, row.values())) for row in rows), default=0)
    matrix = np.zeros((len(rows), unknowns), dtype=np.int64)
    for i, row in enumerate(rows):
        for k, number in row.items():
            matrix[i, k] = number if largest < PRIME else number % PRIME
    chosen, determined = _independent(matrix)
    if not len(chosen):
        return [Fraction(0)] * unknowns if not any(constants) else None
    square = matrix[np.ix_(chosen, determined)]
    inverse = _inverse(square)
    if inverse is None:
        return None
    if largest >= PRIME:  # sums of products leave 64 bits
        square = np.array([[rows[i].get(k, 0) for k in determined.tolist()] for i in chosen.tolist()], dtype=object)
    rest = np.array([constants[i] for i in chosen], dtype=square.dtype)
    high, low = inverse >> HALF, inverse & ((1 << HALF) - 1)
    digits: list[list[int]] = []
    tried = 4
    while len(digits) < MOST_DIGITS:
        left = (rest % PRIME).astype(np.int64)
        digit = ((high @ left % PRIME << HALF) + low @ left) % PRIME
        digits.append(digit.tolist())
        rest = (rest - square @ digit) // PRIME
        if len(digits) == tried:
            tried = 3 * tried // 2
            if (found := _reconstruct(digits)) is None:
                continue
            parts, unit = [0] * unknowns, found[1]
            for k, part in zip(determined.tolist(), found[0], strict=True):
                parts[k] = part
            if _hold(rows, constants, parts, unit):
                return [Fraction(part, unit) for part in parts]
    return None


def _independent(matrix: Any) -> tuple[Any, Any]:
    """As many rows and columns as make a matrix with an inverse modulo the prime."""
    left, order, rank = matrix % PRIME, np.arange(len(matrix)), 0
    columns = []
    for k in range(matrix.shape[1]):
        nonzero = np.flatnonzero(left[rank:, k])
        if not len(nonzero):
            continue
        pivot = rank + nonzero[0]
        left[[rank, pivot]], order[[rank, pivot]] = left[[pivot, rank]], order[[pivot, rank]]
        below = rank + 1 + np.flatnonzero(left[rank + 1 :, k])
        across = k + np.flatnonzero(left[rank, k:])
        factors = left[below, k] * pow(int(left[rank, k]), -1, PRIME) % PRIME
        spot = np.ix_(below, across)
        left[spot] = (left[spot] - factors[:, None] * left[rank, across]) % PRIME
        columns.append(k)
        rank += 1
    return order[:rank], np.array(columns, dtype=np.int64)


def _inverse(square: Any) -> Any:
    """The inverse modulo the prime."""
    size = len(square)
    wide = np.hstack([square % PRIME, np.eye(size, dtype=np.int64)])
    for k in range(size):
        nonzero = np.flatnonzero(wide[k:, k])
        if not len(nonzero):
            return None
        pivot = k + nonzero[0]
        wide[[k, pivot]] = wide[[pivot, k]]
        wide[k] = wide[k] * pow(int(wide[k, k]), -1, PRIME) % PRIME
        others = np.flatnonzero(wide[:, k])
        others = others[others != k]
        columns = np.flatnonzero(wide[k])
        spot = np.ix_(others, columns)
        wide[spot] = (wide[spot] - wide[others, k][:, None] * wide[k, columns]) % PRIME
    return wide[:, size:]


def _reconstruct(digits: Sequence[Sequence[int]]) -> tuple[list[int], int] | None:
    """The fractions of which these are the first digits, over one denominator, where they are that short."""
    modulus = PRIME ** len(digits)
    most = isqrt(modulus // 2)
    shared, parts = 1, list[int]()
    for number in _numbers(digits):
        numerator, denominator = _fraction(number * shared % modulus, modulus, most)
        if denominator != 1:
            shared *= denominator
            if shared > most:
                return None
            parts = [part * denominator for part in parts]
        parts.append(numerator)
    return parts, shared


def _numbers(digits: Sequence[Sequence[int]]) -> list[int]:
    numbers = [0] * len(digits[0])
    for digit in reversed(digits):
        numbers = [number * PRIME + own for number, own in zip(numbers, digit, strict=True)]
    return numbers


def _fraction(number: int, modulus: int, most: int) -> tuple[int, int]:
    """The fraction of least size that is this number modulo ``modulus``."""
    before, now, earlier, factor = modulus, number, 0, 1
    if modulus - number <= most:
        return number - modulus, 1
    while now > most:
        quotient = before // now
        before, now, earlier, factor = now, before - quotient * now, factor, earlier - quotient * factor
    return (now, factor) if factor > 0 else (-now, -factor)


def _hold(rows: Sequence[Mapping[int, int]], constants: Sequence[int], parts: Sequence[int], unit: int) -> bool:
    """Whether all equations hold."""
    return all(
        sum(number * parts[k] for k, number in row.items()) == constant * unit
        for row, constant in zip(rows, constants, strict=True)
    )
