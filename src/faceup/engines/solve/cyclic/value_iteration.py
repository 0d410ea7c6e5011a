"""Value iteration in flat arrays, and proven error bounds around estimates (optimistic value iteration).

If no player can keep play in a component for ever, its values are the one solution of the Bellman equations, and
numbers are bounds as soon as one step of the equations does not make them worse (Hartmanns and Kaminski 2020). So the
estimate may come from anywhere: here from Gauss-Seidel sweeps with Aitken extrapolation, or from a solver of linear
equations. The Bellman residual of the estimate is computed in double-double arithmetic, up to a proven margin. Then
errors e with e >= F(e) are searched for, where F(e) is the error of a position whose successors have the errors e. All
roundings go up: F grows by 2**-50 of itself, and by TINY where numbers are too small.

Why that is a proof. Let v be the estimate and T the right side of the equations. At a chance node |T(v) - v| <= d, so
that T(v + e) <= v + d + P e, and likewise for v - e: F(e) = d + P e. For a choice of player 0 among moves a, with D_a =
(the value that a leads to) - v: T(v + e) <= v + max(D_a + e_a) and T(v - e) >= v - min(e_a - D_a); F(e) is the larger.
For player 1, use -D. T is monotone, and its solution is unique as play surely leaves: it lies between v - e and v + e.

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.solve.cyclic.flat_components import weight_of
from faceup.numbers.intervals import EXACT, ROUNDING, SMALL, TINY, larger, misread, share, two_product, two_sum
from faceup.rules.contract import CHANCE

SLICE = 1 << 24  # edges between two returns to Python
LARGE = 1 << 18  # inner edges from which on Python sweeps a component in slices
MOST_WORK = 1 << 28  # edges read in all sweeps over a component
SWEEPS_AT_ONCE = 2  # sweeps between two checks for convergence
PATIENCE = 256  # sweeps after which the change must have shrunk to a sixteenth
# Status of an iteration: as near as floats come, too slow, or to be continued.
CONVERGED, STALLED, PAUSED = 0, 1, 2
# Registers: sweeps so far, the sweep of the next extrapolation, the last change, and the change PATIENCE sweeps ago.
SWEEPS, NEXT_EXTRAPOLATION, CHANGE, MARK, PROGRESS = 0, 1, 2, 3, 4


def chance_residual(flat: Any, i: int) -> tuple[float, float]:
    """Return (a bound on the residual of a chance node times the total odds, the total odds)."""
    rest, total, slack = difference(flat, i)
    return larger(abs(rest) + slack), total


def difference(flat: Any, i: int) -> tuple[float, float, float]:
    """Return sum(w (v(t) + c)) - sum(w) v(i) at chance node i, sum(w), and a bound on the error of the first.

    Products and sums are split into float and rounding error (``two_product``, ``two_sum``), so that the errors add up
    in ``low``; only the summation of ``low`` itself rounds, which the third number bounds.
    """
    # Invariant: rest + low is the sum so far, apart from the rounding of low itself and from ``slack``, which bounds
    # the products that underflow and the rewards that floats cannot hold.
    values, total, rest, low, size, slack = flat.values, 0.0, 0.0, 0.0, 0.0, 0.0
    begin, end = flat.first[i], flat.first[i + 1]
    for edge in range(begin, end):
        target, weight = flat.targets[edge], weight_of(flat.weights, edge)
        total += weight
        product, error = two_product(weight, values[target])
        rest, more = two_sum(rest, product)
        low += error + more
        size += abs(error) + abs(more)
        if abs(values[target]) < SMALL and values[target] != 0.0:
            slack += TINY
        if len(flat.finer) > 0:
            low += weight * flat.finer[target]
            size += abs(weight * flat.finer[target])
        if len(flat.rewards) > 0:
            gain = flat.rewards[edge]
            product, error = two_product(weight, gain)
            rest, more = two_sum(rest, product)
            low += error + more
            size += abs(error) + abs(more)
            slack += weight * misread(gain)
    product, error = two_product(-total, values[i])
    rest, more = two_sum(rest, product)
    low += error + more
    size += abs(error) + abs(more)
    if len(flat.finer) > 0:
        low -= total * flat.finer[i]
        size += abs(total * flat.finer[i])
    slack += (8.0 * (end - begin) + 16.0) * ROUNDING * 1.01 * size
    if abs(values[i]) < SMALL and values[i] != 0.0:
        slack += TINY
    return rest + low, total, slack * (1.0 + (end - begin) * 2.0**-50)


def advantage(flat: Any, edge: int, i: int, sign: float) -> tuple[float, float]:
    """Return the advantage of a move over the estimate of its position, for the player to move, and its error."""
    target = flat.targets[edge]
    ahead, low = two_sum(flat.values[target], -flat.values[i])
    size, slack = abs(low), 0.0
    if len(flat.rewards) > 0 and flat.rewards[edge] != 0.0:
        ahead, more = two_sum(ahead, flat.rewards[edge])
        low += more
        size += abs(more)
        slack = misread(flat.rewards[edge])
    if len(flat.finer) > 0:
        low += flat.finer[target] - flat.finer[i]
        size += abs(flat.finer[target]) + abs(flat.finer[i])
    slack += 8.0 * ROUNDING * size
    return sign * (ahead + low), larger(slack + ROUNDING * abs(ahead + low) * (1.0 if size > 0.0 else 0.0))


def bellman_residual(flat: Any, members: Any, place: Any, part: Any, least: Any) -> float:
    """Turn the part from equations of values into equations of errors. Return the largest residual.

    ``outside`` becomes, at a chance node, the residual plus the mean error beyond the component; at a player's node,
    the most that moves out of the component contribute, and ``least`` the least. ``factors`` of a player become D_a, by
    how much a move exceeds the estimate. The residual is infinite if numbers leave floats.
    """
    worst, edges = 0.0, 0
    for k in range(len(members)):
        i = members[k]
        least[k] = np.inf
        if part.kinds[k] == CHANCE:  # F(e) = d + P e: d and the errors beyond the component are constants
            rest, total = chance_residual(flat, i)
            if not total < EXACT:  # or the sum of the odds may be rounded
                return np.inf
            rest = share(rest, total)
            worst = max(worst, rest)
            beyond = 0.0
            for edge in range(flat.first[i], flat.first[i + 1]):
                if place[flat.targets[edge]] < 0:
                    beyond += weight_of(flat.weights, edge) * flat.errors[flat.targets[edge]]
                elif weight_of(flat.weights, edge) > 0.0:  # the part has no others
                    edges += 1
            count = flat.first[i + 1] - flat.first[i]
            part.outside[k] = larger(rest + share(beyond, total) * (1.0 + count * 2.0**-50))
        else:
            # F(e) is the larger of max (D_a + e_a) and min (e_a - D_a). Moves out of the component make the constants
            # ``most`` and ``least``. Some D_a must be near 0, or the estimate is not that of its moves.
            sign, most = 1.0 - 2.0 * part.kinds[k], -np.inf
            nearest = np.inf
            for edge in range(flat.first[i], flat.first[i + 1]):
                ahead, slack = advantage(flat, edge, i, sign)
                nearest = min(nearest, abs(ahead) + slack)
                if place[flat.targets[edge]] >= 0:
                    if slack > 0.0:
                        worst = max(worst, slack)
                    part.factors[edges] = ahead
                    edges += 1
                else:
                    slack = larger(slack + flat.errors[flat.targets[edge]])
                    most = max(most, larger(ahead + slack))
                    least[k] = min(least[k], larger(slack - ahead))
            part.outside[k] = most
            worst = max(worst, nearest)
        if not worst < np.inf:
            return np.inf
    return worst


def error_at(part: Any, least: Any, errors: Any, slack: float, k: int) -> float:
    """Return F(e) at member k: the error of a position whose successors have these errors, rounded up."""
    value = part.outside[k]
    begin, end = part.first[k], part.first[k + 1]
    if part.kinds[k] == CHANCE:
        for edge in range(begin, end):
            value += part.factors[edge] * errors[part.targets[edge]]
        value = value * (1.0 + (end - begin + 4) * 2.0**-50)
        return value + (1 + end - begin) * TINY if value + slack > 0.0 else 0.0
    lower = least[k]
    for edge in range(begin, end):
        ahead = part.factors[edge]
        error = errors[part.targets[edge]] + slack
        error += (error + abs(ahead)) * 2.0**-50
        value = max(value, error + ahead)
        lower = min(lower, error - ahead)
    value = max(0.0, max(value, lower))
    return value + value * 2.0**-50 + TINY if value > 0.0 else 0.0


def bound_errors(part: Any, least: Any, rest: float, errors: Any, max_sweeps: int) -> bool:
    """Search for errors e >= F(e), starting from these; return whether they were found. ``rest`` is the residual."""
    count, beyond = len(errors), 0.0
    if rest == 0.0:
        none = np.zeros(count)
        if errors_hold(part, least, none, 0.0):
            for k in range(count):
                errors[k] = 0.0
            return True
    # The D_a are rounded, which the slack ``rest`` allows for. Each step adds ``more``, so that the search ends.
    rest = max(rest, TINY)
    for k in range(count):
        beyond = max(beyond, part.outside[k])
    more = max(2.0 * rest, 2.0**-44 * beyond)
    steps = np.empty(count)
    sweeps, before, next_extrapolation = 0, 0.0, 3
    while sweeps < max_sweeps:
        rise, square = 0.0, 0.0
        for k in range(count):
            error = error_at(part, least, errors, rest, k) + more
            steps[k] = error - errors[k]
            square += steps[k] * steps[k]
            rise = max(rise, steps[k])
            errors[k] = error
        sweeps += 1
        if not rise < np.inf:
            return False
        if rise <= more / 2.0 and errors_hold(part, least, errors, rest):
            return True
        if sweeps >= next_extrapolation and 0.0 < square < before * (1.0 - 2.0**-16):
            next_extrapolation += 3 + sweeps // 2  # less and less often: with many rates of decay it overshoots
            ratio = np.sqrt(square / before)
            for k in range(count):
                errors[k] = max(0.0, errors[k] + steps[k] * ratio / (1.0 - ratio))
        before = square
    return False


def errors_hold(part: Any, least: Any, errors: Any, slack: float) -> bool:
    """Whether F(e) <= e at every member: the proof."""
    k = 0
    while k < len(errors) and error_at(part, least, errors, slack, k) <= errors[k]:
        k += 1
    return k == len(errors)


def best_edge(flat: Any, i: int) -> int:
    """Return the best edge of a position by the estimates; of a chance node, the first edge."""
    begin, end = flat.first[i], flat.first[i + 1]
    best_move, best = begin, -np.inf
    if flat.turns[i] != CHANCE:
        sign = 1.0 - 2.0 * flat.turns[i]
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            value = sign * (flat.values[flat.targets[edge]] + gain)
            if value > best:
                best_move, best = edge, value
    return best_move  # type: ignore[no-any-return]


def greedy_policy(flat: Any, members: Any, place: Any, edges: Any, gains: Any) -> None:
    """Set ``edges`` to the greedy policy (-1 at chance nodes), and ``gains`` to what it collects outside the members.

    The previous edge stays if others are hardly better.
    """
    for k in range(len(members)):
        i = members[k]
        begin, end = flat.first[i], flat.first[i + 1]
        gains[k] = 0.0
        if flat.turns[i] == CHANCE:
            edges[k], total = -1, 0.0
            for edge in range(begin, end):
                total += weight_of(flat.weights, edge)
        else:
            total = 1.0
            sign, best, size = 1.0 - 2.0 * flat.turns[i], -np.inf, 0.0
            best_move = begin
            for edge in range(begin, end):
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                value = sign * (flat.values[flat.targets[edge]] + gain)
                size = max(size, abs(value))
                if value > best or (edge == edges[k] and value >= best - 1e-12 * size):
                    best_move, best = edge, value
            edges[k], begin, end = best_move, best_move, best_move + 1
        for edge in range(begin, end):
            target = flat.targets[edge]
            weight = weight_of(flat.weights, edge) if flat.turns[i] == CHANCE else 1.0
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            gains[k] += weight / total * (gain + (flat.values[target] if place[target] < 0 else 0.0))


def policy_residuals(flat: Any, members: Any, edges: Any, out: Any) -> None:
    """Set ``out`` to the residuals of the estimates in the equations of this policy."""
    for k in range(len(members)):
        i = members[k]
        if edges[k] < 0:
            rest, total = difference(flat, i)[:2]
            out[k] = rest / total
        else:
            out[k] = advantage(flat, edges[k], i, 1.0)[0]


class Sweep(NamedTuple):
    """The state of an iteration: estimates (``values``), their last ``steps`` (scratch), and ``registers``."""

    values: Any
    steps: Any
    registers: Any


def sweep_from(values: Any) -> Any:
    """Return the state of an iteration that starts from these estimates."""
    registers = np.zeros(PROGRESS)
    registers[CHANGE] = registers[MARK] = np.inf
    return Sweep(values, np.zeros(len(values)), registers)


def gauss_seidel_sweep(part: Any, sweep: Any, max_sweeps: int, edge_budget: int) -> int:
    """Sweep until the values have CONVERGED or the iteration has STALLED (at ``max_sweeps``, or with slow progress).

    Returns PAUSED after ``edge_budget`` edges; call again to go on from the registers.
    """
    values, registers, work = sweep.values, sweep.registers, 0
    while registers[SWEEPS] < max_sweeps:
        if work >= edge_budget:
            return PAUSED
        before = registers[CHANGE]
        change = iterate(part, values, SWEEPS_AT_ONCE)
        work += SWEEPS_AT_ONCE * len(part.targets)
        registers[CHANGE] = change
        registers[SWEEPS] += SWEEPS_AT_ONCE
        if is_enough(change, before, largest(values)):
            return CONVERGED
        if registers[SWEEPS] % PATIENCE == 0:
            if not change < registers[MARK] / 16.0:
                return STALLED
            registers[MARK] = change
        if registers[SWEEPS] >= registers[NEXT_EXTRAPOLATION]:
            aitken_extrapolate(part, values, sweep.steps)
            # Ever more seldom: with many rates of decay, extrapolation overshoots.
            registers[NEXT_EXTRAPOLATION] += SWEEPS_AT_ONCE + registers[SWEEPS] // 4
    return STALLED


def most_sweeps(part: Any) -> int:
    """Return the sweeps over a component before it counts as stalled."""
    edges = max(len(part.targets), 1)
    return max(MOST_WORK // edges, 50 * PATIENCE) if edges > LARGE else MOST_WORK // edges


def estimate_values(part: Any) -> tuple[bool, Any]:
    """Return (whether the sweeps converged, the estimates) of a component; never converged if it is LARGE."""
    sweep = sweep_from(np.zeros(len(part.kinds)))
    converged = (
        len(part.targets) <= LARGE and gauss_seidel_sweep(part, sweep, most_sweeps(part), 2 * MOST_WORK) == CONVERGED
    )
    return converged, sweep.values


def is_enough(change: float, before: float, size: float) -> bool:
    """Whether the change is at the level of rounding: tiny, or small and no longer shrinking."""
    return change <= 2.0**-53 * size or (change < 2.0**-46 * size and change >= 0.9 * before)


def largest(values: Any) -> float:
    """Return the largest absolute value, at least 2**-1000."""
    size = 2.0**-1000
    for k in range(len(values)):
        size = max(size, abs(values[k]))
    return size


def iterate(part: Any, values: Any, times: int) -> float:
    """Sweep ``times`` times, updating each position in place: v(s) <- opt over edges of f v(t) + c.

    Returns the largest change of the last sweep.
    """
    change = 0.0
    for _ in range(times):
        change = 0.0
        for k in range(len(values)):
            value, kind = part.outside[k], part.kinds[k]
            for edge in range(part.first[k], part.first[k + 1]):
                ahead = values[part.targets[edge]]
                if kind == CHANCE:
                    value += part.factors[edge] * ahead
                elif kind == 0:
                    value = max(value, part.factors[edge] + ahead)
                else:
                    value = min(value, part.factors[edge] + ahead)
            change = max(change, abs(value - values[k]))
            values[k] = value
    return change


def aitken_extrapolate(part: Any, values: Any, steps: Any) -> None:
    """Sweep twice, then jump to the limit of a geometric series with the observed ratio of the steps (Aitken)."""
    for k in range(len(values)):
        steps[k] = values[k]
    iterate(part, values, 1)
    square = 0.0
    for k in range(len(values)):
        step, steps[k] = values[k] - steps[k], values[k]
        square += step * step
    before, square = square, 0.0
    iterate(part, values, 1)
    for k in range(len(values)):
        steps[k] = values[k] - steps[k]
        square += steps[k] * steps[k]
    if 0.0 < square < before * (1.0 - 2.0**-16):
        ratio = np.sqrt(square / before)
        for k in range(len(values)):
            values[k] += steps[k] * ratio / (1.0 - ratio)


# The functions of kernels, each after those that it calls.
STEPS = (
    *(difference, chance_residual, advantage, largest, is_enough, iterate, aitken_extrapolate),
    *(sweep_from, gauss_seidel_sweep, most_sweeps, estimate_values),
    *(error_at, errors_hold, bound_errors, bellman_residual, best_edge),
)
