"""Parameters: the annotated fields of a rules class, checked, read from words and written back."""

import dataclasses
import inspect
import operator
import os
import re
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from math import isfinite
from typing import Any, NewType, get_type_hints

from faceup.rules.cards import read_cards, write_cards
from faceup.rules.errors import ParameterError

#: A set of cards as a parameter, written ``1-16,36-44``; inside the rules it is a bitset.
Cards = NewType("Cards", int)

WORD_MIN, WORD_MAX = -(2**63), 2**63 - 1
WRITTEN_FRACTION = re.compile(r"[+-]?(\d{1,99}/\d{1,99}|(\d{1,99}\.?|\d{0,99}\.\d{1,99})(e[+-]?\d{1,3})?)", re.ASCII)
WRITTEN_SHORT = re.compile(r"[+-]?\d{1,19}(\.\d{1,19})?e\+?\d{1,2}", re.ASCII | re.IGNORECASE)  # as 1e6
TRUE_WORDS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}

KINDS = (int, bool, Cards, Fraction)


def require(condition: bool, message: str) -> None:
    """Refuse parameters that make no game; called from a game's ``check``."""
    if not condition:
        raise ParameterError(message)


def kinds(rules_class: type) -> dict[str, Any]:
    """Each parameter's name with its annotation: int, bool, Fraction or Cards."""
    return _kinds(rules_class)


@cache
def _kinds(rules_class: Any) -> dict[str, Any]:
    try:
        hints = get_type_hints(rules_class)
    except NameError as error:
        raise ParameterError(
            f"{rules_class.__name__}: a parameter is annotated with what is unknown: {error}"
        ) from None
    found = {field.name: hints[field.name] for field in dataclasses.fields(rules_class)}
    for name, kind in found.items():
        if kind not in KINDS:
            written = getattr(kind, "__name__", kind)
            raise ParameterError(
                f"{rules_class.__name__}: {name}: {written} is no kind of parameter; possible: "
                f"{', '.join(kind.__name__ for kind in KINDS)}; what is no parameter goes without an annotation"
            )
    return found


def check_kinds(rules: Any) -> None:
    """Refuse a parameter that is not of its declared kind or not a 64-bit integer."""
    for name, kind in kinds(type(rules)).items():
        _check_kind(kind, name, getattr(rules, name))


def _check_kind(kind: Any, name: str, value: Any) -> None:
    if kind is bool:
        if not isinstance(value, bool):
            raise ParameterError(f"{name}={value!r} must be True or False")
    elif kind is Fraction:
        if type(value) is not Fraction:
            raise ParameterError(f"{name}={value!r} must be a fraction; write Fraction({str(value)!r})")
        _check_terms(name, value)
    elif not isinstance(value, int) or isinstance(value, bool):
        if kind is Cards:
            text = f'"{value}"' if isinstance(value, str) else '"1-16,36-44"'
            raise ParameterError(
                f"{name}={value!r} must be a bitset; write {name}: Cards = read_cards({text}), from faceup.rules"
            )
        raise ParameterError(f"{name}={value!r} must be a whole number")
    elif not WORD_MIN <= value <= WORD_MAX:
        raise ParameterError(f"{name}={value} does not fit in 64 bits")


def _check_terms(name: str, value: Fraction) -> None:
    if not (WORD_MIN <= value.numerator <= WORD_MAX and value.denominator <= WORD_MAX):
        raise ParameterError(f"{name}: a fraction's numerator and denominator must fit in 64 bits each")


def read_value(kind: Any, name: str, text: str) -> int | Fraction:
    """One parameter from its text; raises ParameterError that quotes it."""
    if kind is Cards:
        return read_cards(text)
    if kind is bool:
        if text.lower() not in TRUE_WORDS:
            raise ParameterError(f"{name}={text}: say yes or no")
        return TRUE_WORDS[text.lower()]
    if kind is Fraction:
        if not WRITTEN_FRACTION.fullmatch(text):
            raise ParameterError(f"{name}={text}: {name} must be a number, as in 2/5 or 0.4")
        try:
            number = Fraction(text)
        except ZeroDivisionError:
            raise ParameterError(f"{name}={text}: nothing is divided by 0") from None
        _check_terms(name, number)
        return number
    try:
        short = Fraction(text) if WRITTEN_SHORT.fullmatch(text) else None
        return short.numerator if short is not None and short.denominator == 1 else int(text)
    except ValueError:
        raise ParameterError(f"{name}={text}: {name} must be a whole number") from None


def parameter_value(kind: Any, name: str, value: Any) -> int | Fraction:
    """A value as Python has it, or text as a person types it, as what the rules take.

    Whether it makes a game is for the rules to say.
    """
    if isinstance(value, str):
        return read_value(kind, name, value)
    if kind is Fraction:
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not isfinite(value):
            raise ParameterError(f"{name}={value!r}; possible: numbers")
        number = Fraction(repr(float(value)) if isinstance(value, float) else value)  # 0.4 is two fifths
        _check_terms(name, number)
        return number
    low = 0 if kind is Cards else WORD_MIN
    try:
        whole = value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        whole = low - 1
    if not low <= whole <= WORD_MAX:
        possible = "sets of cards" if kind is Cards else "whole numbers of 64 bits"
        raise ParameterError(f"{name}={value!r}; possible: {possible}")
    return whole


def no_parameter(rules_class: type, sent: str) -> ParameterError:
    """The error for what is no parameter, or not one with its value."""
    name, equals, _ = sent.partition("=")
    constant = getattr(rules_class, name, None)
    if equals and isinstance(constant, int | str) and name not in ("name", *kinds(rules_class)):
        kind = {bool: "bool", str: "Cards"}.get(type(constant), "int")
        value = f'read_cards("{constant}")' if kind == "Cards" else repr(constant)
        return ParameterError(
            f"{sent!r}: {name} is a constant of {rules_class.__name__}; write `{name}: {kind} = {value}` to make it "
            "a parameter"
        )
    possible = " ".join(f"{name}=..." for name in kinds(rules_class)) or "none"
    return ParameterError(f"{sent!r} is no parameter of {rules_class.__name__}; possible: {possible}")


def read_parameters(
    rules_class: type, words: tuple[str, ...], read: Callable[[Any, str, str], Any] = read_value
) -> dict[str, Any]:
    """``name=value`` words as keyword arguments for the rules class; ``read`` is given kind, name and text of each."""
    known = kinds(rules_class)
    found: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or name not in known:
            raise no_parameter(rules_class, word)
        if name in found:
            raise ParameterError(f"{word!r}: {name} was given twice")
        found[name] = read(known[name], name, text)
    return found


def check_given(rules_class: Any, names: Collection[str]) -> None:
    """Refuse to make a game without a parameter that has no default, or one that is not of its declared kind."""
    for field in dataclasses.fields(rules_class):
        if field.name in names:
            continue
        if field.default is dataclasses.MISSING:
            raise ParameterError(f"{rules_class.__name__} needs {field.name}=...: it has no default")
        try:
            _check_kind(kinds(rules_class)[field.name], field.name, field.default)
        except ParameterError as error:
            place = _line_of(rules_class, field.name)
            raise ParameterError(f"{rules_class.__name__}: the default {error}{place}") from None


def _line_of(rules_class: type, parameter: str) -> str:
    """Where the rules have this parameter, to end a message with: `` (hog.py, line 9)``; empty where no file has it."""
    owner = next(one for one in rules_class.__mro__ if parameter in vars(one).get("__annotations__", ()))
    try:
        lines, first = inspect.getsourcelines(owner)
        file = inspect.getsourcefile(owner) or ""
    except (OSError, TypeError):  # of a class that no file has
        return ""
    found = (k for k, line in enumerate(lines, first) if re.match(rf"\s*{parameter}\s*:", line))
    return next((f" ({os.path.basename(file)}, line {k})" for k in found), "")


def write_parameters(rules: Any) -> dict[str, Any]:
    """The parameters as a person writes them: numbers, truth values, sets and fractions as text."""
    return {name: written(rules, name) for name in kinds(type(rules))}


def written(rules: Any, name: str) -> Any:
    """One parameter as a person writes it; one that is unsound as Python shows it."""
    return write_value(kinds(type(rules))[name], getattr(rules, name))


def write_value(kind: Any, value: Any) -> Any:
    """A parameter's value as a person writes it."""
    if kind is Fraction:
        return str(value)
    if kind is not Cards:
        return value
    return write_cards(value) if type(value) is int and 0 <= value <= WORD_MAX else repr(value)
