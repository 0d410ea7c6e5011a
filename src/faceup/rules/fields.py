"""The annotations of the fields of a state, which determine the drawing of a position.

To the rules all fields are integers and rows of integers, or words: ``str``, ``Literal["choose", "roll"]`` or an
enumeration. A row of any of them is a tuple: ``tuple[Card, ...]``, or ``tuple[Card, Card]``.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, EnumType
from functools import cache
from typing import Any, Literal, NamedTuple, NewType, get_args, get_origin, get_type_hints

from faceup.rules.cards import bits_of, write_cards
from faceup.rules.moves import member_name
from faceup.rules.names import seat_name
from faceup.rules.parameters import Cards

#: One card, 0 for none.
Card = NewType("Card", int)
#: One die, by the number that it shows; 0 before it is thrown.
Die = NewType("Die", int)
#: Dice as counts, if their order means nothing: the number of dice that show 1, then 2, and so on.
Dice = NewType("Dice", tuple[int, ...])
#: A heap of stones, counters or coins.
Heap = NewType("Heap", int)
#: The place of a counter: a square of the game's ``track``, or beside it for any other number.
Place = NewType("Place", int)

MOVER = "mover"  # the field with the player to move, in rules that have one


class Field(NamedTuple):
    """A field of a state: its name, value and annotation."""

    name: str
    value: Any
    kind: Any

    @property
    def label(self) -> str:
        """The name as people read it."""
        return label_of(self.name)

    @property
    def text(self) -> str:
        """The value as text for people: dice by their faces, else by ``value_text``."""
        if self.kind is Dice and isinstance(self.value, tuple):
            return value_text(None, tuple(face for face, count in enumerate(self.value, 1) for _ in range(count)))
        return value_text(self.kind, self.value)

    def labelled_text(self, names: Sequence[str] = ()) -> str:
        """The label with the value, ``coins 3``; for the field ``mover`` the name of the player, from ``names``."""
        if self.name == MOVER and isinstance(self.value, int) and self.value >= 0:
            return f"{self.label} {seat_name(self.value, names)}"
        return f"{self.label} {self.text}"


def fields_of(state: Any) -> list[Field]:
    """The fields of a state, in their order; a frozenset as the ``Cards`` with the same members."""
    kinds = field_kinds(type(state))
    return [field_of(name, value, kinds.get(name)) for name, value in zip(state._fields, state, strict=True)]


def field_of(name: str, value: Any, kind: Any) -> Field:
    """The field with this name, value and annotation; a frozenset as the ``Cards`` with the same members."""
    return Field(name, bits_of(value), Cards) if isinstance(value, frozenset) else Field(name, value, kind)


def field_kinds(state_class: Any) -> Mapping[str, Any]:
    """The annotations of a state's fields; empty if one of them cannot be resolved."""
    return _field_kinds(state_class)


@cache
def _field_kinds(state_class: Any) -> Mapping[str, Any]:
    try:
        return get_type_hints(state_class)
    except NameError:
        return {}


def holds_words(kind: Any) -> bool:
    """Whether a field with this annotation holds words, or members of an enumeration that are no numbers."""
    if get_origin(kind) is Literal:
        return all(isinstance(word, str) for word in get_args(kind))
    return kind is str or (isinstance(kind, EnumType) and not issubclass(kind, int))


def value_text(kind: Any, value: Any) -> str:
    """The text of a value with this annotation: sets as cards, truth values as yes and no, rows with blanks between."""
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
    """The label of a field of this name, as people read it."""
    return name.replace("_", " ")


def item_kind(annotation: Any) -> Any:
    """The annotation of the items of a row; None if the annotation is no row."""
    items = {*get_args(annotation)} - {...}
    return items.pop() if get_origin(annotation) is tuple and len(items) == 1 else None
