"""A worker process from the side of the front: it gets a request as a line, and answers with lines."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

LONGEST_LINE = 64 * 1024 * 1024  # bytes from a worker, more than it sends
STARTING_SECONDS = 60.0  # for a new process
FINISHING_SECONDS = 1.0  # in which a worker may finish unwanted work, and keep its compiled code
KNOWN_QUESTIONS = 64  # that a worker is assumed to remember
PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from faceup.web.answers.worker import main; main()"
KILLED_CODES = (-6, -9, -11)  # by SIGABRT, SIGKILL or SIGSEGV, as happens when there is no memory
HTTP_STATUS = {"usage": 422, "limit": 504, "broken": 500}

PartReader = Callable[[bytes], Awaitable[None]]


class WorkerFailure(Exception):
    """A failed request, with the reason in one line for people; ``unfinished`` if it gets further once more."""

    def __init__(self, status: int, text: str, retry_after: int | None = None, unfinished: bool = False) -> None:
        super().__init__(text)
        self.status, self.text, self.retry_after, self.unfinished = status, text, retry_after, unfinished


def busy(why: str) -> WorkerFailure:
    return WorkerFailure(503, f"too much is asked at once: {why}; please try again in a moment", retry_after=5)


class WorkerProcess:
    """One process. ``busy`` from a request until its last line; ``answered_keys`` are the keys of its latest questions.

    ``visitor`` is the one whose request it was lent for, until it is idle again, and ``lent`` the time of that.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.busy = False
        self.visitor: str | None = None
        self.lent = 0.0
        self._streaming = False
        self._ready = asyncio.create_task(self._line())
        self.answered_keys: OrderedDict[str, None] = OrderedDict()

    @property
    def dead(self) -> bool:
        return self.process.returncode is not None

    @property
    def ready(self) -> bool:
        return self._ready.done() and not self._ready.cancelled() and self._ready.exception() is None

    async def become_ready(self) -> None:
        """Wait until the process listens; raises Failed if that takes too long, after ending it."""
        try:
            async with asyncio.timeout(STARTING_SECONDS):
                await asyncio.shield(self._ready)
        except TimeoutError:
            await self.end()
            raise busy(f"no process became ready within {STARTING_SECONDS:g} seconds") from None

    async def answer(self, request: Mapping[str, Any], each: PartReader | None = None) -> bytes:
        """The answer as JSON; for a stream ``null``, after all parts were handed over."""
        self.busy, self._streaming = True, each is not None
        await self._send(request)
        return await self._last(each)

    async def finish(self) -> bool:
        """Whether the process finishes its work soon; a stream is asked to."""
        with contextlib.suppress(WorkerFailure, TimeoutError, OSError):
            async with asyncio.timeout(FINISHING_SECONDS):
                if self._streaming:
                    await self._send({"stop": True})
                await self._last(None)
        return not self.busy

    async def end(self) -> None:
        # Not process.kill(): that looks whether the process has ended, and where it just has, takes the news away from
        # asyncio, which then complains of an unknown child (seen under load, with Python 3.11).
        if not self.dead:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        await asyncio.wait({self._ready})
        self._ready.exception()  # seen, whatever it was

    def remember(self, key: str) -> None:
        self.answered_keys[key] = None
        self.answered_keys.move_to_end(key)
        while len(self.answered_keys) > KNOWN_QUESTIONS:
            self.answered_keys.popitem(last=False)

    async def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):  # the end of its output shows it
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            await self.process.stdin.drain()

    async def _last(self, each: PartReader | None) -> bytes:
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
                raise WorkerFailure(HTTP_STATUS[last["kind"]], last["error"], unfinished=last["unfinished"])
            assert line.startswith(b'{"done": ')
            return line[9:-2]

    async def _line(self) -> bytes:
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._failure_of_exit(await self.process.wait())
        return line

    def _failure_of_exit(self, code: int) -> WorkerFailure:
        if code in KILLED_CODES:
            return WorkerFailure(504, "the system ended the work, most likely for want of memory")
        return WorkerFailure(
            500, f"the process that was at work ended unexpectedly, with code {code}; please try again"
        )


async def start_worker(setup: bytes) -> WorkerProcess:
    """Start a process with this first line; raises OSError if none can be started."""
    pipe = asyncio.subprocess.PIPE
    # Modules come from the front's path: the current folder may hold one of the same name.
    command = (sys.executable, "-P", "-c", PROGRAM, *sys.path)
    # A session of its own: Ctrl-C in a terminal is for the front alone, which then ends the workers.
    process = await asyncio.create_subprocess_exec(
        *command, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True
    )
    assert process.stdin is not None
    process.stdin.write(setup)
    return WorkerProcess(process)
