"""Contests: how random and careful play fare against best play, and what random play costs each seat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isinf
from typing import Any

import numpy as np

from faceup.engines.chain.evaluation import Induction, Rule, evaluate, follow_policy, mean, most
from faceup.engines.graph.game_graph import GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.numbers.value import nearest, nearest_float
from faceup.results.answers.reasons import Contest, MoveGroup
from faceup.results.answers.solution import Solution
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.moves import Move

Chooser = Callable[[Any], Sequence[Move]]


def contest(graph: GameGraph, ways: tuple[str, ...], choosers: Mapping[str, Chooser]) -> Contest:
    """Return the results if each player picks evenly among the moves that their way of playing chooses.

    The contest has the shares of possible payoffs only, and no shares if there are rewards on the way.
    """
    vast = any(isinf(nearest_float(number)) for number in graph.numbers)  # no float is so large, so fractions are used
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
    """Return the policy of both players: the same weight for each edge that is picked."""
    policy = np.zeros(len(graph.moves), np.int64)
    for i in np.flatnonzero(graph.turns >= 0).tolist():
        edges = np.arange(graph.first[i], graph.first[i + 1])
        picked = choosers[ways[int(graph.turns[i]) % len(ways)]](graph.states[i])
        policy[edges] = np.isin(graph.moves[edges], [*map(graph.number, picked)])
    return policy


def careful(game: Game, stakes: Stakes, state: Any) -> list[Move]:
    """Return the moves of a player who looks one move ahead: those that win at once, else those after which nobody wins
    at once.

    If the other can win at once after every move, return all moves. To win is to end with the best payoff there is, be
    it 0.
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


FEW = 3_000  # positions of a seat that plays at random; with more, there is no contest


def seat_groups(solution: Solution, state: Any, alike: Sequence[Sequence[Move]]) -> Iterator[MoveGroup]:
    """Yield the moves at a state, those ``alike`` together, by their value to the seat that is to move."""
    table, who = solution.table, solution.game.turn(state)
    rows, best = table.rows(state), set(table.best(state))
    for moves in sorted(alike, key=lambda moves: -rows[moves[0]][who].low):
        worth = rows[moves[0]]
        yield MoveGroup(tuple(moves), worth[who], moves[0] in best, 0, (), worth=worth)


def seat_contests(solution: Solution, deciding: Sequence[int], limits: Limits) -> Iterator[Contest]:
    """Yield, for each deciding seat, the result of playing at random while all others play as they did."""
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
    """Return the positions that best play leads to if one seat makes any move."""
    game = solution.game

    def options(state: Any) -> Iterable[Move]:
        return game.moves(state) if game.turn(state) == seat else [solution.move(state)]

    seats = len(solution.seats)
    return walk(game, start=solution.start, options=options, canonical=True, most=FEW, limits=limits, seats=seats)
