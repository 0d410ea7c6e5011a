"""The oracle of every engine: slow plain recursion in fractions."""

from fractions import Fraction
from typing import Any

from faceup.rules import CHANCE, OVER, Game


def oracle(game: Game) -> dict[Any, Fraction]:
    """Return the value of every reachable state, by the rules alone, without canon and choices."""
    values: dict[Any, Fraction] = {}

    def value(state: Any) -> Fraction:
        if state not in values:
            values[state] = evaluate(state)
        return values[state]

    def evaluate(state: Any) -> Fraction:
        who = game.turn(state)
        if who == OVER:
            return exact_number(game.payoff(state))
        moves = list(game.moves(state))
        if who == CHANCE:
            moves = [move for move in moves if game.odds(state, move)]
        after = [exact_number(game.reward(state, move)) + value(game.play(state, move)) for move in moves]
        if who == CHANCE:
            weights = [game.odds(state, move) for move in moves]
            return sum((w * v for w, v in zip(weights, after, strict=True)), Fraction(0)) / sum(weights)
        return max(after) if who == 0 else min(after)

    value(game.start())
    return values


def exact_number(number: Any) -> Fraction:
    """Return the exact number that the rules mean: 0.1 is a tenth."""
    return Fraction(repr(number)) if isinstance(number, float) else Fraction(number)
