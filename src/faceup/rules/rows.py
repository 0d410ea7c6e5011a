"""Rows and sets of whole numbers in a state: plain tuples, and frozensets in ascending order.

Sets of small numbers in states: frozensets to the rules, which go through them in ascending order everywhere.

Python goes through a set as its table lies, which two equal sets may have otherwise; and moves have an order.
"""

from collections.abc import Iterator
from typing import Any, get_origin

from faceup.rules.cards import HIGHEST_CARD, bits
from faceup.rules.fields import field_kinds

#: A field of a state that is a row of whole numbers.
Row = tuple[int, ...]

SHORTEST_PLURAL = 3  # letters: gas and the like are none
OTHER_ENDINGS = ("ss", "us", "is", "ies", "xes", "ches", "shes", "ses", "zes")  # of which an s alone leaves no word
ABSENT = -(2**63)  # in strategies: a place that a row does not have


def replaced(row: Row, place: int, value: int) -> Row:
    """The row with another number at this place, counted from 0, or from -1 backwards. Raises IndexError."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


def place_name(row: str, place: int) -> str:
    """What a place of a row is called: ``pit 3`` of the row ``pits``; where the plural is no plain one, ``boxes 3``."""
    return f"{singular(row)} {place}"


def singular(row: str) -> str:
    """One thing of a row: ``pit`` of the row ``pits``; the row's name, where the plural is no plain one."""
    plain = len(row) > SHORTEST_PLURAL and row.endswith("s") and not row.endswith(OTHER_ENDINGS)
    return row.removesuffix("s") if plain else row


JOINING = ("and", "or", "sub", "xor")  # operators, and methods, that make another set
MAKING = ("union", "intersection", "difference", "symmetric_difference", "copy")


class NumberSet(frozenset[int]):
    """A frozenset in ascending order, as are those that are made of it and others."""

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(super().__iter__()))

    def __repr__(self) -> str:
        return f"frozenset({{{', '.join(map(repr, self))}}})" if self else "frozenset()"


def _in_order(name: str) -> Any:
    plain = getattr(frozenset, name)

    def make_set(self: NumberSet, *others: Any) -> Any:
        found = plain(self, *others)
        return found if found is NotImplemented else NumberSet(found)

    make_set.__name__ = name
    return make_set


for _name in (*MAKING, *(f"__{side}{name}__" for name in JOINING for side in ("", "r"))):
    setattr(NumberSet, _name, _in_order(_name))


def holds_numbers(kind: Any) -> bool:
    """Whether a field that is annotated so holds a set of numbers."""
    return frozenset in (kind, get_origin(kind))


def is_number_set(value: Any) -> bool:
    """Whether a value is a set that a state can hold: of numbers from 0 to 62."""
    return isinstance(value, frozenset) and all(isinstance(n, int) and 0 <= n <= HIGHEST_CARD for n in value)


def set_of(number: int) -> NumberSet:
    """The set of which this is the whole number."""
    return NumberSet(bits(number))


def keep_sets_in_order(state_class: Any) -> None:
    """Let states of this class hold the frozensets that they are given in ascending order."""
    kinds = field_kinds(state_class)
    places = {k for k, name in enumerate(state_class._fields) if holds_numbers(kinds.get(name))}
    if not places or "_ordered" in vars(state_class):
        return
    plain, make = state_class.__new__, state_class._make.__func__

    def put_in_order(made: Any) -> Any:
        fields = (
            NumberSet(field) if k in places and type(field) is frozenset else field for k, field in enumerate(made)
        )
        return tuple.__new__(type(made), fields)

    def new(cls: Any, *arguments: Any, **named: Any) -> Any:
        return put_in_order(plain(cls, *arguments, **named))

    def make_state(cls: Any, fields: Any) -> Any:
        return put_in_order(make(cls, fields))

    new.__wrapped__ = plain  # type: ignore[attr-defined]  # which tells the signature
    state_class.__new__, state_class._make, state_class._ordered = new, classmethod(make_state), True
