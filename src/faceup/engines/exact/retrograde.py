"""Retrograde analysis of cyclic games without chance: who can force which end, and how soon.

E. Zermelo, 1913; K. Thompson, Retrograde Analysis of Certain Endgames, ICCA Journal 9, 1986.

The values of the ends and of an endless play are sorted. The first player must force an end that is better than an
endless play: from the best end downwards, all positions are collected from which it can be forced. The second player
must force a worse end: likewise from the worst end upwards. From the positions that remain, play never ends.

For each value, positions are collected in the order of their distance. Waiting positions stand in linked lists, one for
each distance. A position at which the forcing player chooses waits at most twice: for the best of its own ends, and for
its first solved neighbour, which is the nearest.

Compiled; runs unchanged, slowly, in CPython.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.prospects import hurries
from faceup.numbers.intervals import misread, two_sum

NEVER = np.int32(2**31 - 1)
# Instead of a distance: moves are not counted; the distance is unknown because a value on the way is rounded; play
# never ends.
UNCOUNTED, VAGUE, ROUND = -1, -2, -3


def distance_of(moves: int) -> float | None:
    """The distance to the end: infinite if play never ends, None if it is unknown."""
    return inf if moves == ROUND else None if moves < 0 else moves


class Leads(NamedTuple):
    """Positions and their edges: the part of ``solve.cyclic.flat_components.Flat`` that this module reads."""

    turns: Any
    first: Any
    targets: Any
    rewards: Any
    values: Any
    errors: Any
    distances: Any
    counts: int


class Forced(NamedTuple):
    """The results for each member: its value, the moves to the end, and the next position (``ways``; may be empty).

    ``moves`` are below 0 as long as nothing is known.
    """

    values: Any
    moves: Any
    ways: Any


class Ends(NamedTuple):
    """The moves that lead out of a component, in the order of their owners, who are members.

    Each leads to the position ``beyond``, is worth so much, and takes so many moves after it, ``ahead``: where these
    are not counted, more than any that are.
    """

    owner: Any
    beyond: Any
    worth: Any
    ahead: Any


def incoming(first: Any, targets: Any, members: Any, place: Any) -> tuple[Any, Any]:
    """The moves that lead to each member from others: ``into`` from ``begun[i]`` to before ``begun[i + 1]``."""
    count = len(members)
    begun = np.zeros(count + 1, np.int64)
    for i in range(count):
        for edge in range(first[members[i]], first[members[i] + 1]):
            there = place[targets[edge]]
            if there >= 0:
                begun[there] += 1
    for i in range(count):
        begun[i + 1] += begun[i]
    into = np.empty(begun[count], np.int32)
    for i in range(count):
        for edge in range(first[members[i]], first[members[i] + 1]):
            there = place[targets[edge]]
            if there >= 0:
                begun[there] -= 1
                into[begun[there]] = i
    return begun, into


def in_order(numbers: Any) -> Any:
    """The places of these numbers, the least first: merged, for that is quickly compiled."""
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


def retrograde_analysis(flat: Any, members: Any, place: Any, side: int, endless: float, forced: Any) -> bool:
    """Find what each member is worth; whether the distance of an end is VAGUE.

    ``side`` is -1 where ends are worth as little as they may be, 1 where as much; ``place`` has the number of each
    member and is below 0 elsewhere.
    """
    count, turns, moves, ways = len(members), flat.turns, forced.moves, forced.ways
    begun, into = incoming(flat.first, flat.targets, members, place)
    ends, closest, farthest, uncounted, vague = ends_beyond(flat, members, place, side, len(into))
    exits, by_worth = len(ends.worth), in_order(ends.worth)
    owner, worth = ends.owner, ends.worth
    # Who waits first until so many moves are reached, and who stands behind whom; how many moves are left before a
    # member waits, and the longest way of those that were followed to ends worth the same (the last ones, ``worths``,
    # by their turn): for the player who chooses it is the shortest.
    head, behind = np.full(farthest + count + 3, -1, np.int32), np.empty(2 * count, np.int32)
    left, longest, worths = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count, np.int32)
    for k in range(count):
        moves[k] = -1
    for player in range(2):
        sign = 1 - 2 * player
        for k in range(count):
            i = members[k]
            mine = turns[i] == player
            left[k] = 0 if mine else flat.first[i + 1] - flat.first[i]
            worths[k] = -1
        at = exits - 1 if player == 0 else 0
        while 0 <= at < exits and hurries(player, worth[by_worth[at]], endless, flat.counts):
            level, begin = worth[by_worth[at]], at
            while 0 <= at < exits and worth[by_worth[at]] == level:
                at -= sign
            many, nearest = 0, int(NEVER)
            for step in range(abs(at - begin)):
                end = by_worth[begin - sign * step]
                k = owner[end]
                if moves[k] >= 0:
                    continue
                mine = turns[members[k]] == player
                if (
                    follow_back(left, longest, worths, ways, mine, k, ends.ahead[end] + 1, begin, ends.beyond[end])
                    and not mine
                ):
                    nearest = min(nearest, stand(head, behind, k, longest[k]))
                    many += 1
            for step in range(abs(at - begin)):  # the nearest of several ends is known now
                k = owner[by_worth[begin - sign * step]]
                if moves[k] < 0 and turns[members[k]] == player and left[k] == 0:
                    left[k] = 1
                    nearest = min(nearest, stand(head, behind, k, longest[k]))
                    many += 1
            ply: Any = nearest
            while many > 0:
                node = head[ply]
                if node < 0:
                    ply += 1
                    continue
                head[ply] = behind[node]
                many -= 1
                here = node if node < count else node - count
                if moves[here] >= 0:
                    continue
                moves[here] = ply
                forced.values[here] = level
                for edge in range(begun[here], begun[here + 1]):
                    k = into[edge]
                    if moves[k] >= 0:
                        continue
                    mine = turns[members[k]] == player
                    if follow_back(left, longest, worths, ways, mine, k, ply + 1, begin, members[here]):
                        stand(head, behind, count + k if mine else k, longest[k])
                        many += 1
    for k in range(len(ways)):
        if moves[k] < 0:
            ways[k] = goes_round(flat, members, place, forced, ends, endless, k)
    for k in range(count):
        if moves[k] < 0:
            forced.values[k] = endless
            moves[k] = ROUND
        else:
            moves[k] = moves[k] + closest if moves[k] < uncounted else UNCOUNTED
    return vague


def ends_beyond(flat: Any, members: Any, place: Any, side: int, within: int) -> tuple[Any, int, int, int, bool]:
    """The moves that lead out, the nearest end, how much farther the farthest is and what is not counted, and whether
    one is VAGUE.

    So many moves lead to members. Moves ``ahead`` are counted from the nearest end, so that chains are few.
    """
    exits = -within
    for k in range(len(members)):
        exits += flat.first[members[k] + 1] - flat.first[members[k]]
    ends = Ends(np.empty(exits, np.int32), np.empty(exits, np.int32), np.empty(exits), np.empty(exits, np.int32))
    exits, vague = 0, False
    for k in range(len(members)):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            there = flat.targets[edge]
            if place[there] >= 0:
                continue
            value = flat.values[there]
            wrong = flat.errors[there] if len(flat.errors) > 0 else 0.0
            if len(flat.rewards) > 0 and flat.rewards[edge] != 0.0:
                value, lost = two_sum(value, flat.rewards[edge])
                wrong += misread(flat.rewards[edge]) + abs(lost)
            if wrong > 0.0:
                value = np.nextafter(value + side * wrong * (1.0 + 2.0**-40), side * np.inf)
            ends.owner[exits], ends.beyond[exits], ends.worth[exits] = k, there, value
            ends.ahead[exits] = 0 if flat.distances[there] == VAGUE else flat.distances[there]
            vague = vague or flat.distances[there] == VAGUE
            exits += 1
    closest, farthest = int(NEVER), 0
    for k in range(exits):
        if ends.ahead[k] >= 0:
            closest, farthest = min(closest, ends.ahead[k]), max(farthest, ends.ahead[k])
    closest = min(closest, farthest)
    uncounted = farthest - closest + len(members) + 2
    farthest -= closest
    for k in range(exits):
        if ends.ahead[k] < 0:
            ends.ahead[k], farthest = uncounted, uncounted
        else:
            ends.ahead[k] -= closest
    return ends, closest, farthest, uncounted, vague


def follow_back(
    left: Any, longest: Any, worths: Any, ways: Any, mine: bool, k: int, ply: int, worth: int, there: int
) -> bool:
    """Follow a move back to a member: whether the end can be forced from it now, or sooner than was known."""
    if worths[k] != worth:  # what was followed before leads to what is worth less to the player who chooses here
        worths[k], longest[k] = worth, NEVER if mine else -1
    if mine:
        better = ply < longest[k]
    else:
        left[k] -= 1
        better = ply > longest[k]
    if better:
        longest[k] = ply
        if len(ways) > 0:
            ways[k] = there
    return better if mine else left[k] == 0  # type: ignore[no-any-return]


def stand(head: Any, behind: Any, node: int, ply: int) -> int:
    """Let a member wait until so many moves are reached."""
    behind[node] = head[ply]
    head[ply] = node
    return ply


def goes_round(flat: Any, members: Any, place: Any, forced: Any, ends: Any, endless: float, k: int) -> int:
    """Where to go on from a position of which nobody forces an end: round, or to an end worth the same."""
    for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
        there = place[flat.targets[edge]]
        if there >= 0 and forced.moves[there] < 0:
            return flat.targets[edge]  # type: ignore[no-any-return]
    end, after = 0, len(ends.owner)  # the first end of this position
    while end < after:
        middle = (end + after) // 2
        if ends.owner[middle] < k:
            end = middle + 1
        else:
            after = middle
    while ends.worth[end] != endless:
        end += 1
    return ends.beyond[end]  # type: ignore[no-any-return]


# The functions of kernels, each after those that it calls.
STEPS = (incoming, in_order, goes_round, ends_beyond, follow_back, stand, retrograde_analysis)
