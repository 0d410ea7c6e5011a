"""Worker processes, one request each at a time: replaced when they take too long or nobody waits for them.

Work is never interrupted inside a process: an import or a compilation that is cut short leaves broken state behind. So
a process with an unwanted answer finishes soon, or is killed.

Visitors take turns, and of one visitor the newest request comes first, because it is what they look at now. So a quick
question does not wait behind slow ones of the same visitor. Simulations are told that they wait, and the oldest comes
first, because several people may share an address.
"""

import asyncio
import contextlib
import dataclasses
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from faceup.web.games import ServedGame
from faceup.web.limits import VisitorLimits
from faceup.web.server.worker_process import PartReader, WorkerFailure, WorkerProcess, busy, start_worker

Worker = TypeVar("Worker")


class Waiting(NamedTuple, Generic[Worker]):
    """A waiting request; ``key`` identifies its question."""

    visitor: str
    key: str
    worker: "asyncio.Future[Worker]"


class WaitingLine(Generic[Worker]):
    """The queue of waiting requests; of one visitor the newest comes first, or else the oldest."""

    def __init__(self, newest_first: bool = True) -> None:
        self._next = -1 if newest_first else 0
        self._lines: dict[str, list[Waiting[Worker]]] = {}  # whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def of(self, visitor: str) -> int:
        """The number of waiting requests of a visitor."""
        return len(self._lines.get(visitor, ()))

    def join(self, visitor: str, key: str) -> Waiting[Worker]:
        waiting = Waiting(visitor, key, asyncio.get_running_loop().create_future())
        self._lines.setdefault(visitor, []).append(waiting)
        return waiting

    def leave(self, waiting: Waiting[Worker]) -> None:
        """Remove a request from the queue, if its turn has not come."""
        line = self._lines.get(waiting.visitor, [])
        if waiting in line:
            line.remove(waiting)
            if not line:
                del self._lines[waiting.visitor]

    def next(self, may: Callable[[str], bool]) -> Waiting[Worker] | None:
        """A request of the next visitor who may have another worker."""
        for visitor in self._lines:
            if may(visitor):
                line = self._lines.pop(visitor)
                waiting = line.pop(self._next)
                if line:
                    self._lines[visitor] = line
                return waiting
        return None

    def fail(self, error: Exception) -> None:
        """Fail all waiting requests."""
        for line in self._lines.values():
            for waiting in line:
                if not waiting.worker.done():
                    waiting.worker.set_exception(error)
        self._lines.clear()


LONG = 1.0  # seconds at one request, after which a visitor's next one is tried by the express pool too
NO_ROOM = (429, 503, 504)  # a request that fails by the express pool has more time, or a later turn, in the other
TOLD = 0.5  # seconds before a request with parts is told that it waits: one that was broken off has ended by then
RESTART_PAUSE = 1.0  # seconds after a process that ended before it was ready


def setup_line(games: Iterable[ServedGame], limits: VisitorLimits, secret: bytes, nice: int = 0) -> bytes:
    """The first line to a worker; all workers of a server have the same ``secret``."""
    served = [[game.name, game.word, game.defaults] for game in games]
    content = {"limits": dataclasses.asdict(limits), "games": served, "nice": nice, "secret": secret.hex()}
    setup = {"parent": os.getpid(), **content}
    return json.dumps(setup).encode() + b"\n"


class Pool:
    """``count`` workers, and a bounded queue in front of them in which visitors take turns.

    One visitor may have ``of_one`` of the workers. ``start`` starts that many, the others start when they are needed;
    if there are more, one is always free of a visitor who keeps all the others busy. ``seconds`` is the time for an
    answer, ``patience`` for a worker to become free, ``waiting`` the number of requests that may wait,
    ``waiting_of_one`` that of one visitor; ``what`` is the name of a request in messages. If all workers of a visitor
    have been at one request for long, the ``express`` pool tries the next one, with little time for each. If
    ``newest_first`` is false, the oldest request of a visitor comes first.
    """

    def __init__(
        self,
        setup: bytes,
        count: int,
        *,
        of_one: int,
        seconds: float,
        patience: float,
        waiting: int,
        waiting_of_one: int,
        what: str = "request",
        express: "Pool | None" = None,
        newest_first: bool = True,
    ) -> None:
        self.setup, self.count, self.of_one, self.what = setup, count, of_one, what
        self.seconds, self.patience = seconds, patience
        self.waiting, self.waiting_of_one = waiting, waiting_of_one
        self.express = express
        self.idle: list[WorkerProcess] = []
        self.workers: set[WorkerProcess] = set()
        self._line: WaitingLine[WorkerProcess] = WaitingLine(newest_first)
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = 0
        self._closed = False

    async def start(self) -> None:
        """Start workers now; they get ready in the background. The express pool starts its own when one is needed."""
        await asyncio.gather(*(self._add() for _ in range(self.of_one)))

    async def close(self) -> None:
        """End all workers; requests under way fail."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self.workers), *self._tasks, return_exceptions=True)
        self._line.fail(_ending())
        if self.express:
            await self.express.close()

    async def ask(
        self, request: Mapping[str, Any], key: str, each: PartReader | None = None, *, visitor: str = ""
    ) -> bytes:
        """The answer as JSON; raises Failed. ``key`` identifies the question, for a worker that knows it."""
        if self.express is None or each is not None or not self._stuck(visitor):
            return await self._ask(request, key, each, visitor)
        slow = asyncio.create_task(self._ask(request, key, None, visitor))
        quick = asyncio.create_task(self._by_express(self.express, request, key, visitor))
        try:
            await asyncio.wait({slow, quick}, return_when=asyncio.FIRST_COMPLETED)
            if quick.done() and not slow.done() and (answer := quick.result()) is not None:
                return answer
            return await slow
        finally:
            for task in (slow, quick):
                task.cancel()
            await asyncio.gather(slow, quick, return_exceptions=True)

    def _stuck(self, visitor: str) -> bool:
        """Whether all workers that this visitor may have are at slow requests."""
        lent = [worker.lent for worker in self.workers if worker.visitor == visitor]
        return len(lent) >= self.of_one and max(lent) < asyncio.get_running_loop().time() - LONG

    async def _by_express(self, express: "Pool", request: Mapping[str, Any], key: str, visitor: str) -> bytes | None:
        """The answer by the express pool; None if it is not quick."""
        try:
            return await express.ask(request, key, visitor=visitor)
        except WorkerFailure as failed:
            if failed.status in NO_ROOM:
                return None
            raise

    async def _ask(self, request: Mapping[str, Any], key: str, each: PartReader | None, visitor: str) -> bytes:
        async with self._lent(key, visitor, each) as worker:
            try:
                await worker.become_ready()
                async with asyncio.timeout(self.seconds):
                    answer = await worker.answer(request, each)
            except TimeoutError:
                await worker.end()
                raise WorkerFailure(504, f"no answer within {self.seconds:g} seconds", unfinished=True) from None
            except WorkerFailure:
                if self._closed:
                    raise _ending() from None
                raise
            worker.remember(key)
            return answer

    @contextlib.asynccontextmanager
    async def _lent(self, key: str, visitor: str, each: PartReader | None) -> AsyncIterator[WorkerProcess]:
        try:
            worker = await self._turn_of(visitor, key, each)
        except TimeoutError:
            if not self._may(visitor):
                raise _too_many(self.of_one, self.what, "at work") from None
            raise busy(f"no process became free within {self.patience:g} seconds") from None
        except OSError as error:
            raise busy(f"no process could be started, {error.strerror}") from None
        try:
            yield worker
        finally:
            self._give(worker)

    async def _turn_of(self, visitor: str, key: str, each: PartReader | None) -> WorkerProcess:
        """Wait for the turn of a request, which is told if it has parts, and return its worker."""
        if self._closed:
            raise _ending()
        if len(self._line) >= self.waiting:
            raise busy(f"{len(self._line)} {self.what}s are waiting already")
        if self._line.of(visitor) >= self.waiting_of_one:
            raise _too_many(self._line.of(visitor), self.what, "waiting")
        waiting = self._line.join(visitor, key)
        try:
            self._lend()
            if not waiting.worker.done() and self._may(visitor) and len(self.workers) + self._starting < self.count:
                await self._add()
            async with asyncio.timeout(self.patience):
                if each and not (await asyncio.wait({waiting.worker}, timeout=TOLD))[0]:
                    await each(json.dumps({"waiting": self.patience}).encode())
                    await asyncio.wait({waiting.worker})
                    await each(b'{"waiting": 0}')
                return await waiting.worker
        except BaseException:
            self._line.leave(waiting)
            if waiting.worker.done() and not waiting.worker.cancelled() and waiting.worker.exception() is None:
                self._give(waiting.worker.result())  # lent just when the request was given up
            raise

    def _may(self, visitor: str) -> bool:
        """Whether this visitor may have one more worker."""
        return sum(worker.visitor == visitor for worker in self.workers) < self.of_one

    def _lend(self) -> None:
        """Lend idle workers to the next requests: a worker that knows the question, else one that is ready."""
        while (idle := [worker for worker in self.idle if not worker.dead]) and (turn := self._line.next(self._may)):
            if turn.worker.done():
                continue  # given up at this very moment
            key = turn.key
            best = min(
                idle, key=lambda worker: (key not in worker.answered_keys, not worker.ready, len(worker.answered_keys))
            )
            self.idle.remove(best)
            best.visitor, best.lent = turn.visitor, asyncio.get_running_loop().time()
            turn.worker.set_result(best)

    def _give(self, worker: WorkerProcess) -> None:
        """Return a worker to the idle ones, unless it is still busy or has ended."""
        if worker.busy or worker.dead or self._closed:
            self._later(self._settle(worker))
            return
        worker.visitor = None
        self.idle.append(worker)
        self._lend()

    async def _settle(self, worker: WorkerProcess) -> None:
        """Let a busy worker finish soon, or replace it."""
        if not self._closed and not worker.dead and await worker.finish():
            self._give(worker)
            return
        await worker.end()
        self.workers.discard(worker)
        if not worker.ready:
            await asyncio.sleep(RESTART_PAUSE)
        if not self._closed:
            with contextlib.suppress(OSError):  # the next request tries again
                await self._add()

    async def _add(self) -> None:
        self._starting += 1
        try:
            worker = await start_worker(self.setup)
        finally:
            self._starting -= 1
        self.workers.add(worker)
        self._later(self._watch(worker))
        self._give(worker)

    async def _watch(self, worker: WorkerProcess) -> None:
        """Replace a worker that ends while it is idle."""
        await worker.process.wait()
        if worker in self.idle:
            self.idle.remove(worker)
            await self._settle(worker)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _too_many(count: int, what: str, how: str) -> WorkerFailure:
    one = count == 1
    text = f"{count} {what}{'' if one else 's'} from your address {'is' if one else 'are'} {how}"
    return WorkerFailure(429, f"{text}; possible: end {'it' if one else 'one'}, or wait", retry_after=5)


def _ending() -> WorkerFailure:
    return WorkerFailure(503, "the server is ending")
