"""Constants of a rule file as machine code has them: lists, dictionaries and ragged tables, which never change."""

import enum
from types import ModuleType
from typing import Any

from faceup.rules.parameters import WORD_MAX, WORD_MIN

SHORT = 32  # items of a tuple that the compiler writes out; longer ones become arrays
PLAIN = (int, float, str, bool, type(None))


class Mapping:
    """A dictionary of constants: keys and values, in the order in which they were written."""

    def __init__(self, keys: tuple[Any, ...], values: tuple[Any, ...]) -> None:
        self.keys, self.values = keys, values


class NoConstant(Exception):
    """A value that machine code cannot hold; the text says which."""


def is_constant(value: Any) -> bool:
    """Whether this is data, and not a function, a module or a class."""
    return isinstance(value, (*PLAIN, tuple, list, dict, frozenset, set))


def constant(value: Any) -> Any:
    """The value as compiled code has it: the same to look at, item by item. Raises NoConstant."""
    if isinstance(value, enum.Enum) and isinstance(value, int):
        value = int(value)
    if isinstance(value, bool | float | str | None):
        return value
    if isinstance(value, int):
        if not WORD_MIN <= value <= WORD_MAX:
            raise NoConstant(f"the number {value} leaves 64 bits")
        return value
    if isinstance(value, dict):
        return Mapping(_column(list(value)), _column(list(value.values())))
    if isinstance(value, set | frozenset):
        return constant(list(value))
    if isinstance(value, tuple | list):
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(constant, value))
        return _row(list(value))
    raise NoConstant(f"{value!r} is nothing that machine code can hold")


def _row(items: list[Any]) -> Any:
    import numpy as np

    made = [constant(item) for item in items]
    kinds = {type(item) for item in made}
    if kinds <= {int, bool} and (len(made) > SHORT or not made):
        return np.array(made, np.int64)
    if kinds <= {int, float, bool} and float in kinds:
        if any(type(item) is int and abs(item) > 2**53 for item in made):
            raise NoConstant("a row of numbers of which one is a fraction, and one too large for it")
        return np.array(made, np.float64) if len(made) > SHORT else tuple(map(float, made))
    if kinds == {bool, int}:
        return tuple(map(int, made))
    if len(kinds) > 1 or (tuple in kinds and len({_shape(item) for item in made}) > 1):
        return tuple(_flat(item) for item in made)  # rows of unequal length
    return tuple(made)


def _shape(item: Any) -> Any:
    return tuple(map(_shape, item)) if isinstance(item, tuple) else type(item)


def _flat(item: Any) -> Any:
    import numpy as np

    if isinstance(item, tuple) and all(isinstance(part, int) for part in item):
        return np.array(item, np.int64)
    if isinstance(item, np.ndarray) and item.dtype == np.int64:
        return item
    raise NoConstant("a table in which rows are of several kinds")


def _column(values: list[Any]) -> Any:
    made = tuple(constant(value) for value in values)
    if len({_shape(value) for value in made}) > 1:
        raise NoConstant("a dictionary with keys or values of several kinds")
    return made


def attribute(owner: Any, name: str) -> Any:
    """What ``owner.name`` is, where the owner is a module or a class of the rules; raises AttributeError."""
    if isinstance(owner, ModuleType) or (isinstance(owner, type) and not hasattr(owner, "_fields")):
        value = getattr(owner, name)
        if isinstance(value, property) or (callable(value) and isinstance(owner, type)):
            raise AttributeError(name)
        return value
    raise AttributeError(name)
