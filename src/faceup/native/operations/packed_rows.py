"""Python's operations on tuples, for the packed rows of states in machine code."""

import operator
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import overload, overload_method, register_jitable

from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.comparisons import SIGNS
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import dispatch_on_types, is_whole, operation
from faceup.native.operations.row_type import (
    FEW,
    RowType,
    concatenate_packed,
    empty,
    is_row_of_numbers,
    item,
    length,
    part,
    row_maker,
    same,
    with_item,
    with_one_more,
)
from faceup.native.operations.rows import row_of
from faceup.native.operations.sorted_rows import times_in
from faceup.native.operations.values import ORDER_OF_SETS, TupleType, as_tuple
from faceup.rules.rows import replaced

OUTSIDE = "tuple index out of range"


@overload(len)
def _len(row):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda row: length(row)) if isinstance(row, RowType) else None


@overload(bool)
def _bool(row):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return (lambda row: length(row) > 0) if isinstance(row, RowType) else None


@register_jitable
def _place(row, place):  # type: ignore[no-untyped-def]
    """Return a place counted from the front. Raises IndexError outside the row."""
    count = length(row)
    if place < 0:
        place += count
    if place < 0 or place >= count:
        raise IndexError(OUTSIDE)
    return place


@overload(operator.getitem)
def _getitem(row, place):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(row, RowType):
        return None

    def near(row, place):  # type: ignore[no-untyped-def]
        first, last, _ = place.indices(length(row))
        return part(row, first, max(first, last))

    def anywhere(row, place):  # type: ignore[no-untyped-def]
        result = empty(row)
        first, last, step = place.indices(length(row))
        for k in range(first, last, step):
            result = with_one_more(result, item(row, k))
        return result

    if isinstance(place, types.SliceType):
        return near if row.words <= FEW and not place.has_step else anywhere
    if isinstance(place, types.Integer | types.Boolean):
        return lambda row, place: item(row, _place(row, whole(place)))
    return None


@overload(operator.contains)
def _contains(row, value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(row, RowType):
        return None
    if isinstance(value, RowType | types.BaseTuple | types.List):
        return lambda row, value: False

    if is_whole(value):
        return lambda row, value: times_in(row, whole(value)) > 0

    def impl(row, value):  # type: ignore[no-untyped-def]
        is_in = False
        for each in row:
            is_in = is_in or each == value
        return is_in

    return impl


@overload_method(RowType, "index")
def _index(row, value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(row, value):  # type: ignore[no-untyped-def]
        for place in range(length(row)):
            if item(row, place) == value:
                return place
        raise ValueError("tuple.index(x): x not in tuple")

    return impl


@overload_method(RowType, "__hash__")
def _hash(row):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(row):  # type: ignore[no-untyped-def]
        mixed = length(row)
        for value in row:
            mixed = mixed * 1_000_003 ^ value
        return mixed

    return impl


def _packed_kind(*kinds: Any) -> Any:
    """Return the type of the packed row among rows of whole numbers; None if there is none, or another value."""
    packed = [kind for kind in kinds if isinstance(kind, RowType)]
    return packed[0] if packed and all(map(is_row_of_numbers, kinds)) else None


def _sum_of(row: Any, other: Any) -> Any:
    """Return the implementation of ``row + other``."""
    kind = _packed_kind(row, other)
    if kind is None:
        return None
    packed_row = row_maker(kind)
    if isinstance(other, types.BaseTuple) and len(other) == 1:
        return lambda row, other: with_one_more(row, whole(other[0]))
    if kind.words <= FEW:
        return lambda row, other: concatenate_packed(packed_row(row), packed_row(other))

    def impl(row, other):  # type: ignore[no-untyped-def]
        result = packed_row(row)
        for value in packed_row(other):
            result = with_one_more(result, value)
        return result

    return impl


@overload(operator.add)
def _add(row, other):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return _sum_of(row, other)


@overload(operator.iadd)
def _iadd(row, other):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return _sum_of(row, other) if isinstance(row, RowType) else None


@overload(operator.mul)
def _mul(row, times):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(row, RowType) or not isinstance(times, types.Integer):
        return None

    def impl(row, times):  # type: ignore[no-untyped-def]
        result = empty(row)
        for _ in range(times):
            for value in row:
                result = with_one_more(result, value)
        return result

    return impl


def _define_comparison(name: str) -> None:
    """Define a comparison of two rows: lexicographic."""
    python, sign = getattr(operator, name), SIGNS[name]

    def resolve(row, other):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        kind = _packed_kind(row, other)
        if kind is None:
            return None
        if name in ("eq", "ne"):
            answer = "same(packed_row(row), packed_row(other))"
            text = f"def compared(row, other):\n    return {'not ' * (name == 'ne')}{answer}"
            return function_from(text, packed_row=row_maker(kind), same=same)
        text = f"""
def compared(row, other):
    one, two = packed_row(row), packed_row(other)
    for k in range(min(length(one), length(two))):
        if item(one, k) != item(two, k):
            return item(one, k) {sign} item(two, k)
    return length(one) {sign} length(two)
"""
        return function_from(text, packed_row=row_maker(kind), length=length, item=item)

    overload(python)(resolve)


for _name in SIGNS:
    _define_comparison(_name)


@operation
@dispatch_on_types
def tuple_of(items):  # type: ignore[no-untyped-def]
    """Return ``tuple`` of a row; the row itself if it is immutable."""
    if isinstance(items, types.BaseTuple | TupleType):
        return lambda items: items
    return lambda items: as_tuple(row_of(items))


@operation
@dispatch_on_types
def list_by_value(items):  # type: ignore[no-untyped-def]
    """Return ``list`` of a row, for a list that does not escape: a packed row stays one."""
    if isinstance(items, types.Set):
        raise TypingError(ORDER_OF_SETS)
    return (lambda items: items) if isinstance(items, RowType) else (lambda items: list(items))


@operation
@dispatch_on_types
def with_place(row, value, place):  # type: ignore[no-untyped-def]
    """Return a list that does not escape, with another item at a place."""
    if isinstance(row, RowType):
        return lambda row, value, place: replaced(row, place, value)

    def impl(row, value, place):  # type: ignore[no-untyped-def]
        row[place] = value
        return row

    return impl


@overload(replaced)
def _replace(row, place, value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(row, RowType):
        return lambda row, place, value: with_item(row, _place(row, whole(place)), whole(value))
    if isinstance(row, types.BaseTuple):
        makers = "".join(f"whole(value) if place == {k} else whole(row[{k}]), " for k in range(len(row)))
        inner = f"({makers})"
    else:
        inner = "[whole(value) if place == k else row[k] for k in range(len(row))]"
    text = f"""
def replaced(row, place, value):
    place = whole(place)
    if place < 0:
        place += len(row)
    if place < 0 or place >= len(row):
        raise IndexError(outside)
    return {inner}
"""
    return function_from(text, whole=whole, outside=OUTSIDE)
