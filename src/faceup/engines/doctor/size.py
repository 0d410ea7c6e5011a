"""How many positions a game seems to have."""

import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from faceup.engines.contract_check import LONG_PLAY, random_play
from faceup.engines.graph import walk
from faceup.engines.limits import Limits
from faceup.engines.seats import seats_of
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached

SECONDS = 1.0


def counted_positions(game: Game, seconds: float) -> int | None:
    """How many positions there are, where all of them can be looked at in so many seconds."""
    try:
        return len(walk(game, canonical=True, seats=seats_of(game), limits=Limits(seconds=seconds)).states)
    except LimitReached:
        return None


def estimated_positions(game: Game, seconds: float = SECONDS) -> int:
    """The number of positions that random games for so long make likely: a sampled estimate, and no bound.

    By how many moves they are from the start, at least, positions are counted that were met, and from those met once
    and twice the number of others is estimated (A. Chao, Scandinavian Journal of Statistics 11, 1984). A position that
    random play hardly finds is not in it.
    """
    chooser, began = random.Random(1), time.monotonic()
    met: Counter[Any] = Counter()
    nearest: dict[Any, int] = {}
    while time.monotonic() - began < seconds:
        for moves, state in enumerate(random_play(game, chooser, LONG_PLAY)):
            position = game.canon(state)
            met[position] += 1
            nearest[position] = min(moves, nearest.get(position, moves))
    layers: defaultdict[int, list[int]] = defaultdict(list)
    for position, times in met.items():
        layers[nearest[position]].append(times)
    return sum(map(_likely, layers.values()))


def _likely(times_met: Sequence[int]) -> int:
    once, twice = times_met.count(1), times_met.count(2)
    return len(times_met) + once * (once - 1) // (2 * (twice + 1))
