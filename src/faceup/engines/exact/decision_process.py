"""One player, or nobody, against chance in positions that come round: the best value, and how to reach it.

Where the player can keep play going for ever, an end component, its positions are taken together: from any of them the
player may go on to any of the ways that lead out, or stay for what a play without end is worth. What is left comes to
an end whatever is played, or costs more and more as long as it does not (a stochastic shortest path; Bertsekas and
Tsitsiklis 1991). Howard's improvement of policies begins with one that comes to an end, and so keeps to such: in
float64 first, then with exact numbers, which have to satisfy all equations.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.components import end_components
from faceup.numbers.exact import Exact
from faceup.numbers.linear_systems import Chain, Row, float_solver

CLOSE = 1e-12  # by which floats must differ, of their size, before one is taken for larger
MOST_ROUNDS = 1000  # of improving a policy in float64; it ends by itself much sooner


class Way(NamedTuple):
    """One way to go on: with which chance to which places of the component, and what else is expected on it.

    ``gain`` has the rewards and what is expected beyond the component. ``paid`` tells rewards on the way to places of
    the component.
    """

    inside: Row
    gain: Exact
    paid: bool = False

    @property
    def stays(self) -> bool:
        """Whether play surely goes on in the component."""
        return sum(self.inside.values()) == 1

    def stays_in(self, places: Set[int]) -> bool:
        """Whether play surely goes on in these places."""
        return self.stays and self.inside.keys() <= places


Ways = Sequence[Sequence[Way]]  # of each place; somebody chooses where there are several


class Unsettled(ArithmeticError):
    """There are rewards on ways round, so that they may never settle: at these places."""

    def __init__(self, places: Sequence[int]) -> None:
        super().__init__("rewards that may never settle")
        self.places = list(places)


class Response(NamedTuple):
    """What is expected at each place, which of its ways is taken there, and whether play may be kept for ever."""

    values: list[Exact]
    taken: list[int]
    stays: bool


class Inexact(ArithmeticError):
    """The numbers are too long to be known exactly."""


def best_response(ways: Ways, sign: int, endless: Exact) -> Response:
    """The best that whoever chooses can get, the most where ``sign`` is 1, the least where it is -1.

    Raises Unsettled, and Inexact where there are too many places for exact numbers.
    """
    together = _Together(ways, settled_parts(ways, sign), endless)
    try:
        begun = ending_policy(together.ways)
    except Unsettled as error:
        raise Unsettled([i for i, k in together.place.items() if k in error.places]) from None
    policy = _improved_in_floats(together.ways, begun, sign)
    while True:
        values = _exactly(together.ways, policy)
        better = better_ways(together.ways, range(len(policy)), values, sign)
        if not better:
            return together.apart(values, policy)
        for i, way in better.items():
            policy[i] = way


def settled_parts(ways: Ways, sign: int = 0) -> list[list[int]]:
    """The end components without rewards: where whoever chooses can keep play for ever, for nothing.

    Raises Unsettled for one with rewards, unless all of these cost whoever chooses, by ``sign``: nobody stays there.
    """
    parts = []
    for part in _end_components(ways, range(len(ways)), lambda way: way.stays):
        inside = set(part)
        paid = [way for i in part for way in ways[i] if way.paid and way.stays_in(inside)]
        if any(sign * way.gain >= 0 for way in paid):
            raise Unsettled(part)
        parts += _end_components(ways, part, lambda way: way.stays and not way.paid) if paid else [part]
    return parts


def _end_components(ways: Ways, places: Sequence[int], usable: Callable[[Way], bool]) -> list[list[int]]:
    """The end components among these places, of ways that are usable."""
    return end_components(
        places,
        lambda i: len(ways[i]) > 1,
        lambda i: [[*way.inside] if usable(way) else [-1] for way in ways[i]],
    )


def ending_policy(ways: Ways) -> list[int]:
    """A policy by which play surely comes to an end. Raises Unsettled where there is none."""
    inside = set(range(len(ways)))
    while True:
        # Those from which a way leads nearer to an end, and nowhere else than to such: from the ends backwards.
        policy: dict[int, int] = {}
        into: dict[int, list[tuple[int, int]]] = {i: [] for i in inside}
        for i in inside:
            for k, way in enumerate(ways[i]):
                if way.inside.keys() <= inside:
                    if not way.stays:
                        policy.setdefault(i, k)
                    for there in way.inside:
                        into[there].append((i, k))
        todo = list(policy)
        for there in todo:
            nearer = {i: k for i, k in reversed(into[there]) if i not in policy}
            policy |= nearer
            todo += nearer
        if policy.keys() == inside:
            break
        inside = set(policy)
    if len(inside) < len(ways):
        raise Unsettled([i for i in range(len(ways)) if i not in inside])
    return [policy[i] for i in range(len(ways))]


class _Together:
    """The places with those of each end component as one."""

    def __init__(self, ways: Ways, stays: Sequence[Sequence[int]], endless: Exact) -> None:
        self.own, self.stays = ways, [list(part) for part in stays]
        joined = {i for part in stays for i in part}
        self.alone = [i for i in range(len(ways)) if i not in joined]
        self.place = {i: k for k, i in enumerate(self.alone)}
        for k, part in enumerate(self.stays, len(self.alone)):
            self.place.update(dict.fromkeys(part, k))
        # Where each way of a place comes from: a place and the number of its way, or none for staying for ever.
        self.origins: list[list[tuple[int, int] | None]] = [[(i, k) for k in range(len(ways[i]))] for i in self.alone]
        for part in self.stays:
            inside = set(part)
            leaving: list[tuple[int, int] | None] = [
                (i, k) for i in part for k, way in enumerate(ways[i]) if not way.stays_in(inside)
            ]
            self.origins.append([None, *leaving])
        self.ways = [
            [Way({}, endless) if origin is None else self._moved(ways[origin[0]][origin[1]]) for origin in origins]
            for origins in self.origins
        ]

    def _moved(self, way: Way) -> Way:
        inside: Row = {}
        for there, chance in way.inside.items():
            inside[self.place[there]] = inside.get(self.place[there], 0) + chance
        return Way(inside, way.gain, way.paid)

    def apart(self, values: list[Exact], policy: list[int]) -> Response:
        """What this is for each place, and a way there: inside an end component towards where it is left."""
        taken = [0] * len(self.own)
        for k, i in enumerate(self.alone):
            taken[i] = policy[k]
        for k, part in enumerate(self.stays, len(self.alone)):
            origin = self.origins[k][policy[k]]
            _lead(self.own, part, origin, taken)
        return Response([values[self.place[i]] for i in range(len(self.own))], taken, bool(self.stays))


def _lead(ways: Ways, part: Sequence[int], exit_way: tuple[int, int] | None, taken: list[int]) -> None:
    """Choose ways within an end component: towards the exit, or such as stay."""
    inside = set(part)

    def staying(i: int) -> list[int]:
        return [k for k, way in enumerate(ways[i]) if way.stays_in(inside) and not way.paid]

    if exit_way is None:
        for i in part:
            taken[i] = staying(i)[0]
        return
    reached, (last, way_out) = {exit_way[0]}, exit_way
    taken[last] = way_out
    while len(reached) < len(part):
        for i in part:
            towards = [k for k in staying(i) if reached & ways[i][k].inside.keys()] if i not in reached else []
            if towards:
                taken[i] = towards[0]
                reached.add(i)


def _improved_in_floats(ways: Ways, policy: list[int], sign: int) -> list[int]:
    """A policy that is best as far as float64 can tell, from one by which play comes to an end."""
    if all(len(own) == 1 for own in ways):
        return policy
    gains = [[float(way.gain) for way in own] for own in ways]
    places = [[(list(way.inside), [float(chance) for chance in way.inside.values()]) for way in own] for own in ways]
    for _ in range(MOST_ROUNDS):
        values = _in_floats([places[i][k] for i, k in enumerate(policy)], [gains[i][k] for i, k in enumerate(policy)])
        changed = False
        for i, own in enumerate(places):
            if len(own) == 1:
                continue
            worth = [
                gains[i][k] + sum(chance * values[there] for there, chance in zip(*way, strict=True))
                for k, way in enumerate(own)
            ]
            best = max(range(len(own)), key=lambda k: sign * worth[k])
            if sign * (worth[best] - worth[policy[i]]) > CLOSE * max(1.0, abs(worth[best])):
                policy[i], changed = best, True
        if not changed:
            break
    return policy


def _in_floats(rows: Sequence[tuple[list[int], list[float]]], gains: Sequence[float]) -> Any:
    """What a policy is worth at each place, rounded."""
    chain = [dict(zip(*row, strict=True)) for row in rows]
    return float_solver(chain)(np.array(gains))


def _exactly(ways: Ways, policy: Sequence[int]) -> list[Exact]:
    """What a policy is worth at each place."""
    chosen = [own[k] for own, k in zip(ways, policy, strict=True)]
    bounds = Chain([way.inside for way in chosen]).expectation([way.gain for way in chosen])
    if any(low != high for low, high in bounds):
        raise Inexact
    return [low for low, _ in bounds]


def better_ways(ways: Ways, places: Iterable[int], values: Sequence[Exact], sign: int) -> dict[int, int]:
    """The best way at each of these places that is worth more than the place."""
    better = {}
    for i in places:
        worth = [sign * way_value(way, values) for way in ways[i]]
        best = max(range(len(worth)), key=worth.__getitem__)
        if worth[best] > sign * values[i]:
            better[i] = best
    return better


def way_value(way: Way, values: Sequence[Exact]) -> Exact:
    """What a way is worth, where the places are worth so much."""
    return way.gain + sum(chance * values[there] for there, chance in way.inside.items())
