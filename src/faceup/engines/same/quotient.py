"""The least graph of a game: positions from which play goes on alike are one."""

from dataclasses import replace
from typing import Any

import numpy as np

from faceup.engines.model.graph import GameGraph


def sorted_by_move(graph: GameGraph) -> GameGraph:
    """The same graph with the edges of each position in the order of their moves, each move once."""
    order = np.lexsort((graph.moves, graph.sources))
    sources, moves = graph.sources[order], graph.moves[order]
    again = np.zeros(len(order), bool)
    again[1:] = (sources[1:] == sources[:-1]) & (moves[1:] == moves[:-1])
    return _with_edges(graph, order[~again], np.bincount(sources[~again], minlength=len(graph.states)))


def least_graph(graph: GameGraph) -> GameGraph:
    """The same game with one position for all from which the same can be played, move by named move.

    Exact: two positions become one if and only if the player to move, the moves, their rewards and odds, and, from
    there on, everything else up to the payoffs is the same. Edges are in the order of their moves; of the states that
    become one, the first stands for all.
    """
    graph = sorted_by_move(graph)
    edges = np.stack((graph.moves, graph.rewards, graph.weights, graph.targets), axis=1)
    heads = np.stack((graph.turns.astype(np.int64), graph.payoffs), axis=1)
    classes = np.zeros(len(graph.states), np.int64)
    known: dict[Any, int] = {}
    if not graph.comes_round:
        for level in graph.levels:  # from the ends up: where moves lead to is settled
            classes[level] = _classify_positions(graph, edges, heads, classes, level, known)
    else:  # from no difference at all to more and more of them, until none is found (Moore 1956)
        every, before = np.arange(len(graph.states)), 1
        while True:
            known = {}
            classes = np.array(_classify_positions(graph, edges, heads, classes, every, known))
            if len(known) == before:
                break
            before = len(known)
    kept = np.unique(classes, return_index=True)[1]
    kept.sort()  # in the order of the walk, so that the start is first again
    place = np.empty(len(kept), np.int64)
    place[classes[kept]] = np.arange(len(kept))
    chosen, counts, _ = graph.edges_of(kept)
    less = _with_edges(graph, chosen, counts)
    return replace(
        less,
        states=[graph.states[i] for i in kept.tolist()],
        turns=graph.turns[kept],
        plies=graph.plies[kept],
        payoffs=graph.payoffs[kept],
        targets=place[classes[less.targets]],
    )


def _classify_positions(
    graph: GameGraph, edges: Any, heads: Any, classes: Any, chosen: Any, known: dict[Any, int]
) -> list[int]:
    """The class of each chosen position, by its head and its edges with the ``classes`` that these lead to.

    ``known`` has the class of each head with the bytes of its edges.
    """
    own, counts, starts = graph.edges_of(chosen)
    block = edges[own]
    block[:, 3] = classes[block[:, 3]]
    data, width = block.tobytes(), edges.itemsize * edges.shape[1]
    begins, ends = (starts * width).tolist(), ((starts + counts) * width).tolist()
    return [
        known.setdefault((head, data[begin:end]), len(known))
        for head, begin, end in zip(map(tuple, heads[chosen].tolist()), begins, ends, strict=True)
    ]


def _with_edges(graph: GameGraph, edges: Any, counts: Any) -> GameGraph:
    """The graph with these of its edges, so many for each position."""
    return replace(
        graph,
        first=np.concatenate(([0], np.cumsum(counts))),
        moves=graph.moves[edges],
        targets=graph.targets[edges],
        weights=graph.weights[edges],
        rewards=graph.rewards[edges],
    )
