"""``bisect``: where a number belongs in a row that is in order."""

from numba.extending import register_jitable

from faceup.native.operations.integers import whole
from faceup.native.operations.operation import operation


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
