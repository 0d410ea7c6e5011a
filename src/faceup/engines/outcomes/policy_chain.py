"""What a game becomes when everybody keeps to a policy: a chain of positions, in which only chance has a say."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from faceup.engines.broken_rules import listed
from faceup.engines.graph import GameGraph, walk
from faceup.engines.limits import Limits
from faceup.engines.policies import Policy, own_move
from faceup.engines.seats import seats_of
from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.moves import Move


def chain_of(
    game: Game, start: Any, policies: tuple[Policy | str, ...], solution: Solution | None, limits: Limits
) -> GameGraph:
    """The positions that these policies lead to, with chance in the place of whoever decides.

    ``solution`` knows the moves of policies ``best`` and ``worst``. Raises LimitReached, and RulesError for a move of a
    policy that is not legal.
    """

    def chosen(state: Any) -> Iterable[Move]:
        policy = policies[game.turn(state) % len(policies)]
        if policy == "random":
            return game.moves(state)
        if policy == "best" and solution:
            return solution.table.moves_made(state)
        return [_move(game, state, policy, solution)]

    graph = walk(game, start=start, options=chosen, limits=limits, seats=seats_of(game))
    return replace(graph, turns=np.where(graph.turns == OVER, OVER, CHANCE))


def _move(game: Game, state: Any, policy: Policy | str, solution: Solution | None) -> Move:
    if callable(policy):
        return own_move(game, state, policy, listed(game, state))
    if policy == "first":
        first: Move = next(iter(game.moves(state)))
        return first
    assert solution is not None
    return solution.move(state) if policy == "best" else worst_move(game, solution, state)


def worst_move(game: Game, solution: Solution, state: Any) -> Move:
    """The first of the moves after which whoever makes it gets least, should all play their best from there on."""
    own = seats_of(game) or game.turn(state) == 0  # the value of a move is its player's, or player 0's
    pick: Callable[..., Move] = min if own else max
    values = solution.values(state)
    return pick(values, key=lambda move: values[move].value)
