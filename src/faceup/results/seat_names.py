"""What to call those who sit at a table of several, where each plays for themselves."""

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def seat_name(seat: int) -> str:
    """``the first player`` for seat 0, and so on."""
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player number {seat + 1}"
