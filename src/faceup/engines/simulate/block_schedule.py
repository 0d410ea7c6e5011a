"""Play numbered games block by block, on threads or any executor, and add them up in the order of the blocks.

A stopping rule may end the run when the confidence interval of a figure is narrow enough.
"""

import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from faceup.engines.model.limits import Deadline, GivenUp, processors
from faceup.engines.simulate.blocks import blocks
from faceup.engines.simulate.numbered_games import Playable, play_block
from faceup.engines.simulate.processes import result_of
from faceup.results.samples.sample import Sample
from faceup.results.samples.store import Store
from faceup.rules.errors import UsageError

HOPELESS = 1 << 24  # games after which a run with an interval that cannot narrow ends
AHEAD = 3  # blocks in progress or waiting for an earlier one, for each worker
LISTEN = 0.1  # seconds between two checks whether the run should stop
WORKERS = 64  # assumed of an executor that does not say how many it has


@dataclass(frozen=True)
class StoppingRule:
    """Ends a run when the confidence interval of ``figure`` is at most ``width`` wide, with no unfinished games."""

    figure: str
    width: float

    def is_met(self, sample: Sample) -> bool:
        value = getattr(sample, self.figure)
        return bool(value.high - value.low <= self.width and (self.figure == "win_rate" or not sample.unfinished))

    def why_hopeless(self, sample: Sample) -> str:
        """Return why more games would not help; empty if they may."""
        if self.figure == "win_rate" and sample.won is None:
            return f"{sample.games:,} games do not show which of them are won: wait for another figure"
        if self.is_met(sample) or sample.games < HOPELESS:
            return ""
        if getattr(sample, self.figure).high == inf:
            return f"{sample.games:,} games show no spread of {self.figure}, so no interval: say how many games"
        if sample.unfinished > (sample.games * self.width if self.figure == "win_rate" else 0):
            share = sample.unfinished / sample.games
            return f"{share:.3%} of {sample.games:,} games are unfinished: no interval can be trusted to be so narrow"
        return ""

    def is_over(self, sample: Sample) -> bool:
        """Whether the run is over."""
        return self.is_met(sample) or bool(self.why_hopeless(sample))

    def shortfall(self, sample: Sample) -> str:
        """Return why the run ended with an interval that is too wide; empty if it is not."""
        if self.is_met(sample):
            return ""
        still = f"the interval of {self.figure} is still wider than {self.width:g} after {sample.games:,} games"
        return self.why_hopeless(sample) or still


Play = Callable[[int, int], Any]  # (first game, count) -> totals of the block


def add_up(
    games: Playable,
    count: int,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    store: Store | None = None,
    stop: threading.Event | None = None,
    ends: Deadline | None = None,
    enough: Callable[[Any], bool] | None = None,
    progress: Callable[[Any], None] | None = None,
) -> tuple[Any, int]:
    """Return the totals of games 0 to ``count - 1``, and how many of them were played in this run.

    Totals are added in the order of the blocks, whatever order they finish in. ``enough`` is called after each block,
    in that order, and ends the run: so the answer is the same on any number of workers. Raises GivenUp soon after
    ``stop`` is set. Once ``ends`` is set, the totals are those of the games without a gap so far.
    """
    totals, played, keep = games.nothing, 0, dict(games.keep)
    with (
        workers(games, threads, executor) as (pool, play),
        closing(in_order(games, count, pool, play, store, stop, ends)) as finished,
    ):
        for block_totals, now in finished:
            totals = totals.plus(block_totals, keep)
            played += now
            if not totals.games:  # the first game was given up
                break
            if progress:
                progress(totals)
            if enough and enough(totals):
                break
    return totals, played


@contextmanager
def workers(games: Playable, threads: int | None, executor: Executor | None) -> Iterator[tuple[Executor, Play]]:
    """Provide the executor that plays blocks, and its task; end own threads on exit."""
    if executor is not None:
        yield executor, partial(play_block, games)
        return
    # Interpreted rules hold the GIL, so several threads would only slow each other down.
    most = (threads or processors()) if games.in_threads else 1
    over = threading.Event()
    with ThreadPoolExecutor(most) as pool:
        try:
            yield pool, partial(games.play, stop=over)
        finally:
            over.set()


def in_order(
    games: Playable,
    count: int,
    pool: Executor,
    play: Play,
    store: Store | None,
    stop: threading.Event | None,
    ends: Deadline | None,
) -> Generator[tuple[Any, int]]:
    """Yield (totals of a block, how many of its games were played in this run), in the order of the blocks."""
    most = AHEAD * workers_of(pool)
    under_way: dict[Future[Any], tuple[int, int]] = {}
    waiting: dict[int, tuple[Any, int]] = {}  # by first game, finished blocks whose turn has not come
    ahead = blocks(count, games.smallest_block)
    try:
        for due, size in blocks(count, games.smallest_block):
            while True:
                while len(under_way) + len(waiting) < most and (block := next(ahead, None)) is not None:
                    if store and (text := store.get(*block)):
                        waiting[block[0]] = stored_totals(games, store, text), 0
                    else:
                        under_way[pool.submit(play, *block)] = block
                if due in waiting:
                    totals, computed = waiting.pop(due)
                    yield totals, computed
                    if totals.games < size:
                        return
                    break
                if ends and ends.is_set() and not isinstance(pool, ThreadPoolExecutor):
                    return
                for future in wait(under_way, LISTEN, FIRST_COMPLETED).done:
                    first, games_asked = under_way.pop(future)
                    block_totals = result_of(future, store.path if store else None)
                    waiting[first] = block_totals, block_totals.games
                    if store and block_totals.games == games_asked:
                        store.put(first, games_asked, block_totals.to_json())
                if stop and stop.is_set():
                    raise GivenUp
    finally:
        for future in under_way:
            future.cancel()


def stored_totals(games: Playable, store: Store, text: str) -> Any:
    """Return the totals of a block from the store."""
    try:
        return type(games.nothing).from_json(text)
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the store {str(store.path)!r} holds a block that cannot be read: {text[:60]!r}") from error


def workers_of(executor: Executor) -> int:
    """Return how many workers an executor has."""
    return int(getattr(executor, "_max_workers", WORKERS))  # the standard library's attribute
