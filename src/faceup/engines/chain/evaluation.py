"""Policy evaluation: the value of a graph of positions in which seats keep to policies.

A policy is a weight for each edge at which its seat decides, a whole number: how often the edge is taken in proportion
to the others of its position, and 0 for never. A seat that keeps to one is a part of chance. A seat without one makes
its best choices: so a best response is the evaluation in which the choices of one seat stay open. Arithmetic is in
fractions, or in floats with proven bounds.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from faceup.engines.exact.exact_equilibrium import equilibrium
from faceup.engines.exact.opponents import values_of
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model import thresholds
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless
from faceup.engines.solve.engine import Unfit
from faceup.numbers.intervals import ROUNDING, Bounds
from faceup.numbers.value import Value, nearest_float, within
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UsageError


def follow_policy(graph: GameGraph, policy: Any, seats: Collection[int]) -> GameGraph:
    """Return the graph that play can reach if these seats keep to a policy, one weight for each edge."""
    decided = np.isin(graph.turns, list(seats))
    weights = np.where(decided[graph.sources], policy, graph.weights)
    taken = np.flatnonzero(weights > 0)
    counts = np.bincount(graph.sources[taken], minlength=len(graph.states))
    mixed = decided & (counts > 1)  # one move alone is made without chance
    played = replace(graph.with_edges(taken, counts), weights=weights[taken])
    return replace(played, turns=np.where(mixed, CHANCE, graph.turns).astype(np.int8)).reachable()


def single_edges(graph: GameGraph, edges: Any) -> Any:
    """Return the policy that takes these edges and no others."""
    policy = np.zeros(len(graph.moves), np.int64)
    policy[edges] = 1
    return policy


def evaluate(
    graph: GameGraph,
    policy: Any = None,
    seats: Collection[int] = (),
    *,
    worst: Collection[int] = (),
    exact: bool | None = None,
    limits: Limits | None = None,
) -> tuple[Value, ...]:
    """Return the start's value to each seat, or to player 0 of two, if these ``seats`` keep to a ``policy``.

    The others make their best choices, but the opponent chooses for ``worst`` seats. Arithmetic is in fractions if
    these are little work, if numbers are to be ``exact`` (then none is rounded), or if floats do not serve; otherwise
    in floats within proven bounds. With payoffs of their own, seats get the values of an equilibrium. Raises
    LimitReached, UnsupportedError.
    """
    played = graph if policy is None else follow_policy(graph, policy, seats)
    if graph.seats:
        endless = exact_endless(graph.game, graph.states[0], graph.seats)
        return tuple(within(*bounds) for bounds in equilibrium(played, graph.seats, endless, limits=limits).rows[0])
    if worst:
        opposed = np.isin(played.turns, list(worst))
        played = replace(played, turns=np.where(opposed, 1 - played.turns, played.turns).astype(np.int8))
    if not (exact or (exact is None and _is_little_work(played))):
        try:
            return (within(*proven_bounds(played, limits)),)
        except Unfit:  # such numbers are not for floats
            pass
    return (within(*values_of(played, limits, exact=bool(exact))[0].value),)


def _is_little_work(graph: GameGraph) -> bool:
    """Return whether fractions are little work."""
    if graph.is_cyclic:
        return len(graph.states) <= thresholds.POLICY_POSITIONS
    return len(graph.moves) <= thresholds.POLICY_EDGES


def proven_bounds(graph: GameGraph, limits: Limits | None = None) -> Bounds:
    """Return bounds of the start's value, proven in floats. Raises Unfit, LimitReached."""
    from faceup.engines.solve.cyclic.bounded_table import BoundedPart
    from faceup.engines.solve.cyclic.walk import Graph

    numbers = _in_floats(graph)
    flat = Graph(
        graph.turns,
        graph.first,
        graph.targets.astype(np.int32),
        graph.weights.astype(float) if (graph.turns == CHANCE).any() else np.empty(0),
        numbers[graph.rewards] if graph.rewards.any() else np.empty(0),
        numbers[graph.payoffs],
    )
    endless = endless_value(graph.game, graph.states[0])
    return BoundedPart.of_graph(flat, endless, limits or Limits()).bounds(0)


def _in_floats(graph: GameGraph) -> Any:
    """Return the numbers of a graph as floats. Raises Unfit."""
    numbers = np.array([nearest_float(number) for number in graph.numbers])
    if not np.isfinite(numbers).all():
        raise Unfit("cannot compute with numbers as large as these")
    return numbers


# Makes a row for each of several positions of one player, or of chance, from the rows of their moves, the edges, and
# where those of each position begin.
Rule = Callable[[Any, Any, Any], Any]


def most(rows: Any, edges: Any, starts: Any) -> Any:
    return np.maximum.reduceat(rows, starts, axis=0)


def least(rows: Any, edges: Any, starts: Any) -> Any:
    return np.minimum.reduceat(rows, starts, axis=0)


def mean(weights: Any) -> Rule:
    """Return the rule that takes the mean by these weights, one for each edge."""

    def weighted_mean(rows: Any, edges: Any, starts: Any) -> Any:
        given, counts = weights[edges], np.diff(np.append(starts, len(edges)))
        shares = given / np.repeat(np.add.reduceat(given, starts), counts)  # first, as products may overflow
        return np.add.reduceat(rows * shares[:, None], starts, axis=0)

    return weighted_mean


class Induction:
    """Backward induction if no position repeats: a row of numbers for each position, floats or fractions.

    A column is one policy, or one question about the same policy.
    """

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph
        self.steps = [step for level in graph.levels[1:] for step in self._by_turn(level)]

    def _by_turn(self, level: Any) -> list[tuple[int, Any, Any, Any]]:
        """Return the positions of a level by player to move, with their edges and where those of each begin."""
        turns = self.graph.turns[level]
        steps = []
        for who in np.unique(turns).tolist():
            here = level[turns == who]
            edges, _, starts = self.graph.edges_of(here)
            steps.append((who, here, edges, starts))
        return steps

    def values(self, ends: Any, gains: Any, rules: Mapping[int, Any]) -> Any:
        """Return the value of each position; at those that are over, it is the row of ``ends`` (positions, columns).

        ``gains`` (edges, columns or 1) is the gain of each edge. ``rules`` has, for each seat and for CHANCE, a Rule or
        the edges that it takes (positions, columns).
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


class Evaluator:
    """The start's values under many policies of one player against best responses, in floats.

    ``error`` bounds the error of each value so far. If no position repeats, means and maxima do not increase the error
    of their terms, and each level adds its own rounding.
    """

    def __init__(self, graph: GameGraph, player: int) -> None:
        self.graph, self.player, self.error = graph, player, 0.0
        self.own = np.flatnonzero(graph.turns == player)
        if graph.is_cyclic:
            return
        self.induction = Induction(graph)
        try:
            numbers = _in_floats(graph)
        except Unfit as error:
            raise self._no_values(error) from error
        self.payoffs, self.rewards = numbers[graph.payoffs], numbers[graph.rewards, None]
        self.rules = {CHANCE: mean(graph.weights.astype(float)), 1 - player: least if player == 0 else most}
        widest, levels = int(np.diff(graph.first).max(initial=0)), len(graph.levels)
        size = np.abs(self.payoffs).max(initial=0) + levels * np.abs(self.rewards).max(initial=0)
        self.error = float(levels * (widest + 4) * ROUNDING * size)

    def values(self, chosen: Any) -> Any:
        """Return the value of each policy; ``chosen`` is (positions, policies), the edge taken at own positions.

        Raises UsageError if floats have no bounds.
        """
        if self.graph.is_cyclic:
            return np.array([self._value(column) for column in chosen[self.own].T])
        ends = np.repeat(self.payoffs[:, None], chosen.shape[1], 1)
        return self.induction.values(ends, self.rewards, {**self.rules, self.player: chosen})[0]

    def _value(self, edges: Any) -> float | None:
        """Return the value of the policy that takes these edges."""
        try:
            bounds = proven_bounds(follow_policy(self.graph, single_edges(self.graph, edges), (self.player,)))
        except Unfit as error:
            raise self._no_values(error) from error
        self.error = max(self.error, float(bounds.high - bounds.low))
        return within(*bounds).value

    def _no_values(self, error: Unfit) -> UsageError:
        """Return the error that says why floats give no values."""
        return UsageError(f"what a table is worth cannot be told: {type(self.graph.game).name} {error}")
