"""A number that says how sure it is."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    ROUND_UP,
    Context,
    Decimal,
)
from fractions import Fraction
from functools import lru_cache
from math import floor, inf, isinf, log10, nextafter
from typing import Literal, NamedTuple, TypedDict

from faceup.rules.errors import INTERRUPT, LimitReached

Number = int | float | Fraction
How = Literal["exact", "bounded", "sampled", "stopped", "conjectured"]

MOST_DIGITS = 20  # of a fraction, above and below together, that is printed for people who did not ask for more
LONGEST = 300  # digits of a whole number that is printed for them
SHORT_FRACTION = 7  # characters
FEW_DIGITS, MANY_DIGITS = 4, 12  # of decimals beside a fraction, and where they are all that is told, or asked for
MOST_PLACES = 8  # decimals of a number with an interval
CUT = "..."  # stands for digits that are left out
FRACTION = re.compile("(-?[0-9]+)(?:/([0-9]+))?")


LARGEST = 1e290  # number that is drawn as it is
FINE = 1 << 30  # a float tells apart what differs by no less than such a part, with room to spare


@dataclass(frozen=True, repr=False)
class Value:
    """A number from player 0's point of view, with its certainty.

    ``how`` is ``exact`` (``low == high``, a whole number or Fraction), ``bounded`` (proven ``low`` and ``high``),
    ``sampled`` (an interval at a stated confidence), ``stopped`` (a limit was reached; the bounds so far) or
    ``conjectured`` (``low == high``, by a formula that agrees with search as far as that was compared).
    """

    low: Number
    high: Number
    how: How
    estimate: Number | None = None
    limit: str = field(default="memory")  #: which one was reached, where the work was stopped

    @property
    def known(self) -> bool:
        """Whether anything is known: a bound on one side at least."""
        return self.low != -inf or self.high != inf

    @property
    def middle(self) -> Number | None:
        """The best single number, not rounded, or None where nothing is known on one side."""
        if self.estimate is not None:
            return self.estimate
        if self.low == -inf or self.high == inf:
            return None
        return (Fraction(self.low) + Fraction(self.high)) / 2

    @property
    def value(self) -> float | None:
        """The same as the nearest float, which is infinite where none is so large."""
        return None if self.middle is None else nearest_float(self.middle)

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, where it is known exactly."""
        return Fraction(self.low) if self.how == "exact" else None

    def to_the_other(self, sum_of_both: int = 0) -> "Value":
        """What the other of two gets, who get so much together."""
        estimate = None if self.estimate is None else sum_of_both - self.estimate
        return replace(self, low=sum_of_both - self.high, high=sum_of_both - self.low, estimate=estimate)

    def plus(self, gain: int | Fraction) -> "Value":
        """The value with what is gained on the way."""
        estimate = None if self.estimate is None else total(self.estimate, gain)
        return replace(self, low=total(self.low, gain), high=total(self.high, gain), estimate=estimate)

    def __float__(self) -> float:
        """The best single number as a float; raises LimitReached where nothing is known on one side."""
        if self.value is None:
            raise LimitReached(f"the value is {self}; possible: low and high")
        return self.value

    def __repr__(self) -> str:
        """As ``str`` has it, for mappings and lists of values to read well; ``low`` and ``high`` have every digit."""
        return f"<Value: {self}>"

    def __str__(self) -> str:
        if self.exact is not None:
            return _number_words(self.exact, "exact")
        if self.how == "stopped":
            return f"{self._bounds()} ({stopped_at(self.limit)})"
        if self.value is None:
            return "unknown"
        if self.how == "sampled" and self.low == -inf and self.high == inf:
            return f"{plain(self.value, 6)} (no spread seen)"
        if self.how == "conjectured":
            return _number_words(Fraction(self.low), "conjectured")
        if self.how == "bounded":
            return self._within()
        return "{} ({} to {})".format(*written_alike(self.value, nearest_float(self.low), nearest_float(self.high)))

    def _bounds(self) -> str:
        """What was proven, in words: both bounds, one, or neither."""
        low, high = (
            _bound(end, way)
            for end, way in ((_float_below(self.low), ROUND_FLOOR), (-_float_below(-self.high), ROUND_CEILING))
        )
        if self.high == inf:
            return f"at least {low}" if self.known else "unknown"
        return f"at most {high}" if self.low == -inf else f"between {low} and {high}"

    def _within(self) -> str:
        """Twelve digits of the middle, more where more are known, and how far from these the truth may be."""
        middle, low, high = Fraction(self.value or 0), Fraction(self.low), Fraction(self.high)
        for digits in range(12, 18):
            text = plain(float(middle), digits)
            shown = Fraction(text)
            if abs(shown - middle) <= (high - low) / 2:
                break
        return f"{text} (within {_digits(max(high - shown, shown - low), 1, ROUND_UP)})"


def stopped_at(limit: str) -> str:
    """That a limit ended the work, or an interrupt did."""
    return "interrupted" if limit == INTERRUPT else f"stopped at {limit_name(limit)}"


def limit_name(limit: str) -> str:
    """What ended the work: ``the time limit``."""
    return "the interrupt" if limit == INTERRUPT else f"the {limit} limit"


def total(number: Number, gain: int | Fraction) -> Number:
    """The sum, without rounding; what is infinite stays so."""
    if isinstance(number, float):
        return number if isinf(number) else Fraction(number) + gain
    return number + gain


def size(number: Number) -> Number:
    """The number without its sign."""
    return -number if number < 0 else number


def nearest(number: Number) -> Number:
    """The nearest float, or the number itself where no float is so large."""
    near = nearest_float(number)
    return number if isinf(near) else near


def unit(numbers: Iterable[Number]) -> int:
    """In what to draw numbers: 1, or a power of ten where floats have no room for one and what is beside it."""
    largest = max((Fraction(size(number)) for number in numbers), default=Fraction(0))
    return 10 ** (_count(int(largest)) - 1) if nearest_float(largest) > LARGEST else 1


class Measure(NamedTuple):
    """How numbers are placed on an axis: what they are less, and in what units, so that floats tell them apart."""

    less: Number = 0
    unit: int = 1

    def place(self, number: Number) -> float:
        """Where a number lies."""
        return nearest_float((Fraction(number) - Fraction(self.less)) / self.unit)

    def length(self, number: Number) -> float:
        """How long a difference of two numbers is."""
        return nearest_float(Fraction(number) / self.unit)

    @property
    def words(self) -> str:
        """What to add to the name of such an axis."""
        less = f" less {few_digits(self.less, 17)}" if self.less else ""
        return less + (f" in units of {few_digits(self.unit, 1)}" if self.unit != 1 else "")


def measure(numbers: Iterable[Number]) -> Measure:
    """How to place these numbers: as they are, unless floats are too small for them, or too coarse between them."""
    known = [Fraction(number) for number in numbers]
    if not known:
        return Measure()
    low, high = min(known), max(known)
    large, spread = max(abs(low), abs(high)), high - low
    less = simplest(low) if large > FINE and spread * FINE < large else 0
    return Measure(less, unit([number - less for number in known] + [spread]))


def add_numbers(*numbers: Number) -> Number:
    """The sum: exact where all are, else as ``nearest`` has it."""
    if not any(isinstance(number, float) for number in numbers):
        return sum(numbers)
    return nearest(sum((Fraction(number) for number in numbers), Fraction(0)))


def _bound(number: float, rounding: str) -> str:
    """Six digits of a bound, in the direction in which it stays one."""
    text = f"{number:g}"
    return text if float(text) == number else _digits(number, 6, rounding)


def _digits(number: Number, digits: int, rounding: str) -> str:
    """So many digits of a number, rounded in one direction, also where no float is so large or so small."""
    if number == 0:
        return "0"
    exact = Fraction(number)
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize(context)
    if -5 <= quotient.adjusted() < digits:
        return f"{quotient:f}"
    mantissa, _, exponent = f"{quotient:e}".partition("e")
    return f"{mantissa}e{exponent[0]}{exponent[1:]:0>2}"


def plain(number: float, digits: int) -> str:
    """So many digits of a number; with an exponent only where it is tiny (below 0.00001) or huge."""
    text = f"{number:.{digits}g}"
    if "e" not in text or not 1e-5 <= abs(float(text)) < 1e15:
        return text
    return f"{number:.0f}" if abs(number) > 1 else f"{Decimal(text):f}"


def few_digits(number: Number, digits: int) -> str:
    """So many digits of a number, also where no float is so large or so small."""
    near = nearest_float(number)
    fits = isinstance(number, float) or (abs(near) < inf and (near != 0 or number == 0))
    return plain(near, digits) if fits else _digits(number, digits, ROUND_HALF_EVEN)


def written_alike(number: float, low: float, high: float) -> list[str]:
    """A number and its interval, with as many decimals as show two digits of the interval's width."""
    width = high - low
    places = 1 - floor(log10(width)) if 0 < width < inf else MOST_PLACES + 1
    if places > MOST_PLACES or max(abs(low), abs(high)) >= 1e15:
        return [plain(each, 6) for each in (number, low, high)]
    return [f"{each:z.{max(places, 0)}f}" for each in (number, low, high)]


def amount(number: Number) -> str:
    """A number in little room: a whole one or a short fraction as it is, else six digits."""
    if isinstance(number, float):
        return plain(number, 6)
    text = fraction_text(number)
    if len(text) <= (MOST_DIGITS if number.denominator == 1 else SHORT_FRACTION):
        return text
    near = few_digits(number, 6)
    return near if "." in near or Fraction(near) == number else decimals(number, 6)


def nearest_float(number: Number) -> float:
    """The nearest float, infinite where the number is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def simplest(number: Fraction) -> int | Fraction:
    """An int where the fraction is whole: ints are several times as fast."""
    return number.numerator if number.denominator == 1 else number


@lru_cache(maxsize=1 << 12)
def meant(number: float) -> int | Fraction:
    """The shortest decimal that is read as a float, which Python writes: 0.1 is a tenth."""
    return simplest(Fraction(repr(number)))


def finite(number: Number | None) -> float | None:
    """The number, or None where JSON has none."""
    near = inf if number is None else nearest_float(number)
    return None if abs(near) == inf else near


def number_document(number: Number) -> float | None:
    """A number as JSON has it: whole numbers stay whole; None where no float is so large."""
    near = finite(number)
    return near if near is None else whole_or_float(number if isinstance(number, int) else near)


def whole_or_float(number: float) -> float:
    """A finite number for JSON, where whole ones are written without a point."""
    if isinstance(number, int):
        return number
    return int(number) if number == int(number) and abs(number) < 1e15 else number


def fraction_text(number: int | Fraction) -> str:
    """An exact number as text, of any length: Python itself writes no more than some thousand digits."""
    over = "" if number.denominator == 1 else f"/{Decimal(number.denominator)}"
    return f"{Decimal(number.numerator)}{over}"


def read_fraction(text: str) -> Fraction:
    """The number that ``fraction_text`` wrote; raises ValueError for any other text."""
    match = FRACTION.fullmatch(text)
    parts = [int(Decimal(part or 1)) for part in match.groups()] if match else [0, 0]
    if parts[1] == 0:
        raise ValueError(f"{text[:LONGEST]!r} is not a fraction")
    return Fraction(*parts)


def short_fraction(number: Fraction) -> str:
    """A fraction, or its decimals where it is long: the number is exact all the same."""
    return f"{cut_decimals(number)} (exact)" if _is_long(number) else fraction_text(number)


def every_digit(value: Value) -> str:
    """The value for people who asked for all of an exact number, however long it is."""
    return str(value) if value.exact is None else _in_full(value.exact)


def _is_long(number: Fraction) -> bool:
    """Whether an exact number has more digits than people read who did not ask for them."""
    if number.denominator == 1:
        return _count(number.numerator) > LONGEST
    return _count(number.numerator) + _count(number.denominator) > MOST_DIGITS


def _count(number: int) -> int:
    """How many digits a whole number has."""
    return Decimal(number).adjusted() + 1


def _in_full(number: Fraction, digits: int = MANY_DIGITS) -> str:
    return fraction_text(number) if number.denominator == 1 else f"{fraction_text(number)} = {decimals(number, digits)}"


def decimals(number: int | Fraction, digits: int = MANY_DIGITS) -> str:
    """So many digits of an exact number, also where no float is so large or so small.

    Fewer only where it has no more: what is nearly 1 is 0.999999999999... or 1.00000000000...
    """
    text = few_digits(number, digits)
    figures = text.partition("e")[0].strip("-0.").replace(".", "")
    return text if len(figures) >= digits or Fraction(text) == number else cut_decimals(number, digits)


def cut_decimals(number: int | Fraction, digits: int = MANY_DIGITS) -> str:
    """The first digits of an exact number, so many where it has more, which is shown."""
    text = _digits(number, digits, ROUND_DOWN)
    if Fraction(text) == number:
        return text
    mantissa, _, power = f"{Decimal(text):.{digits - 1}e}".partition("e")
    places = digits - 1 - int(power)
    if 0 < places < digits + 5:
        return f"{Decimal(text):.{places}f}{CUT}"
    return f"{mantissa}{CUT}e{int(power):+03}"


def _number_words(number: Fraction, how: How) -> str:
    """A number for people: of a long one its first decimals, which alone do not show ``how`` sure it is."""
    long = _is_long(number)
    text = cut_decimals(number) if long else _in_full(number, FEW_DIGITS)
    return text if how == "exact" and not long else f"{text} ({how})"


def _float_below(number: Number) -> float:
    """The largest float that is no larger."""
    near = nearest_float(number)
    return nextafter(near, -inf) if abs(near) < inf and Fraction(near) > number else near


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
        "low": finite(value.low if value.low == value.high else _float_below(value.low)),
        "high": finite(value.high if value.low == value.high else -_float_below(-value.high)),
        "how": value.how,
        "exact": exact_text(value),
    }


def exact_text(value: Value) -> str | None:
    """An exact value as a fraction in text, None where it is not exact."""
    return None if value.exact is None else fraction_text(value.exact)


def exactly(number: Number) -> Value:
    """A value known exactly."""
    return Value(number, number, "exact")


def within(low: Number, high: Number) -> Value:
    """A value between proven bounds, exact where they are one."""
    return exactly(low) if low == high else Value(low, high, "bounded")


def around(value: float, error: float) -> tuple[float, float]:
    """The bounds of a float that is wrong by so much at most; the float itself where that is nothing."""
    if error == 0.0:
        return value, value
    return nextafter(value - error, -inf), nextafter(value + error, inf)


def overlap(a: Value, b: Value) -> bool:
    """Whether the two may be the same number for all that is known."""
    return a.low <= b.high and b.low <= a.high
