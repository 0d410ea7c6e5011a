"""How many positions a game has: counted, or else at least so many, and what smaller sizes of it make likely."""

import random
import time
from collections.abc import Sequence
from math import ceil, exp, inf, log
from typing import Any

from faceup.engines.model.contract_check import LONG_PLAY, random_play
from faceup.engines.model.graph import MOST_POSITIONS
from faceup.engines.solve.smaller_sizes import positions_of, resize_game, scale_numbers, whole_numbers
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
    """How many positions random games meet in so long: there are at least as many, and mostly far more."""
    chooser, began = random.Random(1), time.monotonic()
    met: set[Any] = set()
    while time.monotonic() - began < seconds:
        met.update(map(game.canon, random_play(game, chooser, LONG_PLAY)))
    return len(met)


def growth(game: Game, seconds: float = SECONDS) -> Growth | None:
    """How the number of positions grows with the size, and what that makes of this one; None where it cannot be told.

    Of two sizes that were counted the rest is drawn on, as a power of the size, which is too little where growth is
    faster, and as a power of the logarithm, which is as fast as boards of squares grow, and too much for most.
    """
    if (largest := max(whole_numbers(game).values(), default=0)) < 2:
        return None
    counted = _count_levels(game, largest, seconds)
    if len(counted) < 2:
        return None
    (smaller, few), (larger, many) = _apart(counted)
    if few >= many or few < 2:
        return None
    wide, on = log(larger / smaller), log(largest / larger)
    low = log(many) + (log(many) - log(few)) / wide * on
    high = log(many) * (log(many) / log(few)) ** (on / wide)
    sizes = SizeCounted(scale_numbers(game, smaller), few), SizeCounted(scale_numbers(game, larger), many)
    return Growth(sizes, *(exp(number) if number < BEYOND_FLOATS else inf for number in (low, high)))


def _count_levels(game: Game, largest: int, seconds: float) -> list[tuple[int, int]]:
    """The sizes that were counted in so many seconds, smallest first, and their positions."""
    counted: list[tuple[int, int]] = []
    end, size, before = time.monotonic() + seconds, 1.0, dict[str, int]()
    while size < largest and (left := end - time.monotonic()) > 0:
        numbers = scale_numbers(game, ceil(size))
        if numbers != before and (smaller := resize_game(game, numbers)) is not None:
            if (positions := positions_of(smaller, POSITIONS, left)) is None:
                break
            counted.append((ceil(size), positions))
        before, size = numbers, size * STEP
    return counted


def _apart(counted: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The largest size, and before it the one that is most nearly so far from it."""
    *others, last = counted
    return min(others, key=lambda size: abs(log(last[0] / size[0]) - log(APART))), last
