"""What those who play are called."""

from collections.abc import Sequence

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def seat_name(seat: int, own: Sequence[str] = ()) -> str:
    """The game's ``own`` name where it has one, else ``the first player`` for seat 0, and so on."""
    if seat < len(own):
        return own[seat]
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player number {seat + 1}"


def short_seat_name(seat: int, own: Sequence[str] = ()) -> str:
    """The same in a table: ``first``, ``second``."""
    return own[seat] if seat < len(own) else seat_name(seat).removeprefix("the ").removesuffix(" player")
