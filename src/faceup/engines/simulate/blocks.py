"""Numbered games in blocks, which are stored and sent, and blocks in pieces, between which a run can be cancelled."""

import threading
import time
from collections.abc import Iterator

from faceup.engines.model.limits import GivenUp
from faceup.engines.simulate.under_way import UnderWay

SMALLEST, LARGEST = 1 << 14, 1 << 22  # games in a block
LONG_GAMES = 16  # games in the smallest block, if players look ahead
SHARE = 32  # a block larger than the smallest is at most 1/SHARE of all games before it
AT_ONCE = 1 << 16  # games counted at once: their outcomes take a megabyte
BRIEF = 0.05  # seconds; a faster piece makes the next one larger, one slower than four times this makes it smaller


def blocks(games: int, smallest: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (first game, count) of each block. Where a block begins depends only on ``smallest``.

    ``smallest`` is the size of the smallest block; 0 means SMALLEST.
    """
    first = 0
    while first < games:
        size = min(max(1 << (first // SHARE).bit_length() >> 1, smallest or SMALLEST), LARGEST)
        yield first, min(size, games - first)
        first += size


def pieces(first: int, count: int, under_way: UnderWay, stop: threading.Event | None) -> Iterator[tuple[int, int]]:
    """Yield a block in pieces (first game, count), small at first. Raises GivenUp once ``stop`` is set."""
    begin = first
    while begin < first + count:
        if stop and stop.is_set():
            raise GivenUp
        most = under_way.at_once
        some = min(most, first + count - begin)
        clock = time.perf_counter()
        yield begin, some
        begin += some
        passed = time.perf_counter() - clock
        if passed < BRIEF and some == most:
            under_way.at_once = min(4 * most, AT_ONCE)
        elif passed > 4 * BRIEF:
            under_way.at_once = max(most // 4, 1)
