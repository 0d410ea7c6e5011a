"""What a field of a state is, for people: annotations by which a position is drawn. To the rules all are integers,
and rows of integers; or words, ``str``, ``Literal["choose", "roll"]`` or an enumeration, which are no less exact.

A row of any of them is a tuple: ``tuple[Card, ...]``, or ``tuple[Card, Card]``.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, EnumType
from functools import cache
from typing import Any, Literal, NamedTuple, NewType, get_args, get_origin, get_type_hints

from faceup.rules.cards import bits_of, write_cards
from faceup.rules.moves import member_name
from faceup.rules.parameters import Cards
from faceup.rules.player_names import seat_name

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

    @property
    def text(self) -> str:
        """What it holds, as people read it: dice by what they show, else as ``value_text``."""
        if self.kind is Dice and isinstance(self.value, tuple):
            return value_text(None, tuple(face for face, count in enumerate(self.value, 1) for _ in range(count)))
        return value_text(self.kind, self.value)

    def said(self, names: Sequence[str] = ()) -> str:
        """Its name with what it holds, ``coins 3``; of the field that says whose turn it is, whose by ``names``."""
        if self.name == MOVER and isinstance(self.value, int) and self.value >= 0:
            return f"{self.label} {seat_name(self.value, names)}"
        return f"{self.label} {self.text}"


def fields_of(state: Any) -> list[Field]:
    """The fields of a state, in their order."""
    kinds = field_kinds(type(state))
    return [Field(name, value, kinds.get(name)) for name, value in zip(state._fields, state, strict=True)]


def field_kinds(state_class: Any) -> Mapping[str, Any]:
    """The annotations of a state's fields; none where they name what cannot be found."""
    return _field_kinds(state_class)


@cache
def _field_kinds(state_class: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(state_class)
    except NameError:
        return {}


def holds_words(kind: Any) -> bool:
    """Whether a field that is annotated so holds words, or members of an enumeration that are no numbers."""
    if get_origin(kind) is Literal:
        return all(isinstance(word, str) for word in get_args(kind))
    return kind is str or (isinstance(kind, EnumType) and not issubclass(kind, int))


def value_text(kind: Any, value: Any) -> str:
    """What such an annotation makes of a value: sets as cards are written, yes and no, a row with blanks between."""
    if isinstance(value, tuple):
        return " ".join(value_text(item_kind(kind), item) for item in value) or "-"
    if kind is Cards and isinstance(value, int) and value >= 0:
        return write_cards(value) or "-"
    if isinstance(value, frozenset):
        return write_cards(bits_of(value)) or "-"
    if kind is bool or (kind is None and isinstance(value, bool)):
        return {0: "no", 1: "yes"}.get(value, str(value))
    if isinstance(value, Enum) and not isinstance(value, int):
        return member_name(value)
    return str(int(value) if isinstance(value, bool) else value)


def label_of(name: str) -> str:
    """What a field of that name is called."""
    return name.replace("_", " ")


def item_kind(annotation: Any) -> Any:
    """What the items of a row are, as it is annotated; None for what is no row."""
    items = {*get_args(annotation)} - {...}
    return items.pop() if get_origin(annotation) is tuple and len(items) == 1 else None
