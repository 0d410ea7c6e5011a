"""The positions that simulated games have met: who is to move there, with which odds, and where each move leads.

Each is looked at by the rules once; games that come back to it go on along what was found. Where there is no room for
more, those that are kept are still looked up. Where the rules alone are quicker, for games hardly come back or ask
little of the rules, none are used. Whichever it is, the games are the same.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.simulate import move_lists_kernel as kernel
from faceup.engines.simulate.positions_met_kernel import (
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

LONG_ENOUGH = 20_000  # moves in one call that tell how quick it is
FEW, MANY = 64, 1 << 62  # games of one call


class Met(NamedTuple):
    """Room for positions and their moves, of one thread.

    ``places`` (PLACES + SLACK) has the numbers of positions where their hashes lead, or -1; ``states`` (MOST, words);
    ``positions`` (MOST, COLUMNS) what was found; ``guides`` (MOST, GUIDES), for each stretch of the odds, which move it
    begins with; of each move, from BEGIN on, ``ends`` where its odds end and ``onward`` the number of the position that
    it leads to, -1 where that is not known.
    """

    places: Any
    states: Any
    positions: Any
    guides: Any
    ends: Any
    onward: Any
    registers: Any


def none_met(words: int, room: int) -> Met:
    """Room for states of so many words, each with so many moves at most."""
    return Met(
        np.full(PLACES + SLACK, -1, np.int32),
        np.empty((MOST, words), np.int64),
        np.empty((MOST, COLUMNS), np.int64),
        np.empty((MOST, GUIDES), np.uint8),
        np.empty(MOST_MOVES + room, np.int64),
        np.empty(MOST_MOVES + room, np.int32),
        np.zeros(REGISTERS, np.int64),
    )


class Lists(NamedTuple):
    """Room for lists of moves, of one thread; ``move_lists_kernel`` keeps them.

    ``places`` has the numbers of lists where the hashes of their keys lead, or -1; ``keys`` and ``lists`` what belongs
    to each; of each move of all lists, from BEGIN on, ``ends`` has where its odds end, and ``guides``, from GUIDE on,
    which move each stretch of the odds begins with.
    """

    places: Any
    keys: Any
    lists: Any
    ends: Any
    guides: Any
    registers: Any


def moves_kept(keyed: bool) -> int:
    """For how many moves of lists there is room."""
    return kernel.MOST_LISTED if keyed else 0


def no_lists(room: int, keyed: bool) -> Lists:
    """Room for lists, each with so many moves at most; next to none where nothing tells what lists depend on."""
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
    """Whether games are quicker along the positions that were met, or by the rules alone: tried in the first calls.

    Of one thread, as ``met`` and ``lists`` are, whose moves are in ``moves``.
    """

    def __init__(self, met: Met, lists: Any = None, moves: Any = None) -> None:
        self.met, self.lists, self.moves = met, lists, moves
        self.paces: list[float] = []  # seconds a move: while most are met for the first time, afterwards, by the rules
        self.games = FEW  # that are played at once: few, until it is known which way is quicker

    @contextmanager
    def timed(self, lengths: Any, games: Any) -> Iterator[None]:
        """Play these games in the way that is to be tried now, or that was quicker; their ``lengths`` are found."""
        registers, tried = self.met.registers, len(self.paces)
        if tried > 2:
            yield
            return
        content = registers[CONTENT]
        if tried == 2:
            registers[CONTENT] = UNUSED
        began = time.thread_time()
        try:
            yield
            moves = int(lengths[games].sum())
            if moves >= LONG_ENOUGH:
                self.paces.append((time.thread_time() - began) / moves)
            elif len(games) == self.games:
                self.games *= 4
        finally:  # a game may break off
            if tried == 2 and (len(self.paces) == 2 or self.paces[1] <= self.paces[2]):
                registers[CONTENT] = content
            if len(self.paces) > 2:
                self.games = MANY
