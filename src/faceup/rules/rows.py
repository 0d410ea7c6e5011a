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


def place_name(row: str, place: int) -> str:
    """What a place of a row is called: ``pit 3`` of the row ``pits``."""
    for many, one in (("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", "")):
        if row.endswith(many) and not row.endswith(("ss", "us", "is")):
            row = row.removesuffix(many) + one
            break
    return f"{row} {place}"


def in_short(field: Any) -> str:
    """A field of a state as text."""
    return ",".join(map(str, field)) if isinstance(field, tuple) else str(field)
