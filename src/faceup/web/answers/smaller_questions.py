"""A question that takes too much, asked about smaller sizes of the game: which of them are answered."""

import time
from collections.abc import Callable, Iterator
from typing import Any, TypedDict

from faceup.engines.smaller_sizes import Numbers, smaller_sizes
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import FaceupError

ASKED = 0.5  # of the time for an answer, after which no further size is tried


class SmallerDocument(TypedDict):
    """For each size that was answered, the parameters that differ."""

    sizes: list[Numbers]


def answered_sizes(game: Game | Patience, ask: Callable[[Numbers], Any], seconds: float) -> Iterator[Numbers]:
    """Smaller sizes for which there is an answer, each of them asked; a part of so many seconds is for that."""
    end = time.monotonic() + ASKED * seconds
    for numbers in smaller_sizes(game):
        if time.monotonic() > end:
            return
        try:
            ask(numbers)
        except FaceupError:
            continue
        yield numbers
