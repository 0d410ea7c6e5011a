"""What is asked of a Counter and of a defaultdict(int), which are dictionaries of whole numbers here."""

from numba.core import types
from numba.extending import overload, register_jitable
from numba.typed import Dict

from faceup.native.operations.integers import add
from faceup.native.operations.operation import operation


@operation
def counts(items):  # type: ignore[no-untyped-def]  # overloaded below
    """How often each item is in a list; in the order in which they are met."""
    return {item: items.count(item) for item in items}


@overload(counts)
def _counts(items):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    kind, number = types.unliteral(items.dtype), types.int64

    def impl(items):  # type: ignore[no-untyped-def]
        found = Dict.empty(kind, number)
        for item in items:
            found[item] = found.get(item, 0) + 1
        return found

    return impl


@operation
@register_jitable
def count_of(counted, item):  # type: ignore[no-untyped-def]
    """A Counter's count: of what it has not, none."""
    return counted.get(item, 0)


@operation
@register_jitable
def count_or_zero(counted, item):  # type: ignore[no-untyped-def]
    """A defaultdict's number: what it has not it gets."""
    if item not in counted:
        counted[item] = 0
    return counted[item]


@operation
@register_jitable
def total(counted):  # type: ignore[no-untyped-def]
    """The sum of all counts."""
    found = 0
    for count in counted.values():
        found = add(found, count)
    return found


@operation
def most_common(counted, most=-1):  # type: ignore[no-untyped-def]  # overloaded below
    """Items with their counts, the most frequent first, and of those the first met."""
    return list(counted.items())


@overload(most_common)
def _most_common(counted, most=-1):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(counted, most=-1):  # type: ignore[no-untyped-def]
        pairs = list(counted.items())
        for k in range(1, len(pairs)):
            pair, place = pairs[k], k
            while place > 0 and pairs[place - 1][1] < pair[1]:
                pairs[place] = pairs[place - 1]
                place -= 1
            pairs[place] = pair
        return pairs if most < 0 else pairs[:most]

    return impl
