"""A decision under hidden information as lines of text."""

from faceup.numbers.value import amount
from faceup.results.answers.decision import Decision, decision_labels
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.sentences.capital_letters import capital
from faceup.rules.player_names import seat_name

YOU = "you"  # a single player


def decision_sentence(solution: HiddenSolution, decision: Decision) -> str:
    """``The second player who sees "1: check": check 2/3, bet 1/3.``"""
    name = _name(solution, decision)
    sees = "see" if name == YOU else "sees"
    (label,) = decision_labels(solution.game, [decision]).values()
    return f'{capital(name)} who {sees} "{label}": {", ".join(decision.shares)}.'


def worths_text(solution: HiddenSolution, decision: Decision) -> str:
    """The value of each move to its player, or why it is unknown."""
    name = _name(solution, decision)
    if decision.worths is None:
        if solution.value.how != "exact":
            return "known within bounds only, as the game is not solved exactly"
        return (
            f"unknown, as best play of {seat_name(1 - decision.player, solution.game.player_names)} never comes to this"
        )
    pairs = zip(decision.words, decision.worths, strict=True)
    worths = ", ".join(f"{word}{':' if word[-1:].isdigit() else ''} {amount(worth)}" for word, worth in pairs)
    return f"{worths} to {name}, as far as can be known"


def _name(solution: HiddenSolution, decision: Decision) -> str:
    stakes = solution.stakes
    alone = stakes is not None and not stakes.two
    return YOU if alone else seat_name(decision.player, solution.game.player_names)
