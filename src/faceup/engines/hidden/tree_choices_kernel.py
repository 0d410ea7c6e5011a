"""The decisions along the branches of a tree, in machine code: information sets, drawing a move, regretting others.

A turn of learning follows all moves of one player, and of the other and of chance one that is drawn: on average a
sequence brings then what it is worth (external sampling: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, Monte Carlo
Sampling for Regret Minimization in Extensive Games, NIPS 2009). Later turns count for more, as in linear CFR.
"""

from typing import Any

from faceup.engines.hidden.decisions_kernel import MATCHING, in_proportion, mean_worth, positive_sum
from faceup.engines.hidden.tree_memories_kernel import CHOICE, LAST, MEMORIES
from faceup.engines.model.kernel_names import read_move, write_move
from faceup.engines.model.random_stream import word

ON, TOLD, SEQUENCES_FULL = 0, 4, 5  # what is said of a decision: all is well; moves tell what view hides; no room

# Registers after the first, which counts memories: of information sets and sequences, of those that a turn came to, and
# the number of the turn.
SETS, SEQUENCES, TOUCHED, TURN = MEMORIES + 1, MEMORIES + 2, MEMORIES + 3, MEMORIES + 4


def chosen_from(tree: Any, who: int, memory: int, begin: int, end: int) -> int:
    """Find the sequences of the moves from one place on the stack to another, which are to be decided about."""
    choice = tree.memories[memory, CHOICE]
    if choice < 0:
        registers = tree.registers
        choice, first = registers[SETS], registers[SEQUENCES]
        if first + end - begin > len(tree.plan) or choice + 2 > len(tree.parents):
            return SEQUENCES_FULL
        parent = tree.memories[memory, LAST]
        tree.memories[memory, CHOICE], tree.owners[choice], tree.parents[choice] = choice, who, parent
        for k in range(end - begin):
            write_move(tree.names, first + k, read_move(tree.moves, begin + k))
            tree.plan[first + k] = tree.plan[parent] / (end - begin)
            tree.worth[first + k] = tree.regret[first + k] = tree.total[first + k] = 0.0
        tree.met[choice] = -1
        registers[SETS], registers[SEQUENCES] = choice + 1, first + end - begin
        tree.firsts[choice + 1] = registers[SEQUENCES]
    first, count = tree.firsts[choice], tree.firsts[choice + 1] - tree.firsts[choice]
    if end - begin != count:
        return TOLD
    for k in range(begin, end):
        sequence = first + k - begin
        if read_move(tree.names, sequence) != read_move(tree.moves, k):
            sequence = first
            while sequence < first + count and read_move(tree.names, sequence) != read_move(tree.moves, k):
                sequence += 1
            if sequence == first + count:
                return TOLD
        tree.places[k] = sequence
    return ON


def sample_action(tree: Any, choice: int) -> int:
    """One of the sequences of a decision, by regret; how likely each is counts into the average plan."""
    begin, end = tree.firsts[choice], tree.firsts[choice + 1]
    whole, later = positive_sum(tree.regret, begin, end), float(tree.registers[TURN] // 2 + 1)
    high, low = word(tree.stream), word(tree.stream)
    point = ((high << 21) | (low >> 11)) / 2.0**53
    found = -1
    for q in range(begin, end):
        chance = in_proportion(tree.regret[q], whole, end - begin)
        tree.total[q] += later * chance
        if found < 0 and (point < chance or q == end - 1):
            found = q
        point -= chance
    return found


def mark_visited(tree: Any, choice: int) -> None:
    """Note that a turn came to a decision of the player who learns."""
    registers = tree.registers
    if tree.met[choice] != registers[TURN]:
        tree.met[choice] = registers[TURN]
        tree.order[registers[TOUCHED]] = choice
        registers[TOUCHED] += 1


def drop_rare_moves(tree: Any, least: float) -> None:
    """Let moves count nothing that were made less often than this in all turns."""
    for choice in range(tree.registers[SETS]):
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        whole = positive_sum(tree.total, begin, end)
        for q in range(begin, end):
            if tree.total[q] < least * whole:
                tree.total[q] = 0.0


def update_regrets(tree: Any) -> None:
    """At the end of a turn: at each decision that it came to regret what would have been better."""
    registers, later = tree.registers, float(tree.registers[TURN] // 2 + 1)
    for k in range(registers[TOUCHED] - 1, -1, -1):
        choice = tree.order[k]
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        value = mean_worth(tree.regret, tree.worth, begin, end)
        for q in range(begin, end):
            tree.regret[q] += later * (tree.worth[q] - value)
            tree.worth[q] = 0.0
        tree.worth[tree.parents[choice]] += value
    registers[TOUCHED] = 0
    tree.worth[0] = tree.worth[1] = 0.0


STEPS = (*MATCHING, mean_worth, chosen_from, sample_action, mark_visited, update_regrets)
