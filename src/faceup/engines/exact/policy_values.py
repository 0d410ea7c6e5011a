"""Policies evaluated: backward induction on rows of numbers, and what a game is worth against a player's policy."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from faceup.engines.exact.opponents import values_of
from faceup.engines.model import thresholds
from faceup.engines.model.graph import GameGraph
from faceup.numbers.value import Value, within
from faceup.rules.contract import CHANCE

ROUNDING = 2.0**-53

# Of several positions of one player, or of chance: how the rows of their moves become a row for each, from these rows,
# the edges, and where those of each position begin.
Rule = Callable[[Any, Any, Any], Any]


def most(rows: Any, edges: Any, starts: Any) -> Any:
    return np.maximum.reduceat(rows, starts, axis=0)


def least(rows: Any, edges: Any, starts: Any) -> Any:
    return np.minimum.reduceat(rows, starts, axis=0)


def mean(weights: Any) -> Rule:
    """The mean by these weights, one an edge."""

    def weighted_mean(rows: Any, edges: Any, starts: Any) -> Any:
        given, counts = weights[edges], np.diff(np.append(starts, len(edges)))
        shares = given / np.repeat(np.add.reduceat(given, starts), counts)  # first, as products may overflow
        return np.add.reduceat(rows * shares[:, None], starts, axis=0)

    return weighted_mean


class Induction:
    """Backward induction where no position comes again: a row of numbers for each position, floats or fractions."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.steps = [step for level in graph.levels[1:] for step in self._by_turn(level)]

    def _by_turn(self, level: Any) -> list[tuple[int, Any, Any, Any]]:
        """The positions of a level by whose turn it is, with their edges one after the other and where each begins."""
        turns = self.graph.turns[level]
        steps = []
        for who in np.unique(turns).tolist():
            here = level[turns == who]
            edges, _, starts = self.graph.edges_of(here)
            steps.append((who, here, edges, starts))
        return steps

    def values(self, ends: Any, gains: Any, rules: Mapping[int, Any]) -> Any:
        """What each position is worth, as ``ends`` (positions, columns) says of those that are over.

        ``gains`` (edges, columns or 1) is what each edge adds. ``rules`` has a Rule for each seat and for CHANCE, or
        which edges a seat takes (positions, columns).
        """
        targets, values = self.graph.targets, ends.copy()
        columns = np.arange(ends.shape[1])
        for who, here, edges, starts in self.steps:
            rule = rules[who]
            if callable(rule):
                values[here] = rule(values[targets[edges]] + gains[edges], edges, starts)
            else:
                taken = rule[here]
                values[here] = values[targets[taken], columns] + gains[taken, columns % gains.shape[1]]
        return values


def policy_value(graph: GameGraph, player: int, exact: bool = False) -> Value:
    """The start's value when ``player`` takes the worst of the moves the graph has, the others their best.

    In fractions where that is little work or ``exact`` asks for it, else with a proven bound; where positions come
    round, as exactly as their equations are solved.
    """
    if exact or graph.comes_round or len(graph.moves) <= thresholds.POLICY_EDGES:
        turns = [1 - who if who == player else who for who in graph.turns.tolist()]  # who leaves the other the choice
        return within(*values_of(graph, turns=turns, exact=exact)[0].value)
    evaluator = Evaluator(graph, player)
    (value,) = evaluator.values().tolist()
    return Value(value - evaluator.error, value + evaluator.error, "bounded", value)


class Evaluator:
    """Values of many policies of one player at once, in floating point.

    The error of each is at most ``error``: an average or a maximum makes no error of its children larger, and each
    level adds its own rounding.
    """

    def __init__(self, graph: GameGraph, player: int) -> None:
        self.induction, self.player = Induction(graph), player
        numbers = np.array([float(number) for number in graph.numbers])
        self.payoffs, self.rewards = numbers[graph.payoffs], numbers[graph.rewards, None]
        other = least if player == 0 else most
        self.rules = {CHANCE: mean(graph.weights.astype(float)), 0: other, 1: other}
        widest, levels = int(np.diff(graph.first).max(initial=0)), len(graph.levels)
        size = np.abs(self.payoffs).max(initial=0) + levels * np.abs(self.rewards).max(initial=0)
        self.error = float(levels * (widest + 4) * ROUNDING * size)

    def values(self, chosen: Any = None) -> Any:
        """The start's value under each policy; ``chosen`` is (positions, policies), the edge taken where it matters.

        Without it the one policy is to take the worst of the moves that the graph has.
        """
        policies = 1 if chosen is None else chosen.shape[1]
        rules = self.rules if chosen is None else {**self.rules, self.player: chosen}
        return self.induction.values(np.repeat(self.payoffs[:, None], policies, 1), self.rewards, rules)[0]
