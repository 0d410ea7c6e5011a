"""The loop that walks the positions of a game in machine code, breadth first, into flat arrays.

It follows every move, and replaces each state by its canonical representative. Or it follows the moves of policies;
then states stand for themselves, since a policy may distinguish states with one representative. To ask a policy it
returns to Python, with all positions so far that have no answer.

Positions are numbered in the order of discovery. The successors of many moves, of several positions, are looked up
together, so that memory latencies overlap. The loop returns to Python whenever an array is full, and then restarts the
positions whose moves it was following. If rules break the contract it returns BROKEN; CPython then reports where.
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
    same_state,
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

# Status of the loop: done, or what it needs, or that rules are broken, for CPython to report.
DONE, PAUSED, PLACES_FULL, EDGES_FULL, NEEDS_WEIGHTS, BROKEN, ASKS, MOVES_FULL, STATES_NARROW = range(9)
NO_WEIGHT = 9  # an outcome has odds 0, so it is no edge

# How a seat plays: any move at random, the first move, or the answer of its policy: a number among all moves (ANSWER)
# or among the ``choices`` (CHOICE).
RANDOM, FIRST, ANSWER, CHOICE = 0, 1, 2, 3
EVERY_MOVE = -1  # in place of a number of answers: follow every move, no policy plays

# Registers: the position whose moves are followed next, the number of positions, the most that there may be, and
# the number of places.
NEXT, COUNT, MOST, CAPACITY, REGISTERS = 0, 1, 2, 3, 4


class Walked(NamedTuple):
    """The memory of the loop: arrays as those of ``GameGraph``, with numbers as float64.

    ``weights`` is empty until an outcome has other odds than 1, ``rewards`` in games without any. States stand in
    ``narrow`` until a word does not fit, then in ``wide``. ``values`` and ``rewards`` have
    rows if every seat has a payoff of its own. ``places`` is the hash table of the positions' numbers.
    """

    places: Any
    wide: Any
    narrow: Any
    turns: Any
    values: Any  # payoffs of ends
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    registers: Any
    ahead: Any  # ``ROOM`` states that are looked up together
    homes: Any  # the place in the hash table where the search for each begins
    moves: Any  # moves of one position


def explore(rules: Any, walked: Walked, seats: Any, answers: Any, answer_count: Any, root: Any) -> int:
    """Follow moves from all positions, until there are no new ones or Python is needed. Return the status.

    With policies, each of the ``seats`` plays by its mark, and the first ``answer_count[0]`` positions have
    ``answers``.
    """
    registers, first, every = walked.registers, walked.first, answer_count[0] == EVERY_MOVE
    if registers[COUNT] == 0 and number_of(walked, root, home(registers[CAPACITY], root)) < 0:
        return STATES_NARROW
    i = registers[NEXT]
    first_edge = end = first[i]
    waiting = 0  # how many of the last moves have targets that are not looked up yet
    while True:
        until = registers[COUNT] if every else min(registers[COUNT], answer_count[0])
        if waiting > ROOM // 2 or i >= until:
            status = look_up(walked, end - waiting, waiting)
            if status != DONE:
                return status
            waiting = 0
            registers[NEXT] = i
            if i == registers[COUNT]:
                return DONE
            if not every and i >= answer_count[0]:
                for k in range(i, registers[COUNT]):
                    walked.turns[k] = turn_of(rules, state_of_position(walked, k))
                return ASKS
            if end - first_edge >= SLICE:
                return PAUSED
        state = state_of_position(walked, i)
        turn = turn_of(rules, state)
        walked.turns[i] = turn
        walked.values[i] = 0.0
        if turn == OVER:
            if not write_payoff(rules, state, walked.values, i):
                return BROKEN
            i += 1
            first[i] = end
            continue
        if turn != CHANCE and not 0 <= turn < len(seats):
            return BROKEN
        seat = RANDOM if turn == CHANCE else seats[turn]
        count = write_moves(rules, state, CHOICES if seat == CHOICE else MOVES, walked.moves, 0)
        if count > len(walked.moves):
            return MOVES_FULL
        k = 0
        if turn != CHANCE and seat != RANDOM and not every:
            k = answers[i] if seat >= ANSWER else 0
            count = min(k + 1, count)
        if k < 0:
            return BROKEN
        while k < count:
            status = follow(rules, walked, state, turn, read_move(walked.moves, k), end, waiting, every)
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
    rules: Any, walked: Walked, state: Any, turn: int, move: Any, edge: int, waiting: int, canonical: bool
) -> int:
    """Make a move, and queue its target for ``look_up``; look the queue up first if it is full. Return the status."""
    if edge >= len(walked.targets):
        return EDGES_FULL
    if waiting == ROOM:
        status = look_up(walked, edge - ROOM, ROOM)
        if status != DONE:
            return status
    kind = (OUTCOME if turn == CHANCE else MOVE) + (0 if canonical else ITSELF)
    weight, counts, after = try_move(rules, state, kind, move, walked.rewards, edge)
    if weight == 0:
        return NO_WEIGHT
    if not 0 < weight <= EXACT or not counts:
        return BROKEN
    if len(walked.weights) > 0:
        walked.weights[edge] = weight
    elif weight != 1:
        return NEEDS_WEIGHTS
    place = home(walked.registers[CAPACITY], after)
    prefetch_place(walked.places, place)
    write_state(walked.ahead, waiting % ROOM, after)
    walked.homes[waiting % ROOM] = place
    return DONE


def look_up(walked: Walked, edge: int, count: int) -> int:
    """Set the targets of ``count`` queued edges, from ``edge`` on. Return the status."""
    for k in range(count):
        place = walked.places[walked.homes[k]]
        if place >= 0 and len(walked.narrow) > 0:
            prefetch_state(walked.narrow, place)
        elif place >= 0:
            prefetch_state(walked.wide, place)
    for k in range(count):
        place = number_of(walked, read_state(walked.ahead, k), walked.homes[k])
        if place < 0:
            return -place
        walked.targets[edge + k] = place
    return DONE


def number_of(walked: Walked, state: Any, place: int) -> int:
    """Return the number of a position, a new one if it is new; minus the status if it finds no room."""
    registers, places, narrow = walked.registers, walked.places, len(walked.narrow) > 0
    slot = find_place(places, walked.narrow, place, state) if narrow else find_place(places, walked.wide, place, state)
    if places[slot] >= 0:
        return places[slot]  # type: ignore[no-any-return]
    count = registers[COUNT]
    if count >= registers[MOST] or slot >= len(places) - 2:
        return -PLACES_FULL
    if narrow:
        write_state(walked.narrow, count, state)
        if not same_state(walked.narrow, count, state):
            return -STATES_NARROW
    else:
        write_state(walked.wide, count, state)
    places[slot] = count
    registers[COUNT] = count + 1
    return count  # type: ignore[no-any-return]


def state_of_position(walked: Walked, i: int) -> Any:
    """Return the state of position i."""
    return read_state(walked.narrow, i) if len(walked.narrow) > 0 else read_state(walked.wide, i)


STEPS = (state_of_position, number_of, look_up, follow)  # the functions of the loop, each after those that it calls


def rehash(places: Any, states: Any, count: int, capacity: int) -> bool:
    """Fill a larger hash table with the numbers of all positions; return whether all found a place."""
    return fill_places(places, states, count, capacity)  # type: ignore[no-any-return]
