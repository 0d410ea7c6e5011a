"""Retrograde analysis in flat arrays: what ``retrograde`` finds in lists, for components of many positions.

Ends are taken one worth after another, best first; from each the positions are collected from which it can be forced,
nearest first. Positions that wait stand in chains, one for each number of moves. One that chooses waits twice at most:
for the best of its own ends, and for the first of its neighbours that was found, which is the nearest.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np

from faceup.engines.solve.native_kernel import misread

NEVER = np.int32(2**31 - 1)
VAGUE = -2  # a distance that is not known, as a value on the way is rounded


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


def forced(
    first: Any,
    targets: Any,
    rewards: Any,
    turns: Any,
    values: Any,
    errors: Any,
    distances: Any,
    members: Any,
    place: Any,
    side: int,
    endless: float,
    out: Any,
    moves: Any,
    way: Any,
) -> bool:
    """What each member is worth (``out``), in how many ``moves``, and by which position (``way``, may be empty).

    Returns whether the distance of an end is VAGUE.

    ``side`` is -1 where ends are worth as little as they may be, 1 where as much; ``place`` has the number of each
    member and is below 0 elsewhere.
    """
    count = len(members)
    begun, into = incoming(first, targets, members, place)
    exits = 0
    for i in range(count):
        exits += first[members[i] + 1] - first[members[i]]
        moves[i] = -1
    exits -= len(into)
    worth, owner = np.empty(exits), np.empty(exits, np.int32)
    ahead, beyond = np.empty(exits, np.int32), np.empty(exits, np.int32)
    exits, farthest, vague = 0, 0, False
    for i in range(count):
        for edge in range(first[members[i]], first[members[i] + 1]):
            there = targets[edge]
            if place[there] >= 0:
                continue
            value = values[there]
            wrong = errors[there] if len(errors) > 0 else 0.0
            if len(rewards) > 0 and rewards[edge] != 0.0:
                gain = rewards[edge]
                wrong += misread(gain)
                total = value + gain
                back = total - value
                wrong += abs((value - (total - back)) + (gain - back))  # what the sum has lost
                value = total
            if wrong > 0.0:
                value = value + side * wrong * (1.0 + 2.0**-40)
                value = np.nextafter(value, side * np.inf)
            worth[exits] = value
            owner[exits] = i
            ahead[exits] = max(distances[there], 0)
            vague = vague or distances[there] == VAGUE
            beyond[exits] = there
            farthest = max(farthest, ahead[exits])
            exits += 1
    closest = ahead.min() if exits > 0 else 0  # moves are counted from there, so that chains are few
    ahead -= closest
    by_worth = in_order(worth)
    head = np.full(farthest - closest + count + 3, -1, np.int32)
    behind = np.empty(2 * count, np.int32)
    left, longest = np.empty(count, np.int32), np.empty(count, np.int32)
    for player in range(2):
        sign = 1 - 2 * player
        for i in range(count):
            mine = turns[members[i]] == player
            left[i] = 0 if mine else first[members[i] + 1] - first[members[i]]
            longest[i] = NEVER if mine else -1
        at = exits - 1 if player == 0 else 0
        while 0 <= at < exits and sign * worth[by_worth[at]] > sign * endless:
            level = worth[by_worth[at]]
            waiting, nearest, begin = 0, NEVER, at
            while 0 <= at < exits and worth[by_worth[at]] == level:
                k = by_worth[at]
                at -= sign
                i = owner[k]
                if moves[i] >= 0:
                    continue
                ply = ahead[k] + 1
                if turns[members[i]] == player:
                    if ply < longest[i]:
                        longest[i] = ply
                        if len(way) > 0:
                            way[i] = beyond[k]
                    continue
                left[i] -= 1
                if ply > longest[i]:
                    longest[i] = ply
                    if len(way) > 0:
                        way[i] = beyond[k]
                if left[i] == 0:
                    behind[i] = head[longest[i]]
                    head[longest[i]] = i
                    waiting += 1
                    nearest = min(nearest, longest[i])
            while begin != at:
                i = owner[by_worth[begin]]
                begin -= sign
                if moves[i] < 0 and turns[members[i]] == player and left[i] == 0:
                    left[i] = 1
                    behind[i] = head[longest[i]]
                    head[longest[i]] = i
                    waiting += 1
                    nearest = min(nearest, longest[i])
            ply = nearest
            while waiting > 0:
                node = head[ply]
                if node < 0:
                    ply += 1
                    continue
                head[ply] = behind[node]
                waiting -= 1
                here = node if node < count else node - count
                if moves[here] >= 0:
                    continue
                moves[here] = ply
                out[here] = level
                for k in range(begun[here], begun[here + 1]):
                    i = into[k]
                    if moves[i] >= 0:
                        continue
                    if turns[members[i]] == player:
                        if ply + 1 < longest[i]:
                            longest[i] = ply + 1
                            if len(way) > 0:
                                way[i] = members[here]
                            behind[count + i] = head[ply + 1]
                            head[ply + 1] = count + i
                            waiting += 1
                        continue
                    left[i] -= 1
                    if ply + 1 > longest[i]:
                        longest[i] = ply + 1
                        if len(way) > 0:
                            way[i] = members[here]
                    if left[i] == 0:
                        behind[i] = head[longest[i]]
                        head[longest[i]] = i
                        waiting += 1
    if len(way) > 0:
        for i in range(count):
            if moves[i] < 0:
                way[i] = goes_round(first, targets, members, place, moves, owner, worth, beyond, i, endless)
    for i in range(count):
        if moves[i] < 0:
            out[i] = endless
            moves[i] = 0
        else:
            moves[i] += closest
    return vague


def goes_round(
    first: Any,
    targets: Any,
    members: Any,
    place: Any,
    moves: Any,
    owner: Any,
    worth: Any,
    beyond: Any,
    i: int,
    endless: float,
) -> int:
    """Where to go on from a position of which nobody forces an end: round, or to an end worth the same."""
    for edge in range(first[members[i]], first[members[i] + 1]):
        there = place[targets[edge]]
        if there >= 0 and moves[there] < 0:
            return targets[edge]  # type: ignore[no-any-return]
    k, end = 0, len(owner)  # the first end of this position: owners stand in order
    while k < end:
        middle = (k + end) // 2
        if owner[middle] < i:
            k = middle + 1
        else:
            end = middle
    while worth[k] != endless:
        k += 1
    return beyond[k]  # type: ignore[no-any-return]
