"""The positions that policies lead to, walked in CPython: a graph in which chance decides everywhere.

In a game with hidden information, positions also differ by what players know, and best play is mixed.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from faceup.engines.chain.results import Question
from faceup.engines.graph.game_graph import MOST_POSITIONS, GameGraph, fill_graph, itself, walk
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy, own_move
from faceup.engines.model.seats import seats_of
from faceup.results.answers.hidden_solution import HiddenSolution, Known
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE, OVER, Game, alter_for_callers
from faceup.rules.moves import Move


def policy_graph(question: Question, limits: Limits) -> GameGraph:
    """Return the graph of a question's policies. Raises LimitReached, and RulesError for an illegal move."""
    if isinstance(question.solution, HiddenSolution) and "best" in question.policies:
        return _hidden_graph(question.solution, question.policies, limits)
    game = question.game

    def options(state: Any) -> Iterable[Move]:
        return policy_moves(
            game, question.policies[game.turn(state) % len(question.policies)], question.solution, state
        )

    graph = walk(game, start=question.start, options=options, limits=limits, seats=seats_of(game))
    return replace(graph, turns=np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8))


def policy_moves(game: Game, policy: Policy | str, solution: Solution | None, state: Any) -> Iterable[Move]:
    """Return the moves that a policy makes at a state, all equally likely."""
    if callable(policy):
        return [own_move(game, state, policy, legal_moves_of(game, state))]
    if policy == "random":
        return game.moves(state)
    if policy == "first":
        return [next(iter(game.moves(state)))]
    assert solution is not None
    return solution.open_table.moves_made(state) if policy == "best" else [worst_move(game, solution, state)]


def policy_move(game: Game, policy: Policy | str, solution: Solution | None, state: Any) -> Move:
    """Return the move of a policy that makes one; the first of several."""
    return next(iter(policy_moves(game, policy, solution, state)))


def worst_move(game: Game, solution: Solution, state: Any) -> Move:
    """Return the first of the moves that leave their player least if all play their best afterwards."""
    own = seats_of(game) or game.turn(state) == 0  # the value of a move is its player's, or player 0's
    pick: Callable[..., Move] = min if own else max
    values = solution.values(state)
    return pick(values, key=lambda move: values[move].value)


def _hidden_graph(solution: HiddenSolution, policies: tuple[Policy | str, ...], limits: Limits) -> GameGraph:
    """Return the graph of positions that differ by what players know there, from the solution's start."""
    game = solution.game
    latest: dict[Known, Mapping[Move, int]] = {}

    def move_weights(known: Known) -> Mapping[Move, int]:
        if known not in latest:
            latest.clear()  # the walk asks for the odds of one position after another
            latest[known] = _move_weights(solution, known, policies)
        return latest[known]

    by_knowledge = alter_for_callers(
        game,
        turn=lambda known: OVER if game.turn(known.state) == OVER else CHANCE,
        moves=move_weights,
        odds=lambda known, move: move_weights(known)[move],
        play=solution.after,
        payoff=lambda known: game.payoff(known.state),
        reward=lambda known, move: game.reward(known.state, move),
    )
    graph = fill_graph(by_knowledge, solution.known, move_weights, itself, MOST_POSITIONS, limits, most_odds=inf)
    return replace(graph, game=game, states=[known.state for known in graph.states])


def _move_weights(solution: HiddenSolution, known: Known, policies: tuple[Policy | str, ...]) -> Mapping[Move, int]:
    """Return the weight of each move at a position, a whole number."""
    game, state = solution.game, known.state
    who = game.turn(state)
    if who == CHANCE:
        return dict(zip(*weighted_moves(game, state), strict=True))
    policy = policies[who % len(policies)]
    return solution.move_weights(known) if policy == "best" else Counter(policy_moves(game, policy, None, state))
