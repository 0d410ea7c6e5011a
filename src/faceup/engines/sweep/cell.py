"""One cell of a sweep: its figures, computed or from a store, and its problem."""

import json
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from faceup.engines.chain.outcomes import outcomes
from faceup.engines.explain.strategies import strategy
from faceup.engines.graph.stakes import value_bounds
from faceup.engines.model.limits import GivenUp, default_memory, processors
from faceup.engines.model.limits import stop as stop_of_process
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.enumeration import refuse_large
from faceup.engines.sweep.question import CellQuestion
from faceup.library.errors_in_rules import rules_error_text
from faceup.numbers.value import Value
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.store import CellStore
from faceup.results.samples.sweep import (
    BY_SEAT,
    FAILED,
    FOLLOWED,
    LIMIT,
    NO_GAME,
    PLAYED,
    WITHIN,
    Figure,
    base_of,
    figure_from_json,
    figure_of_seat,
    figure_to_json,
)
from faceup.rules.contract import Rules
from faceup.rules.errors import MISTAKES, FaceupError, LimitReached, ParameterError, UsageError, limit_reached
from faceup.rules.parameters import Setting

Figures = dict[str, Figure | None]


@dataclass(frozen=True)
class CellResult:
    """The figures of a cell, a few more than needed if they cost nothing, and its problem, as in ``Cell``."""

    figures: Figures
    kind: str = ""
    problem: str = ""
    seconds: float = 0.0


def compute(question: CellQuestion, parameters: Mapping[str, Any], stop: threading.Event | None = None) -> CellResult:
    """Compute the figures of one cell, in any process; end soon after ``stop`` is set, and never raise an Exception."""
    began = time.perf_counter()
    figures: Figures = {}
    kind = problem = ""
    try:
        for some in _figures(question, question.rules_class(**parameters), stop):
            figures |= some
    except Exception as error:  # of any kind: the cell reports it
        kind, problem = problem_of(error)
    return CellResult(figures, kind, problem, time.perf_counter() - began)


def payoff_bounds_figures(question: CellQuestion, parameters: Mapping[str, Any]) -> Figures:
    """Return bounds on a cell's value from the possible payoffs, for a cell that was not solved in time."""
    if "value" not in question.figures:
        return {}
    value = Value(*value_bounds(question.rules_class(**parameters)), "stopped", limit=stop_of_process.limit or "time")
    return {"value": value} if value.known else {}


def problem_of(error: Exception) -> tuple[str, str]:
    """Return the kind of a problem, and the problem in one line."""
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
    """Yield figures one after another; raise the error that stops the rest."""
    if question.play:
        distribution = outcomes(game, question.play, exact=question.exact, memory=_memory(question), stop=stop)
        yield {figure: getattr(distribution, figure) for figure in FOLLOWED if figure not in WITHIN}
        yield {figure: distribution.length_within(share) for figure, share in WITHIN.items()}
        yield seat_figures(distribution, question.figures)
        if distribution.stopped:
            raise LimitReached(f"{limit_reached(distribution.limit)} before all figures were known")
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
        solution = solve(
            game,
            exact=question.exact,
            memory=memory,
            engine=question.engine,
            by=question.by,
            threads=question.threads,
            stop=stop,
        )
        yield {"value": solution.value, **seat_figures(solution, question.figures)}
        if solution.value.how == "stopped":
            raise LimitReached(f"{limit_reached(solution.value.limit)} after {solution.states:,} states")
        decides = game.turn(solution.start) >= 0
        yield {"states": solution.states, "openings": len(solution.best(solution.start)) if decides else None}
        if "thresholds" in question.figures:
            yield {"thresholds": _thresholds(solution, stop)}


def _memory(question: CellQuestion) -> float:
    """Return the memory limit of one cell, in bytes."""
    memory = default_memory() if question.memory is None else question.memory
    return memory / (question.together or processors())


def _thresholds(solution: Any, stop: threading.Event | None) -> tuple[int | None, ...] | None:
    steps = strategy(solution, stop=stop).thresholds
    return None if steps is None else tuple(None if step is None else int(step) for step in steps)


def most_seats(rules_class: Any, axes: Mapping[str, Iterable[Setting]]) -> int:
    """Return the largest number of seats of any cell; 0 if payoffs are numbers in the first cell that makes a game."""
    most = 0
    for values in product(*axes.values()):
        try:
            game = rules_class(**dict(zip(axes, values, strict=True)))
        except MISTAKES:  # the cell will report it
            continue
        if not most and not seats_of(game):
            return 0
        players = getattr(game, "players", None)  # the rules declare it
        most = max(most, players if type(players) is int else seats_of(game))
    return most


def of_each_seat(rules_class: type[Rules], figures: Iterable[str], seats: int) -> tuple[str, ...]:
    """Replace each figure without a seat by one for each seat; raises UsageError for a seat that the game lacks."""
    expanded: list[str] = []
    for figure in figures:
        base = base_of(figure)
        possible = [figure_of_seat(base, seat) for seat in range(seats)] if base in BY_SEAT else []
        if figure == base and possible:
            expanded += possible
        elif figure not in (base, *possible) or (figure == "tie_rate" and not seats):
            alternatives = ", ".join(possible) or "other figures, for payoffs are numbers here and no rows"
            raise UsageError(f"{rules_class.name} has no {figure}; possible: {alternatives}")
        else:
            expanded.append(figure)
    return tuple(dict.fromkeys(expanded))


def seat_figures(result: Solution | Distribution | Sample, wanted: Iterable[str]) -> Figures:
    """Return the wanted figures of seats that the result has."""
    figures: Figures = {}
    for figure in wanted:
        base = base_of(figure)
        for k, seat in enumerate(result.seats):
            if figure == figure_of_seat(base, k) and hasattr(seat, base):
                figures[figure] = getattr(seat, base)
        for k, value in enumerate(result.own_values if isinstance(result, HiddenSolution) else ()):
            if figure == figure_of_seat("value", k):
                figures[figure] = value
    return figures


def recall(store: CellStore, parameters: Mapping[str, Any], figures: tuple[str, ...]) -> Figures:
    """Return a cell's figures from the store; raises UsageError if the store holds something else."""
    texts = {figure: store.get(_place(parameters), figure) for figure in figures}
    try:
        return {figure: figure_from_json(text) for figure, text in texts.items() if text is not None}
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"the store {str(store.path)!r} holds a cell that cannot be read: {texts}") from error


def keep(store: CellStore, parameters: Mapping[str, Any], figures: Figures) -> None:
    """Store the figures of a cell, except bounds from an unfinished solve."""
    final = {
        figure: figure_to_json(value)
        for figure, value in figures.items()
        if not (isinstance(value, Value) and value.how == "stopped")
    }
    store.put(_place(parameters), final)


def _place(parameters: Mapping[str, Any]) -> str:
    return json.dumps(parameters, sort_keys=True)
