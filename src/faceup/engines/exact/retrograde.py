"""Retrograde analysis of a cyclic component of two players without chance: values and distances, from the ends.

Each value outside the component, and that of endless play, is a level. The first player must force a level above
endless play, the second player one below it. For each player the levels are taken from the best down; from the exits
of a level the search goes backwards and collects the members from which the player can force it, nearest first
(Thompson 1986). Members that nobody forces anywhere stay in endless play.

Members wait in buckets, one for each distance. A member where the player who forces is to move waits at most twice:
for its own best exit, and for its nearest successor. A member where the opponent is to move waits once, when its last
move leads to members already collected.

Compiled; runs unchanged, slowly, in CPython.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.prospects import hurries
from faceup.numbers.intervals import misread, two_sum

NEVER = np.int32(2**31 - 1)
# In place of a distance: it cannot be counted; it is not known, since a value on the way is rounded; endless play.
UNCOUNTED, VAGUE, ROUND = -1, -2, -3


def distance_of(moves: int) -> float | None:
    """Return a distance as results give it: infinite for endless play, None if it is not known."""
    return inf if moves == ROUND else None if moves < 0 else moves


class Component(NamedTuple):
    """What retrograde analysis reads of positions in a graph; ``solve.cyclic.flat_components.Flat`` has it, too."""

    turns: Any
    first: Any
    targets: Any
    rewards: Any
    values: Any
    errors: Any
    distances: Any
    counts: int


class Forced(NamedTuple):
    """The result for each member: its value, its distance (below 0 while unknown), and the position to go on to.

    ``onward`` may be empty: then it is not filled.
    """

    values: Any
    distances: Any
    onward: Any


class Exits(NamedTuple):
    """The edges that leave a component, in the order of their owners: owner (a member), target, value and distance.

    Distances are counted from the nearest exit, so that there are few buckets; an exit whose distance is not counted
    comes after all others.
    """

    owner: Any
    target: Any
    value: Any
    distance: Any


class Queue(NamedTuple):
    """Members in buckets by distance, and what the search knows of members that it has not collected.

    ``head[d]`` is the first node in the bucket of distance d, ``behind[node]`` the next, -1 for none. Nodes k and
    count + k both stand for member k. ``open_moves``: the opponent's moves that lead to no collected member; for the
    player who forces, 1 once the own exits are queued. ``distance`` is by the moves followed at the level ``level``:
    the shortest for the player who forces, the longest for the opponent.
    """

    head: Any
    behind: Any
    open_moves: Any
    distance: Any
    level: Any


def predecessors(first: Any, targets: Any, members: Any, place: Any) -> tuple[Any, Any]:
    """Return ``starts`` and ``sources``: member i is reached from ``sources[starts[i]:starts[i + 1]]``, members."""
    count = len(members)
    starts = np.zeros(count + 1, np.int64)
    for i in range(count):
        for edge in range(first[members[i]], first[members[i] + 1]):
            target = place[targets[edge]]
            if target >= 0:
                starts[target] += 1
    for i in range(count):
        starts[i + 1] += starts[i]
    sources = np.empty(starts[count], np.int32)
    for i in range(count):
        for edge in range(first[members[i]], first[members[i] + 1]):
            target = place[targets[edge]]
            if target >= 0:
                starts[target] -= 1
                sources[starts[target]] = i
    return starts, sources


def argsort(numbers: Any) -> Any:
    """Return the places of numbers in ascending order, by a merge sort: it compiles faster than NumPy's."""
    count, width = len(numbers), 1
    order, merged = np.empty(count, np.int32), np.empty(count, np.int32)
    for k in range(count):
        order[k] = k
    while width < count:
        for begin in range(0, count, 2 * width):
            middle, end = min(begin + width, count), min(begin + 2 * width, count)
            left, right = begin, middle
            for k in range(begin, end):
                if left < middle and (right >= end or numbers[order[left]] <= numbers[order[right]]):
                    merged[k] = order[left]
                    left += 1
                else:
                    merged[k] = order[right]
                    right += 1
        order, merged = merged, order
        width *= 2
    return order


def retrograde_analysis(component: Any, members: Any, place: Any, side: int, endless: float, forced: Any) -> bool:
    """Fill ``forced`` for all members; return whether the distance of some exit is VAGUE.

    ``side`` is -1 to take values outside at their least, 1 at their most. ``place`` has the number of each member and
    is below 0 elsewhere.
    """
    count, turns, distances = len(members), component.turns, forced.distances
    starts, sources = predecessors(component.first, component.targets, members, place)
    exits, closest, farthest, uncounted, vague = exits_of(component, members, place, side, len(sources))
    by_value, last = argsort(exits.value), len(exits.value)
    queue = Queue(
        np.full(farthest + count + 3, -1, np.int32),
        np.empty(2 * count, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
    )
    for k in range(count):
        distances[k] = -1
    # Each player forces the levels that beat endless play, from the best value down, so a member that is collected is
    # never collected again at a worse level.
    for player in range(2):
        for k in range(count):
            i = members[k]
            queue.open_moves[k] = 0 if turns[i] == player else component.first[i + 1] - component.first[i]
            queue.level[k] = -1
        step = 1 if player == 1 else -1
        at = last - 1 if player == 0 else 0
        while 0 <= at < last and hurries(player, exits.value[by_value[at]], endless, component.counts):
            value, level = exits.value[by_value[at]], at
            while 0 <= at < last and exits.value[by_value[at]] == value:
                at += step
            waiting, nearest = queue_exits(turns, members, forced, exits, by_value, queue, player, level, at)
            collect(turns, members, starts, sources, forced, queue, player, value, level, waiting, nearest)
    for k in range(len(forced.onward)):
        if distances[k] < 0:
            forced.onward[k] = endless_onward(component, members, place, forced, exits, endless, k)
    for k in range(count):
        if distances[k] < 0:
            forced.values[k] = endless
            distances[k] = ROUND
        else:
            distances[k] = distances[k] + closest if distances[k] < uncounted else UNCOUNTED
    return vague


def queue_exits(
    turns: Any, members: Any, forced: Any, exits: Any, by_value: Any, queue: Any, player: int, begin: int, end: int
) -> tuple[int, int]:
    """Queue the owners of the exits ``by_value[begin]`` to before ``by_value[end]``, in either direction.

    Returns how many nodes wait, and the nearest bucket.
    """
    waiting, nearest = 0, int(NEVER)
    step = 1 if begin < end else -1
    for at in range(begin, end, step):
        edge = by_value[at]
        k = exits.owner[edge]
        if forced.distances[k] >= 0:
            continue
        mine = turns[members[k]] == player
        if relax(queue, forced.onward, mine, k, exits.distance[edge] + 1, begin, exits.target[edge]) and not mine:
            nearest = min(nearest, push(queue, k, queue.distance[k]))
            waiting += 1
    for at in range(begin, end, step):  # of a player's several exits, the nearest is known now
        k = exits.owner[by_value[at]]
        if forced.distances[k] < 0 and turns[members[k]] == player and queue.open_moves[k] == 0:
            queue.open_moves[k] = 1
            nearest = min(nearest, push(queue, k, queue.distance[k]))
            waiting += 1
    return waiting, nearest


def collect(
    turns: Any,
    members: Any,
    starts: Any,
    sources: Any,
    forced: Any,
    queue: Any,
    player: int,
    value: float,
    level: int,
    waiting: int,
    nearest: int,
) -> None:
    """Collect the members from which the player forces a level, nearest first, until nobody waits."""
    # Each move counts 1 and buckets are emptied in ascending order, so the first distance of a member is the shortest
    # for the player who forces; the opponent's members wait for their last move, the longest (Dial 1969, for buckets).
    count, distances = len(members), forced.distances
    distance: Any = nearest
    while waiting > 0:
        node = queue.head[distance]
        if node < 0:
            distance += 1
            continue
        queue.head[distance] = queue.behind[node]
        waiting -= 1
        here = node if node < count else node - count
        if distances[here] >= 0:
            continue
        distances[here] = distance
        forced.values[here] = value
        for edge in range(starts[here], starts[here + 1]):
            k = sources[edge]
            if distances[k] >= 0:
                continue
            mine = turns[members[k]] == player
            if relax(queue, forced.onward, mine, k, distance + 1, level, members[here]):
                push(queue, count + k if mine else k, queue.distance[k])
                waiting += 1


def exits_of(component: Any, members: Any, place: Any, side: int, inside: int) -> tuple[Any, int, int, int, bool]:
    """Return the exits, the nearest distance, and, counted from it, the farthest and that of exits without a count.

    The last result tells whether the distance of an exit is VAGUE. ``inside`` is the number of edges that do not leave.
    """
    count = -inside
    for k in range(len(members)):
        count += component.first[members[k] + 1] - component.first[members[k]]
    exits = Exits(np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count), np.empty(count, np.int32))
    count, vague = 0, False
    for k in range(len(members)):
        for edge in range(component.first[members[k]], component.first[members[k] + 1]):
            target = component.targets[edge]
            if place[target] >= 0:
                continue
            value = component.values[target]
            error = component.errors[target] if len(component.errors) > 0 else 0.0
            if len(component.rewards) > 0 and component.rewards[edge] != 0.0:
                value, lost = two_sum(value, component.rewards[edge])
                error += misread(component.rewards[edge]) + abs(lost)
            if error > 0.0:
                value = np.nextafter(value + side * error * (1.0 + 2.0**-40), side * np.inf)
            exits.owner[count], exits.target[count], exits.value[count] = k, target, value
            exits.distance[count] = 0 if component.distances[target] == VAGUE else component.distances[target]
            vague = vague or component.distances[target] == VAGUE
            count += 1
    closest, farthest = int(NEVER), 0
    for k in range(count):
        if exits.distance[k] >= 0:
            closest, farthest = min(closest, exits.distance[k]), max(farthest, exits.distance[k])
    closest = min(closest, farthest)
    uncounted = farthest - closest + len(members) + 2
    farthest -= closest
    for k in range(count):
        if exits.distance[k] < 0:
            exits.distance[k], farthest = uncounted, uncounted
        else:
            exits.distance[k] -= closest
    return exits, closest, farthest, uncounted, vague


def relax(queue: Any, onward: Any, mine: bool, k: int, distance: int, level: int, target: int) -> bool:
    """Follow a move of member k to a collected target; return whether k can be queued now, or earlier than before."""
    if queue.level[k] != level:  # moves followed before lead to levels that are worse for the player who decides here
        queue.level[k], queue.distance[k] = level, NEVER if mine else -1
    if mine:
        better = distance < queue.distance[k]
    else:
        queue.open_moves[k] -= 1
        better = distance > queue.distance[k]
    if better:
        queue.distance[k] = distance
        if len(onward) > 0:
            onward[k] = target
    return better if mine else queue.open_moves[k] == 0  # type: ignore[no-any-return]


def push(queue: Any, node: int, distance: int) -> int:
    """Put a node into the bucket of a distance; return the distance."""
    queue.behind[node] = queue.head[distance]
    queue.head[distance] = node
    return distance


def endless_onward(component: Any, members: Any, place: Any, forced: Any, exits: Any, endless: float, k: int) -> int:
    """Return where member k goes on if nobody forces an end: to such a member, or to an exit of equal value."""
    for edge in range(component.first[members[k]], component.first[members[k] + 1]):
        target = place[component.targets[edge]]
        if target >= 0 and forced.distances[target] < 0:
            return component.targets[edge]  # type: ignore[no-any-return]
    edge, after = 0, len(exits.owner)  # a binary search for the first exit of k
    while edge < after:
        middle = (edge + after) // 2
        if exits.owner[middle] < k:
            edge = middle + 1
        else:
            after = middle
    while exits.value[edge] != endless:
        edge += 1
    return exits.target[edge]  # type: ignore[no-any-return]


# The functions of kernels, each after those that it calls.
STEPS = (
    *(predecessors, argsort, endless_onward, exits_of, relax, push),
    *(queue_exits, collect, retrograde_analysis),
)
