"""Who waits for a worker: all visitors in turn, and of one visitor the newest request, which is what they look at now.

So a quick question does not wait behind hard ones that the same visitor asked before.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Worker = TypeVar("Worker")


class Waiting(NamedTuple, Generic[Worker]):
    """A request that waits; ``key`` says what it is about."""

    visitor: str
    key: str
    worker: "asyncio.Future[Worker]"


class WaitingLine(Generic[Worker]):
    """All requests that wait."""

    def __init__(self) -> None:
        self._lines: dict[str, list[Waiting[Worker]]] = {}  # whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def of(self, visitor: str) -> int:
        """How many requests of this visitor wait."""
        return len(self._lines.get(visitor, ()))

    def join(self, visitor: str, key: str) -> Waiting[Worker]:
        waiting = Waiting(visitor, key, asyncio.get_running_loop().create_future())
        self._lines.setdefault(visitor, []).append(waiting)
        return waiting

    def leave(self, waiting: Waiting[Worker]) -> None:
        """Wait no longer; nothing happens to one whose turn has come."""
        own = self._lines.get(waiting.visitor, [])
        if waiting in own:
            own.remove(waiting)
            if not own:
                del self._lines[waiting.visitor]

    def next(self, may: Callable[[str], bool]) -> Waiting[Worker] | None:
        """The newest request of the visitor whose turn it is, of those who may have another worker."""
        for visitor in self._lines:
            if may(visitor):
                own = self._lines.pop(visitor)
                waiting = own.pop()
                if own:
                    self._lines[visitor] = own
                return waiting
        return None

    def fail(self, error: Exception) -> None:
        """Tell all who wait that there is nothing to wait for."""
        for own in self._lines.values():
            for waiting in own:
                if not waiting.worker.done():
                    waiting.worker.set_exception(error)
        self._lines.clear()
