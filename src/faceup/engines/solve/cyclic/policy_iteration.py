"""Policy iteration for a component of a cyclic game, where one player or both may keep play for ever.

If one player decides, the values of a policy are the solution of linear equations. They are solved in floats, and then
bounds on them are proven; small components in which the player can keep play for ever are solved in fractions.

If both players decide, the equations of the values have many solutions, and no step of them proves a bound. But when
one player's policy is fixed, only the other decides, and the best response has proven bounds. So for any two policies,
the value is at least what the first player's policy gets against the best response to it, and at most what the second
player's policy concedes. Each policy is improved as in ``recursive_game``, starting from estimates (strategy
iteration). Floats decide which policy is better; no bound rests on that decision.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from faceup.engines.exact.component_solver import ExactComponents
from faceup.engines.exact.decision_process import Inexact
from faceup.engines.exact.recursive_game import Guarantee, RecursiveGame
from faceup.engines.graph.components import Unsettled
from faceup.engines.graph.game_graph import first_of_kept
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.component_kernel import write_values
from faceup.engines.solve.cyclic.flat_components import Flat, extract_component, gather_component, weight_of
from faceup.engines.solve.cyclic.loops import compiled
from faceup.engines.solve.cyclic.value_iteration import (
    SWEEPS_AT_ONCE,
    bellman_residual,
    bound_errors,
    gauss_seidel_sweep,
    greedy_policy,
    policy_residuals,
    sweep_from,
)
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import LimitHit, look_at_limits
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, TINY, Bounds, all_around, middle_of
from faceup.numbers.linear_systems import NotTransient, sparse_solver
from faceup.numbers.value import decimal_fraction
from faceup.rules.contract import CHANCE

FACTOR_BYTES = 24  # of an entry in two factors, with its index
MOST_POLICIES = 60  # in one policy iteration


def solve_by_policy_iteration(flat: Flat, members: Any, place: Any, values: Any, limits: Limits) -> bool:
    """Solve the equations (I - P) v = g of one greedy policy after another; prove bounds around the last solution.

    Returns False if the equations are singular to floats, or if no bound is proved. Raises LimitHit, also if the
    factors of the equations may take too much memory.
    """
    choose, rest = compiled(greedy_policy), compiled(policy_residuals)
    count = len(members)
    flat.values[members] = values if np.isfinite(values).all() else 0.0
    edges, gains, before = np.full(count, -1), np.empty(count), None
    finer = np.zeros(len(flat.turns))
    try:
        for _ in range(MOST_POLICIES):
            look_at_limits(limits, len(flat.turns))
            choose(flat, members, place, edges, gains)
            if before is not None and (edges == before).all():
                break
            before = edges.copy()
            chain = chain_of(flat, members, place, edges)
            solver = solver_within(chain, limits, len(flat.turns))
            flat.values[members] = solver(gains)
        else:
            return False
        flat = flat._replace(finer=finer)
        for _ in range(3):
            rest(flat, members, edges, gains)
            step = solver(gains)
            high = flat.values[members] + (step + finer[members])
            finer[members] = (flat.values[members] - high) + step + finer[members]
            flat.values[members] = high
        part, least = compiled(gather_component)(flat, members, place), np.empty(count)
        residual = compiled(bellman_residual)(flat, members, place, part, least)
        if not residual < np.inf:
            return False
        outside = np.where((part.kinds == CHANCE) | leads_out(flat, place, edges), part.outside, 0.0)
        slack = 4.0 * max(residual, TINY) + 2.0**-43 * max(0.0, float(outside.max()))
        errors = np.maximum(solver(outside + slack) * 1.01, 0.0)
    except (NotTransient, ValueError):  # singular, to the precision of floats
        return False
    if not np.isfinite(errors).all() or not compiled(bound_errors)(part, least, residual, errors, 4 * SWEEPS_AT_ONCE):
        return False
    compiled(write_values)(flat, members, errors)
    return True


def leads_out(flat: Flat, place: Any, edges: Any) -> Any:
    """Whether the chosen move of each position leads out of the component."""
    return (edges >= 0) & (place[flat.targets[edges]] < 0)


def chain_of(flat: Flat, members: Any, place: Any, edges: Any) -> Any:
    """Return the transition probabilities P between the members under this policy, a sparse matrix."""
    from scipy.sparse import csc_matrix

    count = len(members)
    first, last = flat.first[members], flat.first[members + 1]
    throws = edges < 0
    spans = np.where(throws, last - first, 1)
    rows = np.repeat(np.arange(count), spans)
    begins = np.where(throws, first, edges)
    all_edges = np.arange(len(rows)) - np.repeat(np.cumsum(spans) - spans, spans) + begins[rows]
    weights = np.ones(len(rows))
    if len(flat.weights):
        weights[throws[rows]] = flat.weights[all_edges[throws[rows]]]
    chances = weights / np.bincount(rows, weights, count)[rows]
    columns = place[flat.targets[all_edges]]
    inside = columns >= 0
    return csc_matrix((chances[inside], (rows[inside], columns[inside])), shape=(count, count))


def solver_within(chain: Any, limits: Limits, positions: int) -> Callable[[Any], Any]:
    """Return ``sparse_solver`` of the chain. Raises NotTransient, and LimitHit if the factors may not fit in memory."""
    if factor_bytes(chain) > limits.memory:
        raise LimitHit(-np.inf, np.inf, positions)
    return sparse_solver(chain)


def factor_bytes(chain: Any) -> float:
    """Estimate the memory of the factors of ``sparse_solver``: the envelope under the reverse Cuthill-McKee order."""
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    count = chain.shape[0]
    order = reverse_cuthill_mckee((chain + chain.T).tocsr(), symmetric_mode=True)
    places = np.empty(count, np.int64)
    places[order] = np.arange(count)
    entries = chain.tocoo()
    rows, columns = places[entries.row], places[entries.col]
    nearest = np.arange(count)
    np.minimum.at(nearest, np.maximum(rows, columns), np.minimum(rows, columns))
    return FACTOR_BYTES * float((np.arange(count) - nearest + 1).sum())


class MemberMoves(ExactComponents):
    """The moves of one component, in exact numbers."""

    def __init__(self, flat: Flat, limits: Limits) -> None:
        self.limits, self.flat, self.turns = limits, flat, flat.turns.tolist()
        self.first, self.targets = flat.first.tolist(), flat.targets.tolist()
        self.weights = [int(weight_of(flat.weights, edge)) for edge in range(len(flat.targets))]
        self.rewards: list[float] = flat.rewards.tolist() if len(flat.rewards) else [0.0] * len(flat.targets)
        if any(abs(reward) >= EXACT for reward in self.rewards):  # rounding may have changed whole numbers
            raise Unfit("cannot compute with numbers as large as these")

    def check_limits(self) -> None:
        look_at_limits(self.limits, len(self.turns))

    def gain(self, edge: int, seat: int) -> Exact:
        return decimal_fraction(self.rewards[edge])

    def bounds(self, i: int, seat: int) -> Bounds:
        value, error = Fraction(float(self.flat.values[i])), Fraction(float(self.flat.errors[i]))
        return Bounds(value - error, value + error)


def solve_in_fractions(flat: Flat, members: Any, place: Any, method: int, endless: Exact, limits: Limits) -> bool:
    """Solve the component exactly, for the lower and the upper bounds outside; return whether play may be endless.

    Raises Unfit, LimitHit.
    """
    alone, _ = extract_component(flat, members, place)
    moves, count = MemberMoves(alone, limits), len(members)
    part, inside = range(count), [*range(count), *[-1] * (len(alone.turns) - count)]
    traits = moves.traits(part, inside)
    try:
        low = moves.response(part, inside, traits, method, endless, 0)
        high = low if traits.exact else moves.response(part, inside, traits, method, endless, 1)
    except (Unsettled, Inexact, NotTransient, AssertionError) as error:
        raise Unfit("finds no values where positions lead back to each other and play may be kept for ever") from error
    for k, i in enumerate(members.tolist()):
        least, most = Fraction(low.values[k]), Fraction(high.values[k])
        value = float((least + most) / 2)
        flat.values[i] = value
        rounding = max(most - Fraction(value), Fraction(value) - least)
        flat.errors[i] = float(rounding) * (1 + 2.0**-50) + TINY if rounding else 0.0
        flat.distances[i] = -1
        action = low.policy[k] if moves.turns[k] != CHANCE else 0
        flat.onward[i] = flat.targets[flat.first[i] + action]
    return low.stays


MOST_OF_EACH = 200  # of each player
MOST_SWEEPS = 1 << 24  # edges read for the initial policies
TOLERANCE = 2.0**-40  # relative error allowed for floats when one move is called better than another


class StrategyIteration(RecursiveGame):
    """Strategy iteration on one component; ``solve_restricted`` solves it for one player, within proven bounds."""

    tolerance = TOLERANCE
    most_policies = MOST_OF_EACH

    def __init__(
        self, flat: Flat, members: Any, place: Any, endless: Exact, solve_restricted: Callable[[Flat], bool]
    ) -> None:
        self.original, self.members, self.endless, self.solve_restricted = (
            flat,
            members,
            float(endless),
            solve_restricted,
        )
        self.count = len(members)
        self.flat, self.edges = extract_component(flat, members, place)
        self.flat.values[: self.count], self.flat.errors[: self.count] = self.endless, 0.0
        self.owner = np.repeat(np.arange(self.count), np.diff(self.flat.first[: self.count + 1]))
        self.turns, self.first, self.targets = self.flat.turns[: self.count], self.flat.first, self.flat.targets
        self.gains = self.flat.rewards if len(self.flat.rewards) else np.zeros(len(self.edges))

    def solve(self) -> None:
        """Write the bounds that both policies prove. Raises Unfit."""
        estimate = self.estimate_policies()
        mine, low = self.improve_policy(0, estimate)
        theirs, high = self.improve_policy(1, estimate)
        least = all_around(low.values, low.errors)[0][: self.count]
        most = all_around(high.values, high.errors)[1][: self.count]
        if (least > most).any():
            raise AssertionError("the players' policies are sure of more than there is")
        original = self.original
        between = [middle_of(*bounds) for bounds in zip(least.tolist(), most.tolist(), strict=True)]
        original.values[self.members], original.errors[self.members] = np.array(between).T
        original.distances[self.members] = -1
        edges = np.where(self.turns == 0, mine, theirs)
        edges[self.turns == CHANCE] = self.flat.first[: self.count][self.turns == CHANCE]
        original.onward[self.members] = original.targets[self.edges[edges]]

    def estimate_policies(self) -> Any:
        """Return the best edge of each player's position by rough estimates, of play cut off after some moves."""
        members, place = np.arange(self.count, dtype=np.int32), np.full(len(self.flat.turns), -1, np.int32)
        place[members] = members
        part = compiled(gather_component)(self.flat, members, place)
        sweep = sweep_from(self.flat.values[: self.count].copy())
        compiled(gauss_seidel_sweep)(part, sweep, max(MOST_SWEEPS // max(len(part.targets), 1), 1), 2 * MOST_SWEEPS)
        if np.isfinite(sweep.values).all():
            self.flat.values[: self.count] = sweep.values
        edges, gains = np.full(self.count, -1), np.empty(self.count)
        compiled(greedy_policy)(self.flat, members, place, edges, gains)
        return edges

    def guarantee(self, player: int, policy: Any) -> Guarantee:
        flat = self.flat
        playable = (self.turns[self.owner] != player) | (np.arange(len(self.owner)) == policy[self.owner])
        restricted = flat._replace(
            first=first_of_kept(flat.first, playable),
            targets=flat.targets[playable],
            weights=flat.weights[playable] if len(flat.weights) else flat.weights,
            rewards=flat.rewards[playable] if len(flat.rewards) else flat.rewards,
            values=flat.values.copy(),
            errors=flat.errors.copy(),
            distances=flat.distances.copy(),
            onward=flat.onward.copy(),
        )
        self.solve_restricted(restricted)
        return Guarantee(restricted.values, restricted.errors)
