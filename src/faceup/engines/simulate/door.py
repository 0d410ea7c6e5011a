"""``simulate``: numbered games. Game k under a seed is the same on any machine, compiled or not."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from faceup.engines.completeness import complete
from faceup.engines.policies import Policy, check_policies, played
from faceup.engines.simulate.numbered_games import Job, PairJob, ready
from faceup.engines.simulate.running import run
from faceup.results.sample import FIGURES, Comparison, Sample
from faceup.results.solution import Solution
from faceup.results.store import Store
from faceup.results.totals import KEEPABLE, Totals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError

COMPILE_FROM = 2000  # fewer games are played sooner in CPython than the compiler starts
LONGEST = 1_000_000  # steps after which a game counts as unfinished
MOST = 1 << 62  # games of a run that ends when a figure is known well enough
MOST_KEPT = 10_000
LOOKED_AT = 50  # games, and moves in each
LEAST_DOUBT = 1e-9
HOPELESS = 1 << 24  # games after which an interval that does not narrow is given up

Progress = Callable[[Sample], None]


def simulate(
    game: Game | Patience,
    games: int | None = None,
    *,
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = LONGEST,
    policies: tuple[Policy | str, ...] = ("random",),
    solution: Solution | None = None,
    until: float | None = None,
    figure: str = "win_rate",
    keep: Mapping[str, int] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Play games 0 to ``games - 1`` of a seed and count; the counts are the same however the work is spread.

    A Game is played by ``policies``, one for all players or one for each: ``random``, ``first`` (the first legal
    move), ``best`` (of ``solution``, or solved here), or a function ``policy(game, state)`` that returns a move.
    ``until`` ends the run when the interval of ``figure`` (``win_rate``, ``mean`` or ``length``) is at most so wide;
    that is looked at when a block of games ends, never before 16,384 games, and ``games`` is then the most.
    ``keep`` asks for games of a kind (``wins``, ``longest``, ``shortest``), and how many. ``store`` is an SQLite file
    of finished blocks, with which a run that was stopped goes on. Work runs on ``threads``, by default one for each
    processor, or on any ``executor``. ``progress`` is called with the sample so far. ``longest`` is a limit of steps;
    ``engine`` is ``auto``, ``cpython`` or ``native``.
    """
    if solution is not None and (store or executor):
        raise UsageError("a solution of one's own is neither stored nor sent: leave it out, or the store and executor")
    job = _job(game, games, seed, engine, longest, policies, solution, until, keep or {})
    _check(games, confidence, threads, until, figure)
    players = _players(game)
    ready(job)  # before the clock starts
    began = time.perf_counter()

    given_up = ""

    def sample(totals: Totals, played: int) -> Sample:
        seconds = time.perf_counter() - began
        return Sample(totals, seed, seconds, played, confidence, job.player.engine, players, given_up)

    def narrow(now: Sample) -> bool:
        value = getattr(now, figure)
        return until is None or bool(value.high - value.low <= until and (figure == "win_rate" or not now.unfinished))

    def enough(totals: Totals) -> bool:
        nonlocal given_up
        now = sample(totals, 0)
        if not narrow(now) and now.games >= HOPELESS:
            share = now.unfinished / now.games
            if getattr(now, figure).high == inf:
                given_up = f"{now.games:,} games show no spread of {figure}, so no interval: say how many games"
            elif now.unfinished > (now.games * (until or 0) if figure == "win_rate" else 0):
                given_up = (
                    f"{share:.3%} of {now.games:,} games are unfinished: no interval can be trusted to be so narrow"
                )
        return bool(given_up) or narrow(now)

    def report(totals: Totals) -> None:
        if progress:
            progress(sample(totals, totals.games))

    found, played = _stored_run(
        job,
        games or MOST,
        store,
        threads=threads,
        executor=executor,
        enough=enough if until is not None else None,
        progress=report if progress else None,
    )
    if not given_up and not narrow(sample(found, 0)):
        given_up = f"the interval of {figure} is still wider than {until:g} after {found.games:,} games"
    return sample(found, played)


def compare(
    game: Game | Patience,
    other: Game | Patience,
    games: int,
    *,
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = LONGEST,
    policies: tuple[Policy | str, ...] = ("random",),
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play both rules on common deals and compare them pair by pair; arguments as for ``simulate``.

    Two patiences are dealt from one shuffle of all cards that either deck has (cards are alike where ``say`` gives
    them one text); each takes its own cards in that order. ``progress`` is called with the first game's sample.
    """
    if isinstance(game, Patience) != isinstance(other, Patience):
        raise UsageError(f"{type(game).name} and {type(other).name} cannot be compared: only one of them has players")
    first = _job(game, games, seed, engine, longest, policies, None, None, {})
    job = PairJob(first, replace(first, game=other))
    _check(games, confidence, threads, None, "mean")
    players = {one: _players(one) for one in (game, other)}
    ready(job)  # before the clock starts
    began = time.perf_counter()

    def sample(totals: Totals, played: int, one: Game | Patience) -> Sample:
        seconds = time.perf_counter() - began
        return Sample(totals, seed, seconds, played, confidence, job.player.engine, players[one])

    def report(totals: Any) -> None:
        if progress:
            progress(sample(totals.first, totals.games, game))

    totals, played = _stored_run(
        job, games, store, threads=threads, executor=executor, progress=report if progress else None
    )
    return Comparison(sample(totals.first, played, game), sample(totals.second, played, other), totals.pairs)


def _stored_run(job: Any, games: int, path: str | Path | None, **how: Any) -> tuple[Any, int]:
    if path is None:
        return run(job, games, **how)
    key = job.key
    if key != job.key:
        raise UsageError("these rules reach something that has no lasting digest, so their games cannot be stored")
    store = Store(Path(path), key)
    try:
        return run(job, games, store=store, **how)
    finally:
        store.close()


def _job(
    game: Game | Patience,
    games: int | None,
    seed: int,
    engine: str,
    longest: int,
    policies: tuple[Policy | str, ...],
    solution: Solution | None,
    until: float | None,
    keep: Mapping[str, int],
) -> Job:
    if games is None and until is None:
        raise UsageError("say how many games, or until how narrow an interval")
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    if not 0 <= seed < 2**63:
        raise UsageError(f"seed {seed}; possible: 0 to 2**63 - 1")
    if longest < 1:
        raise UsageError(f"a limit of {longest} steps; possible: 1 or more")
    check_policies(policies)
    for what, most in keep.items():
        if what not in KEEPABLE or not 1 <= most <= MOST_KEPT:
            raise UsageError(f"keep {what}:{most}; possible: {', '.join(KEEPABLE)}, with 1 to {MOST_KEPT:,}")
    if solution is not None and solution.game != game:
        raise UsageError(f"the solution is of {solution.game}, not of {game}")
    complete(game)
    many = MOST if games is None else games
    if engine == "auto":
        engine = "native" if many >= COMPILE_FROM else "cpython"
    if isinstance(game, Patience):
        policies = ("random",)
    return Job(game, seed, longest, engine, many, policies, tuple(sorted(keep.items())), solution)


def _check(games: int | None, confidence: float, threads: int | None, until: float | None, figure: str) -> None:
    if games is not None and not 1 <= games <= MOST:
        raise UsageError(f"{games} games; possible: 1 or more")
    if not LEAST_DOUBT <= confidence <= 1 - LEAST_DOUBT:
        raise UsageError(f"confidence {confidence}; possible: between 0 and 1, though not nearer than {LEAST_DOUBT}")
    if threads is not None and threads < 1:
        raise UsageError(f"{threads} threads; possible: 1 or more")
    if until is not None and not until > 0:
        raise UsageError(f"until {until}; possible: a width above 0")
    if figure not in FIGURES:
        raise UsageError(f"figure {figure!r}; possible: {', '.join(FIGURES)}")


def _players(game: Game | Patience) -> int:
    """How many players make decisions, as far as some games played at random show."""
    if isinstance(game, Patience):
        return 0
    found = {0}
    for number in range(LOOKED_AT):
        for state, move in played(game, 0, number, ("random",), None, LOOKED_AT):
            if move is not None and (who := game.turn(state)) >= 0:
                found.add(who)
    return len(found)
