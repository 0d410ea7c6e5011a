"""How long a chain goes on, in flat arrays: all probability is pushed on from where it is, move by move.

Nothing is subtracted, so rounding makes each number wrong by a share of itself. With u = 2**-53 that is u where what is
at a position is divided by all odds, u where that is multiplied with those of a move, and less than 3u where numbers
are summed, for what a sum loses is summed, too (Neumaier): ``A_STEP`` for each move. What is less than ``least`` is
left out.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

from faceup.engines.solve.flat_bounds import two_sum
from faceup.rules.contract import OVER

SLICE = 1 << 24  # edges between two returns to Python
A_STEP = 5  # of 2**-53, what rounding makes of a number with each move

STEP, COUNT, SIDE, WORK, REGISTERS = 0, 1, 2, 3, 4  # moves made, positions under way and in which list, edges gone


def push(
    chain: Any, stays: Any, mass: Any, sums: Any, lists: Any, at: Any, ended: Any, tail: float, least: float
) -> bool:
    """Go on until less than ``tail`` is under way, or Python is needed; whether it is done.

    ``mass`` is what is at the positions under way, ``ended`` what has ended with each move; ``sums``, each with
    what it has lost, are zero. What comes to a position that ``stays`` is no longer followed.
    """
    work = 0
    while at[STEP] + 1 < len(ended):
        here, there, count = lists[at[SIDE]], lists[1 - at[SIDE]], 0
        for k in range(at[COUNT]):
            i = here[k]
            share = mass[i]
            mass[i] = 0.0
            if share < least:
                continue
            share /= chain.totals[i]
            work += 1 + chain.first[i + 1] - chain.first[i]
            for edge in range(chain.first[i], chain.first[i + 1]):
                target = chain.targets[edge]
                if sums[target, 0] == 0.0:
                    there[count] = target
                    count += 1
                sums[target, 0], more = two_sum(sums[target, 0], share * chain.weights[edge])
                sums[target, 1] += more
        over, over_lost, left, going = 0.0, 0.0, 0.0, 0
        for k in range(count):
            i = there[k]
            share = sums[i, 0] + sums[i, 1]
            sums[i, 0] = sums[i, 1] = 0.0
            if chain.turns[i] != OVER:
                mass[i] = share
                left += share
                there[going] = i
                going += 1
            elif not stays[i]:
                over, more = two_sum(over, share)
                over_lost += more
        at[STEP] += 1
        ended[at[STEP]] = over + over_lost
        at[COUNT], at[SIDE] = going, 1 - at[SIDE]
        if going == 0 or left < tail:
            return True
        if work > SLICE:
            break
    at[WORK] += work
    return False


STEPS = (two_sum,)
