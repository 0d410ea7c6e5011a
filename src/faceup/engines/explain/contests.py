"""How simple ways of playing fare against best play, computed from all positions."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isinf
from typing import Any

import numpy as np

from faceup.engines.graph import GameGraph
from faceup.numbers.value import nearest, rounded
from faceup.results.reasons import Contest
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.moves import Move

Chooser = Callable[[Any], Sequence[Move]]


def contest(graph: GameGraph, ways: tuple[str, ...], choosers: Mapping[str, Chooser]) -> Contest:
    """What follows when each player picks evenly among the moves that their way of playing chooses.

    There are shares of what is possible alone, and none where there are rewards on the way.
    """
    vast = any(isinf(rounded(number)) for number in graph.numbers)  # then in fractions, for no float is so large
    numbers = np.array([Fraction(number) if vast else float(number) for number in graph.numbers])
    payoffs = sorted(set(graph.payoffs[graph.turns == OVER].tolist()))
    means = np.zeros(len(graph.states), numbers.dtype)
    shares = np.zeros((len(graph.states), len(payoffs)))
    possible = np.zeros(shares.shape, bool)  # a share may be too small for a float
    for level in graph.levels:
        for i in level.tolist():
            who = int(graph.turns[i])
            if who == OVER:
                k = payoffs.index(int(graph.payoffs[i]))
                means[i], shares[i, k], possible[i, k] = numbers[graph.payoffs[i]], 1.0, True
                continue
            edges = np.arange(graph.first[i], graph.first[i + 1])
            if who != CHANCE:
                edges = edges[
                    np.isin(graph.moves[edges], [*map(graph.number, choosers[ways[who % len(ways)]](graph.states[i]))])
                ]
            total = int(graph.weights[edges].sum())
            weights = graph.weights[edges] / total
            after = graph.targets[edges]
            chances = (
                np.array([Fraction(weight) / total for weight in graph.weights[edges].tolist()]) if vast else weights
            )
            means[i] = chances @ (means[after] + numbers[graph.rewards[edges]])
            shares[i] = weights @ shares[after]
            possible[i] = possible[after].any(axis=0)
    ends = {nearest(numbers[payoff]): float(shares[0, k]) for k, payoff in enumerate(payoffs) if possible[0, k]}
    return Contest(ways, nearest(means[0]), {} if graph.rewards.any() else ends)


def careful(game: Game, stakes: Stakes, state: Any) -> list[Move]:
    """The moves of a player who looks one move ahead: those that win at once, else those that let nobody win at once.

    Where every move lets the other win at once, all of them. To win is to end with the best payoff there is, be it 0.
    """
    who = game.turn(state)
    best = () if stakes.numeric else (max(stakes.payoffs), min(stakes.payoffs))

    def wins(after: Any, player: int) -> bool:
        return bool(best) and game.turn(after) == OVER and game.payoff(after) == best[player]

    after = {move: game.play(state, move) for move in game.moves(state)}
    winning = [move for move, there in after.items() if wins(there, who)]
    if winning:
        return winning
    safe = [
        move
        for move, there in after.items()
        if game.turn(there) != 1 - who or not any(wins(game.play(there, reply), 1 - who) for reply in game.moves(there))
    ]
    return safe or list(after)
