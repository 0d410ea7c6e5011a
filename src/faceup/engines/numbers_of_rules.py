"""The numbers that rules give, checked and without rounding: payoffs, rewards, odds."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from faceup.engines import broken_rules
from faceup.numbers.exact import Exact, whole_odds
from faceup.numbers.value import meant, simplest
from faceup.rules.contract import Game
from faceup.rules.moves import Move


def exact_number(game: Game, state: Any, what: str, number: Any) -> Exact:
    """The number that rules mean, without rounding: a float stands for the shortest decimal that is read as it."""
    if type(number) is int:
        return number
    broken_rules.checked_number(game, state, what, number)
    return meant(float(number)) if isinstance(number, float) else simplest(Fraction(number))


def exact_odds(game: Game, state: Any, move: Move, weight: Any) -> Exact:
    """The weight of an outcome of chance."""
    if not isinstance(weight, (int, Fraction)) or weight < 0:  # in every throw: a tuple is quicker
        raise broken_rules.bad_odds(game, state, move, weight)
    return weight


def odds_of(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, Exact]:
    """The weight of each outcome of chance; one that the rules name twice has it twice."""
    weights: dict[Move, Exact] = {}
    for move in outcomes:
        weights[move] = weights.get(move, 0) + exact_odds(game, state, move, game.odds(state, move))
    return weights


def odds_one_by_one(game: Game, state: Any, outcomes: Sequence[Move]) -> list[int]:
    """The weight of each of these outcomes of chance, as they are named, as whole numbers."""
    weights: list[Any] = [game.odds(state, move) for move in outcomes]
    if not weights or (set(map(type, weights)) == {int} and min(weights) >= 0):
        return weights
    return whole_odds(exact_odds(game, state, *outcome) for outcome in zip(outcomes, weights, strict=True))


def lowest_odds(game: Game, state: Any, outcomes: Iterable[Move]) -> dict[Move, int]:
    """The outcomes that can happen, with their odds as whole numbers in lowest terms.

    Raises RulesError where nothing can happen.
    """
    given = odds_of(game, state, outcomes)
    odds = dict(zip(given, whole_odds(given.values()), strict=True))
    if not odds:
        raise broken_rules.no_moves(game, state)
    if not any(odds.values()):
        raise broken_rules.no_odds(game, state)
    shared = gcd(*odds.values())
    return {move: weight // shared for move, weight in odds.items() if weight}
