"""How long a chain goes on, in flat arrays: all probability is pushed on from where it is, move by move.

Nothing is subtracted, so rounding makes each number wrong by a share of itself. With u = 2**-53 that is u where what is
at a position is divided by all odds, u where that is multiplied with those of a move, and less than 3u where numbers
are summed, for what a sum loses is summed, too (Neumaier): ``A_STEP`` for each move.

This is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

from faceup.engines.outcomes.flat_visits_kernel import LEAST
from faceup.numbers.intervals import two_sum
from faceup.rules.contract import OVER

SLICE = 1 << 24  # edges between two returns to Python
SCANNED = 8  # positions that are looked at in the time of an edge
A_STEP = 5  # of 2**-53, what rounding makes of a number with each move

# Registers: moves made, the first and the last position that is under way, and what was looked at.
STEP, LOW, HIGH, WORK, REGISTERS = 0, 1, 2, 3, 4


def push(chain: Any, stays: Any, masses: Any, at: Any, ended: Any, tail: float, least: float, spare: Any) -> bool:
    """Go on until less than ``tail`` is under way, or Python is needed; whether it is done.

    ``masses`` are what is at each position, with what the sum has lost, after an even number of moves and after an odd
    one; ``ended`` is what has ended with each move. What is less than ``least`` is left out, as long as there is some
    to ``spare``. What comes to a position that ``stays`` is no longer followed.
    """
    work = 0
    while at[STEP] < len(ended):
        here, there = masses[at[STEP] % 2], masses[1 - at[STEP] % 2]
        low, high = len(here), -1
        over, over_lost, left = 0.0, 0.0, 0.0
        for i in range(at[LOW], at[HIGH] + 1):
            share = here[i, 0]
            if share == 0.0:
                continue
            share += here[i, 1]
            here[i, 0] = here[i, 1] = 0.0
            if chain.turns[i] == OVER:
                if not stays[i]:
                    over, more = two_sum(over, share)
                    over_lost += more
                continue
            left += share
            if share < LEAST or (share < least and share <= spare[0]):
                spare[0] -= share
                continue
            share /= chain.totals[i]
            work += chain.first[i + 1] - chain.first[i]
            for edge in range(chain.first[i], chain.first[i + 1]):
                target = chain.targets[edge]
                there[target, 0], more = two_sum(there[target, 0], share * chain.weights[edge])
                there[target, 1] += more
                low, high = min(low, target), max(high, target)
        ended[at[STEP]] = over + over_lost
        work += (at[HIGH] - at[LOW]) // SCANNED + 1
        at[STEP] += 1
        at[LOW], at[HIGH] = low, high
        if left < tail or high < 0:
            return True
        if work > SLICE:
            break
    at[WORK] += work
    return False


STEPS = (two_sum,)
