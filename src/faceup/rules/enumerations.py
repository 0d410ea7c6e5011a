"""Moves that are members of an enumeration, ``yield Act.ROLL``: numbers in all engines, and names for people."""

from enum import Enum, EnumType
from functools import cache
from itertools import islice
from types import FunctionType
from typing import Any

from faceup.rules.errors import MISTAKES, is_own
from faceup.rules.moves import Move, parts_of

MOST = 10_000  # moves of a state that are looked through


def with_members(game: Any, state: Any, move: Move) -> Move:
    """The move with the members that the rules have in it, where they have any and it is in plain numbers."""
    rules_class: Any = type(game)
    if any(isinstance(part, Enum) for part in parts_of(move)) or not _has_enumerations(rules_class):
        return move
    try:
        return next((own for own in islice(game.moves(state), MOST) if own == move), move)
    except MISTAKES:  # rules that are asked about what a player sees of a state
        return move


@cache
def _has_enumerations(rules_class: Any) -> bool:
    """Whether the rules, or the files of their methods, name an enumeration of numbers."""
    members = [member for cls in rules_class.__mro__ for member in vars(cls).values()]
    functions = [member for member in members if isinstance(member, FunctionType)]
    spaces = [function.__globals__ for function in functions if not is_own(function.__code__.co_filename)]
    return any(_is_enumeration(value) for value in (*members, *(value for space in spaces for value in space.values())))


def _is_enumeration(value: Any) -> bool:
    return isinstance(value, EnumType) and int in value.__mro__ and len(value) > 0
