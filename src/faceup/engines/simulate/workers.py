"""Where work is done that can be given up: in place, on threads, in processes."""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

AGAIN = 0.05  # seconds after which a thread that has not stopped is told again


class InPlace(Executor):
    """Does what it is given at once, in the thread that asks."""

    _max_workers = 1  # where the standard library's executors keep it

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


class GivenUp(BaseException):
    """Raised in a thread whose work nobody waits for any longer."""


class Threads(ThreadPoolExecutor):
    """Threads whose work can be given up while it is under way."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._busy: set[int] = set()
        self._change = threading.Lock()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(self._do, function, *args, **kwargs)

    def _do(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        own = threading.get_ident()
        try:
            with self._change:
                self._busy.add(own)
            return function(*args, **kwargs)
        finally:
            with self._change:
                self._busy.discard(own)
                _raise_in(own, None)

    def give_up(self) -> None:
        """Stop all work; machine code stops when it returns to Python, as kernels do several times a second."""
        self.shutdown(wait=False, cancel_futures=True)
        while self._busy:  # an error that meets a callback from C code is lost, so it is raised until it is heard
            with self._change:
                for thread in self._busy:
                    _raise_in(thread, GivenUp)
            time.sleep(AGAIN)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise this in a thread as soon as it runs Python; None takes back what it has not met yet."""
    wanted = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), wanted)


class Processes(ProcessPoolExecutor):
    """New processes whose work can be given up while it is under way."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_alone)

    def give_up(self) -> None:
        """End the processes."""
        running = list(self._processes.values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


def _leave_interrupts_alone() -> None:
    """An interrupt at the keyboard reaches every process of a command; only the first one shall answer it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
