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


def winning_seat(row: Sequence[Number]) -> int | None:
    """Who wins: whoever alone gets one, where all others get nothing; None where it is for other numbers."""
    return list(row).index(1) if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1 else None


def seats_sentence(row: Sequence[Number]) -> str:
    """How a game ended with these payoffs: ``the second player wins``, or what each gets."""
    winner = winning_seat(row)
    return gains_sentence(row) if winner is None else f"{seat_name(winner)} wins"


def seats_sentence_for(row: Sequence[Number], person: int | None) -> str:
    """The same to the one person who played, capitalised; None: there is not one."""
    sentence, winner = seats_sentence(row), winning_seat(row)
    if person is None:
        return f"{sentence[:1].upper()}{sentence[1:]}"
    if winner is None:
        return f"You get {amount(row[person])}: {sentence}"
    return "You win" if winner == person else f"You lose: {sentence}"


def gains_sentence(row: Sequence[Number]) -> str:
    """``2 for the first player, 0 for the second player``."""
    return ", ".join(f"{amount(number)} for {seat_name(k)}" for k, number in enumerate(row))
