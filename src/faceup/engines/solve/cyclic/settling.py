"""All positions in flat arrays settled, component by component, ends first: their values within proven bounds.

Each component is solved by the simplest way that is sure: a position alone from what it leads to, two players without
chance by retrograde analysis, one player for whom all costs by the cheapest way. Otherwise estimates are found by
``value_iteration`` and proven there, too.

All of this is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any

import numpy as np

from faceup.engines.exact.component_method import RETROGRADE, SHORTEST_PATH, Traits, method_of
from faceup.engines.exact.retrograde import NEVER, ROUND, VAGUE, Forced, retrograde_analysis
from faceup.engines.model.component_driver import APART, DONE, STAYS, settle_in_turn
from faceup.engines.model.prospects import hurries
from faceup.engines.solve.cyclic.flat_components import KNOWN, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.shortest_path import shortest_path
from faceup.engines.solve.cyclic.value_iteration import (
    LARGE,
    SLICE,
    advantage,
    bellman_residual,
    best_edge,
    bound_errors,
    chance_residual,
    estimate_values,
    most_sweeps,
)
from faceup.numbers.intervals import EXACT, larger, middle_of, misread, share, two_sum
from faceup.rules.contract import CHANCE, OVER

NO_FLOATS = 3  # what is said beside what any loop says: numbers leave floats


def settle(flat: Any, endless: float, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """Find the values of components in their turns, ends first, until Python is needed for one."""
    return settle_in_turn(
        settle_node, settle_component, flat, endless, (1, SLICE), order, starts, turns, place, registers
    )


def settle_node(flat: Any, endless: float, i: int) -> int:
    """A position to which play does not come back."""
    turn, values, errors = flat.turns[i], flat.values, flat.errors
    if turn == KNOWN:
        return DONE
    wrong, onward = 0.0, -1
    distance: Any = 0
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
        rest, total = chance_residual(flat, i)
        wrong = share(rest, total)
        for edge in range(begin, end):
            wrong += share(flat.weights[edge] * errors[flat.targets[edge]], total)
        wrong = larger(wrong * (1.0 + (end - begin) * 2.0**-50))
        if end - begin == 1:
            onward = flat.targets[begin]
        distance = after_throw(flat, i) if wrong == 0.0 else VAGUE
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
            far: Any = ROUND
            wins = hurries(turn, values[i], endless, flat.counts)
            chosen: Any = NEVER if wins else np.int32(-1)
            for edge in range(begin, end):
                there = flat.targets[edge]
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                if two_sum(values[there], gain) != (values[i], 0.0):
                    continue
                ply = flat.distances[there]
                if ply == VAGUE:
                    chosen, far = NEVER, VAGUE
                    break
                if ply < 0:
                    ply, far = NEVER, max(far, ply)
                if ply < chosen if wins else ply > chosen:
                    chosen, onward = ply, there
            if chosen == NEVER:
                distance, onward = far, flat.targets[where]
            else:
                distance = chosen + 1
    if not (np.isfinite(values[i]) and np.isfinite(wrong)):
        return NO_FLOATS
    if len(errors) > 0:
        errors[i] = wrong
    if len(flat.onward) > 0:
        flat.onward[i] = onward
    flat.distances[i] = distance
    return DONE


def after_throw(flat: Any, i: int) -> int:
    """How long it takes after a throw that is exact, where all outcomes are worth the same; else 0, for it matters."""
    longest, far = 0, 0
    for edge in range(flat.first[i], flat.first[i + 1]):
        there = flat.targets[edge]
        gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
        if flat.values[there] + gain != flat.values[i]:
            return 0
        ply = flat.distances[there]
        if ply < 0:
            far = ply if far == 0 else max(far, ply)
        longest = max(longest, ply)
    return far if far < 0 else longest + 1


def settle_component(flat: Any, endless: float, members: Any, place: Any, registers: Any) -> int:
    """Positions that lead back to each other: APART where Python has to decide."""
    traits = traits_of(flat, members, place)
    method, said = method_of(traits, False), DONE
    if method == RETROGRADE:
        without_chance(flat, endless, members, place, traits.exact)
        registers[STAYS] = 1
    elif method == SHORTEST_PATH:
        said = DONE if shortest_path(flat, members, place, traits.chooser) else APART
    else:
        said = by_sweeps(flat, members, place)
    return NO_FLOATS if said == DONE and not np.isfinite(flat.values[members[0]]) else said


def by_sweeps(flat: Any, members: Any, place: Any) -> int:
    """Positions that play surely leaves: estimated, and proven; APART where they are many, or somebody may stay."""
    part = gather_component(flat, members, place)
    if len(part.targets) > LARGE or ways_to_stay(part).any():
        return APART
    near, values = estimate_values(part)
    return DONE if near and prove_values(flat, members, place, part, values) else APART


def traits_of(flat: Any, members: Any, place: Any) -> Any:
    """What decides by which method a component is solved."""
    chance, deciders, chooser = False, 0, 0
    for k in range(len(members)):
        turn = flat.turns[members[k]]
        if turn == CHANCE:
            chance = True
        elif flat.first[members[k] + 1] - flat.first[members[k]] > 1:
            deciders = 1 if deciders == 0 or (deciders == 1 and turn == chooser) else 2
            chooser = turn
    paid, costs, exact, sign = False, True, True, 1.0 - 2.0 * chooser
    plain = len(flat.rewards) == 0 and len(flat.errors) == 0
    for k in range(0 if plain or chance else len(members)):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            if place[flat.targets[edge]] >= 0:
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                paid, costs = paid or gain != 0.0, costs and sign * gain < 0.0
            elif len(flat.errors) > 0:
                exact = exact and flat.errors[flat.targets[edge]] == 0.0
                exact = exact and (len(flat.rewards) == 0 or lossless(flat, edge))
    return Traits(chance, paid, paid and costs and deciders < 2, exact, deciders, chooser, False)


def lossless(flat: Any, edge: int) -> bool:
    """Whether the reward of a move is added without rounding."""
    gain = flat.rewards[edge]
    return misread(gain) == 0.0 and two_sum(flat.values[flat.targets[edge]], gain)[1] == 0.0


def without_chance(flat: Any, endless: float, members: Any, place: Any, exact: bool) -> None:
    """Two players without chance: from the ends backwards, for the least and the most that these may be worth."""
    count = len(members)
    ways = np.empty(count if len(flat.onward) > 0 else 0, np.int32)
    least = Forced(np.empty(count), np.empty(count, np.int32), ways)
    most = Forced(least.values, least.moves, np.empty(0, np.int32))
    vague = retrograde_analysis(flat, members, place, -1, endless, least)
    if not exact:
        most = Forced(np.empty(count), np.empty(count, np.int32), most.ways)
        retrograde_analysis(flat, members, place, 1, endless, most)
    for k in range(count):
        i, low, high = members[k], least.values[k], most.values[k]
        flat.values[i], wrong = middle_of(low, high)
        flat.distances[i] = VAGUE if vague or low < high or least.moves[k] != most.moves[k] else least.moves[k]
        if len(flat.errors) > 0:
            flat.errors[i] = wrong
        if len(ways) > 0:
            flat.onward[i] = ways[k]


def prove_values(flat: Any, members: Any, place: Any, part: Any, values: Any) -> bool:
    """Write down the estimates with errors that are proven; whether there are such."""
    count = len(members)
    for k in range(count):
        flat.values[members[k]] = values[k]
    least, errors = np.empty(count), np.zeros(count)
    rest = bellman_residual(flat, members, place, part, least)
    if not rest < np.inf or not bound_errors(part, least, rest, errors, most_sweeps(part)):
        return False
    write_values(flat, members, errors)
    return True


def write_values(flat: Any, members: Any, errors: Any) -> None:
    """Note what is proven, and where best play goes on."""
    for k in range(len(members)):
        i = members[k]
        flat.errors[i] = errors[k]
        if len(flat.finer) > 0:
            flat.errors[i] = larger(errors[k] + abs(flat.finer[i]))
        flat.distances[i] = -1
        flat.onward[i] = flat.targets[best_edge(flat, i)]
