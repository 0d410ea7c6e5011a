"""Which moves are best by the estimates of positions in flat arrays.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np

from faceup.engines.solve.flat_bounds import advantage, difference
from faceup.rules.contract import CHANCE


def gone_on_to(flat: Any, i: int) -> int:
    """Where the best move leads, by the estimates; or where chance leads, were it the first outcome."""
    begin, end = flat.first[i], flat.first[i + 1]
    where, best = begin, -np.inf
    if flat.turns[i] != CHANCE:
        sign = 1.0 - 2.0 * flat.turns[i]
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            worth = sign * (flat.values[flat.targets[edge]] + gain)
            if worth > best:
                where, best = edge, worth
    return flat.targets[where]  # type: ignore[no-any-return]


def chosen(flat: Any, members: Any, place: Any, edges: Any, gains: Any) -> None:
    """Of each player's position the best edge by the estimates, else -1; and what is gained on it, or by a throw.

    An edge that was chosen before is kept where others are hardly better.
    """
    for k in range(len(members)):
        i = members[k]
        begin, end = flat.first[i], flat.first[i + 1]
        gains[k] = 0.0
        if flat.turns[i] == CHANCE:
            edges[k], total = -1, 0.0
            for edge in range(begin, end):
                total += flat.weights[edge]
        else:
            total = 1.0
            sign, best, size = 1.0 - 2.0 * flat.turns[i], -np.inf, 0.0
            where = begin
            for edge in range(begin, end):
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                worth = sign * (flat.values[flat.targets[edge]] + gain)
                size = max(size, abs(worth))
                if worth > best or (edge == edges[k] and worth >= best - 1e-12 * size):
                    where, best = edge, worth
            edges[k], begin, end = where, where, where + 1
        for edge in range(begin, end):
            there = flat.targets[edge]
            weight = flat.weights[edge] if flat.turns[i] == CHANCE else 1.0
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            gains[k] += weight / total * (gain + (flat.values[there] if place[there] < 0 else 0.0))


def rests(flat: Any, members: Any, edges: Any, out: Any) -> None:
    """What the estimates leave of the equations where these edges are chosen."""
    for k in range(len(members)):
        i = members[k]
        if edges[k] < 0:
            rest, total = difference(flat, i)[:2]
            out[k] = rest / total
        else:
            out[k] = advantage(flat, edges[k], i, 1.0)[0]
