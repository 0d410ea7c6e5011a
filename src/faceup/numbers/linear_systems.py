"""Expectations in a chain that is left some day: the numbers with x = P x + b, exactly or within a proven distance.

P has the chances with which positions lead to one another, b what is known beside them. A float64 solution is refined
in whole numbers: what it leaves of the equations is computed exactly, at an ever finer scale, and solved for again.
From enough digits each number is read as the fraction of least denominator, and all of them are put into the equations.
If these hold, they are the solution, for there is one only: P loses weight, so that I - P has an inverse, whose entries
are not negative. From that follows the bound, too. Let t be numbers with (I - P) t >= 1/2, tried exactly. Then twice
the largest of them is more than all rows of the inverse sum to, and a residual of at most r leaves an error of at most
twice r times that.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import simplest

Row = dict[int, Fraction]  # to which places, with which chance


SMALL = 24  # unknowns that are eliminated in fractions
DENSE = 100  # unknowns of which a matrix with all its zeros is solved: with more, threads wait for each other
DIGITS = 40  # bits that one refinement adds
MOST_WORK = 8_000_000  # unknowns times bits, before a proven distance has to do
ENOUGH = 120  # bits behind the point of what is not exact
LONGEST_SCALE = 4096  # bits of what all constants divide, before they are rounded


class NotTransient(ArithmeticError):
    """The chain may never be left, or so late that float64 cannot tell."""


class Chain:
    """Positions 0 to n - 1 that are left some day, each with its chances of going on to others of them."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.count = len(rows)
        self.scales = [lcm(*(chance.denominator for chance in row.values())) for row in rows]
        # Of I - P, each row in whole numbers.
        self.whole = [
            [(k, -int(chance * scale)) for k, chance in row.items()]
            for row, scale in zip(rows, self.scales, strict=True)
        ]

    def between(self, least: Sequence[Exact], most: Sequence[Exact]) -> list[Bounds]:
        """The numbers x with x = P x + b, where b is known to lie between two bounds. Raises NotTransient."""
        if least == most and (self.count <= SMALL or _common(least).bit_length() <= LONGEST_SCALE):
            return self.expectation(least)
        low, high = (
            self.expectation([_round_outwards(constant, sign) for constant in constants], read=False)
            for sign, constants in ((-1, least), (1, most))
        )
        return [Bounds(one.low, other.high) for one, other in zip(low, high, strict=True)]

    def expectation(self, constants: Sequence[Exact], read: bool = True) -> list[Bounds]:
        """The numbers x with x = P x + b: lowest and highest, equal where they are exact. Raises NotTransient.

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
        """What the numbers leave of the equations, in units of their last bit, rounded."""
        return [
            _quotient((wanted << bits if bits >= 0 else wanted >> -bits) - self._row_product(i, fixed), own)
            for i, (wanted, own) in enumerate(zip(given, self.scales, strict=True))
        ]

    def _row_product(self, i: int, fixed: Sequence[int]) -> int:
        """Row i of I - P times the numbers, times the row's scale."""
        return self.scales[i] * fixed[i] + sum(a * fixed[k] for k, a in self.whole[i])

    def _reconstruct(self, fixed: list[int], given: list[int], scale: int, bits: int) -> list[Exact] | None:
        """The fractions that the digits are the beginning of, where these solve the equations.

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
        """At least what any row of the inverse sums to: about the most steps that are expected, proven."""
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
        found = self._solver(right)
        if not np.isfinite(found).all():
            raise NotTransient
        return found

    @cached_property
    def _solver(self) -> Callable[[Any], Any]:
        return float_solver([{k: float(chance) for k, chance in row.items()} for row in self.rows])


def float_solver(rows: Sequence[dict[int, float]]) -> Callable[[Any], Any]:
    """What solves x = P x + b in float64, for any b. Raises NotTransient."""
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
    """What solves x = P x + b in float64, for any b, where P is a sparse matrix. Raises NotTransient."""
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
