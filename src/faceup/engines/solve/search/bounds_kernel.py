"""The loop of a search that closes bounds, in machine code: for games with chance that are too large for a table.

Each position that the search looked at has a lower and an upper bound of its value to player 0; of all others these are
the least and the most that the game can pay. A *step* makes the bounds of a position from those of the positions that
its moves lead to: player 0 takes the largest of both, player 1 the smallest, chance the mean. The true values satisfy
the same equations and a step never crosses them, so bounds hold at any time, whatever was looked at.

The search goes down from the root to a position on which the bounds of the root depend: by the move with the highest
upper bound for player 0, with the lowest lower bound for player 1, by the outcome whose gap weighs most for chance
(McMahan, Likhachev and Gordon 2005, bounded real-time dynamic programming). It goes on below a position until that is
*closed*, its bounds being as good as equal, or until the position above would choose another move. For this each
position on the stack has limits, as alpha and beta are: it is left once its upper bound falls below one or its lower
bound rises above the other. Below chance they allow for all that the other outcomes may be worth, as in the
star-minimax search of Ballard (1983). A position is left no earlier than a step after the first move below it, so each
way down looks at a new position or closes an old one.

A sum or a mean in float64 is rounded outwards by the bound of ``numbers.intervals``; whole numbers stay exact.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.kernel_names import (
    find_place,
    home,
    prefetch_place,
    read_move,
    read_state,
    write_state,
)
from faceup.native.rules_pointer import CHOICES, MOVE, MOVES, OUTCOME, make_move, payoff_of, turn_of, write_moves
from faceup.numbers.intervals import EXACT, ROUNDING, TINY, misread
from faceup.rules.contract import CHANCE, OVER

CLOSE = 2.0**-36  # bounds are as good as equal where their gap is so small a part of what is at stake
PATIENCE = 0.5  # an outcome is left once its gap weighs so little, as a part of the next largest

# The status of the loop: the root is closed; the loop has taken as many steps as it may; an array is full;
CLOSED, PAUSED, POSITIONS_FULL, STACK_FULL, MOVES_FULL, OUTSIDE, REPEATS = range(7)
# or the rules are broken at the state on top of the stack.
BAD_TURN, NO_MOVES, BAD_ODDS, NO_ODDS, BAD_PAYOFF, BAD_REWARD = range(10, 16)

# Registers: positions that have bounds, how many there is room for, places in the hash table, positions on the stack,
# steps taken, the turn at a broken state, how many moves the position on top has, and the one to go on by; the height
# on the stack of the position to which play came round; how many steps had been taken when anything new was found; and
# the row of the stack with the state that was looked at last.
COUNT, ROOM, CAPACITY, DEPTH, STEPS_TAKEN, WHO, COUNT_OF_MOVES, PICK = range(8)
COME_ROUND, NEWS, LAST, REGISTERS = range(8, 12)
NEVER = 1 << 40
LONG, LONG_A_POSITION = 1 << 16, 16  # steps without news, after which play is said to come round for ever
# Of a position on the stack: its number, and how many moves below it were followed.
PLACE, FOLLOWED, FRAME_COLUMNS = range(3)
# It is left below this upper bound, above this lower bound, and with a gap below this one.
LEAST_HIGH, MOST_LOW, LEAST_GAP, LIMIT_COLUMNS = range(4)
# Of a move: its weight, the bounds of what it leads to and gains, the gain, and whether they are closed.
WEIGHT, LOW, HIGH, GAIN, IS_CLOSED, MOVE_COLUMNS = range(6)


class Search(NamedTuple):
    """All that the loop knows: arrays."""

    places: Any  # the numbers of positions, found by the hashes of their states
    states: Any  # of each position, its words
    low: Any
    high: Any
    closed: Any  # 1 where the bounds are as good as equal
    on_stack: Any  # 1 where the position is on the stack
    stack: Any  # the states on the stack
    frames: Any
    limits: Any
    moves: Any  # of one position
    tried: Any  # what is known of them
    after: Any  # the states that they lead to
    homes: Any  # from where on these are looked for
    stakes: Any  # the least and the most that the game can pay, and what is at stake between them
    registers: Any


def close_bounds(rules: Any, search: Any, root: Any, most: int) -> int:
    """Close the bounds of the root, or take so many steps; what was found on the way is in the bounds of the root."""
    registers = search.registers
    pause_at, registers[COME_ROUND] = registers[STEPS_TAKEN] + most, NEVER
    status = push(search, root, -np.inf, np.inf, 0.0)
    while status == CLOSED and registers[DEPTH] > 0:
        top = registers[DEPTH] - 1
        status = step(rules, search, top)
        if status != CLOSED:
            break
        done = search.closed[search.frames[top, PLACE]] or registers[STEPS_TAKEN] >= pause_at
        if done or is_left(search, top) or top > registers[COME_ROUND]:
            pop(search)
        else:
            registers[COME_ROUND] = NEVER
            pick = registers[PICK]
            low, high, gap = limits_below(search, top, turn_of(rules, read_state(search.stack, top)), pick)
            status = push(search, read_state(search.after, pick), high, low, gap)
    while registers[DEPTH] > 0:
        pop(search)
    if status == CLOSED and registers[STEPS_TAKEN] >= pause_at:
        return PAUSED
    return status


def push(search: Any, state: Any, least_high: float, most_low: float, least_gap: float) -> int:
    """Put a state on the stack, with the limits at which it is left."""
    registers, depth = search.registers, search.registers[DEPTH]
    if depth + 1 >= len(search.frames):
        return STACK_FULL
    slot = find_place(search.places, search.states, home(registers[CAPACITY], state), state)
    place = search.places[slot]
    if place < 0:
        place = registers[COUNT]
        if place >= registers[ROOM] or slot >= len(search.places) - 2:
            return POSITIONS_FULL
        search.places[slot] = place
        write_state(search.states, place, state)
        search.low[place], search.high[place] = search.stakes[0], search.stakes[1]
        search.closed[place] = search.on_stack[place] = 0
        registers[COUNT], registers[NEWS] = place + 1, registers[STEPS_TAKEN]
    write_state(search.stack, depth, state)
    if search.on_stack[place]:  # play has come round: all on the way take a step, and the search goes on from there
        registers[LAST], registers[COME_ROUND] = depth, depth - 1
        if registers[STEPS_TAKEN] - registers[NEWS] > LONG + LONG_A_POSITION * registers[COUNT]:
            return REPEATS
        while search.frames[registers[COME_ROUND], PLACE] != place:
            registers[COME_ROUND] -= 1
        return CLOSED
    search.on_stack[place] = 1
    search.frames[depth, PLACE], search.frames[depth, FOLLOWED] = place, 0
    limits = search.limits[depth]
    limits[LEAST_HIGH], limits[MOST_LOW], limits[LEAST_GAP] = least_high, most_low, least_gap
    registers[DEPTH] = depth + 1
    return CLOSED


def pop(search: Any) -> None:
    """Take the position on top off the stack."""
    top = search.registers[DEPTH] - 1
    search.on_stack[search.frames[top, PLACE]] = 0
    search.registers[DEPTH] = top
    if top > 0:
        search.frames[top - 1, FOLLOWED] += 1


def is_left(search: Any, top: int) -> bool:
    """Whether the position above would no longer choose this one."""
    place, limits = search.frames[top, PLACE], search.limits[top]
    low, high = search.low[place], search.high[place]
    if search.frames[top, FOLLOWED] == 0:
        return False
    return bool(high < limits[LEAST_HIGH] or low > limits[MOST_LOW] or high - low < limits[LEAST_GAP])


def step(rules: Any, search: Any, top: int) -> int:
    """Make the bounds of the position on top from those its moves lead to, and pick the move to go on by."""
    registers, state = search.registers, read_state(search.stack, top)
    registers[LAST] = top
    who = turn_of(rules, state)
    registers[STEPS_TAKEN] += 1
    place = search.frames[top, PLACE]
    if who == OVER:  # the root alone
        low, high, status = bounds_of_end(search, payoff_of(rules, state))
        search.low[place], search.high[place], search.closed[place] = low, high, 1
        return status
    if who != 0 and who != 1 and who != CHANCE:
        registers[WHO] = who
        return BAD_TURN
    status, count = look_ahead(rules, search, state, who)
    if status != CLOSED:
        return status
    if who == CHANCE:
        low, high, pick = mean_bounds(search.tried, count)
    else:
        low, high, pick = best_bounds(search.tried, count, who)
    # Bounds never get worse: what was proven before was proven.
    low, high = max(low, search.low[place]), min(high, search.high[place])
    if low > search.low[place] or high < search.high[place]:
        registers[NEWS] = registers[STEPS_TAKEN]
    search.low[place], search.high[place] = low, high
    gap = high - low
    if pick < 0 or (gap < np.inf and gap <= CLOSE * max(search.stakes[2], min(abs(low), abs(high)))):
        search.closed[place] = 1
        registers[NEWS] = registers[STEPS_TAKEN]
    registers[COUNT_OF_MOVES], registers[PICK] = count, pick
    return CLOSED


def look_ahead(rules: Any, search: Any, state: Any, who: int) -> tuple[int, int]:
    """Write down the bounds of what each move leads to, with its gain; the status, and how many moves there are."""
    count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, search.moves, 0)
    if count > len(search.moves):
        return MOVES_FULL, 0
    if count == 0:
        return NO_MOVES, 0
    heaviest = 0
    for k in range(count):  # memory answers for all of them at once
        asked = OUTCOME if who == CHANCE else MOVE
        weight, gain, after = make_move(rules, state, asked, read_move(search.moves, k))
        if weight < 0 or weight > EXACT:
            return BAD_ODDS, 0
        search.tried[k, WEIGHT], search.tried[k, GAIN] = weight, gain
        heaviest = max(heaviest, weight)
        if weight == 0:
            continue
        if not np.isfinite(gain):
            return BAD_REWARD, 0
        write_state(search.after, k, after)
        search.homes[k] = home(search.registers[CAPACITY], after)
        prefetch_place(search.places, search.homes[k])
    if heaviest == 0:
        return NO_ODDS, 0
    for k in range(count):
        if search.tried[k, WEIGHT] > 0:
            status = look_at(rules, search, k)
            if status != CLOSED:
                return status, 0
    return CLOSED, count


def look_at(rules: Any, search: Any, k: int) -> int:
    """Write down the bounds of what move k leads to."""
    after, tried = read_state(search.after, k), search.tried[k]
    place = search.places[find_place(search.places, search.states, search.homes[k], after)]
    status = CLOSED
    if place >= 0:
        low, high, tried[IS_CLOSED] = search.low[place], search.high[place], search.closed[place]
    elif turn_of(rules, after) == OVER:
        low, high, status = bounds_of_end(search, payoff_of(rules, after))
        tried[IS_CLOSED] = 1.0
        if status != CLOSED:
            search.registers[LAST] = search.registers[DEPTH]
            write_state(search.stack, search.registers[DEPTH], after)
    else:
        low, high, tried[IS_CLOSED] = search.stakes[0], search.stakes[1], 0.0
    tried[LOW], tried[HIGH] = low, high
    gain = tried[GAIN]
    if gain != 0.0:
        error = misread(gain)
        tried[LOW], tried[HIGH] = rounded(low + gain, error, -1.0), rounded(high + gain, error, 1.0)
    return status


def bounds_of_end(search: Any, payoff: float) -> tuple[float, float, int]:
    """The bounds of what an end pays, which may be a fraction, and the status."""
    if not np.isfinite(payoff):
        return payoff, payoff, BAD_PAYOFF
    error = misread(payoff)
    status = CLOSED if search.stakes[0] - error <= payoff <= search.stakes[1] + error else OUTSIDE
    return rounded(payoff, error, -1.0), rounded(payoff, error, 1.0), status


def rounded(number: float, error: float, side: float) -> float:
    """A number, wrong by so much at most and by one rounding, moved to the safe side, 1.0 above it and -1.0 below.

    A whole number that no float rounds is exact.
    """
    if error == 0.0 and abs(number) < EXACT and number == np.rint(number):
        return number
    return number + side * (error + abs(number) * 4.0 * ROUNDING + TINY)


def best_bounds(tried: Any, count: int, who: int) -> tuple[float, float, int]:
    """The bounds of a position in which a player decides, and the move to go on by; -1 where that is closed."""
    low, high, pick = tried[0, LOW], tried[0, HIGH], 0
    for k in range(1, count):
        this_low, this_high = tried[k, LOW], tried[k, HIGH]
        if who == 0:
            if this_high > tried[pick, HIGH] or (this_high == tried[pick, HIGH] and this_low > tried[pick, LOW]):
                pick = k
            low, high = max(low, this_low), max(high, this_high)
        else:
            if this_low < tried[pick, LOW] or (this_low == tried[pick, LOW] and this_high < tried[pick, HIGH]):
                pick = k
            low, high = min(low, this_low), min(high, this_high)
    return low, high, -1 if tried[pick, IS_CLOSED] else pick


def mean_bounds(tried: Any, count: int) -> tuple[float, float, int]:
    """The bounds of a position of chance, and the outcome to go on by; -1 where all are closed."""
    pick, widest, total = -1, -1.0, 0.0
    for k in range(count):
        total += tried[k, WEIGHT]
        gap = tried[k, WEIGHT] * (tried[k, HIGH] - tried[k, LOW])
        if tried[k, WEIGHT] > 0.0 and not tried[k, IS_CLOSED] and gap > widest:
            pick, widest = k, gap
    return mean_of(tried, count, LOW, total, -1.0), mean_of(tried, count, HIGH, total, 1.0), pick


def mean_of(tried: Any, count: int, column: int, total: float, side: float) -> float:
    """The mean of a column by the weights, rounded to the safe side.

    A sum of n products, divided, is wrong by (n + 2) u of the sum of their sizes, u being 2**-53; twice that covers the
    rounding of the weights' sum and of this bound. Where all is whole and nothing is rounded it is exact.
    """
    number, size = 0.0, 0.0
    for k in range(count):
        if tried[k, WEIGHT] > 0.0:
            product = tried[k, WEIGHT] * tried[k, column]
            number += product
            size += abs(product)
    mean = number / total
    if size < EXACT and number == np.rint(number) and mean == np.rint(mean) and mean * total == number:
        exact = True
        for k in range(count):
            if tried[k, WEIGHT] > 0.0 and tried[k, column] != np.rint(tried[k, column]):
                exact = False
        if exact:
            return mean
    return mean + side * ((count + 4.0) * 2.0 * ROUNDING * size / total + TINY)


def limits_below(search: Any, top: int, who: int, pick: int) -> tuple[float, float, float]:
    """The limits of what a move leads to: it is left above this lower bound, below this upper bound or gap."""
    tried, limits, count = search.tried, search.limits[top], search.registers[COUNT_OF_MOVES]
    most_low, least_high, least_gap = limits[MOST_LOW], limits[LEAST_HIGH], 0.0
    if who == CHANCE:
        total = others_low = others_high = others_gap = 0.0
        for k in range(count):
            weight = tried[k, WEIGHT]
            total += weight
            if k != pick and weight > 0.0:
                others_low += weight * tried[k, LOW]
                others_high += weight * tried[k, HIGH]
                if not tried[k, IS_CLOSED]:
                    others_gap = max(others_gap, weight * (tried[k, HIGH] - tried[k, LOW]))
        weight = tried[pick, WEIGHT]
        least_gap = PATIENCE * others_gap / weight
        most_low, least_high = (most_low * total - others_low) / weight, (least_high * total - others_high) / weight
    else:
        for k in range(count):
            if k != pick and who == 0:
                least_high = max(least_high, tried[k, HIGH])
            elif k != pick:
                most_low = min(most_low, tried[k, LOW])
    return most_low - tried[pick, GAIN], least_high - tried[pick, GAIN], least_gap


# Of the loop, each after those that it calls.
STEPS = (
    *(misread, rounded, bounds_of_end, look_at, look_ahead, best_bounds, mean_of, mean_bounds),
    *(limits_below, step, is_left, pop, push),
)


def survey(rules: Any, states: Any, begin: int, turns: Any, payoffs: Any, ends: Any, moves: Any, led_to: Any) -> int:
    """Write down of states, from one on, whose turn it is, what ends pay, and where moves lead until that is full.

    ``led_to`` are the states, weights and gains of moves; those of state i end before ``ends[i]``. Returns the first
    state that did not fit.
    """
    after, weights, gains = led_to
    end = ends[begin - 1] if begin > 0 else 0
    for i in range(begin, len(states)):
        state = read_state(states, i)
        who = turn_of(rules, state)
        turns[i], payoffs[i] = who, 0.0
        if who == OVER:
            payoffs[i] = payoff_of(rules, state)
        else:
            count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, moves, 0)
            if count > len(moves) or end + count > len(after):
                return i
            for k in range(count):
                weight, gain, state_after = make_move(
                    rules, state, OUTCOME if who == CHANCE else MOVE, read_move(moves, k)
                )
                if weight > 0:
                    write_state(after, end, state_after)
                    weights[end], gains[end] = weight, gain
                    end += 1
        ends[i] = end
    return len(states)
