"""What players remember along the branches of a tree, numbered in machine code as ``Memories`` does in CPython."""

from typing import Any

from faceup.engines.model.kernel_names import fingerprint, read_move, read_state

NOTHING = -1  # is remembered yet by player 0, and one less by player 1
DID = 0x5851F42D4C957F2D  # tells what was done from what was seen
SPREAD, STIR = 0x2545F4914F6CDD1D, 0x369DEA0F31A53F85  # odd, bits well mixed

MEMORIES = 0  # the register that counts them

# What is kept of a memory, in 64 bytes: the one before it, the last sequence of whoever has it, the information set, -1
# where there is no decision, and in two words each what is new and what was seen last.
BEFORE, LAST, CHOICE, NEW, SIGHT, RECORD = 0, 1, 2, 3, 5, 8


def intern_memory(tree: Any, before: int, one: int, two: int, sight: Any, last: int) -> int:
    """The memory that what is new (in two words) makes of the one ``before``: seen last is now ``sight``, and the last
    sequence of whoever remembers it is ``last``."""
    mask = len(tree.slots) - 1
    slot = (((one ^ before * SPREAD) * STIR) >> 24) & mask
    while tree.slots[slot] >= 0:
        met = tree.slots[slot]
        record = tree.memories[met]
        if record[NEW] == one and record[NEW + 1] == two and record[BEFORE] == before:
            return met  # type: ignore[no-any-return]
        slot = (slot + 1) & mask
    memory = tree.registers[MEMORIES]
    tree.slots[slot] = memory
    record = tree.memories[memory]
    record[BEFORE], record[LAST], record[CHOICE] = before, last, -1
    record[NEW], record[NEW + 1] = one, two
    record[SIGHT], record[SIGHT + 1] = sight
    tree.registers[MEMORIES] = memory + 1
    return memory  # type: ignore[no-any-return]


def observe_state(rules: Any, tree: Any, memory: int, player: int, state: Any) -> int:
    """What a player remembers who looks at a state."""
    sight = fingerprint(rules._sees(state, player))
    one, two = sight
    if memory < 0:
        return intern_memory(tree, NOTHING - player, one, two, sight, player)
    record = tree.memories[memory]
    if record[SIGHT] == one and record[SIGHT + 1] == two:
        return memory
    return intern_memory(tree, memory, one, two, sight, record[LAST])


def done(tree: Any, memory: int, moves: Any, k: int, sequence: int) -> int:
    """What a player remembers who makes a move, in words in this row, which completes this sequence."""
    one, two = fingerprint(read_move(moves, k))
    sight = tree.memories[memory, SIGHT], tree.memories[memory, SIGHT + 1]
    return intern_memory(tree, memory, one ^ DID, two, sight, sequence)


def extend_memories(rules: Any, tree: Any, minds: Any, who: int, moves: Any, sequence: int, states: Any) -> None:
    """Let both minds, a row for each of these states, go on by the first of these moves, which leads to that state."""
    for i in range(len(states)):
        after = read_state(states, i)
        if who >= 0:
            minds[i, who] = done(tree, minds[i, who], moves, 0, sequence)
        minds[i, 0], minds[i, 1] = (
            observe_state(rules, tree, minds[i, 0], 0, after),
            observe_state(rules, tree, minds[i, 1], 1, after),
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


STEPS = (intern_memory, observe_state, done)  # each after those that it calls
