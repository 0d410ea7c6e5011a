"""The loop of a best-first search that closes bounds, in machine code: for games with chance too large for a table.

Each position that the search has visited has a lower and an upper bound of its value to player 0; of all others the
bounds are the least and the most that the game can pay. A *step* computes the bounds of a position from those of its
successors: player 0 takes the largest of both, player 1 the smallest, chance the mean. The true values satisfy the same
equations, and a step is monotone, so the bounds hold at any time, in whatever order steps are taken.

The search descends from the root to a position on which the bounds of the root depend: by the move with the highest
upper bound for player 0, with the lowest lower bound for player 1, by the outcome whose weighted gap is largest for
chance (McMahan, Likhachev and Gordon 2005, bounded real-time dynamic programming; they draw an outcome by that weight).
It stays below a position until that is *closed*, its bounds being as good as equal, or until the position above would
choose another move. For this each position on the stack has limits, as alpha and beta are: it is left once its upper
bound falls below one or its lower bound rises above the other. Below chance they allow for all that the other outcomes
may be worth, as in the star-minimax search of Ballard (1983). The limits have some leeway, since a search that changes
to another move for the smallest gain visits the same positions again and again; for the same reason Pawlewicz and Lew
(2006) hold back depth-first proof-number search, with 1 + epsilon. A position is left no earlier than a step after the
first move below it, so each descent reaches a new position or closes an old one. The moves of the positions on the
stack stay listed, so that the rules are asked once for each descent to a position.

Sums and means in float64 are rounded outwards by the bound of ``numbers.intervals``, and are exact if no operation
rounds, as with a fair coin. Bounds may be infinite: those of a game whose source does not show what it can pay are so
at first.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.kernel_names import find_place, home, prefetch_place, read_move, read_state, write_state
from faceup.native.rules_pointer import CHOICES, MOVE, MOVES, OUTCOME, make_move, payoff_of, turn_of, write_moves
from faceup.numbers.intervals import EXACT, ROUNDING, SMALL, TINY, misread, two_product, two_sum
from faceup.rules.contract import CHANCE, OVER

# Of a move: its weight, the bounds of its value with the gain, the gain, and whether they are closed.
WEIGHT, LOW, HIGH, GAIN, IS_CLOSED, MOVE_COLUMNS = range(6)


def bounds_of_end(payoff: float) -> tuple[float, float]:
    """Return the bounds of the payoff of an end, which may be a fraction."""
    error = misread(payoff)
    if error == 0.0:
        return payoff, payoff
    return outward(payoff, error, -1.0), outward(payoff, error, 1.0)


def with_gain(number: float, gain: float, side: float) -> float:
    """Return a bound plus a gain, rounded to the safe side; exact if the sum is."""
    if gain == 0.0:
        return number
    total, lost = two_sum(number, gain)  # ``lost`` is nan if the bound is infinite
    error = misread(gain)
    return total if lost == 0.0 and error == 0.0 else outward(total, error, side)


def outward(number: float, error: float, side: float) -> float:
    """Move a number with an error and one rounding to the safe side: up for ``side`` 1.0, down for -1.0."""
    return number + side * (error + abs(number) * 4.0 * ROUNDING + TINY)


def bounds_of_moves(tried: Any, who: int) -> tuple[float, float, int]:
    """Return the bounds of a position from those of its moves, and the move to follow; -1 if the bounds are closed."""
    return mean_bounds(tried) if who == CHANCE else best_bounds(tried, who)


def best_bounds(tried: Any, who: int) -> tuple[float, float, int]:
    """Return the bounds of a player's position, and the move to follow."""
    low, high, pick = tried[0, LOW], tried[0, HIGH], 0
    for k in range(1, len(tried)):
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


def mean_bounds(tried: Any) -> tuple[float, float, int]:
    """Return the bounds of a chance node, and the outcome to follow; -1 if all outcomes are closed."""
    pick, widest, total = -1, -1.0, 0.0
    for k in range(len(tried)):
        total += tried[k, WEIGHT]
        gap = tried[k, WEIGHT] * (tried[k, HIGH] - tried[k, LOW])
        if tried[k, WEIGHT] > 0.0 and not tried[k, IS_CLOSED] and gap > widest:
            pick, widest = k, gap
    return mean_of(tried, LOW, total, -1.0), mean_of(tried, HIGH, total, 1.0), pick


def mean_of(tried: Any, column: int, total: float, side: float) -> float:
    """Return the weighted mean of a column, rounded to the safe side; exact if no operation rounds.

    A sum of n products, divided, has an error of at most (n + 2) u times the sum of their sizes, with u = 2**-53; twice
    that covers the rounding of the weights, of their sum and of this bound.
    """
    number, size, exact = 0.0, 0.0, total < EXACT
    for k in range(len(tried)):
        if tried[k, WEIGHT] > 0.0 and tried[k, column] != 0.0:
            product, lost = two_product(tried[k, WEIGHT], tried[k, column])
            number, lost_too = two_sum(number, product)
            size += abs(product)
            exact = exact and lost == 0.0 and lost_too == 0.0 and abs(product) > SMALL
    mean = number / total
    if exact:
        back, lost = two_product(mean, total)
        if back == number and lost == 0.0:
            return mean
    return mean + side * ((len(tried) + 4.0) * 2.0 * ROUNDING * size / total + TINY)


# Each after those that it calls.
ARITHMETIC = (
    *(misread, two_sum, two_product, outward, with_gain, bounds_of_end),
    *(best_bounds, mean_of, mean_bounds, bounds_of_moves),
)


CLOSE = 2.0**-36  # of the range of the game's values: bounds with a smaller gap are as good as equal
PATIENCE = 0.9  # an outcome is left once its weighted gap is below this part of the next largest
LEEWAY = 0.05  # of the gap of the position: a move is left once its bound is worse than another's by this

# The status of the loop: the root is closed; the loop has taken its steps, or has looked at its moves and will go on
# from this stack; an array is full; an end pays what the source does not show; positions repeat for ever;
CLOSED, PAUSED, HALTED, POSITIONS_FULL, STACK_FULL, MOVES_FULL, LISTED_FULL, OUTSIDE, REPEATS = range(9)
# or the rules are broken at the state that was looked at last.
BROKEN = 9

# Registers: positions that have bounds, how many there is room for, places in the hash table, positions on the stack,
# steps taken, moves looked at in them; the height on the stack of the position that repeats; the number of the last
# step that changed a bound or added a position; and the row of the stack with the state that was looked at last.
COUNT, ROOM, CAPACITY, DEPTH, STEPS_TAKEN, LOOKS = range(6)
REPEATED, NEWS, LAST, REGISTERS = range(6, 10)
NEVER = 1 << 40
LONG, LONG_A_POSITION = 1 << 16, 16  # steps without news, after which positions count as repeating for ever
# A frame of the stack: the number of the position; how many moves below it were followed; the player to move; the first
# of its listed moves, their number, and the move to follow.
PLACE, FOLLOWED, TURN_OF, FIRST, MOVES_LISTED, PICK, FRAME_COLUMNS = range(7)
# The limits of a frame: the position is left below this upper bound, above this lower bound, or below this gap.
LEAST_HIGH, MOST_LOW, LEAST_GAP, LIMIT_COLUMNS = range(4)
UNVISITED, ENDED = -1, -2  # in place of the number of a position: no bounds are stored, or play is over


class Search(NamedTuple):
    """The memory of the loop: arrays."""

    places: Any  # the hash table of the positions' numbers
    states: Any  # the words of each position's state
    low: Any
    high: Any
    closed: Any  # 1 if the bounds are as good as equal
    on_stack: Any  # 1 if the position is on the stack
    stack: Any  # the states on the stack
    frames: Any
    limits: Any
    moves: Any  # of one position
    tried: Any  # weight, bounds and gain of the listed moves of all positions on the stack
    after: Any  # the successors of these moves
    homes: Any  # where in the hash table the search for each successor begins
    numbers: Any  # the numbers of the successors
    stakes: Any  # the least and the most that the game can pay, and their difference
    registers: Any


def close_bounds(rules: Any, search: Any, root: Any, last_step: int, last_look: int) -> int:
    """Close the bounds of the root, or pause at a number of steps or halt at a number of moves; return the status.

    Unless it halts, the loop backs the bounds of the whole stack up to the root.
    """
    registers, status = search.registers, CLOSED
    if registers[DEPTH] == 0:
        registers[REPEATED] = NEVER
        status = push_root(search, root)
    while status == CLOSED and registers[DEPTH] > 0:
        top = registers[DEPTH] - 1
        status = step(rules, search, top)
        if status != CLOSED:
            break
        if search.closed[search.frames[top, PLACE]] or is_left(search, top) or top > registers[REPEATED]:
            pop(search)
        elif registers[STEPS_TAKEN] >= last_step:
            status = PAUSED
        elif registers[LOOKS] >= last_look:
            return HALTED
        else:
            registers[REPEATED] = NEVER
            status = follow(search, top)
    while registers[DEPTH] > 0:
        if search.frames[registers[DEPTH] - 1, MOVES_LISTED] > 0:
            back_up(search, registers[DEPTH] - 1)
        pop(search)
    return status


def push_root(search: Any, root: Any) -> int:
    """Put the root on the stack, with limits at which only closed bounds leave it; return the status."""
    place, status = number_of(search, home(search.registers[CAPACITY], root), root)
    if status == CLOSED:
        push(search, place, root, np.inf, -np.inf, 0.0)
    return status


def number_of(search: Any, begin: int, state: Any) -> tuple[int, int]:
    """Return the number of a position, perhaps a new one, and the status; probing begins at ``begin``."""
    registers, slot = search.registers, find_place(search.places, search.states, begin, state)
    place = search.places[slot]
    if place < 0:
        place = registers[COUNT]
        if place >= registers[ROOM] or slot >= len(search.places) - 2:
            return 0, POSITIONS_FULL
        search.places[slot] = place
        write_state(search.states, place, state)
        search.low[place], search.high[place] = search.stakes[0], search.stakes[1]
        search.closed[place] = search.on_stack[place] = 0
        registers[COUNT], registers[NEWS] = place + 1, registers[STEPS_TAKEN]
    return place, CLOSED


def follow(search: Any, top: int) -> int:
    """Descend by the picked move; return the status."""
    registers, pick = search.registers, search.frames[top, PICK]
    state = read_state(search.after, pick)
    if search.numbers[pick] == UNVISITED:
        place, status = number_of(search, search.homes[pick], state)
        if status != CLOSED:
            return status
        search.numbers[pick] = place
    place, depth = search.numbers[pick], top + 1
    if depth + 1 >= len(search.frames):
        return STACK_FULL
    if search.on_stack[place]:  # a position repeats: all on the way take a step, and the search goes on from there
        write_state(search.stack, depth, state)
        registers[LAST], registers[REPEATED] = depth, top
        if registers[STEPS_TAKEN] - registers[NEWS] > LONG + LONG_A_POSITION * registers[COUNT]:
            return REPEATS
        while search.frames[registers[REPEATED], PLACE] != place:
            registers[REPEATED] -= 1
        return CLOSED
    most_low, least_high, least_gap = limits_below(search, top)
    push(search, place, state, most_low, least_high, least_gap)
    return CLOSED


def push(search: Any, place: int, state: Any, most_low: float, least_high: float, least_gap: float) -> None:
    """Put a position on the stack, with the limits at which it is left."""
    depth = search.registers[DEPTH]
    frame, limits = search.frames[depth], search.limits[depth]
    write_state(search.stack, depth, state)
    search.on_stack[place] = 1
    frame[PLACE], frame[FOLLOWED], frame[MOVES_LISTED] = place, 0, 0
    frame[FIRST] = search.frames[depth - 1, FIRST] + search.frames[depth - 1, MOVES_LISTED] if depth > 0 else 0
    limits[MOST_LOW], limits[LEAST_HIGH], limits[LEAST_GAP] = most_low, least_high, least_gap
    search.registers[DEPTH] = depth + 1


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
    """Take a step at the position on top, whose moves are listed first; return the status."""
    frame = search.frames[top]
    search.registers[LAST] = top
    if frame[MOVES_LISTED] == 0:
        status = list_moves_of(rules, search, top)
        if status != CLOSED or frame[TURN_OF] == OVER:
            return status
    back_up(search, top)
    return CLOSED


def back_up(search: Any, top: int) -> None:
    """Compute the bounds of a position from those of its listed moves, and pick the move to follow."""
    registers, frame = search.registers, search.frames[top]
    place, first, count, who = frame[PLACE], frame[FIRST], frame[MOVES_LISTED], frame[TURN_OF]
    registers[STEPS_TAKEN] += 1
    registers[LOOKS] += count
    for k in range(first, first + count):
        if search.numbers[k] >= 0 and not search.tried[k, IS_CLOSED]:
            look_at(search, k)
    tried = search.tried[first : first + count]
    low, high, pick = bounds_of_moves(tried, who)
    if pick >= 0 and take_known_bounds(
        search, first + pick
    ):  # it got bounds below another position, after moves were listed
        for k in range(first, first + count):
            take_known_bounds(search, k)
        low, high, pick = bounds_of_moves(tried, who)
    # Bounds never get worse: those of before are proven, too.
    low, high = max(low, search.low[place]), min(high, search.high[place])
    if low > search.low[place] or high < search.high[place]:
        registers[NEWS] = registers[STEPS_TAKEN]
    search.low[place], search.high[place] = low, high
    gap = high - low
    if pick < 0 or (gap < np.inf and gap <= CLOSE * max(search.stakes[2], min(abs(low), abs(high)))):
        search.closed[place] = 1
        registers[NEWS] = registers[STEPS_TAKEN]
    frame[PICK] = first + pick


def list_moves_of(rules: Any, search: Any, top: int) -> int:
    """List the moves of the position on top, with their successors and gains; return the status."""
    registers, frame, state = search.registers, search.frames[top], read_state(search.stack, top)
    who = turn_of(rules, state)
    frame[TURN_OF] = who
    if who == OVER:  # the root alone
        registers[STEPS_TAKEN] += 1
        place = frame[PLACE]
        payoff = payoff_of(rules, state)
        search.low[place], search.high[place] = bounds_of_end(payoff)
        search.closed[place] = 1
        return status_of_end(search, payoff)
    if who != 0 and who != 1 and who != CHANCE:
        return BROKEN
    count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, search.moves, 0)
    if count > len(search.moves):
        return MOVES_FULL
    first, heaviest = frame[FIRST], 0
    if count == 0:
        return BROKEN
    if first + count > len(search.tried):
        return LISTED_FULL
    registers[LOOKS] += count
    for k in range(count):  # prefetched here, so that the memory latencies overlap
        at = first + k
        asked = OUTCOME if who == CHANCE else MOVE
        weight, gain, after = make_move(rules, state, asked, read_move(search.moves, k))
        if weight < 0:  # those above 2**53 are rounded, which ``mean_of`` allows for
            return BROKEN
        search.tried[at, WEIGHT], search.tried[at, GAIN], search.tried[at, IS_CLOSED] = weight, gain, 1.0
        search.numbers[at] = ENDED
        heaviest = max(heaviest, weight)
        if weight == 0:
            continue
        if not np.isfinite(gain):
            return BROKEN
        write_state(search.after, at, after)
        search.homes[at], search.numbers[at] = home(registers[CAPACITY], after), UNVISITED
        prefetch_place(search.places, search.homes[at])
    if heaviest == 0:
        return BROKEN
    for k in range(first, first + count):
        if search.tried[k, WEIGHT] > 0.0:
            status = look_up(rules, search, k)
            if status != CLOSED:
                return status
    frame[MOVES_LISTED] = count
    return CLOSED


def look_up(rules: Any, search: Any, k: int) -> int:
    """Find the successor of listed move k, and write its bounds; return the status."""
    if take_known_bounds(search, k):
        return CLOSED
    after, tried, status = read_state(search.after, k), search.tried[k], CLOSED
    low, high, tried[IS_CLOSED] = search.stakes[0], search.stakes[1], 0.0
    if turn_of(rules, after) == OVER:
        payoff = payoff_of(rules, after)
        (low, high), status = bounds_of_end(payoff), status_of_end(search, payoff)
        search.numbers[k], tried[IS_CLOSED] = ENDED, 1.0
    tried[LOW], tried[HIGH] = with_gain(low, tried[GAIN], -1.0), with_gain(high, tried[GAIN], 1.0)
    if status != CLOSED:
        search.registers[LAST] = search.registers[DEPTH]
        write_state(search.stack, search.registers[DEPTH], after)
    return status


def status_of_end(search: Any, payoff: float) -> int:
    """Return OUTSIDE or BROKEN unless an end pays a number that the source of the rules shows."""
    if not np.isfinite(payoff):
        return BROKEN
    error = misread(payoff)
    return CLOSED if search.stakes[0] - error <= payoff <= search.stakes[1] + error else OUTSIDE


def take_known_bounds(search: Any, k: int) -> bool:
    """Whether listed move k leads to a position that has bounds by now; if so, write these down."""
    if search.numbers[k] != UNVISITED:
        return False
    place = search.places[find_place(search.places, search.states, search.homes[k], read_state(search.after, k))]
    if place < 0:
        return False
    search.numbers[k] = place
    look_at(search, k)
    return True


def look_at(search: Any, k: int) -> None:
    """Write down the bounds of the position that listed move k leads to."""
    place, tried = search.numbers[k], search.tried[k]
    tried[LOW] = with_gain(search.low[place], tried[GAIN], -1.0)
    tried[HIGH] = with_gain(search.high[place], tried[GAIN], 1.0)
    tried[IS_CLOSED] = search.closed[place]


def limits_below(search: Any, top: int) -> tuple[float, float, float]:
    """Return the limits of the picked move's successor: a lower bound, an upper bound and a gap at which it is left."""
    # Chance: the mean (w x + others) / total passes a limit of this node once x passes (limit total - others) / w.
    frame, limits = search.frames[top], search.limits[top]
    first, count, who = frame[FIRST], frame[MOVES_LISTED], frame[TURN_OF]
    tried, pick = search.tried[first : first + count], frame[PICK] - first
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
        leeway = LEEWAY * (search.high[frame[PLACE]] - search.low[frame[PLACE]])
        leeway = leeway if leeway < np.inf else 0.0
        for k in range(count):
            if k != pick and who == 0:
                least_high = max(least_high, tried[k, HIGH] - leeway)
            elif k != pick:
                most_low = min(most_low, tried[k, LOW] + leeway)
    return most_low - tried[pick, GAIN], least_high - tried[pick, GAIN], least_gap


# Of the loop, each after those that it calls.
STEPS = (
    *(*ARITHMETIC, look_at, take_known_bounds, status_of_end, look_up, list_moves_of),
    *(back_up, step, limits_below, is_left, pop, push, number_of, follow, push_root),
)
