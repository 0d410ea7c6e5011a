"""Parameters: what makes a game, what does not, and how the refusal reads."""

import dataclasses
import itertools
import random
import re
import subprocess
import sys
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import faceup
from faceup.library.finding import find_class, find_game, library_names
from faceup.rules import Cards, Fraction, Game, ParameterError, read_cards
from faceup.rules.parameters import kinds, write_parameters, write_value
from tests.games.fluent import Suit, Switches
from tests.library import six_first

Fifteen, HighLow, Nim = (find_class(name) for name in ("fifteen", "high-low", "nim"))


def test_fifteen_with_low_above_high_is_refused_in_words() -> None:
    with pytest.raises(ParameterError, match=r"fifteen low=5 high=2.*from low to high"):
        Fifteen(low=5, high=2)


def test_rules_are_frozen_hashable_equal_and_printable() -> None:
    game, same, other = Fifteen(high=8), Fifteen(high=8), Fifteen()
    assert game == same
    assert hash(game) == hash(same)
    assert game != other
    assert len({game, same, other}) == 2
    assert "high=8" in repr(game)
    assert repr(game).startswith("Fifteen(")
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.high = 9
    with pytest.raises(TypeError):
        Fifteen(1, 8)  # by name only


def test_games_of_two_classes_are_not_equal() -> None:
    assert find_game("three-fourteen") != Fifteen(low=0, high=8, target=14)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("number", value) for value in ("3", 3.0, True, None, 2**63, -(2**63) - 1)),
        *(("open", value) for value in (1, "yes", None)),
        *(("hand", value) for value in ("1-2", 1.0, None, {1, 2})),
        *((name, value) for name in ("share", "third") for value in ("2/5", True, None, float("nan"), 1e30, 2**63)),
        *(("suit", value) for value in (2, True, None, "hearts", 1.0)),
        *(("mode", value) for value in (1, None, "", "plane", "plain ", "a,b", "steep" * 99)),
    ],
)
def test_wrong_kinds_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ParameterError, match=name):
        Switches(**{name: value})


@pytest.mark.parametrize(("value", "text"), [("1,3,4", r'read_cards\("1,3,4"\)'), (1.0, r'read_cards\("1-16,36-44"\)')])
def test_cards_that_are_no_bitset_say_what_works(value: Any, text: str) -> None:
    with pytest.raises(ParameterError, match=rf"hand={value!r} must be .*hand: Cards = {text}, from faceup.rules"):
        Switches(hand=value)


def test_a_default_of_the_wrong_kind_is_refused_unless_another_value_is_given() -> None:
    from faceup.rules.parameters import check_given

    class Textual(Switches):
        hand: Cards = "1,3"  # type: ignore[assignment]

    told = r'^Textual: the default hand=.*hand: Cards = read_cards\("1,3"\).* \(test_parameters\.py, line \d+\)$'
    with pytest.raises(ParameterError, match=told):
        check_given(Textual, {})
    check_given(Textual, {"hand"})
    assert Textual(hand=read_cards("1,3")) == Textual(hand=Cards(0b1010))


def test_unknown_parameters_are_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        Fifteen(colour=1)
    with pytest.raises(ParameterError, match=r"colour=1.*possible: low=\.\.\. high="):
        faceup.game("fifteen", colour=1)


@pytest.mark.parametrize("number", [0, -1, 2**63 - 1, -(2**63)])
def test_any_64_bit_number_will_do(number: int) -> None:
    assert Switches(number=number).number == number


def test_check_is_asked() -> None:
    with pytest.raises(ParameterError, match=r"switches number=13.*unlucky"):
        Switches(number=13)


def test_a_float_is_the_decimal_that_it_is_written_as() -> None:
    assert Switches().share == Fraction(2, 5)
    assert type(Switches().share) is Fraction
    assert Switches(share=0.3) == Switches(share=Fraction(3, 10)) == faceup.game(Switches, share="0.3")
    assert Switches(share=1, third=0.5) == Switches(share=Fraction(1), third=Fraction(1, 2))
    assert write_parameters(Switches(share=0.3))["share"] == "3/10"
    assert write_value(Fraction, 0.3) == "3/10"


@pytest.mark.parametrize("divided", [False, True])
def test_a_number_that_python_does_not_write_is_refused_in_words(divided: bool) -> None:
    value: Any = Fraction(1, 10**5000) if divided else 10**5000
    for name in ("number", "share"):
        for made in (Switches, partial(faceup.game, Switches)):
            with pytest.raises(ParameterError, match=name):
                made(**{name: value})


def test_a_text_stands_in_the_rules() -> None:
    assert faceup.game(Switches, mode="steep").mode == "steep"
    with pytest.raises(ParameterError, match=r"mode='stepe'; possible: a text that stands in the rules, such as steep"):
        Switches(mode="stepe")
    with pytest.raises(ParameterError, match=r"^switches .*: mode='a\\nb'; possible: a word of"):
        Switches(mode="a\nb")


@given(
    number=st.integers(-(2**63), 2**63 - 1).filter(lambda n: n != 13),
    open=st.booleans(),
    hand=st.integers(0, 2**62),
    share=st.floats(-100, 100).map(lambda number: round(number, 9)),
    third=st.fractions(-5, 5, max_denominator=10**9),
    mode=st.sampled_from(Switches.MODES),
    suit=st.sampled_from([Suit.HEARTS, Suit.BLACK_SUIT, 4]),
)
def test_written_parameters_are_read_back(**given: Any) -> None:
    from faceup.rules.parameters import read_parameters

    game = Switches(**given)
    words = tuple(f"{name}={value}" for name, value in write_parameters(game).items())
    assert Switches(**read_parameters(Switches, words)) == game


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("number",), "'number'"),
        (("=3",), "'=3'"),
        (("nubmer=3",), "'nubmer=3'; did you mean number. Possible: number="),
        (("number=3", "number=4"), "twice"),
        (("number=",), "number="),
        (("number=x",), "number=x"),
        (("number=1.5",), "whole number"),
        (("number=" + "9" * 5000,), "number"),
        (("open=maybe",), "open=maybe"),
        (("hand=1;2",), "1;2"),
        (("hand=63",), "63"),
        (("share=0.4.1",), "share=0.4.1; possible: a number, as in 2/5 or 0.4"),
        (("share=1/0",), "share=1/0: a division by 0"),
        (("mode=plane",), "mode='plane'; possible: a text that stands in the rules, such as plain"),
        (("mode=",), "mode=''; possible: a word of letters"),
        (("suit=2",), "suit=2; possible: hearts, black-suit"),
        (("suit=heart",), r"suit=heart; did you mean hearts\? Possible: hearts, black-suit"),
    ],
)
def test_bad_words_are_quoted(words: tuple[str, ...], complaint: str) -> None:
    from faceup.rules.parameters import read_parameters

    with pytest.raises(ParameterError, match=complaint):
        Switches(**read_parameters(Switches, words))


def test_a_member_of_an_enumeration_is_known_by_its_name_and_its_number() -> None:
    for word in ("black-suit", "BLACK_SUIT", "Black suit", "4"):
        assert faceup.game(Switches, suit=word).suit is Suit.BLACK_SUIT
    assert write_parameters(Switches(suit=4))["suit"] == "black-suit"


def test_whole_numbers_are_written_short_too() -> None:
    assert find_game("nim", ("a=1e1", "b=2E+0", "c=1.5e1")) == Nim(a=10, b=2, c=15)
    for text in ("1e-1", "1.55e1", "e1", "1e", "1e999"):
        with pytest.raises(ParameterError, match=f"a={re.escape(text)}; possible: a whole number"):
            find_game("nim", (f"a={text}",))


MOST_CHOICES = 10_000


def games_made_of(name: str, values: list[int]) -> tuple[int, int]:
    """How many parameter choices make a game and how many are refused; any other error is raised."""
    rules_class, made, refused = find_class(name), 0, 0
    names = list(kinds(rules_class))
    choices = itertools.product(values, repeat=len(names))
    if len(values) ** len(names) > MOST_CHOICES:
        chance = random.Random(1)
        choices = (tuple(chance.choices(values, k=len(names))) for _ in range(MOST_CHOICES))  # type: ignore[assignment]
    for chosen in choices:
        try:
            game: Any = rules_class(**dict(zip(names, chosen, strict=True)))
        except ParameterError:
            refused += 1
            continue
        made += 1
        if isinstance(game, Game):
            assert game.turn(game.start()) in (-2, -1, 0, 1)
    return made, refused


@pytest.mark.parametrize("name", library_names())
def test_library_games_begin_or_refuse_with_a_parameter_error(name: str) -> None:
    made, refused = games_made_of(name, [0, 1, 2, 5, 61, 62, 63, 2**40, 2**63 - 1])
    assert made + refused > 0
    if kinds(find_class(name)):
        assert refused > 0


@pytest.mark.parametrize("name", six_first(name for name in library_names() if name != "tic-tac-toe"))
def test_library_games_refuse_nonsense_in_every_parameter(name: str) -> None:
    # In a process of its own, with a time limit, so that rules that think for ever fail here too.
    code = f"""
from faceup.library.finding import find_class
from faceup.rules.parameters import ParameterError, kinds
rules_class = find_class({name!r})
for name in kinds(rules_class):
    for value in [-1, -2**63, 2**63, 2**200, -2**200, "3", "", 1.5, float("nan"), None, True, [], (), 1j]:
        if name == "target" and value in (-1, -2**63):
            continue  # an impossible sum makes a game that is always drawn
        if value is True and kinds(rules_class)[name] is bool:
            continue
        print(name, repr(value), flush=True)
        try:
            rules_class(**{{name: value}})
        except ParameterError as error:
            assert name in str(error), error
        else:
            raise AssertionError("accepted")
print("done")
"""
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"{name} never answers for {late.stdout!r:.2000}")
    assert done.stdout.endswith("done\n"), done.stdout.splitlines()[-1:] + done.stderr.splitlines()[-1:]
