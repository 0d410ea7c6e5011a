"""The loop that walks the positions of a game in machine code, breadth first, into flat arrays.

It follows every move, with one representative for the positions that are the same to play; or those that policies
make, and then states stand for themselves alone, for a policy may tell between those that are the same to play. Where a
policy has to be asked it returns to Python, with all positions that were met and not yet asked about.

Positions are numbered as they are met. Where moves lead is looked up for many together, of several positions, so that
memory answers all at once. The loop returns to Python whenever an array is full, and begins the positions anew whose
moves it was following; where rules break the contract it says no more than that, for CPython tells where.
"""

from typing import Any, NamedTuple

from faceup.engines.model.kernel_names import (
    fill_places,
    find_place,
    home,
    prefetch_place,
    prefetch_state,
    read_move,
    read_state,
    write_state,
)
from faceup.native.operations.operation import EXACT
from faceup.native.rules_pointer import (
    CHOICES,
    ITSELF,
    MOVE,
    MOVES,
    OUTCOME,
    try_move,
    turn_of,
    write_moves,
    write_payoff,
)
from faceup.rules.contract import CHANCE, OVER

ROOM = 64  # moves that are looked up together
SLICE = 1 << 22  # moves between two returns to Python

# What the loop says when it returns: it is done, or what it needs; or that CPython has to tell what is broken.
DONE, PAUSED, PLACES_FULL, EDGES_FULL, NEEDS_WEIGHTS, BROKEN, ASKS, MOVES_FULL = range(8)
NO_WEIGHT = 8  # of an outcome, which is no edge then

# What a seat does: one of all moves at random, the first, or the one that is the answer, by its number among the moves
# or among those that are enough to consider.
RANDOM, FIRST, ANSWER, CHOICE = 0, 1, 2, 3
EVERY_MOVE = -1  # is asked for, in the place of a number of positions, where no policy plays

# Registers: the position whose moves are followed next, how many positions were met, the most that may be, and the
# number of places.
NEXT, COUNT, MOST, CAPACITY, REGISTERS = 0, 1, 2, 3, 4


class Walked(NamedTuple):
    """All that the loop knows: arrays, as ``GameGraph`` has them, with numbers as float64.

    ``weights`` are empty before chance has a part, and ``rewards`` in games without any; where every seat has gains of
    its own, ``values`` and ``rewards`` have rows. ``places`` are the numbers of the positions, each where the hash of
    its state leads.
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
    ahead: Any  # states that are looked up together, ``ROOM`` of them,
    homes: Any  # and from where on
    moves: Any  # of one position


def explore(rules: Any, walked: Walked, seats: Any, answers: Any, asked: Any, root: Any) -> int:
    """Follow moves from all positions, until there are no new ones or Python is needed.

    Where policies play, their moves are those that the ``seats`` make; positions before the one ``asked`` for have
    their ``answers``.
    """
    registers, first, every = walked.registers, walked.first, asked[0] == EVERY_MOVE
    if registers[COUNT] == 0:
        number_of(walked, root, home(registers[CAPACITY], root))
    i = registers[NEXT]
    begun = end = first[i]
    waiting = 0  # of the last moves: where they lead is not looked up yet
    while True:
        until = registers[COUNT] if every else min(registers[COUNT], asked[0])
        if waiting > ROOM // 2 or i >= until:
            if not look_up(walked, end - waiting, waiting):
                return PLACES_FULL
            waiting = 0
            registers[NEXT] = i
            if i == registers[COUNT]:
                return DONE
            if not every and i >= asked[0]:
                for k in range(i, registers[COUNT]):
                    walked.turns[k] = turn_of(rules, read_state(walked.states, k))
                return ASKS
            if end - begun >= SLICE:
                return PAUSED
        state = read_state(walked.states, i)
        who = turn_of(rules, state)
        walked.turns[i] = who
        walked.values[i] = 0.0
        if who == OVER:
            if not write_payoff(rules, state, walked.values, i):
                return BROKEN
            i += 1
            first[i] = end
            continue
        if who == CHANCE:
            if len(walked.weights) < len(walked.targets):
                return NEEDS_WEIGHTS
        elif not 0 <= who < len(seats):
            return BROKEN
        seat = RANDOM if who == CHANCE else seats[who]
        count = write_moves(rules, state, CHOICES if seat == CHOICE else MOVES, walked.moves, 0)
        if count > len(walked.moves):
            return MOVES_FULL
        k = 0
        if who != CHANCE and seat != RANDOM and not every:
            k = answers[i] if seat >= ANSWER else 0
            count = min(k + 1, count)
        if k < 0:
            return BROKEN
        while k < count:
            status = follow(rules, walked, state, who, read_move(walked.moves, k), end, waiting, every)
            if status == DONE:
                end += 1
                waiting = waiting % ROOM + 1
            elif status != NO_WEIGHT:
                return status
            k += 1
        if end == first[i]:
            return BROKEN
        i += 1
        first[i] = end


def follow(
    rules: Any, walked: Walked, state: Any, who: int, move: Any, edge: int, waiting: int, canonical: bool
) -> int:
    """Note a move, and where it leads among the states that are looked up together; where they are many, do that."""
    if edge >= len(walked.targets):
        return EDGES_FULL
    if waiting == ROOM and not look_up(walked, edge - ROOM, ROOM):
        return PLACES_FULL
    asked = (OUTCOME if who == CHANCE else MOVE) + (0 if canonical else ITSELF)
    weight, counts, after = try_move(rules, state, asked, move, walked.rewards, edge)
    if weight == 0:
        return NO_WEIGHT
    if not 0 < weight <= EXACT or not counts:
        return BROKEN
    if len(walked.weights) > 0:
        walked.weights[edge] = weight
    place = home(walked.registers[CAPACITY], after)
    prefetch_place(walked.places, place)
    write_state(walked.ahead, waiting % ROOM, after)
    walked.homes[waiting % ROOM] = place
    return DONE


def look_up(walked: Walked, edge: int, count: int) -> bool:
    """Find where so many moves lead, from this one on; False where there is no room for new positions."""
    for k in range(count):
        place = walked.places[walked.homes[k]]
        if place >= 0:
            prefetch_state(walked.states, place)
    for k in range(count):
        place = number_of(walked, read_state(walked.ahead, k), walked.homes[k])
        if place < 0:
            return False
        walked.targets[edge + k] = place
    return True


def number_of(walked: Walked, state: Any, place: int) -> int:
    """The number of a position, which is a new one where it was not met before; -1 where there is no room for it."""
    registers, places = walked.registers, walked.places
    slot = find_place(places, walked.states, place, state)
    if places[slot] >= 0:
        return places[slot]  # type: ignore[no-any-return]
    count = registers[COUNT]
    if count >= registers[MOST] or slot >= len(places) - 2:
        return -1
    places[slot] = count
    write_state(walked.states, count, state)
    registers[COUNT] = count + 1
    return count  # type: ignore[no-any-return]


STEPS = (number_of, look_up, follow)  # of the loop, each after those that it calls


def rehash(places: Any, states: Any, count: int, capacity: int) -> bool:
    """Fill larger places with the numbers of all positions."""
    return fill_places(places, states, count, capacity)  # type: ignore[no-any-return]
