"""Shortest paths to an end in flat arrays, where one player decides and every move costs (Dijkstra 1959).

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any

import numpy as np

from faceup.engines.exact.retrograde import incoming
from faceup.numbers.intervals import misread, two_sum


def shortest_path(flat: Any, members: Any, place: Any, chooser: int) -> bool:
    """Solve a component by Dijkstra's algorithm, backwards from its exits.

    Returns False if a sum on a path is rounded, or if some member reaches no end.
    """
    count, sign = len(members), 1.0 - 2.0 * chooser
    starts, sources = incoming(flat.first, flat.targets, members, place)
    best, way = np.full(count, -np.inf), np.full(count, -1, np.int32)
    keys, nodes = np.empty(count + len(sources) + 1), np.empty(count + len(sources) + 1, np.int32)
    size, closed_count = 0, 0
    for k in range(count):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            target = flat.targets[edge]
            if place[target] < 0 and sign * (flat.values[target] + flat.rewards[edge]) > best[k]:
                best[k], way[k] = sign * (flat.values[target] + flat.rewards[edge]), target
        if way[k] >= 0:
            size = push_node(keys, nodes, size, best[k], k)
    closed = np.zeros(count, np.bool_)
    while size > 0:
        node = nodes[0]
        size = pop_node(keys, nodes, size)
        if closed[node]:
            continue
        closed[node] = True
        closed_count += 1
        for k in range(starts[node], starts[node + 1]):
            source = sources[k]
            for edge in range(flat.first[members[source]], flat.first[members[source] + 1]):
                if flat.targets[edge] != members[node] or closed[source]:
                    continue
                value, rounding = two_sum(best[node], sign * flat.rewards[edge])
                if rounding != 0.0 or misread(flat.rewards[edge]) > 0.0:
                    return False
                if value > best[source]:
                    best[source], way[source] = value, members[node]
                    size = push_node(keys, nodes, size, value, source)
    if closed_count < count:
        return False
    for k in range(count):
        i = members[k]
        flat.values[i], flat.errors[i] = sign * best[k], 0.0
        flat.onward[i], flat.distances[i] = way[k], -1
    return True


def push_node(keys: Any, nodes: Any, size: int, key: float, node: int) -> int:
    """Push a node onto the heap, which has the largest key first. Return the new size."""
    k = size
    while k > 0 and keys[(k - 1) // 2] < key:
        keys[k], nodes[k] = keys[(k - 1) // 2], nodes[(k - 1) // 2]
        k = (k - 1) // 2
    keys[k], nodes[k] = key, node
    return size + 1


def pop_node(keys: Any, nodes: Any, size: int) -> int:
    """Remove the first node from the heap. Return the new size."""
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
