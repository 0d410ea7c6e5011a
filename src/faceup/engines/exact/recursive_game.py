"""Two players and chance in a cyclic component: Everett's recursive games (1957), solved by strategy iteration.

One player's policy is improved until nothing improves it (Hoffman and Karp 1966). The opponent's best response to a
policy shows what the policy guarantees: a bound on the value. Two kinds of step raise this bound.

- A better move: its successor has a higher bound than the position.
- Stalling: if endless play is worth more than the bound, the player can keep play, without loss, among positions that
  the opponent leaves only to the player's advantage.

If neither step is possible, the bound is the value. Proof: let V be the value, v the bound, and D the positions where
V - v is largest, and suppose that this is not 0. In D the player has moves that stay in D without loss, chance stays in
D, and the opponent leaves D only towards more than v. In D the value V is then at most that of endless play, and v is
less. So the player could stall in D: a contradiction.

Numbers are exact here; ``solve.cyclic.policy_iteration`` uses floats with proven errors.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.decision_process import Actions, Response, best_response, free_end_components
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

MOST_POLICIES = 10_000  # of each player; the iteration ends by itself much sooner


class Guarantee(NamedTuple):
    """The values that a policy guarantees at all places, those outside the component included, and their errors."""

    values: Any
    errors: Any


class RecursiveGame(ABC):
    """A component of ``len(turns)`` places, and behind them the places outside, whose values are known.

    Place ``i`` has the edges ``first[i]`` to before ``first[i + 1]``. Edge ``e`` leads from ``owner[e]`` to
    ``targets[e]`` and pays ``gains[e]``. A policy is a row with the edge chosen at each place. ``tolerance`` is the
    relative error that one number may have.
    """

    turns: Any
    first: Any
    owner: Any
    targets: Any
    gains: Any
    endless: Any
    tolerance: float = 0
    most_policies = MOST_POLICIES

    @abstractmethod
    def guarantee(self, player: int, policy: Any) -> Guarantee:
        """Return what this player's policy guarantees: the values against the opponent's best response."""

    def improve_policy(self, player: int, policy: Any) -> tuple[Any, Guarantee]:
        """Improve a policy until no step improves it; return it with its guarantee."""
        sign = 1 - 2 * player
        bound = self.guarantee(player, policy)
        for _ in range(self.most_policies):
            advantages, slack = self.advantages(sign, bound)
            better = self.with_better_moves(player, policy, advantages, slack)
            if better is None:
                better = self.with_stalling(player, policy, sign, bound, advantages, slack)
            if better is None:
                break
            higher = self.guarantee(player, better)
            if not (sign * (higher.values - bound.values) > higher.errors + bound.errors).any():
                break  # floats show no further improvement
            policy, bound = better, higher
        return policy, bound

    def advantages(self, sign: int, bound: Guarantee) -> tuple[Any, Any]:
        """Return the advantage of each edge over the bound of its place, for one player, and its possible error."""
        there, here = bound.values[self.targets], bound.values[self.owner]
        size = np.abs(there) + np.abs(here) + np.abs(self.gains)
        slack = self.tolerance * size + 2 * (bound.errors[self.targets] + bound.errors[self.owner])
        return sign * (there + self.gains - here), slack

    def with_better_moves(self, player: int, policy: Any, advantages: Any, slack: Any) -> Any:
        """Return the policy with the best edge wherever one is surely better; None if there is none."""
        own = np.where((self.turns[self.owner] == player) & (advantages > slack), advantages, 0)
        best = np.maximum.reduceat(own, self.first[: len(self.turns)])
        if not best.any():
            return None
        improving = np.flatnonzero((own > 0) & (own == best[self.owner]))[::-1]
        better = policy.copy()
        better[self.owner[improving]] = improving  # of equal edges the first is written last, and stays
        return better

    def with_stalling(self, player: int, policy: Any, sign: int, bound: Guarantee, advantages: Any, slack: Any) -> Any:
        """Return the policy that stalls wherever endless play is worth more than the bound; None if nowhere.

        The set ``inside`` starts with all places whose bound is below the value of endless play, and shrinks to those
        where play can stay without loss.
        """
        count, owner, targets = len(self.turns), self.owner, self.targets
        inside = np.zeros(len(bound.values), np.bool_)
        inside[:count] = (sign * (self.endless - bound.values) > 2 * bound.errors)[:count]
        mine, chance = self.turns[owner] == player, self.turns[owner] == CHANCE
        equal, first = np.abs(advantages) <= slack, self.first[:count]
        while inside.any():
            stays = inside[targets]
            allowed = np.where(mine, stays & equal, stays | (~chance & (advantages > slack)))
            some, every = np.logical_or.reduceat(allowed, first), np.logical_and.reduceat(allowed, first)
            staying = inside[:count] & np.where(self.turns == player, some, every)
            if staying.sum() == inside.sum():
                break
            inside[:count] = staying
        stalling = np.flatnonzero(mine & inside[owner] & inside[targets] & equal)[::-1]
        better = policy.copy()
        better[owner[stalling]] = stalling
        already = inside[:count] & (self.turns == player) & inside[targets[policy]] & equal[policy]
        better[already] = policy[already]
        return None if (better == policy).all() else better


def solve_recursive_game(
    actions: Actions, turns: Sequence[int], endless: Exact, check_limits: Callable[[], None] = lambda: None
) -> Response:
    """Return the values for player 0 and both players' policies; ``turns`` has the player who decides at each place.

    ``endless`` is the value of an endless play. ``check_limits`` is called in each round and may raise. Raises
    Unsettled, Inexact.
    """
    kept = free_end_components(actions, 0, check_limits)  # raises Unsettled
    stays = bool(kept)
    game = _ExactGame(actions, turns, endless, check_limits)
    (mine, low), (theirs, high) = (game.improve_policy(player, game.first[:-1].copy()) for player in (0, 1))
    if (low.values != high.values).any():
        raise AssertionError("the players' best policies guarantee different values")
    policy = np.where(game.turns == 0, mine, theirs) - game.first[:-1]
    return Response(low.values[:-1].tolist(), policy.tolist(), stays)


class _ExactGame(RecursiveGame):
    """The game in exact numbers.

    A player's action is one edge, an action of chance one edge for each successor. All that is outside is one place
    with the value 0, since gains include the values outside.
    """

    def __init__(
        self, actions: Actions, turns: Sequence[int], endless: Exact, check_limits: Callable[[], None]
    ) -> None:
        self.actions, self.endless, self.check_limits = actions, endless, check_limits
        self.turns = np.array(turns)
        edges = [
            (i, target, action.gain)
            for i, own in enumerate(actions)
            for action in own
            for target in [*action.transitions, *[len(actions)] * (not action.stays)]
        ]
        self.owner = np.array([i for i, _, _ in edges])
        self.targets = np.array([target for _, target, _ in edges])
        self.gains = np.array([gain for _, _, gain in edges], object)
        self.first = np.searchsorted(self.owner, np.arange(len(actions) + 1))

    def guarantee(self, player: int, policy: Any) -> Guarantee:
        chosen = (policy - self.first[:-1]).tolist()
        fixed = [action if turn == player else None for action, turn in zip(chosen, self.turns.tolist(), strict=True)]
        response = best_response(self.actions, 2 * player - 1, self.endless, fixed, self.check_limits)
        values = np.array([*response.values, 0], object)
        return Guarantee(values, np.zeros(len(values), int))
