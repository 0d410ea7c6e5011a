"""A proof of the values of a game in which play may come round, that shares nothing with the finding of them.

One step of the equations is not enough there: an end component, in which a player can keep play for ever, satisfies
them with any value that is too large for that player. So two things are shown of the lowest values b of player 0 (of
the highest ones likewise, seen from player 1), where a play without end is worth e:

1. No position has a larger b than the best of its moves brings (for player 0), than each of them does (for player 1),
   or than their mean (for chance). So as long as player 0 makes moves that lose nothing of b, it is a submartingale.
2. Such moves lead play out of the positions where b > e with probability 1: those positions are in the attractor of
   all others and of the ends. A position is in it if a move that loses nothing leads there (player 0), if all moves do
   by which b does not grow (player 1; in a play without end the others are made finitely often), or if one outcome
   does (chance).

Then player 0 gets at least b: where play ends, b is at most what is paid; where it does not, b converges, and is
again and again at most e. Rewards on the way add to b, and come where play surely ends (``flat_solver``).

Each step is compared but for its rounding, NEAR of the largest value that was found. That adds up along a play: a b
that is too large by so much for each move until the end, on average, is not noticed.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np

from faceup.engines.model.certificates import NEAR
from faceup.rules.contract import CHANCE, OVER


def assured_positions(graph: Any, who: int, bound: Any, scale: float, endless: float) -> Any:
    """From which positions player ``who`` surely gets ``bound`` (float64, seen from that player), as a mask.

    ``scale`` is the size of the numbers that the bounds were found among, ``endless`` seen from that player too.
    """
    count, sign = len(graph.turns), 1.0 - 2.0 * who
    needed = np.zeros(count, np.int32)  # of the moves that are followed, how many must lead out before this one is out
    followed = np.zeros(len(graph.targets), np.bool_)
    begun = np.zeros(count + 1, np.int64)
    out, agrees = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for i in range(count):
        turn = graph.turns[i]
        if turn == OVER:
            out[i], agrees[i] = True, bound[i] <= sign * graph.values[i]
            continue
        best, worst, total, odds = -np.inf, np.inf, 0.0, 0.0
        for edge in range(graph.first[i], graph.first[i + 1]):
            gain = sign * graph.rewards[edge] if len(graph.rewards) > 0 else 0.0
            there = bound[graph.targets[edge]] + gain
            lost = NEAR * (abs(bound[i]) + abs(gain) + scale)
            best, worst = max(best, there + lost), min(worst, there + lost)
            if turn == CHANCE:
                weight = graph.weights[edge] if len(graph.weights) > 0 else 1.0
                total += weight * (there + lost)
                odds += weight
                followed[edge] = True
            else:
                followed[edge] = there >= bound[i] - lost if turn == who else there <= bound[i] + lost
            if followed[edge]:
                needed[i] += 1
                begun[graph.targets[edge]] += 1
        value = total / odds if turn == CHANCE else best if turn == who else worst
        agrees[i] = value >= bound[i]
        out[i] = bound[i] <= endless or (turn == 1 - who and needed[i] == 0)
        if turn != 1 - who:
            needed[i] = 1
    for i in range(count):
        begun[i + 1] += begun[i]
    into = np.empty(begun[count], np.int32)
    for i in range(count):
        for edge in range(graph.first[i], graph.first[i + 1]):
            if followed[edge]:
                begun[graph.targets[edge]] -= 1
                into[begun[graph.targets[edge]]] = i
    todo, done, at = np.empty(count, np.int32), 0, 0
    for i in range(count):
        if out[i]:
            todo[done] = i
            done += 1
    while at < done:
        for k in range(begun[todo[at]], begun[todo[at] + 1]):
            needed[into[k]] -= 1
            if needed[into[k]] <= 0 and not out[into[k]]:
                out[into[k]] = True
                todo[done] = into[k]
                done += 1
        at += 1
    return out & agrees
