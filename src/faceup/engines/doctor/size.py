"""How many positions a game has: counted, or else at least so many, and what smaller sizes of it make likely."""

import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from math import ceil, exp, inf, log
from typing import Any

from faceup.engines.contract_check import LONG_PLAY, random_play
from faceup.engines.graph import MOST_POSITIONS
from faceup.engines.solve.smaller_sizes import positions_of, resized, scaled, whole_numbers
from faceup.results.diagnosis import Growth, SizeCounted
from faceup.rules.contract import Game

SECONDS = 1.0  # for random games, and as long again for smaller sizes
POSITIONS = 100_000  # of a smaller size that is counted
STEP = 1.15  # from one size to the next, so that small ones come one after another
APART = 1.6  # how far two sizes are apart, about, from which growth is read
BEYOND_FLOATS = 700.0  # what exp does not take


def counted_positions(game: Game, seconds: float) -> int | None:
    """How many positions there are, where all of them can be looked at in so many seconds."""
    return positions_of(game, MOST_POSITIONS, seconds)


def least_positions(game: Game, seconds: float = SECONDS) -> int:
    """The number of positions that there are at least, by random games for so long: a sampled bound.

    By how many moves they are from the start, at least, positions are counted that were met, and from those met once
    and twice the least number of others is estimated (A. Chao, Scandinavian Journal of Statistics 11, 1984). A position
    that random play hardly finds is not in it, and of many more than the games have moves nearly all are not.
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
    return sum(map(_at_least, layers.values()))


def _at_least(times_met: Sequence[int]) -> int:
    once, twice = times_met.count(1), times_met.count(2)
    return len(times_met) + once * (once - 1) // (2 * (twice + 1))


def growth(game: Game, seconds: float = SECONDS) -> Growth | None:
    """How the number of positions grows with the size, and what that makes of this one; None where it cannot be told.

    Of two sizes that were counted the rest is drawn on, as a power of the size, which is too little where growth is
    faster, and as a power of the logarithm, which is as fast as boards of squares grow, and too much for most.
    """
    if (largest := max(whole_numbers(game).values(), default=0)) < 2:
        return None
    counted = _counted(game, largest, seconds)
    if len(counted) < 2:
        return None
    (smaller, few), (larger, many) = _apart(counted)
    if few >= many or few < 2:
        return None
    wide, on = log(larger / smaller), log(largest / larger)
    low = log(many) + (log(many) - log(few)) / wide * on
    high = log(many) * (log(many) / log(few)) ** (on / wide)
    sizes = SizeCounted(scaled(game, smaller), few), SizeCounted(scaled(game, larger), many)
    return Growth(sizes, *(exp(number) if number < BEYOND_FLOATS else inf for number in (low, high)))


def _counted(game: Game, largest: int, seconds: float) -> list[tuple[int, int]]:
    """The sizes that were counted in so many seconds, smallest first, and their positions."""
    counted: list[tuple[int, int]] = []
    end, size, before = time.monotonic() + seconds, 1.0, dict[str, int]()
    while size < largest and (left := end - time.monotonic()) > 0:
        numbers = scaled(game, ceil(size))
        if numbers != before and (smaller := resized(game, numbers)) is not None:
            if (positions := positions_of(smaller, POSITIONS, left)) is None:
                break
            counted.append((ceil(size), positions))
        before, size = numbers, size * STEP
    return counted


def _apart(counted: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The largest size, and before it the one that is most nearly so far from it."""
    *others, last = counted
    return min(others, key=lambda size: abs(log(last[0] / size[0]) - log(APART))), last
