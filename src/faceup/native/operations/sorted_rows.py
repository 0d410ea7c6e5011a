"""Rows in order: sorted in machine code, and searched by ``bisect``."""

from typing import Any

from numba.core import types
from numba.extending import register_jitable

from faceup.native.operations.comparisons import lt_alike
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import dispatch_on_types, operation
from faceup.native.operations.row_type import RowType, row_maker, with_one_more
from faceup.native.operations.row_vectors import MOST_WORDS, in_order, insert_item


@operation
@register_jitable
def bisect_left(row, number):  # type: ignore[no-untyped-def]
    """The place before all items that are equal."""
    return _place(row, whole(number), False)


@operation
@register_jitable
def bisect_right(row, number):  # type: ignore[no-untyped-def]
    """The place behind all items that are equal."""
    return _place(row, whole(number), True)


@register_jitable
def _place(row, number, behind):  # type: ignore[no-untyped-def]
    low, high = 0, len(row)
    while low < high:
        middle = (low + high) // 2
        item = whole(row[middle])
        if item < number or (behind and item == number):
            low = middle + 1
        else:
            high = middle
    return low


@operation
@dispatch_on_types
def in_order_of_size(items, reverse):  # type: ignore[no-untyped-def]
    """``sorted``, for what asks no more of the answer than of a tuple."""
    if isinstance(items, RowType):
        return lambda items, reverse: own_in_order(items, reverse)

    def impl(items, reverse):  # type: ignore[no-untyped-def]
        found = [item for item in items]  # noqa: C416  # of what the compiler's `list` does not take
        return own_in_order(found, reverse)

    return impl


@operation
@dispatch_on_types
def own_in_order(items, reverse):  # type: ignore[no-untyped-def]
    """The same of a row that nothing else knows."""
    if isinstance(items, RowType) and items.words <= MOST_WORDS:
        return lambda items, reverse: in_order(items, bool(reverse))

    def impl(items, reverse):  # type: ignore[no-untyped-def]  # what is equal stays in order, also in reverse
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
    return lambda items, reverse: packed(own_in_order([item for item in items], reverse))  # noqa: C416


@operation
@dispatch_on_types
def sorted_here(items):  # type: ignore[no-untyped-def]
    """``items.sort()`` of a list that nothing else knows, as a new value of its name."""
    if isinstance(items, RowType):
        return lambda items: own_in_order(items, False)

    def impl(items):  # type: ignore[no-untyped-def]
        items.sort()
        return items

    return impl


@operation
@dispatch_on_types
def no_items(*around):  # type: ignore[no-untyped-def]
    """A row without items, in which those of a row of a state are gathered; ``around`` is what the rules are given."""
    given = around[0] if len(around) == 1 and isinstance(around[0], tuple) else around
    kind = next((kind for kind in map(_rows_of, given) if kind), None)
    if kind is not None:
        packed = row_maker(kind)
        return lambda *around: packed(())

    def impl(*around):  # type: ignore[no-untyped-def]
        items = [0]
        items.pop()
        return items

    return impl


def _rows_of(kind: Any) -> Any:
    """The type of the rows in what is of this type, or in the states of such rules; None where there are none."""
    if isinstance(kind, types.BaseTuple):
        return next((item for item in kind if isinstance(item, RowType)), None)
    return kind if isinstance(kind, RowType) else getattr(kind, "rows", None)


@operation
@dispatch_on_types
def with_last(row, item):  # type: ignore[no-untyped-def]
    """Such a row with an item behind its last."""
    if isinstance(row, RowType):
        return lambda row, item: with_one_more(row, whole(item))

    def impl(row, item):  # type: ignore[no-untyped-def]
        row.append(whole(item))
        return row

    return impl


@operation
@dispatch_on_types
def with_inserted(row, item, place):  # type: ignore[no-untyped-def]
    """Such a row with an item before the one at a place."""
    if isinstance(row, RowType):
        return lambda row, item, place: insert_item(row, place, whole(item))

    def impl(row, item, place):  # type: ignore[no-untyped-def]
        row.insert(place, whole(item))
        return row

    return impl
