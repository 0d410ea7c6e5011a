"""The best boundaries for a number of stretches of steps, exactly, where one player goes from step to step.

A step is a value of the column along which stretches lie. Where all play that goes on to a step comes through one
position, its gate, what is expected there depends on the boundaries of later steps alone, and the more is expected at
the next gate, the better. So the search goes from the last step backwards, for each boundary in force (Bellman 1957):
what is gained from gate to gate is a constant and a share of what is expected at the next one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.evaluation import Induction, mean
from faceup.engines.graph.game_graph import GameGraph
from faceup.rules.contract import CHANCE, OVER

Table = list[tuple[int, int]]  # the first step of each stretch, with its boundary


class Gates(NamedTuple):
    """Each step's gate, in order, and the step that comes first from each position on, -1 where there is none."""

    steps: list[int]
    positions: list[int]
    first: Any


def gates_of(graph: GameGraph, places: Any, steps: Any) -> Gates | None:
    """The gates of the steps that these places, of one player who alone decides, are at; None where there are none."""
    if graph.is_cyclic or len(set(graph.turns[graph.turns >= 0].tolist())) > 1:
        return None
    order = {step: k for k, step in enumerate(np.unique(steps).tolist())}
    none = len(order)
    own = np.full(len(graph.states), none)
    own[places] = [order[step] for step in steps.tolist()]
    first = own.copy()
    for level in graph.levels[1:]:
        edges, _, starts = graph.edges_of(level)
        first[level] = np.minimum(own[level], np.minimum.reduceat(first[graph.targets[edges]], starts))
    if (first[places] != own[places]).any() or first[0] != 0:
        return None
    before, after = first[graph.sources], first[graph.targets]
    positions = [0]
    for k in range(1, none):
        entered = np.unique(graph.targets[(before < k) & (after >= k) & (after < none)])
        if len(entered) != 1 or first[entered[0]] != k:
            return None
        positions.append(int(entered[0]))
    return Gates(list(order), positions, np.where(first == none, -1, first))


def best_boundaries(
    graph: GameGraph, gates: Gates, choices: dict[int, Any], boundaries: Sequence[int], lines: int, sign: int
) -> tuple[Table, float]:
    """The best table of so many stretches at most, and what it is worth to the player.

    ``choices`` has, for each place, the edge taken under each of the ``boundaries``.
    """
    constant, share = _from_gate_to_gate(graph, gates, choices, len(boundaries))
    count = len(gates.steps)
    expected = np.full((count + 1, lines + 1, len(boundaries)), -np.inf)
    expected[count, 1:] = 0.0  # nothing is to come, and its share is nothing
    change = np.zeros((count + 1, lines + 1), np.int64)  # to which boundary, where a stretch begins at a step
    stays = np.zeros(expected.shape, bool)
    for k in reversed(range(count)):
        for left in range(1, lines + 1):
            onward = expected[k + 1, left]
            change[k + 1, left] = int(np.argmax(expected[k + 1, left - 1])) if left > 1 else -1
            other = expected[k + 1, left - 1].max() if left > 1 else -np.inf
            stays[k, left] = onward >= other
            expected[k, left] = sign * constant[k] + share[k] * np.maximum(onward, other)
    here, left = int(np.argmax(expected[0, lines])), lines
    worth, table = float(expected[0, lines, here]), [(gates.steps[0], boundaries[here])]
    for k in range(count - 1):
        if not stays[k, left, here]:
            here, left = int(change[k + 1, left]), left - 1
            table.append((gates.steps[k + 1], boundaries[here]))
    return table, worth


def _from_gate_to_gate(graph: GameGraph, gates: Gates, choices: dict[int, Any], width: int) -> tuple[Any, Any]:
    """For each step and boundary, what is gained from its gate on, besides which share of what the next one expects.

    The next gate is all that a position knows of what lies behind it: an end that pays nothing, and whose share is one.
    """
    behind = len(graph.states)
    first, is_gate = gates.first, np.zeros(behind, bool)
    is_gate[gates.positions] = True
    before, after = first[graph.sources], first[graph.targets]
    cut = replace(
        graph,
        states=[*graph.states, None],
        turns=np.append(graph.turns, np.int8(OVER)),
        first=np.append(graph.first, graph.first[-1]),
        targets=np.where(is_gate[graph.targets] & (after > before) & (before >= 0), behind, graph.targets),
    )
    chosen = np.repeat(cut.first[:-1, None], width, 1)
    for place, edges in choices.items():
        chosen[place] = edges
    numbers = np.array([float(number) for number in graph.numbers])
    ends, shares = np.zeros((2, behind + 1, width))
    ends[:behind] = numbers[graph.payoffs][:, None]
    shares[behind] = 1.0
    induction, rules = Induction(cut), {0: chosen, 1: chosen, CHANCE: mean(graph.weights.astype(float))}
    constant = induction.values(ends, numbers[graph.rewards, None], rules)
    share = induction.values(shares, np.zeros((len(graph.moves), 1)), rules)
    return constant[gates.positions], share[gates.positions]
