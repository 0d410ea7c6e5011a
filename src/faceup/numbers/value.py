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
from math import ceil, floor, inf, isinf, log10, nextafter
from typing import Literal, NamedTuple, TypedDict

from faceup.rules.errors import INTERRUPT, LimitReached

Number = int | float | Fraction
How = Literal["exact", "bounded", "sampled", "stopped", "conjectured", "estimated"]

MOST_DIGITS = 20  # of a fraction, above and below together, that is printed for people who did not ask for more
LONGEST = 300  # digits of a whole number that is printed for them
SHORT_FRACTION = 7  # characters
FEW_DIGITS, MANY_DIGITS = 4, 12  # of decimals beside a fraction, and of decimals alone or in full
MOST_PLACES = 8  # decimals of a number with an interval
CUT = "..."  # stands for digits that are left out
FRACTION = re.compile("(-?[0-9]+)(?:/([0-9]+))?")


LARGEST = 1e290  # number that is drawn without a scale
FINE = 1 << 30  # floats distinguish numbers that differ by at least this part, with room to spare


@dataclass(frozen=True, repr=False)
class Value:
    """A number from player 0's point of view, with its certainty.

    ``how`` is ``exact`` (``low == high``, a whole number or Fraction), ``bounded`` (proven ``low`` and ``high``),
    ``sampled`` (an interval at a stated confidence), ``stopped`` (a limit was reached; the bounds so far),
    ``conjectured`` (``low == high``, by a formula that agrees with search as far as that was compared) or
    ``estimated`` (an ``estimate`` by looking ahead, without bounds: nothing is proven).
    """

    low: Number
    high: Number
    how: How
    estimate: Number | None = None
    limit: str = field(default="memory")  #: the limit that stopped the work

    @property
    def known(self) -> bool:
        """Whether anything is known: a bound on one side at least."""
        return self.low != -inf or self.high != inf

    @property
    def middle(self) -> Number | None:
        """The best single number, not rounded; None if one side has no bound."""
        if self.estimate is not None:
            return self.estimate
        if self.low == -inf or self.high == inf:
            return None
        return (Fraction(self.low) + Fraction(self.high)) / 2

    @property
    def value(self) -> float | None:
        """The best single number as the nearest float, infinite if it is too large for one."""
        return None if self.middle is None else nearest_float(self.middle)

    @property
    def exact(self) -> Fraction | None:
        """The value as a fraction, if it is exact."""
        return Fraction(self.low) if self.how == "exact" else None

    def to_the_other(self, sum_of_both: int = 0) -> "Value":
        """Return the value of the other of two players, whose payoffs have this sum."""
        estimate = None if self.estimate is None else sum_of_both - self.estimate
        return replace(self, low=sum_of_both - self.high, high=sum_of_both - self.low, estimate=estimate)

    def plus(self, gain: int | Fraction) -> "Value":
        """Return the value plus a gain on the way."""
        estimate = None if self.estimate is None else total(self.estimate, gain)
        return replace(self, low=total(self.low, gain), high=total(self.high, gain), estimate=estimate)

    def __float__(self) -> float:
        """Return the best single number as a float; raises LimitReached if one side has no bound."""
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
            return f"{self.bounds_text()} ({stopped_at(self.limit)})"
        if self.value is None:
            return "unknown"
        if self.how == "sampled" and self.low == -inf and self.high == inf:
            return f"{plain(self.value, 6)} (no spread seen)"
        if self.how == "estimated":
            return f"about {plain(self.value, 2)} (estimate)"
        if self.how == "conjectured":
            return _number_words(Fraction(self.low), "conjectured")
        if self.how == "bounded":
            return self._within()
        return "{} ({} to {})".format(*written_alike(self.value, self.low, self.high))

    def bounds_text(self) -> str:
        """The proven bounds in words: both, one, or neither."""
        low, high = (
            _bound_text(end, way)
            for end, way in ((_float_below(self.low), ROUND_FLOOR), (-_float_below(-self.high), ROUND_CEILING))
        )
        if self.high == inf:
            return f"at least {low}" if self.known else "unknown"
        return f"at most {high}" if self.low == -inf else f"between {low} and {high}"

    def _within(self) -> str:
        """The middle, twelve digits at most and one below the first of its error, and the largest distance from it."""
        middle, low, high = self.value or 0.0, Fraction(self.low), Fraction(self.high)
        error = nearest_float((high - low) / 2)
        digits = floor(log10(abs(middle))) - floor(log10(error)) + 2 if middle and error else MANY_DIGITS
        text = plain(middle, min(digits, MANY_DIGITS)) if digits > 0 else "0"
        shown = Fraction(text)
        return f"{text} (within {no_less(max(high - shown, shown - low))})"


def stopped_at(limit: str) -> str:
    """The words for the limit that ended the work: ``stopped at the time limit``, ``interrupted``."""
    return "interrupted" if limit == INTERRUPT else f"stopped at {limit_name(limit)}"


def limit_name(limit: str) -> str:
    """Return the limit that ended the work in words: ``the time limit``."""
    return "the interrupt" if limit == INTERRUPT else f"the {limit} limit"


def total(number: Number, gain: int | Fraction) -> Number:
    """Return the sum without rounding; infinite if a term is."""
    if isinstance(number, float):
        return number if isinf(number) else Fraction(number) + gain
    return number + gain


def size(number: Number) -> Number:
    """The number without its sign."""
    return -number if number < 0 else number


def nearest(number: Number) -> Number:
    """Return the nearest float, or the number itself if it is too large for one."""
    near = nearest_float(number)
    return number if isinf(near) else near


def unit(numbers: Iterable[Number]) -> int:
    """Return the unit to draw numbers in: 1, or a power of ten if they are too large for floats."""
    largest = max((Fraction(size(number)) for number in numbers), default=Fraction(0))
    return 10 ** (_count(int(largest)) - 1) if nearest_float(largest) > LARGEST else 1


class Measure(NamedTuple):
    """The offset and the unit of an axis, so that floats distinguish its numbers."""

    less: Number = 0
    unit: int = 1

    def place(self, number: Number) -> float:
        """Return the place of a number on the axis."""
        return nearest_float((Fraction(number) - Fraction(self.less)) / self.unit)

    def length(self, number: Number) -> float:
        """How long a difference of two numbers is."""
        return nearest_float(Fraction(number) / self.unit)

    @property
    def words(self) -> str:
        """Return the offset and unit in words, for the label of the axis."""
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
    """Return the sum: exact if all terms are, else by ``nearest``."""
    if not any(isinstance(number, float) for number in numbers):
        return sum(numbers)
    return nearest(sum((Fraction(number) for number in numbers), Fraction(0)))


def _bound_text(number: float, rounding: str) -> str:
    """Six digits of a bound, in the direction in which it stays one."""
    text = f"{number:g}"
    return text if float(text) == number else _digits(number, 6, rounding)


def _digits(number: Number, digits: int, rounding: str) -> str:
    """Return so many digits of a number, rounded in one direction, also beyond the range of floats."""
    if number == 0:
        return "0"
    exact = Fraction(number)
    context = Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize(context)
    if -5 <= quotient.adjusted() < digits:
        return f"{quotient:f}"
    mantissa, _, exponent = f"{quotient:e}".partition("e")
    return f"{mantissa}e{exponent[0]}{exponent[1:]:0>2}"


def no_less(number: Number) -> str:
    """Return one digit of an error or of a bound, rounded up, so that it stays one."""
    return _digits(number, 1, ROUND_UP)


def plain(number: float, digits: int) -> str:
    """Return so many digits of a number; with an exponent only if it is tiny (below 0.00001) or huge."""
    text = f"{number:.{digits}g}"
    if "e" not in text or not 1e-5 <= abs(float(text)) < 1e15:
        return text
    return f"{number:.0f}" if abs(number) > 1 else f"{Decimal(text):f}"


def few_digits(number: Number, digits: int) -> str:
    """Return so many digits of a number, also beyond the range of floats."""
    near = nearest_float(number)
    fits = isinstance(number, float) or (abs(near) < inf and (near != 0 or number == 0))
    return plain(near, digits) if fits else _digits(number, digits, ROUND_HALF_EVEN)


def written_alike(number: Number, low: Number, high: Number) -> list[str]:
    """A number and its interval, with as many decimals as show two digits of the interval's width."""
    ends = nearest_float(low), nearest_float(high)
    width = ends[1] - ends[0]
    places = 1 - floor(log10(width)) if 0 < width < inf else MOST_PLACES + 1
    if places > MOST_PLACES or max(map(abs, ends)) >= 1e15:
        return [plain(each, 6) for each in (nearest_float(number), *ends)]
    return interval_texts(number, low, high, max(places, 0))


def interval_texts(number: Number, low: Number, high: Number, places: int) -> list[str]:
    """A number and its interval with so many decimals."""
    middle = f"{nearest_float(number):z.{places}f}"
    return [middle, to_places(low, places, ROUND_FLOOR), to_places(high, places, ROUND_CEILING)]


def to_places(number: Number, places: int, rounding: str) -> str:
    """Return a number with so many decimals, a low bound rounded to the floor and a high one to the ceiling: nothing
    that is known between two bounds looks better known than it is.
    """
    units = {ROUND_FLOOR: floor, ROUND_CEILING: ceil}.get(rounding, round)(as_read(number) * 10**places)
    return f"{Decimal(units).scaleb(-places):f}"


def amount(number: Number) -> str:
    """Return a short text of a number: a whole number or a short fraction in full, else six digits."""
    if isinstance(number, float):
        return plain(number, 6)
    text = fraction_text(number)
    if len(text) <= (MOST_DIGITS if number.denominator == 1 else SHORT_FRACTION):
        return text
    near = few_digits(number, 6)
    return near if "." in near or Fraction(near) == number else decimals(number, 6)


def nearest_float(number: Number) -> float:
    """Return the nearest float, infinite if the number is too large for one."""
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def simplest(number: Fraction) -> int | Fraction:
    """Return an int if the fraction is whole: ints are several times as fast."""
    return number.numerator if number.denominator == 1 else number


def hundredfold(number: Number) -> Number:
    """Return a rate in per cent, not rounded; infinite if it is."""
    return number if isinstance(number, float) and isinf(number) else 100 * as_read(number)


def as_read(number: Number) -> int | Fraction:
    """Return a number to calculate with before it is written: a float stands for the decimal that Python writes."""
    return decimal_fraction(number) if isinstance(number, float) else number


@lru_cache(maxsize=1 << 12)
def decimal_fraction(number: float) -> int | Fraction:
    """The shortest decimal that is read as a float, which Python writes: 0.1 is a tenth."""
    return simplest(Fraction(repr(number)))


def finite(number: Number | None) -> float | None:
    """Return the number; None if JSON has no such number."""
    near = inf if number is None else nearest_float(number)
    return None if abs(near) == inf else near


def number_document(number: Number) -> float | None:
    """Return a number for JSON: whole numbers stay whole; None if it is too large for a float."""
    near = finite(number)
    return near if near is None else whole_or_float(number if isinstance(number, int) else near)


def whole_or_float(number: float) -> float:
    """Return a finite number for JSON; whole ones have no decimal point."""
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
    """Return a fraction as text, or its decimals if it is long; the number is exact in both cases."""
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
    """Return so many digits of an exact number, also beyond the range of floats.

    Fewer only where it has no more: what is nearly 1 is 0.999999999999... or 1.00000000000...
    """
    text = few_digits(number, digits)
    figures = text.partition("e")[0].strip("-0.").replace(".", "")
    return text if len(figures) >= digits or Fraction(text) == number else cut_decimals(number, digits)


def cut_decimals(number: int | Fraction, digits: int = MANY_DIGITS) -> str:
    """Return at most so many digits of an exact number, with ``...`` if it has more."""
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
    """Return an exact value as a fraction in text; None if it is not exact."""
    return None if value.exact is None else fraction_text(value.exact)


def exactly(number: Number) -> Value:
    """A value known exactly."""
    return Value(number, number, "exact")


def estimated_at(number: float) -> Value:
    """A value that was estimated by looking ahead, without proof."""
    return Value(-inf, inf, "estimated", decimal_fraction(number))


def within(low: Number, high: Number) -> Value:
    """Return a value between proven bounds, exact if they are equal."""
    return exactly(low) if low == high else Value(low, high, "bounded")


def around(value: float, error: float) -> tuple[float, float]:
    """Return the bounds of a float with an error of at most so much; the float itself if the error is 0."""
    if error == 0.0:
        return value, value
    return nextafter(value - error, -inf), nextafter(value + error, inf)


def overlap(a: Value, b: Value) -> bool:
    """Whether the two values may be the same number, by their bounds."""
    return a.low <= b.high and b.low <= a.high
