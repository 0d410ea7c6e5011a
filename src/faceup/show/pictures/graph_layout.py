"""The layout of an acyclic graph: nodes in layers from left to right, with few crossings.

The four steps of K. Sugiyama, S. Tagawa and M. Toda (IEEE Trans. Systems, Man and Cybernetics 11, 1981): layers,
long edges cut at every layer, an order within each layer, and heights.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

SWEEPS = 12  # sweeps through all layers, to and fro
PASSING_ROOM = 0.5  # share of a node's room, for an edge that only passes

Edge = tuple[int, int]


class Layout:
    """The layer and the height of each node, and the heights at which each edge passes the layers between.

    Heights are in units of one node's room, from 0 down; an edge's route is its points (layer, height), both ends too.
    """

    def __init__(self, nodes: int, edges: Sequence[Edge]) -> None:
        self.layer = _longest_ways(nodes, edges)
        self._routes: dict[Edge, list[int]] = {}
        layers: list[list[int]] = [[] for _ in range(max(self.layer) + 1)]
        for node in range(nodes):
            layers[self.layer[node]].append(node)
        self._room = [1.0] * nodes
        links: list[Edge] = []
        for edge in dict.fromkeys(edges):
            route = [edge[0]]
            for layer in range(self.layer[edge[0]] + 1, self.layer[edge[1]]):
                route.append(len(self._room))
                layers[layer].append(len(self._room))
                self._room.append(PASSING_ROOM)
            self._routes[edge] = [*route, edge[1]]
            links += pairwise(self._routes[edge])
        self._before: list[list[int]] = [[] for _ in self._room]
        self._after: list[list[int]] = [[] for _ in self._room]
        for source, target in links:
            self._before[target].append(source)
            self._after[source].append(target)
        self._height = self._heights(self._order(layers))
        self.height = self._height[:nodes]
        self.layers = len(layers)
        self.span = max(self._height)

    def route(self, edge: Edge) -> list[tuple[int, float]]:
        """Return the points of an edge, (layer, height), from its source to its target."""
        first = self.layer[edge[0]]
        return [(first + k, self._height[node]) for k, node in enumerate(self._routes[edge])]

    def _order(self, layers: list[list[int]]) -> list[list[int]]:
        """Return the order with the fewest crossings among those of the barycentre sweeps, to and fro."""
        best, fewest = layers, self._crossings(layers)
        for sweep in range(SWEEPS):
            down = sweep % 2 == 0
            neighbours = self._before if down else self._after
            layers = [list(layer) for layer in layers]
            for layer in layers if down else reversed(layers):
                place = {node: k for other in layers for k, node in enumerate(other)}
                layer.sort(key=lambda node: _mean([place[other] for other in neighbours[node]], place[node]))
            crossings = self._crossings(layers)
            if crossings < fewest:
                best, fewest = layers, crossings
        return best

    def _crossings(self, layers: Sequence[Sequence[int]]) -> int:
        crossings = 0
        for left, right in pairwise(layers):
            place = {node: k for k, node in enumerate(right)}
            ends = [place[target] for node in left for target in sorted(self._after[node], key=place.__getitem__)]
            crossings += sum(a > b for k, b in enumerate(ends) for a in ends[:k])
        return crossings

    def _heights(self, layers: Sequence[Sequence[int]]) -> list[float]:
        """Return the heights: each node as near to the mean of its neighbours as the order and the room allow."""
        heights = [0.0] * len(self._room)
        for layer in layers:
            low = -sum(self._room[node] for node in layer) / 2
            for node in layer:
                heights[node] = low + self._room[node] / 2
                low += self._room[node]
        for sweep in range(SWEEPS):
            neighbours = (self._before, self._after)[sweep % 2]
            for layer in layers if sweep % 2 == 0 else reversed(layers):
                desired = [_mean([heights[other] for other in neighbours[node]], heights[node]) for node in layer]
                for node, height in zip(layer, apart(desired, [self._room[node] for node in layer]), strict=True):
                    heights[node] = height
        top = min(heights)
        return [height - top for height in heights]


def apart(desired: Sequence[float], rooms: Sequence[float]) -> list[float]:
    """Return the places nearest to those desired that keep the order and the room of each (pool adjacent violators)."""
    offsets = [0.0, *accumulate((a + b) / 2 for a, b in pairwise(rooms))]
    pools: list[tuple[float, int]] = []  # mean and number
    for want, offset in zip(desired, offsets, strict=True):
        pools.append((want - offset, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (a, m), (b, n) = pools.pop(-2), pools.pop()
            pools.append(((a * m + b * n) / (m + n), m + n))
    means = [mean for mean, number in pools for _ in range(number)]
    return [mean + offset for mean, offset in zip(means, offsets, strict=True)]


def _longest_ways(nodes: int, edges: Sequence[Edge]) -> list[int]:
    """Return the layer of each node: the length of the longest path to it, so that all edges lead to the right."""
    layer = [0] * nodes
    for _ in range(nodes):
        changed = False
        for source, target in edges:
            if layer[target] <= layer[source]:
                layer[target] = layer[source] + 1
                changed = True
        if not changed:
            break
    return layer


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise
