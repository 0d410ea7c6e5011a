"""Running a job block by block: on threads or any executor, with a store, until a figure is known well enough."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import partial
from typing import Any

from faceup.engines.simulate.numbered_games import blocks, play_block
from faceup.results.store import Store
from faceup.rules.errors import UsageError

AHEAD = 3  # blocks under way or waiting for an earlier one, for each worker
LISTEN = 0.1  # seconds after which a thread that waits can hear that it is to stop
WORKERS = 64  # of an executor that does not say how many it has


def run(
    job: Any,
    games: int,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    enough: Callable[[Any], bool] | None = None,
    progress: Callable[[Any], None] | None = None,
) -> tuple[Any, int]:
    """The totals of games 0 to ``games - 1``, and how many of them were played now.

    Totals are added in the order of the blocks, whatever order they finish in. With ``enough`` the run ends at the
    first block's end, in that order, at which it says so: the answer is the same on any number of workers.
    """
    if executor is None:
        # Interpreted rules hold Python's lock, so more than one thread would only get in each other's way.
        workers = (threads or available()) if job.player.engine == "native" else 1
        stop = threading.Event()
        with ThreadPoolExecutor(workers) as pool:
            try:
                return _run(job, games, pool, partial(job.play, stop=stop), workers, store, enough, progress)
            finally:
                stop.set()  # whatever is under way now is not needed
    workers = getattr(executor, "_max_workers", WORKERS)
    return _run(job, games, executor, partial(play_block, job), workers, store, enough, progress)


def available() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run(
    job: Any,
    games: int,
    pool: Executor,
    play: Callable[[int, int], Any],
    workers: int,
    store: Store | None,
    enough: Callable[[Any], bool] | None,
    progress: Callable[[Any], None] | None,
) -> tuple[Any, int]:
    keep = dict(job.keep)
    totals, played = job.nothing, 0
    under_way: dict[Future[Any], tuple[int, int]] = {}
    waiting: dict[int, Any] = {}  # totals and games played now, by first game, of blocks whose turn has not come
    ahead = blocks(games)
    turn = blocks(games)
    due = next(turn, None)
    try:
        while due is not None:
            while len(under_way) + len(waiting) < AHEAD * workers and (block := next(ahead, None)) is not None:
                if store and (text := store.get(*block)):
                    waiting[block[0]] = _read(job, store, text), 0
                else:
                    under_way[pool.submit(play, *block)] = block
            if due[0] not in waiting:
                for future in wait(under_way, LISTEN, FIRST_COMPLETED).done:
                    first, count = under_way.pop(future)
                    found = future.result()
                    waiting[first] = found, count
                    if store:
                        store.put(first, count, found.to_json())
            while due is not None and due[0] in waiting:
                found, now = waiting.pop(due[0])
                totals = totals.plus(found, keep)
                played += now
                if progress:
                    progress(totals)
                due = None if enough and enough(totals) else next(turn, None)
    finally:
        for future in under_way:
            future.cancel()
    return totals, played


def _read(job: Any, store: Store, text: str) -> Any:
    try:
        return type(job.nothing).from_json(text)
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the store {str(store.path)!r} holds a block that cannot be read: {text[:60]!r}") from error
