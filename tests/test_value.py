"""Values: numbers of any length and size as text, and back."""

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from faceup.numbers.value import (
    Value,
    cut_decimals,
    decimals,
    every_digit,
    exact_text,
    exactly,
    finite,
    fraction_text,
    read_fraction,
)
from faceup.results.sentences.solutions import value_facts
from faceup.show.text.parts import part_lines

LONG = 10**5000 + 7


@given(st.integers() | st.fractions())
@example(0)
@example(Fraction(-1, 10**400))
def test_fractions_are_written_as_python_writes_them_and_read_back(number: int | Fraction) -> None:
    assert fraction_text(number) == str(number)
    assert read_fraction(fraction_text(number)) == number


def test_fractions_of_any_length_are_written() -> None:
    digits = "1" + "0" * 4999 + "7"
    assert fraction_text(LONG) == digits
    assert fraction_text(Fraction(-3, LONG)) == f"-3/{digits}"
    assert exact_text(exactly(Fraction(LONG, 2))) == f"{digits}/2"
    assert read_fraction(f"-{digits}/3") == Fraction(-LONG, 3)


@pytest.mark.parametrize("text", ["", "x", "1/0", "1/-2", "1.5", "1e5", " 1", "1\n", "NaN", "1_0", "\u0661", "1/2/3"])
def test_other_texts_are_no_fractions(text: str) -> None:
    with pytest.raises(ValueError, match="is not a fraction"):
        read_fraction(text)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (7, "7"),
        (Fraction(1, 3), "1/3 = 0.3333"),
        (Fraction(10**100 + 1, 10**100), "1.00000000000... (exact)"),
        (Fraction(10**20 - 1, 10**20), "0.999999999999... (exact)"),
        (Fraction(LONG, 10**5000), "1.00000000000... (exact)"),
        (Fraction(2, 3 * LONG), "6.66666666666...e-5001 (exact)"),
        (-LONG, "-1.00000000000...e+5000 (exact)"),
        (10**500, "1e+500 (exact)"),
        (10**299, str(10**299)),
    ],
    ids=range(9),
)
def test_very_long_numbers_are_decimals_and_how_long_they_are(number: Any, text: str) -> None:
    assert str(exactly(number)) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(52, 27), "52/27 = 1.926"),
        (Fraction(602864966, 1894460319), "602864966/1894460319 = 0.3182"),
        (Fraction(10**20 + 1, 3**40), "8.22526333996... (exact)"),
    ],
)
def test_values_in_little_room_always_have_decimals(number: Fraction, text: str) -> None:
    assert str(exactly(number)) == text
    assert next(part_lines(value_facts([("Ann", exactly(number))]), 8)) == f"value   {text} for Ann"
    assert every_digit(exactly(number)) == f"{number} = {decimals(number)}"


@given(st.fractions())
@example(Fraction(10**5000 - 1, 10**5000))
@example(Fraction(10**13 - 1, 10**13))
def test_decimals_that_look_exact_are(number: Fraction) -> None:
    for digits in (6, 12):
        shown = decimals(number, digits)
        if "..." in shown:
            start = Fraction(shown.replace("...", ""))
            assert abs(start) < abs(number) < abs(start) * (1 + Fraction(10) ** (1 - digits))
        elif len(shown.partition("e")[0].replace(".", "").strip("-0")) < digits:
            assert Fraction(shown) == number
        assert ("..." in cut_decimals(number, digits)) == (
            Fraction(cut_decimals(number, digits).replace("...", "")) != number
        )


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(0, 1e300))
def test_bounds_are_printed_outwards(low: float, width: float) -> None:
    for value in (Value(low, low + width, "stopped"), Value(low, low + width, "bounded", low)):
        words = str(value).split()
        if value.how == "stopped":
            assert float(words[1]) <= low
            assert float(words[3]) >= low + width
        else:
            middle, within = Fraction(words[0]), Fraction(words[2].rstrip(")"))
            assert middle - within <= low
            assert low + width <= middle + within


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(-6e-14, 6.1e-14, "0 (within 7e-14)"), (0.3748, 0.3755, "0.37515 (within 0.0004)"), (61.0, 61.0, "61 (within 0)")],
)
def test_a_number_has_few_digits_below_its_error(low: float, high: float, text: str) -> None:
    assert str(Value(low, high, "bounded")) == text


def test_numbers_beyond_floats_are_no_error() -> None:
    value = exactly(-LONG)
    assert (value.value, finite(value.low), finite(value.value)) == (-inf, None, None)
    assert exactly(Fraction(LONG, LONG - 1)).value == 1.0
    assert str(Value(0, LONG, "stopped")) == "between 0 and inf (stopped at the memory limit)"


def test_a_mapping_of_values_reads_well_and_nothing_is_lost() -> None:
    third = exactly(Fraction(1, 3))
    assert repr({4: third, 5: exactly(2)}) == "{4: <Value: 1/3 = 0.3333>, 5: <Value: 2>}"
    long = exactly(Fraction(10**40 + 1, 3**70))
    assert len(repr(long)) < 80
    assert long.exact == Fraction(10**40 + 1, 3**70)
    assert repr(Value(0, 1, "bounded")).startswith("<Value: ")
