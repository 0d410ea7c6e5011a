"""Strongly connected components of positions in flat arrays (Tarjan 1972), as ``components`` finds them in lists.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np


def components(first: Any, targets: Any, order: Any, starts: Any) -> int:
    """How many components there are; each stands in ``order`` from ``starts[c]`` to before ``starts[c + 1]``.

    A component comes before those from which play leads into it. Within one, a position comes after those that it leads
    to, but for those from which it was met.
    """
    count = len(first) - 1
    index = np.zeros(count, np.int32)  # from 1 up, as they are met; larger than all where the component is known
    low = np.empty(count, np.int32)
    after = np.empty(count, np.int32)  # which of its moves is followed next
    stack = np.empty(count, np.int32)
    path = np.empty(count, np.int32)
    known = np.int32(2**31 - 1)
    on_stack, done, found, visited = 0, 0, 0, 0
    starts[0] = 0
    for root in range(count):
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
                if met != known and met < lowest:
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
                    index[stack[k]] = known
                    done += 1
                on_stack = begin
                found += 1
                starts[found] = done
    return found
