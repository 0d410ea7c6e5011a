"""Rows and sets of whole numbers in a state: tuples, and frozensets that iterate in ascending order.

The order of a plain Python set depends on its history, but the order of moves must not; so sets in states are sorted.
"""

from collections.abc import Iterator
from typing import Any, get_origin

from faceup.rules.cards import HIGHEST_CARD, bits, bits_of
from faceup.rules.fields import Heap, field_kinds, item_kind, label_of
from faceup.rules.parameters import Cards

#: A field of a state that is a row of whole numbers.
Row = tuple[int, ...]

SHORTEST_PLURAL = 3  # letters: gas and the like are none
OTHER_ENDINGS = ("ss", "us", "is", "ies", "xes", "ches", "shes", "ses", "zes")  # no word is left without the s
ABSENT = -(2**63)  # in strategies: the number for a place beyond the end of a row


def replaced(row: Row, place: int, value: int) -> Row:
    """The row with another number at a place, counted from 0, or from -1 backwards. Raises IndexError."""
    items = list(row)
    items[place] = value
    return tuple(items)


def place_name(row: str, place: int) -> str:
    """The name of a place in a row: ``pit 3`` in ``pits``; ``boxes 3`` if the singular is not clear."""
    return f"{singular(row)} {place}"


def nth_place_name(row: str, place: int) -> str:
    """Return the name of a place that the rules call by no number: ``place 1 of row`` is the first, or ``coin 1``."""
    one = singular(row)
    return f"place {place + 1} of {row}" if one == row else f"{one} {place + 1}"


def place_label(row: str, kind: Any) -> str:
    """Return the name of a player's place in a row: ``hand`` of the hands, ``chips`` of heaps of chips."""
    return words if (words := label_of(row)) and item_kind(kind) is Heap else label_of(singular(row))


def singular(row: str) -> str:
    """The singular of a row's name: ``pit`` of ``pits``; the name itself if the singular is not clear."""
    plain = len(row) > SHORTEST_PLURAL and row.endswith("s") and not row.endswith(OTHER_ENDINGS)
    return row.removesuffix("s") if plain else row


JOINING = ("and", "or", "sub", "xor")  # operators that make another set
MAKING = ("union", "intersection", "difference", "symmetric_difference", "copy")


class NumberSet(frozenset[int]):
    """A frozenset that iterates in ascending order; set operations on it give such sets too."""

    def __iter__(self) -> Iterator[int]:
        return iter(sorted(super().__iter__()))

    def __repr__(self) -> str:
        return f"frozenset({{{', '.join(map(repr, self))}}})" if self else "frozenset()"


def _in_order(name: str) -> Any:
    plain = getattr(frozenset, name)

    def make_set(self: NumberSet, *others: Any) -> Any:
        result = plain(self, *others)
        return result if result is NotImplemented else NumberSet(result)

    make_set.__name__ = name
    return make_set


for _name in (*MAKING, *(f"__{side}{name}__" for name in JOINING for side in ("", "r"))):
    setattr(NumberSet, _name, _in_order(_name))


def holds_numbers(kind: Any) -> bool:
    """Whether a field with this annotation holds a set of numbers."""
    return frozenset in (kind, get_origin(kind))


def is_number_set(value: Any) -> bool:
    """Whether a value is a frozenset of numbers from 0 to 62, which a state can hold."""
    return isinstance(value, frozenset) and all(isinstance(n, int) and 0 <= n <= HIGHEST_CARD for n in value)


def set_of(number: int) -> NumberSet:
    """The set with these bits."""
    return NumberSet(bits(number))


def is_set_kind(kind: Any) -> bool:
    """Whether a field with this annotation holds one set: a frozenset, or a bitset."""
    return kind is Cards or holds_numbers(kind)


def members_of(value: Any) -> int:
    """The members of a set as bits, from a frozenset or a bitset."""
    return bits_of(value) if isinstance(value, frozenset) else value


def with_sets(state: Any, **sets: int) -> Any:
    """The state with other members, as bits, of these sets, each a frozenset or a bitset as before."""
    return state._replace(**{name: set_like(getattr(state, name), new) for name, new in sets.items()})


def set_like(value: Any, members: int) -> Any:
    """The set of these members, as bits, in the form of another one: a frozenset or a bitset."""
    return set_of(members) if isinstance(value, frozenset) else members


def keep_sets_in_order(state_class: Any) -> None:
    """Let a class of states convert its frozensets to sets in ascending order."""
    kinds = field_kinds(state_class)
    places = {k for k, name in enumerate(state_class._fields) if holds_numbers(kinds.get(name))}
    if not places or "_ordered" in vars(state_class):
        return
    plain, make = state_class.__new__, state_class._make.__func__

    def put_in_order(state: Any) -> Any:
        fields = (
            NumberSet(field) if k in places and type(field) is frozenset else field for k, field in enumerate(state)
        )
        return tuple.__new__(type(state), fields)

    def new(cls: Any, *arguments: Any, **named: Any) -> Any:
        return put_in_order(plain(cls, *arguments, **named))

    def make_state(cls: Any, fields: Any) -> Any:
        return put_in_order(make(cls, fields))

    new.__wrapped__ = plain  # type: ignore[attr-defined]  # for inspect.signature
    state_class.__new__, state_class._make, state_class._ordered = new, classmethod(make_state), True
