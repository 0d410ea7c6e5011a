"""Moves: whole numbers, or tuples of them, as from one square to another."""

from collections.abc import Iterable
from typing import Any

#: A move as rules yield it: ``4``, ``(3, 7)``, or a NamedTuple of whole numbers.
Move = int | tuple[int, ...]


def is_move(value: Any) -> bool:
    """Whether this can be a move."""
    return isinstance(value, int) or (
        isinstance(value, tuple) and len(value) > 0 and all(isinstance(part, int) for part in value)
    )


def numbers_text(move: Move) -> str:
    """A move as its numbers: ``4``, ``3-7``."""
    return "-".join(map(str, move)) if isinstance(move, tuple) else str(move)


def in_order(moves: Iterable[Move]) -> list[Move]:
    """The moves, numbers first and then tuples, each in their order."""
    return sorted(moves, key=lambda move: (1, *move) if isinstance(move, tuple) else (0, move))
