"""The best response to a policy: the player of the policy becomes a part of chance, and the other plays alone against
chance.
"""

import threading
import time
from collections.abc import Iterable
from math import inf
from typing import Any, cast

from faceup.engines.chain.policy_graphs import policy_moves
from faceup.engines.explain.mixed_strategies import mixed_strategy
from faceup.engines.model.contract_check import complete
from faceup.engines.model.policies import Policy, policy_name
from faceup.engines.solve.dispatch import solve
from faceup.results.answers.hidden_solution import BestAnswer, HiddenSolution
from faceup.rules.contract import CHANCE, Game, alter_for_callers
from faceup.rules.errors import LimitReached, UsageError, limit_reached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

ANSWERED = ("random", "first")  # policies by name


def best_answer(
    game: Game | HiddenSolution,
    policy: Policy | str = "random",
    player: int = 0,
    *,
    memory: float | None = None,
    seconds: float = inf,
    stop: threading.Event | None = None,
) -> BestAnswer:
    """Return the best response of ``player`` to an opponent who keeps to a policy, exactly, and what it gains.

    The game is one of two players with hidden information, or its solution. ``policy`` is ``random``, ``first`` (the
    first legal move), or a function ``policy(game, view)`` that returns a move. ``memory`` is in bytes. Raises
    UsageError for other games and policies, and LimitReached at a limit.
    """
    solution, game = (game, game.game) if isinstance(game, HiddenSolution) else (None, game)
    began = time.monotonic()
    _check(game, policy, player)
    best_play = solution or _solve_game(game, memory, seconds, stop)
    if best_play.engine == "beliefs":
        raise UsageError(f"{type(game).name} has one player, against chance: there is nobody to play against")
    game = best_play.game  # the game of two players, if the rules have seats
    alone = facing(game, 1 - player, policy)
    response = _solve_game(alone, memory, seconds - (time.monotonic() - began), stop)
    name = policy_name(policy)
    return BestAnswer(game, player, name, response, best_play, mixed_strategy(response))


def _check(game: Game, policy: Policy | str, player: int) -> None:
    complete(game)
    name = type(game).name
    if not facts_of(game).hidden:
        raise UsageError(f"{name} hides nothing; best responses are for games with hidden cards or moves")
    if player not in (0, 1):
        raise UsageError(f"player {player}; possible: 0, 1")
    if policy == "best":
        raise UsageError(f"the best answer to best play is best play; faceup strategy {name} has it")
    if not callable(policy) and policy not in ANSWERED:
        raise UsageError(
            f"policy {policy!r}; possible: {', '.join(ANSWERED)}, or a function of the view, as FILE.py:FUNCTION"
        )


def _solve_game(game: Game, memory: float | None, seconds: float, stop: threading.Event | None) -> HiddenSolution:
    solution = cast(HiddenSolution, solve(game, memory=memory, seconds=max(seconds, 0.0), stop=stop))
    if solution.value.how == "stopped":
        raise LimitReached(f"{limit_reached(solution.value.limit)} before the best answer was known").of(game)
    return solution


def facing(game: Game, other: int, policy: Policy | str) -> Game:
    """Return the game in which the moves of one player, who keeps to a policy, are outcomes of chance."""

    def turn(state: Any) -> int:
        who = game.turn(state)
        return CHANCE if who == other else who

    def moves(state: Any) -> Iterable[Move]:
        return policy_moves(game, policy, None, state) if game.turn(state) == other else game.moves(state)

    def odds(state: Any, move: Move) -> Any:
        return 1 if game.turn(state) == other else game.odds(state, move)

    return alter_for_callers(game, turn=turn, moves=moves, odds=odds)
