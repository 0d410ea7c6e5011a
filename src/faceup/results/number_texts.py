"""Rates, amounts and columns of numbers as text: few digits, and never more certainty than there is.

The digits of a single number are in ``numbers/value.py``.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN
from fractions import Fraction
from itertools import islice
from math import ceil, floor, inf, log10
from typing import Any

from faceup.numbers.value import (
    FEW_DIGITS,
    Number,
    Value,
    amount,
    as_read,
    cut_decimals,
    decimals,
    few_digits,
    fraction_text,
    hundredfold,
    interval_texts,
    nearest_float,
    plain,
    short_fraction,
    size,
    stopped_at,
    to_places,
    written_alike,
)

SMALLEST = 1e-3  # the smallest number that has a place among numbers of as many decimals
DIGITS = 4  # digits of a number in a sentence
MOST_DIGITS = 9  # digits of a number that fewer digits round to a whole one
LEAST = Fraction(1, 2 * 10**6)  # the values that count as exact
MOST_WRITTEN = 10**20  # the largest whole number with all its digits
CLOSE = Fraction(1, 10**DIGITS)  # bounds this close look like one number
NOTHING = Fraction(1, 10**12)  # bounds this close around 0 look like 0
SHORT = 4  # digits of a fraction, above and below together, that reads better than its percentage
UNITS = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"))
TIMES = ((86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes"))
FRACTION_LENGTH = 12  # characters of a fraction written in full
LONGEST_FRACTION = 60  # characters, beyond which decimals say more
LARGE = 1e15  # from here on numbers have exponents
FEWEST = Fraction(5, 10**5)  # the smallest chance that two decimals of a per cent can tell


def percent(chance: Number, rounding: str = ROUND_HALF_EVEN) -> str:
    """Return ``62.19%``, or ``0.717%`` if it is small; 0% and 100% only for exact 0 and 1."""
    if chance < 0:
        return f"-{percent(-chance)}"
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if not LEAST <= chance <= 1 - LEAST:
        return "less than 0.0001%" if chance < LEAST else "more than 99.9999%"
    share = hundredfold(chance)
    places = 2 if 1 <= share <= 99 else 3
    while float(text := to_places(share, places, rounding)) in (0, 100):
        places += 1
    return f"{text}%"


def share(chance: Number, fractions: bool | None = None) -> str:
    """Return a probability: ``always``, else a fraction or per cent; by default a fraction if it is short."""
    if chance == 1:
        return "always"
    if fractions is not None:
        return fraction_text(Fraction(chance)) if fractions else percent(chance)
    exact = Fraction(chance)
    short = len(str(exact.numerator)) + len(str(exact.denominator)) <= SHORT
    return f"{exact.numerator}/{exact.denominator}" if short else percent(exact)


def lot(word: str, chance: Number, fractions: bool | None = None) -> str:
    """Return a move with its probability: ``fold 2/3``, or ``2: 1/5`` for a move that is a number."""
    return word if chance == 1 else f"{word}{':' if word[-1:].isdigit() else ''} {share(chance, fractions)}"


def percents(chances: Sequence[Number]) -> list[str]:
    """Return the percentages of a column, all with the same number of decimals, none rounded to 0% or 100%."""

    def text(chance: Number) -> str:
        if _is_extreme(chance, FEWEST):
            return "<0.01%" if chance < FEWEST else ">99.99%"
        return f"{to_places(hundredfold(chance), 2, ROUND_HALF_EVEN)}%"

    return list(map(text, chances))


def rates_alike(rates: Sequence[Number]) -> list[str]:
    """Return the percentages of a column with the same number of decimals, unless some are too near 0 or 1 for that."""
    if len(rates) == 1 or any(_is_extreme(rate, 10 * FEWEST) for rate in rates):
        return list(map(percent, rates))
    return percents(rates)


def _is_extreme(rate: Number, near: Fraction) -> bool:
    """Whether a rate is this near to 0 or 1, but neither."""
    return 0 < rate < near or 0 < 1 - rate < near


def at_confidence(confidence: float) -> str:
    """Return the confidence of intervals, as text."""
    return f"at {100 * confidence:.6g}% confidence"


def chance_text(chance: Value) -> str:
    """Return a probability in per cent, or its bounds if it is not known well enough; ``≈67%`` if it is an estimate."""
    if chance.how == "estimated":
        return f"≈{100 * (chance.value or 0):.0f}%"
    low, high = max(as_read(chance.low), 0), min(as_read(chance.high), 1)
    if low == high or high - low <= CLOSE * min(high, 1 - low):
        return percent(chance.exact if chance.exact is not None else Fraction(low + high) / 2)
    least, most = percent(low, ROUND_FLOOR), percent(high, ROUND_CEILING)
    if most.startswith("less") or least.startswith("more"):
        return most if most.startswith("less") else least
    return f"between {'0%' if low < LEAST else least} and {'100%' if high > 1 - LEAST else most}"


def rate_text(rate: Value) -> str:
    """Return a rate for a list of figures: with its fraction if short, or with its interval."""
    if rate.value is None:
        return "unknown" if rate.how != "stopped" else f"unknown ({stopped_at(rate.limit)})"
    if rate.exact is not None:
        fraction = short_fraction(rate.exact)
        return f"{fraction} = {percent(rate.exact)}" if "/" in fraction else chance_text(rate)
    if rate.how != "sampled":
        return chance_text(rate)
    if rate.low == -inf:
        return f"{percent(rate.value)} (no spread seen)"
    value, low, high = written_alike(*map(hundredfold, (rate.value, rate.low, rate.high)))
    return f"{value}% ({low}% to {high}%)"


def column_texts(figures: Sequence[Value], rates: bool = False) -> list[str]:
    """Return the figures of a column, rates in per cent. All that have intervals have as many decimals: two digits of
    the widest interval, and at least one of the narrowest; but none more than two of its own, and a rate near 0 or 1
    enough to differ.
    """
    text, unit = (rate_text, "%") if rates else (str, "")

    def ends_of(figure: Value) -> list[Number]:
        ends = (figure.value or 0, figure.low, figure.high)
        return [hundredfold(end) if rates else end for end in ends]

    sampled = [ends_of(one)[1:] for one in figures if one.how == "sampled"]
    widths = [nearest_float(high) - nearest_float(low) for low, high in sampled]
    digits = [-floor(log10(width)) for width in widths if 0 < width < inf]
    places = max(min(digits) + 1, max(digits), 0) if digits else MOST_DIGITS

    def cell(figure: Value) -> str:
        ends = ends_of(figure)
        if figure.value is None or figure.how != "sampled" or not ends[1] < ends[2] < LARGE or places >= MOST_DIGITS:
            return text(figure)
        most = max(1 - floor(log10(ends[2] - ends[1])), 0)
        own = min(places, most)
        while own < most and unit and round(ends[0], own) in (0, 100) and ends[0] not in (0, 100):
            own += 1
        value, low, high = (f"{text}{unit}" for text in interval_texts(ends[0], ends[1], ends[2], own))
        return f"{value} ({low} to {high})"

    return list(map(cell, figures))


def table_texts(columns: Sequence[Sequence[Value]]) -> list[list[str]]:
    """Return the rates of several columns of one table, alike in their decimals."""
    texts = iter(column_texts([rate for column in columns for rate in column], rates=True))
    return [list(islice(texts, len(column))) for column in columns]


def give_or_take(number: Number, half: Number, unit: str = "") -> str:
    """Return a number and half the width of its interval, ``24% ± 4%``: no digit that the interval leaves open."""
    if not 0 < half < inf:
        return few_digits(number, DIGITS) + unit
    return f"{to_place_of(half, number)}{unit} ± {to_place_of(half, half)}{unit}"


def to_place_of(error: Number, number: Number) -> str:
    """Return a number with no digit below the first one of its error: ``60`` of 61.3 within 20."""
    if not 0 < error < inf:
        return few_digits(number, DIGITS)
    places = -floor(log10(error))
    return f"{round(nearest_float(number), places):z,.{max(places, 0)}f}"


def rounded_up(error: float, places: int) -> str:
    """Return an error with so many decimals, at least one of the last: no estimate looks surer than it is."""
    unit = 10.0**places
    return f"{max(ceil(error * unit), 1) / unit:.{places}f}"


def amount_text(value: Value) -> str:
    """Return a number in a sentence: whole, with four digits, or its bounds."""
    low, high = value.low, value.high
    if low == high and Fraction(low).denominator == 1 and value.how != "bounded":
        return f"{int(low):,}" if size(low) < MOST_WRITTEN else amount(Fraction(low))
    if value.middle is not None:
        width = Fraction(high) - Fraction(low)
        if width <= CLOSE * max(Fraction(size(low)), Fraction(size(high))):
            return short_number(value.middle)
        if low <= 0 <= high and width <= NOTHING:
            return "0"
    return f"between {few_digits(low, DIGITS)} and {few_digits(high, DIGITS)}"


def short_number(number: Number) -> str:
    """Return a number with four digits, or with as many more as show that it is not whole: 15.997, not 16."""
    digits = DIGITS
    while digits < MOST_DIGITS and few_digits(number, digits).lstrip("-").isdigit():
        digits += 1
    return few_digits(number, digits)


def how_sure(value: Value) -> str:
    """Return how certain a number is, in brackets."""
    return value.how if value.how in ("exact", "conjectured") else "within proven bounds"


def result_text(result: Any) -> str:
    """Return a figure as a short text: long fractions as decimals, marked as exact."""
    if isinstance(result, Value):
        return str(result)
    if isinstance(result, str) and "/" in result:
        return short_fraction(Fraction(result))
    if isinstance(result, tuple | list):
        return " ".join("-" if item is None else str(item) for item in result)
    return str(result)


def alike(numbers: Sequence[float]) -> list[str]:
    """Return the numbers with the same number of decimals, for comparison, unless some are too small for that."""
    texts = list(map(digits, numbers))
    if any("e" in text or 0 < abs(number) < SMALLEST for number, text in zip(numbers, texts, strict=True)):
        return texts
    largest = max(map(abs, numbers), default=0)
    room = DIGITS if largest <= 1 else max(DIGITS - len(str(int(largest))), 1)
    decimals = min(max((len(text.partition(".")[2]) for text in texts), default=0), room)
    return [f"{number:,.{decimals}f}" if decimals else text for number, text in zip(numbers, texts, strict=True)]


def digits(number: float) -> str:
    """Return a number as a short text."""
    return f"{number:,}" if isinstance(number, int) and abs(number) < 10**6 else plain(number, 4)


def count_text(number: Number) -> str:
    """Return a whole number with commas, or a short decimal number."""
    return f"{int(number):,}" if number == int(number) else amount(number)


def figure_text(figure: Value) -> str:
    """Return an exact figure as a short text."""
    exact = figure.exact
    if figure.how == "stopped" and figure.value is None:
        return f"unknown ({stopped_at(figure.limit)})"
    if exact is None:
        return str(figure)
    whole_text = short_fraction(exact)
    if exact.denominator == 1 or "/" not in whole_text:
        return whole_text
    return f"{whole_text} = {decimals(exact, FEW_DIGITS)}"


def best_of_text(best: int, total: int) -> str:
    """Return ``67% (2 of 3)``; 0% and 100% are exact."""
    if not total:
        return "n/a"
    share = 100 if best == total else min(max(round(100 * best / total), best > 0), 99)
    return f"{share}% ({best} of {total})"


def rough_text(number: int) -> str:
    """Return a number rounded to two digits."""
    digits = max(len(str(number)) - 2, 0)
    return f"{round(number, -digits):,}" if number < 10**9 else f"{number:.1e}"


def in_units(size: float, units: tuple[tuple[float, str], ...], smallest: str) -> str:
    """Return a size in the largest unit of which there are two, else in the ``smallest``."""
    for unit, name in units:
        if size >= 2 * unit:
            return f"{size / unit:,.0f} {name}"
    return f"{size:,.0f} {smallest}"


def exact_or_about(number: int | Fraction) -> str:
    """Return a number as text, in decimals if it has many digits."""
    text = fraction_text(number)
    return text if len(text) <= FRACTION_LENGTH else f"about {few_digits(number, 12)}"


def bounds_text(value: Value, unknown: str) -> str:
    """Return bounds in a cell: ``2..5``, or ``>=2``; ``unknown`` without any."""
    if value.low > -inf:
        return (
            f"{_six_digits(value.low)}..{_six_digits(value.high)}"
            if value.high < inf
            else f">={_six_digits(value.low)}"
        )
    return f"<={_six_digits(value.high)}" if value.high < inf else unknown


def _six_digits(number: Number) -> str:
    return plain(float(number), 6)


def short_text(number: Number | None) -> str:
    """Return a number for a small badge."""
    return "?" if number is None else few_digits(number, DIGITS)


def value_text(value: Value) -> str:
    """Return a value with its certainty; of an exact one that is very long, its first decimals."""
    long = value.exact is not None and len(fraction_text(value.exact)) > LONGEST_FRACTION
    return f"{cut_decimals(value.exact or 0)} (exact)" if long else str(value)


def deviation_text(variance: Value) -> str:
    """Return the standard deviation, to follow a mean; empty if it is unknown or 0."""
    return "" if not variance.value or variance.low <= 0 else f", standard deviation {variance.value**0.5:.4g}"


def span_text(low: Number, high: Number) -> str:
    """Return a whole number, or a range of them."""
    return count_text(low) if low == high else f"{count_text(low)} to {count_text(high)}"
