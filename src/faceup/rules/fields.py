"""What a field of a state is, for people: annotations by which a position is drawn. To the rules all are integers,
and rows of integers.

A row of any of them is a tuple: ``tuple[Card, ...]``, or ``tuple[Card, Card]``.
"""

from typing import Any, NamedTuple, NewType, get_args, get_origin, get_type_hints

#: One card, 0 for none.
Card = NewType("Card", int)
#: One die, by the number that it shows; 0 before it is thrown.
Die = NewType("Die", int)
#: Dice by their numbers, where their order means nothing: how many show 1, how many 2, and so on.
Dice = NewType("Dice", tuple[int, ...])
#: A heap of stones, counters or coins.
Heap = NewType("Heap", int)
#: Where a counter stands: the number of a square of the game's ``track``, any other beside it; without one a number.
Place = NewType("Place", int)

MOVER = "mover"  # what rules call the field that says whose turn it is


class Field(NamedTuple):
    """A field of a state: its name, what it holds, and its annotation."""

    name: str
    value: Any
    kind: Any

    @property
    def label(self) -> str:
        """The name as people read it."""
        return label_of(self.name)


def fields_of(state: Any) -> list[Field]:
    """The fields of a state, in their order."""
    kinds = field_kinds(type(state))
    return [Field(name, value, kinds.get(name)) for name, value in zip(state._fields, state, strict=True)]


def field_kinds(state_class: Any) -> dict[str, Any]:
    """The annotations of a state's fields; none where they name what cannot be found."""
    try:
        return get_type_hints(state_class)
    except NameError:
        return {}


def label_of(name: str) -> str:
    """What a field of that name is called."""
    return name.replace("_", " ")


def item_kind(annotation: Any) -> Any:
    """What the items of a row are, as it is annotated; None for what is no row."""
    items = {*get_args(annotation)} - {...}
    return items.pop() if get_origin(annotation) is tuple and len(items) == 1 else None
