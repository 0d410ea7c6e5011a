"""Dictionaries of constants, and dictionaries that count."""

import operator
from hashlib import sha256
from typing import Any

import numpy as np
from numba import typeof
from numba.core import types
from numba.core.imputils import lower_builtin, lower_constant
from numba.extending import models, overload, overload_method, register_jitable, register_model, typeof_impl
from numba.typed import Dict

from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, function_from, unique
from faceup.native.constants import Mapping, constant
from faceup.native.operations.operation import dispatch_on_types, operation
from faceup.native.value_types import WordType, plain_number


class MappingType(types.IterableType):
    """The type of one dictionary of constants, which holds its content; its value in machine code is empty."""

    def __init__(self, mapping: Mapping) -> None:
        self.mapping = mapping
        values = [value.tolist() for value in mapping.values] if mapping.is_ragged else mapping.values
        contents = sha256(repr((mapping.keys, values)).encode()).hexdigest()[:32]
        super().__init__(name=f"Mapping<{contents}>")

    @property
    def iterator_type(self) -> Any:
        return typeof(constant(self.mapping.keys)).iterator_type


register_model(MappingType)(models.OpaqueModel)


@typeof_impl.register(Mapping)
def _typeof(mapping: Mapping, context: Any) -> MappingType:
    return MappingType(mapping)


@lower_constant(MappingType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@lower_builtin("getiter", MappingType)
def _through_keys(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the iteration over the keys of a constant dictionary."""
    (kind,) = signature.args
    keys = constant(kind.mapping.keys)
    row = typeof(keys)
    go_through = context.get_function("getiter", kind.iterator_type(row))
    return go_through(builder, (context.get_constant_generic(builder, row, keys),))


def _columns(items: tuple[Any, ...]) -> Any:
    """Return numbers, or tuples of one length, as an array with a row for each; None for other items."""
    rows = [item if isinstance(item, tuple) else (item,) for item in items]
    numbers = [number for row in rows for number in row]
    if not all(isinstance(number, int | float) for number in numbers) or any(map(_is_nested, rows)):
        return None
    kind = np.float64 if any(isinstance(number, float) for number in numbers) else np.int64
    return np.array(rows, kind).reshape(len(rows), -1)


def _is_nested(row: tuple[Any, ...]) -> bool:
    return any(isinstance(part, tuple) for part in row)


def _finder(mapping: Mapping, key: Any) -> Any:
    """Return a function that returns the index of a key, or -1; None if machine code has no look-up of this type."""
    if isinstance(key, types.StringLiteral):
        place = mapping.keys.index(key.literal_value) if key.literal_value in mapping.keys else -1
        return lambda key: place
    if isinstance(key, WordType):
        return _word_finder(mapping, key)
    if (
        isinstance(key, types.Integer | types.BaseTuple)
        and mapping.keys
        and all(isinstance(name, str) for name in mapping.keys)
    ):
        return lambda key: -1
    if isinstance(key, types.UnicodeType):
        if not all(isinstance(name, str) for name in mapping.keys):
            return None
        tests = "".join(f"    if key == {name!r}:\n        return {k}\n" for k, name in enumerate(mapping.keys))
        return function_from(f"def find_text(key):\n{tests}    return -1")
    columns = _columns(mapping.keys)
    width = len(key) if isinstance(key, types.BaseTuple) else 1
    if columns is None or isinstance(mapping.keys[0] if mapping.keys else 0, tuple) != isinstance(key, types.BaseTuple):
        return None
    if not isinstance(key, types.BaseTuple | types.Integer | types.Boolean) or columns.shape[1] != width:
        return None
    if columns.dtype != np.int64:
        return None
    order = np.lexsort(columns.T[::-1])
    ordered, places = np.ascontiguousarray(columns[order]), order.astype(np.int64)
    count = len(places)
    if width == 1 and not isinstance(key, types.BaseTuple):
        numbers = np.ascontiguousarray(ordered[:, 0])

        def find_number(key):  # type: ignore[no-untyped-def]
            low, high = 0, count
            while low < high:
                middle = (low + high) >> 1
                if numbers[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            return places[low] if low < count and numbers[low] == key else -1

        return find_number

    def find_row(key):  # type: ignore[no-untyped-def]
        low, high = 0, count
        while low < high:
            middle = (low + high) >> 1
            sign = 0
            for k in range(width):
                if sign == 0 and ordered[middle, k] != key[k]:
                    sign = 1 if key[k] > ordered[middle, k] else -1
            if sign == 0:
                return places[middle]
            if sign > 0:
                low = middle + 1
            else:
                high = middle
        return -1

    return find_row


def _word_finder(mapping: Mapping, key: WordType) -> Any:
    """Return a function that returns the index of a key that is a word, or -1."""
    numbered = {name: k for k, name in enumerate(mapping.keys) if isinstance(name, str)}
    places = np.array([numbered.get(word, -1) for word in key.words], np.int64)
    return lambda key: places[plain_number(key)]


def _reader(mapping: Mapping) -> Any:
    """Return a function that returns the value at an index; None if machine code cannot hold the values."""
    if mapping.is_ragged:
        items, ends = np.concatenate(mapping.values), np.cumsum([0, *map(len, mapping.values)])
        return lambda place: items[ends[place] : ends[place + 1]]
    columns = _columns(mapping.values)
    if columns is None or hasattr(mapping.values[0], "_fields"):
        things = mapping.values
        return (lambda place: things[place]) if len(set(map(typeof, things))) == 1 else None
    if not isinstance(mapping.values[0], tuple):
        numbers = np.ascontiguousarray(columns[:, 0])
        if all(isinstance(value, bool) for value in mapping.values):
            numbers = numbers.astype(np.bool_)
        return lambda place: numbers[place]
    parts = "".join(f"columns[place, {k}], " for k in range(columns.shape[1]))
    return function_from(f"def read(place):\n    return ({parts})", columns=columns)


def _compile(function: Any) -> Any:
    from numba import njit

    return njit(unique(function), **NOT_FROM_PYTHON)


@overload(operator.getitem)
def _getitem(mapping, key):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(mapping, MappingType):
        return None
    find, read = _finder(mapping.mapping, key), _reader(mapping.mapping)
    if find is None or read is None:
        return None
    find, read = _compile(find), _compile(read)

    def getitem(mapping, key):  # type: ignore[no-untyped-def]
        place = find(key)
        if place < 0:
            raise KeyError("no such key in a dictionary of constants")
        return read(place)

    return getitem


@overload(operator.contains)
def _contains(mapping, key):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(mapping, MappingType):
        return None
    find = _finder(mapping.mapping, key)
    if find is None:
        return None
    find = _compile(find)
    return lambda mapping, key: find(key) >= 0


@overload_method(MappingType, "get")
def _get(mapping, key, default):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    find, read = _finder(mapping.mapping, key), _reader(mapping.mapping)
    if find is None or read is None:
        return None
    find, read = _compile(find), _compile(read)
    if mapping.mapping.is_ragged and not isinstance(default, types.Array):
        if not _holds_numbers(default):
            return None

        def get_row(mapping, key, default):  # type: ignore[no-untyped-def]
            place = find(key)
            return read(place) if place >= 0 else _array_of(default)

        return get_row

    def get(mapping, key, default):  # type: ignore[no-untyped-def]
        place = find(key)
        return read(place) if place >= 0 else default

    return get


def _holds_numbers(row: Any) -> bool:
    """Whether values of this type are rows of whole numbers."""
    if isinstance(row, types.BaseTuple):
        return all(isinstance(item, types.Integer) for item in row)
    return isinstance(row, types.List) and isinstance(row.dtype, types.Integer)


@dispatch_on_types
def _array_of(row):  # type: ignore[no-untyped-def]
    if isinstance(row, types.Tuple) and not len(row):
        return lambda row: np.empty(0, np.int64)
    return lambda row: np.array(row, np.int64)


@overload(len)
def _length(mapping):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(mapping, MappingType):
        count = len(mapping.mapping.keys)
        return lambda mapping: count
    return None


@overload_method(MappingType, "keys")
def _keys(mapping):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    keys = constant(mapping.mapping.keys)
    return lambda mapping: keys


@overload_method(MappingType, "values")
def _values(mapping):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    values = mapping.mapping.values if mapping.mapping.is_ragged else constant(mapping.mapping.values)
    return lambda mapping: values


@overload_method(MappingType, "items")
def _items(mapping):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    pairs = tuple(zip(mapping.mapping.keys, mapping.mapping.values, strict=True))
    items = pairs if mapping.mapping.is_ragged else constant(pairs)
    return lambda mapping: items


@operation
@dispatch_on_types
def counts(items):  # type: ignore[no-untyped-def]
    """Return the count of each item of a list, in the order of their first places."""
    kind, number = types.unliteral(items.dtype), types.int64

    def impl(items):  # type: ignore[no-untyped-def]
        result = Dict.empty(kind, number)
        for item in items:
            result[item] = result.get(item, 0) + 1
        return result

    return impl


@operation
@register_jitable
def count_of(counter, item):  # type: ignore[no-untyped-def]
    """Return the count of an item in a Counter; 0 for a missing item."""
    return counter.get(item, 0)
