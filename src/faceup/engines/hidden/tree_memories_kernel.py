"""What players remember and decide along the branches of a tree, in machine code, as ``Memories`` does in CPython.

Decisions belong to information sets. A move is drawn for each that comes up, and what others would have brought is
regretted.

A turn of learning follows all moves of one player, and of the other and of chance one that is drawn: on average a
sequence brings then what it is worth (external sampling: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, Monte Carlo
Sampling for Regret Minimization in Extensive Games, NIPS 2009). Later turns count for more, as in linear CFR.
"""

from typing import Any

from faceup.engines.hidden.regret_kernel import MATCHING, matched_probability, mixed_value, positive_sum
from faceup.engines.model.kernel_names import fingerprint, read_move, read_state, sight_of, write_move
from faceup.engines.model.random_stream import word

NOTHING = -1  # is remembered yet by player 0, and one less by player 1
DID = 0x5851F42D4C957F2D  # tells what was done from what was seen
SPREAD, STIR = 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85  # odd, bits well mixed

MEMORIES = 0  # the register that counts them

# What is kept of a memory, in 64 bytes: the one before it, the last sequence of whoever has it, the information set, -1
# where there is no decision, and in two words each what is new and what was seen last.
BEFORE, LAST, CHOICE, NEW, SIGHT, RECORD = 0, 1, 2, 3, 5, 8


def intern_memory(tree: Any, before: int, first_word: int, second_word: int, sight: Any, last: int) -> int:
    """The memory that what is new (in two words) makes of the one ``before``: seen last is now ``sight``, and the last
    sequence of whoever remembers it is ``last``."""
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
    """What a player remembers who looks at a state."""
    sight = first_word, second_word = sight_of(rules, tree, player, state)
    if memory < 0:
        return intern_memory(tree, NOTHING - player, first_word, second_word, sight, player)
    record = tree.memories[memory]
    if record[SIGHT] == first_word and record[SIGHT + 1] == second_word:
        return memory
    return intern_memory(tree, memory, first_word, second_word, sight, record[LAST])


def done(tree: Any, memory: int, moves: Any, k: int, sequence: int) -> int:
    """What a player remembers who makes a move, in words in this row, which completes this sequence."""
    first_word, second_word = fingerprint(read_move(moves, k))
    sight = tree.memories[memory, SIGHT], tree.memories[memory, SIGHT + 1]
    return intern_memory(tree, memory, first_word ^ DID, second_word, sight, sequence)


def extend_memories(rules: Any, tree: Any, memory_pair: Any, who: int, moves: Any, sequence: int, states: Any) -> None:
    """Let both minds, a row for each of these states, go on by the first of these moves, which leads to that state."""
    for i in range(len(states)):
        after = read_state(states, i)
        if who >= 0:
            memory_pair[i, who] = done(tree, memory_pair[i, who], moves, 0, sequence)
        memory_pair[i, 0], memory_pair[i, 1] = (
            observe_state(rules, tree, memory_pair[i, 0], 0, after),
            observe_state(rules, tree, memory_pair[i, 1], 1, after),
        )


def rehash_memories(tree: Any) -> None:
    """Find all memories in slots that were emptied."""
    mask = len(tree.slots) - 1
    for memory in range(tree.registers[MEMORIES]):
        record = tree.memories[memory]
        slot = (((record[NEW] ^ record[BEFORE] * SPREAD) * STIR) >> 24) & mask
        while tree.slots[slot] >= 0:
            slot = (slot + 1) & mask
        tree.slots[slot] = memory


REMEMBERING = (intern_memory, observe_state, done)  # each after those that it calls


ON, MOVES_REVEAL, SEQUENCES_FULL = (
    0,
    4,
    5,
)  # what is said of a decision: all is well; moves tell what view hides; no room

# Registers after the first, which counts memories: of information sets and sequences, of those that a turn came to, and
# the number of the turn.
SETS, SEQUENCES, TOUCHED, TURN = MEMORIES + 1, MEMORIES + 2, MEMORIES + 3, MEMORIES + 4


def intern_information_set(tree: Any, who: int, memory: int, begin: int, end: int) -> int:
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
    """One of the sequences of a decision, by regret; how likely each is counts into the average plan."""
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
        value = mixed_value(tree.regret, tree.worth, begin, end)
        for q in range(begin, end):
            tree.regret[q] += later * (tree.worth[q] - value)
            tree.worth[q] = 0.0
        tree.worth[tree.parents[choice]] += value
    registers[TOUCHED] = 0
    tree.worth[0] = tree.worth[1] = 0.0


CHOOSING = (*MATCHING, mixed_value, intern_information_set, sample_action, mark_visited, update_regrets)
