"""The loop of backward induction in machine code: depth-first search with a table of values.

The path from the root lies on a stack. ``enter`` looks a state up, ``expand`` puts it on the stack with its moves,
``follow`` makes the next move of the state on top, ``back_up`` takes a successor's value into it, and ``settle`` writes
its value when all moves are done. The loop returns to Python whenever an array must grow, and often enough that an
interrupt is noticed. All its state is in ``Memory``, so it can go on where it was.

A chance node that a player's move leads to may be weighed: its mean is computed on the spot and not stored, and neither
are ends behind it. That saves memory, and costs time for each outcome whenever the node is met again. Counts over the
first positions decide; a wrong decision costs time only.

Several threads may fill one table, each with its own stack. All start at the root and try the moves in different
orders, so they reach different parts of the game. A thread that reaches a state which another has settled takes its
value; while the other still evaluates the state, it evaluates the state too, so no thread waits. One thread claims a
row, and the others see it once its word is stored. A value depends only on the values of the successors, and outcomes
of chance are added up in one order, so the table is the same to the bit on any number of threads. A state that leads
back to itself never gets a value, so a thread that reaches one comes back, sooner or later, to a state on its own
stack.

A row of the table is a state and its value. While all numbers are whole, value and distance share one word: the value,
shifted left by ``DISTANCE_BITS``, and the number of moves to the end when the winner hurries and the loser delays. Once
a number is rounded, the word holds the bits of a float64, and a second word a proven bound on its error.

Why the bound holds. Let u = 2**-53, so that an operation in float64 gives its result times 1 + d with |d| <= u; where
that would be smaller than 2**-1022, a product, a quotient or a conversion is wrong by at most 2**-1075 besides, and a
sum is exact. The invariant, of real numbers and not of their estimates: |value - truth| <= error.

- A payoff is a whole number, whose error is at most u times its size once it leaves 53 bits, or a float that stands for
  the shortest decimal that reads as it. That decimal is at most half the gap to the next float away: u times its size,
  or 2**-1075. A decimal of at most fifteen digits is the shortest, and so a multiple of 1/1024 below 10**5 is exact.
- A reward has the same error, and adding it rounds once, a sum.
- At a player's node, the error of the value is at most the largest error of its moves.
- Chance: n outcomes with odds w, values v and errors e, and truths t. The sums S of w*v, Z of w*|v|, E of w*e and the
  total W of w are computed one after another; odds are rounded to a float64 too, and only S has negative terms. As w
  is a whole number, at least 1, w*v never underflows. The error of S is (n + 1)u Z, that of W is n u W, and the
  quotient S / W adds u |S| / W <= u Z / W: in all (2n + 2)u Z / W to the first order; E / W is too small by (2n + 2)u
  of itself. For n < 2**30 the terms of higher order are less than 2**-20 of this and 2u.
- The error itself takes a few roundings: it is enlarged by 2**-49 of itself, and by TINY, which exceeds all that
  underflow loses. It is zero only if nothing was added to it.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model import prospects
from faceup.engines.model.kernel_names import (
    claim_row,
    exchange_word,
    home_at,
    load_word,
    look_up_row,
    move_rows,
    prefetch_row,
    read_move,
    read_state,
    state_at,
    store_word,
    write_state,
)
from faceup.engines.model.prospects import hurries
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.rules_pointer import (
    CHOICES,
    MOVE,
    MOVES,
    OUTCOME,
    is_milestone,
    make_move,
    payoff_of,
    turn_of,
    write_moves,
)
from faceup.native.state_rows import COLUMN, EMPTY, FIRST_MARK, MARKS, OPEN, ORDERED
from faceup.numbers.intervals import ROUNDING, TINY, misread
from faceup.rules.contract import CHANCE, OVER

CACHED = 1 << 16  # rows that the processor's cache holds anyway
SLICE = 1 << 22  # moves and outcomes between two returns to Python
DECIDED_AT = 100_000  # positions after which the loop decides whether to weigh chance nodes; they take 0.1 s
# Chance nodes are weighed while (mean number of revisits) x (mean number of outcomes) is at most this: to write, find
# and read a row costs about as much as four outcomes.
MOST_WEIGHED = 4
# One position in this many must be such a chance node. With one in seven, Hog stored 15 % fewer rows, and took 15 to
# 30 % longer.
LEAST_SHARE = 4
NOWHERE = 1 << 62  # in place of a row number: the state has no row
LAST_ROWS = 16  # rows that stay empty, more than there are threads, so that every search for a row ends
LARGER = 1.0 + 2.0**-49
WHOLE = 2.0**52  # whole numbers below this fit in a word beside a distance, which is never EMPTY or OPEN
DISTANCE_BITS = LONGEST_DISTANCE.bit_length()
ZERO_DISTANCE: Any = np.int64(0)  # typed: with a plain 0 the compiler would compile its callees a second time

# Status of the loop: done; what it needs; COSTS_LESS, restart and weigh chance nodes; ROWS_TAKEN, this thread has used
# its share of rows;
DONE, PAUSED, TABLE_FULL, STACK_FULL, MOVES_FULL, NEEDS_ERRORS, LEAVES_FLOATS, COSTS_LESS, ROWS_TAKEN = range(9)
# or the rules are broken, at the state on top of the stack or at the one that is to be entered, which may repeat.
BROKEN, REPEATS = 9, 10

# Registers: the number of states on the stack, the end of the stack of moves, the player to move in the state entered
# last, what nothing counts to player 0 (see ``prospects``), and the kinds of ends so far, a bit each
# (better than 0, worse, 0, none of -1, 0 and 1); the number of this thread, from 0, and the number of threads.
DEPTH, MOVES_TOP, MOVER, NOTHING, ENDS, THREAD, THREADS = range(7)
# Of chance nodes that players' moves lead to: the decision about them, how many have rows, how many outcomes those
# have, how often one was met again, and the outcomes weighed since the last return to Python.
WEIGHING, THROWS, OUTCOMES, REVISITS, WEIGHED = range(7, 12)
# How many states this thread has put in hashed rows, and in rows in the order of fields. Each thread counts its own: a
# shared counter would take as long as the rest.
HASHED, IN_ORDER, REGISTERS = range(12, 15)
RETURN, SHARED = range(2)  # what all threads share: whether one has returned to Python, so that all should
BETTER, WORSE, LEVEL, OTHER = 1, 2, 4, 8
UNDECIDED, WEIGH, STORE = 0, 1, 2

# A frame belongs to a state on the stack: its row in the table, the player to move, the current move and the end of its
# moves on the stack of moves, the number of moves, the weight of the current outcome, and the distance so far.
SLOT, TURN, NEXT, END, BRANCHES, ODDS, DISTANCE, FRAME_COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7
# The numbers of a frame: the best value (or weighted sum) so far, the reward of the current move, the error, and at a
# chance node the total weight, the sum of sizes and the number of outcomes.
BEST, GAIN, ERROR, TOTAL, SIZE, OUTCOME_COUNT, FRAME_NUMBERS = 0, 1, 2, 3, 4, 5, 6
# The numbers of an outcome: its odds, its value with the reward, and the error of that.
ODDS_OF, VALUE_OF, ERROR_OF, OUTCOME_NUMBERS = 0, 1, 2, 3
NO_OUTCOMES = (0.0, 0.0, 0.0, 0.0, 0.0)  # the sums over no outcomes, as ``with_outcome``


class Memory(NamedTuple):
    """The memory of the loop: arrays."""

    rows: Any  # the table (``native.state_rows``)
    numbers: Any  # the table, viewed as float64
    keys: Any  # the states of rows whose place does not determine the state
    address: Any  # how states are mapped to rows
    states: Any  # the stack: states
    frames: Any  # the stack: whole numbers
    floats: Any  # the stack: other numbers
    moves: Any  # the moves of all states on the stack
    outcomes: Any  # results of chance outcomes that a thread does not take in order
    registers: Any
    shared: Any  # numbers that all threads share


def induct(rules: Any, memory: Any, limit: int, root: Any) -> int:
    """Evaluate depth first, until the stack is empty or Python is needed; an empty stack starts at the root.

    Returns the status.
    """
    registers, frames = memory.registers, memory.frames
    status, edges = DONE, 0
    state, entering = root, registers[DEPTH] == 0
    while status == DONE and (entering or registers[DEPTH] > 0):
        if entering:
            status, slot = enter(rules, memory, limit, state)
            if slot >= 0:
                status = expand(rules, memory, state, slot)
            entering = False
            continue
        top = registers[DEPTH] - 1
        if frames[top, NEXT] == frames[top, END]:
            status = settle(memory)
        elif edges + registers[WEIGHED] >= SLICE or load_word(memory.shared, 0, RETURN) != 0:
            status, registers[WEIGHED] = PAUSED, 0
        else:
            edges += 1
            status, entering, state = follow(rules, memory)
    write_state(memory.states, registers[DEPTH], state)
    store_word(memory.shared, 0, RETURN, 1)
    return status


def follow(rules: Any, memory: Any) -> tuple[int, bool, Any]:
    """Make the next move of the state on top. Return (status, whether to enter its successor, the successor)."""
    registers, frames = memory.registers, memory.frames
    top = registers[DEPTH] - 1
    state = read_state(memory.states, top)
    place = place_tried(memory, top)
    kind = OUTCOME if frames[top, TURN] == CHANCE else MOVE
    weight, gain, after = make_move(rules, state, kind, read_move(memory.moves, place))
    if weight < 0:
        return BROKEN, False, state
    if weight == 0:
        if registers[THREAD] > 0:
            memory.outcomes[place, ODDS_OF] = 0.0
        frames[top, NEXT] += 1
        return DONE, False, state
    if not np.isfinite(gain):
        return BROKEN, False, state
    if not fits(memory, gain):
        return NEEDS_ERRORS, False, state
    memory.floats[top, GAIN] = gain
    frames[top, ODDS] = weight
    if registers[WEIGHING] == WEIGH and by_player(memory) and turn_of(rules, after) == CHANCE:
        all_known, value, error = weigh(rules, memory, after)
        if all_known:
            return back_up(memory, value, error, ZERO_DISTANCE), False, state
    return DONE, True, after


def place_tried(memory: Any, top: int) -> int:
    """Return the place of the current move: threads start at different moves, and half of them go backwards."""
    frames, thread = memory.frames, memory.registers[THREAD]
    place, branches = frames[top, NEXT], frames[top, BRANCHES]
    if thread == 0:
        return int(place)
    first = frames[top, END] - branches
    begin = thread // 2 * branches // ((memory.registers[THREADS] + 1) // 2)
    k = begin + place - first if thread % 2 == 0 else begin - 1 - place + first
    return int(first + (k + branches) % branches)


def weigh(rules: Any, memory: Any, state: Any) -> tuple[bool, float, float]:
    """Return (whether all outcomes of a chance node have values, their mean, its error).

    If not, the caller enters the node, which evaluates the missing outcomes or reports what is wrong.
    """
    rows, numbers, registers = memory.rows, memory.numbers, memory.registers
    sums, first, column = NO_OUTCOMES, registers[MOVES_TOP], memory.address[COLUMN]
    end = write_moves(rules, state, MOVES, memory.moves, first)
    if end > len(memory.moves):
        return False, 0.0, 0.0
    for place in range(first, end):
        weight, gain, after = make_move(rules, state, OUTCOME, read_move(memory.moves, place))
        if weight == 0:
            continue
        if weight < 0 or not np.isfinite(gain):
            return False, 0.0, 0.0
        if turn_of(rules, after) == OVER:
            value = payoff_of(rules, after)
            if not np.isfinite(value):
                return False, 0.0, 0.0
            error = misread(value)
            note_end(registers, value)
        else:
            slot, word = look_up_row(rows, memory.keys, memory.address, home_at(memory.address, after), after)
            if word == EMPTY or is_open(word):
                return False, 0.0, 0.0
            value, error = numbers[slot, column], numbers[slot, column + 1]
        value, error = add_reward(value, error, gain)
        sums = with_outcome(sums, weight, value, error)
    registers[WEIGHED] += end - first
    _, error, total, size, _ = sums
    if not (total > 0.0 and size < np.inf and error < np.inf):
        return False, 0.0, 0.0
    value, error = mean(sums)
    return True, value, error


def enter(rules: Any, memory: Any, limit: int, state: Any) -> tuple[int, int]:
    """Look a state up. Return (status, its row) if it must be expanded; else back its value up, with row -1."""
    rows, numbers, registers = memory.rows, memory.numbers, memory.registers
    slot, word = look_up_row(rows, memory.keys, memory.address, home_at(memory.address, state), state)
    if is_open(word):
        if word & mark(registers):
            return REPEATS, -1
    elif word != EMPTY:
        if registers[WEIGHING] == UNDECIDED and by_player(memory) and turn_of(rules, state) == CHANCE:
            registers[REVISITS] += 1
        if has_errors(memory):
            column = memory.address[COLUMN]
            return back_up(memory, numbers[slot, column], numbers[slot, column + 1], ZERO_DISTANCE), -1
        return back_up(memory, float(word >> DISTANCE_BITS), 0.0, word & LONGEST_DISTANCE), -1
    elif slot >= memory.address[ORDERED]:
        if slot >= rows.shape[0] - LAST_ROWS:
            return TABLE_FULL, -1
        if registers[HASHED] >= limit:
            return ROWS_TAKEN, -1
    if registers[DEPTH] + 2 > memory.frames.shape[0]:
        return STACK_FULL, -1
    write_state(memory.states, registers[DEPTH], state)
    turn = turn_of(rules, state)
    if turn == OVER:
        value = payoff_of(rules, state)
        if not np.isfinite(value):
            return BROKEN, -1
        if not fits(memory, value):
            return NEEDS_ERRORS, -1
        error = misread(value)
        if registers[DEPTH] == 0 or memory.frames[registers[DEPTH] - 1, SLOT] != NOWHERE:
            slot, word = claim_row(rows, memory.keys, memory.address, slot, state)
            if word == EMPTY:
                write_value(memory, slot, value, error, ZERO_DISTANCE)
                count_state(memory, slot)
        note_end(registers, value)
        return back_up(memory, value, error, ZERO_DISTANCE), -1
    if turn != 0 and turn != 1 and turn != CHANCE:
        return BROKEN, -1
    if turn == CHANCE and not has_errors(memory):
        return NEEDS_ERRORS, -1
    registers[MOVER] = turn
    return DONE, NOWHERE if turn == CHANCE and registers[WEIGHING] == WEIGH and by_player(memory) else slot


def mark(registers: Any) -> int:
    """Return the mark of this thread in the words of rows that it is evaluating."""
    return int(FIRST_MARK << registers[THREAD])


def is_open(word: int) -> bool:
    """Whether this is the word of a row that some thread is evaluating."""
    return bool(word & ~MARKS == OPEN)


def open_row(memory: Any, slot: int, state: Any) -> int:
    """Mark the row of a state as being evaluated by this thread, or make one; return its number."""
    rows, my_mark, column = memory.rows, mark(memory.registers), memory.address[COLUMN]
    slot, word = claim_row(rows, memory.keys, memory.address, slot, state)
    if word == EMPTY:
        store_word(rows, slot, column, OPEN | my_mark)
        count_state(memory, slot)
        return slot
    while is_open(word) and not exchange_word(rows, slot, column, word, word | my_mark):
        word = load_word(rows, slot, column)
    return slot


def count_state(memory: Any, slot: int) -> None:
    """Count a state that got this new row."""
    memory.registers[HASHED if slot >= memory.address[ORDERED] else IN_ORDER] += 1


def by_player(memory: Any) -> bool:
    """Whether the state entered next is the successor of a player's move."""
    top = memory.registers[DEPTH] - 1
    return bool(top >= 0 and memory.frames[top, TURN] != CHANCE)


def note_end(registers: Any, value: float) -> None:
    """Note the kind of an end."""
    registers[ENDS] |= BETTER if value > 0.0 else (WORSE if value < 0.0 else LEVEL)
    if abs(value) != 1.0 and value != 0.0:
        registers[ENDS] |= OTHER


def expand(rules: Any, memory: Any, state: Any, slot: int) -> int:
    """Put a new state on the stack, and its moves on the stack of moves. Return the status."""
    rows, frames, floats, moves, registers = memory.rows, memory.frames, memory.floats, memory.moves, memory.registers
    depth, turn = registers[DEPTH], registers[MOVER]
    first = registers[MOVES_TOP]
    end = write_moves(rules, state, MOVES if turn == CHANCE else CHOICES, moves, first)
    if end > len(moves):
        return MOVES_FULL
    if end == first:
        return BROKEN
    if turn != CHANCE and len(rows) > CACHED and registers[WEIGHING] != WEIGH:
        for place in range(first, end):  # each successor is looked up soon: overlap the memory latencies
            after = make_move(rules, state, MOVE, read_move(moves, place))[2]
            prefetch_row(rows, memory.keys, memory.address, home_at(memory.address, after))
    if slot != NOWHERE:
        slot = open_row(memory, slot, state)
    frames[depth, SLOT] = slot
    frames[depth, TURN] = turn
    frames[depth, NEXT] = first
    frames[depth, END] = end
    frames[depth, BRANCHES] = end - first
    store_sum(floats, depth, NO_OUTCOMES)
    if turn != CHANCE:
        floats[depth, BEST] = -np.inf if turn == 0 else np.inf
    if registers[WEIGHING] == UNDECIDED:
        if turn == CHANCE and by_player(memory):
            registers[THROWS] += 1
            registers[OUTCOMES] += end - first
        count = registers[HASHED] + registers[IN_ORDER]
        if count >= DECIDED_AT:
            registers[WEIGHING] = STORE
            if costs_less(registers, count):
                return COSTS_LESS
    registers[MOVES_TOP] = end
    registers[DEPTH] = depth + 1
    return DONE


def costs_less(registers: Any, count: int) -> bool:
    """Whether chance nodes are many and seldom met again, so that weighing them costs less than storing them."""
    throws = registers[THROWS]
    seldom = registers[REVISITS] * registers[OUTCOMES] <= MOST_WEIGHED * throws * throws
    return bool(seldom and LEAST_SHARE * throws >= count)


def with_outcome(
    sums: tuple[float, float, float, float, float], weight: int, value: float, error: float
) -> tuple[float, float, float, float, float]:
    """Add an outcome to the sums (S of w*v, E of w*e, W of w, Z of w*abs(v), count)."""
    return (
        sums[0] + weight * value,
        sums[1] + weight * error,
        sums[2] + weight,
        sums[3] + weight * abs(value),
        sums[4] + 1.0,
    )


def mean(sums: tuple[float, float, float, float, float]) -> tuple[float, float]:
    """Return the mean S / W of the outcomes, and its error: see the proof above."""
    value, error, total, size, terms = sums
    if size > 0.0 or error > 0.0:
        value /= total
        rounding = (2.00001 * terms + 4.0) * ROUNDING
        error = ((error * (1.0 + rounding) + size * rounding) / total + TINY) * LARGER
    return value, error


def sum_at(floats: Any, place: int) -> tuple[float, float, float, float, float]:
    """Return the sums over outcomes at this place of the stack."""
    return (
        floats[place, BEST],
        floats[place, ERROR],
        floats[place, TOTAL],
        floats[place, SIZE],
        floats[place, OUTCOME_COUNT],
    )


def sum_in_order(memory: Any, top: int) -> tuple[float, float, float, float, float]:
    """Return the sums over outcomes in the order of the rules, if this thread took them in another."""
    sums, end = NO_OUTCOMES, memory.frames[top, END]
    for place in range(end - memory.frames[top, BRANCHES], end):
        weight = memory.outcomes[place, ODDS_OF]
        if weight > 0.0:
            sums = with_outcome(sums, weight, memory.outcomes[place, VALUE_OF], memory.outcomes[place, ERROR_OF])
    return sums


def store_sum(floats: Any, place: int, sums: tuple[float, float, float, float, float]) -> None:
    """Store the sums over outcomes at this place of the stack."""
    (
        floats[place, BEST],
        floats[place, ERROR],
        floats[place, TOTAL],
        floats[place, SIZE],
        floats[place, OUTCOME_COUNT],
    ) = sums


def add_reward(value: float, error: float, gain: float) -> tuple[float, float]:
    """Return the value plus the reward of the move, and its error."""
    if gain != 0.0:
        value += gain
        error = (error + ROUNDING * (abs(gain) + abs(value)) + TINY) * LARGER
    return value, error


def settle(memory: Any) -> int:
    """Take the state on top, all of whose moves are done, off the stack; write its value and back it up."""
    frames, floats, registers = memory.frames, memory.floats, memory.registers
    top = registers[DEPTH] - 1
    value, error, distance = floats[top, BEST], floats[top, ERROR], min(frames[top, DISTANCE] + 1, LONGEST_DISTANCE)
    if frames[top, TURN] == CHANCE:
        sums = sum_at(floats, top) if registers[THREAD] == 0 else sum_in_order(memory, top)
        _, error, total, size, _ = sums
        if total == 0.0:
            return BROKEN
        if not (size < np.inf and error < np.inf):
            return LEAVES_FLOATS
        value, error = mean(sums)
    if frames[top, SLOT] != NOWHERE:
        write_value(memory, frames[top, SLOT], value, error, distance)
    registers[MOVES_TOP] = frames[top, END] - frames[top, BRANCHES]
    registers[DEPTH] = top
    return back_up(memory, value, error, distance)


def back_up(memory: Any, value: float, error: float, distance: int) -> int:
    """Take the value of a successor into the state on top of the stack. Return the status."""
    frames, floats = memory.frames, memory.floats
    top = memory.registers[DEPTH] - 1
    if top < 0:
        return DONE
    place = place_tried(memory, top) if memory.registers[THREAD] > 0 else 0
    frames[top, NEXT] += 1
    turn = frames[top, TURN]
    value, error = add_reward(value, error, floats[top, GAIN])
    if not error < np.inf:
        return LEAVES_FLOATS
    if turn == CHANCE:
        if memory.registers[THREAD] == 0:
            store_sum(floats, top, with_outcome(sum_at(floats, top), frames[top, ODDS], value, error))
        else:
            outcome = memory.outcomes[place]
            outcome[ODDS_OF], outcome[VALUE_OF], outcome[ERROR_OF] = frames[top, ODDS], value, error
        return DONE
    best = floats[top, BEST]
    if (value > best) if turn == 0 else (value < best):
        floats[top, BEST] = value
        frames[top, DISTANCE] = distance
    elif value == best and (distance < frames[top, DISTANCE]) == hurries(turn, value, 0.0, memory.registers[NOTHING]):
        frames[top, DISTANCE] = distance
    floats[top, ERROR] = max(error, floats[top, ERROR])
    return DONE if abs(value) < WHOLE or has_errors(memory) else NEEDS_ERRORS


def has_errors(memory: Any) -> bool:
    """Whether the table stores an error with each value."""
    return bool(memory.rows.shape[1] > memory.address[COLUMN] + 1)


def fits(memory: Any, number: float) -> bool:
    """Whether the table can hold such a number."""
    return has_errors(memory) or (number == np.rint(number) and abs(number) < WHOLE)


def write_value(memory: Any, slot: int, value: float, error: float, distance: int) -> None:
    """Write the value of the state in this row."""
    column = memory.address[COLUMN]
    if has_errors(memory):
        memory.numbers[slot, column + 1] = error
        store_word(memory.numbers, slot, column, value)
    else:
        store_word(memory.rows, slot, column, (int(value) << DISTANCE_BITS) + distance)


# The functions that ``relocate`` calls, and those of the loop, each after those that it calls.
ROW_STEPS = mark, is_open, count_state, open_row
STEPS = (
    *prospects.STEPS,
    misread,
    has_errors,
    fits,
    write_value,
    *ROW_STEPS,
    by_player,
    note_end,
    with_outcome,
    mean,
    sum_at,
    sum_in_order,
    store_sum,
    add_reward,
    costs_less,
    place_tried,
    back_up,
    settle,
    expand,
    enter,
    weigh,
    follow,
)


def forget(rules: Any, rows: Any, keys: Any, address: Any, begin: int, end: int, drop: bool) -> int:
    """Return how many rows in a range have a milestone, or no value yet; if ``drop``, empty all others.

    That breaks the chains of hashed rows, so the rows must be moved before one is looked up.
    """
    left, column = 0, address[COLUMN]
    for i in range(begin, end):
        if rows[i, column] != EMPTY:
            if is_open(rows[i, column]) or is_milestone(rules, state_at(keys, address, i)) != 0:
                left += 1
            elif drop:
                rows[i, column] = EMPTY
    return left


def relocate(memory: Any) -> None:
    """Look up the rows of the states on the stack again, after the table has grown.

    A state has lost its row if another thread settled it and the table forgot it since. It gets a new one, or its value
    would be written over that of whichever state takes the empty row meanwhile.
    """
    frames = memory.frames
    for i in range(memory.registers[DEPTH]):
        if frames[i, SLOT] != NOWHERE:
            state = read_state(memory.states, i)
            frames[i, SLOT] = open_row(memory, home_at(memory.address, state), state)


def refill(old: Any, keys: Any, address: Any, new: Any, new_keys: Any, new_address: Any, begin: int, end: int) -> int:
    """Move the rows in a range to a new table; return how many are hashed there, -1 if there is no room."""
    return move_rows(old, keys, address, new, new_keys, new_address, begin, end)  # type: ignore[no-any-return]
