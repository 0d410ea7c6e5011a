"""Constants of a rule file in the form that machine code has: tuples, arrays, and dictionaries as ``Mapping``."""

import enum
from collections import OrderedDict, namedtuple
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from faceup.rules.moves import plain
from faceup.rules.parameters import WORD_MAX, WORD_MIN
from faceup.rules.word_numbers import spelling

SHORT = 32  # items of a tuple that the compiler writes out; longer ones become arrays
DICTIONARIES = (dict, OrderedDict)
PLAIN = (int, float, str, bool, type(None))


class Mapping:
    """A dictionary of constants: its keys and values, in the order of the source."""

    def __init__(self, keys: tuple[Any, ...], values: tuple[Any, ...]) -> None:
        self.keys, self.values = keys, values

    @property
    def is_ragged(self) -> bool:
        """Whether the values are rows of unequal lengths, kept as arrays."""
        return bool(self.values) and not isinstance(self.values[0], (*PLAIN, tuple, Mapping))


class NoConstant(Exception):
    """Machine code cannot hold a value; the text says which."""


def is_constant(value: Any) -> bool:
    """Whether this is data, and not a function, a module or a class."""
    return isinstance(value, (*PLAIN, enum.Enum, Fraction, tuple, list, dict, frozenset, set))


def constant(value: Any) -> Any:
    """Return the value in the form that compiled code has, with equal items. Raises NoConstant."""
    if isinstance(value, enum.Enum):
        value = plain(value) if isinstance(value, int | str) else spelling(value)
    if isinstance(value, bool | float | str | None):
        return value
    if isinstance(value, int):
        if not WORD_MIN <= value <= WORD_MAX:
            raise NoConstant(f"the number {value} leaves 64 bits")
        return value
    if isinstance(value, Fraction):
        if any(not WORD_MIN <= term <= WORD_MAX for term in value.as_integer_ratio()):
            raise NoConstant(f"the fraction {value}, which leaves 64 bits")
        return value
    if isinstance(value, dict):
        if type(value) not in DICTIONARIES:
            raise NoConstant(f"a {type(value).__name__}, whose ways machine code does not know")
        keys, values = ([*map(constant, items)] for items in (value, value.values()))
        if len(set(map(_shape, keys))) > 1:
            raise NoConstant("a dictionary with keys of several kinds")
        return Mapping(tuple(keys), _values(values))
    if isinstance(value, set | frozenset):
        return constant(list(value))
    if isinstance(value, tuple | list):
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            if type(value) not in _converted and (name := overloaded_operator(type(value))):
                raise NoConstant(f"a {type(value).__name__}, whose {name} is its own")
            return type(value)(*map(constant, value))
        return _row(list(value))
    if _is_frozen(value):
        kind: Any = type(value)
        return _as_named_tuple(kind)(*(constant(getattr(value, field.name)) for field in fields(value)))
    raise NoConstant(f"a {type(value).__name__}, which machine code cannot hold")


def _is_frozen(value: Any) -> bool:
    """Whether this is an instance of a frozen dataclass."""
    return is_dataclass(value) and not isinstance(value, type) and bool(type(value).__dataclass_params__.frozen)


@cache
def _as_named_tuple(kind: Any) -> Any:
    """Return a NamedTuple with the fields and methods of a dataclass; machine code never compares its instances."""
    named_tuple: Any = namedtuple(kind.__name__, [field.name for field in fields(kind)])  # type: ignore[misc]
    named_tuple.__eq__ = tuple.__eq__  # type: ignore[method-assign]  # an operator of its own
    for name, member in vars(kind).items():
        if not name.startswith("_") and isinstance(member, property | FunctionType):
            setattr(named_tuple, name, member)
    _converted.add(named_tuple)
    return named_tuple


_converted: set[Any] = set()


# The special methods of a tuple that a class of tuples may override.
COMPARING = ("eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "len", "iter", "getitem", "contains")
RECKONING = ("add", "radd", "sub", "rsub", "mul", "rmul", "floordiv", "mod", "and", "or", "xor", "neg", "abs", "invert")
SPECIAL = {f"__{name}__" for name in (*COMPARING, *RECKONING)}


def overloaded_operator(kind: type) -> str:
    """Return the first special method that a NamedTuple class overrides; empty if it overrides none."""
    names = [name for cls in kind.__mro__ if cls is not tuple and cls is not object for name in vars(cls)]
    return min(SPECIAL.intersection(names), default="")


def _row(items: list[Any]) -> Any:
    """Return a list or tuple as a constant row: a tuple, or an array if it is long. Raises NoConstant."""
    import numpy as np

    constants = [constant(item) for item in items]
    kinds = {type(item) for item in constants}
    if kinds <= {int, bool} and (len(constants) > SHORT or not constants):
        return np.array(constants, np.int64)
    if kinds <= {int, float, bool} and float in kinds:
        if any(type(item) is int and abs(item) > 2**53 for item in constants):
            raise NoConstant("a row of numbers of which one is a fraction, and one too large for it")
        return np.array(constants, np.float64) if len(constants) > SHORT else tuple(map(float, constants))
    if kinds == {bool, int}:
        return tuple(map(int, constants))
    if len(kinds) > 1 and not kinds & {np.ndarray, Mapping}:
        return tuple(constants)  # a record, whose items are looked at one by one
    if len(kinds) > 1 or (tuple in kinds and len({_shape(item) for item in constants}) > 1):
        return tuple(_flat(item) for item in constants)  # rows of unequal length
    return tuple(constants)


def _shape(item: Any) -> Any:
    return tuple(map(_shape, item)) if isinstance(item, tuple) else type(item)


def _flat(item: Any) -> Any:
    """Return a row of whole numbers as an array. Raises NoConstant."""
    import numpy as np

    if isinstance(item, tuple) and all(isinstance(part, int) for part in item):
        return np.array(item, np.int64)
    if isinstance(item, np.ndarray) and item.dtype == np.int64:
        return item
    raise NoConstant("a table in which rows are of several kinds")


def _values(values: list[Any]) -> tuple[Any, ...]:
    """Return the values of a dictionary: of one shape, or rows of whole numbers, however long."""
    if any(isinstance(value, Mapping) for value in values):
        raise NoConstant("a dictionary of dictionaries (take pairs for keys: {(a, b): ...})")
    if len(set(map(_shape, values))) <= 1:
        return tuple(values)
    try:
        return tuple(map(_flat, values))
    except NoConstant:
        raise NoConstant("a dictionary with values of several kinds") from None


def attribute(owner: Any, name: str) -> Any:
    """Return the value of ``owner.name`` for a module, a class of the rules or a constant object.

    Raises AttributeError for anything that may change.
    """
    if name in _parts(owner):
        return getattr(owner, name)
    if isinstance(owner, ModuleType) or (isinstance(owner, type) and not hasattr(owner, "_fields")):
        value = getattr(owner, name)
        if isinstance(value, property) or (callable(value) and isinstance(owner, type)):
            raise AttributeError(name)
        return value
    raise AttributeError(name)


def _parts(thing: Any) -> tuple[str, ...]:
    """Return the names of the data attributes of a constant object."""
    if isinstance(thing, enum.Enum):
        return ("value",)
    if isinstance(thing, Fraction):
        return ("numerator", "denominator")
    if _is_frozen(thing):
        return tuple(field.name for field in fields(thing))
    return ()
