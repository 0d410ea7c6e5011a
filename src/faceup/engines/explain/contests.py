"""Policies against best play: how simple ones fare, what moves cost a seat, and best responses."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isinf
from typing import Any, cast

import numpy as np

from faceup.engines.chain.evaluation import Induction, Rule, evaluate, follow_policy, mean, most
from faceup.engines.chain.policy_walk import policy_moves
from faceup.engines.explain.mixed_strategies import mixed_strategy
from faceup.engines.graph.game_graph import GameGraph, walk
from faceup.engines.model.contract_check import complete
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy, policy_name
from faceup.engines.solve.dispatch import solve
from faceup.numbers.value import nearest, nearest_float
from faceup.results.answers.hidden_solution import BestAnswer, HiddenSolution
from faceup.results.answers.reasons import Contest, MoveGroup
from faceup.results.answers.solution import Solution
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game, alter_for_callers
from faceup.rules.errors import LimitReached, UnsupportedError, UsageError, limit_reached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

Chooser = Callable[[Any], Sequence[Move]]


def contest(graph: GameGraph, ways: tuple[str, ...], choosers: Mapping[str, Chooser]) -> Contest:
    """What follows when each player picks evenly among the moves that their way of playing chooses.

    There are shares of what is possible alone, and none where there are rewards on the way.
    """
    vast = any(isinf(nearest_float(number)) for number in graph.numbers)  # then in fractions, for no float is so large
    chain = follow_policy(graph, _even_policy(graph, ways, choosers), (0, 1))
    numbers = np.array([Fraction(number) if vast else float(number) for number in graph.numbers])
    over, payoffs = chain.turns == OVER, sorted(set(graph.payoffs[graph.turns == OVER].tolist()))
    induction, none, shared = Induction(chain), np.zeros((len(chain.moves), 1)), mean(chain.weights.astype(float))
    evenly = mean(np.array([Fraction(weight) for weight in chain.weights.tolist()])) if vast else shared
    ending = np.where(over[:, None], chain.payoffs[:, None] == payoffs, False).astype(float)

    def at_the_start(ends: Any, gains: Any, rule: Rule) -> Any:
        return induction.values(ends, gains, dict.fromkeys((CHANCE, 0, 1), rule))[0]

    paid = np.where(over, numbers[chain.payoffs], numbers[0])
    (expected,) = at_the_start(paid[:, None], numbers[chain.rewards, None], evenly)
    shares = at_the_start(ending, none, shared)
    possible = at_the_start(ending, none, most)  # a share may be too small for a float
    ends = {nearest(numbers[payoff]): float(shares[k]) for k, payoff in enumerate(payoffs) if possible[k]}
    return Contest(ways, nearest(expected), {} if chain.rewards.any() else ends)


def _even_policy(graph: GameGraph, ways: tuple[str, ...], choosers: Mapping[str, Chooser]) -> Any:
    """The policy of both players: the same weight for each edge that is picked."""
    policy = np.zeros(len(graph.moves), np.int64)
    for i in np.flatnonzero(graph.turns >= 0).tolist():
        edges = np.arange(graph.first[i], graph.first[i + 1])
        picked = choosers[ways[int(graph.turns[i]) % len(ways)]](graph.states[i])
        policy[edges] = np.isin(graph.moves[edges], [*map(graph.number, picked)])
    return policy


def careful(game: Game, stakes: Stakes, state: Any) -> list[Move]:
    """The moves of a player who looks one move ahead: those that win at once, else those that let nobody win at once.

    Where every move lets the other win at once, all of them. To win is to end with the best payoff there is, be it 0.
    """
    who = game.turn(state)
    best = () if stakes.numeric else (max(stakes.payoffs), min(stakes.payoffs))

    def wins(after: Any, player: int) -> bool:
        return bool(best) and game.turn(after) == OVER and game.payoff(after) == best[player]

    after = {move: game.play(state, move) for move in game.moves(state)}
    winning = [move for move, there in after.items() if wins(there, who)]
    if winning:
        return winning
    safe = [
        move
        for move, there in after.items()
        if game.turn(there) != 1 - who or not any(wins(game.play(there, reply), 1 - who) for reply in game.moves(there))
    ]
    return safe or list(after)


FEW = 3_000  # positions that policies lead to, which are followed one by one


def seat_groups(solution: Solution, state: Any, alike: Sequence[Sequence[Move]]) -> Iterator[MoveGroup]:
    """The moves here, those ``alike`` together, by what they are worth to the seat that is to move."""
    table, who = solution.table, solution.game.turn(state)
    rows, best = table.rows(state), set(table.best(state))
    for moves in sorted(alike, key=lambda moves: -rows[moves[0]][who].low):
        worth = rows[moves[0]]
        yield MoveGroup(tuple(moves), worth[who], moves[0] in best, 0, (), worth=worth)


def seat_contests(solution: Solution, deciding: Sequence[int], limits: Limits) -> Iterator[Contest]:
    """What each seat that decides gets by playing at random, where all others play as they did."""
    seats = len(solution.seats)
    for seat in deciding:
        policies = tuple("random" if k == seat else "best" for k in range(seats))
        try:
            graph = _open_to(solution, seat, limits)
            values = evaluate(graph, np.ones(len(graph.moves), np.int64), (seat,), limits=limits)
        except (LimitReached, UnsupportedError):
            continue
        yield Contest(policies, float(values[seat]), {})


def _open_to(solution: Solution, seat: int, limits: Limits) -> GameGraph:
    """The positions that best play leads to where one seat makes any move."""
    game = solution.game

    def options(state: Any) -> Iterable[Move]:
        return game.moves(state) if game.turn(state) == seat else [solution.move(state)]

    seats = len(solution.seats)
    return walk(game, start=solution.start, options=options, canonical=True, most=FEW, limits=limits, seats=seats)


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
    game = best_play.game  # of two, where the rules have seats
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
