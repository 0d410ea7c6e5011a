"""Monte Carlo tree search: the loop that plays games out from one position and keeps a tree of their results.

Each playout descends the tree by the upper confidence bound, adds one position to it, goes on at random to the end of
play, and adds the gains of all seats to all positions on its path (UCT: Kocsis and Szepesvari 2006). A position whose
value is certain is *settled* and never played out again: an end of play, or a position after which all moves are
settled, or one of them gives the player to move the highest possible payoff (Winands, Bjornsson and Saito 2008).

One text serves CPython and machine code, so that both make the same moves: ``backends`` binds the names that read
states and moves. Numbers are float64 in both, and are summed in one order.

Nodes are numbered in the order of their creation; the root is 0. Columns of nodes are indexed by the node, columns of
nodes and seats by ``node * width + seat``. For two opponents the width is 1, the gain of player 0. All gains are those
of the whole play from the root on.
"""

from math import sqrt
from typing import Any, NamedTuple

from faceup.engines.model.kernel_names import PAID, ROWS, add_row, last_gain, read_move, read_state, write_state
from faceup.engines.model.random_stream import below, draw_outcome, list_moves
from faceup.rules.contract import CHANCE, OVER

DONE, CROWDED, BROKEN = range(3)  # statuses of a playout: done, more moves than room, an error in the rules
EXPLORATION = 1.0  # the weight of the confidence bound, for gains between 0 and 1
LONGEST = 1000  # moves of a playout; one that is cut there counts its gains so far
NODES, PLAYOUTS, REGISTERS = range(3)
NONE = -1


class Tree(NamedTuple):
    """The tree and the room to work in: arrays in machine code, lists in CPython."""

    registers: Any  # the numbers of nodes and of playouts
    # Of each node:
    states: Any
    turns: Any  # the player to move
    counts: Any  # the number of moves; NONE before they are listed
    tried: Any  # the number of moves with a node
    firsts: Any  # the move to try first; the others follow cyclically
    open_moves: Any  # the number of moves that are not settled yet
    children: Any  # the newest child, or NONE
    siblings: Any  # the child of the same parent before this one, or NONE
    places: Any  # the index of the move that leads to it
    weights: Any  # after chance: its probability
    visits: Any  # playouts through it
    settled: Any  # 1 if its value is certain
    # Of each node and seat:
    totals: Any  # the sum of gains of all playouts through it; its value once settled
    gained: Any  # the gains before it
    # Of each seat:
    row: Any  # the gains of the current playout
    least: Any  # the lowest and the highest gain of all playouts
    most: Any
    top: Any  # the highest possible payoff of the seat, or infinity
    # To work in:
    path: Any
    confidence: Any  # the logarithm of each number of visits
    moves: Any
    odds: Any


def think(rules: Any, tree: Any, root: Any, playouts: int, stream: Any) -> int:
    """Play out until the tree has so many playouts from the root, a decision, or its value is settled.

    An empty tree begins with the root. The estimates of moves are those of the root's ``children``. Return the status.
    """
    registers, status = tree.registers, DONE
    if registers[NODES] == 0:
        registers[PLAYOUTS] = 0
        for k in range(len(tree.row)):
            tree.row[k] = 0.0
        status = add_node(rules, tree, root)
    while status == DONE and registers[PLAYOUTS] < playouts and tree.settled[0] == 0:
        status = play_out(rules, tree, stream)
        registers[PLAYOUTS] += 1
    return status


def play_out(rules: Any, tree: Any, stream: Any) -> int:
    """Play one game out."""
    node, depth, status, news = 0, 0, DONE, False
    tree.path[0] = 0
    while tree.settled[node] == 0:
        child = NONE
        if tree.turns[node] != CHANCE and tree.tried[node] == tree.counts[node]:
            child = most_promising(tree, node)
        else:
            s = read_state(tree.states, node)
            place, status = next_place(rules, tree, node, s, stream)
            if status != DONE:
                return status
            if tree.turns[node] == CHANCE:
                child = child_at(tree, node, place)
            if child == NONE:
                child, status = grow(rules, tree, node, s, place)
                if status == DONE and tree.settled[child] == 0:
                    status = play_at_random(rules, tree, read_state(tree.states, child), stream)
                if status != DONE:
                    return status
                depth += 1
                tree.path[depth] = child
                news = tree.settled[child] == 1
                break
        depth += 1
        tree.path[depth] = child
        node = child
    if tree.settled[tree.path[depth]] == 1:
        copy_row(tree.totals, tree.path[depth], tree.row)
    back_up(tree, depth)
    while news and depth > 0:
        depth -= 1
        news = settle(tree, tree.path[depth], tree.path[depth + 1])
    return DONE


def next_place(rules: Any, tree: Any, node: int, s: Any, stream: Any) -> tuple[int, int]:
    """Return the move to try in a state that is not wholly in the tree, with all its moves listed, and the status."""
    count, status = list_for(rules, tree, s, tree.turns[node])
    if status != DONE:
        return NONE, status
    if tree.turns[node] == CHANCE:
        place = draw_place(rules, tree, s, CHANCE, count, stream)
        if place == NONE:
            return NONE, BROKEN
        if tree.counts[node] == NONE:
            tree.counts[node] = count
            tree.open_moves[node] = 0
            for k in range(count):
                tree.open_moves[node] += tree.odds[k] > 0
        return place, DONE
    if tree.counts[node] == NONE:
        tree.counts[node] = tree.open_moves[node] = count
        tree.firsts[node] = below(stream, count)
    return (tree.firsts[node] + tree.tried[node]) % count, DONE


def grow(rules: Any, tree: Any, node: int, s: Any, place: int) -> tuple[int, int]:
    """Add the node after a listed move, and return it with the status. The row holds the gains so far."""
    copy_row(tree.gained, node, tree.row)
    child = tree.registers[NODES]
    status = add_node(rules, tree, play_place(rules, tree, s, place))
    tree.places[child], tree.siblings[child] = place, tree.children[node]
    tree.children[node] = child
    tree.tried[node] += 1
    if tree.turns[node] == CHANCE:
        whole = 0.0
        for k in range(tree.counts[node]):
            whole += tree.odds[k]
        tree.weights[child] = tree.odds[place] / whole
    return child, status


def add_node(rules: Any, tree: Any, state: Any) -> int:
    """Put a state into the tree, with the gains before it from the row; return the status."""
    node, width = tree.registers[NODES], len(tree.row)
    tree.registers[NODES] = node + 1
    write_state(tree.states, node, state)
    who = rules.turn(state)
    tree.turns[node] = who
    tree.counts[node] = tree.children[node] = tree.siblings[node] = tree.places[node] = NONE
    tree.tried[node] = tree.visits[node] = 0
    tree.settled[node] = 0
    for k in range(width):
        tree.gained[node * width + k] = tree.row[k]
        tree.totals[node * width + k] = 0.0
    if who == OVER:
        add_gain(rules, state, tree.row, rules.payoff(state))
        tree.settled[node] = 1
        for k in range(width):
            tree.totals[node * width + k] = tree.row[k]
        return DONE if is_finite(tree.row) else BROKEN
    return DONE if CHANCE <= who < seat_count(tree) else BROKEN


def play_at_random(rules: Any, tree: Any, state: Any, stream: Any) -> int:
    """Play at random to the end, and add the gains to the row; return the status."""
    s = state
    for _ in range(LONGEST):
        who = rules.turn(s)
        if who == OVER:
            add_gain(rules, s, tree.row, rules.payoff(s))
            break
        count, status = list_for(rules, tree, s, who)
        if status != DONE:
            return status
        place = draw_place(rules, tree, s, who, count, stream)
        if place == NONE:
            return BROKEN
        s = play_place(rules, tree, s, place)
    return DONE if is_finite(tree.row) else BROKEN


def back_up(tree: Any, depth: int) -> None:
    """Add the gains of a game to all nodes on its path."""
    width = len(tree.row)
    for k in range(width):
        tree.least[k] = min(tree.least[k], tree.row[k])
        tree.most[k] = max(tree.most[k], tree.row[k])
    for step in range(depth + 1):
        node = tree.path[step]
        tree.visits[node] += 1
        if tree.settled[node] == 0:
            for k in range(width):
                tree.totals[node * width + k] += tree.row[k]


def settle(tree: Any, node: int, child: int) -> bool:
    """Settle a node if possible, after one of its children was settled; return whether it is settled now."""
    width, who = len(tree.row), tree.turns[node]
    tree.open_moves[node] -= 1
    if who == CHANCE:
        if tree.open_moves[node] > 0:
            return False
        for k in range(width):
            total, one = 0.0, tree.children[node]
            while one != NONE:
                total += tree.weights[one] * tree.totals[one * width + k]
                one = tree.siblings[one]
            tree.totals[node * width + k] = total
    else:
        best = child
        if gain_to(tree.totals, child * width, who) < tree.top[who]:
            if tree.open_moves[node] > 0:
                return False
            one = tree.children[node]
            while one != NONE:
                if gain_to(tree.totals, one * width, who) > gain_to(tree.totals, best * width, who):
                    best = one
                one = tree.siblings[one]
        for k in range(width):
            tree.totals[node * width + k] = tree.totals[best * width + k]
    tree.settled[node] = 1
    return True


def most_promising(tree: Any, node: int) -> int:
    """Return the child with the highest upper confidence bound for the player to move (UCB1).

    The bound of a settled child is its value.
    """
    best, promising, child = -1.0, NONE, tree.children[node]
    confidence = tree.confidence[tree.visits[node]]
    while child != NONE:
        bound = share(tree, child, tree.turns[node])
        if tree.settled[child] == 0:
            bound += EXPLORATION * sqrt(confidence / tree.visits[child])
        if bound > best:
            best, promising = bound, child
        child = tree.siblings[child]
    return promising


def share(tree: Any, node: int, who: int) -> float:
    """Return the value of a node to a seat, scaled to 0..1 between the lowest and the highest gain of any game."""
    width = len(tree.row)
    seat = who if ROWS else 0
    mean = tree.totals[node * width + seat]
    if tree.settled[node] == 0:
        mean /= tree.visits[node]
    least, most = tree.least[seat], tree.most[seat]
    if most <= least:
        return 0.5
    gap = most - mean if not ROWS and who == 1 else mean - least
    return float(gap / (most - least))


def child_at(tree: Any, node: int, place: int) -> int:
    """Return the child after this move, or NONE."""
    child = tree.children[node]
    while child != NONE and tree.places[child] != place:
        child = tree.siblings[child]
    return int(child)


def gain_to(numbers: Any, at: int, who: int) -> float:
    """Return the gain of a seat in the row at this place; for two opponents, player 1 gets minus player 0's."""
    if ROWS:
        return float(numbers[at + who])
    return float(numbers[at] if who == 0 else -numbers[at])


def copy_row(numbers: Any, node: int, row: Any) -> None:
    """Copy a node's numbers, one for each seat, into the row."""
    for k in range(len(row)):
        row[k] = numbers[node * len(row) + k]


def list_for(rules: Any, work: Any, s: Any, who: int) -> tuple[int, int]:
    """List the moves of ``who`` in a state; return their number and the status."""
    count = list_moves(rules, s, work.moves)
    if count > len(work.moves):
        return count, CROWDED
    return count, DONE if count > 0 and CHANCE <= who < seat_count(work) else BROKEN


def draw_place(rules: Any, work: Any, s: Any, who: int, count: int, stream: Any) -> int:
    """Draw one of the listed moves, of chance by its odds; NONE if the odds are bad."""
    if who == CHANCE:
        return draw_outcome(rules, s, work.moves, work.odds, count, stream)
    return below(stream, count)


def play_place(rules: Any, work: Any, s: Any, place: int) -> Any:
    """Play a listed move, and add its reward to the row."""
    move = read_move(work.moves, place)
    if PAID:
        add_gain(rules, s, work.row, rules.reward(s, move))
    return rules.play(s, move)


def add_gain(rules: Any, state: Any, row: Any, gain: Any) -> None:
    """Add a gain in a state to the row."""
    if ROWS:
        add_row(row, gain)
    else:
        row[0] += last_gain(row[0], gain)


def is_finite(row: Any) -> bool:
    """Whether all numbers of a row are finite."""
    differences = 0.0
    for k in range(len(row)):
        differences += row[k] - row[k]  # nan for an infinite number
    return differences == 0.0


def seat_count(work: Any) -> int:
    """Return the number of seats."""
    return len(work.row) if ROWS else 2


#: The functions that play a game on, each after those that it calls.
PLAYING = (add_gain, is_finite, seat_count, list_for, draw_place, play_place, gain_to)
#: Those that the loop is made of.
PARTS = (
    *PLAYING,
    copy_row,
    child_at,
    share,
    most_promising,
    settle,
    back_up,
    play_at_random,
    add_node,
    grow,
    next_place,
    play_out,
)
