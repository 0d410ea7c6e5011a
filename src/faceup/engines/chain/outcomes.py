"""``outcomes``: how a game ends and how long it takes, under best play or given policies."""

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from faceup.engines.chain.results import ChainResult, Question, seat_outcomes, shares_of
from faceup.engines.graph.stakes import stakes_for, stakes_of_ends
from faceup.engines.model import thresholds
from faceup.engines.model.contract_check import check_game
from faceup.engines.model.limits import Limits, default_memory
from faceup.engines.model.policies import (
    NAMED_IF_SOLVED,
    NAMED_WITHOUT_THOUGHT,
    Policies,
    Policy,
    by_what_is_seen,
    check_policies,
    in_a_row,
    policy_name,
)
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.engine import Unfit
from faceup.results.answers.solution import Solution
from faceup.results.samples.distribution import Beginning, Distribution
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, UnsupportedError, UsageError, limit_reached
from faceup.rules.facts import facts_of
from faceup.rules.names import seat_name

TAIL = Fraction(1, 10**12)  # of all plays, that may last longer than those in ``lengths``
IN_FRACTIONS, IN_MACHINE_CODE = "chain", "native-chain"  # the engines


def outcomes(
    game: Game | Solution,
    policies: Policies = "best",
    *,
    start: Any = None,
    tail: Fraction = TAIL,
    exact: bool = False,
    memory: float | None = None,
    seconds: float = inf,
    stop: threading.Event | None = None,
) -> Distribution:
    """Return how a game ends and how long it takes if every player keeps to a policy.

    ``policies`` is one for all players or one for each: ``best``; ``worst``, the move that leaves its player least if
    all play their best afterwards; ``random``, each legal move equally likely; ``first``; or a function of game and
    state that returns a move. In a game with hidden information, a function gets what its player sees instead of the
    state, ``best`` is a mixed strategy, and there is no ``worst``. ``start`` is the state to begin from.

    Shares are fractions for up to some ten thousand positions if that is quick, and always if ``exact`` asks for them,
    the rules do not compile, or players decide by what they see; otherwise machine code finds them within proven
    bounds. Then, and in games in which positions can repeat, plays are followed until less than ``tail`` of all goes
    on. If a limit is reached after the ends are known, the rest is left out, and the distribution is ``stopped``.

    Raises LimitReached, RulesError, UnsupportedError, and GivenUp when ``stop`` is set.
    """
    given = in_a_row(policies)
    solution, game = (game, game.game) if isinstance(game, Solution) else (None, game)
    check_game(game)
    check_policies(given, NAMED_WITHOUT_THOUGHT if facts_of(game).hidden else NAMED_IF_SOLVED, seats_of(game))
    if facts_of(type(game)).deals:
        raise UsageError(f"{type(game).name} plays itself, so nobody has a policy; solve gives all its deals")
    began = time.perf_counter()
    limits = Limits(default_memory() if memory is None else memory, seconds, stop=stop)
    if start is None:
        start = game.start() if solution is None else solution.start
    if solution is None and needs_solution(given):
        solution = solve(game, start=start, exact=exact, memory=limits.memory, seconds=seconds, stop=stop)
    if solution is not None and solution.value.how == "stopped":
        raise LimitReached(f"{limit_reached(solution.value.limit)} before best play was known").of(solution.game)
    if memory is not None and solution is not None:
        limits.memory -= solution.bytes
    question = Question(game, start, given, solution, tail)
    try:
        result, engine = _analyse_chain(question, limits, exact)
    except LimitReached as error:
        raise _nothing_known(game, error) from None
    begun = tuple(
        Beginning(
            one.player,
            seat_name(one.player, game.player_names),
            one.share,
            _distribution(question, one.result, engine, 0.0),
        )
        for one in result.by_first
    )
    return replace(_distribution(question, result, engine, time.perf_counter() - began), begun=begun)


def _nothing_known(game: Game, error: LimitReached) -> LimitReached:
    """Return the error of a limit, worded to say what is still unknown."""
    met = f" after {error.positions:,} positions," if error.positions else ""
    way_out = {"time": "; --seconds raises it", "memory": "; --memory GIB raises it"}.get(error.limit, "")
    text = f"{type(game).name}: {limit_reached(error.limit)}{met} before it was known how plays end{way_out}"
    worded = LimitReached(text)
    worded.limit, worded.positions, worded.last = error.limit, error.positions, error.last
    return worded.of(game)


def _analyse_chain(question: Question, limits: Limits, exact: bool) -> tuple[ChainResult, str]:
    """Return the result of the chain, in fractions if it is small, and the engine."""
    from faceup.engines.chain.exact_chain import analyse_in_fractions

    if exact or seats_of(question.game) or by_what_is_seen(question.game, question.policies):
        return analyse_in_fractions(question, limits), IN_FRACTIONS
    try:
        return analyse_in_fractions(question, limits, thresholds.CHAIN_POSITIONS), IN_FRACTIONS
    except UnsupportedError:
        pass
    except LimitReached as error:
        if getattr(error, "limit", "") != "states":
            raise
    from faceup.engines.chain.float_chain import analyse_in_floats
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    try:
        return analyse_in_floats(question, limits), IN_MACHINE_CODE
    except NotCompiled as error:
        warn_interpreted(question.game, error)
    except Unfit:
        pass
    return analyse_in_fractions(question, limits), IN_FRACTIONS


def _distribution(question: Question, result: ChainResult, engine: str, seconds: float) -> Distribution:
    """Return the result of a chain as the record that users see."""
    won, drawn, lost = _won_drawn_lost(question.game, result)
    known = Distribution(
        result.results,
        result.lengths,
        won,
        result.endless,
        1 - sum(result.results.values(), result.endless),
        result.positions,
        seconds,
        drawn=drawn,
        lost=lost,
        longer=1 - sum(result.lengths.values(), result.endless),
        known=result.moments,
        policies=tuple(map(policy_name, question.policies)),
        engine=engine,
        limit=result.limit or "memory",
        stopped=bool(result.limit),
        long_plays=result.long_plays,
        long_totals=result.long_totals,
        length_span=result.length_span,
        total_span=result.total_span,
        certified=result.certified,
        game=question.game,
        judge=stakes_for,
    )
    return replace(known, seats=seat_outcomes(known, result.seats, question.game.player_names))


def needs_solution(policies: Iterable[Policy | str]) -> bool:
    """Return whether one of these policies can be followed only in a solved game."""
    return any(policy in ("best", "worst") for policy in policies)


def _won_drawn_lost(game: Game, result: ChainResult) -> Sequence[Fraction | None]:
    """Return the shares of player 0's wins, draws and losses; None for those that the results leave open."""
    results = result.results
    if len(result.seats) > 1:
        return shares_of(results, 0)
    if result.seats or result.paid or (stakes := stakes_of_ends(game, results)).numeric:
        return [None, None, None]
    outcomes = {result: stakes.outcome_of_end(result) for result in results}
    shares = dict.fromkeys(("win", "draw", "loss"), Fraction(0))
    unclear: set[str] = set()
    for result, outcome in outcomes.items():
        if outcome.kind == "no win":  # of one player: a draw, or a win of the other
            unclear |= {"draw", "loss" if outcome.player == 0 else "win"}
        else:
            shares[outcome.of(0).kind] += results[result]
    return [None if kind in unclear else share for kind, share in shares.items()]
