"""Linear systems solved exactly: expectations in a chain that is left some day, and systems modulo a prime.

Expectations solve x = P x + b, exactly or within a proven distance.

P has the transition probabilities between positions, b the constants. A float64 solution is refined
in whole numbers: what it leaves of the equations is computed exactly, at an ever finer scale, and solved for again.
From enough digits each number is read as the fraction of least denominator, and all of them are put into the equations.
If these hold, they are the solution, for there is one only: P loses weight, so that I - P has an inverse, whose entries
are not negative. From that follows the bound, too. Let t be numbers with (I - P) t >= 1/2, tried exactly. Then twice
the largest of them is more than all rows of the inverse sum to, and a residual of at most r leaves an error of at most
twice r times that.

Of linear equations in whole numbers the matrix is inverted modulo a prime, and with that inverse the solution is found
digit by digit in that prime's powers (J. D. Dixon, Exact Solution of Linear Equations Using P-Adic Expansions,
Numerische Mathematik 40, 1982). From enough digits the fractions are read, and put into all of the equations.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isqrt, lcm
from typing import Any

import numpy as np

from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import simplest

Row = dict[int, Fraction]  # to which places, with which chance


SMALL = 24  # unknowns that are eliminated in fractions
DENSE = 100  # unknowns up to which a dense matrix is solved: with more, threads wait for each other
DIGITS = 40  # bits that one refinement adds
MOST_WORK = 8_000_000  # unknowns times bits, before a proven distance has to do
ENOUGH = 120  # bits behind the point of an inexact number
LONGEST_SCALE = 4096  # bits of the common denominator of the constants, before they are rounded


class NotTransient(ArithmeticError):
    """The chain may never be left, or so late that float64 cannot tell."""


class Chain:
    """Positions 0 to n - 1 that are left some day, each with its chances of going on to others of them.

    ``look`` is called at each refinement, and may raise at a limit.
    """

    def __init__(self, rows: Sequence[Row], look: Callable[[], None] = lambda: None) -> None:
        self.rows, self.look = rows, look
        self.count = len(rows)
        self.scales = [lcm(*(chance.denominator for chance in row.values())) for row in rows]
        # Of I - P, each row in whole numbers.
        self.whole = [
            [(k, -int(chance * scale)) for k, chance in row.items()]
            for row, scale in zip(rows, self.scales, strict=True)
        ]

    def between(self, least: Sequence[Exact], most: Sequence[Exact]) -> list[Bounds]:
        """Enclose the solution x of x = P x + b for bounds on b. Raises NotTransient."""
        if least == most and (self.count <= SMALL or _common(least).bit_length() <= LONGEST_SCALE):
            return self.expectation(least)
        low, high = (
            self.expectation([_round_outwards(constant, sign) for constant in constants], read=False)
            for sign, constants in ((-1, least), (1, most))
        )
        return [Bounds(one.low, other.high) for one, other in zip(low, high, strict=True)]

    def expectation(self, constants: Sequence[Exact], read: bool = True) -> list[Bounds]:
        """Return lower and upper bounds of the solution x of x = P x + b, equal if exact. Raises NotTransient.

        Unless they are to be ``read`` as fractions, as many digits are found as bounds need.
        """
        if self.count <= SMALL:
            return [Bounds(value, value) for value in eliminate(self.rows, constants)]
        scale = _common(constants)
        bits = -max(0, scale.bit_length() - 2 * DIGITS)  # behind the point of the numbers, times the scale
        fixed, tried = [0] * self.count, 2 * DIGITS
        given = [
            own * (constant.numerator * (scale // constant.denominator))
            for own, constant in zip(self.scales, constants, strict=True)
        ]  # b, times both scales
        before: float | None = None
        while True:
            self.look()
            residual = self._residual(fixed, given, bits)
            largest = max(map(abs, residual), default=0.0)
            if before is not None and largest > before / 4:
                raise NotTransient
            step = self._solve_floats(np.array(residual))
            fixed = [x + round(float(d)) for x, d in zip(fixed, step, strict=True)]
            if read and bits >= tried:
                tried = 3 * bits // 2
                if (exact := self._reconstruct(fixed, given, scale, bits)) is not None:
                    return [Bounds(value, value) for value in exact]
            if bits > ENOUGH and not (read and self.count * (bits + scale.bit_length()) <= MOST_WORK):
                return self._within(fixed, given, bits, scale)
            bits += DIGITS
            fixed = [x << DIGITS for x in fixed]
            before = None

    def _residual(self, fixed: list[int], given: list[int], bits: int) -> list[float]:
        """Return the residual of the numbers, in units of their last bit, rounded."""
        return [
            _quotient((wanted << bits if bits >= 0 else wanted >> -bits) - self._row_product(i, fixed), own)
            for i, (wanted, own) in enumerate(zip(given, self.scales, strict=True))
        ]

    def _row_product(self, i: int, fixed: Sequence[int]) -> int:
        """Row i of I - P times the numbers, times the row's scale."""
        return self.scales[i] * fixed[i] + sum(a * fixed[k] for k, a in self.whole[i])

    def _reconstruct(self, fixed: list[int], given: list[int], scale: int, bits: int) -> list[Exact] | None:
        """Reconstruct fractions from the digits, if these fractions solve the equations.

        They share most of their denominator: each is read as a multiple of what is known of it.
        """
        unit, shared = 1 << bits, 1
        for x in fixed:
            room = (1 << max(bits // 2 - 8, 0)) // shared
            if room < 1:
                return None
            shared *= Fraction(x * shared, unit).limit_denominator(room).denominator
        parts = [(2 * x * shared + unit) // (2 * unit) for x in fixed]
        if any(self._row_product(i, parts) != wanted * shared for i, wanted in enumerate(given)):
            return None
        return [simplest(Fraction(part, shared * scale)) for part in parts]

    def _within(self, fixed: list[int], given: list[int], bits: int, scale: int) -> list[Bounds]:
        """The numbers with a proven bound on their error, in whole units of the last bit."""
        largest = 0
        for i, (wanted, own) in enumerate(zip(given, self.scales, strict=True)):
            rest = abs((wanted << bits) - self._row_product(i, fixed))
            largest = max(largest, -(-rest // own))
        error = largest * self.longest
        unit = scale << bits
        return [Bounds(Fraction(x - error, unit), Fraction(x + error, unit)) for x in fixed]

    @cached_property
    def longest(self) -> int:
        """Return a proven upper bound on the row sums of the inverse, about the largest expected number of steps."""
        bits = 20
        for _ in range(3):
            steps = self._solve_floats(np.ones(self.count))
            if not np.isfinite(steps).all() or steps.min() < 0:
                raise NotTransient
            fixed = [int(step * 2**bits) + 1 for step in steps.tolist()]
            if all(2 * self._row_product(i, fixed) >= self.scales[i] << bits for i in range(self.count)):
                return (2 * max(fixed) >> bits) + 1
            bits += 20
        raise NotTransient

    def _solve_floats(self, right: Any) -> Any:
        solution = self._solver(right)
        if not np.isfinite(solution).all():
            raise NotTransient
        return solution

    @cached_property
    def _solver(self) -> Callable[[Any], Any]:
        return float_solver([{k: float(chance) for k, chance in row.items()} for row in self.rows])


def float_solver(rows: Sequence[dict[int, float]]) -> Callable[[Any], Any]:
    """Return a solver of x = P x + b in float64, for any b. Raises NotTransient."""
    count = len(rows)
    if count <= DENSE:
        dense = np.eye(count)
        for i, row in enumerate(rows):
            for k, chance in row.items():
                dense[i, k] -= chance
        try:
            inverse = np.linalg.inv(dense)
        except np.linalg.LinAlgError:
            raise NotTransient from None
        return lambda right: inverse @ right
    from scipy.sparse import csc_matrix

    places = [(i, k, chance) for i, row in enumerate(rows) for k, chance in row.items()]
    lines, columns, chances = zip(*places, strict=True) if places else ((), (), ())
    return sparse_solver(csc_matrix((chances, (lines, columns)), shape=(count, count)))


def sparse_solver(chain: Any) -> Callable[[Any], Any]:
    """Return a solver of x = P x + b in float64, for any b and a sparse matrix P. Raises NotTransient."""
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import splu

    try:
        factors = splu(csc_matrix(identity(chain.shape[0]) - chain))
    except RuntimeError:  # it is singular
        raise NotTransient from None
    return lambda right: factors.solve(right)


def eliminate(rows: Sequence[Row], constants: Sequence[Exact]) -> list[Exact]:
    """The numbers with x = P x + b, one after another put into the others. Raises NotTransient."""
    count = len(rows)
    left = [dict(row) for row in rows]
    known: list[Fraction] = [Fraction(constant) for constant in constants]
    for i in range(count):
        own = 1 - left[i].pop(i, Fraction(0))
        if own == 0:
            raise NotTransient
        left[i] = {k: chance / own for k, chance in left[i].items()}
        known[i] /= own
        for j in range(i + 1, count):
            if part := left[j].pop(i, None):
                for k, chance in left[i].items():
                    left[j][k] = left[j].get(k, Fraction(0)) + part * chance
                known[j] += part * known[i]
    values: list[Exact] = [0] * count
    for i in reversed(range(count)):
        values[i] = simplest(known[i] + sum((chance * values[k] for k, chance in left[i].items()), Fraction(0)))
    return values


def _common(numbers: Sequence[Exact]) -> int:
    """The least common denominator."""
    return lcm(*(number.denominator for number in numbers))


def _round_outwards(number: Exact, sign: int) -> Fraction:
    """A number of few digits near this one: below for -1, above for 1."""
    unit = 2 * ENOUGH
    return Fraction(sign * -(-sign * (number.numerator << unit) // number.denominator), 1 << unit)


def _quotient(numerator: int, denominator: int) -> float:
    try:
        return numerator / denominator
    except OverflowError:
        raise NotTransient from None


PRIME = 2**31 - 1
HALF = 16  # bits: a product of a number below the prime with one of half its bits leaves room for a sum of many
MOST_DIGITS = 1200
MOST_UNKNOWNS = 1500  # the work grows with their cube
MOST_PLACES = 30_000_000  # of a matrix in memory


def rational_solution(
    rows: Sequence[Mapping[int, int]], constants: Sequence[int], unknowns: int
) -> list[Fraction] | None:
    """Solve whole-number equations, with 0 for undetermined unknowns; there may be more equations than unknowns.

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
            if (solution := _reconstruct(digits)) is None:
                continue
            parts, unit = [0] * unknowns, solution[1]
            for k, part in zip(determined.tolist(), solution[0], strict=True):
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
    """Reconstruct fractions with a common denominator from their first digits; None if they are too long."""
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
