"""``outcomes``: how a game ends and how long it takes, under best play or given policies."""

import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.engines.memory import default_memory
from faceup.engines.numbers import Exact
from faceup.engines.outcomes.beginnings import begun_by_each
from faceup.engines.outcomes.ends import ends_of
from faceup.engines.outcomes.lengths import lengths_of
from faceup.engines.outcomes.moments import moments_of
from faceup.engines.outcomes.policy_chain import chain_of
from faceup.engines.policies import NAMED_IF_SOLVED, Policy, check_policies
from faceup.engines.solve.door import solve
from faceup.engines.stakes import stakes_of_ends
from faceup.results.distribution import Beginning, Distribution
from faceup.results.solution import Solution
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of

TAIL = Fraction(1, 10**12)  # of all plays, that may last longer than is told


def outcomes(
    game: Game | Solution,
    policies: Sequence[Policy | str] | Policy | str = "best",
    *,
    start: Any = None,
    tail: Fraction = TAIL,
    memory: float | None = None,
    seconds: float = inf,
    stop: threading.Event | None = None,
) -> Distribution:
    """How a game, solved or not, ends and how long it takes when everybody keeps to a policy: exact shares.

    ``policies`` are one for all players or one for each: ``best``; ``worst``, the move that leaves its player least if
    all play their best afterwards; ``random``, all moves alike; ``first``; or a function of game and state that gives a
    move. ``start`` is the state to begin from. Games that come round are followed until less than ``tail`` of all
    plays goes on. Raises LimitReached, RulesError, UnsupportedError, and GivenUp when ``stop`` is set.
    """
    given = (policies,) if isinstance(policies, str) or callable(policies) else tuple(policies)
    check_policies(given, NAMED_IF_SOLVED)
    solution, game = (game, game.game) if isinstance(game, Solution) else (None, game)
    if facts_of(type(game)).deals:
        raise UsageError(f"{type(game).name} plays itself, so nobody has a policy; solve gives all its deals")
    began = time.perf_counter()
    limits = Limits(default_memory() if memory is None else memory, seconds, stop=stop)
    if start is None:
        start = game.start() if solution is None else solution.start
    if solution is None and needs_solution(given):
        solution = solve(game, start=start, memory=limits.memory, seconds=seconds, stop=stop)
    if solution is not None and solution.value.how == "stopped":
        raise LimitReached(f"the {solution.value.limit} limit was reached before best play was known")
    chain = chain_of(game, start, given, solution, limits)
    found = _distribution(chain, tail, limits)
    begun = tuple(
        Beginning(player, share, _distribution(plays, tail, limits))
        for player, share, plays in begun_by_each(chain, limits)
    )
    names = tuple(policy if isinstance(policy, str) else policy.__name__ for policy in given)
    return replace(found, seconds=time.perf_counter() - began, policies=names, begun=begun)


def _distribution(chain: GameGraph, tail: Fraction, limits: Limits) -> Distribution:
    """How a chain ends and how long it takes."""
    ends = ends_of(chain, limits)
    lengths = lengths_of(chain, ends.never_left, tail if chain.comes_round else Fraction(0), limits)
    paid = bool(chain.rewards.any())
    results: dict[Exact, Fraction] = (
        lengths.results if paid else {payoff: Fraction(share.low) for payoff, share in ends.payoffs.items()}
    )
    won, drawn, lost = (None, None, None) if paid else _won_drawn_lost(chain.game, results)
    endless = Fraction(ends.endless.low)
    known = moments_of(chain, ends.never_left, limits)
    return Distribution(
        results,
        lengths.lengths,
        won,
        endless,
        1 - sum(results.values(), endless),
        len(chain.states),
        0.0,
        drawn=drawn,
        lost=lost,
        longer=1 - sum(lengths.lengths.values(), endless),
        known=known,
        engine="chain",
    )


def needs_solution(policies: Iterable[Policy | str]) -> bool:
    """Whether these policies can be followed in a solved game alone."""
    return any(policy in ("best", "worst") for policy in policies)


def _won_drawn_lost(game: Game, results: Mapping[Exact, Fraction]) -> list[Fraction | None]:
    """The shares of player 0's wins, draws and losses; None where it is not known what a result is."""
    stakes = stakes_of_ends(game, results)
    if stakes.numeric:
        return [None, None, None]
    outcomes = {result: stakes.ended(result) for result in results}
    shares = dict.fromkeys(("win", "draw", "loss"), Fraction(0))
    unclear: set[str] = set()
    for result, outcome in outcomes.items():
        if outcome.kind == "no win":  # of one player: a draw, or a win of the other
            unclear |= {"draw", "loss" if outcome.player == 0 else "win"}
        else:
            shares[outcome.of(0).kind] += results[result]
    return [None if kind in unclear else share for kind, share in shares.items()]
