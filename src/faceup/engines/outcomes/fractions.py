"""How a chain of some thousand positions ends, how long it takes and what it is worth: in fractions."""

from dataclasses import replace
from fractions import Fraction
from math import inf

from faceup.engines.components import components
from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.engines.outcomes.beginnings import begun_by_each
from faceup.engines.outcomes.ends import ends_of
from faceup.engines.outcomes.found import Found, FoundBegun, Question
from faceup.engines.outcomes.hidden_chain import hidden_chain
from faceup.engines.outcomes.lengths import MOST_WORK, lengths_of
from faceup.engines.outcomes.moments import moments_by_seat, moments_of
from faceup.engines.outcomes.policy_chain import chain_of
from faceup.numbers.intervals import EXACT
from faceup.results.hidden_solution import HiddenSolution
from faceup.rules.errors import UnsupportedError

TOGETHER = 2000  # positions that lead back to each other: with more, fractions take long, or cannot be had
LONG = 2_000  # moves of a play on average: longer ones are followed in floats, until it is known how they go on
QUICK = 2_000_000  # moves looked at for lengths and results: with more, machine code is worth its compiler


def in_fractions(question: Question, limits: Limits, most: float = inf) -> Found:
    """All that is told of what these policies come to, where that is no more than so many positions.

    Raises LimitReached, RulesError, UnsupportedError, also where ``most`` is given and fractions would take long.
    """
    few = replace(limits, states=min(most, limits.states))
    if isinstance(question.solution, HiddenSolution) and "best" in question.policies:
        chain = hidden_chain(question.solution, question.policies, few)
    else:
        chain = chain_of(question.game, question.start, question.policies, question.solution, few)
    if most < inf and chain.comes_round and _largest(chain) > TOGETHER:
        raise UnsupportedError(f"{type(question.game).name}: more than {TOGETHER:,} positions lead back to each other")
    work = QUICK if most < inf else MOST_WORK
    found = _of_chain(chain, question.tail, limits, work)
    if found.seats:  # of several it is told who wins, whoever begins
        return found
    begun = tuple(
        FoundBegun(player, share, _of_chain(plays, question.tail, limits, work))
        for player, share, plays in begun_by_each(chain, limits)
    )
    return replace(found, begun=begun)


def _of_chain(chain: GameGraph, tail: Fraction, limits: Limits, most_work: int) -> Found:
    ends, paid = ends_of(chain, limits), bool(chain.rewards.any())
    seats = moments_by_seat(chain, ends.never_left, limits)
    known = seats[0] if seats else moments_of(chain, ends.never_left, limits)
    payoffs = {payoff: Fraction(share.low) for payoff, share in ends.payoffs.items()}
    told = Found(payoffs, {}, Fraction(ends.endless.low), known, len(chain.states), paid, seats=seats)
    if not paid and known.length.low > LONG and max(chain.totals) < EXACT:
        from faceup.engines.outcomes import flat_lengths

        flat = flat_lengths.chain_of(chain, ends.never_left)
        shares, long_plays, limit = flat_lengths.lengths_of(*flat, float(tail), limits)
        return replace(told, lengths=shares, long_plays=long_plays, limit=limit)
    lengths = lengths_of(chain, ends.never_left, tail if chain.comes_round else Fraction(0), limits, most_work)
    if most_work < MOST_WORK and not lengths.finished:
        raise UnsupportedError(f"{type(chain.game).name}: plays are paid in many different sums, or last long")
    return replace(told, lengths=lengths.lengths, results=lengths.results if paid else payoffs)


def _largest(chain: GameGraph) -> int:
    """How many positions lead back to each other."""
    first, targets = chain.first.tolist(), chain.targets.tolist()
    return max(map(len, components(first, targets)))
