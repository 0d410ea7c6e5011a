"""Numbered games in blocks, which are stored and sent, and those in pieces, between which a run can be given up."""

import threading
import time
from collections.abc import Iterator

from faceup.engines.model.limits import GivenUp
from faceup.engines.simulate.under_way import UnderWay

SMALLEST, LARGEST = 1 << 14, 1 << 22  # games in a block
LONG_GAMES = 16  # in the smallest block, where every decision is thought about
SHARE = 32  # where blocks are larger than the smallest, each is at most this part of all games before it
AT_ONCE = 1 << 16  # games counted at once: their outcomes take a megabyte, however long the run
BRIEF = 0.05  # seconds that a piece of a block may take before the next one is not made larger; four times: smaller


def blocks(games: int, smallest: int = 0) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of each block; where a block begins depends on nothing else.

    The ``smallest`` is of SMALLEST games, unless games are known to be long.
    """
    first = 0
    while first < games:
        size = min(max(1 << (first // SHARE).bit_length() >> 1, smallest or SMALLEST), LARGEST)
        yield first, min(size, games - first)
        first += size


def pieces(first: int, count: int, under_way: UnderWay, stop: threading.Event | None) -> Iterator[tuple[int, int]]:
    """A block in pieces that are counted at once, small at first. Raises GivenUp once ``stop`` is set."""
    begun = first
    while begun < first + count:
        if stop and stop.is_set():
            raise GivenUp
        size = under_way.at_once
        some = min(size, first + count - begun)
        clock = time.perf_counter()
        yield begun, some
        begun += some
        passed = time.perf_counter() - clock
        if passed < BRIEF and some == size:
            under_way.at_once = min(4 * size, AT_ONCE)
        elif passed > 4 * BRIEF:
            under_way.at_once = max(size // 4, 1)
