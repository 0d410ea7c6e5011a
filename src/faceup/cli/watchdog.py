"""Ends a command whose time is over, or that a signal ends: with what is known by then, however busy it is."""

import _thread
import faulthandler
import os
import select
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from math import inf
from types import FrameType
from typing import Any

from faceup.cli.waiting import clock
from faceup.engines.model.limits import stop
from faceup.library.errors_in_rules import PlaceInRules, asked_rule, place_in_rules
from faceup.rules.errors import LimitReached

LOOK = 0.5  # seconds between two looks at what is being done
STUCK = 5.0  # seconds for which a rule, which takes microseconds, may be busy with one question
GRACE = 1.0  # seconds in which a command ends by itself when the time is over, or after a signal
LAST = 2.0  # seconds after which a command that was interrupted, and has nothing to say, is ended
AGAIN = 0.3  # seconds after which a second interrupt is one: some programs send each signal twice
TELLING = 2.0  # seconds that printing may take while the command is busy
SOON = 0.05  # seconds between two looks at what is being printed
UNTOLD = "; nothing was known by then"
SIGNALS = (signal.SIGINT, signal.SIGTERM)
HELD = 4.0  # seconds beyond its limit for which a command may be busy in one call, such as sorted()
SHELL = "/bin/sh"
PACKAGE = os.path.dirname(os.path.dirname(__file__))
# The first place outside faceup and Python's own library: rules that wait for something without an end.
HELD_SAYS = f"""
text=$(cat)
place=$(printf '%s\\n' "$text" | grep 'File "' | grep -v -e '{PACKAGE}' -e '/lib/python' | head -n 1 |
    sed 's|.*File "\\(.*/\\)*\\([^/]*\\)", line \\([0-9]*\\) in \\(.*\\)|: \\2, line \\3, in \\4|')
case "$text" in
*Timeout*) echo "faceup: the time limit was reached in a call that does not come to an end$place" >&2 ;;
esac
"""


def nothing() -> None:
    """What a command tells that knows nothing until it knows all."""


class Watchdog:
    """Looks at the threads of this process, and listens to its signals, in a thread of its own.

    A command that says what it knows (``knows``) ends in two steps when its time is over or a signal comes. All
    computations are told to ``stop``, so that most come to an end by themselves, and the command prints its answer.
    After ``GRACE`` this thread prints what is known, and ends the process, whatever it is busy with: rules in Python,
    machine code, a compiler or a library.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Be as new, for the next command of this process."""
        stop.clear()
        self.began = time.monotonic()
        self.reason = ""  # why the command was interrupted
        self.since = inf  # when the first signal came
        self.tell: Callable[[], None] | None = None
        self.untold: Callable[[], str] = lambda: UNTOLD
        self.handlers: dict[int, Any] = {}  # of signals, before the command
        self.over = threading.Event()
        self.lock = threading.RLock()  # held by the thread that prints
        self.telling_until = inf
        self.answered = False
        self.watched = False
        self.resort = LastResort()

    def allow(self, seconds: float) -> None:
        """The command may take so long, from when it began."""
        stop.at = self.began + seconds
        if self.watched:
            self.resort.put_off(stop.at + GRACE + HELD - time.monotonic())

    def knows(self, tell: Callable[[], None] = nothing, untold: Callable[[], str] = lambda: UNTOLD) -> None:
        """Say what prints all that is known so far, should the command be ended; ``untold`` tells why that is nothing.

        From the first time on, a signal does no more than that.
        """
        if self.watched and self.tell is None:
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # as shells begin what runs in the background
                    self.handlers[number] = signal.signal(number, lambda *_: None)
        self.tell, self.untold = tell, untold

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Print the answer, or write it to files: what this thread does meanwhile is not cut off."""
        with self.lock:
            clock.hide()
            self.answered = True
            yield
            sys.stdout.flush()

    def told(self) -> None:
        """Print what is known, unless there is an answer already; one that is being printed is printed to its end."""
        with self.lock:
            self.telling_until = time.monotonic() + TELLING
            if self.tell and not self.answered:
                with suppress(Exception):  # it looks at things that another thread may be changing
                    self.tell()

    @property
    def code(self) -> int:
        """The exit code of a command that was ended: 130 or 143 for a signal, as shells have them."""
        return 128 + stop.signal if stop.signal else LimitReached.exit_code

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what is done meanwhile. The process may end on the way."""
        with signals() as heard:
            self.watched = True
            threading.Thread(target=self.watch, args=(self.over, heard), daemon=True).start()
            try:
                yield
            finally:
                self.over.set()
                self.resort.give_back()
                for number, handler in self.handlers.items():
                    signal.signal(number, handler)

    def watch(self, over: threading.Event, heard: socket.socket | None) -> None:
        asked: FrameType | None = None  # the rule that is being asked,
        since = time.monotonic()  # and since when
        while not over.is_set():
            for number in received(heard, min(LOOK, max(stop.at + GRACE - time.monotonic(), 0.01))):
                self.hear(number)
            if over.is_set():
                break
            now = time.monotonic()
            self.resort.put_off(stop.at + GRACE + HELD - now)
            frame, place = busy_rule()
            if frame is None or frame is not asked:
                asked, since = frame, now
            if self.tell is None and now >= self.since + LAST and (where := in_machine_code()):
                give_up(f"interrupted{where}", self.code)
            if now >= stop.at + GRACE:
                where = f" in {place.method}: {place}" if place else in_machine_code()
                self.end(over, heard, f"{stop.reason}{where}", f"{self.untold()}{stop.way_out}", self.code)
            elif frame and place and now - since >= STUCK:
                reason = f"{place.method} has not come to an end for {STUCK:.0f} s: {place}"
                self.end(over, heard, reason, "", LimitReached.exit_code)
        if heard:
            heard.close()

    def hear(self, number: int) -> None:
        """What a signal does: the first one asks for what is known, and a second interrupt ends the process."""
        if number not in SIGNALS:
            return
        now = time.monotonic()
        if self.tell and number == signal.SIGINT and now >= self.since + AGAIN:
            give_up("interrupted", self.code)
        self.since = min(self.since, now)
        if self.tell and not stop.signal:
            stop.signal, stop.at = number, min(stop.at, now)

    def end(self, over: threading.Event, heard: socket.socket | None, reason: str, untold: str, code: int) -> None:
        """Print what is known, and end the process; one that has nothing to say may clean up before.

        ``untold`` is said where nothing was known.
        """
        if self.tell is None:
            self.reason = reason
            _thread.interrupt_main()
            if not over.wait(LAST):
                give_up(reason, code)
            return
        telling = threading.Thread(target=self.told, daemon=True)
        telling.start()
        while telling.is_alive() and time.monotonic() < self.telling_until:  # it may need what the command holds
            telling.join(SOON)
            for number in received(heard, 0):
                self.hear(number)
        if not over.is_set():
            give_up(reason if self.answered else reason + untold, code)


class LastResort:
    """Ends this process where one call in C holds the interpreter, so that no thread of Python runs any more.

    A thread of ``faulthandler``, which needs no interpreter, then writes where all threads are into a pipe, and ends
    the process with exit code 1. A shell at the other end, which waits for nothing else, says so in one line.
    """

    def __init__(self) -> None:
        self.pipe: int | None = None
        self.done = False
        self.lock = threading.Lock()

    def put_off(self, seconds: float) -> None:
        """Do nothing for so many seconds from now; where there is no limit of time, do nothing at all."""
        if seconds == inf or not os.path.exists(SHELL):
            return
        with self.lock:
            if self.done:
                return
            if self.pipe is None:
                read, self.pipe = os.pipe()
                quiet = os.open(os.devnull, os.O_WRONLY)
                actions = [(os.POSIX_SPAWN_DUP2, read, 0), (os.POSIX_SPAWN_DUP2, quiet, 1)]
                os.posix_spawn(SHELL, [SHELL, "-c", HELD_SAYS], os.environ, file_actions=actions, setsid=True)
                os.close(read)
                os.close(quiet)
            faulthandler.dump_traceback_later(max(seconds, SOON), exit=True, file=self.pipe)

    def give_back(self) -> None:
        """Do nothing any more."""
        with self.lock:
            self.done = True
            if self.pipe is not None:
                faulthandler.cancel_dump_traceback_later()
                os.close(self.pipe)
                self.pipe = None


def give_up(reason: str, code: int) -> None:
    """Say why, and end the process at once, without waiting for its threads."""
    clock.hide()
    show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
    with suppress(OSError, ValueError):  # nobody reads it any more
        print(f"{show_cursor}faceup: {' '.join(reason.split())}", file=sys.stderr, flush=True)
    leave(code)


def leave(code: int) -> None:
    """End the process without waiting for its threads. Its worker processes end with it."""
    if shared := sys.modules.get("multiprocessing.util"):
        with suppress(Exception):  # whatever it stumbles over, the process ends
            shared._run_finalizers(0)  # else Python warns of semaphores that are left
    os._exit(code)


@contextmanager
def signals() -> Iterator[socket.socket | None]:
    """Where signals can be read by another thread, which the main one does not hear while machine code runs."""
    if threading.current_thread() is not threading.main_thread():
        yield None
        return
    heard, told = socket.socketpair()
    heard.setblocking(False)
    told.setblocking(False)
    before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    try:
        yield heard
    finally:
        signal.set_wakeup_fd(before)
        told.close()  # which ends the wait of whoever listens


def received(heard: socket.socket | None, seconds: float) -> bytes:
    """The numbers of the signals that came within so many seconds."""
    if heard is None:
        time.sleep(seconds)
        return b""
    try:
        return heard.recv(100) if select.select([heard], [], [], seconds)[0] else b""
    except OSError:
        return b""


def in_machine_code() -> str:
    """That the main thread is in machine code, and near which state; empty where it is not."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    table: Any = frame.f_locals.get("self") if frame else None
    if frame is None or not hasattr(table, "state_under_way"):
        return ""
    return f" in machine code, after {type(table.game).__name__}, state {table.state_under_way(frame.f_locals['root'])}"


def busy_rule() -> tuple[FrameType | None, PlaceInRules | None]:
    """The question that some thread is asking the rules, and where the answer stands; neither where none does.

    A policy of somebody's own, and a file of rules that is being loaded, are asked a question too. A place without a
    question is in code that may take its time, such as a theory.
    """
    place = None
    for frame in sys._current_frames().values():
        with suppress(Exception):  # the thread goes on while it is looked at, and may just be between two lines
            stack = [(part, line or part.f_code.co_firstlineno) for part, line in traceback.walk_stack(frame)][::-1]
            if asked := asked_policy([part for part, _ in stack]) or asked_rule(stack):
                return asked, place_in_rules(stack)
            place = place_in_rules(stack) or place
    return None, place


def asked_policy(frames: list[FrameType]) -> FrameType | None:
    """The function that a policy begins with, where one is asked that has not asked faceup's engines in its turn."""
    policies = sys.modules.get("faceup.engines.model.policies")  # without which no policy is asked
    begin = getattr(getattr(policies, "asked", None), "__code__", None)  # of a module that may still be loading
    if policies is None or begin is None:
        return None
    engines = os.path.dirname(policies.__file__ or "") + os.sep
    for frame, asking in pairwise(reversed(frames)):
        if asking.f_code is begin:
            return frame
        if frame.f_code.co_filename.startswith(engines):
            return None
    return None


watchdog = Watchdog()
