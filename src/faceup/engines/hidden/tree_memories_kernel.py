"""The players' memories and information sets along the branches of a tree, in machine code; CFR by external sampling.

Memories are numbered in a hash table, as ``Memories`` numbers them in CPython.

A turn of learning follows all moves of one player, and one sampled move of the other and of chance. The sampled
counterfactual values are unbiased (external sampling: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, Monte Carlo
Sampling for Regret Minimization in Extensive Games, NIPS 2009). Later turns have more weight, as in linear CFR.
"""

from typing import Any

from faceup.engines.hidden.regret_kernel import MATCHING, matched_probability, mixed_value, positive_sum
from faceup.engines.model.kernel_names import fingerprint, read_move, read_state, sight_of, write_move
from faceup.engines.model.random_stream import word

NOTHING = -1  # the memory before the first view, of player 0; one less for player 1
DID = 0x5851F42D4C957F2D  # XORed into the hash of own moves, which separates them from views
SPREAD, STIR = 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85  # odd multipliers of the hash

MEMORIES = 0  # the register that counts them

# The record of a memory, 64 bytes: the memory before it, the player's last sequence, the information set (-1 without a
# decision), and the hashes (two words each) of the new event and of the last view.
BEFORE, LAST, CHOICE, NEW, SIGHT, RECORD = 0, 1, 2, 3, 5, 8


def intern_memory(tree: Any, before: int, first_word: int, second_word: int, sight: Any, last: int) -> int:
    """Return the number of the memory that extends ``before`` by an event, given by its hash of two words.

    ``sight`` is the hash of the last view, and ``last`` the player's last sequence.
    """
    mask = len(tree.slots) - 1
    slot = (((first_word ^ before * SPREAD) * STIR) >> 24) & mask
    while tree.slots[slot] >= 0:
        known_memory = tree.slots[slot]
        record = tree.memories[known_memory]
        if record[NEW] == first_word and record[NEW + 1] == second_word and record[BEFORE] == before:
            return known_memory  # type: ignore[no-any-return]
        slot = (slot + 1) & mask
    memory = tree.registers[MEMORIES]
    tree.slots[slot] = memory
    record = tree.memories[memory]
    record[BEFORE], record[LAST], record[CHOICE] = before, last, -1
    record[NEW], record[NEW + 1] = first_word, second_word
    record[SIGHT], record[SIGHT + 1] = sight
    tree.registers[MEMORIES] = memory + 1
    return memory  # type: ignore[no-any-return]


def observe_state(rules: Any, tree: Any, memory: int, player: int, state: Any) -> int:
    """Return the memory of a player after seeing a state."""
    sight = first_word, second_word = sight_of(rules, tree, player, state)
    if memory < 0:
        return intern_memory(tree, NOTHING - player, first_word, second_word, sight, player)
    record = tree.memories[memory]
    if record[SIGHT] == first_word and record[SIGHT + 1] == second_word:
        return memory
    return intern_memory(tree, memory, first_word, second_word, sight, record[LAST])


def remember_own_move(tree: Any, memory: int, moves: Any, k: int, sequence: int) -> int:
    """Return the memory of a player after an own move (row k of ``moves``), which completes this sequence."""
    first_word, second_word = fingerprint(read_move(moves, k))
    sight = tree.memories[memory, SIGHT], tree.memories[memory, SIGHT + 1]
    return intern_memory(tree, memory, first_word ^ DID, second_word, sight, sequence)


def extend_memories(rules: Any, tree: Any, memory_pair: Any, who: int, moves: Any, sequence: int, states: Any) -> None:
    """Extend both memories in each row of ``memory_pair`` by a move that leads to the state of that row, in place.

    The move is row 0 of ``moves``.
    """
    for i in range(len(states)):
        after = read_state(states, i)
        if who >= 0:
            memory_pair[i, who] = remember_own_move(tree, memory_pair[i, who], moves, 0, sequence)
        memory_pair[i, 0], memory_pair[i, 1] = (
            observe_state(rules, tree, memory_pair[i, 0], 0, after),
            observe_state(rules, tree, memory_pair[i, 1], 1, after),
        )


def rehash_memories(tree: Any) -> None:
    """Enter all memories into the emptied hash table."""
    mask = len(tree.slots) - 1
    for memory in range(tree.registers[MEMORIES]):
        record = tree.memories[memory]
        slot = (((record[NEW] ^ record[BEFORE] * SPREAD) * STIR) >> 24) & mask
        while tree.slots[slot] >= 0:
            slot = (slot + 1) & mask
        tree.slots[slot] = memory


REMEMBERING = (intern_memory, observe_state, remember_own_move)  # each after those that it calls


# Status of a decision: all is well; the legal moves reveal what view hides; no room for sequences.
ON, MOVES_REVEAL, SEQUENCES_FULL = 0, 4, 5

# Registers after the first, which counts memories: the numbers of information sets, of sequences, and of sets visited
# in this turn, and the number of the turn.
SETS, SEQUENCES, TOUCHED, TURN = MEMORIES + 1, MEMORIES + 2, MEMORIES + 3, MEMORIES + 4


def intern_information_set(tree: Any, who: int, memory: int, begin: int, end: int) -> int:
    """Write the sequences of the moves ``begin`` to ``end`` of the stack into ``places``; return the status.

    At the first visit this makes the information set of the memory. The moves must be the same at each visit.
    """
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
            tree.values[first + k] = tree.regret[first + k] = tree.total[first + k] = 0.0
        tree.met[choice] = -1
        registers[SETS], registers[SEQUENCES] = choice + 1, first + end - begin
        tree.firsts[choice + 1] = registers[SEQUENCES]
    first, count = tree.firsts[choice], tree.firsts[choice + 1] - tree.firsts[choice]
    if end - begin != count:
        return MOVES_REVEAL
    for k in range(begin, end):
        sequence = first + k - begin
        if read_move(tree.names, sequence) != read_move(tree.moves, k):
            sequence = first
            while sequence < first + count and read_move(tree.names, sequence) != read_move(tree.moves, k):
                sequence += 1
            if sequence == first + count:
                return MOVES_REVEAL
        tree.places[k] = sequence
    return ON


def sample_action(tree: Any, choice: int) -> int:
    """Sample a sequence of an information set by regret matching, and add its mixture to the average plan.

    In turn t the mixture has the weight t, as in linear averaging (Tammelin 2014).
    """
    begin, end = tree.firsts[choice], tree.firsts[choice + 1]
    whole, later = positive_sum(tree.regret, begin, end), float(tree.registers[TURN] // 2 + 1)
    high, low = word(tree.stream), word(tree.stream)
    point = ((high << 21) | (low >> 11)) / 2.0**53
    sampled = -1
    for q in range(begin, end):
        chance = matched_probability(tree.regret[q], whole, end - begin)
        tree.total[q] += later * chance
        if sampled < 0 and (point < chance or q == end - 1):
            sampled = q
        point -= chance
    return sampled


def mark_visited(tree: Any, choice: int) -> None:
    """Note that this turn visits an information set of the learning player."""
    registers = tree.registers
    if tree.met[choice] != registers[TURN]:
        tree.met[choice] = registers[TURN]
        tree.order[registers[TOUCHED]] = choice
        registers[TOUCHED] += 1


def drop_rare_moves(tree: Any, least: float) -> None:
    """Remove moves from the average plan whose probability in it is below ``least``."""
    for choice in range(tree.registers[SETS]):
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        whole = positive_sum(tree.total, begin, end)
        for q in range(begin, end):
            if tree.total[q] < least * whole:
                tree.total[q] = 0.0


def update_regrets(tree: Any) -> None:
    """At the end of a turn, update the regrets of the information sets that it visited (external sampling).

    With v(q) the sampled counterfactual value of sequence q and v(k) that of the mixture, regret[q] += t (v(q) - v(k))
    (M. Lanctot and others, Monte Carlo Sampling for Regret Minimization in Extensive Games, 2009).
    """
    registers, later = tree.registers, float(tree.registers[TURN] // 2 + 1)
    for k in range(registers[TOUCHED] - 1, -1, -1):
        choice = tree.order[k]
        begin, end = tree.firsts[choice], tree.firsts[choice + 1]
        value = mixed_value(tree.regret, tree.values, begin, end)
        for q in range(begin, end):
            tree.regret[q] += later * (tree.values[q] - value)
            tree.values[q] = 0.0
        tree.values[tree.parents[choice]] += value
    registers[TOUCHED] = 0
    tree.values[0] = tree.values[1] = 0.0


CHOOSING = (*MATCHING, mixed_value, intern_information_set, sample_action, mark_visited, update_regrets)
