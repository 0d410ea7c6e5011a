"""The value of a small game of imperfect information, by the matrix of all pure strategies.

A plan says what to do for everything that a player may remember; memories are tuples of what was seen and done. Plans
for both that secure the same to each prove the value, however they were found.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from faceup.engines.hidden.equilibrium_plans import matrix_plans
from faceup.engines.solve.dispatch import solve
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.rules import CHANCE, OVER

MOST_SETS = 6  # of a player

Memory = tuple[Any, ...]


def solved(game: Any, **how: Any) -> HiddenSolution:
    """Solve a game in which something is hidden: what the oracles are compared with."""
    solution = solve(game, **how)
    assert isinstance(solution, HiddenSolution)
    return solution


def with_view(memory: Memory, view: Any) -> Memory:
    """Append the view to the memory if it differs from the last one."""
    last = next((thing for kind, thing in reversed(memory) if kind == "saw"), None)
    return memory if memory and last == view else (*memory, ("saw", view))


def after(game: Any, state: Any, memories: tuple[Memory, ...], who: int, move: Any) -> tuple[Any, tuple[Memory, ...]]:
    there = game.play(state, move)
    own = [(*memory, ("did", move)) if player == who else memory for player, memory in enumerate(memories)]
    return there, tuple(with_view(memory, game.view(there, player)) for player, memory in enumerate(own))


def options(game: Any, state: Any, memories: tuple[Memory, ...]) -> Iterator[tuple[tuple[int, Memory], list[Any]]]:
    """Yield the moves of each information set."""
    who = game.turn(state)
    if who == OVER:
        return
    moves = list(dict.fromkeys(game.moves(state)))
    if who >= 0:
        yield (who, memories[who]), moves
    for move in moves:
        yield from options(game, *after(game, state, memories, who, move))


def decisions(game: Any, state: Any, memories: tuple[Memory, ...]) -> Iterator[tuple[int, Memory]]:
    who = game.turn(state)
    if who == OVER:
        return
    if who >= 0:
        yield who, memories[who]
    for move in game.moves(state):
        yield from decisions(game, *after(game, state, memories, who, move))


def paid(game: Any, state: Any, memories: tuple[Memory, ...], plans: Any) -> Fraction:
    who = game.turn(state)
    if who == OVER:
        return Fraction(game.payoff(state))
    total, weights = Fraction(0), sum(game.odds(state, move) for move in game.moves(state)) if who == CHANCE else 1
    for move in dict.fromkeys(game.moves(state)) if who >= 0 else game.moves(state):
        if who >= 0 and plans[who][memories[who]] != move:
            continue
        weight = game.odds(state, move) if who == CHANCE else 1
        rest = paid(game, *after(game, state, memories, who, move), plans)
        total += Fraction(weight, weights) * (game.reward(state, move) + rest)
    return total


def oracle(game: Any) -> Fraction | None:
    """Return the value to player 0; None if there are too many pure strategies."""
    start = game.start()
    memories = tuple(with_view((), game.view(start, player)) for player in (0, 1))
    met = list(dict.fromkeys(decisions(game, start, memories)))
    sets = [[memory for who, memory in met if who == player] for player in (0, 1)]
    if max(map(len, sets)) > MOST_SETS:
        return None
    choices = dict(options(game, start, memories))
    pure = [
        [dict(zip(own, plan, strict=True)) for plan in product(*(choices[who, memory] for memory in own))]
        for who, own in enumerate(sets)
    ]
    matrix = [[paid(game, start, memories, (one, other)) for other in pure[1]] for one in pure[0]]
    rows, columns = matrix_plans(matrix)
    mixed = [[Fraction(part, plan.unit) for part in plan.parts[1:]] for plan in (rows, columns)]
    low = min(sum(x * row[k] for x, row in zip(mixed[0], matrix, strict=True)) for k in range(len(pure[1])))
    high = max(sum(y * pay for y, pay in zip(mixed[1], row, strict=True)) for row in matrix)
    assert low == high
    return low


def best_response_value(game: Any, player: int, lots: Any) -> Fraction | None:
    """Return the value of a best response to this player, who mixes moves by ``lots(memory, moves)``."""
    start, other = game.start(), 1 - player
    begun = tuple(with_view((), game.view(start, who)) for who in (0, 1))
    met = dict.fromkeys(memory for who, memory in decisions(game, start, begun) if who == other)
    if len(met) > MOST_SETS:
        return None
    choices = dict(options(game, start, begun))

    def worth(state: Any, memories: tuple[Memory, ...], plan: dict[Memory, Any]) -> Fraction:
        who = game.turn(state)
        if who == OVER:
            return Fraction(game.payoff(state))
        moves = list(game.moves(state))
        if who == CHANCE:
            odds = [game.odds(state, move) for move in moves]
            chances = [(move, Fraction(weight, sum(odds))) for move, weight in zip(moves, odds, strict=True)]
        else:
            made = lots(memories[who], moves) if who == player else {plan[memories[who]]: 1}
            chances = list(made.items())
        return sum(
            (
                chance * (game.reward(state, move) + worth(*after(game, state, memories, who, move), plan))
                for move, chance in chances
                if chance
            ),
            start=Fraction(0),
        )

    plans = (dict(zip(met, plan, strict=True)) for plan in product(*(choices[other, memory] for memory in met)))
    return max((1 - 2 * other) * worth(start, begun, plan) for plan in plans)
