"""Ends a command that does not end by itself: with the line of the rules where it is stuck."""

import _thread
import os
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from faceup.library.errors_in_rules import PlaceInRules, place_in_rules

LOOK = 0.5  # seconds between two looks at what is being done
STUCK = 60.0  # seconds for which a rule may be busy with one question
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
        self.over.clear()
        threading.Thread(target=self.watch, args=(self.over,), daemon=True).start()
        try:
            yield
        finally:
            self.over.set()
            self.over = threading.Event()
            self.deadline = inf

    def watch(self, over: threading.Event) -> None:
        asked: FrameType | None = None  # the rule that is being asked,
        since = time.monotonic()  # and since when
        while not over.wait(LOOK):
            now = time.monotonic()
            frame, place = busy_rule()
            if frame is None or frame is not asked:
                asked, since = frame, now
            if now >= self.deadline + (HESITATION if place and now - since >= HESITATION else GRACE):
                self.end(over, "the time limit was reached" + (f" in {place.method}: {place}" if place else ""))
                return
            if place and now - since >= STUCK:
                self.end(over, f"{place.method} has not come to an end for {STUCK:.0f} s: {place}")
                return

    def end(self, over: threading.Event, reason: str) -> None:
        """Interrupt the command; where it does not hear that, end the process."""
        self.reason = reason
        _thread.interrupt_main()
        if not over.wait(LAST):
            show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
            print(f"{show_cursor}faceup: {' '.join(self.reason.split())}", file=sys.stderr, flush=True)
            os._exit(3)


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
