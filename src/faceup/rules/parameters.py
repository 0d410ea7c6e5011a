"""Parameters: the annotated fields of a rules class, checked, read from words and written back."""

import dataclasses
import inspect
import operator
import os
import re
from collections.abc import Callable, Collection
from enum import EnumType, IntEnum
from fractions import Fraction
from functools import cache
from math import isfinite
from types import FunctionType
from typing import Any, NewType, cast, get_type_hints

from faceup.rules.cards import read_cards, write_cards
from faceup.rules.errors import VERY_LONG, ParameterError, quoted
from faceup.rules.method_source import class_lines
from faceup.rules.names import near_names
from faceup.rules.word_numbers import words_of

#: A set of cards as a parameter, written ``1-16,36-44``; inside the rules it is a bitset.
Cards = NewType("Cards", int)

WORD_MIN, WORD_MAX = -(2**63), 2**63 - 1
WRITTEN_FRACTION = re.compile(r"[+-]?(\d{1,99}/\d{1,99}|(\d{1,99}\.?|\d{0,99}\.\d{1,99})(e[+-]?\d{1,3})?)", re.ASCII)
WRITTEN_CARDS = re.compile(r"\d+(-\d+)?(,\d+(-\d+)?)*", re.ASCII)
WRITTEN_SHORT = re.compile(r"[+-]?\d{1,19}(\.\d{1,19})?e\+?\d{1,2}", re.ASCII | re.IGNORECASE)  # as 1e6
TRUE_WORDS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}

WORD = re.compile(r"[\w.+-]{1,60}")  # a text that needs no quoting in a list, a title and an address
WORD_LIST = 6  # words of the rules, at most, that are named

KINDS = (int, bool, float, str, Cards, Fraction)

#: The values of a parameter in the rules.
Setting = int | Fraction | str


def require(condition: bool, message: str) -> None:
    """Raise ParameterError with this message unless the condition holds; for a game's ``check``."""
    if not condition:
        raise ParameterError(message)


def kinds(rules_class: type) -> dict[str, Any]:
    """The kind of each parameter, by name: int, bool, str, Fraction, Cards or an IntEnum; float counts as Fraction."""
    return _kinds(rules_class)


def no_kind(rules_class: type, name: str, kind: Any) -> ParameterError:
    """The error for a parameter with an annotation that no parameter can have."""
    return ParameterError(
        f"{rules_class.__name__}: parameter {name} is annotated {getattr(kind, '__name__', kind)}; possible: "
        f"{', '.join(kind.__name__ for kind in KINDS)}, an IntEnum; a constant has no annotation"
    )


def is_choice(kind: Any) -> bool:
    """Whether a parameter of this kind is one of the members of an enumeration of whole numbers."""
    return isinstance(kind, EnumType) and issubclass(kind, IntEnum) and len(kind) > 0


def _member_words(kind: Any) -> dict[str, Any]:
    """The members of an enumeration by their names as a person writes them: ``full-house``."""
    return {name.lower().replace("_", "-"): member for name, member in kind.__members__.items()}


def _member(kind: Any, name: str, value: Any) -> Any:
    """The member that is meant by a number, or by a name in any spelling. Raises ParameterError."""
    words = _member_words(kind)
    by_number = {int(member): member for member in kind}
    text = str(value).strip().lower().replace("_", "-").replace(" ", "-")
    number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,19}", text) else None
    if text in words:
        return words[text]
    if number in by_number:
        return by_number[number]
    near = near_names(text, words)
    possible = f"did you mean {near[0]}? Possible" if near else "possible"
    raise ParameterError(f"{name}={value}; {possible}: {', '.join(words)}")


@cache
def _kinds(rules_class: Any) -> dict[str, Any]:
    try:
        hints = get_type_hints(rules_class)
    except NameError as error:
        raise ParameterError(f"{rules_class.__name__}: a parameter has an unknown annotation: {error}") from None
    annotations = {field.name: hints[field.name] for field in dataclasses.fields(rules_class)}
    for name, kind in annotations.items():
        if kind not in KINDS and not is_choice(kind):
            raise no_kind(rules_class, name, kind)
    return {name: Fraction if kind is float else kind for name, kind in annotations.items()}


def settle_kinds(rules: Any) -> None:
    """Check that every parameter is of its declared kind and fits in 64 bits; turn floats into fractions."""
    for name, kind in kinds(type(rules)).items():
        value = _of_kind(type(rules), kind, name, getattr(rules, name))
        object.__setattr__(rules, name, value)


def _of_kind(rules_class: type, kind: Any, name: str, value: Any) -> Any:
    """The value of a parameter in the form that rules get. Raises ParameterError if it is not of this kind."""
    if kind is bool:
        if not isinstance(value, bool):
            raise ParameterError(f"{name}={quoted(value)} must be True or False")
    elif kind is Fraction:
        return _fraction(name, value)
    elif kind is str:
        return _word(rules_class, name, value)
    elif is_choice(kind) and isinstance(value, int) and not isinstance(value, bool):
        return _member(kind, name, int(value))
    elif not isinstance(value, int) or isinstance(value, bool):
        if kind is Cards:
            text = f'"{value}"' if isinstance(value, str) else '"1-16,36-44"'
            raise ParameterError(
                f"{name}={quoted(value)} must be a bitset; write {name}: Cards = read_cards({text}), from faceup.rules"
            )
        raise ParameterError(f"{name}={quoted(value)} must be a whole number")
    elif not WORD_MIN <= value <= WORD_MAX:
        raise ParameterError(f"{name}={quoted(value)} does not fit in 64 bits")
    return value


def _fraction(name: str, value: Any) -> Fraction:
    """The fraction that a number means; a float means the decimal that Python prints, so 0.4 is two fifths."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ParameterError(f"{name}={quoted(value)}; possible: numbers")
    if isinstance(value, float) and not isfinite(value):
        raise ParameterError(f"{name}={value}; possible: numbers")
    number = Fraction(repr(float(value)) if isinstance(value, float) else value)
    if not (WORD_MIN <= number.numerator <= WORD_MAX and number.denominator <= WORD_MAX):
        raise ParameterError(f"{name}: a fraction's numerator and denominator must fit in 64 bits each")
    return number


def _word(rules_class: type, name: str, value: Any) -> str:
    """The text of a parameter. Raises ParameterError unless it occurs in the rules, for they compare nothing else."""
    if not isinstance(value, str):
        raise ParameterError(f"{name}={quoted(value)} must be a text")
    if not WORD.fullmatch(value):
        raise ParameterError(f"{name}={quoted(value)}; possible: a word of letters, digits, -, +, . and _")
    words = [word for word in words_of(rules_class) if WORD.fullmatch(word)]
    if not words:
        raise ParameterError(f"{name}={quoted(value)}: the text of these rules is not found; write them in a file")
    if value not in words:
        near = near_names(value, words, WORD_LIST) or words[:WORD_LIST]
        raise ParameterError(
            f"{name}={quoted(value)}; possible: a text that stands in the rules, such as {', '.join(near)}"
        )
    return str.__str__(value)  # a member of an enumeration, maybe


def read_value(kind: Any, name: str, text: str) -> Setting:
    """The value of a parameter from its text; the rules check a text parameter later. Raises ParameterError."""
    if kind is str:
        return text
    if kind is Cards:
        return read_cards(text)
    if kind is bool:
        if text.lower() not in TRUE_WORDS:
            raise ParameterError(f"{name}={text}; possible: yes or no")
        return TRUE_WORDS[text.lower()]
    if is_choice(kind):
        return cast("int", _member(kind, name, text))
    return read_number(kind, name, text)


def read_number(kind: Any, name: str, text: str) -> int | Fraction:
    """A whole number or a fraction from its text. Raises ParameterError, which quotes the text."""
    if kind is Fraction:
        if not WRITTEN_FRACTION.fullmatch(text):
            raise ParameterError(f"{name}={text}; possible: a number, as in 2/5 or 0.4")
        try:
            number = Fraction(text)
        except ZeroDivisionError:
            raise ParameterError(f"{name}={text}: a division by 0") from None
        return _fraction(name, number)
    try:
        short = Fraction(text) if WRITTEN_SHORT.fullmatch(text) else None
        return short.numerator if short is not None and short.denominator == 1 else int(text)
    except ValueError:
        raise ParameterError(f"{name}={text}; possible: a whole number") from None


def parameter_value(kind: Any, name: str, value: Any) -> Setting:
    """The value of a parameter from a Python value, or from a text that a person typed.

    The rules check later whether it makes a game. Raises ParameterError.
    """
    if isinstance(value, str):
        return read_value(kind, name, value)
    if kind is Fraction:
        return _fraction(name, value)
    if kind is str:
        raise ParameterError(f"{name}={quoted(value)}; possible: texts")
    low = 0 if kind is Cards else WORD_MIN
    try:
        whole = value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        whole = low - 1
    if not low <= whole <= WORD_MAX:
        possible = "sets of cards" if kind is Cards else "whole numbers of 64 bits"
        raise ParameterError(f"{name}={quoted(value)}; possible: {possible}")
    return whole


def told_parameters(rules: Any, message: str) -> list[str]:
    """The parameters to name with a message about them: those that it names, and those that have not their defaults."""
    kind, words = type(rules), set(re.findall(r"\w+", message)) - {"a"}  # which is an article there
    names = list(kinds(kind))
    return [name for name in names if name in words or getattr(rules, name) != getattr(kind, name, None)] or names


def no_parameter(rules_class: Any, sent: str) -> ParameterError:
    """The error for a word that names no parameter, or has no value."""
    name, equals, _ = sent.partition("=")
    if not equals and name in kinds(rules_class):
        return ParameterError(f"parameter {name!r} of {rules_class.name} needs a value; write {name}=...")
    constant = getattr(rules_class, name, None)
    if equals and isinstance(constant, int | float | str) and name not in ("name", *kinds(rules_class)):
        kind, value = type(constant).__name__, repr(constant)
        if isinstance(constant, str) and WRITTEN_CARDS.fullmatch(constant):
            kind, value = "Cards", f'read_cards("{constant}")'
        return ParameterError(
            f"{sent!r}: {name} is a constant of {rules_class.__name__}; write `{name}: {kind} = {value}` to make it "
            "a parameter"
        )
    possible = " ".join(f"{each}=..." for each in kinds(rules_class)) or "none"
    near = near_names(name, kinds(rules_class))
    hint = f"did you mean {near[0]}? Possible" if near else "possible"
    return ParameterError(f"{rules_class.name} has no parameter {sent!r}; {hint}: {possible}")


def read_parameters(
    rules_class: type, words: tuple[str, ...], reader: Callable[[Any, str, str], Any] = read_value
) -> dict[str, Any]:
    """Keyword arguments for the rules class from ``name=value`` words.

    ``reader`` gets the kind, name and text of each. Raises ParameterError for an unknown or repeated name.
    """
    kinds_by_name = kinds(rules_class)
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in kinds_by_name:
            raise no_parameter(rules_class, word)
        if name in values:
            raise ParameterError(f"{word!r}: {name} was given twice")
        values[name] = reader(kinds_by_name[name], name, text)
    return values


def check_given(rules_class: Any, names: Collection[str]) -> None:
    """Raise ParameterError for a missing parameter without a default, or a default that is not of its declared kind."""
    for field in dataclasses.fields(rules_class):
        if field.name in names:
            continue
        if field.default is dataclasses.MISSING:
            raise ParameterError(f"{rules_class.__name__} needs {field.name}=...: it has no default")
        if isinstance(field.default, FunctionType):  # a method of the same name replaced the default
            problem = f"{field.name} is a parameter, and a method too; the parameter needs another name"
            raise ParameterError(f"{rules_class.__name__}: {problem}{_line_of(rules_class, field.name)}")
        try:
            _of_kind(rules_class, kinds(rules_class)[field.name], field.name, field.default)
        except ParameterError as error:
            place = _line_of(rules_class, field.name)
            raise ParameterError(f"{rules_class.__name__}: the default {error}{place}") from None


def _line_of(rules_class: type, parameter: str) -> str:
    """The place of a parameter, to end a message: `` (hog.py, line 9)``; empty if the class is in no file."""
    owner = next(one for one in rules_class.__mro__ if parameter in vars(one).get("__annotations__", ()))
    try:
        lines, first_line = class_lines(owner)
        file = inspect.getsourcefile(owner) or ""
    except (OSError, TypeError):  # a class that is in no file
        return ""
    lines_found = (k for k, line in enumerate(lines, first_line) if re.match(rf"\s*{parameter}\s*:", line))
    return next((f" ({os.path.basename(file)}, line {k})" for k in lines_found), "")


def write_parameters(rules: Any) -> dict[str, Any]:
    """The parameters as a person writes them: numbers and truth values, and sets and fractions as text."""
    return {name: write_parameter(rules, name) for name in kinds(type(rules))}


def write_parameter(rules: Any, name: str) -> Any:
    """One parameter as a person writes it; an invalid one as Python prints it."""
    return write_value(kinds(type(rules))[name], getattr(rules, name))


def words_possible(kind: Any) -> list[str]:
    """The words that a parameter may be, if it is one of a few."""
    return list(_member_words(kind)) if is_choice(kind) else []


def write_value(kind: Any, value: Any) -> Any:
    """A parameter's value as a person writes it."""
    if isinstance(value, int | Fraction) and quoted(value) == VERY_LONG:
        return VERY_LONG
    if kind is Fraction:
        return str(Fraction(repr(float(value))) if isinstance(value, float) and isfinite(value) else value)
    if kind is str:
        return value if isinstance(value, str) and WORD.fullmatch(value) else quoted(value)
    if is_choice(kind):
        return next((word for word, member in _member_words(kind).items() if member == value), value)
    if kind is not Cards:
        return value
    return write_cards(value) if type(value) is int and 0 <= value <= WORD_MAX else repr(value)
