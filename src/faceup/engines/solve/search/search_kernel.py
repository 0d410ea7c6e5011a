"""The loop of a search to a proof in machine code: alpha-beta with null windows.

One run answers one question: is the position at the root worth at least so much to player 0, the *target*? Player 0
needs one move that reaches the target, player 1 one that keeps below it, so most moves are never looked at. The run
gives a bound that says more than yes or no where more was found (fail-soft): at least the target and a lower bound of
the value, or below it and an upper bound. Questions with other targets close the bounds until they meet
(``search_table``). Source: Knuth and Moore 1975; Pearl 1980, who calls a run a test; Plaat and others 1996, MTD(f).

States under way lie on a stack. A state that is entered makes all its moves at once, and no state after them is entered
if one of these ends the game as its player needs, or leads to a state whose known bounds decide. The others are tried
in an order: the move that decided here before, moves that decided at this depth (killers), moves that decided often
(history).

What was proven of a state is kept in a table of fixed size, in buckets of ``BUCKET`` rows: the words of the state, its
two bounds, the move that decided, and the number of states that were looked at for it. Keys are whole, so a hash that
matches is no proof by itself. A bound rests on states that were followed to the end of play, or on bounds in the
table, and never on the path that led there, because a run in which a state comes again on its path ends there
(``REPEATS``). So a bound holds wherever the state is met, and in every later run.

All numbers are whole and below ``WHOLE``; a run that meets another one ends (``NOT_WHOLE``).
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.kernel_names import (
    home,
    prefetch_state,
    read_state,
    same_state,
    write_move,
    write_state,
)
from faceup.native.state_rows import HALF, SEED, finish_hash, mix_word
from faceup.rules.contract import CHANCE, OVER

WHOLE = 1 << 29  # larger numbers, or others, are for other engines
LEAST, MOST = -(1 << 60), 1 << 60  # bounds of a state of which nothing is known: no sum of gains comes near them

# What the loop says when it returns: it is done, or what it needs, or what it cannot do,
DONE, PAUSED, STACK_FULL, MOVES_FULL, NOT_WHOLE, THROWS, REPEATS = range(7)
# or what is broken about the state on top of the stack.
BAD_TURN, NO_MOVES, BAD_PAYOFF, BAD_REWARD = 10, 11, 12, 13

# Registers: states on the stack, the end of the stack of moves, the answer of the run, states looked at so far,
# whose turn it is in a broken state, and rows of the table in use.
DEPTH, MOVES_TOP, ANSWER, LOOKED_AT, WHO, ROWS_USED, REGISTERS = range(7)

# A frame belongs to a state on the stack: whose turn it is, the target, the best bound so far, the move that gave it,
# the next move to try and the end of them, the gain of the move being tried, the states looked at before it, and the
# bucket of the state.
TURN, TARGET, BEST, BEST_MOVE, NEXT, END, FIRST, GAIN, BEFORE, HOME, FRAME_COLUMNS = range(11)
# Of a move: how soon it is tried, what it gains, its place among the moves, its place in the history, and the row
# with the state that it leads to.
SCORE, GAINS, PLACE, KIND, AFTER, MOVE_COLUMNS = range(6)
# Of a row of the table, behind the words of its state.
LOW, HIGH, DECIDED, EFFORT, ROW_COLUMNS = range(5)
BUCKET = 4
KINDS = 1 << 12  # of moves, which the history tells apart
KILLERS = 2  # moves that decided at a depth
PATHS = 1 << 16  # of states on the path, which a count tells apart
BY_TABLE, BY_KILLER = 1 << 60, 1 << 59  # how soon a move is tried that decided here, or at this depth


class Memory(NamedTuple):
    """All that the loop knows: arrays."""

    table: Any  # states with their bounds
    states: Any  # the stack: states,
    frames: Any  # whole numbers,
    moves: Any  # the moves of all states on the stack,
    move_words: Any  # the same, a row each
    tried: Any  # what is known of them,
    after: Any  # and the states that they lead to
    killers: Any  # moves that decided, by depth
    history: Any  # how often a kind of move decided, by player
    on_path: Any  # how many states on the stack have a hash
    registers: Any


def search(rules: Any, memory: Any, root: Any, target: int, most: int) -> int:
    """Go on until the run is done, so many states were looked at, or Python is needed; an empty stack begins with the
    root and its target."""
    registers, frames = memory.registers, memory.frames
    status, entering, aim = DONE, registers[DEPTH] == 0, target
    state, pause_at = root, registers[LOOKED_AT] + most
    while status == DONE and (entering or registers[DEPTH] > 0):
        if entering:
            status = enter(rules, memory, state, aim)
            entering = False
            continue
        top = registers[DEPTH] - 1
        if frames[top, NEXT] == frames[top, END]:
            settle(memory)
        elif registers[LOOKED_AT] >= pause_at:
            status = PAUSED
        else:
            move = choose(memory, top)
            frames[top, GAIN] = memory.tried[move, GAINS]
            state, aim = read_state(memory.after, memory.tried[move, AFTER]), frames[top, TARGET] - frames[top, GAIN]
            entering = True
    if status in (STACK_FULL, MOVES_FULL) and registers[DEPTH] > 0:
        frames[registers[DEPTH] - 1, NEXT] -= 1  # the move is tried again once there is more room
    return status


def enter(rules: Any, memory: Any, state: Any, target: int) -> int:
    """Hand on the bound of a state that decides already; otherwise put the state and its moves on the stack."""
    registers, frames = memory.registers, memory.frames
    depth, end = registers[DEPTH], registers[MOVES_TOP]
    if depth + 2 > len(frames):
        return STACK_FULL
    who = rules.turn(state)
    write_state(memory.states, depth, state)
    if who == OVER:  # the root alone: other ends are never entered
        payoff = 1.0 * rules.payoff(state)
        if not is_sound(payoff):
            return NOT_WHOLE if np.isfinite(payoff) else BAD_PAYOFF
        hand_on(memory, int(payoff))
        return DONE
    if who != 0 and who != 1:
        registers[WHO] = who
        return THROWS if who == CHANCE else BAD_TURN
    bucket = home(len(memory.table) // BUCKET, state)
    row, decided = look_up(memory.table, bucket, state), -1
    if row >= 0:
        low, high = memory.table[row, words_of(memory) + LOW], memory.table[row, words_of(memory) + HIGH]
        if low >= target or high < target:
            hand_on(memory, low if low >= target else high)
            return DONE
        decided = memory.table[row, words_of(memory) + DECIDED]
    path = home(PATHS, state)
    if memory.on_path[path] > 0 and is_on_path(memory, state, depth):
        return REPEATS
    registers[LOOKED_AT] += 1
    frame = frames[depth]
    frame[TURN], frame[TARGET], frame[BEST], frame[BEST_MOVE] = who, target, LEAST if who == 0 else MOST, -1
    frame[FIRST], frame[NEXT], frame[END], frame[HOME] = end, end, end, bucket
    frame[BEFORE] = registers[LOOKED_AT]
    number = 0
    for move in rules.choices(state):
        if end == len(memory.moves):
            registers[LOOKED_AT] -= 1
            return MOVES_FULL
        gain = 1.0 * rules.reward(state, move)
        if not is_sound(gain):
            return NOT_WHOLE if np.isfinite(gain) else BAD_REWARD
        after = rules.canon(rules.play(state, move))
        if rules.turn(after) == OVER:
            payoff = 1.0 * rules.payoff(after)
            if not is_sound(payoff):
                write_state(memory.states, depth, after)
                return NOT_WHOLE if np.isfinite(payoff) else BAD_PAYOFF
            take(frame, int(payoff) + int(gain), number)
            if has_decided(frame):
                registers[DEPTH] = depth + 1
                memory.on_path[path] += 1
                settle(memory)
                return DONE
        else:
            write_move(memory.moves, end, move)
            write_state(memory.after, end, after)
            tried = memory.tried[end]
            tried[GAINS], tried[PLACE], tried[AFTER] = int(gain), number, home(len(memory.table) // BUCKET, after)
            prefetch_state(memory.table, tried[AFTER] * BUCKET)
            end += 1
        number += 1
    if number == 0:
        return NO_MOVES
    frame[END], registers[MOVES_TOP], registers[DEPTH] = end, end, depth + 1
    memory.on_path[path] += 1
    order(memory, depth, decided)
    return DONE


def order(memory: Any, depth: int, decided: int) -> None:
    """Leave out the moves to states whose bounds decide, or settle their part of the question; score the others."""
    frame, table, count = memory.frames[depth], memory.table, words_of(memory)
    left = frame[FIRST]
    for k in range(frame[FIRST], frame[END]):
        tried = memory.tried[k]
        gain = tried[GAINS]
        row = look_up(table, tried[AFTER], read_state(memory.after, k))
        if row >= 0:
            low, high = table[row, count + LOW] + gain, table[row, count + HIGH] + gain
            if low >= frame[TARGET] or high < frame[TARGET]:
                take(frame, low if low >= frame[TARGET] else high, tried[PLACE])
                if has_decided(frame):
                    frame[NEXT] = frame[END]
                    return
                continue
        kind = kind_of(memory.move_words, k)
        score = memory.history[frame[TURN], kind]
        if tried[PLACE] == decided:
            score = BY_TABLE
        else:
            for killer in range(KILLERS):
                if memory.killers[depth, killer] == kind:
                    score = BY_KILLER - killer
        other = memory.tried[left]
        other[SCORE], other[GAINS], other[PLACE], other[KIND], other[AFTER] = score, gain, tried[PLACE], kind, k
        left += 1
    frame[END] = left


def choose(memory: Any, top: int) -> int:
    """The place of the move to try next: the one with the highest score, the first of these."""
    frame, tried = memory.frames[top], memory.tried
    first = best = frame[NEXT]
    for k in range(first + 1, frame[END]):
        if tried[k, SCORE] > tried[best, SCORE]:
            best = k
    for column in range(MOVE_COLUMNS):  # those before it move on by one, so that equals keep their order
        number = tried[best, column]
        for k in range(best, first, -1):
            tried[k, column] = tried[k - 1, column]
        tried[first, column] = number
    frame[NEXT] = first + 1
    return int(first)


def settle(memory: Any) -> None:
    """The question about the state on top is answered: take it off the stack, note the answer and hand it on."""
    registers = memory.registers
    top = registers[DEPTH] - 1
    state, frame = read_state(memory.states, top), memory.frames[top]
    registers[DEPTH], registers[MOVES_TOP] = top, frame[FIRST]
    memory.on_path[home(PATHS, state)] -= 1
    note(memory, state, frame)
    hand_on(memory, frame[BEST])


def hand_on(memory: Any, bound: int) -> None:
    """Take the bound of the state that a move leads to into the state on top of the stack, which tried it."""
    top = memory.registers[DEPTH] - 1
    if top < 0:
        memory.registers[ANSWER] = bound
        return
    frame = memory.frames[top]
    tried = memory.tried[frame[NEXT] - 1]
    take(frame, bound + frame[GAIN], tried[PLACE])
    if has_decided(frame):
        frame[NEXT] = frame[END]
        memory.history[frame[TURN], tried[KIND]] += 1
        if memory.killers[top, 0] != tried[KIND]:
            memory.killers[top, 1] = memory.killers[top, 0]
            memory.killers[top, 0] = tried[KIND]


def take(frame: Any, bound: int, place: int) -> None:
    """Take the bound that a move gives, its gain included, into that of the state in this frame."""
    if (bound > frame[BEST]) if frame[TURN] == 0 else (bound < frame[BEST]):
        frame[BEST], frame[BEST_MOVE] = bound, place


def has_decided(frame: Any) -> bool:
    """Whether a move answers the question for its player: player 0 reaches the target, or player 1 keeps below it."""
    return bool(frame[BEST] >= frame[TARGET]) == bool(frame[TURN] == 0)


def note(memory: Any, state: Any, frame: Any) -> None:
    """Put a bound into the table: with the state if it has a row, else in a free one, else in place of less work."""
    table, count = memory.table, words_of(memory)
    effort = memory.registers[LOOKED_AT] - frame[BEFORE] + 1
    first = frame[HOME] * BUCKET
    row = look_up(table, frame[HOME], state)
    if row < 0:
        row = first
        for k in range(first, first + BUCKET):
            if table[k, count + EFFORT] < table[row, count + EFFORT]:
                row = k
        memory.registers[ROWS_USED] += table[row, count + EFFORT] == 0
        write_state(table, row, state)
        table[row, count + LOW], table[row, count + HIGH] = LEAST, MOST
        table[row, count + EFFORT] = 0
    kept = table[row]
    bound = frame[BEST]
    if bound >= frame[TARGET]:
        kept[count + LOW] = max(bound, kept[count + LOW])
    else:
        kept[count + HIGH] = min(bound, kept[count + HIGH])
    kept[count + DECIDED] = frame[BEST_MOVE]
    kept[count + EFFORT] += effort


def look_up(table: Any, bucket: int, state: Any) -> int:
    """The row of a state in its bucket; -1 where it has none."""
    first = bucket * BUCKET
    for row in range(first, first + BUCKET):
        if table[row, table.shape[1] - ROW_COLUMNS + EFFORT] > 0 and same_state(table, row, state):
            return row
    return -1


def is_on_path(memory: Any, state: Any, depth: int) -> bool:
    """Whether the state is under way already."""
    k = 0
    while k < depth and not same_state(memory.states, k, state):
        k += 1
    return k < depth


def kind_of(words: Any, k: int) -> int:
    """The place of a move in the history."""
    kind = 0
    for j in range(words.shape[1]):
        kind = kind * 61 + words[k, j]
    return kind & KINDS - 1


def words_of(memory: Any) -> int:
    """How many words a state has."""
    return int(memory.table.shape[1] - ROW_COLUMNS)


def is_sound(number: float) -> bool:
    """Whether the loop can reckon with a number."""
    return bool(number == np.rint(number) and abs(number) < WHOLE)


def survey(rules: Any, states: Any, begin: int, turns: Any, payoffs: Any, ends: Any, after: Any, gains: Any) -> int:
    """Write down of states, from one on, whose turn it is, what they pay if play is over, and else where their moves
    lead and what these gain, until ``after`` is full; the first state that did not fit.

    The moves of state i end before ``ends[i]``, those of the next one follow.
    """
    end = ends[begin - 1] if begin > 0 else 0
    for i in range(begin, len(states)):
        state = read_state(states, i)
        turns[i], payoffs[i] = rules.turn(state), 0.0
        if turns[i] == OVER:
            payoffs[i] = 1.0 * rules.payoff(state)
        else:
            for move in rules.choices(state):
                if end == len(after):
                    return i
                write_state(after, end, rules.canon(rules.play(state, move)))
                gains[end] = 1.0 * rules.reward(state, move)
                end += 1
        ends[i] = end
    return len(states)


# Of the loop, each after those that it calls.
STEPS = (
    is_sound,
    words_of,
    kind_of,
    is_on_path,
    look_up,
    take,
    has_decided,
    note,
    hand_on,
    settle,
    choose,
    order,
    enter,
)


def spread(old: Any, new: Any) -> None:
    """Move all rows to an empty table of twice as many: those of a bucket go to two, and each finds room there."""
    count, buckets = old.shape[1] - ROW_COLUMNS, len(new) // BUCKET
    for row in range(len(old)):
        if old[row, count + EFFORT] > 0:
            h = SEED
            for k in range(count):
                h = mix_word(h, np.uint64(old[row, k]))
            place = np.int64(finish_hash(h) * np.uint64(buckets) >> HALF) * BUCKET
            while new[place, count + EFFORT] > 0:
                place += 1
            for k in range(old.shape[1]):
                new[place, k] = old[row, k]
