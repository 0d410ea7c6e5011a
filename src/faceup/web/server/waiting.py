"""Who waits for a worker: first come, first served for one visitor, and all visitors in turn."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Thing = TypeVar("Thing")


class Turn(NamedTuple, Generic[Thing]):
    """A request that waits; ``key`` says what it is about."""

    visitor: str
    key: str
    future: "asyncio.Future[Thing]"


class Turns(Generic[Thing]):
    """All requests that wait."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Turn[Thing]]] = {}  # whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def of(self, visitor: str) -> int:
        """How many requests of this visitor wait."""
        return len(self._waiting.get(visitor, ()))

    def join(self, visitor: str, key: str) -> Turn[Thing]:
        turn = Turn(visitor, key, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(visitor, deque()).append(turn)
        return turn

    def leave(self, turn: Turn[Thing]) -> None:
        """Wait no longer; nothing happens to a turn that has come."""
        own = self._waiting.get(turn.visitor, deque())
        if turn in own:
            own.remove(turn)
            if not own:
                del self._waiting[turn.visitor]

    def next(self, may: Callable[[str], bool]) -> Turn[Thing] | None:
        """Whose turn it is, of the visitors who may have another worker; that visitor's next turn comes last."""
        for visitor in self._waiting:
            if may(visitor):
                own = self._waiting.pop(visitor)
                turn = own.popleft()
                if own:
                    self._waiting[visitor] = own
                return turn
        return None

    def fail(self, error: Exception) -> None:
        """Tell all who wait that there is nothing to wait for."""
        for own in self._waiting.values():
            for turn in own:
                if not turn.future.done():
                    turn.future.set_exception(error)
        self._waiting.clear()
