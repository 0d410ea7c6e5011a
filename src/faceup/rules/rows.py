"""Rows of whole numbers in a state: plain tuples, as a board, the pits of a game or a hand of dice."""

from typing import Any

#: A field of a state that is a row of whole numbers.
Row = tuple[int, ...]

ABSENT = -(2**63)  # in strategies: a place that a row does not have


def replaced(row: Row, place: int, value: int) -> Row:
    """The row with another number at this place, counted from 0, or from -1 backwards. Raises IndexError."""
    changed = list(row)
    changed[place] = value
    return tuple(changed)


def in_short(field: Any) -> str:
    """A field of a state as text."""
    return ",".join(map(str, field)) if isinstance(field, tuple) else str(field)
