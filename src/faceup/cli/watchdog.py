"""Ends a command that does not end by itself: with the line of the rules where it is stuck."""

import _thread
import os
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType
from typing import Any

from faceup.library.errors_in_rules import PlaceInRules, place_in_rules

LOOK = 0.5  # seconds between two looks at what is being done
STUCK = 5.0  # seconds for which a rule, which takes microseconds, may be busy with one question
HESITATION = 1.0  # seconds for which a rule may be busy with one question when the time is over
GRACE = 20.0  # seconds in which a command ends by itself when the time is over, as after the compiler has come back
LAST = 2.0  # seconds after which a command that was interrupted is ended
ONE_QUESTION = ("start", "turn", "moves", "play", "payoff", "odds", "reward", "canon", "choices", "view")
ONE_STEP = ("deck", "lay", "step", "score", "won")


class Watchdog:
    """Looks at the threads of this process from a thread of its own."""

    def __init__(self) -> None:
        self.deadline = inf
        self.reason = ""  # why the command was ended
        self.over = threading.Event()

    def allow(self, seconds: float) -> None:
        """The command may take so long from now on."""
        self.deadline = time.monotonic() + seconds

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what is done meanwhile."""
        with interrupts() as heard:
            threading.Thread(target=self.watch, args=(self.over, heard), daemon=True).start()
            try:
                yield
            finally:
                self.over.set()
                self.over = threading.Event()
                self.deadline = inf

    def watch(self, over: threading.Event, heard: socket.socket | None) -> None:
        asked: FrameType | None = None  # the rule that is being asked,
        since = time.monotonic()  # and since when
        interrupted = inf
        while not over.wait(LOOK):
            now = time.monotonic()
            if heard and signal.SIGINT in received(heard):
                interrupted = min(interrupted, now)
            if now >= interrupted + LAST and (where := in_machine_code()):
                give_up(f"interrupted{where}", 130)
            frame, place = busy_rule()
            if frame is None or frame is not asked:
                asked, since = frame, now
            if now >= self.deadline + (HESITATION if place and now - since >= HESITATION else GRACE):
                where = f" in {place.method}: {place}" if place else in_machine_code()
                self.end(over, f"the time limit was reached{where}")
                return
            if place and now - since >= STUCK:
                self.end(over, f"{place.method} has not come to an end for {STUCK:.0f} s: {place}")
                return

    def end(self, over: threading.Event, reason: str) -> None:
        """Interrupt the command; where it does not hear that, end the process."""
        self.reason = reason
        _thread.interrupt_main()
        if not over.wait(LAST):
            give_up(self.reason, 3)


def give_up(reason: str, code: int) -> None:
    """End the process at once."""
    show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
    print(f"{show_cursor}faceup: {' '.join(reason.split())}", file=sys.stderr, flush=True)
    os._exit(code)


@contextmanager
def interrupts() -> Iterator[socket.socket | None]:
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
        heard.close()
        told.close()


def received(heard: socket.socket) -> bytes:
    """The numbers of the signals that came."""
    try:
        return heard.recv(100)
    except OSError:  # none, or no more
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


watchdog = Watchdog()
