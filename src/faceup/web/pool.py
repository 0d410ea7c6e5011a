"""Worker processes, one request each at a time: ended and replaced where they take too long or nobody waits."""

import asyncio
import contextlib
import dataclasses
import json
import os
import sys
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from typing import Any

from faceup.web.games import Served
from faceup.web.limits import Limits

LONGEST = 64 * 1024 * 1024  # bytes of a line from a worker, more than it sends
STARTING = 60.0  # seconds for a new process
STOPPING = 0.5  # seconds in which a worker may drop a request by itself, and keep what it compiled
PAUSE = 1.0  # seconds after a process that ended before it was ready
KNOWN = 64  # questions that a worker is taken to remember
BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from faceup.web.worker import main; main()"
KILLED = (-6, -9, -11)  # by SIGABRT, SIGKILL or SIGSEGV, as happens when there is no memory
STATUS = {"usage": 422, "limit": 504, "broken": 500, "stopped": 503}

Part = Callable[[bytes], Awaitable[None]]


class Failed(Exception):
    """No answer, and why, in one line for people."""

    def __init__(self, status: int, text: str, retry_after: int | None = None) -> None:
        super().__init__(text)
        self.status, self.text, self.retry_after = status, text, retry_after


def setup_line(games: Iterable[Served], limits: Limits, nice: int = 0) -> bytes:
    """What a worker is told first."""
    served = [[game.name, game.word, game.defaults] for game in games]
    setup = {"parent": os.getpid(), "limits": dataclasses.asdict(limits), "games": served, "nice": nice}
    return json.dumps(setup).encode() + b"\n"


class Worker:
    """One process. ``busy`` from a request until its last line; ``known`` are the questions that it answered."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.busy = False
        self._ready = asyncio.create_task(self._line())
        self.known: OrderedDict[str, None] = OrderedDict()
        self.number = 0

    @property
    def dead(self) -> bool:
        return self.process.returncode is not None

    @property
    def ready(self) -> bool:
        return self._ready.done() and not self._ready.cancelled() and self._ready.exception() is None

    async def become_ready(self) -> None:
        async with asyncio.timeout(STARTING):
            await asyncio.shield(self._ready)

    async def answer(self, request: Mapping[str, Any], each: Part | None = None) -> bytes:
        """The document that answers, as JSON; of a stream, ``null`` after each part was handed over."""
        self.number += 1
        self.busy = True
        await self._send({"id": self.number, **request})
        return await self._last(each)

    async def stop(self) -> bool:
        """Ask it to drop the request at hand; whether it did in time."""
        with contextlib.suppress(Failed, TimeoutError, OSError):
            async with asyncio.timeout(STOPPING):
                await self._send({"stop": self.number})
                with contextlib.suppress(Failed):
                    await self._last(None)
        self.known.clear()
        return not self.busy

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()
        await asyncio.wait({self._ready})
        self._ready.exception()  # seen, whatever it was

    def remember(self, key: str) -> None:
        self.known[key] = None
        self.known.move_to_end(key)
        while len(self.known) > KNOWN:
            self.known.popitem(last=False)

    async def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):  # told by the end of its output
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()

    async def _last(self, each: Part | None) -> bytes:
        while True:
            line = await self._line()
            # The document goes on as it is: taking it apart here would keep other visitors waiting.
            if line.startswith(b'{"part": '):
                if each is not None:
                    await each(line[9:-2])
                continue
            last = line.startswith(b'{"error": ') and json.loads(line)
            self.busy = bool(last and last["last"])
            if last:
                raise Failed(STATUS[last["kind"]], last["error"])
            assert line.startswith(b'{"done": ')
            return line[9:-2]

    async def _line(self) -> bytes:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._ended(await self.process.wait())
        return line

    def _ended(self, code: int) -> Failed:
        if code in KILLED:
            return Failed(
                504, "the system ended the work, most likely for want of memory; possible: smaller parameters"
            )
        return Failed(500, f"the process that was at work ended unexpectedly, with code {code}; please try again")


class Pool:
    """So many workers, started as they are needed or all at once, and a bounded queue in front of them.

    ``seconds`` is the time for an answer, ``patience`` for a worker to become free, ``waiting`` how many may wait.
    """

    def __init__(self, setup: bytes, count: int, *, seconds: float, patience: float, waiting: int) -> None:
        self.setup, self.count = setup, count
        self.seconds, self.patience, self.waiting = seconds, patience, waiting
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._starting = 0
        self._closed = False

    async def start(self) -> None:
        """Start all workers now; they get ready in the background."""
        await asyncio.gather(*(self._add() for _ in range(self.count)))

    async def close(self) -> None:
        """End all workers; requests under way fail."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(worker.end() for worker in self.workers), *self._tasks, return_exceptions=True)
        for future in self._queue:
            if not future.done():
                future.set_exception(_ending())

    async def ask(self, request: Mapping[str, Any], key: str, each: Part | None = None) -> bytes:
        """The answer as JSON. ``key`` says what the question is about, for a worker that knows; raises Failed."""
        async with self._lent(key) as worker:
            try:
                await worker.become_ready()
                async with asyncio.timeout(self.seconds):
                    found = await worker.answer(request, each)
            except TimeoutError:
                await worker.end()
                raise Failed(504, f"no answer within {self.seconds:g} seconds; possible: smaller parameters") from None
            except Failed:
                if self._closed:
                    raise _ending() from None
                raise
            worker.remember(key)
            return found

    @contextlib.asynccontextmanager
    async def _lent(self, key: str) -> AsyncIterator[Worker]:
        worker = await self._free(key)
        try:
            yield worker
        finally:
            if worker.busy or worker.dead:
                self._later(self._settle(worker))
            else:
                self._give(worker)

    async def _free(self, key: str) -> Worker:
        if self._closed:
            raise _ending()
        if not self.idle and len(self.workers) + self._starting < self.count:
            try:
                await self._add()
            except OSError as error:
                raise _busy(f"no process could be started, {error.strerror}") from None
        if idle := [worker for worker in self.idle if not worker.dead]:
            chosen = min(idle, key=lambda worker: (key not in worker.known, not worker.ready, len(worker.known)))
            self.idle.remove(chosen)
            return chosen
        if len(self._queue) >= self.waiting:
            raise _busy(f"{len(self._queue)} requests are waiting already")
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.append(future)
        try:
            async with asyncio.timeout(self.patience):
                return await future
        except (TimeoutError, asyncio.CancelledError) as error:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._give(future.result())
            if isinstance(error, TimeoutError):
                raise _busy(f"nothing became free within {self.patience:g} seconds") from None
            raise
        finally:
            if future in self._queue:
                self._queue.remove(future)

    def _give(self, worker: Worker) -> None:
        """To whoever waits longest, else to the idle ones."""
        if worker.dead or self._closed:
            self._later(self._settle(worker))
            return
        while self._queue:
            future = self._queue.popleft()
            if not future.done():
                future.set_result(worker)
                return
        self.idle.append(worker)

    async def _settle(self, worker: Worker) -> None:
        """A worker that is still at something: it stops by itself, or another takes its place."""
        if not self._closed and not worker.dead and await worker.stop():
            self._give(worker)
            return
        await worker.end()
        self.workers.discard(worker)
        if not worker.ready:
            await asyncio.sleep(PAUSE)
        if not self._closed:
            with contextlib.suppress(OSError):  # the next who asks tries again
                await self._add()

    async def _add(self) -> None:
        self._starting += 1
        try:
            worker = Worker(await self._begin())
        finally:
            self._starting -= 1
        self.workers.add(worker)
        self._later(self._watch(worker))
        self._give(worker)

    async def _begin(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        # Modules are looked for where the front found them: what lies in the current folder may have a like name.
        command = (sys.executable, "-P", "-c", BEGIN, *sys.path)
        # A session of its own: Ctrl-C in a terminal is for the front alone, which then ends the workers.
        process = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, limit=LONGEST, start_new_session=True
        )
        assert process.stdin is not None
        process.stdin.write(self.setup)
        return process

    async def _watch(self, worker: Worker) -> None:
        """Replace a worker that ends while it is idle."""
        await worker.process.wait()
        if worker in self.idle:
            self.idle.remove(worker)
            await self._settle(worker)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _busy(why: str) -> Failed:
    return Failed(503, f"too much is asked at once: {why}; please try again in a moment", retry_after=5)


def _ending() -> Failed:
    return Failed(503, "the server is ending")
