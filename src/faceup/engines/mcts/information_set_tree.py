"""Information set Monte Carlo tree search: the loop, one text for CPython and for machine code.

``information_sets`` describes the search, and samples the positions, the worlds, in which playouts begin. A node stands
for a memory of one player and the list of legal moves there; its moves stand in a row of places. Memories are numbered
in the order of their first occurrence, by ``Memories`` in CPython and as ``engines.hidden.tree_memories_kernel`` does
in machine code; so the memory of each player at the root has that player's number.
"""

from math import sqrt
from typing import Any, NamedTuple

from faceup.engines.hidden.tree_memories_kernel import MEMORIES, NOTHING, REMEMBERING, observe_state, remember_own_move
from faceup.engines.mcts.tree_search import (
    BROKEN,
    DONE,
    EXPLORATION,
    LONGEST,
    NONE,
    PLAYING,
    add_gain,
    draw_place,
    gain_to,
    is_finite,
    list_for,
    play_place,
)
from faceup.engines.model.kernel_names import fingerprint, read_move, read_state, write_move, write_state
from faceup.engines.model.random_stream import below, below_any
from faceup.rules.contract import CHANCE, OVER

FULL = 3  # a status of the loop, besides those of a playout: an array is full
FINE = 1 << 53
NODES, PLACES, PLAYOUTS, REGISTERS = range(MEMORIES + 1, MEMORIES + 5)


class Forest(NamedTuple):
    """The trees of all players and scratch arrays: arrays in machine code, lists and dictionaries in CPython."""

    registers: Any  # the numbers of memories, nodes, places and playouts
    worlds: Any
    until: Any  # the cumulative weights of the worlds
    # Of each memory:
    slots: Any  # twice as many, a hash table of memories
    memories: Any
    nodes: Any  # the newest node of the memory, or NONE
    # Of each node:
    others: Any  # the node of the same memory before this one, with other moves, or NONE
    players: Any
    firsts: Any  # the first place
    counts: Any  # the number of moves
    visits: Any
    confidence: Any  # the harmonic number of the visits, as in ``tree_search``
    # Of each place:
    names: Any  # the move
    made: Any  # how often it was made
    gains: Any  # the sum of its player's gains in these playouts
    # Of each seat:
    held: Any  # its memory in the current playout
    least: Any  # its lowest and highest gain in all playouts
    most: Any
    # Scratch:
    row: Any  # the gains of the current playout
    path: Any  # its nodes,
    choices: Any  # and the moves made there
    moves: Any
    odds: Any
    broken: Any  # a position at which the rules break the contract


def think(rules: Any, forest: Any, playouts: int, stream: Any) -> int:
    """Play out until the forest has so many playouts; return the status."""
    registers, status = forest.registers, DONE
    while status == DONE and registers[PLAYOUTS] < playouts:
        if not has_room(forest):
            return FULL
        status = play_out(rules, forest, stream)
        registers[PLAYOUTS] += 1
    return status


def has_room(forest: Any) -> bool:
    """Whether the next playout has room: for one more node, and for the memories of the longest playout."""
    registers, seats = forest.registers, len(forest.held)
    return bool(
        registers[MEMORIES] + (LONGEST + 1) * (seats + 1) <= len(forest.nodes)
        and registers[NODES] < len(forest.visits)
        and registers[PLACES] + len(forest.moves) <= len(forest.made)
    )


def play_out(rules: Any, forest: Any, stream: Any) -> int:
    """Play one game out from a sampled world, and back its gains up to the nodes on its path; return the status."""
    s = read_state(forest.worlds, sample_world(forest, stream))
    for player in range(len(forest.held)):
        forest.held[player] = first_memory(rules, forest, player, s)
    for k in range(len(forest.row)):
        forest.row[k] = 0.0
    depth, growing = 0, True
    for _ in range(LONGEST):
        who = rules.turn(s)
        if who == OVER:
            add_gain(rules, s, forest.row, rules.payoff(s))
            break
        count, status = list_for(rules, forest, s, who)
        if status == BROKEN:
            write_state(forest.broken, 0, s)
        if status != DONE:
            return status
        if growing and who != CHANCE:
            node = node_with_moves(forest, forest.held[who], count)
            if node == NONE:
                node, growing = add_node(forest, forest.held[who], who, count), False
            place = next_place(forest, node, stream)
            forest.path[depth], forest.choices[depth] = node, place
            depth += 1
        else:
            place = draw_place(rules, forest, s, who, count, stream)
            if place == NONE:
                return BROKEN
        s = play_place(rules, forest, s, place)
        if growing:
            for player in range(len(forest.held)):
                forest.held[player] = next_memory(rules, forest, player, who, place, s)
    if not is_finite(forest.row):
        return BROKEN
    back_up(forest, depth)
    return DONE


def sample_world(forest: Any, stream: Any) -> int:
    """Return the number of a world, drawn by the weights."""
    last = len(forest.until) - 1
    point, low, high = below_any(stream, FINE) / FINE * forest.until[last], 0, last
    while low < high:
        middle = (low + high) // 2
        if point < forest.until[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def sight_of(rules: Any, forest: Forest, player: int, state: Any) -> Any:
    """Return two words that identify what a player sees of a state."""
    return fingerprint(rules._sees(state, player))


def first_memory(rules: Any, forest: Any, player: int, s: Any) -> int:
    """Return the memory of a player who knows only the view of a state."""
    return observe_state(rules, forest, NOTHING, player, s)


def next_memory(rules: Any, forest: Any, player: int, who: int, place: int, s: Any) -> int:
    """Return the memory of a player after a listed move, made by ``who``, that led to this state."""
    memory = forest.held[player]
    if who == player:
        memory = remember_own_move(forest, memory, forest.moves, place, 0)
    return observe_state(rules, forest, memory, player, s)


def node_with_moves(forest: Any, memory: int, count: int) -> int:
    """Return the node of a memory with the listed moves, or NONE.

    A memory begins at the root, so events before it may have changed the legal moves.
    """
    node = forest.nodes[memory]
    while node != NONE:
        first, same = forest.firsts[node], forest.counts[node] == count
        for k in range(count if same else 0):
            same = same and same_name(forest.names, first + k, forest.moves, k)
        if same:
            return int(node)
        node = forest.others[node]
    return NONE


def same_name(names: Any, i: int, moves: Any, k: int) -> bool:
    """Whether place i of ``names`` and place k of ``moves`` hold the same move."""
    same = True
    for word in range(moves.shape[1]):
        same = same and names[i, word] == moves[k, word]
    return same


def add_node(forest: Any, memory: int, who: int, count: int) -> int:
    """Return a new node for a memory, with the listed moves."""
    registers = forest.registers
    node, first = registers[NODES], registers[PLACES]
    registers[NODES], registers[PLACES] = node + 1, first + count
    forest.others[node], forest.nodes[memory] = forest.nodes[memory], node
    forest.players[node], forest.firsts[node], forest.counts[node] = who, first, count
    forest.visits[node], forest.confidence[node] = 0, 0.0
    for k in range(count):
        write_move(forest.names, first + k, read_move(forest.moves, k))
        forest.made[first + k], forest.gains[first + k] = 0, 0.0
    return int(node)


def next_place(forest: Any, node: int, stream: Any) -> int:
    """Return an untried move at random, or else the move with the highest upper confidence bound (UCB1)."""
    first, count, untried = forest.firsts[node], forest.counts[node], 0
    for k in range(first, first + count):
        untried += forest.made[k] == 0
    if untried > 0:
        left = below(stream, untried)
        for k in range(count):
            if forest.made[first + k] == 0:
                if left == 0:
                    return int(k)
                left -= 1
    best, best_place = -1.0, 0
    least, most = forest.least[forest.players[node]], forest.most[forest.players[node]]
    for k in range(count):
        made = forest.made[first + k]
        bound = (forest.gains[first + k] / made - least) / (most - least) if most > least else 0.5
        bound += EXPLORATION * sqrt(forest.confidence[node] / made)
        if bound > best:
            best, best_place = bound, k
    return best_place


def back_up(forest: Any, depth: int) -> None:
    """Add the gains of a game to the seats' extremes and to the nodes on its path."""
    for seat in range(len(forest.held)):
        gain = gain_to(forest.row, 0, seat)
        forest.least[seat], forest.most[seat] = min(forest.least[seat], gain), max(forest.most[seat], gain)
    for step in range(depth):
        node = forest.path[step]
        place = forest.firsts[node] + forest.choices[step]
        forest.made[place] += 1
        forest.gains[place] += gain_to(forest.row, 0, forest.players[node])
        forest.visits[node] += 1
        forest.confidence[node] += 1.0 / forest.visits[node]


#: The functions that the loop is made of, each after those that it calls.
PARTS = (
    sight_of,
    *REMEMBERING,
    *PLAYING,
    has_room,
    sample_world,
    first_memory,
    next_memory,
    same_name,
    node_with_moves,
    add_node,
    next_place,
    back_up,
    play_out,
)
