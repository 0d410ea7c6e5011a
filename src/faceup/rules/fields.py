"""What a field of a state is, for people: annotations by which a position is drawn. To the rules all are integers,
and rows of integers.

A row of any of them is a tuple: ``tuple[Card, ...]``.
"""

from typing import Any, NewType, get_args, get_origin

#: One card, 0 for none.
Card = NewType("Card", int)
#: One die, by the number that it shows; 0 before it is thrown.
Die = NewType("Die", int)
#: Dice by their numbers, where their order means nothing: how many show 1, how many 2, and so on.
Dice = NewType("Dice", tuple[int, ...])
#: A heap of stones, counters or coins.
Heap = NewType("Heap", int)


def item_kind(annotation: Any) -> Any:
    """What the items of a row are, as it is annotated; None for what is no row."""
    arguments = get_args(annotation)
    return arguments[0] if get_origin(annotation) is tuple and arguments[1:] == (...,) else None
