"""What a game is worth when a player keeps to a policy and the others answer as well as they can."""

from math import inf
from typing import Any

import numpy as np

from faceup.engines.graph import GameGraph
from faceup.engines.rounds import values_of
from faceup.numbers.exact import Exact, mean
from faceup.numbers.intervals import Bounds
from faceup.numbers.value import Value, exactly, within
from faceup.rules.contract import CHANCE, OVER

ROUNDING = 2.0**-53
EXACT_EDGES = 300_000  # of a graph with fewer moves the value is worth computing in fractions


class TooLong(ArithmeticError):
    """A fraction has more digits than was wanted."""


def policy_value(graph: GameGraph, player: int, exact: bool = False) -> Value:
    """The start's value when ``player`` takes the worst of the moves the graph has, the others their best.

    In fractions where that is little work or ``exact`` asks for it, else with a proven bound; where positions come
    round, as exactly as their equations are solved.
    """
    if graph.comes_round:
        return within(*_bounds_with_rounds(graph, player))
    if exact or len(graph.moves) <= EXACT_EDGES:
        return exactly(exact_value(graph, player))
    evaluator = Evaluator(graph, player)
    (value,) = evaluator.values().tolist()
    return Value(value - evaluator.error, value + evaluator.error, "bounded", value)


def exact_value(graph: GameGraph, worst: int | None = None, most_bits: float = inf) -> Exact:
    """The start's value under best play, but for a player who takes the ``worst`` of the moves the graph has.

    Raises TooLong where a denominator would have more than ``most_bits``.
    """
    if graph.comes_round:
        low, high = _bounds_with_rounds(graph, worst)
        if low != high:
            raise TooLong
        return low
    numbers, values = graph.numbers, [graph.numbers[0]] * len(graph.states)
    first, targets, weights = graph.first.tolist(), graph.targets.tolist(), graph.weights.tolist()
    rewards, turns, payoffs = graph.rewards.tolist(), graph.turns.tolist(), graph.payoffs.tolist()
    for level in graph.levels:
        for i in level.tolist():
            who = turns[i]
            if who == OVER:
                values[i] = numbers[payoffs[i]]
                continue
            edges = range(first[i], first[i + 1])
            after = [values[targets[e]] + numbers[rewards[e]] for e in edges]
            if who == CHANCE:
                odds = [weights[e] for e in edges]
                values[i] = mean(list(zip(odds, after, strict=True)), sum(odds))
                if values[i].denominator.bit_length() > most_bits:
                    raise TooLong
            else:
                values[i] = max(after) if (who == 0) != (worst == who) else min(after)
    return values[0]


def _bounds_with_rounds(graph: GameGraph, worst: int | None) -> Bounds:
    """The same where positions come round: whoever takes the worst moves leaves the choice to the other."""
    turns = [1 - who if who == worst else who for who in graph.turns.tolist()]
    return values_of(graph, turns=turns)[0].value


class Evaluator:
    """Values of many policies of one player at once, in floating point.

    The error of each is at most ``error``: an average or a maximum makes no error of its children larger, and each
    level adds its own rounding.
    """

    def __init__(self, graph: GameGraph, player: int) -> None:
        self.graph, self.player = graph, player
        numbers = np.array([float(number) for number in graph.numbers])
        self.payoffs, self.rewards = numbers[graph.payoffs], numbers[graph.rewards]
        self.levels = [self._by_turn(level) for level in graph.levels]
        most = int(np.diff(graph.first).max(initial=0))
        size = np.abs(self.payoffs).max(initial=0) + len(graph.levels) * np.abs(self.rewards).max(initial=0)
        self.error = float(len(graph.levels) * (most + 4) * ROUNDING * size)

    def _by_turn(self, level: Any) -> list[tuple[int, Any, Any, Any]]:
        """The positions of a level by whose turn it is, with their edges one after the other and where each begins."""
        parts = []
        for who in (OVER, CHANCE, 0, 1):
            here = level[self.graph.turns[level] == who]
            if len(here):
                edges, _, starts = self.graph.edges_of(here)
                parts.append((who, here, edges, starts))
        return parts

    def values(self, chosen: Any = None) -> Any:
        """The start's value under each policy; ``chosen`` is (positions, policies), the edge taken where it matters.

        Without it the one policy is to take the worst of the moves that the graph has.
        """
        graph = self.graph
        values = np.zeros((len(graph.states), 1) if chosen is None else chosen.shape)
        for level in self.levels:
            for who, here, edges, starts in level:
                if who == OVER:
                    values[here] = self.payoffs[here, None]
                elif who == self.player and chosen is not None:
                    taken = chosen[here]
                    values[here] = np.take_along_axis(values, graph.targets[taken], 0) + self.rewards[taken]
                else:
                    after = values[graph.targets[edges]] + self.rewards[edges, None]
                    if who == CHANCE:
                        weights = graph.weights[edges].astype(float)
                        total = np.add.reduceat(weights, starts)
                        values[here] = np.add.reduceat(after * weights[:, None], starts, axis=0) / total[:, None]
                    else:
                        extreme = np.maximum if (who == 0) != (who == self.player) else np.minimum
                        values[here] = extreme.reduceat(after, starts, axis=0)
        return values[0]
