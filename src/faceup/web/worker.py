"""A process that computes: requests come as JSON lines on standard input, answers go to what was standard output.

The first line sets it up: ``{"parent": PID, "limits": {...}, "games": [[name, word, [defaults]]...], "nice": 0}``. Then
``{"id": 1, "do": "play", "game": "fifteen", "request": {...}}`` is answered by one line ``{"done": {...}}``, or by any
number of ``{"part": {...}}`` and ``{"done": null}``, or by ``{"error": "one line", "kind": "usage"}``; other kinds are
``limit``, ``broken`` and ``stopped``, for ``{"stop": 1}`` ends request 1; with
``last`` the process ends as well. The end of standard input ends it at once.
"""

import _thread
import contextlib
import ctypes
import importlib
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue
from typing import Any, BinaryIO, Protocol, cast

from faceup.rules.errors import FaceupError, LimitReached
from faceup.rules.finding import broken_rules, rule_folders
from faceup.web.games import Served
from faceup.web.limits import GIB, Limits

ROOM = GIB  # bytes for Python and the compiler, besides tables
LONGEST = 32 * 1024 * 1024  # bytes of an answer
HEAVY = ("numpy", "llvmlite.binding", "numba", "faceup.native.kernel", "faceup.engines.simulation")
PR_SET_PDEATHSIG = 1  # from linux/prctl.h


class Stopped(BaseException):
    """The request at hand is not wanted any more."""


class Answers(Protocol):
    def answer(self, do: str, name: str, request: dict[str, Any]) -> dict[str, Any] | Iterator[dict[str, Any]]: ...


class Worker:
    """Answers one request after another; a thread listens, so that the end of input ends work in progress too."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO, begin: Callable[[], Answers]) -> None:
        self.requests, self.replies, self.begin = requests, replies, begin
        self.answers = begin()
        self.todo: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.current = self.unwanted = 0  # ids of requests

    def listen(self) -> None:
        for line in self.requests:
            message = json.loads(line)
            if "stop" in message:
                self.unwanted = message["stop"]
                interrupt()
            else:
                self.todo.put(message)
        os._exit(0)  # whoever asked is gone

    def interrupted(self, *_: Any) -> None:
        if self.current and self.current == self.unwanted:
            raise Stopped

    def run(self) -> None:
        signal.signal(signal.SIGINT, self.interrupted)
        threading.Thread(target=self.listen, daemon=True).start()
        self.write({"ready": True})
        for module in HEAVY:
            if not self.todo.empty():
                break  # a visitor waits; most questions need none of these
            with contextlib.suppress(ImportError):
                importlib.import_module(module)
        while True:
            self.answer(self.todo.get())

    def answer(self, message: dict[str, Any]) -> None:
        try:
            try:
                self.current = message["id"]
                found = self.answers.answer(message["do"], message["game"], message["request"])
                if isinstance(found, Iterator):
                    for part in found:
                        self.report(part)
                self.current = 0  # a line that is begun is written whole, wanted or not
                self.write({"done": None if isinstance(found, Iterator) else found})
            finally:
                self.current = 0
        except Stopped:
            self.answers = self.begin()  # what was half found out is worth less than the certainty that all is whole
            self.fail("stopped", "stopped")
        except LimitReached as error:
            self.fail(str(error), "limit")
        except FaceupError as error:
            self.fail(str(error), "usage")
        except MemoryError:
            self.fail("out of memory; possible: smaller parameters, or a server that is given more", "limit", last=True)
            os._exit(1)  # what was kept takes room too
        except (Exception, SystemExit) as error:
            frames = traceback.extract_tb(error.__traceback__)
            if any(os.path.dirname(frame.filename) in rule_folders for frame in frames):
                self.fail(broken_rules(cast(Exception, error)), "usage")
            else:
                traceback.print_exception(error)
                self.fail(f"something is wrong in faceup itself: {type(error).__name__}", "broken")

    def report(self, part: dict[str, Any]) -> None:
        current, self.current = self.current, 0
        self.write({"part": part})
        self.current = current
        if current == self.unwanted:
            raise Stopped

    def fail(self, text: str, kind: str, last: bool = False) -> None:
        self.write({"error": " ".join(text.split()), "kind": kind, "last": last})

    def write(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, allow_nan=False).encode() + b"\n"
        if len(line) > LONGEST:
            raise LimitReached(f"the answer is longer than {LONGEST:,} bytes; possible: smaller parameters")
        self.replies.write(line)
        self.replies.flush()


def interrupt() -> None:
    """Wake the main thread, also where it waits."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for the protocol alone: what rules read or print must not reach it."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, replies


def end_with(parent: int) -> None:
    """Ask the system to end this process with its parent, should it be too busy to notice; Linux alone can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def bound_memory(most: int) -> None:
    """A hard limit on what this process may take, where the system has one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    requests, replies = own_pipes()
    setup = json.loads(requests.readline() or b"null")
    if setup is None:
        return
    end_with(setup["parent"])
    if sys.platform != "win32":
        os.nice(setup["nice"])
    limits = Limits(**setup["limits"])
    bound_memory(2 * limits.memory + ROOM)  # what is kept of earlier answers, and what is found now
    from faceup.web.answers import Answers

    games = {name: Served(name, word, tuple(defaults)) for name, word, defaults in setup["games"]}
    Worker(requests, replies, partial(Answers, games, limits)).run()
