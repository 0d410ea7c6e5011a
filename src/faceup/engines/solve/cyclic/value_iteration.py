"""Bounds on values of positions in flat arrays, proven: by how much estimates miss their equations, and what follows.

Where nobody can keep play in a component for ever, its values are the one solution of their equations, and numbers are
bounds as soon as one step of the equations does not make them worse (Hartmanns and Kaminski 2020). So the estimate may
come from anywhere: here from going through the positions again and again, where each takes the newest of what it leads
to (Gauss and Seidel), and now and then all go on to where their steps lead (Aitken), or from a solver of linear
equations. What an estimate leaves of the equations is computed with twice the digits, exactly but for a proven margin.
Errors e are looked for with e >= F(e), where F says how wrong a position may be if those that it leads to are wrong by
so much. All roundings go up: F is made larger by 2**-50 of itself, and by TINY where numbers are too small.

Why that is a proof. Write v for the estimate, T for the equations' right sides. For a throw, |T(v) - v| <= d, so that
T(v + e) <= v + d + P e, and so for v - e: F(e) = d + P e. For the first player's choice of moves a with D_a = (what a
leads to) - v: T(v + e) <= v + max(D_a + e_a), T(v - e) >= v - min(e_a - D_a); F is the larger. For the second player's
it is the same with -D. T keeps order, and has one solution, as play surely leaves: it lies between v - e and v + e.

All of this is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.numbers.intervals import EXACT, ROUNDING, SMALL, TINY, larger, misread, share, two_product, two_sum
from faceup.rules.contract import CHANCE

SLICE = 1 << 24  # edges between two returns to Python
LARGE = 1 << 18  # edges within a component that Python goes through in slices
MOST_WORK = 1 << 28  # edges gone through again and again for a component
OFTEN = 2  # times that positions are gone through between two looks at how it goes
PATIENCE = 256  # times after which less must change than a sixteenth of what did before
# What is said of the estimates: as near as they can be, too slow, or not yet.
NEAR, SLOW, ONWARD = 0, 1, 2
# Registers: how often the positions were gone through, when they leap next, what changed last, and at the last look.
TIMES, NEXT_LEAP, CHANGE, MARK, PROGRESS = 0, 1, 2, 3, 4


def chance_residual(flat: Any, i: int) -> tuple[float, float]:
    """By how much the estimate of a throw, times all odds, misses its equation at most; and all odds."""
    rest, total, slack = difference(flat, i)
    return larger(abs(rest) + slack), total


def difference(flat: Any, i: int) -> tuple[float, float, float]:
    """By how much the equation of a throw gives more than its estimate, times all odds; these; how wrong that is."""
    values, total, rest, low, size, slack = flat.values, 0.0, 0.0, 0.0, 0.0, 0.0
    begin, end = flat.first[i], flat.first[i + 1]
    for edge in range(begin, end):
        there, weight = flat.targets[edge], flat.weights[edge]
        total += weight
        product, lost = two_product(weight, values[there])
        rest, more = two_sum(rest, product)
        low += lost + more
        size += abs(lost) + abs(more)
        if abs(values[there]) < SMALL and values[there] != 0.0:
            slack += TINY
        if len(flat.finer) > 0:
            low += weight * flat.finer[there]
            size += abs(weight * flat.finer[there])
        if len(flat.rewards) > 0:
            gain = flat.rewards[edge]
            product, lost = two_product(weight, gain)
            rest, more = two_sum(rest, product)
            low += lost + more
            size += abs(lost) + abs(more)
            slack += weight * misread(gain)
    product, lost = two_product(-total, values[i])
    rest, more = two_sum(rest, product)
    low += lost + more
    size += abs(lost) + abs(more)
    if len(flat.finer) > 0:
        low -= total * flat.finer[i]
        size += abs(total * flat.finer[i])
    slack += (8.0 * (end - begin) + 16.0) * ROUNDING * 1.01 * size
    if abs(values[i]) < SMALL and values[i] != 0.0:
        slack += TINY
    return rest + low, total, slack * (1.0 + (end - begin) * 2.0**-50)


def advantage(flat: Any, edge: int, i: int, sign: float) -> tuple[float, float]:
    """How much more a move leads to than the estimate of its position, for whoever moves; and how wrong that is."""
    there = flat.targets[edge]
    ahead, low = two_sum(flat.values[there], -flat.values[i])
    size, slack = abs(low), 0.0
    if len(flat.rewards) > 0 and flat.rewards[edge] != 0.0:
        ahead, more = two_sum(ahead, flat.rewards[edge])
        low += more
        size += abs(more)
        slack = misread(flat.rewards[edge])
    if len(flat.finer) > 0:
        low += flat.finer[there] - flat.finer[i]
        size += abs(flat.finer[there]) + abs(flat.finer[i])
    slack += 8.0 * ROUNDING * size
    return sign * (ahead + low), larger(slack + ROUNDING * abs(ahead + low) * (1.0 if size > 0.0 else 0.0))


def bellman_residual(flat: Any, members: Any, place: Any, part: Any, least: Any) -> float:
    """Make the part one of errors: by how much the estimates miss the equations, and what is wrong beyond.

    ``outside`` becomes what a throw misses, with the errors beyond, and for a player the most that an error outside
    makes; ``least`` the least. ``factors`` of a player become by how much a move is better than the estimate. Returns
    the most that is missed, infinite where numbers leave floats.
    """
    worst, edges = 0.0, 0
    for k in range(len(members)):
        i = members[k]
        least[k] = np.inf
        if part.kinds[k] == CHANCE:
            rest, total = chance_residual(flat, i)
            if not total < EXACT:  # or the sum of the odds may be rounded
                return np.inf
            rest = share(rest, total)
            worst = max(worst, rest)
            beyond = 0.0
            for edge in range(flat.first[i], flat.first[i + 1]):
                if place[flat.targets[edge]] < 0:
                    beyond += flat.weights[edge] * flat.errors[flat.targets[edge]]
                else:
                    edges += 1
            count = flat.first[i + 1] - flat.first[i]
            part.outside[k] = larger(rest + share(beyond, total) * (1.0 + count * 2.0**-50))
        else:
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


def wrong_at(part: Any, least: Any, errors: Any, slack: float, k: int) -> float:
    """How wrong a position may be, where the others are wrong by so much."""
    value = part.outside[k]
    begin, end = part.first[k], part.first[k + 1]
    if part.kinds[k] == CHANCE:
        for edge in range(begin, end):
            value += part.factors[edge] * errors[part.targets[edge]]
        value = value * (1.0 + (end - begin + 4) * 2.0**-50)
        return value + (1 + end - begin) * TINY if value + slack > 0.0 else 0.0
    other = least[k]
    for edge in range(begin, end):
        ahead = part.factors[edge]
        error = errors[part.targets[edge]] + slack
        error += (error + abs(ahead)) * 2.0**-50
        value = max(value, error + ahead)
        other = min(other, error - ahead)
    value = max(0.0, max(value, other))
    return value + value * 2.0**-50 + TINY if value > 0.0 else 0.0


def bound_errors(part: Any, least: Any, rest: float, errors: Any, most: int) -> bool:
    """Find errors that no step makes larger, and prove it; ``rest`` is the most that is missed anywhere."""
    count, beyond = len(errors), 0.0
    if rest == 0.0:
        none = np.zeros(count)
        if errors_hold(part, least, none, 0.0):
            for k in range(count):
                errors[k] = 0.0
            return True
    # What a move is better by is rounded: the slack is for that. And to end somewhere, each step adds some more.
    rest = max(rest, TINY)
    for k in range(count):
        beyond = max(beyond, part.outside[k])
    more = max(2.0 * rest, 2.0**-44 * beyond)
    steps = np.empty(count)
    times, before, next_leap = 0, 0.0, 3
    while times < most:
        rise, square = 0.0, 0.0
        for k in range(count):
            error = wrong_at(part, least, errors, rest, k) + more
            steps[k] = error - errors[k]
            square += steps[k] * steps[k]
            rise = max(rise, steps[k])
            errors[k] = error
        times += 1
        if not rise < np.inf:
            return False
        if rise <= more / 2.0 and errors_hold(part, least, errors, rest):
            return True
        if times >= next_leap and 0.0 < square < before * (1.0 - 2.0**-16):
            next_leap += 3 + times // 2  # ever more seldom, for where many rates mix they lead astray
            ratio = np.sqrt(square / before)
            for k in range(count):
                errors[k] = max(0.0, errors[k] + steps[k] * ratio / (1.0 - ratio))
        before = square
    return False


def errors_hold(part: Any, least: Any, errors: Any, slack: float) -> bool:
    """Whether no error is made larger by a step."""
    k = 0
    while k < len(errors) and wrong_at(part, least, errors, slack, k) <= errors[k]:
        k += 1
    return k == len(errors)


def best_edge(flat: Any, i: int) -> int:
    """The best move of a position, by the estimates; or the first outcome of chance."""
    begin, end = flat.first[i], flat.first[i + 1]
    where, best = begin, -np.inf
    if flat.turns[i] != CHANCE:
        sign = 1.0 - 2.0 * flat.turns[i]
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            worth = sign * (flat.values[flat.targets[edge]] + gain)
            if worth > best:
                where, best = edge, worth
    return where  # type: ignore[no-any-return]


def chosen(flat: Any, members: Any, place: Any, edges: Any, gains: Any) -> None:
    """Of each player's position the best edge by the estimates, else -1; and what is gained on it, or by a throw.

    An edge that was chosen before is kept where others are hardly better.
    """
    for k in range(len(members)):
        i = members[k]
        begin, end = flat.first[i], flat.first[i + 1]
        gains[k] = 0.0
        if flat.turns[i] == CHANCE:
            edges[k], total = -1, 0.0
            for edge in range(begin, end):
                total += flat.weights[edge]
        else:
            total = 1.0
            sign, best, size = 1.0 - 2.0 * flat.turns[i], -np.inf, 0.0
            where = begin
            for edge in range(begin, end):
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                worth = sign * (flat.values[flat.targets[edge]] + gain)
                size = max(size, abs(worth))
                if worth > best or (edge == edges[k] and worth >= best - 1e-12 * size):
                    where, best = edge, worth
            edges[k], begin, end = where, where, where + 1
        for edge in range(begin, end):
            there = flat.targets[edge]
            weight = flat.weights[edge] if flat.turns[i] == CHANCE else 1.0
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            gains[k] += weight / total * (gain + (flat.values[there] if place[there] < 0 else 0.0))


def rests(flat: Any, members: Any, edges: Any, out: Any) -> None:
    """What the estimates leave of the equations where these edges are chosen."""
    for k in range(len(members)):
        i = members[k]
        if edges[k] < 0:
            rest, total = difference(flat, i)[:2]
            out[k] = rest / total
        else:
            out[k] = advantage(flat, edges[k], i, 1.0)[0]


class Sweep(NamedTuple):
    """The estimates of a component's ``values``, room for their ``steps``, and the ``registers``."""

    values: Any
    steps: Any
    registers: Any


def sweep_from(values: Any) -> Any:
    """Estimates from which to begin."""
    registers = np.zeros(PROGRESS)
    registers[CHANGE] = registers[MARK] = np.inf
    return Sweep(values, np.zeros(len(values)), registers)


def gauss_seidel_sweep(part: Any, sweep: Any, most: int, pause: int) -> int:
    """Go through the positions until they are NEAR, or SLOW: after ``most`` times, or as too little changes.

    ONWARD says that there is more to do after so many edges, from where the registers stand.
    """
    values, registers, work = sweep.values, sweep.registers, 0
    while registers[TIMES] < most:
        if work >= pause:
            return ONWARD
        before = registers[CHANGE]
        change = iterate(part, values, OFTEN)
        work += OFTEN * len(part.targets)
        registers[CHANGE] = change
        registers[TIMES] += OFTEN
        if is_enough(change, before, largest(values)):
            return NEAR
        if registers[TIMES] % PATIENCE == 0:
            if not change < registers[MARK] / 16.0:
                return SLOW
            registers[MARK] = change
        if registers[TIMES] >= registers[NEXT_LEAP]:
            aitken_extrapolate(part, values, sweep.steps)
            # Ever more seldom, for where many rates mix they lead astray.
            registers[NEXT_LEAP] += OFTEN + registers[TIMES] // 4
    return SLOW


def most_sweeps(part: Any) -> int:
    """How many times a component is gone through before other ways are tried."""
    edges = max(len(part.targets), 1)
    return max(MOST_WORK // edges, 50 * PATIENCE) if edges > LARGE else MOST_WORK // edges


def estimate_values(part: Any) -> tuple[bool, Any]:
    """Whether a component that is not LARGE comes NEAR its values, and the estimates."""
    sweep = sweep_from(np.zeros(len(part.kinds)))
    near = len(part.targets) <= LARGE and gauss_seidel_sweep(part, sweep, most_sweeps(part), 2 * MOST_WORK) == NEAR
    return near, sweep.values


def is_enough(change: float, before: float, size: float) -> bool:
    """Whether values that change so little have come as near as they can."""
    return change <= 2.0**-53 * size or (change < 2.0**-46 * size and change >= 0.9 * before)


def largest(values: Any) -> float:
    """The size of the largest number, and a little more than nothing."""
    size = 2.0**-1000
    for k in range(len(values)):
        size = max(size, abs(values[k]))
    return size


def iterate(part: Any, values: Any, times: int) -> float:
    """Put what each position leads to in its place, so many times; by how much the last time changed any."""
    change = 0.0
    for _ in range(times):
        change = 0.0
        for k in range(len(values)):
            value, kind = part.outside[k], part.kinds[k]
            for edge in range(part.first[k], part.first[k + 1]):
                other = values[part.targets[edge]]
                if kind == CHANCE:
                    value += part.factors[edge] * other
                elif kind == 0:
                    value = max(value, part.factors[edge] + other)
                else:
                    value = min(value, part.factors[edge] + other)
            change = max(change, abs(value - values[k]))
            values[k] = value
    return change


def aitken_extrapolate(part: Any, values: Any, steps: Any) -> None:
    """Go through the positions twice, and on to where the steps would lead if all shrank as they do (Aitken)."""
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
