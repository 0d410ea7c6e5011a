"""How far a computation may go: bytes, seconds, states, an interrupt, and whether anybody still waits for it."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.errors import INTERRUPT, LimitReached, limit_name

OFTEN = 0.2  # seconds between two reports of progress

#: Set when this process was told to come to an end: then no computation in it has any time left.
interrupted = threading.Event()


class GivenUp(Exception):
    """Nobody waits any longer for what is being computed."""


class Deadline(threading.Event):
    """Set, as an event is, after so many seconds, or when the process is interrupted."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.at = time.monotonic() + seconds

    def is_set(self) -> bool:
        return interrupted.is_set() or time.monotonic() >= self.at

    @property
    def left(self) -> float:
        """How many seconds there are still."""
        return 0.0 if interrupted.is_set() else max(self.at - time.monotonic(), 0.0)

    @property
    def reason(self) -> str:
        """Why it is set, in words that go on with what was done by then."""
        return "interrupted" if interrupted.is_set() else "the time limit was reached"


@dataclass
class Limits:
    """What a table of states may take, in all the questions that are asked of it.

    ``memory`` is in bytes; ``seconds`` count from the moment the limits are made. ``stop`` is set by another thread
    when the answer is not wanted any more. ``progress`` is called now and then with the number of states so far,
    ``narrowing`` with the bounds of what is being learned.
    """

    memory: float = inf
    seconds: float = inf
    states: float = inf
    stop: threading.Event | None = None
    progress: Callable[[int], None] | None = None
    narrowing: Callable[[float, float], None] | None = None
    began: float = field(default_factory=time.monotonic)
    reported: float = 0.0

    def reached(self, states: int) -> str:
        """Which limit is reached with so many states: ``interrupt``, ``time``, ``states``, or none, as an empty text.

        Memory is the table's to count. Raises GivenUp where nobody waits. Cheap, but no thing to ask for every state.
        """
        if self.stop is not None and self.stop.is_set():
            raise GivenUp
        now = time.monotonic()
        if self.progress is not None and now - self.reported >= OFTEN:
            self.reported = now
            self.progress(states)
        if interrupted.is_set():
            return INTERRUPT
        if states >= self.states:
            return "states"
        return "time" if now - self.began >= self.seconds else ""

    def tell(self, low: float, high: float) -> None:
        """Tell whoever waits between what bounds the value lies so far."""
        if self.narrowing is not None:
            self.narrowing(low, high)

    @property
    def left(self) -> float:
        """How many seconds there are still."""
        return 0.0 if interrupted.is_set() else max(self.began + self.seconds - time.monotonic(), 0.0)

    @property
    def half_spent(self) -> bool:
        """Whether more than half of the time is over."""
        return interrupted.is_set() or 2 * (time.monotonic() - self.began) > self.seconds

    def check(self, game: Game, positions: int, bytes_each: int = 0, last: Any = None) -> None:
        """Raise LimitReached where one is reached by whoever looks at every position of a game, the ``last`` so far."""
        limit = self.reached(positions) or ("memory" if positions * bytes_each >= self.memory else "")
        if limit:
            error = LimitReached(
                f"{type(game).name}: the {limit_name(limit)} was reached after {positions:,} positions"
            )
            error.limit, error.positions, error.last = limit, positions, last
            raise error
