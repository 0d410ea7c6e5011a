"""Exact numbers: integers where they are whole, for those are several times as fast, else fractions."""

from fractions import Fraction
from math import isfinite, lcm
from typing import Any

from faceup.engines import broken_rules
from faceup.rules.contract import Game

Exact = int | Fraction


def exact_number(game: Game, state: Any, what: str, number: Any) -> Exact:
    """The number as an int or Fraction, without rounding."""
    if type(number) is int:
        return number
    if not isinstance(number, int | float | Fraction) or not isfinite(number):
        raise broken_rules.bad_number(game, state, what, number)
    return simplest(Fraction(number))


def simplest(number: Fraction) -> int | Fraction:
    """An int where the fraction is whole: ints are several times as fast."""
    return number.numerator if number.denominator == 1 else number


def mean(outcomes: list[tuple[int, Exact]], total: int) -> Exact:
    """The weighted mean, with one common denominator instead of one for every sum."""
    denominator = lcm(*(value.denominator for _, value in outcomes))
    numerator = sum(w * v.numerator * (denominator // v.denominator) for w, v in outcomes)
    return simplest(Fraction(numerator, denominator * total))
