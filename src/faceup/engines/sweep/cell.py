"""One cell of a sweep: what is asked about it, wherever it is computed, and the answer."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from faceup.engines.explain.strategies import strategy
from faceup.engines.memory import default_memory
from faceup.engines.policies import Policy
from faceup.engines.simulate.door import simulate
from faceup.engines.simulate.running import available
from faceup.engines.simulate.travel import packed, unpacked
from faceup.engines.simulate.workers import InPlace
from faceup.engines.solve.deals import refuse_large
from faceup.engines.solve.door import solve
from faceup.library.finding import broken_rules
from faceup.results.sweep import FAILED, LIMIT, NO_GAME, PLAYED, SOLVED, Figure
from faceup.rules.contract import Patience
from faceup.rules.errors import FaceupError, LimitReached, ParameterError, UsageError

Figures = dict[str, Figure | None]


@dataclass(frozen=True)
class Asked:
    """What is asked about every cell; it travels.

    ``memory`` is for all cells that are under way together, ``together`` how many these are (0: perhaps one on each
    processor), ``threads`` for the simulation of one.
    """

    rules_class: Any
    figures: tuple[str, ...]
    exact: bool
    engine: str
    by: str
    memory: float | None
    games: int
    seed: int
    confidence: float
    policies: tuple[Policy | str, ...]
    together: int = 0
    threads: int = 1

    def __reduce__(self) -> Any:
        words = {**vars(self), "rules_class": packed(self.rules_class), "policies": tuple(map(packed, self.policies))}
        return _asked, (words,)

    @property
    def patience(self) -> bool:
        return issubclass(self.rules_class, Patience)

    @property
    def solving(self) -> bool:
        return any(figure in SOLVED for figure in self.figures)

    @property
    def playing(self) -> bool:
        """Whether games are simulated."""
        return any(figure in PLAYED for figure in self.figures) and not (self.patience and self.exact)

    @property
    def options(self) -> dict[str, Any]:
        """What the figures depend on besides rules and parameters, for people."""
        found: dict[str, Any] = {}
        if self.playing:
            found |= {"seed": self.seed, "games": self.games, "confidence": self.confidence}
            if not self.patience:
                found["policies"] = [p if isinstance(p, str) else getattr(p, "__name__", "") for p in self.policies]
        if not self.playing or self.solving:
            found["exact"] = self.exact
        if self.solving:
            found |= {"engine": self.engine, "by": self.by}
        return found


def _asked(words: dict[str, Any]) -> Asked:
    policies = tuple(map(unpacked, words["policies"]))
    return Asked(**{**words, "rules_class": unpacked(words["rules_class"]), "policies": policies})


@dataclass(frozen=True)
class Answer:
    """What was found for a cell: figures, a few more than asked for where they cost nothing, and what went wrong."""

    values: Figures
    kind: str = ""
    problem: str = ""
    seconds: float = 0.0


def answer(asked: Asked, parameters: Mapping[str, int]) -> Answer:
    """The figures of one cell, in whatever process; never raises an Exception."""
    began = time.perf_counter()
    values: Figures = {}
    kind = problem = ""
    try:
        for found in _found(asked, asked.rules_class(**parameters)):
            values |= found
    except Exception as error:
        kind, problem = told(error)
    return Answer(values, kind, problem, time.perf_counter() - began)


def told(error: Exception) -> tuple[str, str]:
    """The kind of a problem, and the problem in one line."""
    if isinstance(error, ParameterError):
        kind = NO_GAME
    else:
        kind = LIMIT if isinstance(error, LimitReached | MemoryError) else FAILED
    if isinstance(error, MemoryError):
        text = "out of memory"
    else:
        text = str(error) if isinstance(error, FaceupError) else broken_rules(error)
    return kind, " ".join(text.split())


def _found(asked: Asked, game: Any) -> Iterator[Figures]:
    """Figures as they become known; raises whatever stops the rest."""
    if asked.playing:
        how: dict[str, Any] = {"threads": asked.threads} if asked.threads > 1 else {"executor": InPlace()}
        sample = simulate(
            game,
            asked.games,
            seed=asked.seed,
            confidence=asked.confidence,
            engine=asked.engine,
            policies=asked.policies,
            **how,
        )
        yield {figure: getattr(sample, figure) for figure in PLAYED}
    elif asked.patience:
        if asked.memory is None:
            refuse_large(game)
        deals = solve(game, memory=_share(asked))
        yield {figure: getattr(deals, figure) for figure in PLAYED}
        if deals.undecided:
            raise LimitReached(f"the memory limit was reached after {deals.states:,} tables")
    if asked.solving:
        solution = solve(game, exact=asked.exact, memory=_share(asked), engine=asked.engine, by=asked.by)
        yield {"value": solution.value}
        if solution.value.how == "stopped":
            raise LimitReached(f"the memory limit was reached after {solution.states:,} states")
        decides = game.turn(solution.start) in (0, 1)
        yield {"states": solution.states, "openings": len(solution.best(solution.start)) if decides else None}
        if "thresholds" in asked.figures:
            yield {"thresholds": _thresholds(solution)}


def _share(asked: Asked) -> float:
    """The memory for one cell."""
    return (default_memory() if asked.memory is None else asked.memory) / (asked.together or available())


def _thresholds(solution: Any) -> tuple[int | None, ...] | None:
    found = strategy(solution).thresholds
    return None if found is None else tuple(None if step is None else int(step) for step in found)


def lasting_keys(asked: Asked) -> dict[str, str]:
    """For each figure all that it depends on besides parameters, as text; raises UsageError where that changes."""
    keys = _keys(asked)
    if keys != _keys(asked):
        raise UsageError("these rules reach something that has no lasting digest, so their cells cannot be stored")
    return keys


def _keys(asked: Asked) -> dict[str, str]:
    from faceup.engines.figures_digest import figures_digest, strategies_digest
    from faceup.native.digest import digest_of, rules_digest

    cls = asked.rules_class
    rules = {"faceup": figures_digest(), "rules": rules_digest(cls)}
    policies = [policy if isinstance(policy, str) else digest_of(policy) for policy in asked.policies]
    games = {"games": asked.games, "seed": asked.seed, "confidence": asked.confidence, "policies": policies}
    theory = digest_of(getattr(cls, "theory", None))  # no part of the rules
    solving = {"exact": asked.exact, "engine": asked.engine, "by": asked.by, "theory": theory}
    hows: dict[str, dict[str, Any]] = dict.fromkeys(SOLVED, solving) if asked.solving else {}
    if asked.playing or not asked.solving:
        hows |= dict.fromkeys(PLAYED, games if asked.playing else {"deals": "all"})
    if "thresholds" in hows:  # what a person looks at is no part of the rules, but thresholds are about it
        hows["thresholds"] = solving | {
            "quantities": digest_of(getattr(cls, "quantities", ())),
            "strategies": strategies_digest(),
        }
    return {figure: json.dumps({**rules, "figure": figure, **how}, sort_keys=True) for figure, how in hows.items()}
