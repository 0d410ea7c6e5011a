"""The loop that walks, in machine code, the positions that policies lead to.

It goes as ``native_walk_kernel.explore`` does, but states stand for themselves alone, for a policy may tell between
those that are the same to play. Where a policy has to be asked it returns to Python, with all positions that were met
and not yet asked about.
"""

from typing import Any

import numpy as np

from faceup.engines.kernel_names import home, read_state, scaled_odds
from faceup.engines.solve import native_walk_kernel
from faceup.engines.solve.native_walk_kernel import (
    BROKEN,
    CAPACITY,
    COUNT,
    DONE,
    NEEDS_WEIGHTS,
    NEXT,
    PAUSED,
    PLACES_FULL,
    ROOM,
    SLICE,
    Walked,
    follow_to,
    look_up,
    number_of,
)
from faceup.native.operations.operation import EXACT
from faceup.rules.contract import CHANCE, OVER

ASKS = 6  # what the loop says when a policy has to be asked

# What a seat does: one of all moves at random, the first, or the one that is the answer, by its number among the moves
# or among those that are enough to consider.
RANDOM, FIRST, ANSWER, CHOICE = 0, 1, 2, 3


def follow_policies(rules: Any, walked: Walked, seats: Any, answers: Any, asked: Any, root: Any) -> int:
    """Follow the moves that the policies of the ``seats`` make, until there are no new positions or Python is needed.

    Positions before the one ``asked`` for have their ``answers``.
    """
    registers, first = walked.registers, walked.first
    if registers[COUNT] == 0:
        number_of(walked, root, home(registers[CAPACITY], root))
    i = registers[NEXT]
    begun = end = first[i]
    waiting = 0  # of the last moves: where they lead is not looked up yet
    while True:
        if waiting > ROOM // 2 or i == registers[COUNT] or i >= asked[0]:
            if not look_up(walked, end - waiting, waiting):
                return PLACES_FULL
            waiting = 0
            registers[NEXT] = i
            if i == registers[COUNT]:
                return DONE
            if i >= asked[0]:
                for k in range(i, registers[COUNT]):
                    walked.turns[k] = rules.turn(read_state(walked.states, k))
                return ASKS
            if end - begun >= SLICE:
                return PAUSED
        state = read_state(walked.states, i)
        who = rules.turn(state)
        walked.turns[i] = who
        walked.values[i] = 0.0
        if who == OVER:
            payoff = 1.0 * rules.payoff(state)
            if not np.isfinite(payoff):
                return BROKEN
            walked.values[i] = payoff
        elif who == CHANCE:
            if len(walked.weights) < len(walked.targets):
                return NEEDS_WEIGHTS
            for move in rules.moves(state):
                weight = scaled_odds(rules, state, rules.odds(state, move))
                if weight < 0 or weight > EXACT:
                    return BROKEN
                if weight > 0:
                    status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                    if status != DONE:
                        return status
                    walked.weights[end] = weight
                    end += 1
                    waiting = waiting % ROOM + 1
        elif who == 0 or who == 1:
            seat, k = seats[who], 0
            if seat == CHOICE:
                for move in rules.choices(state):
                    if k == answers[i]:
                        status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                        if status != DONE:
                            return status
                        end += 1
                        waiting = waiting % ROOM + 1
                        break
                    k += 1
            else:
                wanted = answers[i] if seat == ANSWER else 0
                for move in rules.moves(state):
                    if seat == RANDOM or k == wanted:
                        status = follow_to(rules, walked, state, move, rules.play(state, move), end, waiting)
                        if status != DONE:
                            return status
                        end += 1
                        waiting = waiting % ROOM + 1
                        if seat != RANDOM:
                            break
                    k += 1
        else:
            return BROKEN
        if end == first[i] and who != OVER:
            return BROKEN
        i += 1
        first[i] = end


# Of the loop, each after those that it calls.
STEPS = tuple(step for step in native_walk_kernel.STEPS if step.__name__ != "follow")
