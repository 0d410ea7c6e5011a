"""One player, or nobody, against chance in positions that can repeat: the best value, and how to reach it.

Where the player can keep play going for ever, an end component, its positions are taken together. What is left comes
to an end whatever is played, or costs more and more as long as it does not (a stochastic shortest path; Bertsekas and
Tsitsiklis 1991). Howard's improvement of policies begins with one that comes to an end, and so keeps to such: in
float64 first, then with exact numbers, which have to satisfy all equations.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.components import Origin, Quotient, Unsettled
from faceup.engines.graph.components import Ways as WaysOfPlaces
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


Ways = Sequence[Sequence[Way]]  # of each place; somebody chooses where there are several


class Response(NamedTuple):
    """What is expected at each place, which of its ways is taken there, and whether play may go on for ever.

    ``distances`` are moves to the end, where these are counted: infinite where play never ends, None where they
    have no number.
    """

    values: list[Exact]
    taken: list[int]
    stays: bool
    distances: Sequence[float | None] = ()


class Inexact(ArithmeticError):
    """The numbers are too long to be known exactly."""


def best_response(
    ways: Ways,
    sign: int,
    endless: Exact,
    policy: Sequence[int | None] | None = None,
    look: Callable[[], None] = lambda: None,
) -> Response:
    """The best that the player who chooses can get, the most where ``sign`` is 1, the least where it is -1.

    A ``policy`` has the way that is taken at each place, and None where the choice is open: without any it is
    evaluated. ``look`` is called in each round, and may raise at a limit. Raises Unsettled, and Inexact where there
    are too many places for exact numbers.
    """
    if policy is not None:
        fixed = [own if way is None else own[way : way + 1] for own, way in zip(ways, policy, strict=True)]
        response = best_response(fixed, sign, endless, look=look)
        all_taken = [k if way is None else way for k, way in zip(response.taken, policy, strict=True)]
        return response._replace(taken=all_taken)
    quotient = Quotient(_Ways(ways), len(ways), settled_parts(ways, sign))
    joined = [[_renumber_way(ways, origin, quotient.number, endless) for origin in own] for own in quotient.origins]
    try:
        begun = ending_policy(joined)
    except Unsettled as error:
        raise Unsettled([i for i, k in quotient.number.items() if k in error.places]) from None
    improved = list(begun)
    if any(len(own) > 1 for own in joined):
        rounded = [[_rounded(way) for way in own] for own in joined]
        _improve_policy(rounded, improved, sign, _in_floats, look, CLOSE, MOST_ROUNDS)
    values = _improve_policy(joined, improved, sign, partial(_exactly, look), look)
    taken = quotient.ways_taken(improved)
    places = range(len(ways))
    return Response([values[quotient.number[i]] for i in places], [taken[i] for i in places], bool(quotient.parts))


def settled_parts(ways: Ways, sign: int = 0) -> list[list[int]]:
    """The end components without rewards: where the player who chooses can stay for ever, for nothing.

    Raises Unsettled for one with rewards, unless all of these cost that player, by ``sign``, who leaves then.
    """
    return _Ways(ways).free_parts(range(len(ways)), sign)


class _Ways(WaysOfPlaces):
    """The ways by their numbers at each place."""

    def __init__(self, ways: Ways) -> None:
        self.own = ways

    def decides(self, k: int) -> bool:
        return len(self.own[k]) > 1

    def ways(self, k: int) -> Sequence[int]:
        return range(len(self.own[k]))

    def leads(self, k: int, way: int) -> Collection[int]:
        there = self.own[k][way]
        return there.inside if there.stays else (-1,)

    def pays(self, k: int, way: int) -> bool:
        return self.own[k][way].paid

    def costs(self, k: int, way: int, sign: int) -> bool:
        return sign * self.own[k][way].gain < 0


def _renumber_way(ways: Ways, origin: Origin, number: Mapping[int, int], endless: Exact) -> Way:
    """A way between places with new numbers, or that of staying for ever."""
    if origin is None:
        return Way({}, endless)
    way, inside = ways[origin[0]][origin[1]], Row()
    for there, chance in way.inside.items():
        inside[number[there]] = inside.get(number[there], 0) + chance
    return Way(inside, way.gain, way.paid)


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


def _improve_policy(
    ways: Ways,
    policy: list[int],
    sign: int,
    evaluate: Callable[[Sequence[Way]], Any],
    look: Callable[[], None],
    close: float = 0,
    most: float = inf,
) -> Any:
    """Improve a policy by which play comes to an end until nothing does any more, and what it is worth at each place.

    Numbers must differ by more than ``close``, of their size, before one is taken for larger; after so many rounds at
    the ``most`` it is left as it is.
    """
    for times in count(1):
        look()
        values = evaluate([own[k] for own, k in zip(ways, policy, strict=True)])
        changed = False
        for i, own in enumerate(ways):
            if len(own) == 1:
                continue
            worth = [way.gain + sum(chance * values[there] for there, chance in way.inside.items()) for way in own]
            best = max(range(len(own)), key=lambda k: sign * worth[k])
            if sign * (worth[best] - worth[policy[i]]) > close * max(1, abs(worth[best])):
                policy[i], changed = best, True
        if not changed or times >= most:
            return values


def _rounded(way: Way) -> Way:
    """The way in float64."""
    inside: Any = {there: float(chance) for there, chance in way.inside.items()}
    gain: Any = float(way.gain)
    return Way(inside, gain)


def _in_floats(chosen: Sequence[Any]) -> Any:
    """What a policy is worth at each place, rounded."""
    return float_solver([way.inside for way in chosen])(np.array([way.gain for way in chosen]))


def _exactly(look: Callable[[], None], chosen: Sequence[Way]) -> list[Exact]:
    """What a policy is worth at each place."""
    bounds = Chain([way.inside for way in chosen], look).expectation([way.gain for way in chosen])
    if any(low != high for low, high in bounds):
        raise Inexact
    return [low for low, _ in bounds]
