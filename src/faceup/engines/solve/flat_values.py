"""Values within proven bounds, in flat arrays: of positions that lead back to each other where chance has a part.

Each component is solved by the simplest way that is sure: a position alone from what it leads to, two players without
chance by retrograde analysis, one player for whom all costs by the cheapest way. Otherwise the positions are gone
through again and again (Gauss and Seidel), with leaps, and what is found is proven by ``flat_bounds``.

All of this is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.solve.flat_bounds import (
    advantage,
    bounded,
    difference,
    kept,
    larger,
    left_over,
    missing,
    share,
    two_product,
    two_sum,
    wrong_at,
)
from faceup.engines.solve.flat_cheapest import cheapest, popped, pushed
from faceup.engines.solve.flat_retrograde import VAGUE, forced, goes_round, in_order, incoming
from faceup.engines.solve.native_kernel import EXACT, misread
from faceup.rules.contract import CHANCE, OVER

SLICE = 1 << 24  # edges between two returns to Python
LARGE = 1 << 18  # edges within a component that Python goes through in slices
MOST_WORK = 1 << 28  # edges gone through again and again for a component
OFTEN = 2  # times that positions are gone through between two looks at how it goes
PATIENCE = 256  # times after which less must change than a sixteenth of what did before

# What is said of a component, or of all.
DONE, PAUSED, HARD, NO_FLOATS, STAYING = 0, 1, 2, 3, 4
# Registers: the next component, and whether somewhere play may be kept for ever.
COMPONENT, STAYS, REGISTERS = 0, 1, 2


class Flat(NamedTuple):
    """The positions, as ``native_walk.Graph`` has them, and what is known of them.

    ``errors`` are empty where all is exact, ``onward`` (the positions to go on to) where distances say enough.
    ``distances`` are -1 where an end is not forced by counting moves, and VAGUE where they are not known, as a value on
    the way is rounded. ``finer`` are what estimates have beyond their
    last digit, and empty but while it is needed.
    """

    turns: Any
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    values: Any
    errors: Any
    distances: Any
    onward: Any
    finer: Any


class Part(NamedTuple):
    """A component by itself: of each member its way out, and its moves to other members.

    ``leaves`` tells where there are ways out, and ``outside`` what they are worth: the share of them in a throw, the
    best for a player. ``factors`` are the chances of a throw, and what is gained on the moves of a player.
    """

    kinds: Any
    leaves: Any
    first: Any
    targets: Any
    factors: Any
    outside: Any


def settle(flat: Any, endless: float, order: Any, starts: Any, place: Any, registers: Any) -> int:
    """Find the values of all components, ends first, until Python is needed for one."""
    work = 0
    while registers[COMPONENT] < len(starts) - 1:
        if work > SLICE:
            return PAUSED
        begin, end = starts[registers[COMPONENT]], starts[registers[COMPONENT] + 1]
        i = order[begin]
        round_trip = end - begin > 1
        for edge in range(flat.first[i], flat.first[i + 1]):
            round_trip = round_trip or flat.targets[edge] == i
        if not round_trip:
            said = alone(flat, endless, i)
            work += 1 + flat.first[i + 1] - flat.first[i]
        else:
            members = order[begin:end]
            for k in range(len(members)):
                place[members[k]] = k
                work += 16 * (flat.first[members[k] + 1] - flat.first[members[k]])
            said = together(flat, endless, members, place)
            if said == HARD:
                return said  # with the members' places, for Python goes on with them
            for k in range(len(members)):
                place[members[k]] = -1
            if said == STAYING:
                registers[STAYS], said = 1, DONE
            if not np.isfinite(flat.values[i]):
                said = NO_FLOATS
        if said != DONE:
            return said
        registers[COMPONENT] += 1
    return DONE


def alone(flat: Any, endless: float, i: int) -> int:
    """A position to which play does not come back."""
    turn, values, errors = flat.turns[i], flat.values, flat.errors
    wrong, distance, onward = 0.0, 0, -1
    begin, end = flat.first[i], flat.first[i + 1]
    if turn == OVER:
        wrong = misread(values[i])
    elif turn == CHANCE:
        total, value = 0.0, 0.0
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            total += flat.weights[edge]
            value += flat.weights[edge] * (values[flat.targets[edge]] + gain)
        values[i] = value / total
        rest, total = left_over(flat, i)
        wrong = share(rest, total)
        for edge in range(begin, end):
            wrong += share(flat.weights[edge] * errors[flat.targets[edge]], total)
        wrong = larger(wrong * (1.0 + (end - begin) * 2.0**-50))
        if end - begin == 1:
            onward = flat.targets[begin]
        if not total < EXACT:  # or the sum of the odds may be rounded
            return NO_FLOATS
    else:
        sign = 1.0 - 2.0 * turn
        best = -np.inf
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            best = max(best, sign * (values[flat.targets[edge]] + gain))
        values[i] = sign * best
        most, least, surest, where = -np.inf, np.inf, -np.inf, begin
        for edge in range(begin, end):
            there = flat.targets[edge]
            if len(errors) > 0:
                ahead, slack = advantage(flat, edge, i, sign)
                slack = larger(slack + errors[there])
                most = max(most, larger(ahead + slack))
                least = min(least, larger(slack - ahead))
                if ahead - slack > surest:
                    surest, where = ahead - slack, edge
            elif sign * values[there] > surest:
                surest, where = sign * values[there], edge
        onward = flat.targets[where]
        if len(errors) > 0:
            wrong = max(0.0, max(most, least))
        if wrong > 0.0:
            distance = VAGUE
        else:
            wins, chosen = best > sign * endless, -1
            for edge in range(begin, end):
                there = flat.targets[edge]
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                if two_sum(values[there], gain) != (values[i], 0.0):
                    continue
                ply = flat.distances[there]
                if ply < 0:
                    chosen = ply - 1
                    onward = flat.targets[where]
                    break
                if chosen == -1 or (ply < chosen if wins else ply > chosen):
                    chosen, onward = ply, there
            distance = chosen + 1
    if not (np.isfinite(values[i]) and np.isfinite(wrong)):
        return NO_FLOATS
    if len(errors) > 0:
        errors[i] = wrong
    if len(flat.onward) > 0:
        flat.onward[i] = onward
    flat.distances[i] = distance
    return DONE


def together(flat: Any, endless: float, members: Any, place: Any) -> int:
    """Positions that lead back to each other: HARD where Python has to decide, STAYING where play may be kept there."""
    chance = False
    for k in range(len(members)):
        chance = chance or flat.turns[members[k]] == CHANCE
    if not chance:
        paid, exact = looked_at(flat, members, place)
        if not paid:
            without_chance(flat, endless, members, place, exact)
            return STAYING
        return DONE if exact and cheapest(flat, members, place) else HARD
    part = gathered(flat, members, place)
    if len(part.targets) > LARGE or not surely_left(part):
        return HARD
    values, steps = np.zeros(len(members)), np.zeros(len(members))
    most = MOST_WORK // max(len(part.targets), 1)
    times, next_leap, change, mark = 0, 0, np.inf, np.inf
    while times < most:
        before = change
        change = gone_through(part, values, OFTEN)
        times += OFTEN
        if is_enough(change, before, largest(values)):
            break
        if times % PATIENCE == 0:
            if not change < mark / 16.0:
                return HARD
            mark = change
        if times >= next_leap:
            leap(part, values, steps)
            next_leap += OFTEN + times // 4  # ever more seldom, for where many rates mix they lead astray
    return DONE if proven(flat, members, place, part, values, most) else HARD


def looked_at(flat: Any, members: Any, place: Any) -> tuple[bool, bool]:
    """Whether something is paid on moves between members, and whether what they lead out to is known exactly."""
    paid, exact = False, True
    plain = len(flat.rewards) == 0 and len(flat.errors) == 0
    for k in range(0 if plain else len(members)):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            if place[flat.targets[edge]] >= 0:
                paid = paid or (len(flat.rewards) > 0 and flat.rewards[edge] != 0.0)
            elif len(flat.errors) > 0:
                exact = exact and flat.errors[flat.targets[edge]] == 0.0
                exact = exact and (len(flat.rewards) == 0 or lossless(flat, edge))
    return paid, exact


def is_enough(change: float, before: float, size: float) -> bool:
    """Whether values that change so little have come as near as they can."""
    return change <= 2.0**-53 * size or (change < 2.0**-46 * size and change >= 0.9 * before)


def largest(values: Any) -> float:
    """The size of the largest number, and a little more than nothing."""
    size = 2.0**-1000
    for k in range(len(values)):
        size = max(size, abs(values[k]))
    return size


def lossless(flat: Any, edge: int) -> bool:
    """Whether the reward of a move is added without rounding."""
    gain = flat.rewards[edge]
    return misread(gain) == 0.0 and two_sum(flat.values[flat.targets[edge]], gain)[1] == 0.0


def without_chance(flat: Any, endless: float, members: Any, place: Any, exact: bool) -> None:
    """Two players without chance: from the ends backwards, for the least and the most that these may be worth."""
    count = len(members)
    low, moves = np.empty(count), np.empty(count, np.int32)
    way = np.empty(count if len(flat.onward) > 0 else 0, np.int32)
    first, targets, rewards, turns = flat.first, flat.targets, flat.rewards, flat.turns
    values, errors, distances = flat.values, flat.errors, flat.distances
    vague = forced(
        *(first, targets, rewards, turns, values, errors, distances),
        *(members, place, -1, endless, low, moves, way),
    )
    if exact:
        for k in range(count):
            values[members[k]] = low[k]
            distances[members[k]] = VAGUE if vague else moves[k]
            if len(errors) > 0:
                errors[members[k]] = 0.0
            if len(way) > 0:
                flat.onward[members[k]] = way[k]
        return
    high, others, nowhere = np.empty(count), np.empty(count, np.int32), np.empty(0, np.int32)
    forced(first, targets, rewards, turns, values, errors, distances, members, place, 1, endless, high, others, nowhere)
    for k in range(count):
        i = members[k]
        values[i] = low[k] / 2.0 + high[k] / 2.0
        errors[i] = larger(max(high[k] - values[i], values[i] - low[k])) if low[k] < high[k] else 0.0
        distances[i] = VAGUE if vague or low[k] < high[k] or moves[k] != others[k] else moves[k]
        if len(way) > 0:
            flat.onward[i] = way[k]


def gathered(flat: Any, members: Any, place: Any) -> Any:
    """The component by itself."""
    count, edges = len(members), 0
    kinds, leaves = np.empty(count, np.int8), np.zeros(count, np.bool_)
    first, outside = np.empty(count + 1, np.int64), np.empty(count)
    for k in range(count):
        edges += flat.first[members[k] + 1] - flat.first[members[k]]  # those that lead out are too many
    targets, factors = np.empty(edges, np.int32), np.empty(edges)
    edges, first[0] = 0, 0
    for k in range(count):
        i = members[k]
        kinds[k] = flat.turns[i]
        throw = flat.turns[i] == CHANCE
        sign = 1.0 - 2.0 * flat.turns[i]
        total, beyond, best = 0.0, 0.0, -np.inf
        if throw:
            for edge in range(flat.first[i], flat.first[i + 1]):
                total += flat.weights[edge]
        for edge in range(flat.first[i], flat.first[i + 1]):
            there = flat.targets[edge]
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            inside = place[there] >= 0
            if throw:
                beyond += flat.weights[edge] / total * (gain + (0.0 if inside else flat.values[there]))
            elif not inside:
                best = max(best, sign * (gain + flat.values[there]))
            leaves[k] = leaves[k] or not inside
            if inside:
                targets[edges] = place[there]
                factors[edges] = flat.weights[edge] / total if throw else gain
                edges += 1
        outside[k] = beyond if throw else sign * best
        first[k + 1] = edges
    return Part(kinds, leaves, first, targets[:edges], factors[:edges], outside)


def gone_through(part: Any, values: Any, times: int) -> float:
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


def leap(part: Any, values: Any, steps: Any) -> None:
    """Go through the positions twice, and on to where the steps would lead if all shrank as they do (Aitken)."""
    for k in range(len(values)):
        steps[k] = values[k]
    gone_through(part, values, 1)
    square = 0.0
    for k in range(len(values)):
        step, steps[k] = values[k] - steps[k], values[k]
        square += step * step
    before, square = square, 0.0
    gone_through(part, values, 1)
    for k in range(len(values)):
        steps[k] = values[k] - steps[k]
        square += steps[k] * steps[k]
    if 0.0 < square < before * (1.0 - 2.0**-16):
        ratio = np.sqrt(square / before)
        for k in range(len(values)):
            values[k] += steps[k] * ratio / (1.0 - ratio)


def surely_left(part: Any) -> bool:
    """Whether play leaves the component some day, whatever both players do: nowhere can it be kept."""
    return not ways_to_stay(part).any()


def ways_to_stay(part: Any) -> Any:
    """How many moves each member has among those in which both players together can keep play; none elsewhere."""
    count = len(part.kinds)
    members = np.arange(count).astype(np.int32)
    begun, into = incoming(part.first, part.targets, members, members)
    options, todo = np.empty(count, np.int32), np.empty(count, np.int32)
    done = 0
    for k in range(count):
        options[k] = part.first[k + 1] - part.first[k]
        if options[k] == 0 or (part.leaves[k] and part.kinds[k] == CHANCE):
            options[k] = 0
            todo[done] = k
            done += 1
    at = 0
    while at < done:
        for k in range(begun[todo[at]], begun[todo[at] + 1]):
            i = into[k]
            if options[i] > 0:
                options[i] = 0 if part.kinds[i] == CHANCE else options[i] - 1
                if options[i] == 0:
                    todo[done] = i
                    done += 1
        at += 1
    return options


def proven(flat: Any, members: Any, place: Any, part: Any, values: Any, most: int) -> bool:
    """Write down the estimates with errors that are proven; whether there are such."""
    count = len(members)
    for k in range(count):
        flat.values[members[k]] = values[k]
    least, errors = np.empty(count), np.zeros(count)
    rest = missing(flat, members, place, part, least)
    if not rest < np.inf or not bounded(part, least, rest, errors, most):
        return False
    written(flat, members, errors)
    return True


def written(flat: Any, members: Any, errors: Any) -> None:
    """Note what is proven, and where best play goes on."""
    for k in range(len(members)):
        i = members[k]
        flat.errors[i] = errors[k]
        if len(flat.finer) > 0:
            flat.errors[i] = larger(errors[k] + abs(flat.finer[i]))
        flat.distances[i] = -1
        flat.onward[i] = gone_on_to(flat, i)


def gone_on_to(flat: Any, i: int) -> int:
    """Where the best move leads, by the estimates; or where chance leads, were it the first outcome."""
    begin, end = flat.first[i], flat.first[i + 1]
    where, best = begin, -np.inf
    if flat.turns[i] != CHANCE:
        sign = 1.0 - 2.0 * flat.turns[i]
        for edge in range(begin, end):
            gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
            worth = sign * (flat.values[flat.targets[edge]] + gain)
            if worth > best:
                where, best = edge, worth
    return flat.targets[where]  # type: ignore[no-any-return]


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


# What these are made of, each after those that it calls.
STEPS = (
    *(
        misread,
        larger,
        share,
        two_sum,
        two_product,
        difference,
        left_over,
        advantage,
        alone,
        lossless,
        largest,
    ),
    *(
        pushed,
        popped,
        incoming,
        cheapest,
        in_order,
        goes_round,
        forced,
        without_chance,
        gathered,
        surely_left,
        gone_through,
    ),
    *(is_enough, looked_at, leap, wrong_at, kept, bounded, missing, gone_on_to, written, proven, together),
)
