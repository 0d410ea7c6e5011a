"""How far a computation may go: bytes, seconds, states, and when the process is told to stop.

Where nobody says, half of the memory that is free may be taken.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from faceup.rules.contract import Game
from faceup.rules.errors import INTERRUPT, LimitReached, UnsupportedError, limit_reached

OFTEN = 0.2  # seconds between two reports of progress
T = TypeVar("T")


class TooManyTogether(UnsupportedError):
    """More positions lead back to each other than can be solved exactly."""


class Stop:
    """Tells all computations of this process to come to an end: from a moment on, or because of a signal."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Let computations take as long as they like."""
        self.at = inf  # by the monotonic clock
        self.signal = 0  # the number of the one that came first

    @property
    def limit(self) -> str:
        """What ended the work, as limits are called: ``interrupt``, ``time``, or nothing so far, as an empty text."""
        return INTERRUPT if self.signal else "time" if time.monotonic() >= self.at else ""

    @property
    def seconds_left(self) -> float:
        """How many seconds there are still."""
        return 0.0 if self.signal else max(self.at - time.monotonic(), 0.0)

    @property
    def reason(self) -> str:
        """Why work ends, in words that go on with what was done by then."""
        return limit_reached(self.limit)

    @property
    def way_out(self) -> str:
        """What gets further, in words that go on with the reason."""
        return "" if self.signal else "; --seconds raises it"


#: The one of this process. Commands set it; whoever computes asks it, mostly through Limits or a Deadline.
stop = Stop()


class GivenUp(Exception):
    """Nobody waits any longer for what is being computed."""


class Deadline(threading.Event):
    """Set, as an event is, after so many seconds, or when the process is told to stop."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.at = time.monotonic() + seconds

    def is_set(self) -> bool:
        return time.monotonic() >= self.at or bool(stop.limit)

    @property
    def seconds_left(self) -> float:
        """How many seconds there are still."""
        return min(stop.seconds_left, max(self.at - time.monotonic(), 0.0))

    @property
    def reason(self) -> str:
        """Why it is set, in words that go on with what was done by then."""
        return stop.reason if stop.limit else limit_reached("time")


@dataclass
class Limits:
    """What a table of states may take, in all the questions that are asked of it.

    ``memory`` is in bytes; ``seconds`` count from the moment the limits are made; so many positions are solved
    ``together`` in fractions, where they lead back to each other by chance. ``stop`` is set by another thread
    when the answer is not wanted any more. ``progress`` is called now and then with the number of states so far,
    ``narrowing`` with the bounds of what is being learned. ``cause`` is why there is so much to do, where an engine has
    found that out. Engines that can use so many ``threads``; answers are the same on any number.
    """

    memory: float = inf
    seconds: float = inf
    states: float = inf
    stop: threading.Event | None = None
    progress: Callable[[int], None] | None = None
    narrowing: Callable[[float, float], None] | None = None
    began: float = field(default_factory=time.monotonic)
    reported: float = 0.0
    cause: str = ""
    together: float = inf
    threads: int = 1

    def limit_at(self, states: int) -> str:
        """Which limit is reached with so many states: ``interrupt``, ``time``, ``states``, or none, as an empty text.

        Memory is the table's to count. Raises GivenUp where nobody waits. Cheap, but no thing to ask for every state.
        """
        if self.stop is not None and self.stop.is_set():
            raise GivenUp
        now = time.monotonic()
        if self.progress is not None and now - self.reported >= OFTEN:
            self.reported = now
            self.progress(states)
        if stop.limit:
            return stop.limit
        if states >= self.states:
            return "states"
        return "time" if now - self.began >= self.seconds else ""

    def tell(self, low: float, high: float) -> None:
        """Tell whoever waits between what bounds the value lies so far."""
        if self.narrowing is not None:
            self.narrowing(low, high)

    @property
    def seconds_left(self) -> float:
        """How many seconds there are still."""
        return min(stop.seconds_left, max(self.began + self.seconds - time.monotonic(), 0.0))

    @property
    def half_spent(self) -> bool:
        """Whether more than half of the time is over."""
        return bool(stop.limit) or 2 * (time.monotonic() - self.began) > self.seconds

    @property
    def with_half_of_the_rest(self) -> float:
        """What the seconds are where half of those that are left are kept for another."""
        return self.seconds if self.seconds == inf else self.seconds - self.seconds_left / 2

    def check(self, game: Game, positions: int, bytes_each: int = 0, last: Any = None) -> None:
        """Raise LimitReached where one is reached by whoever looks at every position of a game, the ``last`` so far."""
        limit = self.limit_at(positions) or ("memory" if positions * bytes_each >= self.memory else "")
        if limit:
            error = LimitReached(f"{type(game).name}: {limit_reached(limit)} after {positions:,} positions")
            error.limit, error.positions, error.last = limit, positions, last
            raise error.of(game)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def together(tasks: Sequence[Callable[[], T]], release: Callable[[], None] = lambda: None) -> list[T]:
    """What these give that run at once, the first in this thread; ``release`` lets the others come to an end soon."""
    if len(tasks) == 1:
        return [tasks[0]()]
    with ThreadPoolExecutor(len(tasks) - 1) as executor:
        others = [executor.submit(task) for task in tasks[1:]]
        try:
            first = tasks[0]()
        finally:
            release()
        return [first, *(other.result() for other in others)]


# The limit and the use of the container we may be in, for control groups of version 2 and 1.
CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def default_memory() -> int:
    """Half of the memory that is free now, in bytes; 2 GiB where the system does not tell."""
    free = _free()
    for limit, used in CGROUPS:
        try:
            free = min(free, int(Path(limit).read_text()) - int(Path(used).read_text()))
        except (OSError, ValueError):  # no such file, or "max"
            continue
    return max(free, 1 << 26) // 2


def bound_memory(most: int, for_good: bool = True) -> None:
    """A limit on what this process may take, whatever it is busy with, where the system has one; then MemoryError."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, last = resource.getrlimit(resource.RLIMIT_DATA)
        most = most if last == resource.RLIM_INFINITY else min(most, last)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most if for_good else last))


def memory_taken() -> int:
    """What counts against such a limit now, in bytes; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _free() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, ValueError, OSError):
        return 4 << 30
