"""Strongly connected components: positions from each of which play can lead to each other one (Tarjan 1972).

The search is one text, for lists in CPython and for flat arrays in machine code.
"""

from collections.abc import Iterable, Sequence
from typing import Any

KNOWN = 2**31 - 1  # larger than the number of any position


def search(first: Any, targets: Any, order: Any, starts: Any, room: Any) -> int:
    """How many components there are; each stands in ``order`` from ``starts[c]`` to before ``starts[c + 1]``.

    Position ``i`` leads to ``targets[first[i]]`` to ``targets[first[i + 1] - 1]``. A component comes before those from
    which play leads into it. Within one, a position comes after those that it leads to, but for those from which it was
    met. Of five rows of ``room`` the first holds zeros; after the search, when each position was met, from 1 up.
    """
    index, low, after, stack, path = room[0], room[1], room[2], room[3], room[4]  # after: the move to follow next
    on_stack, done, found, visited = 0, 0, 0, 0
    starts[0] = 0
    for root in range(len(first) - 1):
        if index[root] != 0:
            continue
        depth = 0
        path[0] = root
        while depth >= 0:
            here = path[depth]
            if index[here] == 0:
                visited += 1
                index[here] = low[here] = visited
                after[here] = 0
            lowest = low[here]
            edge, end = first[here] + after[here], first[here + 1]
            deeper = False
            while edge < end:
                there = targets[edge]
                met = index[there]
                if met == 0:
                    deeper = True
                    break
                if met < lowest and low[there] != KNOWN:
                    lowest = met
                edge += 1
            low[here] = lowest
            if deeper:
                after[here] = edge - first[here] + 1
                depth += 1
                path[depth] = there
                continue
            depth -= 1
            if depth >= 0:
                above = path[depth]
                if lowest < low[above]:
                    low[above] = lowest
            stack[on_stack] = here
            on_stack += 1
            if lowest == index[here]:
                begin = on_stack - 1
                while begin > 0 and index[stack[begin - 1]] > lowest:
                    begin -= 1
                for k in range(begin, on_stack):
                    order[done] = stack[k]
                    low[stack[k]] = KNOWN
                    done += 1
                on_stack = begin
                found += 1
                starts[found] = done
    return found


def components(first: Sequence[int], targets: Sequence[int]) -> list[list[int]]:
    """The components of few positions, in lists: each before those from which play leads into it, its positions in the
    order in which the search met them."""
    count = len(first) - 1
    order, starts, room = [0] * count, [0] * (count + 1), [[0] * count for _ in range(5)]
    found = search(first, targets, order, starts, room)
    return [sorted(order[starts[c] : starts[c + 1]], key=room[0].__getitem__) for c in range(found)]


def edges_from(leads: Iterable[Iterable[int]]) -> tuple[list[int], list[int]]:
    """``first`` and ``targets`` of positions of which each leads to these."""
    first, targets = [0], list[int]()
    for onward in leads:
        targets += onward
        first.append(len(targets))
    return first, targets
