"""Plays apart by who decides first, where chance settles that: a chain for each player.

With which chance that happens, from each position on in which nobody has decided yet, is the value of the chain cut off
there. Given that it happens, what chance does is shared out by what it leads to (Doob's transform). These positions
stand apart from the same ones later in the play.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.opponents import values_of
from faceup.engines.model.graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE, OVER


class FirstPlays(NamedTuple):
    """The chain of plays in which this player is the first to decide, and the share of them among all."""

    player: int
    share: Fraction
    chain: GameGraph


class _Edge(NamedTuple):
    """A way on: to which position, with which weight and reward (a place among numbers), by which move."""

    target: int
    weight: Exact
    reward: int
    move: int


def plays_by_first_decider(chain: GameGraph, limits: Limits) -> Iterator[FirstPlays]:
    """The plays that each of two players begins, where chance lets now one and now the other; else nothing.

    Raises LimitReached.
    """
    deciders = _first_deciders(chain)
    if not {0, 1} <= set(deciders.values()):
        return
    for player in (0, 1):
        chances = _chances(chain, deciders, player, limits)
        if None not in chances.values():
            yield FirstPlays(player, Fraction(chances[0] or 0), _condition_chain(chain, deciders, chances))


def _first_deciders(chain: GameGraph) -> dict[int, int]:
    """Positions up to the first in which somebody decides, the start first, and who does: else CHANCE or OVER."""
    turn, first, targets = chain.game.turn, chain.first.tolist(), chain.targets.tolist()
    deciders, todo = {0: turn(chain.states[0])}, [0]
    while todo:
        i = todo.pop()
        for there in targets[first[i] : first[i + 1]] if deciders[i] == CHANCE else ():
            if there not in deciders:
                deciders[there] = turn(chain.states[there])
                todo.append(there)
    return deciders


def _chances(chain: GameGraph, deciders: dict[int, int], player: int, limits: Limits) -> dict[int, Exact | None]:
    """With which chance the player decides first, from each of these positions on; None where it is not exact."""
    places = {i: k for k, i in enumerate(deciders)}
    rows = [_edges(chain, i) if who == CHANCE else [] for i, who in deciders.items()]
    graph = _graph(
        chain,
        [chain.states[i] for i in deciders],
        turns=[CHANCE if who == CHANCE else OVER for who in deciders.values()],
        rows=[[edge._replace(target=places[edge.target], reward=0) for edge in row] for row in rows],
        payoffs=[int(who == player) for who in deciders.values()],
        numbers=[0, 1],
    )
    known = values_of(graph, limits, endless=0)
    return {i: low if low == high else None for i, ((low, high), *_) in zip(deciders, known, strict=True)}


def _condition_chain(chain: GameGraph, deciders: dict[int, int], chances: dict[int, Exact | None]) -> GameGraph:
    """The chain given that what has these chances happens: first positions in which nobody has decided, then all."""
    early = [i for i, who in deciders.items() if who == CHANCE and chances[i]]
    places = {i: k for k, i in enumerate(early)}
    rows = []
    for i in early:
        ways = [(edge, edge.weight * Fraction(chances[edge.target] or 0)) for edge in _edges(chain, i)]
        unit = lcm(*(weight.denominator for _, weight in ways))
        rows.append(
            [
                edge._replace(target=places.get(edge.target, edge.target + len(early)), weight=int(weight * unit))
                for edge, weight in ways
                if weight
            ]
        )
    later = [
        [edge._replace(target=edge.target + len(early)) for edge in _edges(chain, i)] for i in range(len(chain.states))
    ]
    return _graph(
        chain,
        [*(chain.states[i] for i in early), *chain.states],
        turns=[CHANCE] * len(early) + chain.turns.tolist(),
        rows=rows + later,
        payoffs=[0] * len(early) + chain.payoffs.tolist(),
        numbers=chain.numbers,
    )


def _edges(chain: GameGraph, i: int) -> list[_Edge]:
    edges = chain.edges(i)
    columns = (chain.targets, chain.weights, chain.rewards, chain.moves)
    rows: Iterable[Any] = zip(*(column[edges.start : edges.stop].tolist() for column in columns), strict=True)
    return [_Edge(*row) for row in rows]


def _graph(
    chain: GameGraph,
    states: list[Any],
    *,
    turns: Sequence[int],
    rows: Sequence[Sequence[_Edge]],
    payoffs: Sequence[int],
    numbers: list[Exact],
) -> GameGraph:
    """A chain of these positions, in the same game."""
    edges = [edge for row in rows for edge in row]
    long = any(edge.weight > 2**53 for edge in edges)
    return replace(
        chain,
        states=states,
        turns=np.array(turns, np.int8),
        plies=np.zeros(len(states), np.int32),
        first=np.cumsum([0, *map(len, rows)]),
        moves=np.array([edge.move for edge in edges], np.int64),
        targets=np.array([edge.target for edge in edges], np.int64),
        weights=np.array([edge.weight for edge in edges], object if long else np.int64),
        payoffs=np.array(payoffs, np.int64),
        rewards=np.array([edge.reward for edge in edges], np.int64),
        numbers=numbers,
    )
