"""Fifteen solved by hand-written recursion, in the three ways a Python programmer would write it.

Each visits all 5,478 states, without cut-offs, as the engine does, and returns the value and the number of states.
"""

from functools import cache
from itertools import combinations
from typing import Any

from faceup.rules import OVER, Game

CARDS = range(1, 10)
TRIPLES = [three for three in combinations(CARDS, 3) if sum(three) == 15]
SETS = [frozenset(three) for three in TRIPLES]
MASKS = [sum(1 << card for card in three) for three in TRIPLES]


def with_bitsets() -> tuple[int, int]:
    """The fastest way: bitsets, and only the player who has just moved can have won."""

    @cache
    def value(mover: int, other: int) -> int:
        for mask in MASKS:
            if other & mask == mask:
                return -1
        best = -2
        taken = mover | other
        for card in CARDS:
            if not taken >> card & 1:
                best = max(best, -value(other, mover | 1 << card))
        return best if best > -2 else 0

    return value(0, 0), value.cache_info().currsize


def with_frozensets() -> tuple[int, int]:
    """The plain way: frozen sets of cards."""
    deck = frozenset(CARDS)

    @cache
    def value(mover: frozenset[int], other: frozenset[int]) -> int:
        if any(three <= other for three in SETS):
            return -1
        return max((-value(other, mover | {card}) for card in deck - mover - other), default=0)

    return value(frozenset(), frozenset()), value.cache_info().currsize


def with_rules(game: Game) -> tuple[float, int]:
    """The same recursion, on the rules that the game itself is written in."""

    @cache
    def value(state: Any) -> float:
        who = game.turn(state)
        if who == OVER:
            return game.payoff(state)
        values = [value(game.play(state, move)) for move in game.moves(state)]
        return max(values) if who == 0 else min(values)

    return value(game.start()), value.cache_info().currsize
