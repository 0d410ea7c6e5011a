"""One cell of a sweep: its figures, wherever they are computed, and what went wrong."""

import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from faceup.engines.explain.strategies import strategy
from faceup.engines.limits import GivenUp
from faceup.engines.memory import default_memory
from faceup.engines.outcomes.door import outcomes
from faceup.engines.simulate.block_schedule import available
from faceup.engines.simulate.door import simulate
from faceup.engines.solve.deals import refuse_large
from faceup.engines.solve.door import solve
from faceup.engines.sweep.question import CellQuestion
from faceup.engines.sweep.seat_figures import seat_figures
from faceup.engines.sweep.stored_cells import Figures
from faceup.library.errors_in_rules import rules_error_text
from faceup.results.sweep import FAILED, FOLLOWED, LIMIT, NO_GAME, PLAYED, WITHIN
from faceup.rules.errors import FaceupError, LimitReached, ParameterError, limit_reached


@dataclass(frozen=True)
class CellResult:
    """Figures, a few more than asked for where they cost nothing, and what went wrong, as ``Cell`` has it."""

    figures: Figures
    kind: str = ""
    problem: str = ""
    seconds: float = 0.0


def compute(question: CellQuestion, parameters: Mapping[str, Any], stop: threading.Event | None = None) -> CellResult:
    """The figures of one cell, in whatever process; ends soon after ``stop`` is set, and never raises an Exception."""
    began = time.perf_counter()
    figures: Figures = {}
    kind = problem = ""
    try:
        for some in _figures(question, question.rules_class(**parameters), stop):
            figures |= some
    except Exception as error:  # of whatever kind: it is told in the cell's place
        kind, problem = problem_of(error)
    return CellResult(figures, kind, problem, time.perf_counter() - began)


def problem_of(error: Exception) -> tuple[str, str]:
    """The kind of a problem, and the problem in one line."""
    if isinstance(error, ParameterError):
        kind = NO_GAME
    else:
        kind = LIMIT if isinstance(error, LimitReached | MemoryError) else FAILED
    if isinstance(error, MemoryError):
        text = "out of memory"
    elif isinstance(error, GivenUp):
        text = "given up"
    else:
        text = str(error) if isinstance(error, FaceupError) else rules_error_text(error)
    return kind, " ".join(text.split())


def _figures(question: CellQuestion, game: Any, stop: threading.Event | None) -> Iterator[Figures]:
    """Figures as they become known; raises whatever stops the rest."""
    if question.play:
        found = outcomes(game, question.play, exact=question.exact, memory=_memory(question), stop=stop)
        yield {figure: getattr(found, figure) for figure in FOLLOWED if figure not in WITHIN}
        yield {figure: found.length_within(share) for figure, share in WITHIN.items()}
        yield seat_figures(found, question.figures)
        if found.stopped:
            raise LimitReached(f"{limit_reached(found.limit)} before all figures were known")
    if question.playing:
        sample = simulate(
            game,
            question.games,
            seed=question.seed,
            confidence=question.confidence,
            engine=question.engine,
            policies=question.policies,
            threads=question.threads,
            stop=stop,
        )
        yield {figure: getattr(sample, figure) for figure in PLAYED}
        yield seat_figures(sample, question.figures)
    elif question.dealing:
        if question.memory is None:
            refuse_large(game)
        deals = solve(game, memory=_memory(question), stop=stop)
        yield {figure: getattr(deals, figure) for figure in PLAYED}
        if deals.undecided:
            raise LimitReached(f"{limit_reached(deals.limit)} after {deals.states:,} tables")
    if question.solving:
        memory = _memory(question)
        solution = solve(game, exact=question.exact, memory=memory, engine=question.engine, by=question.by, stop=stop)
        yield {"value": solution.value, **seat_figures(solution, question.figures)}
        if solution.value.how == "stopped":
            raise LimitReached(f"{limit_reached(solution.value.limit)} after {solution.states:,} states")
        decides = game.turn(solution.start) >= 0
        yield {"states": solution.states, "openings": len(solution.best(solution.start)) if decides else None}
        if "thresholds" in question.figures:
            yield {"thresholds": _thresholds(solution, stop)}


def _memory(question: CellQuestion) -> float:
    """What one cell may take, in bytes."""
    memory = default_memory() if question.memory is None else question.memory
    return memory / (question.together or available())


def _thresholds(solution: Any, stop: threading.Event | None) -> tuple[int | None, ...] | None:
    found = strategy(solution, stop=stop).thresholds
    return None if found is None else tuple(None if step is None else int(step) for step in found)
