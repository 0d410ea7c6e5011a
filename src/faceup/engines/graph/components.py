"""Strongly connected components (Tarjan 1972), and end components with their quotient (de Alfaro 1997).

From each position of a strongly connected component play can lead to each other one. The search is one text, for lists
in CPython and for flat arrays in machine code.

In an end component the players who decide can keep play for ever. The quotient makes each end component of one player
one place, so that play surely ends: there the player may take any action that leads out, or stay for the value of an
endless play.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

KNOWN = 2**31 - 1  # marks positions whose component is complete; larger than the number of any position


def search(first: Any, targets: Any, order: Any, starts: Any, room: Any) -> int:
    """Find the strongly connected components; return how many. Component c is ``order[starts[c]:starts[c + 1]]``.

    Position i leads to ``targets[first[i]:first[i + 1]]``. A component comes before those from which play leads into
    it. Within one, a position comes after those that it leads to, except those from which it was reached. ``room`` is
    five rows of scratch, the first zeros; afterwards the first has the order of discovery, from 1 up.
    """
    index, low, after, stack, path = room[0], room[1], room[2], room[3], room[4]  # after: the move to follow next
    on_stack, placed, count, visited = 0, 0, 0, 0
    starts[0] = 0
    for root in range(len(first) - 1):
        if index[root] != 0:
            continue
        depth = 0
        path[0] = root
        while depth >= 0:
            node = path[depth]
            if index[node] == 0:
                visited += 1
                index[node] = low[node] = visited
                after[node] = 0
            lowest = low[node]
            edge, end = first[node] + after[node], first[node + 1]
            deeper = False
            while edge < end:
                target = targets[edge]
                visit = index[target]
                if visit == 0:
                    deeper = True
                    break
                if visit < lowest and low[target] != KNOWN:
                    lowest = visit
                edge += 1
            low[node] = lowest
            if deeper:
                after[node] = edge - first[node] + 1
                depth += 1
                path[depth] = target
                continue
            depth -= 1
            if depth >= 0:
                above = path[depth]
                if lowest < low[above]:
                    low[above] = lowest
            # A node goes on the stack when the search leaves it. Above a root, whose low link is its own index, lie the
            # other nodes of its component: those with larger indices.
            stack[on_stack] = node
            on_stack += 1
            if lowest == index[node]:
                begin = on_stack - 1
                while begin > 0 and index[stack[begin - 1]] > lowest:
                    begin -= 1
                for k in range(begin, on_stack):
                    order[placed] = stack[k]
                    low[stack[k]] = KNOWN
                    placed += 1
                on_stack = begin
                count += 1
                starts[count] = placed
    return count


def in_components(first: Sequence[int], targets: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the positions by component, as lists, and where each component begins.

    A component comes before those from which play leads into it; its positions are in the order of the search.
    """
    count = len(first) - 1
    order, starts, room = [0] * count, [0] * (count + 1), [[0] * count for _ in range(5)]
    components = search(first, targets, order, starts, room)
    for begin, end in pairwise(starts[: components + 1]):
        order[begin:end] = sorted(order[begin:end], key=room[0].__getitem__)
    return order, starts[: components + 1]


def components(first: Sequence[int], targets: Sequence[int]) -> list[list[int]]:
    """Return the components as lists of positions."""
    order, starts = in_components(first, targets)
    return [order[begin:end] for begin, end in pairwise(starts)]


def is_cyclic(first: Any, targets: Any, order: Any, begin: int, end: int) -> bool:
    """Whether a component is cyclic: it has several positions, or one that leads to itself."""
    i = order[begin]
    edge, last = first[i], first[i + 1]
    while edge < last and targets[edge] != i:
        edge += 1
    return bool(end - begin > 1 or edge < last)


def edges_from(successors: Iterable[Iterable[int]]) -> tuple[list[int], list[int]]:
    """Return ``first`` and ``targets`` of a graph, given the successors of each position."""
    first, targets = [0], list[int]()
    for onward in successors:
        targets += onward
        first.append(len(targets))
    return first, targets


Origin = tuple[int, Any] | None  # a place and one of its actions; None for staying for ever


class Unsettled(ArithmeticError):
    """A cycle pays a reward, so the total may diverge. ``places`` are those of the cycle."""

    def __init__(self, places: Sequence[int]) -> None:
        super().__init__("rewards that may never settle")
        self.places = list(places)


class ActionGraph(ABC):
    """The actions at places, which are numbered from 0."""

    @abstractmethod
    def decides(self, k: int) -> bool:
        """Whether a player chooses the action; elsewhere there is one action, of chance."""

    @abstractmethod
    def actions(self, k: int) -> Sequence[Any]:
        """Return the actions at a place."""

    @abstractmethod
    def successors(self, k: int, action: Any) -> Collection[int]:
        """Return the places that an action may lead to; -1 if it may lead out."""

    @abstractmethod
    def pays(self, k: int, action: Any) -> bool:
        """Whether an action has rewards on its way to other places."""

    @abstractmethod
    def costs(self, k: int, action: Any, sign: int) -> bool:
        """Whether all rewards of an action cost the player, who maximises if ``sign`` is 1 and minimises if -1."""

    @abstractmethod
    def check_limits(self) -> None:
        """Raise at a limit; called in each pass of a search."""

    def stays_in(self, k: int, action: Any, inside: Collection[int]) -> bool:
        """Whether an action surely leads to these places."""
        return all(target in inside for target in self.successors(k, action))

    def free_end_components(self, places: Sequence[int], sign: int = 0) -> list[list[int]]:
        """Return the end components without rewards among these places, where a player can keep play for ever.

        Raises Unsettled for one with rewards, unless all of them cost the player: then nobody stays there.
        """
        parts = []
        for part in end_components(places, self.decides, self._options, self.check_limits):
            inside = set(part)
            paying = [
                (k, action)
                for k in part
                for action in self.actions(k)
                if self.pays(k, action) and self.stays_in(k, action, inside)
            ]
            if not all(self.costs(k, action, sign) for k, action in paying):
                raise Unsettled(part)
            parts += end_components(part, self.decides, self._free, self.check_limits) if paying else [part]
        return parts

    def _options(self, k: int) -> list[Collection[int]]:
        return [self.successors(k, action) for action in self.actions(k)]

    def _free(self, k: int) -> list[Collection[int]]:
        return [[-1] if self.pays(k, action) else self.successors(k, action) for action in self.actions(k)]


class Quotient:
    """The quotient by some end components: new places for the single places first, then one for each end component.

    ``number`` is the new place of each place, ``origins`` the (place, action) pairs behind the actions of a new place.
    """

    def __init__(self, actions: ActionGraph, count: int, parts: Sequence[Sequence[int]]) -> None:
        self.actions, self.parts = actions, parts
        merged = {k for part in parts for k in part}
        self.single_places = [k for k in range(count) if k not in merged]
        self.number = {k: n for n, k in enumerate(self.single_places)}
        for n, part in enumerate(parts, len(self.single_places)):
            self.number.update(dict.fromkeys(part, n))
        self.origins: list[list[Origin]] = [[(k, action) for action in actions.actions(k)] for k in self.single_places]
        for part in parts:
            inside = set(part)
            leaving = [
                (k, action) for k in part for action in actions.actions(k) if not actions.stays_in(k, action, inside)
            ]
            self.origins.append([None, *leaving])

    def policy_of(self, choices: Sequence[int]) -> dict[int, Any]:
        """Return the action at each place, given the number of the action taken at each new place."""
        origins_taken = [origins[action] for origins, action in zip(self.origins, choices, strict=True)]
        policy = dict(filter(None, origins_taken[: len(self.single_places)]))
        for part, origin in zip(self.parts, origins_taken[len(self.single_places) :], strict=True):
            policy |= self.policy_within(part, origin)
        return policy

    def policy_within(self, part: Sequence[int], leaving: Origin) -> Mapping[int, Any]:
        """Return actions within an end component: towards the action that leaves it, or such that play stays."""
        source, inside = self.actions, set(part)
        staying = {
            k: [
                action
                for action in source.actions(k)
                if source.stays_in(k, action, inside) and not source.pays(k, action)
            ]
            for k in part
        }
        if leaving is None:
            return {k: actions[0] for k, actions in staying.items()}
        into: dict[int, list[tuple[int, Any]]] = {k: [] for k in part}
        for k, actions in staying.items():
            for action in actions:
                for target in source.successors(k, action):
                    into[target].append((k, action))
        policy = dict([leaving])
        for target in (todo := [leaving[0]]):
            for k, action in into[target]:
                if k not in policy:
                    policy[k] = action
                    todo.append(k)
        return policy


def end_components(
    members: Sequence[int],
    decides: Callable[[int], bool],
    options: Callable[[int], Sequence[Collection[int]]],
    check_limits: Callable[[], None] = lambda: None,
) -> list[list[int]]:
    """Return the maximal end components among ``members``: sets in which the players can keep play for ever.

    ``options`` are the actions at a position, each with the positions that it may lead to. If a player ``decides``,
    one action must stay inside the set, else all of them. ``check_limits`` is called in each pass and may raise.
    """
    todo, closed_sets = [list(members)], []
    rank = {position: k for k, position in enumerate(members)}
    while todo:
        inside = set(todo.pop())
        while True:  # remove positions from which play cannot stay inside
            check_limits()
            leaving = [position for position in inside if not _stays(position, inside, decides, options)]
            if not leaving:
                break
            inside.difference_update(leaving)
        if not inside:
            continue
        order = sorted(inside, key=rank.__getitem__)
        place = {position: k for k, position in enumerate(order)}
        actions = [
            [action for action in options(position) if all(target in place for target in action)] for position in order
        ]
        successors = [[place[target] for action in moves for target in action] for moves in actions]
        parts = [[order[k] for k in part] for part in components(*edges_from(successors))]
        if len(parts) == 1:
            closed_sets.append(parts[0])
        else:
            todo += parts
    return closed_sets


def _stays(
    position: int, inside: set[int], decides: Callable[[int], bool], options: Callable[[int], Sequence[Collection[int]]]
) -> bool:
    """Whether play can stay inside at this position."""
    actions = [all(target in inside for target in action) for action in options(position)]
    return any(actions) if decides(position) else all(actions)
