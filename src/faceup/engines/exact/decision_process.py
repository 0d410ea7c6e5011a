"""Best responses in cyclic components: a Markov decision process of one player, or a Markov chain, in exact numbers.

An end component, in which the player can keep play for ever, is merged into one place (``graph.components``). In the
rest every policy comes to an end, or pays more and more as long as it does not: a stochastic shortest path problem
(Bertsekas and Tsitsiklis 1991). Howard's policy iteration (1960) starts from a proper policy, one that surely comes to
an end, and then meets only proper policies. It runs in float64 first, then in exact numbers, which must satisfy all
equations.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import count
from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.components import ActionGraph, Origin, Quotient, Unsettled
from faceup.numbers.exact import Exact
from faceup.numbers.linear_systems import Chain, Row, float_solver

TOLERANCE = 1e-12  # relative difference above which one float counts as larger than another
MOST_ROUNDS = 1000  # of policy iteration in float64, which ends by itself much sooner


class Action(NamedTuple):
    """An action at a place: the chances of its successors in the component, and the gain expected on it.

    ``gain`` includes rewards and the values of successors outside the component. ``paid`` tells whether it includes a
    reward on the way to a place of the component.
    """

    transitions: Row
    gain: Exact
    paid: bool = False

    @property
    def stays(self) -> bool:
        """Whether play surely stays in the component."""
        return sum(self.transitions.values()) == 1


Actions = Sequence[Sequence[Action]]  # the actions at each place; a place with several is a decision


class Response(NamedTuple):
    """The value of each place, the number of the action chosen there, and whether play may be endless.

    ``distances`` are moves to the end, if the method counts them: infinite for endless play, None if unknown.
    """

    values: list[Exact]
    policy: list[int]
    stays: bool
    distances: Sequence[float | None] = ()


class Inexact(ArithmeticError):
    """The component is too large for exact numbers."""


def best_response(
    actions: Actions,
    sign: int,
    endless: Exact,
    policy: Sequence[int | None] | None = None,
    check_limits: Callable[[], None] = lambda: None,
) -> Response:
    """Return the best values of the player who decides: the largest if ``sign`` is 1, the smallest if it is -1.

    A ``policy`` fixes the action at each place, or leaves it open by None; one without None is evaluated. ``endless``
    is the value of an endless play. ``check_limits`` is called in each round and may raise. Raises Unsettled for
    rewards that may never settle, and Inexact if there are too many places for exact numbers.
    """
    if policy is not None:
        fixed = [own if k is None else own[k : k + 1] for own, k in zip(actions, policy, strict=True)]
        response = best_response(fixed, sign, endless, check_limits=check_limits)
        full = [chosen if k is None else k for chosen, k in zip(response.policy, policy, strict=True)]
        return response._replace(policy=full)
    # Without free end components, an improved proper policy is proper again, so every policy has finite values.
    quotient = Quotient(_ActionGraph(actions), len(actions), free_end_components(actions, sign, check_limits))
    merged = [[_renumber(actions, origin, quotient.number, endless) for origin in own] for own in quotient.origins]
    try:
        improved = proper_policy(merged)
    except Unsettled as error:
        raise Unsettled([i for i, k in quotient.number.items() if k in error.places]) from None
    if any(len(own) > 1 for own in merged):
        rounded = [[_round(action) for action in own] for own in merged]
        _iterate_policy(rounded, improved, sign, _evaluate_in_floats, check_limits, TOLERANCE, MOST_ROUNDS)
    values = _iterate_policy(merged, improved, sign, partial(_evaluate_exactly, check_limits), check_limits)
    chosen = quotient.policy_of(improved)
    places = range(len(actions))
    return Response([values[quotient.number[i]] for i in places], [chosen[i] for i in places], bool(quotient.parts))


def free_end_components(
    actions: Actions, sign: int = 0, check_limits: Callable[[], None] = lambda: None
) -> list[list[int]]:
    """Return the end components without rewards: there the player can stay for ever and gains nothing by it.

    Raises Unsettled for an end component with rewards, unless all of them cost the player whose direction is ``sign``:
    that player leaves. ``check_limits`` is called in each pass and may raise.
    """
    return _ActionGraph(actions, check_limits).free_end_components(range(len(actions)), sign)


class _ActionGraph(ActionGraph):
    """The actions of a component by their numbers at each place."""

    def __init__(self, actions: Actions, check_limits: Callable[[], None] = lambda: None) -> None:
        self.own, self._check_limits = actions, check_limits

    def check_limits(self) -> None:
        self._check_limits()

    def decides(self, k: int) -> bool:
        return len(self.own[k]) > 1

    def actions(self, k: int) -> Sequence[int]:
        return range(len(self.own[k]))

    def successors(self, k: int, action: int) -> Collection[int]:
        here = self.own[k][action]
        return here.transitions if here.stays else (-1,)

    def pays(self, k: int, action: int) -> bool:
        return self.own[k][action].paid

    def costs(self, k: int, action: int, sign: int) -> bool:
        return sign * self.own[k][action].gain < 0


def _renumber(actions: Actions, origin: Origin, number: Mapping[int, int], endless: Exact) -> Action:
    """Return an action between merged places, or the action of staying for ever."""
    if origin is None:
        return Action({}, endless)
    action, transitions = actions[origin[0]][origin[1]], Row()
    for target, chance in action.transitions.items():
        transitions[number[target]] = transitions.get(number[target], 0) + chance
    return Action(transitions, action.gain, action.paid)


def proper_policy(actions: Actions) -> list[int]:
    """Return a policy by which play surely comes to an end. Raises Unsettled if there is none.

    Remove places from which no policy can come to an end without a chance of leaving the rest; repeat until none is
    removed.
    """
    remaining = set(range(len(actions)))
    while True:
        # Search backwards from the ends, by actions that lead to remaining places alone.
        policy: dict[int, int] = {}
        incoming: dict[int, list[tuple[int, int]]] = {i: [] for i in remaining}
        for i in remaining:
            for k, action in enumerate(actions[i]):
                if action.transitions.keys() <= remaining:
                    if not action.stays:
                        policy.setdefault(i, k)
                    for target in action.transitions:
                        incoming[target].append((i, k))
        todo = list(policy)
        for target in todo:
            nearer = {i: k for i, k in reversed(incoming[target]) if i not in policy}
            policy |= nearer
            todo += nearer
        if policy.keys() == remaining:
            break
        remaining = set(policy)
    if len(remaining) < len(actions):
        raise Unsettled([i for i in range(len(actions)) if i not in remaining])
    return [policy[i] for i in range(len(actions))]


def _iterate_policy(
    actions: Actions,
    policy: list[int],
    sign: int,
    evaluate: Callable[[Sequence[Action]], Any],
    check_limits: Callable[[], None],
    tolerance: float = 0,
    max_rounds: float = inf,
) -> Any:
    """Improve a proper policy in place until no action improves it; return its values.

    An action must be better by more than ``tolerance``, relative to its value. Stops after ``max_rounds``.
    """
    for rounds in count(1):
        check_limits()
        values = evaluate([own[k] for own, k in zip(actions, policy, strict=True)])
        changed = False
        for i, own in enumerate(actions):
            if len(own) == 1:
                continue
            worth = [action.gain + sum(p * values[j] for j, p in action.transitions.items()) for action in own]
            best = max(range(len(own)), key=lambda k: sign * worth[k])
            if sign * (worth[best] - worth[policy[i]]) > tolerance * max(1, abs(worth[best])):
                policy[i], changed = best, True
        if not changed or rounds >= max_rounds:
            return values


def _round(action: Action) -> Action:
    """Return the action with float64 numbers."""
    transitions: Any = {target: float(chance) for target, chance in action.transitions.items()}
    gain: Any = float(action.gain)
    return Action(transitions, gain)


def _evaluate_in_floats(chosen: Sequence[Any]) -> Any:
    """Return the rounded values of a policy, given the action chosen at each place."""
    return float_solver([action.transitions for action in chosen])(np.array([action.gain for action in chosen]))


def _evaluate_exactly(check_limits: Callable[[], None], chosen: Sequence[Action]) -> list[Exact]:
    """Return the values of a policy, given the action chosen at each place. Raises Inexact."""
    chain = Chain([action.transitions for action in chosen], check_limits)
    bounds = chain.expectation([action.gain for action in chosen])
    if any(low != high for low, high in bounds):
        raise Inexact
    return [low for low, _ in bounds]
