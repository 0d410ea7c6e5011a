"""Strategy iteration for cyclic games of two opponents and chance: Everett's recursive games (1957).

The policy of one player is improved until no step improves it (A. Hoffman, R. Karp, On Nonterminating Stochastic Games,
1966). The other always gives a best response, so the value v of the policy is a bound that the player secures. Two
kinds of step raise it:

1. A move is better if it leads to more than v at its position.
2. Where v is less than the value of an endless play, the player may stall: in a set of places between which play can go
   on without loss, and which the other can leave only towards more than v.

If neither is possible, v is the value V. Proof: suppose V > v somewhere, and let D be the places where V - v is
largest. There the first player has moves into D without loss, chance leads only into D, and the other can leave D only
towards more than v. In D, V is at most the value of an endless play, so v is less: the first player could have stalled
in D. ∎

Numbers are exact here. ``solve.cyclic.strategy_iteration`` does the same in floats with proven errors.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.decision_process import ActionLists, Response, best_response, free_end_components
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

MOST_POLICIES = 10_000  # of each player; the iteration ends much sooner by itself


class Answer(NamedTuple):
    """The value of a policy at each place against the best response, with bounds on its error."""

    values: Any
    errors: Any


class RecursiveGame(ABC):
    """A component: the first ``len(turns)`` places are to be solved, the others have known values.

    Place i has the edges ``first[i]`` to ``first[i + 1] - 1``; for each edge, ``owner`` is i, ``targets`` the place
    that it leads to, and ``gains`` its reward. ``close`` is the relative rounding error of numbers.
    """

    turns: Any
    first: Any
    owner: Any
    targets: Any
    gains: Any
    endless: Any
    close: float = 0
    most_policies = MOST_POLICIES

    @abstractmethod
    def answer(self, player: int, policy: Any) -> Answer:
        """The values of this player's policy (an edge for each place) against the other's best response."""

    def improve_policy(self, player: int, policy: Any) -> tuple[Any, Answer]:
        """Improve a policy until no step does; return its edges and its values."""
        sign = 1 - 2 * player
        answer = self.answer(player, policy)
        for _ in range(self.most_policies):
            ahead, slack = self.ahead(sign, answer)
            better = self.better(player, policy, ahead, slack)
            if better is None:
                better = self.stalling(player, policy, sign, answer, ahead, slack)
            if better is None:
                break
            other = self.answer(player, better)
            if not (sign * (other.values - answer.values) > other.errors + answer.errors).any():
                break  # as far as floats can tell
            policy, answer = better, other
        return policy, answer

    def ahead(self, sign: int, answer: Answer) -> tuple[Any, Any]:
        """The advantage of each edge over the value of its place, for one player, and the bound on its error."""
        there, here = answer.values[self.targets], answer.values[self.owner]
        size = np.abs(there) + np.abs(here) + np.abs(self.gains)
        slack = self.close * size + 2 * (answer.errors[self.targets] + answer.errors[self.owner])
        return sign * (there + self.gains - here), slack

    def better(self, player: int, policy: Any, ahead: Any, slack: Any) -> Any:
        """The policy with the best edge wherever one is surely better; None if there is none."""
        ahead = np.where((self.turns[self.owner] == player) & (ahead > slack), ahead, 0)
        best = np.maximum.reduceat(ahead, self.first[: len(self.turns)])
        if not best.any():
            return None
        improving = np.flatnonzero((ahead > 0) & (ahead == best[self.owner]))[::-1]
        better = policy.copy()
        better[self.owner[improving]] = improving  # the first of several comes last, and stays
        return better

    def stalling(self, player: int, policy: Any, sign: int, answer: Answer, ahead: Any, slack: Any) -> Any:
        """The policy that stalls without loss where its value is below that of an endless play; None if it cannot."""
        count, owner, targets = len(self.turns), self.owner, self.targets
        inside = np.zeros(len(answer.values), np.bool_)
        inside[:count] = (sign * (self.endless - answer.values) > 2 * answer.errors)[:count]
        mine, chance = self.turns[owner] == player, self.turns[owner] == CHANCE
        equal, first = np.abs(ahead) <= slack, self.first[:count]
        while inside.any():
            stays = inside[targets]
            fine = np.where(mine, stays & equal, stays | (~chance & (ahead > slack)))
            some, every = np.logical_or.reduceat(fine, first), np.logical_and.reduceat(fine, first)
            staying = inside[:count] & np.where(self.turns == player, some, every)
            if staying.sum() == inside.sum():
                break
            inside[:count] = staying
        round_trip = np.flatnonzero(mine & inside[owner] & inside[targets] & equal)[::-1]
        better = policy.copy()
        better[owner[round_trip]] = round_trip
        already = inside[:count] & (self.turns == player) & inside[targets[policy]] & equal[policy]
        better[already] = policy[already]
        return None if (better == policy).all() else better


def solve_recursive_game(
    actions: ActionLists, turns: Sequence[int], endless: Exact, look: Callable[[], None] = lambda: None
) -> Response:
    """The values to player 0 of a game in which players 0 and 1 choose at the places of their turns.

    ``look`` is called in each round, and may raise at a limit. Raises Unsettled, Inexact.
    """
    stays = bool(free_end_components(actions))  # raises Unsettled if both together could repeat rewards
    game = _ExactGame(actions, turns, endless, look)
    (mine, low), (theirs, high) = (game.improve_policy(player, game.first[:-1].copy()) for player in (0, 1))
    if (low.values != high.values).any():
        raise AssertionError("the players' best policies are worth different amounts")
    taken = np.where(game.turns == 0, mine, theirs) - game.first[:-1]
    return Response(low.values[:-1].tolist(), taken.tolist(), stays)


class _ExactGame(RecursiveGame):
    """A recursive game in exact numbers: an edge for each action, or for each outcome of chance.

    One more place with value 0 stands for all successors outside; their values are in the gains.
    """

    def __init__(self, actions: ActionLists, turns: Sequence[int], endless: Exact, look: Callable[[], None]) -> None:
        self.actions, self.endless, self.look = actions, endless, look
        self.turns = np.array(turns)
        edges = [
            (i, there, action.gain)
            for i, own in enumerate(actions)
            for action in own
            for there in [*action.inside, *[len(actions)] * (not action.stays)]
        ]
        self.owner = np.array([i for i, _, _ in edges])
        self.targets = np.array([there for _, there, _ in edges])
        self.gains = np.array([gain for _, _, gain in edges], object)
        self.first = np.searchsorted(self.owner, np.arange(len(actions) + 1))

    def answer(self, player: int, policy: Any) -> Answer:
        taken = (policy - self.first[:-1]).tolist()
        fixed = [action if turn == player else None for action, turn in zip(taken, self.turns.tolist(), strict=True)]
        response = best_response(self.actions, 2 * player - 1, self.endless, fixed, self.look)
        values = np.array([*response.values, 0], object)
        return Answer(values, np.zeros(len(values), int))
