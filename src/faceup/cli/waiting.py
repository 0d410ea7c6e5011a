"""A line with the seconds on a terminal's standard error, while a command works and prints nothing else."""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENT = 1.0  # seconds of silence on a terminal, and between two looks at the clock
USUAL = 80  # columns of a terminal that reports none


class Clock:
    """The line on the terminal now; it is erased before anything else is printed."""

    def __init__(self) -> None:
        self.columns = 0
        self.lock = threading.Lock()

    def show(self, text: str) -> None:
        """Replace the line by this text."""
        with suppress(OSError):
            text = text[: (os.get_terminal_size(sys.stderr.fileno()).columns or USUAL) - 1]
        with self.lock:
            self._write(f"\r{text.ljust(self.columns)}")
            self.columns = len(text)

    def hide(self) -> None:
        with self.lock:
            if self.columns:
                self._write(f"\r{' ' * self.columns}\r")
                self.columns = 0

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # the terminal is closed
            sys.stderr.write(text)
            sys.stderr.flush()


clock = Clock()


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Show the text and the seconds once the work inside takes a moment; show nothing without a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    over, began = threading.Event(), time.monotonic()

    def tick() -> None:
        while not over.wait(PATIENT):
            clock.show(f"{text}, {time.monotonic() - began:.0f} s")

    ticking = threading.Thread(target=tick, daemon=True)
    ticking.start()
    try:
        yield
    finally:
        over.set()
        ticking.join()
        clock.hide()
