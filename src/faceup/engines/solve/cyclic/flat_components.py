"""Positions in flat arrays, and one component of them by itself."""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.retrograde import incoming
from faceup.engines.model.graph import stretches
from faceup.rules.contract import CHANCE, OVER

KNOWN = OVER - 1  # the turn of a position whose value stands there


class Flat(NamedTuple):
    """The positions, as ``walk.Graph`` has them, and what is known of them.

    ``errors`` are empty where all is exact, ``onward`` (the positions to go on to) where distances say enough.
    ``distances`` may be UNCOUNTED, VAGUE or ROUND. ``finer`` are what estimates have beyond their last digit, and empty
    but while it is needed. ``counts`` is what an end worth a play without end is to player 0: see ``prospects``.
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


class Part(NamedTuple):
    """A component by itself: of each member its way out, and its moves to other members.

    ``leaves`` tells where there are ways out, and ``outside`` what they are worth: the share of them in a throw, the
    best for a player. ``factors`` are the chances of a throw, and what is gained on the moves of a player.
    """

    kinds: Any
    leaves: Any
    first: Any
    targets: Any
    factors: Any
    outside: Any


def by_itself(flat: Flat, members: Any, place: Any) -> tuple[Flat, Any]:
    """A component with the positions that it leads to, which are KNOWN and come last; and its edges in the whole."""
    edges, counts, _ = stretches(flat.first, members)
    targets = flat.targets[edges]
    outside = place[targets] < 0
    ends, number = np.unique(targets[outside], return_inverse=True)
    targets = place[targets].astype(np.int32)
    targets[outside] = len(members) + number
    known, empty = np.concatenate((members, ends)), np.zeros(0)
    alone = Flat(
        turns=np.concatenate((flat.turns[members], np.full(len(ends), KNOWN, np.int8))),
        first=np.concatenate(([0], np.cumsum(counts), np.full(len(ends), len(edges)))),
        targets=targets,
        weights=flat.weights[edges] if len(flat.weights) else empty,
        rewards=flat.rewards[edges] if len(flat.rewards) else empty,
        values=flat.values[known],
        errors=flat.errors[known],
        distances=np.full(len(known), -1, np.int32),
        onward=np.full(len(known), -1, np.int32),
        finer=empty,
    )
    return alone, edges


def gather_component(flat: Any, members: Any, place: Any) -> Any:
    """The component by itself."""
    count, edges = len(members), 0
    kinds, leaves = np.empty(count, np.int8), np.zeros(count, np.bool_)
    first, outside = np.empty(count + 1, np.int64), np.empty(count)
    for k in range(count):
        edges += flat.first[members[k] + 1] - flat.first[members[k]]  # those that lead out are too many
    targets, factors = np.empty(edges, np.int32), np.empty(edges)
    edges, first[0] = 0, 0
    for k in range(count):
        i = members[k]
        kinds[k] = flat.turns[i]
        throw = flat.turns[i] == CHANCE
        sign = 1.0 - 2.0 * flat.turns[i]
        total, beyond, best = 0.0, 0.0, -np.inf
        if throw:
            for edge in range(flat.first[i], flat.first[i + 1]):
                total += flat.weights[edge]
        for edge in range(flat.first[i], flat.first[i + 1]):
            there = flat.targets[edge]
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            inside = place[there] >= 0
            if throw:
                beyond += flat.weights[edge] / total * (gain + (0.0 if inside else flat.values[there]))
            elif not inside:
                best = max(best, sign * (gain + flat.values[there]))
            leaves[k] = leaves[k] or not inside
            if inside:
                targets[edges] = place[there]
                factors[edges] = flat.weights[edge] / total if throw else gain
                edges += 1
        outside[k] = beyond if throw else sign * best
        first[k + 1] = edges
    return Part(kinds, leaves, first, targets[:edges], factors[:edges], outside)


def ways_to_stay(part: Any) -> Any:
    """How many moves each member has among those in which both players together can keep play; none elsewhere."""
    count = len(part.kinds)
    members = np.arange(count).astype(np.int32)
    begun, into = incoming(part.first, part.targets, members, members)
    options, todo = np.empty(count, np.int32), np.empty(count, np.int32)
    done = 0
    for k in range(count):
        options[k] = part.first[k + 1] - part.first[k]
        if options[k] == 0 or (part.leaves[k] and part.kinds[k] == CHANCE):
            options[k] = 0
            todo[done] = k
            done += 1
    at = 0
    while at < done:
        for k in range(begun[todo[at]], begun[todo[at] + 1]):
            i = into[k]
            if options[i] > 0:
                options[i] = 0 if part.kinds[i] == CHANCE else options[i] - 1
                if options[i] == 0:
                    todo[done] = i
                    done += 1
        at += 1
    return options
