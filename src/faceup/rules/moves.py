"""Moves: whole numbers, words, or tuples of them, as from one square to another."""

from enum import Enum
from typing import Any

#: A move as rules yield it: ``4``, ``"stop"``, ``(3, 7)``, ``("bet", 2)``, or a NamedTuple of such parts.
Move = int | str | tuple[int | str, ...]


def is_move(value: Any) -> bool:
    """Whether this can be a move."""
    return isinstance(value, int | str) or (
        isinstance(value, tuple) and all(isinstance(part, int | str) for part in value)
    )


def is_word(text: str) -> bool:
    """Whether a text can be called out and typed: one line, with single spaces at most."""
    return text.isprintable() and " ".join(text.split()) == text != ""


def parts_of(move: Move) -> tuple[int | str, ...]:
    """The numbers and words that a move is made of."""
    return move if isinstance(move, tuple) else (move,)


def spoken(move: Move) -> str:
    """A move as people say it: ``4``, ``3-7``, ``stop``, ``bet 2``; a member of an enumeration by its name."""
    parts = parts_of(move)
    if not any(isinstance(part, str | Enum) for part in parts):
        return numbers_text(move)
    return " ".join(member_name(part) if isinstance(part, Enum) else str(part) for part in parts)


def numbers_text(move: Move) -> str:
    """A move as its numbers: ``4``, ``3-7``; words are as they are: ``stop``, ``bet-2``; an empty tuple is ``none``."""
    if move == ():
        return "none"
    return "-".join(str(plain(part) if isinstance(part, Enum) and is_move(part) else part) for part in parts_of(move))


def plain(part: int | str) -> int | str:
    """A part of a move without the class of its own that it may have."""
    return str.__str__(part) if isinstance(part, str) else int(part)


def member_name(member: Enum) -> str:
    """The text that a member is, or else its name in small letters."""
    return str.__str__(member) if isinstance(member, str) else member.name.lower().replace("_", " ")
