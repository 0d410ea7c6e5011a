"""The loop of search in machine code: alpha-beta with null windows and a transposition table.

One run answers one question: is the score of the root to player 0 at least the *target*? Player 0 needs one move that
reaches the target, player 1 one that stays below it, so most moves are never searched. The answer is a fail-soft bound:
a lower bound of the score that is at least the target, or an upper bound below it. Questions with other targets narrow
the bounds until they meet (``search_table``). Sources: Knuth and Moore 1975; Pearl 1980, who calls a run a test; Plaat
et al. 1996, MTD(f).

The path from the root lies on a stack. A state that is entered makes all its moves at once. If one of them ends the
game as its player needs, or leads to a state whose stored bounds decide, no successor is entered. The others are
searched in order: the answer to a threat (the move that the other player has just ended the game by, after a move that
let it happen), the move that decided here before, moves that decided in positions beside this one (killers), and all
others as the rules list them. How often a kind of move decided anywhere (history) was tried as an order and left out:
it doubled the states that are searched in Connect Four.

Targets and bounds are scores, a value and the moves until then in one number (``search_scores``). If the rules show
between which ends all payoffs lie, bounds on the score of a state that is not an end follow (``score_range``). So
whether a win comes within ``n`` moves is a question that no state below those ``n`` moves is entered for.

A bound rests on lines that were followed to the end of play, or on bounds in the transposition table, and never on the
path to the state: a run in which a state repeats on its path ends (``REPEATS``). So a bound holds wherever the state is
met, and in every later run.

All numbers are whole and below ``WHOLE``; a run that meets another number ends (``NOT_WHOLE``), and so does one that
meets a payoff outside the range that it was given.

The transposition table of a search: bounds that were proven, by state. The table has buckets of ``BUCKET`` rows: the
words of a state, its two bounds, the move that decided, and the number of states searched for it. Keys are complete, so
equal hashes alone prove nothing.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model.kernel_names import home, prefetch_state, read_state, same_state, write_move, write_state
from faceup.engines.solve.search.search_scores import SCALE, move_after, move_before
from faceup.engines.solve.search.search_scores import STEPS as SCORES
from faceup.native.kernels import shared_kernel
from faceup.native.state_rows import HALF, SEED, finish_hash, mix_word
from faceup.rules.contract import CHANCE, OVER

# The columns of a row of the table, behind the words of its state.
LOW, HIGH, DECIDED, EFFORT, ROW_COLUMNS = range(5)
BUCKET = 4


def look_up(table: Any, bucket: int, state: Any) -> int:
    """Return the row of a state in its bucket; -1 if it has none."""
    first = bucket * BUCKET
    for row in range(first, first + BUCKET):
        if table[row, table.shape[1] - ROW_COLUMNS + EFFORT] > 0 and same_state(table, row, state):
            return row
    return -1


def spread(old: Any, new: Any) -> None:
    """Move all rows to an empty table of twice the size: a bucket splits into two, so every row finds room."""
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


@cache
def spread_kernel() -> Any:
    """Return ``spread`` in machine code."""
    return shared_kernel(spread, (mix_word, finish_hash))


WHOLE = 1 << 29  # larger numbers, and fractions, are for other engines
LEAST, MOST = -(1 << 60), 1 << 60  # bounds of a state before any search: no sum of gains comes near them

# Status of the loop: done, what it needs, or what it cannot do;
DONE, PAUSED, STACK_FULL, MOVES_FULL, NOT_WHOLE, THROWS, REPEATS = range(7)
# or the rules are broken at the state that was entered.
BROKEN = 7

# Registers: states on the stack, the end of the stack of moves, the answer of the run, states searched so far, rows of
# the table in use; what a value of 0 counts, or UNCOUNTED; the least and the greatest score of a state that is not an
# end; and the least and the greatest payoff.
DEPTH, MOVES_TOP, ANSWER, LOOKED_AT, ROWS_USED, NOTHING = range(6)
LEAST_SCORE, MOST_SCORE, LEAST_END, MOST_END, REGISTERS = range(6, 11)

# A frame belongs to a state on the stack: the player to move, the target, the best bound so far, the move that gave it,
# the next move, the end and the first of its moves, the gain of the current move, the states searched before it, and
# the bucket of the state.
TURN, TARGET, BEST, BEST_MOVE, NEXT, END, FIRST, GAIN, BEFORE, HOME, FRAME_COLUMNS = range(11)
# The numbers of a move: its score (the highest is searched first), its gain, its number among the moves, its kind (the
# same for equal moves), and the row of its successor in ``after``.
SCORE, GAINS, PLACE, KIND, AFTER, MOVE_COLUMNS = range(6)
KINDS = 1 << 12  # of moves; two may share one
KILLERS = 2  # moves remembered for each depth, until a state two moves above is left
PATHS = 1 << 16  # counters for the hashes of states on the path
BY_THREAT, BY_TABLE, BY_KILLER = 3 * KILLERS, 2 * KILLERS, KILLERS  # scores; of all other moves 0


class Memory(NamedTuple):
    """The memory of the loop: arrays."""

    table: Any  # the transposition table
    states: Any  # the stack: states
    frames: Any  # the stack: whole numbers
    moves: Any  # the moves of all states on the stack
    move_words: Any  # these moves, viewed as a row of words each
    candidates: Any  # the numbers of these moves
    after: Any  # the successors of these moves
    killers: Any  # moves that decided, by depth
    on_path: Any  # how many states on the stack have a hash
    registers: Any


def search(rules: Any, memory: Any, root: Any, target: int, most: int) -> int:
    """Search until the run is done, ``most`` more states were searched, or Python is needed. Return the status.

    An empty stack starts at the root with its target.
    """
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
            frames[top, GAIN] = memory.candidates[move, GAINS]
            state = read_state(memory.after, memory.candidates[move, AFTER])
            aim = move_after(frames[top, TARGET] - frames[top, GAIN], registers[NOTHING])
            entering = True
    if status in (STACK_FULL, MOVES_FULL) and registers[DEPTH] > 0:
        frames[registers[DEPTH] - 1, NEXT] -= 1  # repeat the move when there is more room
    return status


def enter(rules: Any, memory: Any, state: Any, target: int) -> int:
    """Back a state's bound up if it decides; else put the state and its moves on the stack. Return the status."""
    registers, frames = memory.registers, memory.frames
    depth, end = registers[DEPTH], registers[MOVES_TOP]
    if depth + 2 > len(frames):
        return STACK_FULL
    turn = rules.turn(state)
    write_state(memory.states, depth, state)
    if turn == OVER:  # only the root: other ends are never entered
        payoff = 1.0 * rules.payoff(state)
        if not is_payoff(registers, payoff):
            return NOT_WHOLE if np.isfinite(payoff) else BROKEN
        back_up(memory, int(payoff) * SCALE)
        return DONE
    if turn != 0 and turn != 1:
        return THROWS if turn == CHANCE else BROKEN
    if registers[MOST_SCORE] < target or registers[LEAST_SCORE] >= target:
        back_up(memory, registers[MOST_SCORE] if registers[MOST_SCORE] < target else registers[LEAST_SCORE])
        return DONE
    bucket = home(len(memory.table) // BUCKET, state)
    row, decided = look_up(memory.table, bucket, state), -1
    if row >= 0:
        low, high = memory.table[row, words_of(memory) + LOW], memory.table[row, words_of(memory) + HIGH]
        if low >= target or high < target:
            back_up(memory, low if low >= target else high)
            return DONE
        decided = memory.table[row, words_of(memory) + DECIDED]
    path = home(PATHS, state)
    if memory.on_path[path] > 0 and is_on_path(memory, state, depth):
        return REPEATS
    registers[LOOKED_AT] += 1
    frame = frames[depth]
    frame[TURN], frame[TARGET], frame[BEST], frame[BEST_MOVE] = turn, target, LEAST if turn == 0 else MOST, -1
    frame[FIRST], frame[NEXT], frame[END], frame[HOME] = end, end, end, bucket
    frame[BEFORE] = registers[LOOKED_AT]
    number = 0
    for move in rules.choices(state):
        if end == len(memory.moves):
            registers[LOOKED_AT] -= 1
            return MOVES_FULL
        gain = 1.0 * rules.reward(state, move)
        if not is_sound(gain):
            return NOT_WHOLE if np.isfinite(gain) else BROKEN
        after = rules.canon(rules.play(state, move))
        if rules.turn(after) == OVER:
            payoff = 1.0 * rules.payoff(after)
            if not is_payoff(registers, payoff):
                write_state(memory.states, depth, after)
                return NOT_WHOLE if np.isfinite(payoff) else BROKEN
            take(frame, move_before(int(payoff) * SCALE, registers[NOTHING]) + int(gain) * SCALE, number)
            if has_decided(frame):
                registers[DEPTH] = depth + 1
                memory.on_path[path] += 1
                settle(memory)
                write_move(memory.moves, end, move)
                answer_threat(memory, kind_of(memory.move_words, end))
                return DONE
        else:
            write_move(memory.moves, end, move)
            write_state(memory.after, end, after)
            candidate = memory.candidates[end]
            candidate[GAINS], candidate[PLACE], candidate[AFTER] = (
                int(gain) * SCALE,
                number,
                home(len(memory.table) // BUCKET, after),
            )
            for row in range(0, BUCKET, 2):
                prefetch_state(memory.table, candidate[AFTER] * BUCKET + row)
            end += 1
        number += 1
    if number == 0:
        return BROKEN
    frame[END], registers[MOVES_TOP], registers[DEPTH] = end, end, depth + 1
    memory.on_path[path] += 1
    if depth + 2 < len(memory.killers):
        memory.killers[depth + 2] = -1
    order(memory, depth, decided)
    return DONE


def order(memory: Any, depth: int, decided: int) -> None:
    """Take the bounds of successors in the table, remove those moves, and score the others."""
    frame, table, count = memory.frames[depth], memory.table, words_of(memory)
    nothing, kept_end = memory.registers[NOTHING], frame[FIRST]
    most, least = (
        move_before(memory.registers[MOST_SCORE], nothing),
        move_before(memory.registers[LEAST_SCORE], nothing),
    )
    if frame[FIRST] < frame[END] and (most < frame[TARGET] or least >= frame[TARGET]):
        take(frame, most if most < frame[TARGET] else least, memory.candidates[frame[FIRST], PLACE])
        frame[NEXT] = frame[END]
        return
    for k in range(frame[FIRST], frame[END]):
        candidate = memory.candidates[k]
        gain = candidate[GAINS]
        row = look_up(table, candidate[AFTER], read_state(memory.after, k))
        if row >= 0:
            low = move_before(table[row, count + LOW], nothing) + gain
            high = move_before(table[row, count + HIGH], nothing) + gain
            if low >= frame[TARGET] or high < frame[TARGET]:
                take(frame, low if low >= frame[TARGET] else high, candidate[PLACE])
                if has_decided(frame):
                    frame[NEXT] = frame[END]
                    return
                continue
        kind, score = kind_of(memory.move_words, k), 0
        if candidate[PLACE] == decided:
            score = BY_TABLE
        else:
            for killer in range(KILLERS):
                if memory.killers[depth, killer] == kind:
                    score = BY_KILLER - killer
        slot = memory.candidates[kept_end]
        slot[SCORE], slot[GAINS], slot[PLACE], slot[KIND], slot[AFTER] = score, gain, candidate[PLACE], kind, k
        kept_end += 1
    frame[END] = kept_end


def choose(memory: Any, top: int) -> int:
    """Move the first candidate with the highest score to the front; return its place."""
    frame, candidates = memory.frames[top], memory.candidates
    first = best = frame[NEXT]
    for k in range(first + 1, frame[END]):
        if candidates[k, SCORE] > candidates[best, SCORE]:
            best = k
    for column in range(MOVE_COLUMNS):  # rotate those before it by one, so that equal scores keep their order
        number = candidates[best, column]
        for k in range(best, first, -1):
            candidates[k, column] = candidates[k - 1, column]
        candidates[first, column] = number
    frame[NEXT] = first + 1
    return int(first)


def settle(memory: Any) -> None:
    """Take the state on top, whose question is answered, off the stack; store its bound and back it up."""
    registers = memory.registers
    top = registers[DEPTH] - 1
    state, frame = read_state(memory.states, top), memory.frames[top]
    registers[DEPTH], registers[MOVES_TOP] = top, frame[FIRST]
    memory.on_path[home(PATHS, state)] -= 1
    note(memory, state, frame)
    back_up(memory, frame[BEST])


def back_up(memory: Any, bound: int) -> None:
    """Take the bound of a successor into the state on top of the stack."""
    top = memory.registers[DEPTH] - 1
    if top < 0:
        memory.registers[ANSWER] = bound
        return
    frame = memory.frames[top]
    candidate = memory.candidates[frame[NEXT] - 1]
    take(frame, move_before(bound, memory.registers[NOTHING]) + frame[GAIN], candidate[PLACE])
    if has_decided(frame):
        frame[NEXT] = frame[END]
        if memory.killers[top, 0] != candidate[KIND]:
            memory.killers[top, 1] = memory.killers[top, 0]
            memory.killers[top, 0] = candidate[KIND]


def answer_threat(memory: Any, kind: int) -> None:
    """Search the moves of a kind next: a move was left out that let the other player end the game by such a move."""
    top = memory.registers[DEPTH] - 1
    if top >= 0:
        frame = memory.frames[top]
        for k in range(frame[NEXT], frame[END]):
            if memory.candidates[k, KIND] == kind:
                memory.candidates[k, SCORE] = BY_THREAT


def take(frame: Any, bound: int, place: int) -> None:
    """Update the bound of the state in this frame by the bound of a move, its gain included."""
    if (bound > frame[BEST]) if frame[TURN] == 0 else (bound < frame[BEST]):
        frame[BEST], frame[BEST_MOVE] = bound, place


def has_decided(frame: Any) -> bool:
    """Whether a move answers the question for its player: player 0 reaches the target, or player 1 stays below it."""
    return bool(frame[BEST] >= frame[TARGET]) == bool(frame[TURN] == 0)


def note(memory: Any, state: Any, frame: Any) -> None:
    """Store a bound in the table: in the state's row, else in a free one, else in the row with the least effort."""
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
    entry = table[row]
    bound = frame[BEST]
    if bound >= frame[TARGET]:
        entry[count + LOW] = max(bound, entry[count + LOW])
    else:
        entry[count + HIGH] = min(bound, entry[count + HIGH])
    entry[count + DECIDED] = frame[BEST_MOVE]
    entry[count + EFFORT] += effort


def is_on_path(memory: Any, state: Any, depth: int) -> bool:
    """Whether the state is on the stack already."""
    k = 0
    while k < depth and not same_state(memory.states, k, state):
        k += 1
    return k < depth


def kind_of(words: Any, k: int) -> int:
    """Return the kind of a move, by a hash of its words."""
    kind = 0
    for j in range(words.shape[1]):
        kind = kind * 61 + words[k, j]
    return kind & KINDS - 1


def words_of(memory: Any) -> int:
    """Return how many words a state has."""
    return int(memory.table.shape[1] - ROW_COLUMNS)


def is_sound(number: float) -> bool:
    """Whether a number is whole and small enough for the loop."""
    return bool(number == np.rint(number) and abs(number) < WHOLE)


def is_payoff(registers: Any, payoff: float) -> bool:
    """Whether a payoff is whole and in the range that the run was given."""
    return bool(payoff == np.rint(payoff) and registers[LEAST_END] <= payoff <= registers[MOST_END])


# The functions of the loop, each after those that it calls.
STEPS = (
    *SCORES,
    is_sound,
    is_payoff,
    words_of,
    kind_of,
    is_on_path,
    look_up,
    take,
    has_decided,
    note,
    back_up,
    settle,
    answer_threat,
    choose,
    order,
    enter,
)
