"""The axes of a sweep: which values each parameter takes, said in words or in Python."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count, islice, takewhile
from math import prod
from typing import Any

from faceup.rules.errors import ParameterError, UsageError
from faceup.rules.parameters import Cards, check_given, kinds, no_parameter, parameter_value, read_value

MOST_CELLS = 1_000_000


def axes_of(rules_class: Any, given: Mapping[str, Any]) -> dict[str, tuple[int | Fraction, ...]]:
    """The values of every parameter that was given, in that order: each one value, several, or text for ``read_axis``.

    Raises UsageError for what is no parameter, for no values, for a value that comes twice and for too many cells.
    """
    known = kinds(rules_class)
    axes = {}
    for name, values in given.items():
        if name not in known:
            raise no_parameter(rules_class, name)
        axes[name] = _checked(known[name], name, values)
    check_given(rules_class, axes)
    sizes = [len(values) for values in axes.values()]
    if prod(sizes) > MOST_CELLS:
        product = " x ".join(f"{size:,}" for size in sizes if size > 1)
        raise UsageError(f"{product} are {prod(sizes):,} cells; possible: up to {MOST_CELLS:,}")
    return axes


def read_axis(kind: Any, name: str, text: str) -> Iterator[int | Fraction]:
    """The values of one parameter: numbers, ``LOW..HIGH`` and ``LOW..HIGH:STEP`` between commas.

    HIGH is among them where a step lands on it. A set of cards is one value, commas and all.
    """
    for part in [text] if kind is Cards else text.split(","):
        if ".." in part and kind in (int, Fraction):
            yield from _range(kind, name, part)
        else:
            yield read_value(kind, name, part)


def _range(kind: Any, name: str, part: str) -> Iterable[int | Fraction]:
    low, _, rest = part.partition("..")
    high, colon, step = rest.partition(":")
    try:
        first, last, by = (read_value(kind, name, text) for text in (low, high, step if colon else "1"))
    except ParameterError:
        raise ParameterError(f"{name}={part}; possible: a number, LOW..HIGH or LOW..HIGH:STEP") from None
    if by <= 0:
        raise ParameterError(f"{name}={part}: a step is {'1 or more' if kind is int else 'more than 0'}")
    if last < first:
        raise ParameterError(f"{name}={part}: nothing is from {first} up to {last}")
    return takewhile(lambda value: value <= last, (first + k * by for k in count()))


def _checked(kind: Any, name: str, given: Any) -> tuple[int | Fraction, ...]:
    values = read_axis(kind, name, given) if isinstance(given, str) else given
    found: dict[int | Fraction, None] = {}
    for value in islice(values if isinstance(values, Iterable) else [values], MOST_CELLS + 1):
        number = parameter_value(kind, name, value)
        if number in found:
            raise ParameterError(f"{name}: {number} comes twice")
        found[number] = None
    if not found:
        raise ParameterError(f"{name} has no value")
    if len(found) > MOST_CELLS:
        raise UsageError(f"{name}: more than {MOST_CELLS:,} values")
    return tuple(found)
