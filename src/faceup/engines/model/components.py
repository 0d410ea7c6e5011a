"""Strongly connected components (Tarjan 1972), and end components, in which whoever decides can stay (de Alfaro 1997).

From each position of a strongly connected component play can lead to each other one. The search is one text, for lists
in CPython and for flat arrays in machine code.

In an end component whoever decides can keep play for ever. Those of one player are taken together, so that what is left
comes to an end whatever is played: from any of its positions the player may go on to any of the ways that lead out, or
stay for what a play without end is worth.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
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


def in_components(first: Sequence[int], targets: Sequence[int]) -> tuple[list[int], list[int]]:
    """Few positions in lists, and where each component begins among them: each before those from which play leads into
    it, its positions in the order in which the search met them."""
    count = len(first) - 1
    order, starts, room = [0] * count, [0] * (count + 1), [[0] * count for _ in range(5)]
    found = search(first, targets, order, starts, room)
    for begin, end in pairwise(starts[: found + 1]):
        order[begin:end] = sorted(order[begin:end], key=room[0].__getitem__)
    return order, starts[: found + 1]


def components(first: Sequence[int], targets: Sequence[int]) -> list[list[int]]:
    """The components by themselves."""
    order, starts = in_components(first, targets)
    return [order[begin:end] for begin, end in pairwise(starts)]


def comes_round(first: Any, targets: Any, order: Any, begin: int, end: int) -> bool:
    """Whether play can come back to a component: there are several positions, or one that leads to itself."""
    i = order[begin]
    edge, last = first[i], first[i + 1]
    while edge < last and targets[edge] != i:
        edge += 1
    return bool(end - begin > 1 or edge < last)


def edges_from(leads: Iterable[Iterable[int]]) -> tuple[list[int], list[int]]:
    """``first`` and ``targets`` of positions of which each leads to these."""
    first, targets = [0], list[int]()
    for onward in leads:
        targets += onward
        first.append(len(targets))
    return first, targets


Origin = tuple[int, Any] | None  # a place and one of its ways; or none, for staying for ever


class Unsettled(ArithmeticError):
    """There are rewards on ways round, so that they may never settle: at these places."""

    def __init__(self, places: Sequence[int]) -> None:
        super().__init__("rewards that may never settle")
        self.places = list(places)


class Ways(ABC):
    """How play can go on at places, which are numbered from 0."""

    @abstractmethod
    def decides(self, k: int) -> bool:
        """Whether somebody chooses one of the ways; elsewhere there is one alone, which chance takes."""

    @abstractmethod
    def ways(self, k: int) -> Sequence[Any]:
        """The ways to go on at a place."""

    @abstractmethod
    def leads(self, k: int, way: Any) -> Collection[int]:
        """The places that a way may lead to; -1 where it may lead out."""

    @abstractmethod
    def pays(self, k: int, way: Any) -> bool:
        """Whether there are rewards on it, on the way to other places."""

    @abstractmethod
    def costs(self, k: int, way: Any, sign: int) -> bool:
        """Whether these surely cost whoever decides, who wants the most where ``sign`` is 1, the least where -1."""

    def stays_in(self, k: int, way: Any, inside: Collection[int]) -> bool:
        """Whether play surely goes on in these places."""
        return all(there in inside for there in self.leads(k, way))

    def free_parts(self, places: Sequence[int], sign: int = 0) -> list[list[int]]:
        """The end components without rewards among these places: where play can be kept for ever, for nothing.

        Raises Unsettled for one with rewards, unless all of these cost whoever decides: nobody stays there.
        """
        parts = []
        for part in end_components(places, self.decides, lambda k: [self.leads(k, way) for way in self.ways(k)]):
            inside = set(part)
            paid = [
                (k, way) for k in part for way in self.ways(k) if self.pays(k, way) and self.stays_in(k, way, inside)
            ]
            if not all(self.costs(k, way, sign) for k, way in paid):
                raise Unsettled(part)
            parts += end_components(part, self.decides, self._free) if paid else [part]
        return parts

    def _free(self, k: int) -> list[Collection[int]]:
        return [[-1] if self.pays(k, way) else self.leads(k, way) for way in self.ways(k)]


class Quotient:
    """Places with those of each of some end components as one: first those that stand alone, then one for each.

    ``number`` has the new place of each, ``origins`` where the ways of each new place come from.
    """

    def __init__(self, own: Ways, count: int, parts: Sequence[Sequence[int]]) -> None:
        self.own, self.parts = own, parts
        joined = {k for part in parts for k in part}
        self.alone = [k for k in range(count) if k not in joined]
        self.number = {k: n for n, k in enumerate(self.alone)}
        for n, part in enumerate(parts, len(self.alone)):
            self.number.update(dict.fromkeys(part, n))
        self.origins: list[list[Origin]] = [[(k, way) for way in own.ways(k)] for k in self.alone]
        for part in parts:
            inside = set(part)
            leaving = [(k, way) for k in part for way in own.ways(k) if not own.stays_in(k, way, inside)]
            self.origins.append([None, *leaving])

    def apart(self, taken: Sequence[int]) -> dict[int, Any]:
        """The way to go on at each place, where these of the ``origins`` are taken."""
        chosen = [origins[way] for origins, way in zip(self.origins, taken, strict=True)]
        apart = dict(filter(None, chosen[: len(self.alone)]))
        for part, origin in zip(self.parts, chosen[len(self.alone) :], strict=True):
            apart |= self.lead(part, origin)
        return apart

    def lead(self, part: Sequence[int], leaving: Origin) -> Mapping[int, Any]:
        """Ways within an end component: towards the one by which it is left, or such as stay."""
        own, inside = self.own, set(part)
        staying = {
            k: [way for way in own.ways(k) if own.stays_in(k, way, inside) and not own.pays(k, way)] for k in part
        }
        if leaving is None:
            return {k: ways[0] for k, ways in staying.items()}
        into: dict[int, list[tuple[int, Any]]] = {k: [] for k in part}
        for k, ways in staying.items():
            for way in ways:
                for there in own.leads(k, way):
                    into[there].append((k, way))
        taken = dict([leaving])
        for there in (todo := [leaving[0]]):
            for k, way in into[there]:
                if k not in taken:
                    taken[k] = way
                    todo.append(k)
        return taken


def end_components(
    members: Sequence[int], decides: Callable[[int], bool], options: Callable[[int], Sequence[Collection[int]]]
) -> list[list[int]]:
    """Sets of positions in which whoever decides can keep play for ever: the largest ones.

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

        ways = [[way for way in options(one) if all(there in place for there in way)] for one in order]
        leads = [[place[there] for way in own for there in way] for own in ways]
        parts = [[order[k] for k in part] for part in components(*edges_from(leads))]
        if len(parts) == 1:
            found.append(parts[0])
        else:
            todo += parts
    return found


def _stays(
    one: int, inside: set[int], decides: Callable[[int], bool], options: Callable[[int], Sequence[Collection[int]]]
) -> bool:
    """Whether play can be kept inside at this position."""
    ways = [all(there in inside for there in way) for way in options(one)]
    return any(ways) if decides(one) else all(ways)
