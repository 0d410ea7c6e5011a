"""Markov decision processes with cycles: the best value of one player against chance, and a policy that reaches it.

An end component is a set of positions in which the player can keep play for ever. Each is merged into one position of a
quotient. In the quotient, play ends under every policy, or costs grow without bound while it does not: a stochastic
shortest path problem (D. Bertsekas, J. Tsitsiklis, An Analysis of Stochastic Shortest Path Problems, Mathematics of
Operations Research 16, 1991). Policy iteration (R. Howard, 1960) begins with a policy under which play ends, so all
later policies end it too. It runs in float64 first, then in exact numbers, which must satisfy all equations.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.components import ActionModel, Origin, Quotient, Unsettled
from faceup.numbers.exact import Exact
from faceup.numbers.linear_systems import Chain, Row, float_solver

CLOSE = 1e-12  # by which floats must differ, of their size, before one is taken for larger
MOST_ROUNDS = 1000  # of improving a policy in float64; it ends by itself much sooner


class Action(NamedTuple):
    """An action at a place of a component: the probabilities of its successors there, and its expected gain.

    ``inside`` has the probability of each place of the component; the rest leaves it. ``gain`` is the expected reward
    plus the expected value outside the component. ``paid`` says whether a transition within the component has a reward.
    """

    inside: Row
    gain: Exact
    paid: bool = False

    @property
    def stays(self) -> bool:
        """Whether play surely goes on in the component."""
        return sum(self.inside.values()) == 1


ActionLists = Sequence[Sequence[Action]]  # of each place; somebody chooses where there are several


class Response(NamedTuple):
    """The value of each place, the number of the action taken there, and whether play may go on for ever.

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
    actions: ActionLists,
    sign: int,
    endless: Exact,
    policy: Sequence[int | None] | None = None,
    look: Callable[[], None] = lambda: None,
) -> Response:
    """The optimal values of the player who chooses: maximal if ``sign`` is 1, minimal if it is -1.

    A ``policy`` fixes the action at each place, and has None where the choice is open; if no choice is open, the policy
    is evaluated. ``look`` is called in each round, and may raise at a limit. Raises Unsettled, and Inexact if there are
    too many places for exact numbers.
    """
    if policy is not None:
        fixed = [
            own if action is None else own[action : action + 1] for own, action in zip(actions, policy, strict=True)
        ]
        response = best_response(fixed, sign, endless, look=look)
        all_taken = [k if action is None else action for k, action in zip(response.taken, policy, strict=True)]
        return response._replace(taken=all_taken)
    quotient = Quotient(_ActionNumbers(actions), len(actions), free_end_components(actions, sign))
    joined = [
        [_renumber_action(actions, origin, quotient.number, endless) for origin in own] for own in quotient.origins
    ]
    try:
        begun = ending_policy(joined)
    except Unsettled as error:
        raise Unsettled([i for i, k in quotient.number.items() if k in error.places]) from None
    improved = list(begun)
    if any(len(own) > 1 for own in joined):
        rounded = [[_in_float64(action) for action in own] for own in joined]
        _improve_policy(rounded, improved, sign, _evaluate_in_floats, look, CLOSE, MOST_ROUNDS)
    values = _improve_policy(joined, improved, sign, partial(_evaluate_exactly, look), look)
    taken = quotient.actions_taken(improved)
    places = range(len(actions))
    return Response([values[quotient.number[i]] for i in places], [taken[i] for i in places], bool(quotient.parts))


def free_end_components(actions: ActionLists, sign: int = 0) -> list[list[int]]:
    """The end components without rewards, in which the player who chooses can stay for ever.

    Raises Unsettled for one with rewards, unless all its rewards cost that player (by ``sign``), who then leaves.
    """
    return _ActionNumbers(actions).free_end_components(range(len(actions)), sign)


class _ActionNumbers(ActionModel):
    """The actions by their numbers at each place."""

    def __init__(self, actions: ActionLists) -> None:
        self.own = actions

    def decides(self, k: int) -> bool:
        return len(self.own[k]) > 1

    def actions(self, k: int) -> Sequence[int]:
        return range(len(self.own[k]))

    def leads(self, k: int, action: int) -> Collection[int]:
        there = self.own[k][action]
        return there.inside if there.stays else (-1,)

    def pays(self, k: int, action: int) -> bool:
        return self.own[k][action].paid

    def costs(self, k: int, action: int, sign: int) -> bool:
        return sign * self.own[k][action].gain < 0


def _renumber_action(actions: ActionLists, origin: Origin, number: Mapping[int, int], endless: Exact) -> Action:
    """An action between places of the quotient; for no origin, the action of staying for ever."""
    if origin is None:
        return Action({}, endless)
    action, inside = actions[origin[0]][origin[1]], Row()
    for there, chance in action.inside.items():
        inside[number[there]] = inside.get(number[there], 0) + chance
    return Action(inside, action.gain, action.paid)


def ending_policy(actions: ActionLists) -> list[int]:
    """A policy under which play ends with probability 1. Raises Unsettled if there is none."""
    inside = set(range(len(actions)))
    while True:
        # Backwards from the ends: places with an action that may lead nearer to an end, and leads only to such places.
        policy: dict[int, int] = {}
        into: dict[int, list[tuple[int, int]]] = {i: [] for i in inside}
        for i in inside:
            for k, action in enumerate(actions[i]):
                if action.inside.keys() <= inside:
                    if not action.stays:
                        policy.setdefault(i, k)
                    for there in action.inside:
                        into[there].append((i, k))
        todo = list(policy)
        for there in todo:
            nearer = {i: k for i, k in reversed(into[there]) if i not in policy}
            policy |= nearer
            todo += nearer
        if policy.keys() == inside:
            break
        inside = set(policy)
    if len(inside) < len(actions):
        raise Unsettled([i for i in range(len(actions)) if i not in inside])
    return [policy[i] for i in range(len(actions))]


def _improve_policy(
    actions: ActionLists,
    policy: list[int],
    sign: int,
    evaluate: Callable[[Sequence[Action]], Any],
    look: Callable[[], None],
    close: float = 0,
    most: float = inf,
) -> Any:
    """Improve a policy in place by policy iteration, until no action is better; return its values.

    ``policy`` must end play with probability 1. An action counts as better only by more than ``close``, relative to its
    value. The iteration stops after at ``most`` so many rounds.
    """
    for times in count(1):
        look()
        values = evaluate([own[k] for own, k in zip(actions, policy, strict=True)])
        changed = False
        for i, own in enumerate(actions):
            if len(own) == 1:
                continue
            worth = [
                action.gain + sum(chance * values[there] for there, chance in action.inside.items()) for action in own
            ]
            best = max(range(len(own)), key=lambda k: sign * worth[k])
            if sign * (worth[best] - worth[policy[i]]) > close * max(1, abs(worth[best])):
                policy[i], changed = best, True
        if not changed or times >= most:
            return values


def _in_float64(action: Action) -> Action:
    """The action in float64."""
    inside: Any = {there: float(chance) for there, chance in action.inside.items()}
    gain: Any = float(action.gain)
    return Action(inside, gain)


def _evaluate_in_floats(chosen: Sequence[Any]) -> Any:
    """The values of a policy, given its action at each place, in float64."""
    return float_solver([action.inside for action in chosen])(np.array([action.gain for action in chosen]))


def _evaluate_exactly(look: Callable[[], None], chosen: Sequence[Action]) -> list[Exact]:
    """The values of a policy, given its action at each place. Raises Inexact if they are too long."""
    bounds = Chain([action.inside for action in chosen], look).expectation([action.gain for action in chosen])
    if any(low != high for low, high in bounds):
        raise Inexact
    return [low for low, _ in bounds]
