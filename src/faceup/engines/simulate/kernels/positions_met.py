"""The cache of positions that simulated games have reached: player to move, odds, and the successor of each move.

The rules are called once for each position; games that come back to it follow the cache. A full cache is still used.
Where the rules alone are faster, because games hardly repeat positions or the rules are cheap, the cache is switched
off. The games are the same either way.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.simulate.kernels import move_lists_kernel as kernel
from faceup.engines.simulate.kernels.positions_met_kernel import (
    COLUMNS,
    CONTENT,
    GUIDES,
    MOST,
    MOST_MOVES,
    PLACES,
    REGISTERS,
    SLACK,
    UNUSED,
)
from faceup.native.operations.encodings import KEY

LONG_ENOUGH = 20_000  # moves in one call that suffice to time it
FEW, MANY = 64, 1 << 62  # games in one call, during the trial and after it


class PositionCache(NamedTuple):
    """The position cache of one thread.

    ``places`` (PLACES + SLACK) is the hash table of numbers of positions, -1 if empty; ``states`` is (MOST, words),
    ``positions`` (MOST, COLUMNS); ``guides`` (MOST, GUIDES) are guide tables into the odds. For each move, from BEGIN
    on, ``ends`` is the cumulative odds and ``onward`` the number of its successor, -1 if unknown.
    """

    places: Any
    states: Any
    positions: Any
    guides: Any
    ends: Any
    onward: Any
    registers: Any


def empty_cache(words: int, room: int) -> PositionCache:
    """Return an empty cache for states of ``words`` words with at most ``room`` moves each."""
    return PositionCache(
        np.full(PLACES + SLACK, -1, np.int32),
        np.empty((MOST, words), np.int64),
        np.empty((MOST, COLUMNS), np.int64),
        np.empty((MOST, GUIDES), np.uint8),
        np.empty(MOST_MOVES + room, np.int64),
        np.empty(MOST_MOVES + room, np.int32),
        np.zeros(REGISTERS, np.int64),
    )


class Lists(NamedTuple):
    """The memoized lists of moves of one thread (``move_lists_kernel``).

    ``places`` is the hash table of numbers of lists, -1 if empty; ``keys`` and ``lists`` have a row for each list. For
    each move of a list, from BEGIN on, ``ends`` is the cumulative odds; ``guides``, from GUIDE on, is the guide table.
    """

    places: Any
    keys: Any
    lists: Any
    ends: Any
    guides: Any
    registers: Any


def list_moves_room(keyed: bool) -> int:
    """Return the room for moves of lists."""
    return kernel.MOST_LISTED if keyed else 0


def no_lists(room: int, keyed: bool) -> Lists:
    """Return an empty memo of lists with at most ``room`` moves each; a token one if the rules have no keys."""
    most = kernel.LISTS if keyed else 1
    return Lists(
        np.full(kernel.PLACES + kernel.SLACK if keyed else 1, -1, np.int32),
        np.empty((most, 2 * KEY), np.int64),
        np.empty((most, kernel.COLUMNS), np.int64),
        np.empty(kernel.MOST_LISTED + room if keyed else 1, np.int64),
        np.empty(kernel.MOST_GUIDES + kernel.GUIDES if keyed else 1, np.uint16),
        np.zeros(kernel.REGISTERS, np.int64),
    )


class Trial:
    """Times the first calls of one thread to decide whether the position cache saves time.

    ``cache`` and ``lists`` are the memories of the thread; ``moves`` holds the moves of the lists.
    """

    def __init__(self, cache: PositionCache, lists: Any = None, moves: Any = None) -> None:
        self.cache, self.lists, self.moves = cache, lists, moves
        self.paces: list[float] = []  # seconds a move: while the cache fills, afterwards, and by the rules alone
        self.games = FEW  # games in one call: few during the trial

    @contextmanager
    def time_games(self, lengths: Any, games: Any) -> Iterator[None]:
        """Time these games, played in the way to be tried now or in the faster one, by their ``lengths``."""
        registers, trials = self.cache.registers, len(self.paces)
        if trials > 2:
            yield
            return
        content = registers[CONTENT]
        if trials == 2:
            registers[CONTENT] = UNUSED
        began = time.thread_time()
        try:
            yield
            moves = int(lengths[games].sum())
            if moves >= LONG_ENOUGH:
                self.paces.append((time.thread_time() - began) / moves)
            elif len(games) == self.games:
                self.games *= 4
        finally:  # a game may raise an error
            if trials == 2 and (len(self.paces) == 2 or self.paces[1] <= self.paces[2]):
                registers[CONTENT] = content
            if len(self.paces) > 2:
                self.games = MANY
