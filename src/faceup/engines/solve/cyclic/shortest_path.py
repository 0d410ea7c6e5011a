"""The cheapest way to an end in flat arrays, where one player chooses and every move costs (Dijkstra).

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np

from faceup.engines.exact.retrograde import incoming
from faceup.numbers.intervals import misread, two_sum


def shortest_path(flat: Any, members: Any, place: Any, chooser: int) -> bool:
    """The best way to an end for one player for whom every move on the way costs (Dijkstra); False where a sum on it
    is rounded, or from somewhere no end is reached."""
    count, sign = len(members), 1.0 - 2.0 * chooser
    begun, into = incoming(flat.first, flat.targets, members, place)
    best, way = np.full(count, -np.inf), np.full(count, -1, np.int32)
    keys, nodes = np.empty(count + len(into) + 1), np.empty(count + len(into) + 1, np.int32)
    size, settled = 0, 0
    for k in range(count):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            there = flat.targets[edge]
            if place[there] < 0 and sign * (flat.values[there] + flat.rewards[edge]) > best[k]:
                best[k], way[k] = sign * (flat.values[there] + flat.rewards[edge]), there
        if way[k] >= 0:
            size = push_node(keys, nodes, size, best[k], k)
    known = np.zeros(count, np.bool_)
    while size > 0:
        here = nodes[0]
        size = pop_node(keys, nodes, size)
        if known[here]:
            continue
        known[here] = True
        settled += 1
        for k in range(begun[here], begun[here + 1]):
            before = into[k]
            for edge in range(flat.first[members[before]], flat.first[members[before] + 1]):
                if flat.targets[edge] != members[here] or known[before]:
                    continue
                worth, lost = two_sum(best[here], sign * flat.rewards[edge])
                if lost != 0.0 or misread(flat.rewards[edge]) > 0.0:
                    return False
                if worth > best[before]:
                    best[before], way[before] = worth, members[here]
                    size = push_node(keys, nodes, size, worth, before)
    if settled < count:
        return False
    for k in range(count):
        i = members[k]
        flat.values[i], flat.errors[i] = sign * best[k], 0.0
        flat.onward[i], flat.distances[i] = way[k], -1
    return True


def push_node(keys: Any, nodes: Any, size: int, key: float, node: int) -> int:
    """Put a node into the heap, whose first has the largest key; how many there are now."""
    k = size
    while k > 0 and keys[(k - 1) // 2] < key:
        keys[k], nodes[k] = keys[(k - 1) // 2], nodes[(k - 1) // 2]
        k = (k - 1) // 2
    keys[k], nodes[k] = key, node
    return size + 1


def pop_node(keys: Any, nodes: Any, size: int) -> int:
    """Take the first out of the heap; how many are left."""
    key, node, k = keys[size - 1], nodes[size - 1], 0
    while 2 * k + 1 < size - 1:
        below = 2 * k + 1
        if below + 1 < size - 1 and keys[below + 1] > keys[below]:
            below += 1
        if keys[below] <= key:
            break
        keys[k], nodes[k] = keys[below], nodes[below]
        k = below
    keys[k], nodes[k] = key, node
    return size - 1
