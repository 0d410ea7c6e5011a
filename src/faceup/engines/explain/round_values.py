"""What policies are worth in games that come round: each within proven bounds, by the loops that solve such games."""

from typing import Any

import numpy as np

from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.engines.numbers_of_rules import exact_number
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.native_rounds import Solved
from faceup.engines.solve.native_walk import Graph
from faceup.numbers.value import Value, within
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UsageError


class RoundValues:
    """Values of policies of one player, one after another, where positions come round: as ``Evaluator`` gives them.

    The ``error`` is that of the values asked for so far.
    """

    def __init__(self, graph: GameGraph, player: int) -> None:
        self.graph, self.player, self.error = graph, player, 0.0
        self.mine = graph.turns[graph.sources] == player
        self.endless = exact_number(graph.game, graph.states[0], "endless", graph.game.endless)
        numbers = np.array([float(number) for number in graph.numbers])
        self.payoffs, self.rewards = numbers[graph.payoffs], numbers[graph.rewards]

    def values(self, chosen: Any) -> Any:
        """The start's value under each policy; ``chosen`` is (positions, policies), the edge taken where it matters."""
        return np.array([self.value(chosen[:, k]).value for k in range(chosen.shape[1])])

    def value(self, chosen: Any) -> Value:
        """The start's value under one policy. Raises UsageError where that is too much."""
        kept = ~self.mine
        kept[chosen[np.unique(self.graph.sources[self.mine])]] = True
        return self._value(self.graph.turns, kept)

    def of_worst_moves(self) -> Value:
        """The start's value where the player takes the worst of all moves. Raises UsageError where that is too much."""
        turns = self.graph.turns.copy()
        turns[self.graph.turns == self.player] = 1 - self.player
        return self._value(turns, np.ones(len(self.mine), bool))

    def _value(self, turns: Any, kept: Any) -> Value:
        """The start's value under best play by these ``turns``, with the edges that are ``kept``."""
        graph = self.graph
        counts = np.bincount(graph.sources[kept], minlength=len(graph.states))
        played = Graph(
            turns,
            np.concatenate(([0], np.cumsum(counts))),
            graph.targets[kept].astype(np.int32),
            graph.weights[kept].astype(float) if (graph.turns == CHANCE).any() else np.empty(0),
            self.rewards[kept] if self.rewards.any() else np.empty(0),
            self.payoffs.copy(),
        )
        try:
            bounds = Solved.of_graph(played, self.endless, Limits()).bounds(0)
        except Unfit as error:
            raise UsageError(f"what a table is worth cannot be told: {type(graph.game).name} {error}") from error
        self.error = max(self.error, float(bounds.high - bounds.low))
        return within(*bounds)
