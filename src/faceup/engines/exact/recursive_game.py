"""Two players against each other, and chance, in positions that can repeat: Everett's recursive games (1957).

One player's policy is improved until nothing improves it (Hoffman and Karp 1966). Against each the other answers as
well as can be, so that its value is always a bound that the player is sure of. Two kinds of step raise it. A move
is better where it leads to more than the policy gets. And where less is got than a play without end is worth, the
player may stall: in places between which play can go on at no loss, and which the other leaves only towards more.
Where neither is possible, the bound is the value. For let V be the value, v the bound, and D the places where V - v is
largest, and not 0. Of these the first player has moves into D that lose nothing, chance leads into D alone, and the
other may leave D only towards more than v; there V is what a play without end is worth, at most, and v is less: so the
first player could have stalled in D.

The numbers are exact here, and floats with proven errors in ``solve.cyclic.strategy_iteration``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.decision_process import ActionLists, Response, best_response, free_end_components
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

MOST_POLICIES = 10_000  # of each player; improving them ends by itself much sooner


class Answer(NamedTuple):
    """What is got at each place, those beyond included, against the best answer; and by how much that may be wrong."""

    values: Any
    errors: Any


class RecursiveGame(ABC):
    """Places of which the first ones, as many as ``turns``, are to be solved; the others are known.

    Place ``i`` has the edges ``first[i]`` to before ``first[i + 1]``, of which ``owner`` is ``i``, ``targets`` says
    where they lead, and ``gains`` what is gained on them. ``close``: by how much numbers of that size may be misread.
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
        """The best answer to this player's policy, the edges that are taken."""

    def improve_policy(self, player: int, policy: Any) -> tuple[Any, Answer]:
        """The edges of a policy that nothing improves any more, from one to begin with, and what it is sure of."""
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
        """By how much each edge leads to more than its place is worth, for one player; and how wrong that may be."""
        there, here = answer.values[self.targets], answer.values[self.owner]
        size = np.abs(there) + np.abs(here) + np.abs(self.gains)
        slack = self.close * size + 2 * (answer.errors[self.targets] + answer.errors[self.owner])
        return sign * (there + self.gains - here), slack

    def better(self, player: int, policy: Any, ahead: Any, slack: Any) -> Any:
        """The policy with the best edge wherever one is surely better; None where nothing is."""
        ahead = np.where((self.turns[self.owner] == player) & (ahead > slack), ahead, 0)
        best = np.maximum.reduceat(ahead, self.first[: len(self.turns)])
        if not best.any():
            return None
        improving = np.flatnonzero((ahead > 0) & (ahead == best[self.owner]))[::-1]
        better = policy.copy()
        better[self.owner[improving]] = improving  # the first of several comes last, and stays
        return better

    def stalling(self, player: int, policy: Any, sign: int, answer: Answer, ahead: Any, slack: Any) -> Any:
        """The policy with ways to stall at no loss, where less is got than a play without end is worth; else None."""
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
    """The values for player 0, who chooses at places with turn 0 while player 1 does with turn 1.

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
    """Ways in exact numbers: an edge for each, of chance one to each place. What is beyond is one place, worth 0."""

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
