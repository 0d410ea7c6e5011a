"""The value of best play from a position, as a sentence to the person who plays."""

from faceup.numbers.value import Value
from faceup.results.answers.winning_chances import WinningScale
from faceup.results.chances import amount_text, chance_text, how_sure
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.outcome_sentences import best_play_sentence, within
from faceup.results.stakes import Stakes


def from_here(stakes: Stakes, value: Value, scale: WinningScale | None, moves: int | None, person: int | None) -> str:
    """``You win within 3 moves with best play (exact).``

    ``scale`` is that from values to probabilities of winning, if there is one, ``moves`` the number within which the
    winner has won, ``person`` the reader, None for a sentence with the players' names. Numbers of two who are not
    opposed are player 0's for every reader: the other's gain may be no loss.
    """
    return f"{capital(_sentence(stakes, value, scale, moves, person))} ({how_sure(value)})."


def wins_often(stakes: Stakes, value: Value, scale: WinningScale, person: int | None) -> str:
    """The rate of wins of the person (of player 0 without one), or of the other if values give only that."""
    winner = scale.reader(stakes.alone if not stakes.two else person or 0)
    wins = "you win" if person is not None and winner == person else f"{stakes.name(winner)} wins"
    return f"{wins} {chance_text(scale.chance(value, winner))} of games"


def gain_sentence(stakes: Stakes, value: Value, who: str) -> str:
    """``you lose by 14``, of one of two opponents with this value; empty if that is no victory of either."""
    if not stakes.opposed or stakes.rewards or value.low <= 0 <= value.high:
        return ""
    wins = value.low > 0
    by = amount_text(value if wins else value.to_the_other())
    return f"{who} {'win' if wins else 'lose'}{'' if who == 'you' else 's'} by {by}"


def _sentence(stakes: Stakes, value: Value, scale: WinningScale | None, moves: int | None, person: int | None) -> str:
    play = " with best play" if stakes.players else ""
    outcome = stakes.worth(value)
    if outcome.decisive:
        kind = "draw" if person is None else outcome.of(person).kind
        sentence = {"win": "you win", "loss": "you lose"}.get(kind) or best_play_sentence(stakes, value)
        return within(sentence, moves) + play
    side = stakes.alone if not stakes.two else person or 0
    you = person is not None
    by_both = f"{play} by both" if stakes.two else play
    if scale is not None:
        return f"{wins_often(stakes, value, scale, side if you else None)}{by_both}"
    if stakes.two:
        side = stakes.side(person)
        you = person == side
    number = value.to_the_other() if side else value
    average = " on average" if stakes.chance else ""
    if you and (gain := gain_sentence(stakes, number, "you")):
        return f"{play.strip()} {gain}{average}"
    amount = amount_text(number) + " from here" * stakes.rewards
    gets = "you get" if you else f"{stakes.name(side)} gets"
    return f"{gets if stakes.players else 'it brings'} {amount}{average}{by_both}"
