"""Moves: whole numbers, words, or tuples of them, as from one square to another."""

from typing import Any

#: A move as rules yield it: ``4``, ``"stop"``, ``(3, 7)``, ``("bet", 2)``, or a NamedTuple of such parts.
Move = int | str | tuple[int | str, ...]


def is_move(value: Any) -> bool:
    """Whether this can be a move."""
    return isinstance(value, int | str) or (
        isinstance(value, tuple) and len(value) > 0 and all(isinstance(part, int | str) for part in value)
    )


def is_word(text: str) -> bool:
    """Whether a text can be called out and typed: one line, with single spaces at most."""
    return text.isprintable() and " ".join(text.split()) == text != ""


def parts_of(move: Move) -> tuple[int | str, ...]:
    """The numbers and words that a move is made of."""
    return move if isinstance(move, tuple) else (move,)


def spoken(move: Move) -> str:
    """A move as people say it: ``4``, ``3-7``, ``stop``, ``bet 2``."""
    worded = isinstance(move, tuple) and any(isinstance(part, str) for part in move)
    return " ".join(map(str, move)) if worded and isinstance(move, tuple) else numbers_text(move)


def numbers_text(move: Move) -> str:
    """A move as its numbers: ``4``, ``3-7``; words are as they are: ``stop``, ``bet-2``."""
    return "-".join(map(str, move)) if isinstance(move, tuple) else str(move)
