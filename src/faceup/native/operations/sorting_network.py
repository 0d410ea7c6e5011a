"""Packed rows in order of size, by a sorting network: K. Batcher, "Sorting networks and their applications", 1968.

A network makes the same comparisons whatever is in a row, so that a processor has nothing to foresee; and those of one
of its steps are made at once, the words of the row being one vector of items.
"""

from collections.abc import Iterator
from typing import Any

from numba.core import types
from numba.extending import intrinsic

from faceup.native.operations.row_vectors import PLACE, behind_last, everywhere, items_of, places, row_of_items

MOST_WORDS = 16  # of a row that is put in order in this way; for more the code is long
Pair = tuple[int, int]


def network(size: int) -> Iterator[list[Pair]]:
    """The steps for so many places, a power of two: pairs of which the smaller item comes to the first place."""
    merged = 1
    while merged < size:
        apart = merged
        while apart:
            starts = range(apart % merged, size - apart, 2 * apart)
            firsts = (start + k for start in starts for k in range(min(apart, size - start - apart)))
            yield [(k, k + apart) for k in firsts if k // (2 * merged) == (k + apart) // (2 * merged)]
            apart //= 2
        merged *= 2


@intrinsic
def in_order(typing_context: Any, row: Any, reverse: Any) -> Any:
    """A row, its items in order of size.

    While they are put in order, the place of the length, which is the first, has the smallest number that there is,
    and the places behind the last item have the largest.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given, backwards = arguments
        items = items_of(builder, row, given)
        count = items.type.count
        length = builder.extract_element(items, PLACE(0))
        behind = behind_last(builder, items, length)
        turned = everywhere(builder, builder.sext(backwards, length.type), count)  # ~x is smaller, the larger x is
        most = (1 << length.type.width - 1) - 1
        items = builder.select(behind, items.type([most] * count), builder.xor(items, turned))
        items = builder.insert_element(items, length.type(-most - 1), PLACE(0))
        for pairs in network(count):
            items = _step(builder, items, pairs)
        items = builder.select(behind, items.type([0] * count), builder.xor(items, turned))
        return row_of_items(builder, row, builder.insert_element(items, length, PLACE(0)))

    return row(row, types.boolean), generate


def _step(builder: Any, items: Any, pairs: list[Pair]) -> Any:
    """The items with the smaller one of each pair before the larger."""
    count = items.type.count
    others = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
    opposite = builder.shuffle_vector(items, items, places(others.get(k, k) for k in range(count)))
    less = builder.icmp_signed("<", items, opposite)
    smaller, larger = builder.select(less, items, opposite), builder.select(less, opposite, items)
    lasts = {last for _, last in pairs}
    return builder.shuffle_vector(smaller, larger, places(k + count * (k in lasts) for k in range(count)))
