"""Positions in flat arrays, and the extraction of one strongly connected component."""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.retrograde import predecessors
from faceup.engines.graph.game_graph import stretches
from faceup.rules.contract import CHANCE, OVER

KNOWN = OVER - 1  # the turn of a position whose value is known


class Flat(NamedTuple):
    """The graph (as ``walk.Graph``: turns, first, targets, weights, rewards) and the results of solving it.

    ``values`` and ``errors`` bound each value; ``errors`` is empty if all values are exact. ``onward`` is the position
    that best play goes on to, empty if distances suffice. ``distances`` may be UNCOUNTED, VAGUE or ROUND. ``finer`` is
    the low part of double-double values, empty when not in use. ``counts`` says whether an end with the value of an
    endless play is a win for player 0: see ``prospects``.
    """

    turns: Any
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    values: Any
    errors: Any
    distances: Any
    onward: Any
    finer: Any
    counts: int = 0


def weight_of(weights: Any, edge: int) -> float:
    """Return the odds of an outcome. There are no ``weights`` where all odds are 1."""
    return weights[edge] if len(weights) > 0 else 1.0


class Part(NamedTuple):
    """One component: its members, their edges to each other, and what edges out of it contribute.

    ``leaves`` marks the members with edges out, and ``outside`` is the contribution of these: their part of the mean at
    a chance node, the value of the best of them at a player's node. ``factors`` (per inner edge) are the probabilities
    of a chance node and the rewards of a player's moves. Outcomes with odds of 0 are left out.
    """

    kinds: Any
    leaves: Any
    first: Any
    targets: Any
    factors: Any
    outside: Any


def extract_component(flat: Flat, members: Any, place: Any) -> tuple[Flat, Any]:
    """Return the component as a graph of its own, and its edges in the whole graph.

    The positions that it leads to come last, with turn KNOWN.
    """
    edges, counts, _ = stretches(flat.first, members)
    targets = flat.targets[edges]
    outside = place[targets] < 0
    ends, number = np.unique(targets[outside], return_inverse=True)
    targets = place[targets].astype(np.int32)
    targets[outside] = len(members) + number
    positions, empty = np.concatenate((members, ends)), np.zeros(0)
    alone = Flat(
        turns=np.concatenate((flat.turns[members], np.full(len(ends), KNOWN, np.int8))),
        first=np.concatenate(([0], np.cumsum(counts), np.full(len(ends), len(edges)))),
        targets=targets,
        weights=flat.weights[edges] if len(flat.weights) else empty,
        rewards=flat.rewards[edges] if len(flat.rewards) else empty,
        values=flat.values[positions],
        errors=flat.errors[positions],
        distances=np.full(len(positions), -1, np.int32),
        onward=np.full(len(positions), -1, np.int32),
        finer=empty,
    )
    return alone, edges


def moves_made(flat: Flat) -> Flat:
    """Return the graph without the outcomes of chance that have odds of 0."""
    if not len(flat.weights):
        return flat
    made = (flat.weights > 0.0) | np.repeat(flat.turns != CHANCE, np.diff(flat.first))
    return flat._replace(
        first=np.concatenate(([0], np.cumsum(made)))[flat.first],
        targets=flat.targets[made],
        weights=flat.weights[made],
        rewards=flat.rewards[made] if len(flat.rewards) else flat.rewards,
    )


def gather_component(flat: Any, members: Any, place: Any) -> Any:
    """Return the component as a Part."""
    count, edges = len(members), 0
    kinds, leaves = np.empty(count, np.int8), np.zeros(count, np.bool_)
    first, outside = np.empty(count + 1, np.int64), np.empty(count)
    for k in range(count):
        edges += flat.first[members[k] + 1] - flat.first[members[k]]  # an upper bound: some edges lead out
    targets, factors = np.empty(edges, np.int32), np.empty(edges)
    edges, first[0] = 0, 0
    for k in range(count):
        i = members[k]
        kinds[k] = flat.turns[i]
        is_chance = flat.turns[i] == CHANCE
        sign = 1.0 - 2.0 * flat.turns[i]
        total, beyond, best = 0.0, 0.0, -np.inf
        if is_chance:
            for edge in range(flat.first[i], flat.first[i + 1]):
                total += weight_of(flat.weights, edge)
        for edge in range(flat.first[i], flat.first[i + 1]):
            if is_chance and weight_of(flat.weights, edge) == 0.0:
                continue
            target = flat.targets[edge]
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            inside = place[target] >= 0
            if is_chance:
                beyond += weight_of(flat.weights, edge) / total * (gain + (0.0 if inside else flat.values[target]))
            elif not inside:
                best = max(best, sign * (gain + flat.values[target]))
            leaves[k] = leaves[k] or not inside
            if inside:
                targets[edges] = place[target]
                factors[edges] = weight_of(flat.weights, edge) / total if is_chance else gain
                edges += 1
        outside[k] = beyond if is_chance else sign * best
        first[k + 1] = edges
    return Part(kinds, leaves, first, targets[:edges], factors[:edges], outside)


def ways_to_stay(part: Any) -> Any:
    """Return how many moves of each member stay among the members where both players together can keep play for ever.

    0 for a member from which play surely leaves the component, whatever the players do.
    """
    count = len(part.kinds)
    members = np.arange(count).astype(np.int32)
    starts, sources = predecessors(part.first, part.targets, members, members)
    options, queue = np.empty(count, np.int32), np.empty(count, np.int32)
    tail = 0
    for k in range(count):
        options[k] = part.first[k + 1] - part.first[k]
        if options[k] == 0 or (part.leaves[k] and part.kinds[k] == CHANCE):
            options[k] = 0
            queue[tail] = k
            tail += 1
    head = 0
    while head < tail:
        for k in range(starts[queue[head]], starts[queue[head] + 1]):
            i = sources[k]
            if options[i] > 0:
                options[i] = 0 if part.kinds[i] == CHANCE else options[i] - 1
                if options[i] == 0:
                    queue[tail] = i
                    tail += 1
        head += 1
    return options


STEPS = (weight_of, gather_component, ways_to_stay)  # functions of kernels
