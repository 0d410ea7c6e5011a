"""Rows in order: sort packed rows, search in them, and insert items.

The vector of a packed row has the length at the first place. It is sorted by a network (K. Batcher, "Sorting networks
and their applications", 1968). A network makes the same comparisons for every row, so there is no branch to predict,
and the comparisons of one step are made at once.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from faceup.native.operations.comparisons import lt_alike
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import WORD, dispatch_on_types, operation, raise_if
from faceup.native.operations.row_type import (
    BITS,
    NARROW,
    TOO_LARGE,
    TOO_LONG,
    RowTooSmall,
    RowType,
    cut,
    row_maker,
    with_one_more,
)

BYTE, PLACE = ir.IntType(8), ir.IntType(32)


@intrinsic
def times_in(typing_context: Any, row: Any, value: Any) -> Any:
    """Return the number of items of a row that equal a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        packed, value = arguments
        items = items_of(builder, row, packed)
        length = builder.extract_element(items, PLACE(0))
        sought = _as(builder, value, length.type)
        fits = builder.icmp_signed("==", cut(builder, value, row.width), value)
        matches = builder.icmp_unsigned("==", items, everywhere(builder, sought, items.type.count))
        matches = builder.and_(matches, builder.not_(behind_last(builder, items, length)))
        matches = builder.insert_element(matches, ir.IntType(1)(0), PLACE(0))
        bits = builder.bitcast(matches, ir.IntType(items.type.count))
        count = builder.ctpop(builder.zext(bits, WORD) if items.type.count < BITS else bits)
        return builder.select(fits, _as(builder, count, WORD), WORD(0))

    return types.int64(row, types.int64), generate


@intrinsic
def insert_item(typing_context: Any, row: Any, place: Any, value: Any) -> Any:
    """Return the row with an item before the one at a place from 0 up to the length."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        packed, place, value = arguments
        items = items_of(builder, row, packed)
        count, kind = items.type.count, items.type.element
        length = builder.extract_element(items, PLACE(0))
        full = builder.icmp_unsigned(">=", length, kind(row.capacity))
        raise_if(context, builder, full, RowTooSmall, TOO_LONG)
        item = cut(builder, value, row.width)
        raise_if(context, builder, builder.icmp_signed("!=", item, value), RowTooSmall, TOO_LARGE)
        behind = behind_last(builder, items, _as(builder, place, kind))
        shifted = builder.shuffle_vector(items, items, places(max(k - 1, 0) for k in range(count)))
        items = builder.insert_element(items, builder.add(length, kind(1)), PLACE(0))
        shifted = builder.select(behind, shifted, items)
        slot = builder.trunc(builder.add(place, WORD(1)), PLACE)
        return row_of_items(builder, row, builder.insert_element(shifted, _as(builder, value, kind), slot))

    return row(row, types.int64, types.int64), generate


def items_of(builder: Any, kind: RowType, row: Any) -> Any:
    """Return the length and the items of a row as a vector; its size is a power of two."""
    words = ir.VectorType(WORD, kind.words)(ir.Undefined)
    for k in range(kind.words):
        words = builder.insert_element(words, builder.extract_value(row, k), PLACE(k))
    if kind.width == NARROW:
        items = _widen(builder, builder.bitcast(words, ir.VectorType(BYTE, kind.words * BITS // 8)))
    else:
        items = builder.bitcast(words, ir.VectorType(ir.IntType(kind.width), kind.words * BITS // kind.width))
    count = items.type.count
    whole = 1 << (count - 1).bit_length()
    return items if whole == count else builder.shuffle_vector(items, items, places(k % count for k in range(whole)))


def row_of_items(builder: Any, kind: RowType, items: Any) -> Any:
    """Return the row whose length and items this vector holds."""
    count = kind.words * BITS // kind.width
    if count < items.type.count:
        items = builder.shuffle_vector(items, items, places(range(count)))
    if kind.width == NARROW:
        items = _narrow(builder, items)
    words = builder.bitcast(items, ir.VectorType(WORD, kind.words))
    row = ir.ArrayType(WORD, kind.words)(ir.Undefined)
    for k in range(kind.words):
        row = builder.insert_value(row, builder.extract_element(words, PLACE(k)), k)
    return row


def _widen(builder: Any, pairs: Any) -> Any:
    """Return bytes of two items each as a vector with one item a byte; the first, the length, is unsigned."""
    count = pairs.type.count
    half = pairs.type([NARROW] * count)
    lower, upper = builder.ashr(builder.shl(pairs, half), half), builder.ashr(pairs, half)
    items = builder.shuffle_vector(lower, upper, places(k // 2 + count * (k % 2) for k in range(2 * count)))
    length = builder.and_(builder.extract_element(items, PLACE(0)), BYTE((1 << NARROW) - 1))
    return builder.insert_element(items, length, PLACE(0))


def _narrow(builder: Any, items: Any) -> Any:
    """Return a vector with one item a byte as bytes of two items each."""
    count = items.type.count // 2
    lower, upper = (builder.shuffle_vector(items, items, places(range(k, 2 * count, 2))) for k in (0, 1))
    lower = builder.and_(lower, lower.type([(1 << NARROW) - 1] * count))
    return builder.or_(lower, builder.shl(upper, upper.type([NARROW] * count)))


def _as(builder: Any, number: Any, kind: Any) -> Any:
    """Return the lowest bits of a number."""
    return number if number.type == kind else builder.trunc(number, kind)


def behind_last(builder: Any, items: Any, length: Any) -> Any:
    """Return a mask of the places behind the last item."""
    count = items.type.count
    return builder.icmp_unsigned(">", items.type([*range(count)]), everywhere(builder, length, count))


def everywhere(builder: Any, value: Any, count: int) -> Any:
    """Return a vector with one value at all of its places."""
    vector = ir.VectorType(value.type, count)
    single = builder.insert_element(vector(ir.Undefined), value, PLACE(0))
    return builder.shuffle_vector(single, single, places([0] * count))


def places(numbers: Iterable[int]) -> Any:
    """Return the indices of a vector shuffle, as a constant."""
    constants = [*numbers]
    return ir.VectorType(PLACE, len(constants))(constants)


MOST_WORDS = 16  # the most words of a row that a network sorts; for more the code is long
Pair = tuple[int, int]


def network(size: int) -> Iterator[list[Pair]]:
    """Yield the steps of Batcher's odd-even merge sort for ``size`` places, a power of two.

    Each step is a list of pairs of places; the smaller item of a pair goes to the first place.
    """
    sorted_size = 1
    while sorted_size < size:
        distance = sorted_size
        while distance:
            starts = range(distance % sorted_size, size - distance, 2 * distance)
            firsts = (start + k for start in starts for k in range(min(distance, size - start - distance)))
            yield [(k, k + distance) for k in firsts if k // (2 * sorted_size) == (k + distance) // (2 * sorted_size)]
            distance //= 2
        sorted_size *= 2


@intrinsic
def in_order(typing_context: Any, row: Any, reverse: Any) -> Any:
    """Return a row with its items sorted.

    During sorting the first place, that of the length, has the smallest possible number, and the places behind the last
    item have the largest.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        packed, backwards = arguments
        items = items_of(builder, row, packed)
        count = items.type.count
        length = builder.extract_element(items, PLACE(0))
        behind = behind_last(builder, items, length)
        flip = everywhere(builder, builder.sext(backwards, length.type), count)  # ~x is smaller, the larger x is
        largest = (1 << length.type.width - 1) - 1
        items = builder.select(behind, items.type([largest] * count), builder.xor(items, flip))
        items = builder.insert_element(items, length.type(-largest - 1), PLACE(0))
        for pairs in network(count):
            items = _step(builder, items, pairs)
        items = builder.select(behind, items.type([0] * count), builder.xor(items, flip))
        return row_of_items(builder, row, builder.insert_element(items, length, PLACE(0)))

    return row(row, types.boolean), generate


def _step(builder: Any, items: Any, pairs: list[Pair]) -> Any:
    """Return the items after one step of the network: the smaller one of each pair is first."""
    count = items.type.count
    partners = {one: partner for pair in pairs for one, partner in (pair, pair[::-1])}
    opposite = builder.shuffle_vector(items, items, places(partners.get(k, k) for k in range(count)))
    less = builder.icmp_signed("<", items, opposite)
    smaller, larger = builder.select(less, items, opposite), builder.select(less, opposite, items)
    lasts = {last for _, last in pairs}
    return builder.shuffle_vector(smaller, larger, places(k + count * (k in lasts) for k in range(count)))


@operation
@dispatch_on_types
def in_order_of_size(items, reverse):  # type: ignore[no-untyped-def]
    """Return ``sorted`` of a row, for uses that only read the result."""
    if isinstance(items, RowType):
        return lambda items, reverse: sort_row(items, reverse)

    def impl(items, reverse):  # type: ignore[no-untyped-def]
        copy = [item for item in items]  # noqa: C416  # of what the compiler's `list` does not take
        return sort_row(copy, reverse)

    return impl


@operation
@dispatch_on_types
def sort_row(items, reverse):  # type: ignore[no-untyped-def]
    """Sort a row that does not escape, in place or by value."""
    if isinstance(items, RowType) and items.words <= MOST_WORDS:
        return lambda items, reverse: in_order(items, bool(reverse))

    def impl(items, reverse):  # type: ignore[no-untyped-def]  # equal items stay in order, also in reverse
        for k in range(1, len(items)):
            item, place = items[k], k
            while place > 0 and (lt_alike(items[place - 1], item) if reverse else lt_alike(item, items[place - 1])):
                items[place] = items[place - 1]
                place -= 1
            items[place] = item
        return items

    if not isinstance(items, RowType):
        return impl
    packed = row_maker(items)
    return lambda items, reverse: packed(sort_row([item for item in items], reverse))  # noqa: C416


@operation
@dispatch_on_types
def sort_list(items):  # type: ignore[no-untyped-def]
    """Return a list that does not escape after ``items.sort()``, as a new value of its name."""
    if isinstance(items, RowType):
        return lambda items: sort_row(items, False)

    def impl(items):  # type: ignore[no-untyped-def]
        items.sort()
        return items

    return impl


@operation
@dispatch_on_types
def empty_row(*around):  # type: ignore[no-untyped-def]
    """Return an empty row to gather the items of a state's row in; ``around`` has values that tell its type."""
    kinds = around[0] if len(around) == 1 and isinstance(around[0], tuple) else around
    kind = next((kind for kind in map(_rows_of, kinds) if kind), None)
    if kind is not None:
        packed = row_maker(kind)
        return lambda *around: packed(())

    def impl(*around):  # type: ignore[no-untyped-def]
        items = [0]
        items.pop()
        return items

    return impl


def _rows_of(kind: Any) -> Any:
    """Return the type of the rows in values of this type, or in the states of such rules; None if there are none."""
    if isinstance(kind, types.BaseTuple):
        return next((item for item in kind if isinstance(item, RowType)), None)
    return kind if isinstance(kind, RowType) else getattr(kind, "rows", None)


@operation
@dispatch_on_types
def with_last(row, item):  # type: ignore[no-untyped-def]
    """Return the gathered row with one more item at its end."""
    if isinstance(row, RowType):
        return lambda row, item: with_one_more(row, whole(item))

    def impl(row, item):  # type: ignore[no-untyped-def]
        row.append(whole(item))
        return row

    return impl


@operation
@dispatch_on_types
def with_inserted(row, item, place):  # type: ignore[no-untyped-def]
    """Return the gathered row with one more item, inserted at a place."""
    if isinstance(row, RowType):
        return lambda row, item, place: insert_item(row, place, whole(item))

    def impl(row, item, place):  # type: ignore[no-untyped-def]
        row.insert(place, whole(item))
        return row

    return impl
