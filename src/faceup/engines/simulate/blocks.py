"""Numbered games in blocks, which are stored and sent; the progress of a run, and its deadline."""

import threading
import time
from collections.abc import Iterator
from typing import Any

from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.results.samples.totals import Totals
from faceup.rules.errors import LimitReached

NOW_AND_THEN = 1 << 10  # steps of a game in CPython between two notes of its progress


class UnderWay:
    """The progress of the games that the threads of this process play.

    ``games`` were counted, and ``ended`` of them came to an end. ``ends`` is the deadline. ``states`` counts the states
    of a game that is solved first, for policy ``best``.
    """

    def __init__(self, ends: Deadline | None = None) -> None:
        self.states = self.games = self.ended = self.counted_steps = 0
        self.at_once = 1  # games that are counted at once: few if they are long
        self.going: dict[int, int] = {}  # by thread, the steps so far of its game in CPython
        self.ends = ends
        self.lock = threading.Lock()

    def __reduce__(self) -> Any:
        return UnderWay, ()  # another process has its own progress

    @property
    def steps(self) -> int:
        """All steps or moves so far."""
        return self.counted_steps + sum(self.going.copy().values())

    def note_steps(self, steps: int) -> None:
        """Note the steps of the current game of this thread. Raises GivenUp after the deadline."""
        self.going[threading.get_ident()] = steps
        self.check()

    def check(self) -> None:
        """Raise GivenUp after the deadline."""
        if self.ends and self.ends.is_set():
            raise GivenUp

    def note_states(self, states: int) -> None:
        """Note the states of the game that is being solved; 0 while the rules are compiled."""
        self.states = states or self.states

    @property
    def unfinished(self) -> str:
        """What is missing when a limit ends the run before the first result, as the rest of a sentence."""
        if self.states and not self.steps:
            return f" before best play was known, after {self.states:,} state{'s' * (self.states > 1)}"
        if not self.steps:
            return " before any game came to its end"
        return f" before any game came to its end, after {self.steps:,} steps; --limit ends games sooner"

    def none_played(self, reason: str = "") -> LimitReached:
        """Return the error for a limit before any game came to its end; by default the time limit."""
        reason = reason or (self.ends.reason if self.ends else stop.reason)
        return LimitReached(f"{reason}{self.unfinished}{stop.way_out}")

    def leave_game(self) -> None:
        """Forget the current game of this thread."""
        self.going.pop(threading.get_ident(), None)

    def add(self, totals: Totals) -> None:
        """Add the totals of games that this thread has played."""
        with self.lock:
            self.games += totals.games
            self.ended += totals.games - totals.unfinished - totals.endless
            self.counted_steps += totals.steps
        self.leave_game()


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
