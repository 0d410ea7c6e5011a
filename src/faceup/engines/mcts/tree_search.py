"""Monte Carlo tree search: the loop that plays games out from one position and keeps a tree of how they ended.

Each playout goes down the tree by the upper confidence bound, adds one position to it, goes on at random to the end of
play, and adds what everybody gained to all positions on its way (UCT: Kocsis and Szepesvari 2006). A position whose
value is certain is *settled* and never played out again: an end of play, or a position after which all moves are
settled, or one of them gives whoever moves the most that there is (Winands, Bjornsson and Saito 2008).

One text serves CPython and machine code, so that both make the same moves: what a state and its moves are is asked
through the names that ``backends`` puts in their place. Numbers are float64 in both, and are summed in one order.

Nodes are numbered in the order in which they are met; the root is 0. What belongs to a node stands at its number in
each column, what belongs to each seat at ``node * width + seat``. Of two opponents one number is kept, player 0's.
All gains are those of the whole play from the root on.
"""

from math import sqrt
from typing import Any, NamedTuple

from faceup.engines.model.kernel_names import PAID, ROWS, add_row, last_gain, read_move, read_state, write_state
from faceup.engines.model.random_stream import below, draw_outcome, list_moves
from faceup.rules.contract import CHANCE, OVER

DONE, CROWDED, BROKEN = range(3)  # what a playout says: it is done, there were more moves than room, or rules broke
EXPLORATION = 1.0  # the weight of the confidence bound, for gains between 0 and 1
LONGEST = 1000  # moves of a playout; one that is cut there counts what was gained by then
NODES, PLAYOUTS, REGISTERS = range(3)
NONE = -1


class Tree(NamedTuple):
    """The tree and the room to work in: arrays in machine code, lists in CPython."""

    registers: Any  # how many nodes there are, and how many games were played out
    # Of each node:
    states: Any
    turns: Any  # who moves there
    counts: Any  # how many moves there are; NONE before they were listed
    tried: Any  # how many of them have a node
    firsts: Any  # the move that is tried first, the others follow it round
    open_moves: Any  # how many moves are not settled yet
    children: Any  # the node that was made last after it, or NONE
    siblings: Any  # the node that was made before it after the same position, or NONE
    places: Any  # which move leads to it
    weights: Any  # after chance: how likely it is
    visits: Any  # games that came through it
    settled: Any  # 1 where its value is certain
    # Of each node and seat:
    totals: Any  # the gains of all games that came through it; the value itself where it is settled
    gained: Any  # what was gained before it
    # Of each seat:
    row: Any  # the gains of the game that is played out
    least: Any  # of all games
    most: Any
    top: Any  # the most that this seat can get, or infinity
    # To work in:
    path: Any
    confidence: Any  # by the number of games, a logarithm of it
    moves: Any
    odds: Any


def think(rules: Any, tree: Any, root: Any, playouts: int, stream: Any) -> int:
    """Go on until so many games were played out from a state in which somebody has a choice, or its value is settled.

    A tree without nodes begins with the root. What it then says of the root is asked of its ``children``. Returns what
    is wrong, or DONE.
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
    """Which move is made in a state that is not wholly in the tree, all its moves listed; and what is wrong."""
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
    """The node after a move that is listed, made now; and what is wrong. Its gains so far stand in the row."""
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
    """Put a state into the tree, with what the row says was gained before it; says what is wrong."""
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
    """Go on at random to the end of play, and add what is gained to the row; says what is wrong."""
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
    """Settle a node where that can be, now that one after it is; whether it is settled now."""
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
        if worth(tree.totals, child * width, who) < tree.top[who]:
            if tree.open_moves[node] > 0:
                return False
            one = tree.children[node]
            while one != NONE:
                if worth(tree.totals, one * width, who) > worth(tree.totals, best * width, who):
                    best = one
                one = tree.siblings[one]
        for k in range(width):
            tree.totals[node * width + k] = tree.totals[best * width + k]
    tree.settled[node] = 1
    return True


def most_promising(tree: Any, node: int) -> int:
    """The node after this one with the highest upper confidence bound for whoever moves here.

    That of a settled node is its value: nothing is left to find out there.
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
    """What a node is worth to a seat, as a share of the way from the least to the most that any game brought it."""
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
    """The node after this move, or NONE."""
    child = tree.children[node]
    while child != NONE and tree.places[child] != place:
        child = tree.siblings[child]
    return int(child)


def worth(numbers: Any, at: int, who: int) -> float:
    """What the gains that stand there are worth to a seat."""
    if ROWS:
        return float(numbers[at + who])
    return float(numbers[at] if who == 0 else -numbers[at])


def copy_row(numbers: Any, node: int, row: Any) -> None:
    """Copy what belongs to a node and each seat into the row."""
    for k in range(len(row)):
        row[k] = numbers[node * len(row) + k]


def list_for(rules: Any, work: Any, s: Any, who: int) -> tuple[int, int]:
    """List the moves of ``who``, who is to move in a state: how many there are, and what is wrong."""
    count = list_moves(rules, s, work.moves)
    if count > len(work.moves):
        return count, CROWDED
    return count, DONE if count > 0 and CHANCE <= who < seat_count(work) else BROKEN


def draw_place(rules: Any, work: Any, s: Any, who: int, count: int, stream: Any) -> int:
    """One of so many moves that are listed, at random, of chance by its odds; NONE where these are none."""
    if who == CHANCE:
        return draw_outcome(rules, s, work.moves, work.odds, count, stream)
    return below(stream, count)


def play_place(rules: Any, work: Any, s: Any, place: int) -> Any:
    """The state after a move that is listed; what is gained by it is added to the row."""
    move = read_move(work.moves, place)
    if PAID:
        add_gain(rules, s, work.row, rules.reward(s, move))
    return rules.play(s, move)


def add_gain(rules: Any, state: Any, row: Any, gain: Any) -> None:
    """Add what is gained in a state to the row."""
    if ROWS:
        add_row(row, gain)
    else:
        row[0] += last_gain(row[0], gain)


def is_finite(row: Any) -> bool:
    """Whether all numbers are."""
    differences = 0.0
    for k in range(len(row)):
        differences += row[k] - row[k]  # nan of what is infinite
    return differences == 0.0


def seat_count(work: Any) -> int:
    """How many may move."""
    return len(work.row) if ROWS else 2


#: The functions that play a game on, each after those that it calls.
PLAYING = (add_gain, is_finite, seat_count, list_for, draw_place, play_place, worth)
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
