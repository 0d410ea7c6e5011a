"""The answer about a solved game in one sentence: the winner, a rate, or the value of best play."""

from faceup.numbers.value import Value, limit_name, overlap
from faceup.results.answers.solution import Solution
from faceup.results.answers.winning_chances import WinningScale, winning_scale
from faceup.results.chances import amount_text, chance_text, how_sure
from faceup.results.sentences.best_play_sentences import gain_sentence
from faceup.results.sentences.capital_letters import capital
from faceup.results.sentences.outcome_sentences import best_play_sentence, within
from faceup.results.stakes import Stakes
from faceup.rules.player_names import seat_name


def answer(solution: Solution) -> str:
    """``The first player wins within 9 moves with best play (exact).``"""
    if solution.value.how == "stopped":
        if not solution.value.known:
            return f"Not solved: nothing was proven before {limit_name(solution.value.limit)}."
        return "Not solved: the value lies between the bounds below."
    sure = how_sure(solution.value)
    if solution.seats:
        return f"{_of_seats(solution)} ({sure})."
    stakes = solution.stakes
    if stakes is None:
        return (
            f"Best play is worth {amount_text(solution.value)} to {seat_name(0, solution.game.player_names)} ({sure})."
        )
    winner = within(best_play_sentence(stakes, solution.value), solution.won_within(solution.start, stakes))
    if winner:
        return f"{capital(winner)}{_with_best_play(stakes)} ({sure})."
    return f"{capital(best_play_brings(solution.value, winning_scale(solution, stakes), stakes))} ({sure})."


def _with_best_play(stakes: Stakes) -> str:
    return " with best play" if stakes.players else ""


def best_play_brings(value: Value, scale: WinningScale | None, stakes: Stakes) -> str:
    """The rate of wins if values are rates on a ``scale``, else the value of best play."""
    on_average = " on average" if stakes.chance else ""
    player = stakes.alone if not stakes.two else scale.reader(0) if scale else 0
    rate = "" if scale is None else f"{chance_text(scale.chance(value, player))} of games"
    if stakes.two:
        name = stakes.name(player)
        if rate:
            return f"{name} wins {rate} with best play by both"
        gain = gain_sentence(stakes, value, name) or f"{name} gets {amount_text(value)}"
        return f"with best play {gain}{on_average}"
    if rate:
        return f"{'with best play you' if stakes.players else 'you'} win {rate}"
    if player:  # the values are those of a player who never decides
        value = value.to_the_other()
    return f"{'best play brings' if stakes.players else 'it brings'} you {amount_text(value)}{on_average}"


def _of_seats(solution: Solution) -> str:
    """The seat with the highest value and the others, or that all are equal."""
    values, names = [seat.value for seat in solution.seats], solution.game.player_names
    wins = solution.table.one_wins and solution.endless is None
    format_value = chance_text if wins else amount_text
    if len({value.exact for value in values}) == 1 and values[0].exact is not None:
        return f"All are as well off: each {'wins' if wins else 'gets'} {format_value(values[0])}{' of games' * wins}"
    order = sorted(range(len(values)), key=lambda k: values[k].value or 0.0, reverse=True)
    verb = "wins" if wins else "gets"
    if not any(overlap(values[k], values[order[0]]) for k in order[1:]):
        verb += " most often," if wins else " most,"
    first, *others = (f"{seat_name(k, names)} {{}}{format_value(values[k])}" for k in order)
    return capital("; ".join((first.format(f"{verb} "), *(other.format("") for other in others))))
