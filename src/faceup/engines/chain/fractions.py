"""How a chain of some thousand positions ends, how long it takes and what it is worth: in fractions.

A game becomes a chain when everybody keeps to a policy, for chance alone has a say then. Where it hides something, the
positions of the chain have what players know there, and lots have a say, too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from fractions import Fraction
from math import inf, lcm
from typing import Any

import numpy as np

from faceup.engines.chain.beginnings import begun_by_each
from faceup.engines.chain.ends import MOST_WORK, ends_of, lengths_of
from faceup.engines.chain.found import Found, FoundBegun, Question
from faceup.engines.chain.moments import moments_by_seat, moments_of
from faceup.engines.chain.paths import MOST_GAIN, Paths, Units
from faceup.engines.model import thresholds
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.components import components
from faceup.engines.model.graph import MOST_ODDS, GameGraph, named_moves, walk
from faceup.engines.model.legal_moves import exact_number, weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy, own_move
from faceup.engines.model.seats import seats_of
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT
from faceup.numbers.value import Value
from faceup.results.answers.hidden_solution import HiddenSolution, Known
from faceup.results.answers.solution import Solution
from faceup.results.samples.distribution import Moments, Span
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

KNOWN_BYTES = 1500  # with its moves, about
LOOK_EVERY = 64  # positions between two looks at the limits


def chain_of(
    game: Game, start: Any, policies: tuple[Policy | str, ...], solution: Solution | None, limits: Limits
) -> GameGraph:
    """The positions that these policies lead to, with chance in the place of whoever decides.

    ``solution`` knows the moves of policies ``best`` and ``worst``. Raises LimitReached, and RulesError for a move of a
    policy that is not legal.
    """

    def chosen(state: Any) -> Iterable[Move]:
        policy = policies[game.turn(state) % len(policies)]
        if policy == "random":
            return game.moves(state)
        if policy == "best" and solution:
            return solution.open_table.moves_made(state)
        return [_move(game, state, policy, solution)]

    graph = walk(game, start=start, options=chosen, limits=limits, seats=seats_of(game))
    return replace(graph, turns=np.where(graph.turns == OVER, OVER, CHANCE))


def _move(game: Game, state: Any, policy: Policy | str, solution: Solution | None) -> Move:
    if callable(policy):
        return own_move(game, state, policy, legal_moves_of(game, state))
    if policy == "first":
        first: Move = next(iter(game.moves(state)))
        return first
    assert solution is not None
    return solution.move(state) if policy == "best" else worst_move(game, solution, state)


def worst_move(game: Game, solution: Solution, state: Any) -> Move:
    """The first of the moves after which whoever makes it gets least, should all play their best from there on."""
    own = seats_of(game) or game.turn(state) == 0  # the value of a move is its player's, or player 0's
    pick: Callable[..., Move] = min if own else max
    values = solution.values(state)
    return pick(values, key=lambda move: values[move].value)


def hidden_chain(solution: HiddenSolution, policies: tuple[Policy | str, ...], limits: Limits) -> GameGraph:
    """The positions that these policies lead to from the solution's start, each as often as players know other things
    there. Raises LimitReached, and RulesError for a move of a policy that is not legal.
    """
    game, rewarding = solution.game, facts_of(solution.game).rewarding
    met: list[Known] = [solution.known]
    places = {met[0]: 0}
    numbers: dict[Exact, int] = {0: 0}
    turns, plies, payoffs, first = list[int](), [0], list[int](), [0]
    moves, targets, weights, rewards = list[Move](), list[int](), list[int](), list[int]()
    for i, known in enumerate(met):
        if i % LOOK_EVERY == 0:
            limits.check(game, len(met), KNOWN_BYTES, met[-1].state)
        state, who = known.state, game.turn(known.state)
        turns.append(OVER if who == OVER else CHANCE)
        payoff = exact_number(game, state, "payoff", game.payoff(state)) if who == OVER else 0
        payoffs.append(numbers.setdefault(payoff, len(numbers)))
        for move, weight in ({} if who == OVER else _lots(solution, known, policies)).items():
            after = solution.after(known, move)
            targets.append(places.setdefault(after, len(met)))
            if targets[-1] == len(met):
                met.append(after)
                plies.append(plies[i] + 1)
            moves.append(move)
            weights.append(weight)
            gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move)) if rewarding else 0
            rewards.append(numbers.setdefault(gain, len(numbers)))
        first.append(len(moves))
    tuples = named_moves(game, moves)
    return GameGraph(
        game,
        [known.state for known in met],
        turns=np.array(turns, np.int8),
        plies=np.array(plies, np.int32),
        first=np.array(first, np.int64),
        moves=np.array([tuples.index(move) for move in moves] if tuples else moves, np.int64),
        targets=np.array(targets, np.int64),
        weights=np.array(weights, object if sum(weights) > MOST_ODDS else np.int64),
        payoffs=np.array(payoffs, np.int64),
        rewards=np.array(rewards, np.int64),
        numbers=list(numbers),
        tuples=tuples,
    )


def _lots(solution: HiddenSolution, known: Known, policies: tuple[Policy | str, ...]) -> Mapping[Move, int]:
    """How often each move is made there, in whole parts."""
    game, state = solution.game, known.state
    who = game.turn(state)
    if who == CHANCE:
        return dict(zip(*weighted_moves(game, state), strict=True))
    policy, moves = policies[who % len(policies)], legal_moves_of(game, state)
    if policy == "best":
        return solution.lots(known)
    if callable(policy):
        return {own_move(game, state, policy, moves): 1}
    return {moves[0]: 1} if policy == "first" else Counter(moves)


def in_fractions(question: Question, limits: Limits, most: float = inf) -> Found:
    """All that is told of what these policies come to, where that is no more than so many positions.

    Raises LimitReached, RulesError, UnsupportedError, also where ``most`` is given and fractions would take long.
    """
    few = replace(limits, states=min(most, limits.states))
    if isinstance(question.solution, HiddenSolution) and "best" in question.policies:
        chain = hidden_chain(question.solution, question.policies, few)
    else:
        chain = chain_of(question.game, question.start, question.policies, question.solution, few)
    if most < inf and chain.comes_round and _largest(chain) > thresholds.CHAIN_COMPONENT:
        raise UnsupportedError(
            f"{type(question.game).name}: more than {thresholds.CHAIN_COMPONENT:,} positions lead back to each other"
        )
    work = thresholds.CHAIN_WORK if most < inf else MOST_WORK
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
    seats, known, limit = _moments(chain, ends.never_left, limits)
    payoffs = {payoff: Fraction(share.low) for payoff, share in ends.payoffs.items()}
    told = Found(payoffs, {}, Fraction(ends.endless.low), known, len(chain.states), paid, limit, seats=seats)
    if limit:
        return told
    over = chain.turns == OVER
    units = _in_units(chain) if paid and not seats else None
    paths = Paths(chain.first, chain.targets, over)
    told = replace(told, length_span=paths.lengths)
    if not paid and payoffs and not seats:
        told = replace(told, total_span=Span(min(payoffs), max(payoffs)))
    elif units:
        told = replace(told, total_span=paths.totals(*units))
    if (units or not paid) and known.length.low > thresholds.CHAIN_LENGTH and max(chain.totals) < EXACT:
        return _of_long_plays(chain, ends.never_left, told, units, float(tail), limits)
    lengths = lengths_of(chain, ends.never_left, tail if chain.comes_round else Fraction(0), limits, most_work)
    if most_work < MOST_WORK and not (lengths.finished or lengths.limit):
        raise UnsupportedError(f"{type(chain.game).name}: plays are paid in many different sums, or last long")
    results = lengths.results if paid else payoffs
    return replace(told, lengths=lengths.lengths, results=results, limit=lengths.limit)


def _moments(chain: GameGraph, never_left: Set[int], limits: Limits) -> tuple[tuple[Moments, ...], Moments, str]:
    """Those of each seat, and of the first or of all; and the limit that was reached before, if any."""
    try:
        seats = moments_by_seat(chain, never_left, limits)
        return seats, seats[0] if seats else moments_of(chain, never_left, limits), ""
    except LimitReached as error:
        if isinstance(chain.numbers[0], tuple):
            raise
        unknown = Value(-inf, inf, "stopped", limit=error.limit)
        return (), Moments(*[unknown] * len(Moments._fields)), error.limit


def _of_long_plays(
    chain: GameGraph, never_left: Set[int], told: Found, units: Units | None, tail: float, limits: Limits
) -> Found:
    """With lengths and totals that are followed in floats, within proven bounds."""
    from faceup.engines.chain import flat_lengths
    from faceup.engines.chain.flat_results import totals_of
    from faceup.engines.chain.found import counted_moves

    flat, stays = flat_lengths.chain_of(chain, never_left)
    lengths = flat_lengths.lengths_of(counted_moves(flat, stays), tail, limits)
    told = replace(told, lengths=lengths.shares, long_plays=lengths.long_plays, limit=lengths.limit)
    if not units:
        return told
    totals = totals_of(flat, stays, units, tail, limits)
    return replace(told, results=totals.shares, long_totals=totals.long_totals, limit=told.limit or totals.limit)


def _in_units(chain: GameGraph) -> Units | None:
    """Payoffs and rewards in whole numbers; None where these would be too large for floats."""
    unit = lcm(*(Fraction(number).denominator for number in chain.numbers))
    whole = [int(number * unit) for number in chain.numbers]
    if max(map(abs, whole)) >= MOST_GAIN:
        return None
    numbers = np.array(whole, np.int64)
    return Units(numbers[chain.payoffs], numbers[chain.rewards], unit)


def _largest(chain: GameGraph) -> int:
    """How many positions lead back to each other."""
    first, targets = chain.first.tolist(), chain.targets.tolist()
    return max(map(len, components(first, targets)))
