"""Limits of computations: bytes, seconds, states, and signals to the process.

By default a computation may take half of the free memory.
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
    """A strongly connected component is too large to be solved exactly."""


class Stop:
    """Ends all computations of this process: from a moment on, or after a signal."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove the limit and the signal."""
        self.at = inf  # by the monotonic clock
        self.signal = 0  # the number of the first signal

    @property
    def limit(self) -> str:
        """The limit that was reached: ``interrupt``, ``time``, or empty if none was."""
        return INTERRUPT if self.signal else "time" if time.monotonic() >= self.at else ""

    @property
    def seconds_left(self) -> float:
        """How many seconds are left."""
        return 0.0 if self.signal else max(self.at - time.monotonic(), 0.0)

    @property
    def reason(self) -> str:
        """Why work ends, as the first part of a sentence."""
        return limit_reached(self.limit)

    @property
    def way_out(self) -> str:
        """What the person can do about it, in words that follow the reason."""
        return "" if self.signal else "; --seconds raises it"


#: The one of this process. Commands set it; computations check it, mostly through Limits or a Deadline.
stop = Stop()


class GivenUp(Exception):
    """The caller has cancelled the computation."""


class Deadline(threading.Event):
    """An event that is set after ``seconds``, or when the process should stop."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.at = time.monotonic() + seconds

    def is_set(self) -> bool:
        return time.monotonic() >= self.at or bool(stop.limit)

    @property
    def seconds_left(self) -> float:
        """How many seconds are left."""
        return min(stop.seconds_left, max(self.at - time.monotonic(), 0.0))

    @property
    def reason(self) -> str:
        """Why it is set, as the first part of a sentence."""
        return stop.reason if stop.limit else limit_reached("time")


@dataclass
class Limits:
    """The limits of a table, for all its questions, and the callbacks of a computation.

    ``memory`` is in bytes; ``seconds`` count from the creation of the object; a component of more than
    ``component_limit`` positions is not solved in fractions. Another thread sets ``stop`` to cancel. ``progress`` is
    called at intervals with the number of states so far, ``narrowing`` with the bounds so far while strategies are
    learned. ``cause`` says why there is so much to do, if an engine has found out. Engines may use up to ``threads``
    threads; answers are the same on any number.
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
    component_limit: float = inf
    threads: int = 1

    def limit_at(self, states: int) -> str:
        """Return the limit that is reached with this many states: ``interrupt``, ``time``, ``states``, or empty.

        The table itself counts memory. Raises GivenUp if the caller cancels. Too slow to call for every state.
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
        """Report the bounds so far to ``narrowing``."""
        if self.narrowing is not None:
            self.narrowing(low, high)

    @property
    def seconds_left(self) -> float:
        """How many seconds are left."""
        return min(stop.seconds_left, max(self.began + self.seconds - time.monotonic(), 0.0))

    @property
    def half_spent(self) -> bool:
        """Whether more than half of the time is over."""
        return bool(stop.limit) or 2 * (time.monotonic() - self.began) > self.seconds

    @property
    def with_half_of_the_rest(self) -> float:
        """The limit in seconds that leaves half of the remaining time for another computation."""
        return self.seconds if self.seconds == inf else self.seconds - self.seconds_left / 2

    def check(self, game: Game, positions: int, bytes_each: int = 0, last: Any = None) -> None:
        """Raise LimitReached at a limit of a walk over all positions; ``last`` is the latest position."""
        limit = self.limit_at(positions) or ("memory" if positions * bytes_each >= self.memory else "")
        if limit:
            error = LimitReached(f"{type(game).name}: {limit_reached(limit)} after {positions:,} positions")
            error.limit, error.positions, error.last = limit, positions, last
            raise error.of(game)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_in_parallel(tasks: Sequence[Callable[[], T]], release: Callable[[], None] = lambda: None) -> list[T]:
    """Run tasks in parallel, the first in this thread; return their results. ``release`` makes the others end soon."""
    if len(tasks) == 1:
        return [tasks[0]()]
    with ThreadPoolExecutor(len(tasks) - 1) as executor:
        others = [executor.submit(task) for task in tasks[1:]]
        try:
            first = tasks[0]()
        finally:
            release()
        return [first, *(other.result() for other in others)]


# The memory limit and use of the container, for control groups of version 2 and 1.
CGROUPS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)


def default_memory() -> int:
    """Return half of the free memory, in bytes; 2 GiB if the system does not tell."""
    free = _free()
    for limit, used in CGROUPS:
        try:
            free = min(free, int(Path(limit).read_text()) - int(Path(used).read_text()))
        except (OSError, ValueError):  # no such file, or "max"
            continue
    return max(free, 1 << 26) // 2


def bound_memory(most: int, for_good: bool = True) -> None:
    """Limit the memory of this process, if the system can; past it Python raises MemoryError."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, last = resource.getrlimit(resource.RLIMIT_DATA)
        most = most if last == resource.RLIM_INFINITY else min(most, last)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most if for_good else last))


def memory_taken() -> int:
    """Return the memory that counts against ``bound_memory``, in bytes; 0 if the system does not tell."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _free() -> int:
    """Return the free memory in bytes; an estimate if the system does not tell."""
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
