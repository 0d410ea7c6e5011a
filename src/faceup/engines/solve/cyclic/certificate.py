"""A proof of the values of a cyclic game that shares no code with the computation of them.

The Bellman equations alone do not prove a value: in an end component, where a player can keep play for ever, any value
that is too large for that player satisfies them. So the proof shows two things of the lower bounds b of player 0 (and
of the upper bounds likewise, seen from player 1). Let e be the value of an endless play.

1. At no position does b exceed the best of its moves (player 0 to move), any of its moves (player 1), or their mean
   (chance). So while player 0 makes moves that lose nothing of b, b is a submartingale.
2. Such moves lead play out of the positions with b > e with probability 1: these positions lie in the attractor of all
   others and of the ends. A position lies in it if a move that loses nothing leads there (player 0), if all moves by
   which b does not grow lead there (player 1, who makes the other moves only finitely often in an endless play), or if
   one outcome leads there (chance).

Then player 0 gets at least b. If play ends, b is at most the payoff. If it does not, b converges, and is at most e
infinitely often. Rewards on the way add to b; they occur only where play surely ends (``flat_solver``).

Each comparison allows for rounding: NEAR of the largest value. This adds up along a play, so the proof does not notice
a b that is too large by that much for each move until the end, on average. The move of a player between two values
without an error is compared exactly, so a small reward counts beside large payoffs.

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any

import numpy as np

from faceup.engines.graph.certificates import NEAR
from faceup.engines.solve.engine import Unfit
from faceup.numbers.intervals import two_sum
from faceup.rules.contract import CHANCE, OVER


def bound_at(values: Any, errors: Any, sign: float, i: int) -> float:
    """Return the lower bound at position i, seen from the player with this sign. No ``errors`` means that all are 0."""
    return sign * values[i] - errors[i] if len(errors) > 0 else sign * values[i]  # type: ignore[no-any-return]


def is_exact(errors: Any, i: int) -> bool:
    """Whether the value at position i has no error."""
    return len(errors) == 0 or errors[i] == 0.0


def assured_positions(graph: Any, player: int, values: Any, errors: Any, scale: float, endless: float) -> Any:
    """Return the positions (a mask) from which ``player`` surely gets the bound, which is the value less the error.

    ``values`` and ``endless``, the value of an endless play, are seen from player 0. ``scale`` is the size of the
    largest value.
    """
    count, sign = len(graph.turns), 1.0 - 2.0 * player
    followed = np.zeros(len(graph.targets), np.bool_)
    out, agrees = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    closed = 0  # how many positions are known to lead out of the component
    for i in range(count - 1, -1, -1):  # most moves lead to larger numbers, so this sweep closes most positions
        turn, bound = graph.turns[i], bound_at(values, errors, sign, i)
        if turn == OVER:
            out[i], agrees[i] = True, bound <= sign * graph.values[i]
            closed += 1
            continue
        best, worst, total, odds = -np.inf, np.inf, 0.0, 0.0
        inside, outside = 0, 0  # how many of the moves followed lead to open positions, and to closed ones
        for edge in range(graph.first[i], graph.first[i + 1]):
            gain = sign * graph.rewards[edge] if len(graph.rewards) > 0 else 0.0
            target, rounding = two_sum(bound_at(values, errors, sign, graph.targets[edge]), gain)
            slack = NEAR * (abs(bound) + abs(gain) + scale)
            if turn != CHANCE and rounding == 0.0 and is_exact(errors, i) and is_exact(errors, graph.targets[edge]):
                slack = 0.0
            best, worst = max(best, target + slack), min(worst, target + slack)
            if turn == CHANCE:
                weight = graph.weights[edge] if len(graph.weights) > 0 else 1.0
                total += weight * (target + slack)
                odds += weight
                followed[edge] = True
            else:
                followed[edge] = target >= bound - slack if turn == player else target <= bound + slack
            if followed[edge] and out[graph.targets[edge]]:
                outside += 1
            elif followed[edge]:
                inside += 1
        # Condition 1: one step of the equations does not make the bound worse.
        value = total / odds if turn == CHANCE else best if turn == player else worst
        agrees[i] = value >= bound
        # Condition 2: the moves followed lead out of the positions with b > e: all of the opponent's, else one of them.
        out[i] = bound <= sign * endless or (inside == 0 if turn == 1 - player else outside > 0)
        if out[i]:
            closed += 1
    if closed < count:
        close_others(graph, player, followed, out)
    return out & agrees


def close_others(graph: Any, player: int, followed: Any, out: Any) -> None:
    """Mark in ``out`` the positions that the moves ``followed`` lead out of the component, by those already marked."""
    # The attractor, by a backward search over the moves followed.
    count = len(graph.turns)
    needed = np.zeros(count, np.int32)  # how many of the moves followed must still lead out
    starts = np.zeros(count + 1, np.int64)
    queue, tail, head = np.empty(count, np.int32), 0, 0
    for i in range(count):
        if out[i]:
            continue
        inside, outside = 0, 0
        for edge in range(graph.first[i], graph.first[i + 1]):
            if followed[edge] and out[graph.targets[edge]]:
                outside += 1
            elif followed[edge]:
                inside += 1
                starts[graph.targets[edge]] += 1
        needed[i] = inside if graph.turns[i] == 1 - player else 1 - min(outside, 1)
        if needed[i] == 0:
            queue[tail] = i
            tail += 1
    for i in range(count):
        starts[i + 1] += starts[i]
    sources = np.empty(starts[count], np.int32)
    for i in range(count):
        if not out[i]:
            for edge in range(graph.first[i], graph.first[i + 1]):
                if followed[edge] and not out[graph.targets[edge]]:
                    starts[graph.targets[edge]] -= 1
                    sources[starts[graph.targets[edge]]] = i
    for k in range(tail):
        out[queue[k]] = True
    while head < tail:
        for k in range(starts[queue[head]], starts[queue[head] + 1]):
            needed[sources[k]] -= 1
            if needed[sources[k]] <= 0 and not out[sources[k]]:
                out[sources[k]] = True
                queue[tail] = sources[k]
                tail += 1
        head += 1


def require_proof(proven: Any) -> None:
    """Raise Unfit if some position has no proof. Its value may be right: the proof may be too coarse for it."""
    if not proven.all():
        raise Unfit("cannot prove its values by the moves that they come from")


STEPS = (bound_at, is_exact, two_sum, close_others)  # functions of kernels
