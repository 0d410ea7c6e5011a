"""``simulate``: play numbered games. Game k under a seed is the same on any machine, compiled or not."""

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

from faceup.engines.graph.stakes import stakes_seen
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
from faceup.engines.simulate.block_schedule import StoppingRule, add_up
from faceup.engines.simulate.blocks import UnderWay
from faceup.engines.simulate.common_deals import PairedGames
from faceup.engines.simulate.numbered_games import COMPILE_FROM, NumberedGames, Playable
from faceup.results.answers.solution import Solution
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.sample import FIGURES, Sample
from faceup.results.samples.store import Store, check_store
from faceup.results.samples.totals import KEEPABLE, PAYOFFS_KEPT, Totals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of, hides, plays_itself

MOST_STEPS = 1_000_000  # after which a game counts as unfinished
MOST_GAMES = 1 << 62
MOST_KEPT = 10_000  # games of a kind
LEAST_DOUBT = 1e-9  # least distance of a confidence from 0 and 1
# With a time limit, games that CPython plays before anything is compiled: at most this many games, in at most this
# share of the time and this many seconds.
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
    """Play games 0 to ``games - 1`` of a seed and count; the counts do not depend on how the work is spread.

    Options:

    - ``games``: how many games; with ``until``, the most.
    - ``policies``: one for all players or one for each: ``random``, ``first`` (the first legal move), ``best`` (of
      ``solution``, or solved here), ``mcts:1000`` (Monte Carlo tree search with 1000 playouts a decision), ``ab:4``
      (alpha-beta, 4 moves ahead), or a function ``policy(game, state)`` that returns a move. In games with hidden
      information it is ``policy(game, view)``, and ``best`` draws from its mixed strategy; CPython plays both, and
      ``best`` is neither stored nor sent to an ``executor``: another process may find another equilibrium.
    - ``engine``: ``auto``, ``cpython`` or ``native``.
    - ``longest``: steps after which a game counts as unfinished.
    - ``until``: end when the confidence interval of ``figure`` (``win_rate``, ``mean`` or ``length``) is at most this
      wide. Checked at the end of a block of games, never before 16,384 games (16 if players look ahead).
    - ``keep``: which games to keep (``wins``, ``longest``, ``shortest``), and how many.
    - ``store``: an SQLite file of finished blocks, with which a stopped run goes on.
    - ``threads``: by default one for each processor.
    - ``executor``: run on this executor instead of threads.
    - ``seconds``: after this time, count the games played so far; ``given_up`` of the sample says so.
    - ``certify``: if CPython has played all games while a compiler worked, wait for the compiler, so that ``certified``
      is the same as in a later run.
    - ``stop``: an event by which another thread cancels; then GivenUp is raised.
    - ``progress``: gets the sample so far.
    - ``under_way``: holds the progress of this process, unfinished blocks included.

    Raises UsageError for ``win_rate`` of a game that is not won or lost.
    """
    ends, under_way = Deadline(seconds), under_way or UnderWay()
    under_way.ends = ends
    if solution is not None and (store or executor):
        raise UsageError("a solution of one's own is neither stored nor sent: leave it out, or the store and executor")
    seat_policies = in_a_row(policies)
    _check_sendable(game, seat_policies, store, executor)
    if games is None and until is None:
        raise UsageError("say how many games, or until how narrow an interval")
    most = MOST_GAMES if games is None else whole_count(games)
    to_keep = _games_to_keep(game, keep or {})
    backend = engine_for(engine, most, seat_policies)
    used = _policies(game, seat_policies)
    numbered = NumberedGames(game, seed, longest, backend, most, used, to_keep, solution, stop, under_way)
    check_games(numbered)
    check_run(confidence, threads, until, figure, store)
    rule = None if until is None else StoppingRule(figure, until)
    if progress and numbered.engine == "native" and seconds < inf:
        _report_first_games(numbered, confidence, ends, progress)
    with _time_limit_as_error(under_way, stop):
        sampler = Sampler(numbered, seed, confidence, (game,), seat_policies)
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
            enough=None if rule is None else lambda totals: rule.is_over(sampler.sample(game, totals)),
            progress=progress and (lambda totals: progress(sampler.sample(game, totals, totals.games))),
        )
    if not totals.games:
        raise under_way.none_played()
    sample = replace(sampler.sample(game, totals, played), certified=numbered.certificate(ends) if certify else None)
    if ends.is_set() and totals.games < most and not (rule and rule.is_over(sample)):
        return replace(sample, given_up=f"{ends.reason} after {totals.games:,} games")
    return replace(sample, given_up=rule.shortfall(sample)) if rule else sample


def _report_first_games(numbered: NumberedGames, confidence: float, ends: Deadline, progress: Progress) -> None:
    """Play some games in CPython first: compiling may take all the time."""
    solution = numbered.best_play if "best" in numbered.policies else None
    first = replace(
        numbered, engine="cpython", solution=solution, under_way=UnderWay(Deadline(SOON * ends.seconds_left))
    )
    first.play(0, 1)  # imports all that playing needs
    sampler = Sampler(first, numbered.seed, confidence, (numbered.game,), numbered.policies)
    first.under_way.ends = Deadline(min(SOON * ends.seconds_left, AT_ONCE))
    totals = first.play(0, min(FIRST_GAMES, numbered.games), numbered.stop)
    if totals.games:
        progress(sampler.sample(numbered.game, totals, totals.games))


@contextmanager
def _time_limit_as_error(under_way: UnderWay, stop: threading.Event | None = None) -> Iterator[None]:
    """Raise LimitReached if the time limit ends the first games, which are played before all others."""
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
    """Play both rules on common deals and compare them pair by pair; the arguments are those of ``simulate``.

    Two solitaire games are dealt from one shuffle of all cards in either deck (cards are equal if ``say`` gives them
    the same text); each takes its own cards in that order. ``progress`` gets the first game's sample.
    """
    if facts_of(game).deals != facts_of(other).deals:
        raise UsageError(f"{type(game).name} and {type(other).name} cannot be compared: only one of them has players")
    seat_policies = in_a_row(policies)
    for rules in (game, other):
        _check_sendable(rules, seat_policies, store, executor)
    ends, games, under_way = Deadline(seconds), whole_count(games), under_way or UnderWay()
    under_way.ends = ends
    backend = engine_for(engine, games, seat_policies)
    pair = [
        NumberedGames(rules, seed, longest, backend, games, _policies(rules, seat_policies), under_way=under_way)
        for rules in (game, other)
    ]
    for numbered in pair:
        check_games(numbered)
    check_run(confidence, threads, None, "mean", store)
    pairs = PairedGames(*pair)
    with _time_limit_as_error(under_way):
        sampler = Sampler(pairs, seed, confidence, (game, other), seat_policies)
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
        replace(sample, certified=numbered.certificate(ends) if certify else None)
        for sample, numbered in zip(samples, pair, strict=True)
    )
    return Comparison(first, second, totals.pairs)


class Sampler:
    """Makes samples from the totals of a run. Its clock starts after players are compiled and checked."""

    def __init__(
        self,
        numbered: Playable,
        seed: int,
        confidence: float,
        games: tuple[Game | Patience, ...],
        policies: tuple[Policy | str, ...],
    ) -> None:
        self.seed, self.confidence = seed, confidence
        self.stakes = {game: None if plays_itself(game) else stakes_seen(game) for game in games}
        self.policies = tuple(map(policy_place, policies))
        self.numbered = numbered
        self.engine = numbered.engine_used
        self.began = time.perf_counter()

    def sample(self, game: Game | Patience, totals: Totals, computed: int = 0) -> Sample:
        """Return the sample of a game so far, of which ``computed`` games were played in this run."""
        seconds = time.perf_counter() - self.began
        stakes = self.stakes[game]
        return Sample(
            totals,
            self.seed,
            seconds,
            computed,
            self.confidence,
            self.numbered.engine_used,
            None if seats_of(game) else stakes,
            dealt=plays_itself(game),
            interpreted=self.numbered.interpreted,
            player_names=tuple(game.player_names),
            game=game,
            policies=self.policies if stakes and stakes.players else (),
        )


def _games_to_keep(game: Game | Patience, keep: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return which games to keep, and how many; if payoffs decide who won, wins of each payoff that may be a win."""
    for what, most in keep.items():
        if what not in KEEPABLE or not 1 <= most <= MOST_KEPT:
            raise UsageError(
                f"keep {what}:{most}; possible: {', '.join(KEEPABLE)}, each with a number from 1 to {MOST_KEPT:,}"
            )
    counts = dict(keep)
    if not plays_itself(game) and not seats_of(game) and (most := counts.pop("wins", 0)):
        counts |= dict.fromkeys(PAYOFFS_KEPT, most)
    return tuple(sorted(counts.items()))


def engine_for(engine: str, games: int, policies: tuple[Policy | str, ...] = ()) -> str:
    """Return the engine for this many games; ``auto`` stays for policies that look ahead."""
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    if engine == "auto" and not lasting_thoughts(policies):
        return "native" if games >= COMPILE_FROM else "cpython"
    return engine


def _policies(game: Game | Patience, policies: tuple[Policy | str, ...]) -> tuple[Policy | str, ...]:
    """Check the policies and return them; for games without decisions, return ``random``."""
    check_policies(policies, seats=seats_of(game))
    for thought in lasting_thoughts(policies):
        check_thought(game, thought)
    return policies if facts_of(game).decisions else ("random",)


def _check_sendable(game: Game | Patience, policies: tuple[Policy | str, ...], store: Any, executor: Any) -> None:
    """Raise UsageError if blocks would be stored or sent that follow an equilibrium found here, one of several."""
    if (store or executor) and "best" in policies and facts_of(game).hidden:
        raise UsageError(
            f"{hides(game)}: its best plans, drawn by lot, are neither stored nor sent: leave out the store or executor"
        )


def check_games(numbered: NumberedGames) -> None:
    """Raise UsageError for a seed, count, limit or solution that cannot be used."""
    if not 0 <= numbered.seed < 2**63:
        raise UsageError(f"seed {numbered.seed}; possible: 0 to 2**63 - 1")
    whole_count(numbered.games)
    if numbered.longest < 1:
        raise UsageError(f"a limit of {numbered.longest} steps; possible: 1 or more")
    if numbered.solution is not None and numbered.solution.game != numbered.game:
        raise UsageError(f"the solution is of {numbered.solution.game}, not of {numbered.game}")
    complete(numbered.game)


def whole_count(games: float) -> int:
    """Return a number of games, which may be given as 1e6. Raises UsageError for one that cannot be played."""
    if not isinstance(games, Real) or games != games // 1 or not 1 <= games <= MOST_GAMES:
        raise UsageError(f"{games!r} games; possible: a whole number, 1 or more")
    return int(games)


def check_run(
    confidence: float, threads: int | None, until: float | None, figure: str, store: str | Path | None
) -> None:
    """Raise UsageError for options out of range, and for a store that cannot be used."""
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
