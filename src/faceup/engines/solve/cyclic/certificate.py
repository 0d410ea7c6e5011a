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
a b that is too large by that much for each move until the end, on average.

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any

import numpy as np

from faceup.engines.graph.certificates import NEAR
from faceup.rules.contract import CHANCE, OVER


def assured_positions(graph: Any, player: int, bound: Any, scale: float, endless: float) -> Any:
    """Return the positions (a mask) from which ``player`` surely gets ``bound`` (float64, seen from that player).

    ``scale`` is the size of the largest value; ``endless`` is the value of an endless play, seen from that player too.
    """
    count, sign = len(graph.turns), 1.0 - 2.0 * player
    needed = np.zeros(count, np.int32)  # how many of the moves followed must still lead out of the component
    followed = np.zeros(len(graph.targets), np.bool_)
    starts = np.zeros(count + 1, np.int64)
    out, agrees = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for i in range(count):
        turn = graph.turns[i]
        if turn == OVER:
            out[i], agrees[i] = True, bound[i] <= sign * graph.values[i]
            continue
        best, worst, total, odds = -np.inf, np.inf, 0.0, 0.0
        for edge in range(graph.first[i], graph.first[i + 1]):
            gain = sign * graph.rewards[edge] if len(graph.rewards) > 0 else 0.0
            target = bound[graph.targets[edge]] + gain
            slack = NEAR * (abs(bound[i]) + abs(gain) + scale)
            best, worst = max(best, target + slack), min(worst, target + slack)
            if turn == CHANCE:
                weight = graph.weights[edge] if len(graph.weights) > 0 else 1.0
                total += weight * (target + slack)
                odds += weight
                followed[edge] = True
            else:
                followed[edge] = target >= bound[i] - slack if turn == player else target <= bound[i] + slack
            if followed[edge]:
                needed[i] += 1
                starts[graph.targets[edge]] += 1
        value = total / odds if turn == CHANCE else best if turn == player else worst
        agrees[i] = value >= bound[i]
        out[i] = bound[i] <= endless or (turn == 1 - player and needed[i] == 0)
        if turn != 1 - player:
            needed[i] = 1
    for i in range(count):
        starts[i + 1] += starts[i]
    sources = np.empty(starts[count], np.int32)
    for i in range(count):
        for edge in range(graph.first[i], graph.first[i + 1]):
            if followed[edge]:
                starts[graph.targets[edge]] -= 1
                sources[starts[graph.targets[edge]]] = i
    queue, tail, head = np.empty(count, np.int32), 0, 0
    for i in range(count):
        if out[i]:
            queue[tail] = i
            tail += 1
    while head < tail:
        for k in range(starts[queue[head]], starts[queue[head] + 1]):
            needed[sources[k]] -= 1
            if needed[sources[k]] <= 0 and not out[sources[k]]:
                out[sources[k]] = True
                queue[tail] = sources[k]
                tail += 1
        head += 1
    return out & agrees
