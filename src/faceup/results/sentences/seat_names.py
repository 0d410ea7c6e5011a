"""Those who sit at a table of several, where each plays for themselves, in words: their names, and who won."""

from collections.abc import Sequence

from faceup.numbers.value import Number, amount
from faceup.results.sentences.capital_letters import capital
from faceup.rules.player_names import seat_name


def possessive(who: str) -> str:
    """``your``, ``the first player's``."""
    return "your" if who == "you" else f"{who}'" if who.endswith("s") else f"{who}'s"


def winning_seat(row: Sequence[Number]) -> int | None:
    """Who wins: whoever alone gets one, where all others get nothing; None where it is for other numbers."""
    return list(row).index(1) if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1 else None


def seats_sentence(row: Sequence[Number], own: Sequence[str] = ()) -> str:
    """How a game ended with these payoffs: ``the second player wins``, or what each gets."""
    winner = winning_seat(row)
    return gains_sentence(row, own) if winner is None else f"{seat_name(winner, own)} wins"


def seats_sentence_for(row: Sequence[Number], person: int | None, own: Sequence[str] = ()) -> str:
    """The same to the one person who played, capitalised; None: there is not one."""
    sentence, winner = seats_sentence(row, own), winning_seat(row)
    if person is None:
        return capital(sentence)
    if winner is None:
        return f"You get {amount(row[person])}: {sentence}"
    return "You win" if winner == person else f"You lose: {sentence}"


def gains_sentence(row: Sequence[Number], own: Sequence[str] = ()) -> str:
    """``2 for the first player, 0 for the second player``."""
    return ", ".join(f"{amount(number)} for {seat_name(k, own)}" for k, number in enumerate(row))
