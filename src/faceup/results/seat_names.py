"""Those who sit at a table of several, where each plays for themselves, in words: their names, and who won."""

from collections.abc import Sequence

from faceup.results.value import Number, amount

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def seat_name(seat: int) -> str:
    """``the first player`` for seat 0, and so on."""
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player number {seat + 1}"


def seats_sentence(row: Sequence[Number]) -> str:
    """How a game ended with these payoffs: ``the second player wins``, or what each gets."""
    if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1:
        return f"{seat_name(list(row).index(1))} wins"
    return ", ".join(f"{amount(number)} for {seat_name(k)}" for k, number in enumerate(row))
