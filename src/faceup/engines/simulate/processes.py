"""Blocks of games and cells of a sweep in other processes and on a Dask cluster.

Rules and policies that were loaded from a file travel as the text of the file.
"""

import asyncio
import hashlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from multiprocessing import get_context, parent_process, resource_tracker
from pathlib import Path
from typing import Any, NamedTuple

from faceup.engines.model.positions import at_position
from faceup.library.finding import load_file, texts_of
from faceup.results.showable import optional
from faceup.rules.contract import position_of
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.parameters import kinds

QUIET = "ignore:resource_tracker"  # ignores warnings that begin with this word
PATIENCE = 10.0  # seconds for the scheduler to answer


class Shipment(NamedTuple):
    """A class or function of a user's file, with the texts of the file and its helper files."""

    texts: tuple[tuple[str, str], ...]  # path below the file's folder, text; the file itself first
    name: str


def pack(thing: Any) -> Any:
    """Return a class or function in a form that can be pickled: a Shipment if it came from a rule file."""
    texts = texts_of(getattr(thing, "__module__", ""))
    return Shipment(texts, thing.__qualname__) if texts else thing


def unpack(thing: Any) -> Any:
    """Return the class or function that ``pack`` got."""
    return getattr(_module(thing.texts), thing.name) if isinstance(thing, Shipment) else thing


@lru_cache(maxsize=32)
def _module(texts: tuple[tuple[str, str], ...]) -> Any:
    """Load the module of these texts from a folder named by their digest, where its compiled code is found again."""
    from faceup.native.digests.digest import cache_folder

    folder = cache_folder() / "rules" / hashlib.sha256(repr(texts).encode()).hexdigest()[:32]
    for name, text in texts:
        path = folder / name
        if not _holds(path, text):  # missing or damaged
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f"{path.name}.{id(texts)}")
            beside.write_bytes(text.encode())
            beside.replace(path)
    return load_file(folder / texts[0][0])


def _holds(path: Path, text: str) -> bool:
    """Whether a file has this text."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def pack_game(game: Any) -> tuple[Any, dict[str, Any], str]:
    """Return a game in a form that can be pickled: its class, its parameters, and its start position."""
    return pack(type(game)), {name: getattr(game, name) for name in kinds(type(game))}, position_of(game)


def unpack_game(parts: tuple[Any, dict[str, Any], str]) -> Any:
    rules_class, parameters, position = parts
    return at_position(unpack(rules_class)(**parameters), position)


class Report(NamedTuple):
    """What a worker process sends back: its result, and the warnings it raised."""

    result: Any
    warnings: list[tuple[str, type[Warning]]]


class Processes(ProcessPoolExecutor):
    """New processes whose work can be cancelled in progress, and which end when this process does.

    Futures hold a Report; ``result_of`` reads them.
    """

    def __init__(self, workers: int) -> None:
        _start_tracker()
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
    """Return the result of a future of any executor, and issue the warnings of a worker process, once each.

    Raises what the work raised, and LimitReached if the worker process was killed. ``store`` is the file that holds the
    finished work, for the message of that error.
    """
    try:
        result = future.result()
    except BrokenExecutor as error:
        outlook = (
            f"{str(store)!r} has what was finished, and the same run goes on there"
            if store
            else "a store would have kept what was finished"
        )
        raise LimitReached(f"a worker process was killed, or ran out of memory; {outlook}") from error
    if not isinstance(result, Report):
        return result
    for text, category in result.warnings:
        warnings.warn_explicit(text, category, __name__, 0, registry=_warned)
    return result.result


_warned: dict[Any, Any] = {}  # the registry of issued warnings, for the module warnings


def _report(deed: Callable[..., Any], /, *arguments: Any, **options: Any) -> Report:
    with warnings.catch_warnings(record=True) as caught:
        result = deed(*arguments, **options)
    return Report(result, [(str(warning.message), warning.category) for warning in caught])


def _start_tracker() -> None:
    """Start the resource tracker, which cleans up after a killed command, with its warnings silenced."""
    if sys.platform != "win32":  # Windows has none
        with _in_environment("PYTHONWARNINGS", ",".join(filter(None, [os.environ.get("PYTHONWARNINGS"), QUIET]))):
            resource_tracker.ensure_running()


def _standard_library_first() -> AbstractContextManager[None]:
    """Start Python without the current folder on its path: rule files there may hide standard modules."""
    return _in_environment("PYTHONSAFEPATH", "1")


@contextmanager
def _in_environment(name: str, value: str) -> Iterator[None]:
    """Set an environment variable within the block."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


def _start_worker() -> None:
    """Ignore interrupts, which the parent process handles, and end with the parent.

    An interrupt at the keyboard reaches every process of a command. A worker whose parent was killed would wait for
    work for ever, since it holds both ends of the queue itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Provide an executor on the workers of a Dask scheduler, which need faceup installed.

    A block whose worker dies is played again by another one. Raises UsageError if no scheduler answers.
    """
    distributed = optional("distributed", "cluster")
    try:
        # A Client that cannot connect leaves tasks behind that log errors later. So connect once before, in a thread,
        # for this one may have an event loop.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _greet(distributed, address)).result()
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0] or "nobody answers in time"
        raise UsageError(f"no Dask scheduler at {address!r}: {reason}") from error
    client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    try:
        workers = sum(client.nthreads().values())
        if not workers:
            raise UsageError(f"the Dask scheduler at {address!r} has no workers")
        executor: Executor = client.get_executor(pure=False)
        executor._max_workers = workers  # type: ignore[attr-defined]  # where the standard library's keep it
        yield executor
    finally:
        client.close()


async def _greet(distributed: Any, address: str) -> None:
    connecting = distributed.comm.connect(address, timeout=PATIENCE)
    (await asyncio.wait_for(connecting, PATIENCE)).abort()
