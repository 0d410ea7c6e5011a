"""``simulate``: numbered games. Game k under a seed is the same on any machine, compiled or not."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from math import inf
from numbers import Real
from pathlib import Path
from typing import Any

from faceup.engines.model.contract_check import complete
from faceup.engines.model.limits import Deadline, GivenUp
from faceup.engines.model.policies import (
    Policies,
    Policy,
    check_policies,
    check_thought,
    in_a_row,
    lasting_thoughts,
    policy_place,
)
from faceup.engines.model.seats import seats_of
from faceup.engines.model.stakes import stakes_seen
from faceup.engines.simulate.block_schedule import StoppingRule, add_up
from faceup.engines.simulate.common_deals import PairedGames
from faceup.engines.simulate.numbered_games import COMPILE_FROM, NumberedGames, Playable
from faceup.engines.simulate.under_way import UnderWay
from faceup.results.answers.solution import Solution
from faceup.results.samples.sample import FIGURES, Comparison, Sample
from faceup.results.samples.store import Store, check_store
from faceup.results.samples.totals import KEEPABLE, PAYOFFS_KEPT, Totals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of, hides, plays_itself

MOST_STEPS = 1_000_000  # after which a game counts as unfinished
MOST_GAMES = 1 << 62
MOST_KEPT = 10_000  # games of a kind
LEAST_DOUBT = 1e-9  # of an interval
# Of a run with a limit of time, games that are played before anything is compiled, in that share of the time, and
# seconds, at most.
FIRST_GAMES, SOON, AT_ONCE = 1000, 0.1, 0.3

Progress = Callable[[Sample], None]


def simulate(
    game: Game | Patience,
    games: float | None = None,
    *,
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = MOST_STEPS,
    policies: Policies = "random",
    solution: Solution | None = None,
    until: float | None = None,
    figure: str = "win_rate",
    keep: Mapping[str, int] | None = None,
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    seconds: float = inf,
    certify: bool = True,
    stop: threading.Event | None = None,
    progress: Progress | None = None,
    under_way: UnderWay | None = None,
) -> Sample:
    """Play games 0 to ``games - 1`` of a seed and count; the counts are the same however the work is spread.

    A Game is played by ``policies``, one for all players or one for each: ``random``, ``first`` (the first legal move),
    ``best`` (of ``solution``, or solved here), ``mcts:1000`` (Monte Carlo tree search, with so many playouts for each
    decision), ``ab:4`` (alpha-beta, so many moves ahead), or a function ``policy(game, state)`` that returns a move. In
    a game that hides something it is ``policy(game, view)``, of what its player sees, and ``best`` is by lot; both are
    played in CPython, and ``best`` is neither stored nor sent to an ``executor``: another process may find another
    plan. ``until`` ends the run when the interval of ``figure`` (``win_rate``, ``mean`` or ``length``) is at most so
    wide; that is looked at when a block of games ends, never before 16,384 games (16 where players look ahead), and
    ``games`` is then the most. Raises UsageError for ``win_rate`` of a game that is for a number. ``keep`` asks for
    games of a kind (``wins``, ``longest``, ``shortest``), and how many. ``store`` is an SQLite file of finished blocks,
    with which a run that was stopped goes on. Work runs on ``threads``, by default one for each processor, or on any
    ``executor``. ``progress`` is called with the sample so far. ``longest`` is a limit of steps; ``engine`` is
    ``auto``, ``cpython`` or ``native``. After so many ``seconds`` the games played by then are counted, and
    ``given_up`` says so. Where CPython has played all games while a compiler worked, ``certify`` waits for it, so that
    ``certified`` is told as it is when machine code was there before. ``under_way`` tells how far the games of this
    process are, blocks that are not done too. Raises GivenUp soon after another thread sets ``stop``.
    """
    ends, under_way = Deadline(seconds), under_way or UnderWay()
    under_way.ends = ends
    if solution is not None and (store or executor):
        raise UsageError("a solution of one's own is neither stored nor sent: leave it out, or the store and executor")
    given = in_a_row(policies)
    _check_kept(game, given, store, executor)
    if games is None and until is None:
        raise UsageError("say how many games, or until how narrow an interval")
    most = MOST_GAMES if games is None else whole_count(games)
    kept = _kept(game, keep or {})
    chosen = engine_for(engine, most, given)
    numbered = NumberedGames(game, seed, longest, chosen, most, _policies(game, given), kept, solution, stop, under_way)
    check_games(numbered)
    check_run(confidence, threads, until, figure, store)
    rule = None if until is None else StoppingRule(figure, until)
    if progress and numbered.engine == "native" and seconds < inf:
        _report_first_games(numbered, confidence, ends, progress)
    with _played_in_time(under_way, stop):
        sampler = Sampler(numbered, seed, confidence, (game,), given)
    if rule and figure == "win_rate" and sampler.sample(game, Totals()).won is None:
        raise UsageError(f"{type(game).name} is not won or lost, so no win rate is awaited; possible: mean, length")
    with nullcontext() if store is None else closing(Store(Path(store), numbered.key)) as blocks:
        totals, played = add_up(
            numbered,
            most,
            threads=threads,
            executor=executor,
            store=blocks,
            stop=stop,
            ends=ends,
            enough=None if rule is None else lambda totals: rule.ends(sampler.sample(game, totals)),
            progress=progress and (lambda totals: progress(sampler.sample(game, totals, totals.games))),
        )
    if not totals.games:
        raise under_way.none_played()
    sample = replace(sampler.sample(game, totals, played), certified=numbered.certified(ends) if certify else None)
    if ends.is_set() and totals.games < most and not (rule and rule.ends(sample)):
        return replace(sample, given_up=f"{ends.reason} after {totals.games:,} games")
    return replace(sample, given_up=rule.shortfall(sample)) if rule else sample


def _report_first_games(numbered: NumberedGames, confidence: float, ends: Deadline, progress: Progress) -> None:
    """Play some games in CPython before anything is compiled, which may take all the time that there is."""
    solution = numbered.best_play if "best" in numbered.policies else None
    first = replace(
        numbered, engine="cpython", solution=solution, under_way=UnderWay(Deadline(SOON * ends.seconds_left))
    )
    first.play(0, 1)  # which imports all that playing takes
    sampler = Sampler(first, numbered.seed, confidence, (numbered.game,), numbered.policies)
    first.under_way.ends = Deadline(min(SOON * ends.seconds_left, AT_ONCE))
    totals = first.play(0, min(FIRST_GAMES, numbered.games), numbered.stop)
    if totals.games:
        progress(sampler.sample(numbered.game, totals, totals.games))


@contextmanager
def _played_in_time(under_way: UnderWay, stop: threading.Event | None = None) -> Iterator[None]:
    """Say that a limit was reached where games are left that are played before all others."""
    try:
        yield
    except GivenUp:
        if (stop and stop.is_set()) or not (under_way.ends and under_way.ends.is_set()):
            raise
        raise under_way.none_played() from None


def compare(
    game: Game | Patience,
    other: Game | Patience,
    games: float,
    *,
    seed: int = 0,
    confidence: float = 0.95,
    engine: str = "auto",
    longest: int = MOST_STEPS,
    policies: Policies = "random",
    store: str | Path | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    seconds: float = inf,
    certify: bool = True,
    progress: Progress | None = None,
    under_way: UnderWay | None = None,
) -> Comparison:
    """Play both rules on common deals and compare them pair by pair; arguments as for ``simulate``.

    Two patiences are dealt from one shuffle of all cards that either deck has (cards are alike where ``say`` gives
    them one text); each takes its own cards in that order. ``progress`` is called with the first game's sample.
    """
    if facts_of(game).deals != facts_of(other).deals:
        raise UsageError(f"{type(game).name} and {type(other).name} cannot be compared: only one of them has players")
    given = in_a_row(policies)
    for one in (game, other):
        _check_kept(one, given, store, executor)
    ends, games, under_way = Deadline(seconds), whole_count(games), under_way or UnderWay()
    under_way.ends = ends
    chosen = engine_for(engine, games, given)
    pair = [
        NumberedGames(one, seed, longest, chosen, games, _policies(one, given), under_way=under_way)
        for one in (game, other)
    ]
    for numbered in pair:
        check_games(numbered)
    check_run(confidence, threads, None, "mean", store)
    pairs = PairedGames(*pair)
    with _played_in_time(under_way):
        sampler = Sampler(pairs, seed, confidence, (game, other), given)
    with nullcontext() if store is None else closing(Store(Path(store), pairs.key)) as blocks:
        totals, played = add_up(
            pairs,
            games,
            threads=threads,
            executor=executor,
            store=blocks,
            ends=ends,
            progress=progress and (lambda totals: progress(sampler.sample(game, totals.first, totals.games))),
        )
    if not totals.games:
        raise under_way.none_played()
    samples = sampler.sample(game, totals.first, played), sampler.sample(other, totals.second, played)
    first, second = (
        replace(s, certified=one.certified(ends) if certify else None) for s, one in zip(samples, pair, strict=True)
    )
    return Comparison(first, second, totals.pairs)


class Sampler:
    """Makes samples of the totals of a run. The clock starts when players are compiled and tried."""

    def __init__(
        self,
        numbered: Playable,
        seed: int,
        confidence: float,
        games: tuple[Game | Patience, ...],
        policies: tuple[Policy | str, ...],
    ) -> None:
        self.seed, self.confidence = seed, confidence
        self.seen = {game: None if plays_itself(game) else stakes_seen(game) for game in games}
        self.policies = tuple(map(policy_place, policies))
        self.numbered = numbered
        self.engine = numbered.engine_used
        self.began = time.perf_counter()

    def sample(self, game: Game | Patience, totals: Totals, computed: int = 0) -> Sample:
        """The sample of a game so far, of which so many were played now."""
        seconds = time.perf_counter() - self.began
        seen = self.seen[game]
        return Sample(
            totals,
            self.seed,
            seconds,
            computed,
            self.confidence,
            self.numbered.engine_used,
            None if seats_of(game) else seen,
            dealt=plays_itself(game),
            interpreted=self.numbered.interpreted,
            player_names=tuple(game.player_names),
            game=game,
            policies=self.policies if seen and seen.players else (),
        )


def _kept(game: Game | Patience, keep: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Which games are kept, and how many; where payoffs tell who won, those of each payoff that may be a win."""
    for what, most in keep.items():
        if what not in KEEPABLE or not 1 <= most <= MOST_KEPT:
            raise UsageError(f"keep {what}:{most}; possible: {', '.join(KEEPABLE)}, with 1 to {MOST_KEPT:,}")
    kept = dict(keep)
    if not plays_itself(game) and not seats_of(game) and (most := kept.pop("wins", 0)):
        kept |= dict.fromkeys(PAYOFFS_KEPT, most)
    return tuple(sorted(kept.items()))


def engine_for(engine: str, games: int, policies: tuple[Policy | str, ...] = ()) -> str:
    """The engine for so many games; ``auto`` is left to those who look ahead."""
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    if engine == "auto" and not lasting_thoughts(policies):
        return "native" if games >= COMPILE_FROM else "cpython"
    return engine


def _policies(game: Game | Patience, policies: tuple[Policy | str, ...]) -> tuple[Policy | str, ...]:
    """The policies that matter: none does where nobody decides."""
    check_policies(policies, seats=seats_of(game))
    for thought in lasting_thoughts(policies):
        check_thought(game, thought)
    return policies if facts_of(game).decisions else ("random",)


def _check_kept(game: Game | Patience, policies: tuple[Policy | str, ...], store: Any, executor: Any) -> None:
    """Raise UsageError where blocks would be stored or sent that follow a plan found here, of several that are best."""
    if (store or executor) and "best" in policies and facts_of(game).hidden:
        raise UsageError(
            f"{hides(game)}: its best plans, drawn by lot, are neither stored nor sent: leave out the store or executor"
        )


def check_games(numbered: NumberedGames) -> None:
    """Raise UsageError for games that cannot be asked for."""
    if not 0 <= numbered.seed < 2**63:
        raise UsageError(f"seed {numbered.seed}; possible: 0 to 2**63 - 1")
    whole_count(numbered.games)
    if numbered.longest < 1:
        raise UsageError(f"a limit of {numbered.longest} steps; possible: 1 or more")
    if numbered.solution is not None and numbered.solution.game != numbered.game:
        raise UsageError(f"the solution is of {numbered.solution.game}, not of {numbered.game}")
    complete(numbered.game)


def whole_count(games: float) -> int:
    """A number of games, which may be written as 1e6; raises UsageError for one that cannot be played."""
    if not isinstance(games, Real) or games != games // 1 or not 1 <= games <= MOST_GAMES:
        raise UsageError(f"{games!r} games; possible: a whole number, 1 or more")
    return int(games)


def check_run(
    confidence: float, threads: int | None, until: float | None, figure: str, store: str | Path | None
) -> None:
    """Raise UsageError for limits that make no run, and for a store that cannot be used."""
    if store is not None:
        check_store(Path(store))
    if not LEAST_DOUBT <= confidence <= 1 - LEAST_DOUBT:
        raise UsageError(f"confidence {confidence}; possible: between 0 and 1, though not nearer than {LEAST_DOUBT}")
    if threads is not None and threads < 1:
        raise UsageError(f"{threads} threads; possible: 1 or more")
    if until is not None and not until > 0:
        raise UsageError(f"until {until}; possible: a width above 0")
    if figure not in FIGURES:
        raise UsageError(f"figure {figure!r}; possible: {', '.join(FIGURES)}")
