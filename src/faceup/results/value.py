"""A number that says how sure it is."""

import re
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from math import inf
from typing import Literal, TypedDict

Number = int | float | Fraction
How = Literal["exact", "bounded", "sampled", "stopped"]

LONGEST = 300  # digits of a fraction that is still printed for people
SHORT_FRACTION = 7  # characters
LONGEST_CELL = 32
FRACTION = re.compile("(-?[0-9]+)(?:/([0-9]+))?")


@dataclass(frozen=True)
class Value:
    """A number from player 0's point of view, with its certainty.

    ``how`` is ``exact`` (``low == high``, a whole number or Fraction), ``bounded`` (proven ``low`` and ``high``),
    ``sampled`` (an interval at a stated confidence) or ``stopped`` (a limit was reached; the bounds so far).
    """

    low: Number
    high: Number
    how: How
    estimate: Number | None = None
    limit: str = "memory"  #: which one was reached, where the work was stopped

    @property
    def value(self) -> float | None:
        """The best single number, or None where nothing is known on one side."""
        if self.estimate is not None:
            return rounded(self.estimate)
        if self.low == -inf or self.high == inf:
            return None
        return rounded((Fraction(self.low) + Fraction(self.high)) / 2)

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, where it is known exactly."""
        return Fraction(self.low) if self.how == "exact" else None

    def __str__(self) -> str:
        if self.exact is not None:
            return _exact_words(self.exact)
        if self.how == "stopped":
            return f"between {rounded(self.low):g} and {rounded(self.high):g} (stopped at the {self.limit} limit)"
        if self.value is None:
            return "unknown"
        if self.how == "sampled" and self.low == -inf and self.high == inf:
            return f"{plain(self.value, 6)} (no spread seen, so no interval)"
        if self.how == "bounded":
            return f"{plain(self.value, 12)} (within {rounded(self.high) - self.value:.1g})"
        return f"{plain(self.value, 6)} ({plain(rounded(self.low), 6)} to {plain(rounded(self.high), 6)})"


def plain(number: float, digits: int) -> str:
    """So many digits of a number; with an exponent only where it is tiny (below 0.00001) or huge."""
    text = f"{number:.{digits}g}"
    if "e" not in text or not 1e-5 <= abs(float(text)) < 1e15:
        return text
    return f"{number:.0f}" if abs(number) > 1 else f"{Decimal(text):f}"


def amount(number: Number) -> str:
    """A number in little room: a short fraction as it is, else six digits."""
    if isinstance(number, float):
        return plain(number, 6)
    text = fraction_text(number)
    return text if number.denominator == 1 or len(text) <= SHORT_FRACTION else plain(rounded(number), 6)


def rounded(number: Number) -> float:
    """The nearest float, infinite where the number is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def finite(number: Number | None) -> float | None:
    """The number, or None where JSON has none."""
    near = inf if number is None else rounded(number)
    return None if abs(near) == inf else near


def fraction_text(number: int | Fraction) -> str:
    """An exact number as text, of any length: Python itself writes no more than some thousand digits."""
    over = "" if number.denominator == 1 else f"/{Decimal(number.denominator)}"
    return f"{Decimal(number.numerator)}{over}"


def read_fraction(text: str) -> Fraction:
    """The number that ``fraction_text`` wrote; raises ValueError for any other text."""
    match = FRACTION.fullmatch(text)
    parts = [int(Decimal(part or 1)) for part in match.groups()] if match else [0, 0]
    if parts[1] == 0:
        raise ValueError(f"{text[:LONGEST]!r} is no fraction")
    return Fraction(*parts)


def short_fraction(number: Fraction) -> str:
    """A fraction, or its decimals where it is long: the number is exact all the same."""
    text = fraction_text(number)
    return text if len(text) <= LONGEST_CELL else f"{float(number):.12g} (exact, rounded here)"


def short_value(value: Value) -> str:
    """A value in little room: of a long fraction the decimals, marked as exact."""
    text = str(value)
    return text if len(text) <= LONGEST_CELL or value.exact is None else short_fraction(value.exact)


def decimals(number: int | Fraction) -> str:
    """Twelve digits of an exact number, also where no float is so large or so small."""
    near = rounded(number)
    if abs(near) < inf and (near != 0 or number == 0):
        return plain(near, 12)
    context = Context(prec=12, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    return str(quotient.normalize(context)).lower()


def _exact_words(number: Fraction) -> str:
    """An exact number for people: of a very long one its decimals, and how long it is."""
    whole, parts = number.denominator == 1, (number.numerator, number.denominator)
    if sum(part.bit_length() for part in parts) > LONGEST * 10 // 3:  # a digit is more than three bits
        digits = [f"{Decimal(part).adjusted() + 1:,}" for part in parts]
        length = f"a whole number of {digits[0]} digits" if whole else f"a fraction of {' over '.join(digits)} digits"
        return f"{decimals(number)} exactly ({length})"
    return fraction_text(number) if whole else f"{fraction_text(number)} = {decimals(number)}"


class ValueColumns(TypedDict):
    """A number from player 0's point of view, with its certainty; ``exact`` is a fraction as text."""

    value: float | None
    low: float | None
    high: float | None
    how: How
    exact: str | None


def value_columns(value: Value) -> ValueColumns:
    """A value as documents, frames and tables of cells have it."""
    return {
        "value": finite(value.value),
        "low": finite(value.low),
        "high": finite(value.high),
        "how": value.how,
        "exact": exact_text(value),
    }


def exact_text(value: Value) -> str | None:
    """An exact value as a fraction in text, None where it is not exact."""
    return None if value.exact is None else fraction_text(value.exact)


def exactly(number: Number) -> Value:
    """A value known exactly."""
    return Value(number, number, "exact")


def overlap(a: Value, b: Value) -> bool:
    """Whether the two may be the same number for all that is known."""
    return a.low <= b.high and b.low <= a.high
