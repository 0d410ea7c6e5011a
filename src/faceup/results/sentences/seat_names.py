"""The sentences on seats with their own payoffs: names, the winner, and who wins most."""

from collections.abc import Sequence

from faceup.numbers.value import Number, amount
from faceup.results.seats import SeatFigures, SeatOutcome, most_wins
from faceup.results.sentences.capital_letters import capital
from faceup.rules.player_names import seat_name


def possessive(who: str) -> str:
    """``your``, ``the first player's``."""
    return "your" if who == "you" else f"{who}'" if who.endswith("s") else f"{who}'s"


def winning_seat(row: Sequence[Number]) -> int | None:
    """The seat that alone gets 1 while all others get 0; None for other payoffs."""
    return list(row).index(1) if sorted(row) == [0] * (len(row) - 1) + [1] and len(row) > 1 else None


def seats_sentence(row: Sequence[Number], names: Sequence[str] = ()) -> str:
    """The end of a game with these payoffs: ``the second player wins``, or the payoff of each."""
    winner = winning_seat(row)
    return gains_sentence(row, names) if winner is None else f"{seat_name(winner, names)} wins"


def seats_sentence_for(row: Sequence[Number], person: int | None, names: Sequence[str] = ()) -> str:
    """The end of a game as a sentence to the one person who played, capitalised; None if there is not one person."""
    sentence, winner = seats_sentence(row, names), winning_seat(row)
    if person is None:
        return capital(sentence)
    if winner is None:
        return f"{own_gain_sentence(row, person)}: {sentence}"
    return "You win" if winner == person else f"You lose: {sentence}"


def own_gain_sentence(row: Sequence[Number], person: int) -> str:
    """``You get 2``, with a word on it where nobody else gets as much."""
    most = all(row[person] > number for seat, number in enumerate(row) if seat != person)
    return f"You get {amount(row[person])}{', the most' * most}"


def gains_sentence(row: Sequence[Number], names: Sequence[str] = ()) -> str:
    """``2 for the first player, 0 for the second player``."""
    return ", ".join(f"{amount(number)} for {seat_name(k, names)}" for k, number in enumerate(row))


def _level(seats: Sequence[SeatFigures]) -> str:
    """``the first player and the second player win most``; exact rates are level where their bounds meet."""
    best = max(seat.win_rate.low for seat in seats)
    names = [seat.name for seat in seats if seat.win_rate.high >= best]
    if len(names) == len(seats):
        return "all win equally often"
    return f"{', '.join(names[:-1])} and {names[-1]} win most"


def most_wins_sentence(seats: Sequence[SeatFigures]) -> str:
    """``the second player won most``, or that several do, or that it is not certain; empty if nobody can win."""
    if all(seat.win_rate.value is None for seat in seats):
        return ""
    best, exact = most_wins(seats), all(seat.win_rate.how == "exact" for seat in seats)
    if best is None:
        return _level(seats) if exact else "who wins most is not sure"
    return f"{best.name} {'wins' if isinstance(best, SeatOutcome) else 'won'} most"
