"""Solve all positions in flat arrays, component by component, ends first: values within proven bounds.

Each component gets the simplest method that is sure: a single position follows from its successors, two players
without chance take retrograde analysis, one player for whom every move costs takes shortest paths. The rest is
estimated and proved by ``value_iteration``.

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any

import numpy as np

from faceup.engines.exact.component_solver import RETROGRADE, SHORTEST_PATH, Traits, method_of
from faceup.engines.exact.retrograde import NEVER, ROUND, VAGUE, Forced, predecessors, retrograde_analysis
from faceup.engines.graph.component_driver import APART, DONE, STAYS, solve_components
from faceup.engines.model.prospects import hurries
from faceup.engines.solve.cyclic.flat_components import KNOWN, gather_component, ways_to_stay, weight_of
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

NO_FLOATS = 3  # a status beside those of ``component_driver``: a number is not finite, or odds may be rounded


def solve_in_floats(flat: Any, endless: float, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """Solve components in turn, ends first, until one needs Python. Return a status of ``component_driver``."""
    return solve_components(
        solve_single, solve_cyclic, flat, endless, (1, SLICE), order, starts, turns, place, registers
    )


def solve_single(flat: Any, endless: float, i: int) -> int:
    """Solve a position that is a component of its own, from its successors. Return the status."""
    turn = flat.turns[i]
    if turn == KNOWN:
        return DONE
    error, onward = 0.0, -1
    distance: Any = 0
    if turn == OVER:
        error = misread(flat.values[i])
    elif turn == CHANCE:
        error, odds = set_mean(flat, i)
        if flat.first[i + 1] - flat.first[i] == 1:
            onward = flat.targets[flat.first[i]]
        distance = distance_of_chance(flat, i) if error == 0.0 else VAGUE
        if not odds < EXACT:  # or the sum of the odds may be rounded
            return NO_FLOATS
    else:
        error, best_move = set_best(flat, i)
        distance, onward = VAGUE, flat.targets[best_move]
        if not error > 0.0:
            distance, onward = distance_of_player(flat, endless, i, onward)
    if not (np.isfinite(flat.values[i]) and np.isfinite(error)):
        return NO_FLOATS
    if len(flat.errors) > 0:
        flat.errors[i] = error
    if len(flat.onward) > 0:
        flat.onward[i] = onward
    flat.distances[i] = distance
    return DONE


def set_mean(flat: Any, i: int) -> tuple[float, float]:
    """Write the value of a chance node, sum(w v) / sum(w); return its error and the sum of the odds.

    The error is the residual of that equation plus the mean of the successors' errors.
    """
    odds, value, error = 0.0, 0.0, 0.0
    begin, end = flat.first[i], flat.first[i + 1]
    for edge in range(begin, end):
        gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
        odds += weight_of(flat.weights, edge)
        value += weight_of(flat.weights, edge) * (flat.values[flat.targets[edge]] + gain)
    flat.values[i] = value / odds
    residual, odds = chance_residual(flat, i)
    error = share(residual, odds)
    for edge in range(begin, end):
        error += share(weight_of(flat.weights, edge) * flat.errors[flat.targets[edge]], odds)
    return larger(error * (1.0 + (end - begin) * 2.0**-50)), odds


def set_best(flat: Any, i: int) -> tuple[float, int]:
    """Write the value of the best move of a player; return its error and the move that is surest to be good.

    The error also covers a move that may be better by the errors of its successor.
    """
    sign, values, errors = 1.0 - 2.0 * flat.turns[i], flat.values, flat.errors
    begin, end = flat.first[i], flat.first[i + 1]
    best = -np.inf
    for edge in range(begin, end):
        gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
        best = max(best, sign * (values[flat.targets[edge]] + gain))
    values[i] = sign * best
    # The error is F(e) of ``value_iteration``: the larger of max (D_a + e_a) and min (e_a - D_a). D_a is the advantage
    # of move a, e_a the error of its successor. The surest move has the largest D_a - e_a.
    most, least, surest, best_move = -np.inf, np.inf, -np.inf, begin
    for edge in range(begin, end):
        target = flat.targets[edge]
        if len(errors) > 0:
            ahead, slack = advantage(flat, edge, i, sign)
            slack = larger(slack + errors[target])
            most = max(most, larger(ahead + slack))
            least = min(least, larger(slack - ahead))
            if ahead - slack > surest:
                surest, best_move = ahead - slack, edge
        elif sign * values[target] > surest:
            surest, best_move = sign * values[target], edge
    return max(0.0, max(most, least)) if len(errors) > 0 else 0.0, best_move


def distance_of_player(flat: Any, endless: float, i: int, onward: int) -> tuple[Any, int]:
    """Return the distance of an exact position by its best moves, and the position that best play goes on to.

    A player who is ahead takes the shortest best move, another one the longest. ``onward`` is where the surest move
    leads, and where play goes on if no best move has a distance.
    """
    turn, value = flat.turns[i], flat.values[i]
    far: Any = ROUND
    wins = hurries(turn, value, endless, flat.counts)
    best_ply: Any = NEVER if wins else np.int32(-1)
    nearest = onward
    for edge in range(flat.first[i], flat.first[i + 1]):
        target = flat.targets[edge]
        gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
        if two_sum(flat.values[target], gain) != (value, 0.0):
            continue
        ply = flat.distances[target]
        if ply == VAGUE:
            return VAGUE, onward
        if ply < 0:
            ply, far = NEVER, max(far, ply)
        if ply < best_ply if wins else ply > best_ply:
            best_ply, nearest = ply, target
    if best_ply == NEVER:
        return far, onward
    return best_ply + 1, nearest


def distance_of_chance(flat: Any, i: int) -> int:
    """Return the distance at an exact chance node: 1 plus the longest if all outcomes are equal, else 0."""
    longest, far = 0, 0
    for edge in range(flat.first[i], flat.first[i + 1]):
        target = flat.targets[edge]
        gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
        if flat.values[target] + gain != flat.values[i]:
            return 0
        ply = flat.distances[target]
        if ply < 0:
            far = ply if far == 0 else max(far, ply)
        longest = max(longest, ply)
    return far if far < 0 else longest + 1


def solve_cyclic(flat: Any, endless: float, members: Any, place: Any, registers: Any) -> int:
    """Solve a strongly connected component. Return the status; APART if Python has to solve it."""
    traits = traits_of(flat, members, place)
    method, status = method_of(traits, False), DONE
    if method == RETROGRADE:
        solve_without_chance(flat, endless, members, place, traits.exact)
        registers[STAYS] = 1
    elif method == SHORTEST_PATH:
        status = DONE if shortest_path(flat, members, place, traits.chooser) else APART
    else:
        status = solve_by_value_iteration(flat, members, place)
    return NO_FLOATS if status == DONE and not np.isfinite(flat.values[members[0]]) else status


def solve_by_value_iteration(flat: Any, members: Any, place: Any) -> int:
    """Solve a component by value iteration; APART if it is large, or if a player can keep play for ever."""
    part = gather_component(flat, members, place)
    if len(part.targets) > LARGE or ways_to_stay(part).any():
        return APART
    converged, values = estimate_values(part)
    return DONE if converged and prove_values(flat, members, place, part, values) else APART


def traits_of(flat: Any, members: Any, place: Any) -> Any:
    """Return the traits of a component that decide its method."""
    chance, deciders, chooser = False, 0, 0
    for k in range(len(members)):
        turn = flat.turns[members[k]]
        if turn == CHANCE:
            chance = True
        elif flat.first[members[k] + 1] - flat.first[members[k]] > 1:
            deciders = 1 if deciders == 0 or (deciders == 1 and turn == chooser) else 2
            chooser = turn
    pays, costs, exact, sign = False, True, True, 1.0 - 2.0 * chooser
    plain = len(flat.rewards) == 0 and len(flat.errors) == 0
    for k in range(0 if plain or chance else len(members)):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            if place[flat.targets[edge]] >= 0:
                gain = flat.rewards[edge] if len(flat.rewards) > 0 else 0.0
                pays, costs = pays or gain != 0.0, costs and sign * gain < 0.0
            elif len(flat.errors) > 0:
                exact = exact and flat.errors[flat.targets[edge]] == 0.0
                exact = exact and (len(flat.rewards) == 0 or adds_exactly(flat, edge))
    return Traits(chance, pays, pays and costs and deciders < 2, exact, deciders, chooser, False)


def adds_exactly(flat: Any, edge: int) -> bool:
    """Whether adding the reward of a move rounds nothing."""
    gain = flat.rewards[edge]
    return misread(gain) == 0.0 and two_sum(flat.values[flat.targets[edge]], gain)[1] == 0.0


def solve_without_chance(flat: Any, endless: float, members: Any, place: Any, exact: bool) -> None:
    """Solve a component of two players without chance by retrograde analysis, once for each bound of the ends."""
    count = len(members)
    onward = np.empty(count if len(flat.onward) > 0 else 0, np.int32)
    least = Forced(np.empty(count), np.empty(count, np.int32), onward)
    most = Forced(least.values, least.distances, np.empty(0, np.int32))
    vague = retrograde_analysis(flat, members, place, -1, endless, least)
    if not exact:
        most = Forced(np.empty(count), np.empty(count, np.int32), most.onward)
        retrograde_analysis(flat, members, place, 1, endless, most)
    for k in range(count):
        i, low, high = members[k], least.values[k], most.values[k]
        flat.values[i], error = middle_of(low, high)
        flat.distances[i] = (
            VAGUE if vague or low < high or least.distances[k] != most.distances[k] else least.distances[k]
        )
        if len(flat.errors) > 0:
            flat.errors[i] = error
        if len(onward) > 0:
            flat.onward[i] = onward[k]


def prove_values(flat: Any, members: Any, place: Any, part: Any, values: Any) -> bool:
    """Prove error bounds of the estimates and write both; return whether that succeeded."""
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
    """Write the proved errors, and the positions that best play goes on to."""
    for k in range(len(members)):
        i = members[k]
        flat.errors[i] = errors[k]
        if len(flat.finer) > 0:
            flat.errors[i] = larger(errors[k] + abs(flat.finer[i]))
        flat.distances[i] = -1
        flat.onward[i] = flat.targets[best_edge(flat, i)]


def shortest_path(flat: Any, members: Any, place: Any, chooser: int) -> bool:
    """Solve a component of one player for whom every move costs, by Dijkstra's algorithm (1959) from its exits.

    Returns False if a sum on a path is rounded, or if some member reaches no end.
    """
    # Numbers are seen from the player. Every move inside costs, so the node with the largest number is final.
    count, sign = len(members), 1.0 - 2.0 * chooser
    starts, sources = predecessors(flat.first, flat.targets, members, place)
    best, way = np.full(count, -np.inf), np.full(count, -1, np.int32)
    keys, nodes = np.empty(count + len(sources) + 1), np.empty(count + len(sources) + 1, np.int32)
    size, closed_count = 0, 0
    for k in range(count):
        for edge in range(flat.first[members[k]], flat.first[members[k] + 1]):
            target = flat.targets[edge]
            if place[target] < 0 and sign * (flat.values[target] + flat.rewards[edge]) > best[k]:
                best[k], way[k] = sign * (flat.values[target] + flat.rewards[edge]), target
        if way[k] >= 0:
            size = push_node(keys, nodes, size, best[k], k)
    closed = np.zeros(count, np.bool_)
    while size > 0:
        node = nodes[0]
        size = pop_node(keys, nodes, size)
        if closed[node]:
            continue
        closed[node] = True
        closed_count += 1
        for k in range(starts[node], starts[node + 1]):
            source = sources[k]
            for edge in range(flat.first[members[source]], flat.first[members[source] + 1]):
                if flat.targets[edge] != members[node] or closed[source]:
                    continue
                value, rounding = two_sum(best[node], sign * flat.rewards[edge])
                if rounding != 0.0 or misread(flat.rewards[edge]) > 0.0:
                    return False
                if value > best[source]:
                    best[source], way[source] = value, members[node]
                    size = push_node(keys, nodes, size, value, source)
    if closed_count < count:
        return False
    for k in range(count):
        i = members[k]
        flat.values[i], flat.errors[i] = sign * best[k], 0.0
        flat.onward[i], flat.distances[i] = way[k], -1
    return True


def push_node(keys: Any, nodes: Any, size: int, key: float, node: int) -> int:
    """Push a node onto the heap, which has the largest key first. Return the new size."""
    k = size
    while k > 0 and keys[(k - 1) // 2] < key:
        keys[k], nodes[k] = keys[(k - 1) // 2], nodes[(k - 1) // 2]
        k = (k - 1) // 2
    keys[k], nodes[k] = key, node
    return size + 1


def pop_node(keys: Any, nodes: Any, size: int) -> int:
    """Remove the first node from the heap. Return the new size."""
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


# The functions of kernels, each after those that it calls.
STEPS = (
    *(
        distance_of_chance,
        set_mean,
        set_best,
        distance_of_player,
        solve_single,
        adds_exactly,
        push_node,
        pop_node,
        shortest_path,
        solve_without_chance,
    ),
    *(method_of, traits_of, write_values, prove_values, solve_by_value_iteration, solve_cyclic),
)
