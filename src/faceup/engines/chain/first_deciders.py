"""The plays that each player is the first to decide in, if chance settles who that is: a Markov chain for each player.

The probability that a player decides first, from a position in which nobody has decided yet, is the value of the chain
that ends at the first decision. Given that event, the odds of chance are weighted by this probability (Doob's
h-transform). Such positions are kept apart from the same positions later in the play.
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.opponents import values_of
from faceup.engines.graph.game_graph import MOST_ODDS, GameGraph
from faceup.engines.model.limits import Limits
from faceup.numbers.intervals import Bounds
from faceup.rules.contract import CHANCE, OVER


class FirstPlays(NamedTuple):
    """The chain of plays in which this player is the first to decide, and the share of them among all."""

    player: int
    share: Fraction
    chain: GameGraph


def plays_by_first_decider(chain: GameGraph, limits: Limits) -> Iterator[FirstPlays]:
    """The plays that each of two players begins, where chance lets now one and now the other; else nothing.

    Raises LimitReached.
    """
    deciders = _first_deciders(chain)
    if not {0, 1} <= set(deciders.values()):
        return
    early = np.zeros(len(chain.states), np.bool_)
    early[[i for i, who in deciders.items() if who == CHANCE]] = True
    for player in (0, 1):
        chances = _chances(chain, early, [i for i, who in deciders.items() if who == player], limits)
        if all(low == high for low, high in (chances[i] for i in deciders)):
            exact = [Fraction(low) for low, _ in chances]
            yield FirstPlays(player, exact[0], _condition_chain(chain, early, exact))


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


def _chances(chain: GameGraph, early: Any, deciding: list[int], limits: Limits) -> list[Bounds]:
    """Return the probability, from each position, that the first decision is at one of the positions ``deciding``."""
    edges = np.flatnonzero(early[chain.sources])
    payoffs = np.zeros(len(early), np.int64)
    payoffs[deciding] = 1
    cut = replace(
        chain.with_edges(edges, np.where(early, np.diff(chain.first), 0)),
        turns=np.where(early, CHANCE, OVER).astype(np.int8),
        payoffs=payoffs,
        rewards=np.zeros(len(edges), np.int64),
        numbers=[0, 1],
    )
    return [known.value for known in values_of(cut, limits, endless=0)]


def _condition_chain(chain: GameGraph, early: Any, chances: list[Fraction]) -> GameGraph:
    """The chain given what has these chances: a copy of the ``early`` positions, and then all."""
    count = len(early)
    possible = np.array([chance > 0 for chance in chances])
    edges = np.flatnonzero((early & possible)[chain.sources] & possible[chain.targets])
    sources, targets = chain.sources[edges], chain.targets[edges]
    shares = [
        int(weight) * chances[there] for weight, there in zip(chain.weights[edges], targets.tolist(), strict=True)
    ]
    units = dict[int, int]()
    for i, share in zip(sources.tolist(), shares, strict=True):
        units[i] = lcm(units.get(i, 1), share.denominator)
    weights = [int(share * units[i]) for i, share in zip(sources.tolist(), shares, strict=True)]
    wide = object if max(weights) > MOST_ODDS else chain.weights.dtype
    before = np.cumsum(np.bincount(sources, minlength=count))
    both = replace(
        chain,
        states=[*chain.states, *chain.states],
        turns=np.append(np.where(early, CHANCE, OVER), chain.turns).astype(np.int8),
        plies=np.zeros(2 * count, np.int32),
        first=np.concatenate(([0], before, before[-1] + chain.first[1:])),
        moves=np.append(chain.moves[edges], chain.moves),
        targets=np.append(np.where(early[targets], targets, targets + count), chain.targets + count),
        weights=np.append(np.array(weights, wide), chain.weights),
        payoffs=np.append(np.zeros(count, np.int64), chain.payoffs),
        rewards=np.append(chain.rewards[edges], chain.rewards),
    )
    return both.reachable()
