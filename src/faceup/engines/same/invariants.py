"""What no renaming of its moves can change about a game: how soon it can be won, how often it ends how, which positions
are rare."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph import GameGraph, stretches
from faceup.numbers.exact import Exact
from faceup.rules.contract import OVER
from faceup.rules.moves import Move, in_order

MOST_COUNTED = 20_000_000  # moves looked at to count the ways to play: some seconds
LONGEST = 50  # moves of ways to play that are counted, where these may have any length
MOST_SETS = 10_000  # of winning moves, before they explain nothing


class QuickestWins(NamedTuple):
    """In how many moves, of both, a player can win at the earliest, and all sets of that player's moves that do it."""

    length: int
    sets: list[tuple[Move, ...]]


def quickest_wins(graph: GameGraph, player: int) -> QuickestWins | None:
    """How a player can win soonest; None where that player cannot win, or where the sets are many."""
    left = _moves_to_a_win(graph, player)
    if left[0] > len(graph.states):
        return None
    ways: dict[int, set[frozenset[Move]]] = {0: {frozenset()}}  # for each position: the player's moves on the way
    for _ in range(int(left[0])):
        after: dict[int, set[frozenset[Move]]] = {}
        for i, sets in ways.items():
            for edge in graph.edges(i):
                target = int(graph.targets[edge])
                if left[target] == left[i] - 1:
                    own = frozenset({graph.move(edge)} if graph.turns[i] == player else ())
                    after.setdefault(target, set()).update(before | own for before in sets)
        ways = after
        if sum(map(len, ways.values())) > MOST_SETS:
            return None
    return QuickestWins(int(left[0]), sorted({tuple(in_order(moves)) for sets in ways.values() for moves in sets}))


def _moves_to_a_win(graph: GameGraph, player: int) -> Any:
    """From each position the least number of moves to a win of the player; more than there are where none is left."""
    far = len(graph.states) + 1
    wins = [place for place, number in enumerate(graph.numbers) if (number > 0 if player == 0 else number < 0)]
    left = np.where((graph.turns == OVER) & np.isin(graph.payoffs, wins), 0, far)
    into, first = graph.incoming
    front = np.flatnonzero(left == 0)
    moves = 0
    while len(front):
        moves += 1
        before = np.unique(graph.sources[into[stretches(first, front).edges]])
        front = before[left[before] > moves]
        left[front] = moves
    return left


def endings(graph: GameGraph) -> Iterator[dict[Exact, int] | None]:
    """For each length, how many sequences of moves end with which payoff; None, and no more, where there are too many
    positions to count on."""
    at, ways = np.zeros(1, np.int64), np.array([1], object)
    work = length = 0
    while len(at):
        over = graph.turns[at] == OVER
        ends: dict[Exact, int] = {}
        for place, count in zip(graph.payoffs[at[over]].tolist(), ways[over], strict=True):
            number = graph.numbers[place]
            ends[number] = ends.get(number, 0) + count
        yield ends
        edges, counts, _ = graph.edges_of(at)
        work += len(edges)
        length += 1
        if work > MOST_COUNTED or (length > LONGEST and graph.comes_round):
            yield None
            return
        ways = np.repeat(ways, counts)
        order = np.argsort(graph.targets[edges], kind="stable")
        at, begins = np.unique(graph.targets[edges][order], return_index=True)
        ways = np.add.reduceat(ways[order], begins) if len(at) else ways


def rarer(one: Any, other: Any) -> tuple[int, int, tuple[int, int]] | None:
    """The last thing whose colour is not as frequent in both lists: in which list, where, and how often in each."""
    kinds, places = np.unique(np.concatenate((one, other)), return_inverse=True)
    counts = [np.bincount(part, minlength=len(kinds)) for part in (places[: len(one)], places[len(one) :])]
    for side, part in enumerate((places[: len(one)], places[len(one) :])):
        rare = np.flatnonzero((counts[0] != counts[1])[part])
        if len(rare):
            kind = part[rare[-1]]
            return side, int(rare[-1]), (int(counts[0][kind]), int(counts[1][kind]))
    return None
