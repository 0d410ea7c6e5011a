"""``tournament``: let policies play each other from every seat, on the same numbered games."""

import threading
from concurrent.futures import Executor
from math import inf
from pathlib import Path
from typing import Any

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.contract_check import check_game
from faceup.engines.model.limits import Deadline
from faceup.engines.model.limits import stop as run_limits
from faceup.engines.model.policies import Policy, check_policies, policy_name
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.engines.simulate.sampler import (
    MOST_STEPS,
    Progress,
    check_games,
    check_run,
    engine_for,
    simulate,
    whole_count,
)
from faceup.results.answers.solution import Solution
from faceup.results.samples.sample import Sample
from faceup.results.samples.tournament import Tournament, all_seatings
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import plays_itself


def tournament(
    game: Game | Patience,
    policies: tuple[Policy | str, ...] = ("random",),
    games: float = 100_000,
    *,
    names: tuple[str, ...] = (),
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = MOST_STEPS,
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    seconds: float = inf,
    certify: bool = True,
    progress: Progress | None = None,
    solution: Solution | None = None,
    stop: threading.Event | None = None,
) -> Tournament:
    """Play each policy from every seat against each other and itself, ``games`` games of every seating.

    With more than two seats, one policy plays against a table of another. All seatings play the same numbered games, so
    chance is the same as long as play is. ``names`` are labels for the policies; the other arguments are those of
    ``simulate``. Raises LimitReached if ``seconds`` do not suffice for all games.
    """
    check_game(game)
    seats = seats_to_rotate(game)
    for policy in policies or ("",):
        check_policies((policy,))
    labels = names or tuple(map(policy_name, policies))
    if len(set(labels)) < len(labels) or len(labels) != len(policies):
        raise UsageError(f"policies {', '.join(labels)}: each needs a name of its own")
    games = whole_count(games)
    check_games(NumberedGames(game, seed, longest, engine_for(engine, games), games))
    check_run(confidence, threads, None, "mean", store)
    ends = Deadline(seconds)
    solution = solution or _solution(game, policies, store, executor)
    every = all_seatings(len(policies), seats)
    samples: dict[tuple[int, ...], Sample] = {}
    for sitting in every:
        used: tuple[Any, ...] = tuple(policies[k] for k in sitting)
        samples[sitting] = simulate(
            game,
            games,
            policies=used[:1] if len(set(sitting)) == 1 else used,
            solution=solution if "best" in used else None,
            seed=seed,
            confidence=confidence,
            engine=engine,
            longest=longest,
            store=store,
            threads=threads,
            executor=executor,
            seconds=ends.seconds_left,
            certify=certify,
            progress=progress,
            stop=stop,
        )
        if samples[sitting].games < games:
            progress_text = f"{len(samples) - 1} of {len(every)} seatings were played"
            raise LimitReached(f"{ends.reason} when {progress_text}{run_limits.way_out}")
    return Tournament(labels, samples)


def seats_to_rotate(game: Game | Patience) -> int:
    """Return the number of seats. Raises UsageError for games without two players."""
    if not plays_itself(game):
        if seats := seats_of(game):
            return seats
        if stakes_seen(game).two:
            return 2
    raise UsageError(f"{type(game).name} has no two players, so there are no seats to rotate")


def _solution(game: Game | Patience, policies: tuple[Policy | str, ...], store: Any, executor: Any) -> Solution | None:
    """Solve the game if policy ``best`` plays and all seatings can share the solution."""
    if "best" not in policies or store or executor:
        return None
    from faceup.engines.solve.dispatch import solve

    assert isinstance(game, Game)
    return solve(game)
