"""What a person looks at in a state: its fields, the places of its rows, and what the game's own methods say."""

import re
from collections.abc import Iterable
from operator import index
from typing import Any, get_type_hints

from faceup.engines import broken_rules
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import item_kind
from faceup.rules.parameters import Cards
from faceup.rules.rows import ABSENT

PLACE = re.compile(r"(\w+)\[(\d+)\]")  # of a row, as it is called


def looked_at(names: Iterable[str], states: Iterable[Any]) -> tuple[str, ...]:
    """The quantities, each row among the fields by its places: ``pits[0]``, ``pits[1]`` and so on."""
    longest: dict[str, int] = {}
    for state in states:
        for name, field in zip(state._fields, state, strict=True):
            if isinstance(field, tuple):
                longest[name] = max(longest.get(name, 0), len(field))
    each = ([f"{name}[{k}]" for k in range(longest[name])] if name in longest else [name] for name in names)
    return tuple(name for names in each for name in names)


def quantity(game: Game, state: Any, name: str) -> int:
    """A field of the state, a place of a row, or what the game's method of that name says about the state.

    ``ABSENT`` where the row is shorter. Raises RulesError for anything but a whole number.
    """
    if place := PLACE.fullmatch(name):
        row, k = getattr(state, place[1]), int(place[2])
        return int(row[k]) if k < len(row) else ABSENT
    number = getattr(state, name) if name in state._fields else getattr(game, name)(state)
    try:
        return index(number)
    except TypeError:
        message = f"{broken_rules.at(game, state)}: the quantity {name} is {number!r}; possible: a whole number"
        raise RulesError(message) from None


def is_set(game: Game, name: str) -> bool:
    """Whether the rules declare a quantity as a set of cards."""
    state_class, place = type(game.start()), PLACE.fullmatch(name)
    if place:
        return item_kind(get_type_hints(state_class).get(place[1])) is Cards
    of_state = name in state_class._fields
    return (
        get_type_hints(state_class if of_state else getattr(type(game), name)).get(name if of_state else "return")
        is Cards
    )
