"""Strongly connected components: positions from each of which play can lead to each other one (Tarjan 1972)."""

from collections.abc import Callable, Iterable, Sequence


def components(count: int, leads_to: Callable[[int], Iterable[int]]) -> list[list[int]]:
    """The components of positions 0 to ``count - 1``: each before those from which play leads into it."""
    index, low = [-1] * count, [0] * count
    on_stack = bytearray(count)
    stack: list[int] = []
    found: list[list[int]] = []
    visited = 0
    for root in range(count):
        if index[root] >= 0:
            continue
        index[root] = low[root] = visited
        visited += 1
        stack.append(root)
        on_stack[root] = 1
        work = [(root, iter(leads_to(root)))]
        while work:
            here, onward = work[-1]
            for there in onward:
                if index[there] < 0:
                    index[there] = low[there] = visited
                    visited += 1
                    stack.append(there)
                    on_stack[there] = 1
                    work.append((there, iter(leads_to(there))))
                    break
                if on_stack[there] and index[there] < low[here]:
                    low[here] = index[there]
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[here])
                if low[here] == index[here]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack[member] = 0
                        component.append(member)
                        if member == here:
                            break
                    found.append(component[::-1])
    return found


def end_components(
    members: Sequence[int], decides: Callable[[int], bool], options: Callable[[int], Sequence[Sequence[int]]]
) -> list[list[int]]:
    """Sets of positions in which whoever decides can keep play for ever: the largest ones (de Alfaro 1997).

    ``options`` are the ways to go on at a position, each with the positions that it may lead to: where somebody
    ``decides`` one of them is chosen, and all others must stay inside.
    """
    todo, found = [list(members)], []
    while todo:
        inside = set(todo.pop())
        while True:  # take out what cannot stay
            leaving = [one for one in inside if not _stays(one, inside, decides, options)]
            if not leaving:
                break
            inside.difference_update(leaving)
        if not inside:
            continue
        order = [one for one in members if one in inside]
        place = {one: k for k, one in enumerate(order)}

        def onward(k: int, order: list[int] = order, place: dict[int, int] = place) -> list[int]:
            ways = [way for way in options(order[k]) if all(there in place for there in way)]
            return [place[there] for way in ways for there in way]

        parts = [[order[k] for k in part] for part in components(len(order), onward)]
        if len(parts) == 1:
            found.append(parts[0])
        else:
            todo += parts
    return found


def _stays(
    one: int, inside: set[int], decides: Callable[[int], bool], options: Callable[[int], Sequence[Sequence[int]]]
) -> bool:
    """Whether play can be kept inside at this position."""
    ways = [all(there in inside for there in way) for way in options(one)]
    return any(ways) if decides(one) else all(ways)
