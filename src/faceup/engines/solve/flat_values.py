"""Values within proven bounds, in flat arrays: of positions that lead back to each other where chance has a part.

Where nobody can keep play in a component for ever, its values are the one solution of their equations, and numbers are
bounds as soon as one step of the equations does not make them worse (Hartmanns and Kaminski 2020). So the estimate may
come from anywhere: here from going through the positions again and again (Gauss and Seidel), or from a solver of linear
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

from faceup.engines.solve.flat_retrograde import VAGUE, forced, goes_round, in_order, incoming
from faceup.engines.solve.native_kernel import ROUNDING, TINY, misread
from faceup.rules.contract import CHANCE, OVER

UP = 1.0 + 2.0**-50
SMALL = 2.0**-900  # below it products may lose digits
MOST_ODDS = 2.0**53  # odds of a position sum to less, or the sum may be rounded
SPLITTER = 134217729.0  # 2**27 + 1

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
        wrong = rest / total
        for edge in range(begin, end):
            wrong += flat.weights[edge] * errors[flat.targets[edge]] / total
        wrong = larger(wrong * (1.0 + (end - begin) * 2.0**-50))
        if end - begin == 1:
            onward = flat.targets[begin]
        if not total < MOST_ODDS:
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
                if values[there] + gain != values[i]:
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


def larger(number: float) -> float:
    """The number with what its computation may have lost."""
    return number + abs(number) * 2.0**-50 + (TINY if number != 0.0 else 0.0)


def two_sum(a: float, b: float) -> tuple[float, float]:
    """The sum, and what it has lost (Knuth)."""
    total = a + b
    back = total - a
    return total, (a - (total - back)) + (b - back)


def two_product(a: float, b: float) -> tuple[float, float]:
    """The product, and what it has lost (Dekker)."""
    product = a * b
    c = SPLITTER * a
    high_a = c - (c - a)
    low_a = a - high_a
    c = SPLITTER * b
    high_b = c - (c - b)
    low_b = b - high_b
    return product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b


def left_over(flat: Any, i: int) -> tuple[float, float]:
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


def cheapest(flat: Any, members: Any, place: Any) -> bool:
    """One player for whom every move on the way costs: the best way to an end (Dijkstra); False where it is not so.

    Sums are exact, or it is not done.
    """
    count, chooser = len(members), -1
    for k in range(count):
        i = members[k]
        if flat.first[i + 1] - flat.first[i] > 1:
            if chooser >= 0 and chooser != flat.turns[i]:
                return False
            chooser = flat.turns[i]
    sign = 1.0 - 2.0 * max(chooser, 0)
    for k in range(count):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            if place[flat.targets[edge]] >= 0 and not sign * flat.rewards[edge] < 0.0:
                return False
    begun, into = incoming(flat.first, flat.targets, members, place)
    best, way = np.full(count, -np.inf), np.full(count, -1, np.int32)
    keys, nodes = np.empty(count + len(into) + 1), np.empty(count + len(into) + 1, np.int32)
    size, settled = 0, 0
    for k in range(count):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            there = flat.targets[edge]
            if place[there] < 0 and sign * (flat.values[there] + flat.rewards[edge]) > best[k]:
                best[k], way[k] = sign * (flat.values[there] + flat.rewards[edge]), there
        if way[k] >= 0:
            size = pushed(keys, nodes, size, best[k], k)
    known = np.zeros(count, np.bool_)
    while size > 0:
        here = nodes[0]
        size = popped(keys, nodes, size)
        if known[here]:
            continue
        known[here] = True
        settled += 1
        for k in range(begun[here], begun[here + 1]):
            before = into[k]
            for edge in range(flat.first[members[before]], flat.first[members[before] + 1]):
                if flat.targets[edge] != members[here] or known[before]:
                    continue
                worth, lost = two_sum(best[here], sign * flat.rewards[edge])
                if lost != 0.0 or misread(flat.rewards[edge]) > 0.0:
                    return False
                if worth > best[before]:
                    best[before], way[before] = worth, members[here]
                    size = pushed(keys, nodes, size, worth, before)
    if settled < count:
        return False
    for k in range(count):
        i = members[k]
        flat.values[i], flat.errors[i] = sign * best[k], 0.0
        flat.onward[i], flat.distances[i] = way[k], -1
    return True


def pushed(keys: Any, nodes: Any, size: int, key: float, node: int) -> int:
    """Put a node into the heap, whose first has the largest key; how many there are now."""
    k = size
    while k > 0 and keys[(k - 1) // 2] < key:
        keys[k], nodes[k] = keys[(k - 1) // 2], nodes[(k - 1) // 2]
        k = (k - 1) // 2
    keys[k], nodes[k] = key, node
    return size + 1


def popped(keys: Any, nodes: Any, size: int) -> int:
    """Take the first out of the heap; how many are left."""
    key, node, k = keys[size - 1], nodes[size - 1], 0
    while 2 * k + 1 < size - 1:
        below = 2 * k + 1
        if below + 1 < size - 1 and keys[below + 1] > keys[below]:
            below += 1
        if keys[below] <= key:
            break
        keys[k], nodes[k] = keys[below], nodes[below]
        k = below
    keys[k], nodes[k] = key, node
    return size - 1


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


def missing(flat: Any, members: Any, place: Any, part: Any, least: Any) -> float:
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
            rest, total = left_over(flat, i)
            if not total < MOST_ODDS:
                return np.inf
            rest /= total
            worst = max(worst, rest)
            beyond = 0.0
            for edge in range(flat.first[i], flat.first[i + 1]):
                if place[flat.targets[edge]] < 0:
                    beyond += flat.weights[edge] * flat.errors[flat.targets[edge]]
                else:
                    edges += 1
            count = flat.first[i + 1] - flat.first[i]
            part.outside[k] = larger(rest + beyond / total * (1.0 + count * 2.0**-50))
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
        return value + TINY if value > 0.0 else 0.0
    other = least[k]
    for edge in range(begin, end):
        ahead = part.factors[edge]
        error = errors[part.targets[edge]] + slack
        error += (error + abs(ahead)) * 2.0**-50
        value = max(value, error + ahead)
        other = min(other, error - ahead)
    value = max(0.0, max(value, other))
    return value + value * 2.0**-50 + TINY if value > 0.0 else 0.0


def bounded(part: Any, least: Any, rest: float, errors: Any, most: int) -> bool:
    """Find errors that no step makes larger, and prove it; ``rest`` is the most that is missed anywhere."""
    count, beyond = len(errors), 0.0
    if rest == 0.0:
        none = np.zeros(count)
        if kept(part, least, none, 0.0):
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
        if rise <= more / 2.0 and kept(part, least, errors, rest):
            return True
        if times >= next_leap and 0.0 < square < before * (1.0 - 2.0**-16):
            next_leap += 3 + times // 2  # ever more seldom, for where many rates mix they lead astray
            ratio = np.sqrt(square / before)
            for k in range(count):
                errors[k] = max(0.0, errors[k] + steps[k] * ratio / (1.0 - ratio))
        before = square
    return False


def kept(part: Any, least: Any, errors: Any, slack: float) -> bool:
    """Whether no error is made larger by a step."""
    k = 0
    while k < len(errors) and wrong_at(part, least, errors, slack, k) <= errors[k]:
        k += 1
    return k == len(errors)


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
