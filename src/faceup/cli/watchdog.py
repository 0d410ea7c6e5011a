"""Ends a command whose time is over, or that a signal ends: with what is known by then, however busy it is."""

import _thread
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
from math import inf
from types import FrameType
from typing import Any

from faceup.engines.limits import interrupted
from faceup.library.errors_in_rules import PlaceInRules, place_in_rules

LOOK = 0.5  # seconds between two looks at what is being done
STUCK = 60.0  # seconds for which a rule may be busy with one question
GRACE = 1.0  # seconds in which a command ends by itself when the time is over
STALLED = 2.0  # seconds after which an interrupt ends a command in machine code that has nothing to say
LAST = 0.5  # seconds after which a command that was told to end is ended
TELLING = 2.0  # seconds in which what is known is printed while the command is busy
ONE_QUESTION = ("start", "turn", "moves", "play", "payoff", "odds", "reward", "canon", "choices", "view")
ONE_STEP = ("deck", "lay", "step", "score", "won")
LIMIT = 3  # the exit code where a limit was reached
SIGNALS = (signal.SIGINT, signal.SIGTERM)

Tell = Callable[[str], None]  # prints what is known when this limit is reached: ``time`` or ``interrupt``


class Watchdog:
    """Looks at the threads of this process, and listens to its signals, in a thread of its own.

    A command that says what it knows (``knows``) ends, when its time is over or at a signal, in three steps. All limits
    are reached at once, so that most engines come to an end by themselves. After ``GRACE`` the main thread gets an
    interrupt. Where it does not hear that, as in machine code or in a compiler, this thread prints what is known and
    ends the process.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Be as new, for the next command of this process."""
        interrupted.clear()
        self.deadline = inf
        self.reason = ""  # why the command was ended
        self.signal = 0  # the one by which
        self.since = inf  # when it came
        self.tell: Tell | None = None
        self.handlers: dict[int, Any] = {}  # of signals, before the command
        self.over = threading.Event()
        self.answering = threading.RLock()  # held by the thread that prints the answer
        self.answered = False
        self.teller: threading.Thread | None = None  # who has told what is known

    def allow(self, seconds: float) -> None:
        """The command may take so long from now on."""
        self.deadline = time.monotonic() + seconds

    def knows(self, tell: Tell) -> None:
        """Say what prints all that is known so far, should the command be ended.

        From the first time on a signal does no more than that.
        """
        if self.tell is None and threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # as shells begin what runs in the background
                    self.handlers[number] = signal.signal(number, self._in_main_thread)
        self.tell = tell

    def answer(self) -> None:
        """Say that this thread prints the answer. Where another one prints what is known already, this one waits: that
        ends the process.
        """
        self.answering.acquire()
        self.answered = True

    def told(self) -> None:
        """Print what is known, unless another thread prints an answer, or there is one already."""
        if self.tell and self.answering.acquire(blocking=False) and not self.answered:
            self.answered, self.teller = True, threading.current_thread()
            with suppress(Exception):  # it was not meant to be told from everywhere
                self.tell(self.limit)

    @property
    def ended(self) -> bool:
        """Whether the time is over, or a signal has come."""
        return bool(self.signal) or time.monotonic() >= self.deadline

    @property
    def left(self) -> float:
        """How many seconds there are still."""
        return max(self.deadline - time.monotonic(), 0.0)

    @property
    def limit(self) -> str:
        """What ends the command, as limits are called."""
        return "interrupt" if self.signal else "time"

    @property
    def code(self) -> int:
        """The exit code of a command that was ended: 130 or 143 for a signal, as shells have them."""
        return 128 + self.signal if self.signal else LIMIT

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what is done meanwhile."""
        with signals() as heard:
            threading.Thread(target=self.watch, args=(self.over, heard), daemon=True).start()
            try:
                yield
            finally:
                self.over.set()
                for number, handler in self.handlers.items():
                    signal.signal(number, handler)

    def watch(self, over: threading.Event, heard: socket.socket | None) -> None:
        asked: FrameType | None = None  # the rule that is being asked,
        since = time.monotonic()  # and since when
        while not over.is_set():
            for number in received(heard, min(LOOK, max(self.deadline + GRACE - time.monotonic(), 0.01))):
                self.hear(number)
            if over.is_set():
                break
            now = time.monotonic()
            frame, place = busy_rule()
            if frame is None or frame is not asked:
                asked, since = frame, now
            if self.tell is None and now >= self.since + STALLED and (where := in_machine_code()):
                give_up(f"interrupted{where}", self.code)
            if now >= self.deadline + GRACE and not self.answered:
                self.end(over, f"{self._over()}{f' in {place.method}: {place}' if place else in_machine_code()}")
            elif place and now - since >= STUCK:
                self.tell = None
                self.end(over, f"{place.method} has not come to an end for {STUCK:.0f} s: {place}")
        if heard:
            heard.close()

    def hear(self, number: int) -> None:
        """What a signal does: the first one asks for what is known, the second ends the process."""
        if number not in SIGNALS:
            return
        if self.tell and self.signal and number == signal.SIGINT:
            give_up("interrupted", self.code)
        self.signal, self.since = number, min(self.since, time.monotonic())
        if self.tell:
            self.deadline = min(self.deadline, self.since)
            interrupted.set()

    def end(self, over: threading.Event, reason: str) -> None:
        """Interrupt the command; where it does not hear that, tell what is known and end the process."""
        self.reason = reason
        _thread.interrupt_main()
        if over.wait(LAST):
            return
        telling = threading.Thread(target=self.told, daemon=True)
        telling.start()
        telling.join(TELLING)  # it may need what the command holds
        if not self.answered or self.teller is telling:  # what another thread prints is printed to its end
            give_up(reason, self.code)

    def _over(self) -> str:
        return "interrupted" if self.signal else "the time limit was reached"

    def _in_main_thread(self, number: int, frame: FrameType | None) -> None:
        """What the main thread does at a signal, and at the interrupt by which this object ends it."""
        if self.reason and not self.answered:
            raise KeyboardInterrupt


def give_up(reason: str, code: int) -> None:
    """End the process at once, and those that it began."""
    show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
    print(f"{show_cursor}faceup: {' '.join(reason.split())}", file=sys.stderr)
    leave(code)


def leave(code: int) -> None:
    """End the process without waiting for its threads."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    if "multiprocessing" in sys.modules:
        for process in sys.modules["multiprocessing"].active_children():
            process.kill()
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
    """The method of a game that some thread is in, and where."""
    for frame in sys._current_frames().values():
        stack = [(part, line) for part, line in traceback.walk_stack(frame)][::-1]
        place = place_in_rules(stack)
        if place and place.method in (*ONE_QUESTION, *ONE_STEP):
            asked = next(part for part, _ in stack if part.f_code.co_name == place.method)
            return asked, place
    return None, None


def nothing(limit: str) -> None:
    """What a command tells that knows nothing until it knows all."""


watchdog = Watchdog()
