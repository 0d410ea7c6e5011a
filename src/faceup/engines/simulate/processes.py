"""New processes for blocks of games and cells of a sweep."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any


class Processes(ProcessPoolExecutor):
    """New processes whose work can be given up while it is under way."""

    def __init__(self, workers: int) -> None:
        with _standard_library_first():
            super().__init__(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone)

    def submit(self, deed: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        with _standard_library_first():
            return super().submit(deed, *arguments, **options)

    def give_up(self) -> None:
        """End the processes."""
        running = list(self._processes.values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


@contextmanager
def _standard_library_first() -> Iterator[None]:
    """Start Python without the modules of the folder at hand, where rule files may lie."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTHONSAFEPATH"]
        if before is not None:
            os.environ["PYTHONSAFEPATH"] = before


def _leave_interrupts_alone() -> None:
    """An interrupt at the keyboard reaches every process of a command; only the first one shall answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
