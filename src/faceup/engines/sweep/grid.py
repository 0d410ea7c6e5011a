"""``sweep``: figures of one game over a grid of parameters, cell by cell, on threads or any executor."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from math import inf, prod
from pathlib import Path
from typing import Any, NamedTuple

from faceup.engines.graph.stakes import payoff_range, stakes_seen
from faceup.engines.model.limits import Deadline, processors
from faceup.engines.model.policies import NAMED_IF_SOLVED, Policy, check_policies
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.block_schedule import AHEAD, workers_of
from faceup.engines.simulate.blocks import SMALLEST
from faceup.engines.simulate.processes import Processes, result_of
from faceup.engines.simulate.sampler import check_run, whole_count
from faceup.engines.sweep.cell import (
    CellResult,
    Figures,
    compute,
    keep,
    most_seats,
    of_each_seat,
    payoff_bounds_figures,
    problem_of,
    recall,
)
from faceup.engines.sweep.question import CellQuestion, axes_of
from faceup.library.finding import rules_class_of
from faceup.results.samples.store import CellStore
from faceup.results.samples.sweep import ENDED, FIGURES, FOLLOWED, LIMIT, PLAYED, Cell, Sweep, base_of
from faceup.results.stakes import Stakes
from faceup.rules.contract import Rules
from faceup.rules.errors import MISTAKES, FaceupError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.parameters import Setting, kinds, write_value

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
    games: float | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    policies: tuple[Policy | str, ...] = ("random",),
    play: tuple[Policy | str, ...] = (),
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    seconds: float = inf,
    progress: Callable[[Sweep], None] | None = None,
) -> Sweep:
    """Return figures of a game for all combinations of parameters; the same on any executor, in the order of the grid.

    ``axes`` has for each parameter its values, or one value, or text such as ``"1..10"`` and ``"5,10,20..200:20"``;
    parameters left out keep their defaults. Of games with decisions ``figures`` are ``value`` (the default),
    ``thresholds``, ``states`` and ``openings`` (the number of best first moves), by ``solve`` with ``exact``,
    ``engine`` and ``by``. ``win_rate``, ``mean`` and ``length`` are simulated with ``games`` (100,000), ``seed``,
    ``confidence`` and ``policies``; for solitaire (by default ``win_rate``), ``exact`` computes them from all deals.
    With policies that ``play``, as in ``outcomes``, all figures are exact, and ``draw_rate``, ``loss_rate``,
    ``length_50``, ``length_90`` and ``length_99`` (moves within which so many of 100 plays end) are known, too. If each
    seat has a payoff of its own, ``value``, ``win_rate``, ``tie_rate`` and ``mean`` are a figure for each: ``value_1``,
    ``value_2`` and so on. ``memory`` (bytes) is shared by the cells that run at the same time.

    A cell without figures has a problem, and the sweep goes on. ``store`` is an SQLite file of finished cells, which
    the sweep does not compute again. Work runs on ``threads``, by default one for each processor, or on any
    ``executor``. ``sweep`` calls ``progress`` with the sweep so far. After ``seconds`` the other cells report the
    limit.
    """
    ends = Deadline(seconds)
    rules_class: Any = rules_class_of(game)
    values = axes_of(rules_class, axes)
    chosen = _figures(rules_class, figures, play)
    seats = most_seats(rules_class, values)
    chosen = of_each_seat(rules_class, chosen, seats)
    check_policies(policies, seats=seats)
    if play:
        check_policies(play, NAMED_IF_SOLVED, seats)
    check_run(confidence, threads, None, "mean", store)
    if games is not None:
        games = whole_count(games)
    question = CellQuestion(
        rules_class, chosen, exact, engine, by, memory, games or GAMES, seed, confidence, policies, play=play
    )
    if not question.solving and ((exact and not question.dealing) or by != "auto"):
        raise UsageError(f"{'exact' if exact else 'by'} is for solving; {', '.join(chosen)} is simulated")
    if not question.playing and (games is not None or policies != ("random",)):
        raise UsageError(f"games and policies are for what is simulated: {', '.join(PLAYED)}")
    with ExitStack() as stack:
        cells = None if store is None else stack.enter_context(closing(CellStore(Path(store), question.store_keys)))
        grid = _Grid(question, values, cells, progress)
        if executor is not None:
            _fill(grid, _share_memory(question, executor), executor, ends)
        else:
            question = _spread(question, prod(map(len, values.values())), threads or processors())
            _fill(grid, question, stack.enter_context(ThreadPoolExecutor(question.together)), ends, threading.Event())
    return grid.so_far()


def _figures(rules_class: type[Rules], figures: Iterable[str], play: tuple[Policy | str, ...]) -> tuple[str, ...]:
    """Return the figures of the question, or the default one; raises UsageError for a figure that the game lacks."""
    patience = facts_of(rules_class).deals
    chosen = tuple(dict.fromkeys(figures)) or (("win_rate",) if patience else ("value",))
    for figure in chosen:
        figure = base_of(figure)
        if figure not in FIGURES:
            raise UsageError(f"figure {figure!r}; possible: {', '.join(FIGURES)}")
        if patience and figure not in PLAYED:
            raise UsageError(f"{rules_class.name} plays itself and has no {figure}; possible: {', '.join(PLAYED)}")
        if play and figure not in (*FOLLOWED, "tie_rate"):
            raise UsageError(f"{figure} is of best play, and not of policies; possible: {', '.join(FOLLOWED)}")
        if figure in ENDED and not play:
            raise UsageError(f"{figure} is known where play says who keeps to which policy")
    if patience and play:
        raise UsageError(f"{rules_class.name} plays itself, so nobody has a policy to play")
    return chosen


def _spread(question: CellQuestion, cells: int, threads: int) -> CellQuestion:
    """Decide how many cells run at the same time, and on how many threads each cell plays its games.

    Interpreted rules hold Python's lock, so more threads would only wait for each other. Many games of one cell keep
    all threads busy.
    """
    interpreted = question.engine == "cpython" or question.exact
    if threads == 1 or interpreted or (not question.solving and question.games >= FULL * threads):
        return replace(question, together=1, threads=threads)
    return replace(question, together=min(threads, cells))


def _share_memory(question: CellQuestion, executor: Executor) -> CellQuestion:
    """Set how many cells share the memory of an executor; only other machines know their own memory."""
    here = isinstance(executor, ProcessPoolExecutor)
    return replace(question, together=workers_of(executor) if here or question.memory is not None else 0)


class Point(NamedTuple):
    """A cell that is not finished."""

    place: int
    raw: dict[str, Setting]
    parameters: dict[str, Any]  # as a person writes them
    known: Figures  # from the store


class _Grid:
    """The cells of a sweep, some of them finished."""

    def __init__(
        self,
        question: CellQuestion,
        axes: dict[str, tuple[Setting, ...]],
        store: CellStore | None,
        progress: Callable[[Sweep], None] | None,
    ) -> None:
        self.question, self.store, self.progress = question, store, progress
        self.began = self.reported = time.perf_counter()
        self.cells: dict[int, Cell] = {}
        self.kinds = kinds(question.rules_class)
        # Other parameters have the defaults of the class.
        rest = {name: (getattr(question.rules_class, name),) for name in self.kinds if name not in axes}
        self.values = axes | rest

    def so_far(self) -> Sweep:
        """Return the sweep with its finished cells."""
        written = {name: tuple(self.value_text(name, value) for value in row) for name, row in self.values.items()}
        varying = {name: row for name, row in written.items() if len(row) > 1}
        fixed = {name: row[0] for name, row in written.items() if len(row) == 1}
        cells = tuple(self.cells[place] for place in sorted(self.cells))
        seconds, question = time.perf_counter() - self.began, self.question
        names = tuple(getattr(question.rules_class, "player_names", ()))  # a solitaire game has none
        about = question.rules_class.name, varying, fixed, question.figures, cells, question.options, seconds, names
        stakes = self.stakes
        alone = stakes is not None and stakes.players <= {0}
        if stakes is None:
            return Sweep(*about, alone)
        return Sweep(*about, alone, stakes.unit, stakes.duel, 0 in stakes.payoffs)

    @cached_property
    def stakes(self) -> Stakes | None:
        """The stakes as far as some random games of the first cell show them, or of the last if those all end alike;
        asked for values only, without seats. Without payoffs, unless the rules show that those of all other cells are
        among them.
        """
        games = [*self._games()] if "value" in self.question.figures else []
        seen, played = None, 0
        try:
            for place in (0, -1) if games else ():
                if seen is not None and len(seen.payoffs) > 1:
                    break
                if seats_of(games[place]):
                    return None
                seen, played = stakes_seen(games[place]), place
        except MISTAKES:
            return None
        if seen is None or not (seen.unit or seen.duel):
            return seen
        del games[played]
        ranges = map(payoff_range, games)
        return seen if all(ends and {*ends} <= seen.payoffs for ends in ranges) else replace(seen, payoffs=frozenset())

    def _games(self) -> Iterator[Any]:
        for values in product(*self.values.values()):
            with suppress(*MISTAKES):  # told where the cell is computed
                yield self.question.rules_class(**dict(zip(self.values, values, strict=True)))

    def value_text(self, name: str, value: Setting) -> Any:
        """Return a value as a person writes it."""
        return write_value(self.kinds[name], value)

    def points(self) -> Iterator[Point]:
        """Yield the cells to compute, in the order of the grid; finish the others on the way."""
        for place, values in enumerate(product(*self.values.values())):
            raw = dict(zip(self.values, values, strict=True))
            point = Point(place, raw, {name: self.value_text(name, value) for name, value in raw.items()}, {})
            try:
                self.question.rules_class(**raw)
            except MISTAKES as error:
                self.finish(point, CellResult({}, *problem_of(error)))
                continue
            if self.store:
                point = point._replace(known=recall(self.store, point.parameters, self.question.figures))
            if len(point.known) < len(self.question.figures):
                yield point
            else:
                self.finish(point, CellResult({}))

    def finish(self, point: Point, result: CellResult) -> None:
        """Finish a cell with its figures from the store and the new ones."""
        kind, problem = result.kind, result.problem
        if self.store and result.figures:
            try:
                keep(self.store, point.parameters, result.figures)
            except (FaceupError, OSError, sqlite3.Error) as error:
                failed, why = problem_of(error)
                kind, problem = kind or failed, problem or f"not stored: {why}"
        figures = {figure: (point.known | result.figures).get(figure) for figure in self.question.figures}
        stored = len(point.known) == len(figures)
        self.cells[point.place] = Cell(point.parameters, figures, kind, problem, result.seconds, stored)

    def report(self, pause: float) -> None:
        """Report progress, at most once in ``pause`` seconds."""
        if self.progress and (now := time.perf_counter()) - self.reported >= pause:
            self.reported = now
            self.progress(self.so_far())


def _fill(
    grid: _Grid, question: CellQuestion, pool: Executor, ends: Deadline, stop: threading.Event | None = None
) -> None:
    """Compute every cell, as far as time allows. At a break, ``stop`` ends our own threads."""
    points, most = grid.points(), AHEAD * workers_of(pool)
    under_way: dict[Future[CellResult], Point] = {}
    try:
        while True:
            for point in islice(points, most - len(under_way)):
                missing = tuple(figure for figure in question.figures if figure not in point.known)
                under_way[_submit_cell(pool, replace(question, figures=missing), point.raw, stop)] = point
            if not under_way:
                break
            for future in wait(under_way, min(ends.seconds_left, OFTEN), FIRST_COMPLETED).done:
                grid.finish(under_way.pop(future), _result(future, grid.store))
            if ends.is_set():
                _break_off(grid, points, under_way, pool, stop, ends.reason)
                break
            grid.report(OFTEN)
    except BaseException:
        if stop:
            stop.set()
        for future in under_way:
            future.cancel()
        if isinstance(pool, Processes):
            pool.give_up()
        raise
    grid.report(0.0)


def _break_off(
    grid: _Grid,
    points: Iterator[Point],
    under_way: dict[Future[CellResult], Point],
    pool: Executor,
    stop: threading.Event | None,
    reason: str,
) -> None:
    """Finish all other cells with the limit as their problem, and bounds from the payoffs."""
    if stop:
        stop.set()
    for future, point in under_way.items():
        begun = not future.cancel()
        problem = f"{reason} before it was {'known' if begun else 'begun'}"
        grid.finish(point, CellResult(payoff_bounds_figures(grid.question, point.raw), LIMIT, problem))
    for point in points:
        grid.finish(
            point, CellResult(payoff_bounds_figures(grid.question, point.raw), LIMIT, f"{reason} before it was begun")
        )
    if isinstance(pool, Processes):
        pool.give_up()


def _submit_cell(
    pool: Executor, question: CellQuestion, parameters: dict[str, Setting], stop: threading.Event | None
) -> Future[CellResult]:
    """Submit a cell to an executor; a broken executor gives a future with its error."""
    try:
        return pool.submit(compute, question, parameters, stop)
    except BrokenExecutor as error:
        broken: Future[CellResult] = Future()
        broken.set_exception(error)
        return broken


def _result(future: Future[CellResult], store: CellStore | None) -> CellResult:
    """Return the result of a cell; a problem if its process died."""
    try:
        result: CellResult = result_of(future, store.path if store else None)
        return result
    except Exception as error:  # of any kind: the cell reports it
        return CellResult({}, *problem_of(error))
