"""The depth-first walk of the game tree of two players with hidden information, in machine code.

The current branch lies on a stack, with the memory of each player at each position. The payoff of an end is added to
the pair of the last sequences of both players. A subtree of chance alone, after a decision or the start, counts as one
end with its mean payoff: the rules sum its final outcomes in one call, without entering them. The loop returns to
Python if an array is full or a slice of work is done, and continues where it was. If rules break the contract, it
returns BROKEN.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.hidden.tree_memories_kernel import (
    CHOICE,
    CHOOSING,
    LAST,
    MEMORIES,
    NOTHING,
    ON,
    REMEMBERING,
    TURN,
    intern_information_set,
    mark_visited,
    observe_state,
    remember_own_move,
    sample_action,
    update_regrets,
)
from faceup.engines.model.kernel_names import (
    read_move,
    read_state,
    write_move,
    write_state,
)
from faceup.engines.model.random_stream import begin, below, below_any, philox, word
from faceup.native.operations.operation import EXACT
from faceup.native.rules_pointer import (
    ENDS,
    ITSELF,
    KINDS,
    MOVE,
    MOVES,
    WEIGHTED,
    WEIGHTS,
    ask_for_sight,
    kind_of_end,
    make_move,
    payoff_of,
    take_ends,
    turn_of,
    weight_of,
    write_moves,
)
from faceup.native.rules_pointer import SIZE as LARGEST
from faceup.rules.contract import CHANCE, OVER

SLICE = 1 << 20  # moves, or positions, between two returns to Python
SEED = 1

# Modes of the loop: NOTE the payoff of each pair of sequences; MEASURE the values of sequences against the plans; LEARN
# by external sampling; HOLD the outcomes of one position one by one, to compare them with the rules.
NOTE, MEASURE, LEARN, HOLD = 0, 1, 2, 3

# Status of the loop beside those of ``tree_memories_kernel``: the walk or a slice is done, or what is broken or full.
DONE, PAUSED, BROKEN, MEMORIES_FULL, STACK_FULL, MOVES_FULL, PAYS_FULL = 1, 2, 3, 6, 7, 8, 9

# Registers after those of decisions: the mode, the last turn, the depth of the stack and the end of its moves, whether
# the start was entered, the numbers of positions entered and of payoffs noted, the kinds of ends (a bit each), the
# number of terms added to pairs or sequences, and the largest number of outcomes of one position that were summed.
MODE, UNTIL, DEPTH, TOP, ENTERED, MET, PAYS, MET_ENDS, ADDED, OUTCOMES, REGISTERS = (TURN + k for k in range(1, 12))

# A frame: the player to move, both memories, the next move, the first move and the end of the moves, the number of
# outcomes of chance, and whether chance alone leads from here to an end.
WHO, FIRST, SECOND, NEXT, BEGIN, END, LISTED, ENDED, FRAME = 0, 1, 2, 3, 4, 5, 6, 7, 8
# Its numbers: chance's part of the reach probability, the rewards so far and the sum of their sizes, the sum of the
# odds, and the expected payoff of the ends to which chance alone leads from here.
REACH, GAIN, SIZE, TOTAL, BROUGHT, NUMBERS = 0, 1, 2, 3, 4, 5


class Tree(NamedTuple):
    """The arrays of the walk. Sequence 0 is the empty sequence of player 0, sequence 1 that of player 1."""

    registers: Any
    stream: Any
    sight: Any  # two words, scratch
    sizes: Any  # one number: the largest sum of the absolute gains and payoff of a branch
    sums: Any  # of outcomes that end the game, scratch
    # the stack
    states: Any
    frames: Any
    numbers: Any
    moves: Any  # of all positions on the stack,
    odds: Any  # of chance,
    places: Any  # and of players the sequences that they complete
    # memories
    slots: Any
    memories: Any
    # information sets, in the order of their first visit
    owners: Any
    parents: Any
    firsts: Any
    met: Any  # the turn of the last visit
    order: Any  # the sets visited in this turn, in order
    # sequences
    names: Any
    plan: Any
    values: Any
    regret: Any
    total: Any
    # what pairs of sequences pay
    pairs: Any
    pays: Any


def explore(rules: Any, tree: Tree, root: Any) -> int:
    """Walk all branches, or those of some turns of learning, until done or Python is needed; return the status."""
    registers, frames = tree.registers, tree.frames
    until = registers[MET] + SLICE
    for _ in range(SLICE):
        if registers[MET] >= until:
            break
        top = registers[DEPTH] - 1
        if top >= 0:
            status = follow(rules, tree, top) if frames[top, NEXT] < frames[top, END] else leave(tree, top)
        elif registers[ENTERED]:
            registers[ENTERED], status = 0, ON
            if registers[MODE] == LEARN:
                update_regrets(tree)
                registers[TURN] += 1
            if registers[MODE] != LEARN or registers[TURN] >= registers[UNTIL]:
                return DONE
        else:
            begin(tree.stream, SEED, registers[TURN])
            if registers[MEMORIES] + 2 > len(tree.memories):
                return MEMORIES_FULL
            first, second = observe_state(rules, tree, NOTHING, 0, root), observe_state(rules, tree, NOTHING, 1, root)
            status = enter(rules, tree, root, turn_of(rules, root), first, second, 1.0, 0.0, 0.0)
            registers[ENTERED] = status == ON
        if status != ON:
            return status
    return PAUSED


def sight_of(rules: Any, tree: Tree, player: int, state: Any) -> Any:
    """Return two words that identify what a player sees of a state."""
    return ask_for_sight(rules, state, player, tree.sight)


def follow(rules: Any, tree: Tree, top: int) -> int:
    """Make the next move of the position on top of the stack; return the status."""
    registers, frame, numbers = tree.registers, tree.frames[top], tree.numbers[top]
    if registers[MEMORIES] + 3 > len(tree.memories):
        return MEMORIES_FULL
    if registers[PAYS] == len(tree.pays) and keeps_pays(registers[MODE]):
        return PAYS_FULL
    state, k, turn = read_state(tree.states, top), frame[NEXT], frame[WHO]
    move = read_move(tree.moves, k)
    _, reward, after = make_move(rules, state, MOVE + ITSELF, move)
    reach, gain, size = numbers[REACH], numbers[GAIN] + reward, numbers[SIZE] + abs(reward)
    first, second = frame[FIRST], frame[SECOND]
    first_sequence, second_sequence = tree.memories[first, LAST], tree.memories[second, LAST]
    if turn == CHANCE:
        reach *= tree.odds[k] / numbers[TOTAL]
    elif turn == 0:
        first_sequence = tree.places[k]
    else:
        second_sequence = tree.places[k]
    if turn == CHANCE and registers[MODE] == HOLD and take_ends(rules, state, tree.moves, k, k + 1, tree.sums) == k:
        record_end(tree, first_sequence, second_sequence, 1.0, tree.sums[WEIGHTED] / numbers[TOTAL])
    elif registers[MODE] != MEASURE or tree.plan[first_sequence] > 0.0 or tree.plan[second_sequence] > 0.0:
        mover = turn_of(rules, after)
        if mover == OVER:
            payoff = payoff_of(rules, after)
            record_end(tree, first_sequence, second_sequence, reach, gain + payoff)
            counted = count_ends(tree, 1, kind_of_end(gain + payoff), size + abs(payoff))
            status = ON if counted else BROKEN
        else:
            if turn == 0:
                first = remember_own_move(tree, first, tree.moves, k, first_sequence)
            elif turn == 1:
                second = remember_own_move(tree, second, tree.moves, k, second_sequence)
            if tree.memories[first, LAST] != first_sequence or tree.memories[second, LAST] != second_sequence:
                return BROKEN  # a move is listed twice
            first, second = observe_state(rules, tree, first, 0, after), observe_state(rules, tree, second, 1, after)
            status = enter(rules, tree, after, mover, first, second, reach, gain, size)
        if status != ON:
            return status
    frame[NEXT] = k + 1
    return ON


def enter(
    rules: Any, tree: Tree, state: Any, who: int, first: int, second: int, reach: float, gain: float, size: float
) -> int:
    """Put a position on the stack, and its moves on the stack of moves; return the status.

    If the stack is full, the state still stands in its last place.
    """
    registers, mode = tree.registers, tree.registers[MODE]
    depth, least, total = registers[DEPTH], registers[TOP], 0.0
    write_state(tree.states, depth, state)
    tree.numbers[depth, REACH], tree.numbers[depth, GAIN] = reach, gain
    if depth + 1 == len(tree.frames):
        return STACK_FULL
    if who != CHANCE and who != 0 and who != 1:
        return BROKEN
    end = write_moves(rules, state, MOVES, tree.moves, least)
    if end > len(tree.odds):
        return MOVES_FULL
    if who == CHANCE:
        listed = end
        if sums_ends(mode):
            end = take_ends(rules, state, tree.moves, least, listed, tree.sums)
            if end < least:
                return BROKEN
            total = tree.sums[WEIGHTS]
        others, end = end, least
        for k in range(least, others):
            move = read_move(tree.moves, k)
            weight = weight_of(rules, state, move)
            if weight < 0 or weight > EXACT:
                return BROKEN
            if weight > 0:
                write_move(tree.moves, end, move)
                tree.odds[end] = weight
                total += weight
                end += 1
        if not 0.0 < total <= EXACT:
            return BROKEN
        if mode == LEARN:
            point, k = below_any(tree.stream, int(total)), least
            while point >= tree.odds[k]:
                point -= tree.odds[k]
                k += 1
            write_move(tree.moves, least, read_move(tree.moves, k))
            tree.odds[least], total, end = 1, 1.0, least + 1
    else:
        if end == least:
            return BROKEN
        memory = first if who == 0 else second
        status = intern_information_set(tree, who, memory, least, end)
        if status != ON:
            return status
        if mode == LEARN:
            if who == registers[TURN] % 2:
                mark_visited(tree, tree.memories[memory, CHOICE])
            else:
                sequence = sample_action(tree, tree.memories[memory, CHOICE])
                write_move(tree.moves, least, read_move(tree.names, sequence))
                tree.places[least], end = sequence, least + 1
    frame, numbers = tree.frames[depth], tree.numbers[depth]
    frame[WHO], frame[FIRST], frame[SECOND], frame[NEXT], frame[BEGIN], frame[END] = (
        who,
        first,
        second,
        least,
        least,
        end,
    )
    numbers[SIZE], numbers[TOTAL] = size, total
    frame[ENDED], numbers[BROUGHT] = 0, 0.0
    registers[DEPTH], registers[TOP] = depth + 1, end
    registers[MET] += 1
    if who == CHANCE and sums_ends(mode):
        frame[LISTED] = listed - least
        sums = tree.sums
        if sums[ENDS] > 0.0:
            frame[ENDED], numbers[BROUGHT] = 1, (sums[WEIGHTED] + gain * sums[WEIGHTS]) / total
            if not count_ends(tree, int(sums[ENDS]), int(sums[KINDS]), size + sums[LARGEST]):
                return BROKEN
    return ON


def leave(tree: Tree, top: int) -> int:
    """Take the position on top, whose moves are all made, off the stack; return the status."""
    registers, frame, numbers = tree.registers, tree.frames[top], tree.numbers[top]
    if frame[ENDED]:
        brought = numbers[BROUGHT]
        if not np.isfinite(brought):
            return BROKEN
        if top > 0 and tree.frames[top - 1, WHO] == CHANCE:
            below = tree.numbers[top - 1]
            below[BROUGHT] += tree.odds[tree.frames[top - 1, NEXT] - 1] / below[TOTAL] * brought
            tree.frames[top - 1, ENDED] = 1
        else:
            if registers[PAYS] == len(tree.pays) and keeps_pays(registers[MODE]):
                return PAYS_FULL
            first, second = tree.memories[frame[FIRST], LAST], tree.memories[frame[SECOND], LAST]
            record_end(tree, first, second, numbers[REACH], brought)
        registers[OUTCOMES] = max(registers[OUTCOMES], frame[LISTED])
    registers[TOP], registers[DEPTH] = frame[BEGIN], top
    return ON


def sums_ends(mode: int) -> bool:
    """Whether this mode visits all ends, so that subtrees of chance alone may be summed first."""
    return mode in (NOTE, MEASURE)


def keeps_pays(mode: int) -> bool:
    """Whether this mode keeps payoffs by pair of sequences."""
    return mode in (NOTE, HOLD)


def count_ends(tree: Tree, count: int, kinds: int, size: float) -> bool:
    """Count ends, with their kinds and the largest size of their payoffs; return whether that size is finite."""
    registers = tree.registers
    registers[MET] += count
    registers[MET_ENDS] |= kinds
    tree.sizes[0] = max(tree.sizes[0], size)
    return np.isfinite(size)  # type: ignore[no-any-return]


def record_end(tree: Tree, first_sequence: int, second_sequence: int, reach: float, pay: float) -> None:
    """Record the payoff of an end, or the mean payoff of several, for this pair of sequences."""
    registers = tree.registers
    registers[ADDED] += 1
    if keeps_pays(registers[MODE]):
        k = registers[PAYS]
        tree.pairs[k, 0], tree.pairs[k, 1], tree.pays[k] = first_sequence, second_sequence, reach * pay
        registers[PAYS] = k + 1
    elif registers[MODE] == MEASURE:
        tree.values[first_sequence] += reach * tree.plan[second_sequence] * pay
        tree.values[second_sequence] -= reach * tree.plan[first_sequence] * pay
    elif registers[TURN] % 2 == 0:
        tree.values[first_sequence] += pay
    else:
        tree.values[second_sequence] -= pay


STEPS = (
    *(sight_of, *REMEMBERING, *CHOOSING, kind_of_end),
    *(sums_ends, keeps_pays, count_ends, record_end, enter, follow, leave),
)
DRAWING = (philox, begin, word, below, below_any)
