"""New processes for blocks of games and cells of a sweep."""

import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any, NamedTuple

from faceup.rules.errors import LimitReached


class Report(NamedTuple):
    """What a worker process sends back: its result, and the warnings that were given on the way."""

    result: Any
    warnings: list[tuple[str, type[Warning]]]


class Processes(ProcessPoolExecutor):
    """New processes whose work can be given up while it is under way, and which end when this process does.

    Futures hold a Report; ``result_of`` reads them.
    """

    def __init__(self, workers: int) -> None:
        with _standard_library_first():
            super().__init__(workers, mp_context=get_context("spawn"), initializer=_start_worker)

    def submit(self, deed: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        with _standard_library_first():
            return super().submit(_report, deed, *arguments, **options)

    def give_up(self) -> None:
        """End the processes."""
        running = list(self._processes.values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


def result_of(future: Future[Any], store: Path | None) -> Any:
    """The result of a future of any executor; warnings of a worker process are given here, once each.

    Raises what the work raised, and LimitReached where the process that did it was ended from outside. ``store`` is the
    file that holds the finished work, for the words of that error.
    """
    try:
        result = future.result()
    except BrokenExecutor as error:
        kept = (
            f"{str(store)!r} has what was finished, and the same run goes on there"
            if store
            else "a store would have kept what was finished"
        )
        raise LimitReached(f"a worker process was killed, or ran out of memory; {kept}") from error
    if not isinstance(result, Report):
        return result
    for text, category in result.warnings:
        warnings.warn_explicit(text, category, __name__, 0, registry=_warned)
    return result.result


_warned: dict[Any, Any] = {}  # what was warned of already, as the module warnings keeps it


def _report(deed: Callable[..., Any], /, *arguments: Any, **options: Any) -> Report:
    with warnings.catch_warnings(record=True) as caught:
        result = deed(*arguments, **options)
    return Report(result, [(str(warning.message), warning.category) for warning in caught])


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


def _start_worker() -> None:
    """Leave interrupts to the process that answers them, and end with it.

    An interrupt at the keyboard reaches every process of a command. A worker whose command was killed would wait for
    work for ever, since it holds both ends of the queue itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
