"""The loop of backward induction in machine code: enter a state, expand it, settle it.

States under way lie on a stack. The state on top tries its moves one after another; each leads to a state that is
entered, and when all are known its value is settled, written down and handed to the state below. The loop returns to
Python whenever something must grow, and so often that an interrupt is heard; it knows nothing that is not in its
``Memory``, so it goes on where it was.

A chance position that a player's move leads to may be weighed where it is met, and have no row: then ends behind it
have none either. That saves its memory, and costs time wherever it is met again, once more for each outcome. So it is
decided by counting over the first positions; a wrong guess costs time alone.

Several threads may fill one table, each with its own stack. All start at the root and try the moves in different
orders, so they reach different parts of the game. A thread that reaches a state which another has settled takes its
value; while the other still evaluates the state, it evaluates the state too, so no thread waits. One thread claims a
row, and the others find it once its word is stored. A value depends on the values that its moves lead to and on nothing
else, and outcomes of chance are added up in one order, so the table is the same to the bit on any number of threads. A
state that leads back to itself never gets a value, so a thread that reaches one comes back, sooner or later, to a state
on its own stack.

A row of the table is a state and its value. While all numbers are whole, value and distance share one word: the value,
shifted left by ``DISTANCE_BITS``, and the number of moves to the end when whoever wins hurries and whoever loses
delays. Once a number is rounded the word holds the bits of a float64, and a second one a proven bound on its error.

Why the bound holds. Let u = 2**-53, so that an operation in float64 gives its result times 1 + d with |d| <= u; where
that would be smaller than 2**-1022, a product, a quotient or a conversion is wrong by at most 2**-1075 besides, and a
sum is exact. The invariant, of real numbers and not of their estimates: |value - truth| <= error.

- A payoff is a whole number, wrong by u times its size at most once it leaves 53 bits, or a float that stands for the
  shortest decimal that is read as it: no further from it than half the gap to the next float, u times its size, or
  2**-1075. A decimal of at most fifteen digits is the shortest, and so a multiple of 1/1024 below 10**5 is exact.
- A reward is alike, and adding it rounds once, a sum.
- Of moves of a player, one may be wrong by as much as the worst of all.
- Chance: n outcomes with odds w, values v and errors e, and truths t. The sums S of w*v, Z of w*|v|, E of w*e and the
  total W of w are computed one after another; odds are rounded to a float64 too, and no term is negative but in S. As w
  is a whole number, at least 1, w*v is never too small for its last bit. S is wrong by (n + 1)u Z, W by n u W, and the
  quotient S / W adds u |S| / W <= u Z / W, in all (2n + 2)u Z / W to the first order; E / W is too small by (2n + 2)u
  of itself. For n < 2**30 what is of a higher order is less than 2**-20 of this and 2u.
- The error is itself computed with a few roundings: it is made larger by 2**-49 of itself, and by TINY, which is more
  than all that is lost where numbers are too small. Only where nothing at all was added is it zero.
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
    store_word,
    write_state,
)
from faceup.engines.model.prospects import hurries
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.rules_pointer import CHOICES, MOVE, MOVES, OUTCOME, make_move, payoff_of, turn_of, write_moves
from faceup.native.state_rows import COLUMN, EMPTY, FIRST_MARK, MARKS, OPEN, ORDERED
from faceup.numbers.intervals import ROUNDING, TINY, misread
from faceup.rules.contract import CHANCE, OVER

CACHED = 1 << 16  # rows that the processor's cache holds anyway
SLICE = 1 << 22  # moves and outcomes between two returns to Python
DECIDED_AT = 100_000  # positions, after which it is known whether chance positions are weighed; they take 0.1 s
# Chance positions are weighed while (how often one is met again) x (its outcomes), in the mean, is at most this: to
# write, find and read a row costs about as much as four outcomes.
MOST_WEIGHED = 4
# One position in so many must be such a chance position. With one in seven Hog kept 15 % fewer rows, and took 15 to
# 30 % longer.
LEAST_SHARE = 4
NOWHERE = 1 << 62  # in the place of a row: for a state that has none
LAST_ROWS = 16  # that stay empty, more than there are threads, so that looking for a row ends
LARGER = 1.0 + 2.0**-49
WHOLE = 2.0**52  # and those below this fit in a word beside a distance, which is never EMPTY or OPEN
DISTANCE_BITS = LONGEST_DISTANCE.bit_length()
AT_ONCE: Any = np.int64(0)  # moves to the end; for a plain 0 the compiler would make its callers' functions once more

# What the loop says when it returns: it is done, or what it needs, or all that was asked for is surveyed, or it would
# cost less to begin anew, weighing chance positions, or this thread has taken as many rows as it may,
DONE, PAUSED, TABLE_FULL, STACK_FULL, MOVES_FULL, NEEDS_ERRORS, LEAVES_FLOATS, SURVEYED, COSTS_LESS, ROWS_TAKEN = range(
    10
)
# or what is broken, about the state on top of the stack or about the one that was to be entered, which lies above it.
BAD_ODDS, NO_ODDS, BAD_REWARD = 10, 11, 12
BAD_TURN, NO_MOVES, REPEATS, BAD_PAYOFF = 20, 21, 22, 23

# Registers: the states on the stack, the end of the stack of moves, whose turn it is in the state entered last, the
# weight tried last, what nothing counts to player 0 (see ``prospects``), and which kinds of ends were met, a bit each:
# better and worse than nothing, nothing, and neither of these nor 1 nor -1; of a survey the next state, and the next
# place on the stack for what is found; which of how many threads this is, numbered from 0.
DEPTH, MOVES_TOP, WHO, WEIGHT, NOTHING, ENDS, TO_SURVEY, FOUND, THREAD, THREADS = range(10)
# Of chance positions that players' moves lead to: what is done with them, how many have rows, how many outcomes these
# have, how often one was met again, and the outcomes weighed since the last return to Python.
WEIGHING, THROWS, OUTCOMES, AGAIN, WEIGHED = range(10, 15)
# How many states this thread has put in rows that are found by a hash, and in rows in the order of fields. Each thread
# counts its own: a count that all of them write would take as long as the rest.
HASHED, IN_ORDER, REGISTERS = range(15, 18)
RETURN, SHARED = range(2)  # what all threads share: whether one has returned to Python, so that all are to
BETTER, WORSE, LEVEL, OTHER = 1, 2, 4, 8
UNDECIDED, WEIGH, STORE = 0, 1, 2

# A frame belongs to a state on the stack: its row in the table, whose turn it is, the move being tried and the end of
# its moves on the stack of moves, how many they are, the weight of the outcome being tried, and the distance so far.
SLOT, TURN, NEXT, END, BRANCHES, ODDS, DISTANCE, FRAME_COLUMNS = 0, 1, 2, 3, 4, 5, 6, 7
# What a survey found lies on the stack too: of each state its turn, its payoff in the place of a GAIN, and A_ROOT for a
# SLOT; after it the states that its moves lead to, each with its GAIN and its ODDS.
A_ROOT = -1
# Its numbers: the best value (or weighted sum) so far, the reward of the move being tried, the error, and for chance
# the total weight, the sum of sizes and how many outcomes were seen.
BEST, GAIN, ERROR, TOTAL, SIZE, SEEN, FRAME_NUMBERS = 0, 1, 2, 3, 4, 5, 6
# Of an outcome: its odds, what it leads to, with the reward, and the error of that.
ODDS_OF, VALUE_OF, ERROR_OF, OUTCOME_NUMBERS = 0, 1, 2, 3
NOTHING_SEEN = (0.0, 0.0, 0.0, 0.0, 0.0)  # the sum over no outcomes


class Memory(NamedTuple):
    """All that the loop knows: arrays."""

    rows: Any  # the table (``native.state_rows``)
    numbers: Any  # the same, seen as float64
    keys: Any  # the states in it, where their rows do not tell them
    address: Any  # of states in it
    states: Any  # the stack: states,
    frames: Any  # whole numbers
    floats: Any  # and others
    moves: Any  # the moves of all states on the stack
    outcomes: Any  # what is known of those that chance makes, where they are not tried in order
    registers: Any
    shared: Any  # a row of numbers
    surveyed: Any  # states about which a certificate asks this very code; none while a table is made


def induct(rules: Any, memory: Any, limit: int, root: Any) -> int:
    """Evaluate depth first, until the stack is empty or Python is needed; an empty stack begins with the root.

    Where there are states to be surveyed, their moves are made, and no state after them is entered.
    """
    registers, frames, surveying = memory.registers, memory.frames, len(memory.surveyed) > 0
    status, edges = DONE, 0
    state, entering = root, registers[DEPTH] == 0
    if surveying and entering:
        status, state = next_root(memory)
    while status == DONE and (entering or registers[DEPTH] > 0):
        if entering:
            status, slot = enter(rules, memory, limit, state)
            if slot >= 0:
                status = expand(rules, memory, state, slot)
            entering = False
            if surveying and status == DONE:
                note_root(memory, slot >= 0)
                if slot < 0:
                    status, state = next_root(memory)
                    entering = status == DONE
            continue
        top = registers[DEPTH] - 1
        if frames[top, NEXT] == frames[top, END]:
            if surveying:
                status, state = next_root(memory)
                entering = status == DONE
            else:
                status = settle(memory)
        elif edges + registers[WEIGHED] >= SLICE or load_word(memory.shared, 0, RETURN) != 0:
            status, registers[WEIGHED] = PAUSED, 0
        else:
            edges += 1
            status, entering, state = follow(rules, memory)
            if surveying and entering:
                status, entering = put_down(memory, state), False
    write_state(memory.states, registers[DEPTH], state)
    store_word(memory.shared, 0, RETURN, 1)
    return status


def follow(rules: Any, memory: Any) -> tuple[int, bool, Any]:
    """Try the next move of the state on top: whether it leads to a state to be entered, and to which."""
    registers, frames = memory.registers, memory.frames
    top = registers[DEPTH] - 1
    state = read_state(memory.states, top)
    place = place_tried(memory, top)
    asked = OUTCOME if frames[top, TURN] == CHANCE else MOVE
    weight, gain, after = make_move(rules, state, asked, read_move(memory.moves, place))
    if weight < 0:
        registers[WEIGHT] = weight
        return BAD_ODDS, False, state
    if weight == 0:
        if registers[THREAD] > 0:
            memory.outcomes[place, ODDS_OF] = 0.0
        frames[top, NEXT] += 1
        return DONE, False, state
    if not np.isfinite(gain):
        return BAD_REWARD, False, state
    if not fits(memory, gain):
        return NEEDS_ERRORS, False, state
    memory.floats[top, GAIN] = gain
    frames[top, ODDS] = weight
    if registers[WEIGHING] == WEIGH and by_player(memory) and turn_of(rules, after) == CHANCE:
        known, value, error = weigh(rules, memory, after)
        if known:
            return hand_on(memory, value, error, AT_ONCE), False, state
    return DONE, True, after


def place_tried(memory: Any, top: int) -> int:
    """Where the move that is tried lies: the threads begin with different ones, and half of them go backwards."""
    frames, thread = memory.frames, memory.registers[THREAD]
    place, branches = frames[top, NEXT], frames[top, BRANCHES]
    if thread == 0:
        return int(place)
    first = frames[top, END] - branches
    begin = thread // 2 * branches // ((memory.registers[THREADS] + 1) // 2)
    k = begin + place - first if thread % 2 == 0 else begin - 1 - place + first
    return int(first + (k + branches) % branches)


def weigh(rules: Any, memory: Any, state: Any) -> tuple[bool, float, float]:
    """Whether all that chance leads to from a state is known, and sound; the mean of its values, and the error of that.

    Where it is not, the state is entered, which finds out what is missing or wrong, and how many outcomes there are.
    """
    rows, numbers, registers = memory.rows, memory.numbers, memory.registers
    found, first, column = NOTHING_SEEN, registers[MOVES_TOP], memory.address[COLUMN]
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
        found = with_outcome(found, weight, value, error)
    registers[WEIGHED] += end - first
    _, error, total, size, _ = found
    if not (total > 0.0 and size < np.inf and error < np.inf):
        return False, 0.0, 0.0
    value, error = mean(found)
    return True, value, error


def next_root(memory: Any) -> tuple[int, Any]:
    """The next state to be surveyed, in an empty table."""
    registers = memory.registers
    for i in range(len(memory.rows)):
        memory.rows[i, memory.address[COLUMN]] = EMPTY
    registers[DEPTH] = registers[MOVES_TOP] = registers[HASHED] = 0
    i = registers[TO_SURVEY]
    if i == len(memory.surveyed):
        return SURVEYED, read_state(memory.surveyed, 0)
    return DONE if registers[FOUND] + 2 < len(memory.frames) else STACK_FULL, read_state(memory.surveyed, i)


def note_root(memory: Any, goes_on: bool) -> None:
    """Put down whose turn it is in a surveyed state, or what it pays."""
    registers, k = memory.registers, memory.registers[FOUND]
    memory.frames[k, SLOT] = A_ROOT
    if goes_on:
        memory.frames[k, TURN], memory.floats[k, GAIN] = memory.frames[0, TURN], 0.0
    else:
        memory.frames[k, TURN] = OVER
        for i in range(len(memory.rows)):
            word = memory.rows[i, memory.address[COLUMN]]
            if word != EMPTY:
                number = memory.numbers[i, memory.address[COLUMN]]
                memory.floats[k, GAIN] = number if has_errors(memory) else word >> DISTANCE_BITS
    registers[FOUND] = k + 1
    registers[TO_SURVEY] += 1


def put_down(memory: Any, state: Any) -> int:
    """Leave a state that a surveyed one leads to on the stack, with the weight and the reward of the move that does."""
    registers, k = memory.registers, memory.registers[FOUND]
    if k + 2 >= len(memory.frames):
        return STACK_FULL
    write_state(memory.states, k, state)
    memory.frames[k, SLOT] = 0
    memory.frames[k, ODDS], memory.floats[k, GAIN] = memory.frames[0, ODDS], memory.floats[0, GAIN]
    memory.frames[0, NEXT] += 1
    registers[FOUND] = k + 1
    return DONE


def enter(rules: Any, memory: Any, limit: int, state: Any) -> tuple[int, int]:
    """Hand on the value of a state where it is known or the game is over; otherwise give its row, which is else -1."""
    rows, numbers, registers = memory.rows, memory.numbers, memory.registers
    slot, word = look_up_row(rows, memory.keys, memory.address, home_at(memory.address, state), state)
    if is_open(word):
        if word & mark(registers):
            return REPEATS, -1
    elif word != EMPTY:
        if registers[WEIGHING] == UNDECIDED and by_player(memory) and turn_of(rules, state) == CHANCE:
            registers[AGAIN] += 1
        if has_errors(memory):
            column = memory.address[COLUMN]
            return hand_on(memory, numbers[slot, column], numbers[slot, column + 1], AT_ONCE), -1
        return hand_on(memory, float(word >> DISTANCE_BITS), 0.0, word & LONGEST_DISTANCE), -1
    elif slot >= memory.address[ORDERED]:
        if slot >= rows.shape[0] - LAST_ROWS:
            return TABLE_FULL, -1
        if registers[HASHED] >= limit:
            return ROWS_TAKEN, -1
    if registers[DEPTH] + 2 > memory.frames.shape[0]:
        return STACK_FULL, -1
    write_state(memory.states, registers[DEPTH], state)
    who = turn_of(rules, state)
    if who == OVER:
        value = payoff_of(rules, state)
        if not np.isfinite(value):
            return BAD_PAYOFF, -1
        if not fits(memory, value):
            return NEEDS_ERRORS, -1
        error = misread(value)
        if registers[DEPTH] == 0 or memory.frames[registers[DEPTH] - 1, SLOT] != NOWHERE:
            slot, word = claim_row(rows, memory.keys, memory.address, slot, state)
            if word == EMPTY:
                write_value(memory, slot, value, error, AT_ONCE)
                count_state(memory, slot)
        note_end(registers, value)
        return hand_on(memory, value, error, AT_ONCE), -1
    if who != 0 and who != 1 and who != CHANCE:
        registers[WHO] = who
        return BAD_TURN, -1
    if who == CHANCE and not has_errors(memory):
        return NEEDS_ERRORS, -1
    registers[WHO] = who
    return DONE, NOWHERE if who == CHANCE and registers[WEIGHING] == WEIGH and by_player(memory) else slot


def mark(registers: Any) -> int:
    """The mark of this thread in the words of rows whose values it looks for."""
    return int(FIRST_MARK << registers[THREAD])


def is_open(word: int) -> bool:
    """Whether this is the word of a row whose value somebody looks for."""
    return bool(word & ~MARKS == OPEN)


def open_row(memory: Any, slot: int, state: Any) -> int:
    """Mark the row of a state whose value is looked for here, or begin one; where it is."""
    rows, own, column = memory.rows, mark(memory.registers), memory.address[COLUMN]
    slot, word = claim_row(rows, memory.keys, memory.address, slot, state)
    if word == EMPTY:
        store_word(rows, slot, column, OPEN | own)
        count_state(memory, slot)
        return slot
    while is_open(word) and not exchange_word(rows, slot, column, word, word | own):
        word = load_word(rows, slot, column)
    return slot


def count_state(memory: Any, slot: int) -> None:
    """Count a state that has got this row."""
    memory.registers[HASHED if slot >= memory.address[ORDERED] else IN_ORDER] += 1


def by_player(memory: Any) -> bool:
    """Whether a player's move leads to what is entered next."""
    top = memory.registers[DEPTH] - 1
    return bool(top >= 0 and memory.frames[top, TURN] != CHANCE)


def note_end(registers: Any, value: float) -> None:
    """Which kind of end was met."""
    registers[ENDS] |= BETTER if value > 0.0 else (WORSE if value < 0.0 else LEVEL)
    if abs(value) != 1.0 and value != 0.0:
        registers[ENDS] |= OTHER


def expand(rules: Any, memory: Any, state: Any, slot: int) -> int:
    """Put a new state on the stack, and its moves on theirs."""
    rows, frames, floats, moves, registers = memory.rows, memory.frames, memory.floats, memory.moves, memory.registers
    depth, who = registers[DEPTH], registers[WHO]
    first = registers[MOVES_TOP]
    end = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, moves, first)
    if end > len(moves):
        return MOVES_FULL
    if end == first:
        return NO_MOVES
    if who != CHANCE and len(rows) > CACHED and registers[WEIGHING] != WEIGH:
        for place in range(first, end):  # each child will be looked up soon: let memory answer all at once
            after = make_move(rules, state, MOVE, read_move(moves, place))[2]
            prefetch_row(rows, memory.keys, memory.address, home_at(memory.address, after))
    if slot != NOWHERE:
        slot = open_row(memory, slot, state)
    frames[depth, SLOT] = slot
    frames[depth, TURN] = who
    frames[depth, NEXT] = first
    frames[depth, END] = end
    frames[depth, BRANCHES] = end - first
    keep_sum(floats, depth, NOTHING_SEEN)
    if who != CHANCE:
        floats[depth, BEST] = -np.inf if who == 0 else np.inf
    if registers[WEIGHING] == UNDECIDED:
        if who == CHANCE and by_player(memory):
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
    """Whether chance positions are many, and seldom met again, so that to weigh them costs less than their rows."""
    throws = registers[THROWS]
    seldom = registers[AGAIN] * registers[OUTCOMES] <= MOST_WEIGHED * throws * throws
    return bool(seldom and LEAST_SHARE * throws >= count)


def with_outcome(
    found: tuple[float, float, float, float, float], weight: int, value: float, error: float
) -> tuple[float, float, float, float, float]:
    """A sum over outcomes with one more: of values, errors and weights, of the values' sizes, and how many they are."""
    return (
        found[0] + weight * value,
        found[1] + weight * error,
        found[2] + weight,
        found[3] + weight * abs(value),
        found[4] + 1.0,
    )


def mean(found: tuple[float, float, float, float, float]) -> tuple[float, float]:
    """What a sum over outcomes makes of their values, and the error of that."""
    value, error, total, size, terms = found
    if size > 0.0 or error > 0.0:
        value /= total
        rounding = (2.00001 * terms + 4.0) * ROUNDING
        error = ((error * (1.0 + rounding) + size * rounding) / total + TINY) * LARGER
    return value, error


def sum_at(floats: Any, place: int) -> tuple[float, float, float, float, float]:
    """The sum over outcomes at this place of the stack."""
    return floats[place, BEST], floats[place, ERROR], floats[place, TOTAL], floats[place, SIZE], floats[place, SEEN]


def sum_in_order(memory: Any, top: int) -> tuple[float, float, float, float, float]:
    """The sum over outcomes that were tried in another order, added up in their own."""
    found, end = NOTHING_SEEN, memory.frames[top, END]
    for place in range(end - memory.frames[top, BRANCHES], end):
        weight = memory.outcomes[place, ODDS_OF]
        if weight > 0.0:
            found = with_outcome(found, weight, memory.outcomes[place, VALUE_OF], memory.outcomes[place, ERROR_OF])
    return found


def keep_sum(floats: Any, place: int, found: tuple[float, float, float, float, float]) -> None:
    """Leave it there."""
    floats[place, BEST], floats[place, ERROR], floats[place, TOTAL], floats[place, SIZE], floats[place, SEEN] = found


def add_reward(value: float, error: float, gain: float) -> tuple[float, float]:
    """What a value is with the reward of a move added, and the error of that."""
    if gain != 0.0:
        value += gain
        error = (error + ROUNDING * (abs(gain) + abs(value)) + TINY) * LARGER
    return value, error


def settle(memory: Any) -> int:
    """Every move of the state on top is known: take it off the stack, write its value down and hand it on."""
    frames, floats, registers = memory.frames, memory.floats, memory.registers
    top = registers[DEPTH] - 1
    value, error, distance = floats[top, BEST], floats[top, ERROR], min(frames[top, DISTANCE] + 1, LONGEST_DISTANCE)
    if frames[top, TURN] == CHANCE:
        found = sum_at(floats, top) if registers[THREAD] == 0 else sum_in_order(memory, top)
        _, error, total, size, _ = found
        if total == 0.0:
            return NO_ODDS
        if not (size < np.inf and error < np.inf):
            return LEAVES_FLOATS
        value, error = mean(found)
    if frames[top, SLOT] != NOWHERE:
        write_value(memory, frames[top, SLOT], value, error, distance)
    registers[MOVES_TOP] = frames[top, END] - frames[top, BRANCHES]
    registers[DEPTH] = top
    return hand_on(memory, value, error, distance)


def hand_on(memory: Any, value: float, error: float, distance: int) -> int:
    """Take the value that a move leads to into the state on top of the stack, which tried it."""
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
            keep_sum(floats, top, with_outcome(sum_at(floats, top), frames[top, ODDS], value, error))
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
    """Whether the table keeps an error with each value."""
    return bool(memory.rows.shape[1] > memory.address[COLUMN] + 1)


def fits(memory: Any, number: float) -> bool:
    """Whether the table can hold such a number."""
    return has_errors(memory) or (number == np.rint(number) and abs(number) < WHOLE)


def write_value(memory: Any, slot: int, value: float, error: float, distance: int) -> None:
    """The value of the state in this row."""
    column = memory.address[COLUMN]
    if has_errors(memory):
        memory.numbers[slot, column + 1] = error
        store_word(memory.numbers, slot, column, value)
    else:
        store_word(memory.rows, slot, column, (int(value) << DISTANCE_BITS) + distance)


# Of the loop, each after those that it calls.
STEPS = (
    *prospects.STEPS,
    misread,
    has_errors,
    fits,
    write_value,
    mark,
    is_open,
    count_state,
    open_row,
    by_player,
    note_end,
    with_outcome,
    mean,
    sum_at,
    sum_in_order,
    keep_sum,
    add_reward,
    costs_less,
    place_tried,
    hand_on,
    settle,
    expand,
    enter,
    weigh,
    follow,
    next_root,
    note_root,
    put_down,
)


def relocate(rows: Any, keys: Any, address: Any, states: Any, frames: Any, depth: int) -> None:
    """Find the rows of all open states again, after the table has grown."""
    for i in range(depth):
        if frames[i, SLOT] != NOWHERE:
            state = read_state(states, i)
            frames[i, SLOT] = look_up_row(rows, keys, address, home_at(address, state), state)[0]


def refill(old: Any, keys: Any, address: Any, new: Any, new_keys: Any, new_address: Any, begin: int, end: int) -> int:
    """Move some of the rows to a new table: how many are found there by a hash, -1 where there are too few for them."""
    return move_rows(old, keys, address, new, new_keys, new_address, begin, end)  # type: ignore[no-any-return]
