"""A worker process: requests come as JSON lines on standard input, answers go to the original standard output.

The first line sets it up: ``{"parent": PID, "limits": {...}, "games": [[name, word, [defaults]]...], "nice": 0,
"secret": "..."}``. Then ``{"do": "play", "game": "fifteen", "request": {...}}`` is answered by one line
``{"done": {...}}``, or by any number of ``{"part": {...}}`` and ``{"done": null}``, or by
``{"error": "one line", "kind": "usage"}``; other kinds are ``limit`` and ``broken``, and with ``last`` the process ends
as well. The end of standard input ends it at once. After ``{"stop": true}`` an answer in parts has no more of them, and
``{"done": null}`` follows soon. Any other answer is never broken off: a front that no longer needs it waits for it, or
kills the process.
"""

import contextlib
import ctypes
import importlib
import json
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from faceup.engines.model.limits import bound_memory
from faceup.library.errors_in_rules import rules_error_text
from faceup.library.finding import rule_folders
from faceup.rules.errors import FaceupError, LimitReached
from faceup.web.games import ServedGame
from faceup.web.limits import GIB, VisitorLimits

if TYPE_CHECKING:
    from faceup.web.answers.answering import Answerer

ROOM = GIB  # bytes for Python and the compiler, besides tables
LONGEST = 32 * 1024 * 1024  # bytes of an answer
HEAVY = (
    *("numpy", "llvmlite.binding", "numba"),
    *("faceup.engines.solve.induction.native_table", "faceup.engines.simulate.sampler"),
)
QUIET = 0.5  # seconds after an answer, before further modules are imported
PR_SET_PDEATHSIG = 1  # from linux/prctl.h


class Worker:
    """Answers one request after another; a thread listens, so that the end of input ends running work too."""

    def __init__(self, requests: BinaryIO, replies: BinaryIO, answers: "Answerer") -> None:
        self.requests, self.replies, self.answers = requests, replies, answers
        self.todo: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.stopped = False

    def listen(self) -> None:
        for line in self.requests:
            message = json.loads(line)
            self.stopped = "stop" in message
            if not self.stopped:
                self.todo.put(message)
        os._exit(0)  # the front is gone

    def run(self) -> None:
        threading.Thread(target=self.listen, daemon=True).start()
        self.write({"ready": True})
        heavy, quiet = list(HEAVY), 0.0
        while True:
            try:
                self.answer(self.todo.get(timeout=quiet if heavy else None))
                quiet = QUIET
            except Empty:  # a visitor would wait for them, and most questions need none
                with contextlib.suppress(ImportError):
                    importlib.import_module(heavy.pop(0))

    def answer(self, message: dict[str, Any]) -> None:
        do, name = message["do"], message["game"]
        try:
            document = self.answers.answer(do, name, message["request"])
            if isinstance(document, Generator):
                for part in document:
                    if self.stopped:
                        break
                    self.write({"part": part})
                document.close()
            self.write({"done": None if isinstance(document, Generator) else document})
        except LimitReached as error:
            self.fail(str(error), "limit", unfinished=error.unfinished)
        except FaceupError as error:
            self.fail(str(error), "usage")
        except MemoryError:
            self.fail("out of memory; possible: smaller parameters, or a server that is given more", "limit", last=True)
            os._exit(1)  # kept answers take room too
        except (Exception, SystemExit) as error:
            frames = traceback.extract_tb(error.__traceback__)
            if any(os.path.dirname(frame.filename) in rule_folders for frame in frames):
                self.fail(rules_error_text(cast(Exception, error)), "usage")
            else:
                traceback.print_exception(error)
                self.fail("something is wrong in faceup itself", "broken")

    def fail(self, text: str, kind: str, last: bool = False, unfinished: bool = False) -> None:
        self.write({"error": " ".join(text.split()), "kind": kind, "last": last, "unfinished": unfinished})

    def write(self, message: dict[str, Any]) -> None:
        line = json.dumps(message, allow_nan=False).encode() + b"\n"
        if len(line) > LONGEST:
            raise LimitReached(f"the answer is longer than {LONGEST:,} bytes; possible: smaller parameters")
        self.replies.write(line)
        self.replies.flush()


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Reserve standard input and output for the protocol, away from what rules read or print."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return requests, replies


def end_with(parent: int) -> None:
    """Ask the system to end this process with its parent, even if it is too busy to notice (on Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def main() -> None:
    requests, replies = own_pipes()
    setup = json.loads(requests.readline() or b"null")
    if setup is None:
        return
    end_with(setup["parent"])
    if sys.platform != "win32":
        os.nice(setup["nice"])
    limits = VisitorLimits(**setup["limits"])
    bound_memory(2 * limits.memory + ROOM)  # kept answers, and the current one
    from faceup.web.answers.answering import Answerer

    games = {name: ServedGame(name, word, tuple(defaults)) for name, word, defaults in setup["games"]}
    Worker(requests, replies, Answerer(games, limits, bytes.fromhex(setup["secret"]))).run()
