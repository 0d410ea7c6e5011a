"""The names of players."""

from collections.abc import Sequence

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """The name of a seat: from ``names`` if the game has one, else ``the first player`` for seat 0, and so on."""
    if seat < len(names):
        return names[seat]
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player number {seat + 1}"


def short_seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """The name of a seat in a table: the game's name for it, or ``first``, ``second``."""
    return names[seat] if seat < len(names) else seat_name(seat).removeprefix("the ").removesuffix(" player")
