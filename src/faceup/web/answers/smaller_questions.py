"""A question that takes too much, asked about smaller sizes of the game: which of them are answered."""

import time
from collections.abc import Callable, Iterator
from typing import Any, TypedDict

from faceup.engines.solve.smaller_sizes import POSITIONS, Numbers, smaller_sizes
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import FaceupError

FEW = POSITIONS // 20  # of sizes that are tried where none of the larger ones is answered


class SmallerDocument(TypedDict):
    """For each size that was answered, the parameters that differ."""

    sizes: list[Numbers]


def answered_sizes(game: Game | Patience, ask: Callable[[Numbers], Any], seconds: float) -> list[Numbers]:
    """Smaller sizes for which there is an answer, each of them asked; after so many seconds no other one is tried."""
    end = time.monotonic() + seconds
    found: list[Numbers] = []
    for positions in (POSITIONS, FEW):
        if not found and (left := end - time.monotonic()) > 0:
            found = list(_answer_sizes(game, ask, positions, left, end))
    return found


def _answer_sizes(
    game: Game | Patience, ask: Callable[[Numbers], Any], positions: int, left: float, end: float
) -> Iterator[Numbers]:
    for numbers in smaller_sizes(game, positions, left):
        if time.monotonic() > end:
            return
        try:
            ask(numbers)
        except FaceupError:
            continue
        yield numbers
