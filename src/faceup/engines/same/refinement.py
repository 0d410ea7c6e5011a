"""Colour refinement of positions and names: a renaming preserves colours, so different colours prove a difference.

Colours are 64-bit hashes. First each position is coloured by its unlabelled continuations, from the ends up. Then, in
turns, positions are separated by the names on their edges, and names by the sources and targets of their edges, until
the number of colours no longer grows (the Weisfeiler-Leman algorithm on graphs).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from faceup.engines.model.limits import Limits
from faceup.engines.same.labelled_graph import LabelledGraph

MOST_SHARPENED = 20_000_000  # names times moves for sharper colours: some tens of seconds
MOST_ROUNDS = 100  # stopping early is safe: colours only spare the search some work

SEED, ODD, MORE = np.uint64(0x243F6A8885A308D3), np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
SHIFT, LESS = np.uint64(30), np.uint64(27)


@dataclass(frozen=True, eq=False)
class Colours:
    """The colours of positions, by ``shape`` alone and in full, of edges (with their targets), and of names."""

    shapes: Any
    positions: Any
    edges: Any
    names: Any


def refine(graphs: Sequence[LabelledGraph]) -> list[Colours]:
    """Return colours that are comparable among these graphs."""
    shapes = [_shapes(graph) for graph in graphs]
    names = [mix_columns(np.array(graph.kinds, np.uint64)) for graph in graphs]
    return _refine_colours([_Refining(*each) for each in zip(graphs, shapes, shapes, names, strict=True)])


def sharpen_colours(graphs: Sequence[LabelledGraph], colours: Sequence[Colours], limits: Limits) -> list[Colours]:
    """Return sharper colours: each name is individualised, and its new colour is the resulting colouring."""
    if sum(len(graph.names) * len(graph.labels) for graph in graphs) > MOST_SHARPENED:
        return list(colours)
    sharper = []
    for graph, old in zip(graphs, colours, strict=True):
        signs = []
        for name in range(len(graph.names)):
            limits.check(graph.graph.game, len(graph.graph.states))
            names = old.names.copy()
            names[name] = mix_columns(names[name : name + 1], names[name : name + 1])[0]
            (alone,) = _refine_colours([_Refining(graph, old.shapes, old.positions, names)])
            signs.append(mix_columns(np.concatenate((alone.names, alone.positions))).sum(dtype=np.uint64))
        names = mix_columns(old.names, np.array(signs, np.uint64))
        sharper.append(_Refining(graph, old.shapes, old.positions, names))
    return _refine_colours(sharper)


class _Refining:
    """The colours of a graph while they become finer."""

    def __init__(self, graph: LabelledGraph, shapes: Any, positions: Any, names: Any) -> None:
        self.graph, self.shapes, self.positions, self.names = graph, shapes, positions, names
        self.sources, self.targets = graph.graph.sources, graph.graph.targets
        self.signs = _signs(graph)
        self.by_name = np.argsort(graph.labels, kind="stable")
        self.first_of_name = np.searchsorted(graph.labels[self.by_name], np.arange(len(graph.names) + 1))

    def refine_names(self) -> None:
        seen = mix_columns(self.signs, self.positions[self.sources], self.positions[self.targets])[self.by_name]
        self.names = mix_columns(self.names, _sums(seen, self.first_of_name))

    def refine_positions(self) -> None:
        """Mix into each position's colour the colours of the edges from it and to it."""
        graph = self.graph.graph
        into, first_into = graph.incoming
        ways = mix_columns(self.signs, self.names[self.graph.labels])
        after = _sums(mix_columns(ways, self.positions[self.targets]), graph.first)
        before = _sums(mix_columns(ways, self.positions[self.sources])[into], first_into)
        self.positions = mix_columns(self.positions, after, before)


def _refine_colours(graphs: Sequence[_Refining]) -> list[Colours]:
    """Refine until the number of colours no longer grows."""
    colour_count = 0
    for _ in range(MOST_ROUNDS):
        for each in graphs:
            each.refine_names()
        colours = sum(
            len(np.unique(np.concatenate(columns)))
            for columns in ([each.names for each in graphs], [each.positions for each in graphs])
        )
        if colours == colour_count:
            break
        colour_count = colours
        for each in graphs:
            each.refine_positions()
    return [
        Colours(each.shapes, each.positions, mix_columns(each.signs, each.positions[each.targets]), each.names)
        for each in graphs
    ]


def mix_columns(*columns: Any) -> Any:
    """Hash several columns to one colour for each row; the last steps are those of SplitMix64."""

    def mix(x: Any, y: Any) -> Any:
        x = (x + ODD) * MORE ^ y
        x = (x ^ x >> SHIFT) * MORE
        x = (x ^ x >> LESS) * ODD
        return x ^ x >> SHIFT

    return reduce(mix, columns, np.full(len(columns[0]), SEED))


def _shapes(labelled: LabelledGraph) -> Any:
    """Return the colour of each position by its unlabelled game tree."""
    graph = labelled.graph
    shapes = mix_columns(graph.turns.astype(np.uint64), labelled.payoffs.astype(np.uint64))
    signs = _signs(labelled)
    if graph.is_cyclic:  # to the depth of refinement; later refinement separates deeper differences
        heads = shapes
        for _ in range(MOST_ROUNDS):
            shapes = mix_columns(heads, _sums(mix_columns(signs, shapes[graph.targets]), graph.first))
        return shapes
    for level in graph.levels[1:]:
        edges, _, starts = graph.edges_of(level)
        after = mix_columns(signs[edges], shapes[graph.targets[edges]])
        shapes[level] = mix_columns(shapes[level], _sums(after, np.append(starts, len(edges))))
    return shapes


def _signs(labelled: LabelledGraph) -> Any:
    """Return the colour of each edge by its reward and odds."""
    return mix_columns(labelled.rewards.astype(np.uint64), labelled.graph.weights.astype(np.uint64))


def _sums(colours: Any, first: Any) -> Any:
    """Return the sums, modulo 2^64, of the colours from each ``first`` to the next."""
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(colours, dtype=np.uint64)))
    return sums[first[1:]] - sums[first[:-1]]
