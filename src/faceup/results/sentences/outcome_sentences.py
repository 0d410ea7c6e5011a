"""The sentences on outcomes: who wins."""

from faceup.numbers.value import Value, amount
from faceup.results.outcome import Outcome
from faceup.results.sentences.capital_letters import capital
from faceup.results.stakes import Stakes
from faceup.rules.player_names import seat_name


def best_play_sentence(stakes: Stakes, value: Value) -> str:
    """The outcome of best play: ``the first player wins``, ``a sure win``, ``a draw``; empty for a number."""
    outcome = stakes.worth(value)
    if not outcome.decisive:
        return ""
    if stakes.two or outcome.kind == "draw":
        return end_sentence(stakes, outcome)
    return f"a sure {outcome.of(stakes.alone).kind}"


def within(sentence: str, moves: int | None) -> str:
    """The sentence, with the number of moves within which it comes true, if known."""
    return f"{sentence} within {moves:,} move{'s' * (moves != 1)}" if moves else sentence


def shortly(kind: str, moves: int | None) -> str:
    """A short outcome with its number of moves: ``win in 5``."""
    return f"{kind} in {moves:,}" if moves else kind


def best_play_noun(stakes: Stakes, value: Value) -> str:
    """The outcome of best play as a noun: ``a win for the first player``, ``a draw``; empty for a number."""
    winner = stakes.worth(value).winner
    return best_play_sentence(stakes, value) if winner is None or not stakes.two else f"a win for {stakes.name(winner)}"


def end_sentence(stakes: Stakes, outcome: Outcome) -> str:
    """The end of a game: ``the first player wins``, ``the player loses``, ``a draw``, ``3 for the first player``."""
    if outcome.kind == "draw":
        return "a draw"
    if outcome.kind == "no win":
        return f"{stakes.name(outcome.player)} does not win"
    if outcome.kind == "number":
        number, player = amount(outcome.of(0).amount or 0), whose(stakes)
        return f"{number}{player}" if player else f"the result is {number}"
    if outcome.winner is not None and stakes.two:
        return f"{stakes.name(outcome.winner)} wins"
    return f"the player {'wins' if outcome.of(stakes.alone).kind == 'win' else 'loses'}"


def whose(stakes: Stakes, person: int | None = None) -> str:
    """The owner of a number, to follow it: `` for the first player``; empty if a single player owns it.

    For a person's own number it is `` for you``.
    """
    if stakes.opposed and person is not None:
        return " for you"
    if stakes.two:
        return f" for {stakes.name(0)}"
    return "" if stakes.alone == 0 else f" for {seat_name(0, stakes.own)}"


def end_sentence_for(stakes: Stakes, outcome: Outcome, person: int | None) -> str:
    """The end of a game as a sentence to the one person who played; None if there is not one person."""
    sentence = end_sentence(stakes, outcome)
    whole = capital(sentence)
    if person is None or (outcome.kind == "no win" and outcome.player != person):
        return f"{whole}."
    if outcome.kind == "number" and stakes.two and not stakes.opposed:
        return f"{whole}{' (you)' * (person == outcome.player)}."
    if outcome.kind == "number":
        won = outcome.of(person).amount or 0
        if stakes.opposed and stakes.two:
            return (
                "A draw." if won == 0 else f"You {'win' if won > 0 else 'lose'} by {amount(won if won > 0 else -won)}."
            )
        return f"You get {amount(won)}."
    return {"win": "You win.", "loss": "You lose.", "draw": "A draw.", "no win": "You lose."}[outcome.of(person).kind]


def mistake_sentence(before: Outcome, after: Outcome) -> str:
    """The loss by a move, for its player, as ``from a draw to a loss``; empty for a number."""
    if not (before.decisive and after.decisive):
        return ""
    return f"threw a {before.kind} away: now a {after.kind}"
