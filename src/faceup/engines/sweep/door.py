"""``sweep``: figures of one game over a grid of parameters, cell by cell, on threads or any executor."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

from faceup.engines.policies import Policy, check_policies
from faceup.engines.simulate.numbered_games import SMALLEST
from faceup.engines.simulate.running import AHEAD, WORKERS, available
from faceup.engines.simulate.workers import Processes, Threads
from faceup.engines.sweep.cell import Answer, Asked, Figures, answer, lasting_keys, told
from faceup.engines.sweep.grid import axes_of
from faceup.library.finding import find_class
from faceup.results.store import CellStore
from faceup.results.sweep import FIGURES, PLAYED, SOLVED, Cell, Sweep, figure_from_json, figure_to_json
from faceup.results.value import Value
from faceup.rules.cards import write_cards
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import UsageError
from faceup.rules.parameters import Cards, kinds

GAMES = 100_000
FULL = 4 * SMALLEST  # games of a cell, for each thread, that keep all threads busy without a second cell
OFTEN = 0.2  # seconds between two reports


def sweep(
    game: str | type[Rules],
    axes: Mapping[str, Any],
    *,
    figures: Iterable[str] = (),
    exact: bool = False,
    engine: str = "auto",
    by: str = "auto",
    memory: float | None = None,
    games: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    policies: tuple[Policy | str, ...] = ("random",),
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Sweep], None] | None = None,
) -> Sweep:
    """Figures of a game for all combinations of parameters; the same on any executor, in the order of the grid.

    ``axes`` has for each parameter its values, or one value, or text such as ``"1..10"`` and ``"5,10,20..200:20"``;
    parameters left out keep their defaults. Of games with decisions ``figures`` are ``value`` (unless others are asked
    for), ``thresholds``, ``states`` and ``openings`` (the number of best first moves), by ``solve`` with ``exact``,
    ``engine`` and ``by``. ``win_rate``, ``mean`` and ``length`` are simulated with ``games`` (100,000), ``seed``,
    ``confidence`` and ``policies``; those of a patience (``win_rate`` unless others are asked for) come from all deals,
    exactly, where ``exact`` says so. ``memory`` (bytes) is shared by the cells that are under way together.

    A cell without figures says why, and the sweep goes on. ``store`` is an SQLite file of finished cells, which are
    not computed again. Work runs on ``threads``, by default one for each processor, or on any ``executor``.
    ``progress`` is called with the sweep so far.
    """
    rules_class = find_class(game) if isinstance(game, str) else game
    if not isinstance(rules_class, type) or not issubclass(rules_class, Game | Patience):
        raise UsageError(f"{game!r} is no game; possible: the name or the class of one, whose parameters are axes")
    values = axes_of(rules_class, axes)
    chosen = _figures(rules_class, figures)
    check_policies(policies)
    if threads is not None and threads < 1:
        raise UsageError(f"{threads} threads; possible: 1 or more")
    asked = Asked(rules_class, chosen, exact, engine, by, memory, games or GAMES, seed, confidence, policies)
    if not asked.solving and ((exact and not asked.patience) or by != "auto"):
        raise UsageError(f"{'exact' if exact else 'by'} is for solving; {', '.join(chosen)} is simulated")
    if not asked.playing and (games is not None or policies != ("random",)):
        raise UsageError(f"games and policies are for what is simulated: {', '.join(PLAYED)}")
    work = _Sweeping(asked, values, progress)
    with ExitStack() as stack:
        if store is not None:
            work.store = stack.enter_context(closing(CellStore(Path(store), lasting_keys(asked))))
        pool, asked = _spread(asked, prod(map(len, values.values())), threads or available(), executor, stack)
        work.run(pool, asked)
    return work.so_far()


def _figures(rules_class: type[Rules], figures: Iterable[str]) -> tuple[str, ...]:
    """The figures that are asked for, or the usual one; raises UsageError for what the game does not have."""
    patience = issubclass(rules_class, Patience)
    chosen = tuple(dict.fromkeys(figures)) or (("win_rate",) if patience else ("value",))
    for figure in chosen:
        if figure not in FIGURES:
            raise UsageError(f"figure {figure!r}; possible: {', '.join(FIGURES)}")
        if patience and figure in SOLVED:
            raise UsageError(f"{rules_class.name} plays itself and has no {figure}; possible: {', '.join(PLAYED)}")
    return chosen


class Point(NamedTuple):
    """A cell that is still to be finished."""

    place: int
    raw: dict[str, int]
    parameters: dict[str, Any]  # as a person writes them
    known: Figures  # what the store has


class _Sweeping:
    """A sweep under way."""

    def __init__(
        self, asked: Asked, axes: dict[str, tuple[int, ...]], progress: Callable[[Sweep], None] | None
    ) -> None:
        self.asked, self.progress = asked, progress
        self.store: CellStore | None = None
        self.began = self.told = time.perf_counter()
        self.cells: dict[int, Cell] = {}
        self.kinds = kinds(asked.rules_class)
        # Parameters that were not named are the class's own defaults.
        rest = {name: (getattr(asked.rules_class, name),) for name in self.kinds if name not in axes}
        self.values = axes | rest

    def so_far(self) -> Sweep:
        """The sweep with the cells that are finished."""
        written = {name: tuple(self.written(name, value) for value in row) for name, row in self.values.items()}
        varying = {name: row for name, row in written.items() if len(row) > 1}
        fixed = {name: row[0] for name, row in written.items() if len(row) == 1}
        cells = tuple(self.cells[place] for place in sorted(self.cells))
        seconds = time.perf_counter() - self.began
        asked = self.asked
        return Sweep(asked.rules_class.name, varying, fixed, asked.figures, cells, asked.options, seconds)

    def written(self, name: str, value: int) -> Any:
        return write_cards(value) if self.kinds[name] is Cards else value

    def run(self, pool: Executor, asked: Asked) -> None:
        """Finish every cell."""
        workers = getattr(pool, "_max_workers", WORKERS)
        points = self.points()
        under_way: dict[Future[Answer], Point] = {}
        try:
            while True:
                for point in islice(points, AHEAD * workers - len(under_way)):
                    missing = tuple(figure for figure in asked.figures if figure not in point.known)
                    under_way[_submit(pool, replace(asked, figures=missing), point.raw)] = point
                if not under_way:
                    break
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    self.finish(under_way.pop(future), _result(future))
                self.report(OFTEN)
        except BaseException:
            if isinstance(pool, Threads | Processes):
                pool.give_up()
            else:
                for future in under_way:
                    future.cancel()
            raise
        self.report(0.0)

    def points(self) -> Iterator[Point]:
        """The cells that must be computed, in the order of the grid; others are finished on the way."""
        for place, values in enumerate(product(*self.values.values())):
            raw = dict(zip(self.values, values, strict=True))
            point = Point(place, raw, {name: self.written(name, value) for name, value in raw.items()}, {})
            try:
                self.asked.rules_class(**raw)
            except Exception as error:
                self.finish(point, Answer({}, *told(error)))
                continue
            if self.store:
                point = point._replace(known=self.recalled(self.store, point))
            if len(point.known) < len(self.asked.figures):
                yield point
            else:
                self.finish(point, Answer({}))

    def recalled(self, store: CellStore, point: Point) -> Figures:
        """The figures of a cell that the store has."""
        texts = {figure: store.get(_key(point), figure) for figure in self.asked.figures}
        try:
            return {figure: figure_from_json(text) for figure, text in texts.items() if text is not None}
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"the store {str(store.path)!r} holds a cell that cannot be read: {texts}") from error

    def finish(self, point: Point, found: Answer) -> None:
        """Put a cell in its place: what the store had, and what was found now."""
        if self.store and found.values:
            try:
                self.keep(self.store, point, found.values)
            except Exception as error:
                kind, problem = told(error)
                found = replace(found, kind=found.kind or kind, problem=found.problem or f"not stored: {problem}")
        figures = {figure: (point.known | found.values).get(figure) for figure in self.asked.figures}
        stored = len(point.known) == len(figures)
        self.cells[point.place] = Cell(point.parameters, figures, found.kind, found.problem, found.seconds, stored)

    def keep(self, store: CellStore, point: Point, values: Figures) -> None:
        """Store the figures of a cell, but for bounds that a limit left."""
        kept = {
            figure: figure_to_json(value)
            for figure, value in values.items()
            if not (isinstance(value, Value) and value.how == "stopped")
        }
        store.put(_key(point), kept)

    def report(self, pause: float) -> None:
        if self.progress and (now := time.perf_counter()) - self.told >= pause:
            self.told = now
            self.progress(self.so_far())


def _key(point: Point) -> str:
    return json.dumps(point.parameters, sort_keys=True)


def _submit(pool: Executor, asked: Asked, parameters: dict[str, int]) -> Future[Answer]:
    try:
        return pool.submit(answer, asked, parameters)
    except BrokenExecutor as error:
        broken: Future[Answer] = Future()
        broken.set_exception(error)
        return broken


def _result(future: Future[Answer]) -> Answer:
    """The answer, also where whoever computed it died."""
    try:
        return future.result()
    except Exception as error:
        return Answer({}, *told(error))


def _spread(
    asked: Asked, cells: int, threads: int, executor: Executor | None, stack: ExitStack
) -> tuple[Executor, Asked]:
    """Who computes the cells, how many of them together, and on how many threads each."""
    if executor is not None:
        workers = getattr(executor, "_max_workers", WORKERS)
        here = isinstance(executor, ProcessPoolExecutor)
        return executor, replace(asked, together=workers if here or asked.memory is not None else 0)
    # Interpreted rules hold Python's lock: with more threads they would only get in each other's way. And games of
    # one cell, where they are many, are spread over threads by the simulation itself.
    interpreted = asked.engine == "cpython" or asked.exact
    if threads == 1 or interpreted or (not asked.solving and asked.games >= FULL * threads):
        return stack.enter_context(Threads(1)), replace(asked, together=1, threads=threads)
    workers = min(threads, cells)
    return stack.enter_context(Threads(workers)), replace(asked, together=workers)
