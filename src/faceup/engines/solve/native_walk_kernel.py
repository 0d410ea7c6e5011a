"""The loop that walks the positions of a game in machine code, breadth first, into flat arrays.

Positions are numbered as they are met. The loop returns to Python whenever an array is full, and begins the position
anew whose moves it was following; where rules break the contract it says no more than that, for CPython tells where.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.rules.contract import CHANCE, OVER

SLICE = 1 << 22  # moves between two returns to Python
MOST_ODDS = 2**53  # up to here floats hold every whole number

# What the loop says when it returns: it is done, or what it needs; or that CPython has to tell what is broken.
DONE, PAUSED, PLACES_FULL, EDGES_FULL, NEEDS_WEIGHTS, BROKEN = 0, 1, 2, 3, 4, 5

# Registers: the position whose moves are followed next, how many positions were met, and the most that may be.
NEXT, COUNT, MOST, CAPACITY, REGISTERS = 0, 1, 2, 3, 4


class Walked(NamedTuple):
    """All that the loop knows: arrays, as ``GameGraph`` has them, with numbers as float64.

    ``weights`` are empty before chance has a part, and ``rewards`` in games without any. ``places`` are the numbers of
    the positions, each where the hash of its state leads.
    """

    places: Any
    states: Any
    turns: Any
    values: Any  # of ends: what they pay
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    registers: Any


def explore(rules: Any, walked: Walked, root: Any) -> int:
    """Follow all moves of all positions, until there are no new ones or Python is needed."""
    registers, first = walked.registers, walked.first
    if registers[COUNT] == 0:
        number_of(walked, root)
    begun = first[registers[NEXT]]
    while registers[NEXT] < registers[COUNT]:
        i = registers[NEXT]
        end = first[i]
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
                weight = whole(rules.odds(state, move))
                if weight < 0 or weight > MOST_ODDS:
                    return BROKEN
                if weight > 0:
                    status = follow(rules, walked, state, move, end)
                    if status != DONE:
                        return status
                    walked.weights[end] = weight
                    end += 1
        elif who == 0 or who == 1:
            for move in rules.choices(state):
                status = follow(rules, walked, state, move, end)
                if status != DONE:
                    return status
                end += 1
        else:
            return BROKEN
        if end == first[i] and who != OVER:
            return BROKEN
        first[i + 1] = end
        registers[NEXT] = i + 1
    return DONE


def follow(rules: Any, walked: Walked, state: Any, move: Any, edge: int) -> int:
    """Note where a move leads."""
    if edge >= len(walked.targets):
        return EDGES_FULL
    if len(walked.rewards):
        gain = 1.0 * rules.reward(state, move)
        if not np.isfinite(gain):
            return BROKEN
        walked.rewards[edge] = gain
    place = number_of(walked, rules.canon(rules.play(state, move)))
    if place < 0:
        return PLACES_FULL
    walked.targets[edge] = place
    if len(walked.weights):
        walked.weights[edge] = 1
    return DONE


def number_of(walked: Walked, state: Any) -> int:
    """The number of a position, which is a new one where it was not met before; -1 where there is no room for it."""
    registers, places = walked.registers, walked.places
    slot = find_place(places, walked.states, registers[CAPACITY], state)
    if places[slot] >= 0:
        return places[slot]  # type: ignore[no-any-return]
    count = registers[COUNT]
    if count >= registers[MOST] or slot >= len(places) - 2:
        return -1
    places[slot] = count
    write_state(walked.states, count, state)
    registers[COUNT] = count + 1
    return count  # type: ignore[no-any-return]


STEPS = (number_of, follow)  # of the loop, each after those that it calls


def rehash(places: Any, states: Any, count: int, capacity: int, root: Any) -> bool:
    """Fill larger places with the numbers of all positions."""
    return fill_places(places, states, count, capacity)  # type: ignore[no-any-return]
