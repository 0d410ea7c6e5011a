"""Moves: whole numbers, words, members of an enumeration, or tuples of them, as from one square to another."""

from collections.abc import Sequence
from enum import Enum, EnumType
from functools import cache
from itertools import islice
from types import FunctionType
from typing import Any

from faceup.rules.errors import MISTAKES, is_own

#: A move as rules yield it: ``4``, ``"stop"``, ``(3, 7)``, ``("bet", 2)``, or a NamedTuple of such parts.
Move = int | str | tuple[int | str, ...]


def is_move(value: Any) -> bool:
    """Whether a value can be a move."""
    return isinstance(value, int | str) or (
        isinstance(value, tuple) and all(isinstance(part, int | str) for part in value)
    )


def is_word(text: str) -> bool:
    """Whether a text can be a word: printable, on one line, with single spaces inside."""
    return text.isprintable() and " ".join(text.split()) == text != ""


def parts_of(move: Move) -> tuple[int | str, ...]:
    """The numbers and words that a move is made of."""
    return move if isinstance(move, tuple) else (move,)


def move_words(move: Move, names: Sequence[str] = ()) -> str:
    """A move as people write it: ``4``, ``3-7``, ``stop``, ``bet 2``; a member of an enumeration by its name, and a
    tuple of numbers with the ``names`` of its parts, ``pile 2 coins 1``.
    """
    parts = parts_of(move)
    if not any(isinstance(part, str | Enum) for part in parts):
        if not isinstance(move, tuple) or not move or len(names) != len(move):
            return numbers_text(move)
        return " ".join(f"{name} {plain(part)}" for name, part in zip(names, move, strict=True))
    return " ".join(member_name(part) if isinstance(part, Enum) else str(part) for part in parts)


def numbers_text(move: Move) -> str:
    """A move as its numbers, ``4``, ``3-7``; words stay as they are, ``bet-2``; an empty tuple is ``none``."""
    if move == ():
        return "none"
    return "-".join(str(plain(part) if isinstance(part, Enum) and is_move(part) else part) for part in parts_of(move))


def plain(part: int | str) -> int | str:
    """A part of a move as a plain int or str, without its enumeration class."""
    return str.__str__(part) if isinstance(part, str) else int(part)


def member_name(member: Enum) -> str:
    """The text of a member that is a text; else its name in small letters."""
    return str.__str__(member) if isinstance(member, str) else member.name.lower().replace("_", " ")


MOST_MOVES = 10_000  # moves of a state that are compared


def with_members(game: Any, state: Any, move: Move) -> Move:
    """A move in plain numbers as the rules yield it, with members of enumerations, and the names of its parts."""
    rules_class: Any = type(game)
    named = hasattr(move, "_fields") or any(isinstance(part, Enum) for part in parts_of(move))
    if named or not _has_names(rules_class):
        return move
    try:
        return next((legal for legal in islice(game.moves(state), MOST_MOVES) if legal == move), move)
    except MISTAKES:  # the state may be a view
        return move


@cache
def _has_names(rules_class: Any) -> bool:
    """Whether the rules, or the files of their methods, have an enumeration of numbers, or a class of named parts."""
    members = [member for cls in rules_class.__mro__ for member in vars(cls).values()]
    functions = [member for member in members if isinstance(member, FunctionType)]
    spaces = [function.__globals__ for function in functions if not is_own(function.__code__.co_filename)]
    values = (*members, *(value for space in spaces for value in space.values()))
    return any(_is_enumeration(value) or _has_fields(value) for value in values if value is not rules_class.State)


def _has_fields(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def _is_enumeration(value: Any) -> bool:
    return isinstance(value, EnumType) and int in value.__mro__ and len(value) > 0
