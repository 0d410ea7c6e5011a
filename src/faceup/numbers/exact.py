"""Exact numbers: ints if they are whole, because ints are several times as fast, else fractions."""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from faceup.numbers.value import simplest

Exact = int | Fraction
LONGEST_NUMBER = 2000  # bits of a denominator; longer ones are shortened
DIGITS = 200  # bits behind the point of a shortened number


def whole_odds(weights: Iterable[Exact]) -> list[int]:
    """Return whole numbers in the same proportion; the numbers themselves if they are whole."""
    given = list(weights)
    shared = lcm(*(weight.denominator for weight in given))
    return [weight.numerator * (shared // weight.denominator) for weight in given]


def product(number: Exact, factor: Exact, divisor: int = 1) -> Exact:
    """``number * factor / divisor``, in lowest terms."""
    result = number * factor
    return result if divisor == 1 else simplest(Fraction(result) / divisor)


def shorten(number: Exact, sign: int, longest: float = LONGEST_NUMBER) -> Exact:
    """Return the number; if it has more bits than ``longest``, a short one near it: below for -1, above for 1."""
    if number.denominator.bit_length() <= longest:
        return number
    below = (number.numerator << DIGITS) // number.denominator
    return Fraction(below + (sign > 0), 1 << DIGITS)


def mean(outcomes: list[tuple[Exact, Exact]], total: Exact) -> Exact:
    """The weighted mean, with one common denominator instead of one for every sum."""
    denominator = lcm(*(value.denominator for _, value in outcomes))
    numerator = sum(w * v.numerator * (denominator // v.denominator) for w, v in outcomes)
    return simplest(Fraction(numerator, denominator * total))
