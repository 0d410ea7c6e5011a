"""Equilibrium values for any number of seats, component by component, ends first: a column of numbers for each seat.

The player to move takes the move of highest value to that seat; ``favoured`` breaks ties. Moves that bounds cannot
separate count as equal, so the result is an equilibrium up to rounding: no seat gains more than the bounds show by
another move, and the bounds of every seat hold for this equilibrium. No value is exact that hangs on a tie without a
proof.

A position that is a component of its own is solved for all seats at once. In a larger component, the chosen moves make
a Markov chain, and ``component_kernel`` estimates and proves each seat's column of it. If seats decide there, moves by
which play surely leaves are chosen, evaluated, and changed where another one is surely better for its player, until
none is. This need not end, so it stops after MOST_CHANGES rounds, or where the moves keep play for ever. Small losses
of moves that seem equal to the best add up along play. So each seat's best response to the others is evaluated and
proved too: it bounds the value from above, the moves made bound it from below, and both must agree to rounding.

Compiled; runs unchanged, slowly, in CPython.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.component_solver import EQUILIBRIUM, Traits, method_of
from faceup.engines.graph.component_driver import APART, DONE, SEVERAL, STAYS, solve_components
from faceup.engines.solve.cyclic.component_kernel import NO_FLOATS, solve_by_value_iteration, solve_single
from faceup.engines.solve.cyclic.flat_components import Flat, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.value_iteration import SLICE
from faceup.numbers.intervals import larger, middle_of, misread, two_sum

NO_EQUILIBRIUM = 5  # a status beside those of ``component_kernel``
FIRST_ROUNDS = 4  # rounds of value iteration for the initial moves
MOST_CHANGES = 60  # rounds of improving moves, until no seat has a better one
CLOSE = 2.0**-40  # relative difference allowed between a seat's value and its best response


class Seats(NamedTuple):
    """Positions like those of ``Flat``, with a column of rewards, values and errors for each seat.

    ``turns`` gives all seats of a team the number of its captain. ``players`` are the turns with one number for all
    seats, ``kinds`` those of a Markov chain, and ``one_decides`` is scratch for those with one deciding seat. In the
    end ``weights`` are 0 for moves that are not made. ``tied`` marks positions where another move is equal for the
    player to move, but not for the others; ``as_found`` marks those of them in cycles. ``distances`` and ``onward`` are
    scratch for the columns.
    """

    turns: Any
    players: Any
    kinds: Any
    one_decides: Any
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    values: Any
    errors: Any
    tied: Any
    as_found: Any
    distances: Any
    onward: Any


def column(seats: Any, seat: int) -> Any:
    """Return the Markov chain with the numbers of one seat."""
    return flat_of(seats, seat, seats.kinds)


def flat_of(seats: Any, seat: int, turns: Any) -> Any:
    """Return the positions with these turns and the numbers of one seat."""
    return Flat(
        turns,
        seats.first,
        seats.targets,
        seats.weights,
        seats.rewards[seat],
        seats.values[seat],
        seats.errors[seat],
        seats.distances,
        seats.onward,
        seats.errors[seat][:0],
        0,
    )


class Conventions(NamedTuple):
    """The value of an endless play to each seat, and how ties are broken.

    Of tied moves the first with the highest sum of ``favoured`` times value is made; with ``evenly``, each at random.
    """

    endless: Any
    favoured: Any
    evenly: bool


def solve_seats(seats: Any, conventions: Any, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """Solve components in turn, ends first, until one needs Python. Return a status of ``component_driver``."""
    slices = len(seats.values), SLICE
    return solve_components(
        solve_single_for_seats,
        solve_cyclic_for_seats,
        seats,
        conventions,
        slices,
        order,
        starts,
        turns,
        place,
        registers,
    )


def solve_single_for_seats(seats: Any, conventions: Any, i: int) -> int:
    """Solve a position that is a component of its own, for all seats. Return the status."""
    status = DONE
    if decides(seats, i):
        choose_move(seats, i, conventions.favoured, conventions.evenly)
    else:
        for seat in range(len(seats.values)):
            status = max(status, solve_forced(seats, conventions.endless, seat, i))
    return status if are_finite(seats, i) else NO_FLOATS


def solve_cyclic_for_seats(seats: Any, conventions: Any, members: Any, place: Any, registers: Any) -> int:
    """Solve a strongly connected component for all seats. Return the status; APART if Python has to solve it."""
    status = solve_members_for_seats(seats, conventions.endless, members, place, registers)
    return status if status == APART or are_finite(seats, members[0]) else NO_FLOATS


def are_finite(seats: Any, i: int) -> bool:
    """Whether all values of a position are finite."""
    return bool(np.isfinite(seats.values[:, i]).all() and np.isfinite(seats.errors[:, i]).all())


def solve_members_for_seats(seats: Any, endless: Any, members: Any, place: Any, registers: Any) -> int:
    """Solve a component: a Markov chain, or moves that are improved until no seat has a better one."""
    count, deciders, decider = len(seats.values), 0, -1
    for k in range(len(members)):
        if decides(seats, members[k]) and seats.turns[members[k]] != decider:
            deciders, decider = deciders + 1, seats.turns[members[k]]
    if deciders > 1:
        registers[SEVERAL] = 1
    decided = method_of(Traits(True, False, False, False, deciders, decider, True), False) == EQUILIBRIUM
    if decided:
        choose_initial_moves(seats, members)
        if keeps_play(seats, members, place):
            choose_proper_moves(seats, members, place)
    for _ in range(MOST_CHANGES):
        if decided and keeps_play(seats, members, place):
            return NO_EQUILIBRIUM
        for seat in range(count):
            if solve_by_value_iteration(column(seats, seat), members, place) == APART:
                return APART
        if not decided:
            return DONE
        if not improve_moves(seats, members):
            return check_best_responses(seats, endless, members, place, registers)
    return NO_EQUILIBRIUM


def check_best_responses(seats: Any, endless: Any, members: Any, place: Any, registers: Any) -> int:
    """Compare the bounds of each deciding seat with its best response to the others. Return the status."""
    for seat in range(len(seats.values)):
        if choices_of(seats, members, seat) > 0:
            values, errors = seats.values[seat][members], seats.errors[seat][members]
            if solve_by_value_iteration(flat_of(seats, seat, seats.one_decides), members, place) == APART:
                return APART
            if not hold_best_response(seats, members, seat, values, errors):
                return NO_EQUILIBRIUM
            if mark_stayers(seats, endless, members, place, seat):
                registers[STAYS] = 1
    return DONE


def mark_stayers(seats: Any, endless: Any, members: Any, place: Any, seat: int) -> bool:
    """Return whether a seat can keep play for ever by its own moves and be as well off.

    Where the other seats are not, mark a tie.
    """
    stays = False
    options = ways_to_stay(gather_component(flat_of(seats, seat, seats.one_decides), members, place))
    for k in range(len(members)):
        i = members[k]
        if options[k] == 0 or seats.turns[i] != seat:
            continue
        if surely_differ((endless[seat], 0.0), (seats.values[seat, i], seats.errors[seat, i])):
            continue
        stays = True
        for other in range(len(seats.values)):
            if surely_differ((endless[other], 0.0), (seats.values[other, i], seats.errors[other, i])):
                seats.tied[i] = seats.as_found[i] = True
    return stays


def decides(seats: Any, i: int) -> bool:
    """Whether some seat has a choice at this position."""
    return bool(seats.turns[i] >= 0 and seats.first[i + 1] - seats.first[i] > 1)


def solve_forced(seats: Any, endless: Any, seat: int, i: int) -> int:
    """Solve a position without a choice for one seat. Return the status."""
    if seats.turns[i] < 0:
        return solve_single(column(seats, seat), endless[seat], i)
    seats.values[seat, i], seats.errors[seat, i] = value_of_edge(seats, seat, seats.first[i])
    return DONE


def value_of_edge(seats: Any, seat: int, edge: int) -> tuple[float, float]:
    """Return the value of an edge to a seat, reward included, and its error."""
    target = seats.targets[edge]
    value, error = seats.values[seat, target], seats.errors[seat, target]
    if seats.rewards.shape[1] > 0 and seats.rewards[seat, edge] != 0.0:
        value, rounding = two_sum(value, seats.rewards[seat, edge])
        error = larger(error + abs(rounding) + misread(seats.rewards[seat, edge]))
    return value, error


def keeps_play(seats: Any, members: Any, place: Any) -> bool:
    """Whether play can go on for ever among these positions by the moves that are made."""
    return bool(ways_to_stay(gather_component(column(seats, 0), members, place)).any())


def choose_proper_moves(seats: Any, members: Any, place: Any) -> None:
    """Choose moves by which play surely leaves these positions: each goes towards a way out."""
    near, found = np.zeros(len(members), np.bool_), True
    while found:
        found = False
        for k in range(len(members)):
            i, edge = members[k], seats.first[members[k]]
            while not near[k] and edge < seats.first[i + 1]:
                there = place[seats.targets[edge]]
                if (seats.turns[i] >= 0 or seats.weights[edge] > 0.0) and (there < 0 or near[there]):
                    near[k] = found = True
                    if seats.turns[i] >= 0:
                        choose_edge(seats, i, edge)
                edge += 1


def choose_initial_moves(seats: Any, members: Any) -> None:
    """Choose initial moves by rough estimates: FIRST_ROUNDS rounds of value iteration from 0."""
    values, count = seats.values, len(seats.values)
    for k in range(len(members)):
        for seat in range(count):
            values[seat, members[k]] = 0.0
    for _ in range(FIRST_ROUNDS):
        for k in range(len(members)):
            i = members[k]
            begin, end = seats.first[i], seats.first[i + 1]
            if seats.turns[i] >= 0:
                best = begin
                for edge in range(begin + 1, end):
                    if value_of_edge(seats, seats.turns[i], edge)[0] > value_of_edge(seats, seats.turns[i], best)[0]:
                        best = edge
                choose_edge(seats, i, best)
            total = 0.0
            for edge in range(begin, end):
                total += seats.weights[edge]
            for seat in range(count):
                mean = 0.0
                for edge in range(begin, end):
                    if seats.weights[edge] > 0.0:
                        mean += seats.weights[edge] * value_of_edge(seats, seat, edge)[0]
                values[seat, i] = mean / total


def choices_of(seats: Any, members: Any, seat: int) -> int:
    """Return how many choices a seat has in the component; set ``one_decides`` to the turns with only its choices."""
    count = 0
    for k in range(len(members)):
        i = members[k]
        seats.one_decides[i] = seats.kinds[i]
        if seats.turns[i] == seat and decides(seats, i):
            seats.one_decides[i] = 0
            count += 1
    return count


def hold_best_response(seats: Any, members: Any, seat: int, values: Any, errors: Any) -> bool:
    """Bound what a seat gets from below by its value (given), from above by its best response, which is no less.

    So each bound is proven by the moves that it comes from. Returns whether the two agree.
    """
    size, gap = 0.0, 0.0
    for k in range(len(members)):
        least = least_of(values[k], errors[k])
        most = max(least, most_of(seats.values[seat, members[k]], seats.errors[seat, members[k]]))
        size, gap = max(size, max(abs(least), abs(most))), max(gap, most - least)
        seats.values[seat, members[k]], seats.errors[seat, members[k]] = middle_of(least, most)
    return gap <= CLOSE * size


def choose_edge(seats: Any, i: int, chosen_edge: int) -> None:
    """Let the position make this move only."""
    for edge in range(seats.first[i], seats.first[i + 1]):
        seats.weights[edge] = 1.0 if edge == chosen_edge else 0.0


def improve_moves(seats: Any, members: Any) -> bool:
    """Change moves where another is surely better for its player; return whether any was. Mark ties."""
    improved = False
    for k in range(len(members)):
        i = members[k]
        decider, begin, end = seats.turns[i], seats.first[i], seats.first[i + 1]
        if decider < 0 or end - begin < 2:
            continue
        value_here, error_here = seats.values[decider, i], seats.errors[decider, i]
        most, best = most_of(value_here, error_here), -1
        tied = False
        for edge in range(begin, end):
            value, slack = value_of_edge(seats, decider, edge)
            if least_of(value, slack) > most:
                most, best = most_of(value, slack), edge
            if most_of(value, slack) >= least_of(value_here, error_here):
                for seat in range(len(seats.values)):
                    tied = tied or surely_differ(
                        value_of_edge(seats, seat, edge), (seats.values[seat, i], seats.errors[seat, i])
                    )
        seats.tied[i] = seats.as_found[i] = tied
        if best >= 0:
            choose_edge(seats, i, best)
            improved = True
    return improved


def choose_move(seats: Any, i: int, favoured: Any, evenly: bool) -> None:
    """Choose the move of the player to move at a position outside cycles, and set its value to all seats."""
    decider, begin, end = seats.turns[i], seats.first[i], seats.first[i + 1]
    surest, most = -np.inf, -np.inf
    for edge in range(begin, end):
        value, error = value_of_edge(seats, decider, edge)
        surest, most = max(surest, least_of(value, error)), max(most, most_of(value, error))
    chosen_edge, equal, tied, proven = -1, 0, False, True
    for edge in range(begin, end):
        value, error = value_of_edge(seats, decider, edge)
        # Moves that bounds do not separate count as equal.
        seats.weights[edge] = 1.0 if most_of(value, error) >= surest else 0.0
        if seats.weights[edge] > 0.0:
            equal += 1
            chosen_edge = edge if chosen_edge < 0 else chosen_edge
            proven = proven and error == 0.0 and value == value_of_edge(seats, decider, chosen_edge)[0]
            for seat in range(len(seats.values)):
                tied = tied or surely_differ(value_of_edge(seats, seat, edge), value_of_edge(seats, seat, chosen_edge))
    seats.tied[i] = tied
    best, unsure = favour(seats, favoured, chosen_edge)
    for edge in range(chosen_edge + 1, end if tied else begin):
        score, slack = favour(seats, favoured, edge)
        if seats.weights[edge] > 0.0 and score - slack > best + unsure:
            chosen_edge, best, unsure = edge, score, slack
    if not (evenly and tied):
        for seat in range(len(seats.values)):
            value, error = value_of_edge(seats, seat, chosen_edge)
            seats.values[seat, i], seats.errors[seat, i] = value, error
            for edge in range(begin, begin if proven else end):
                if seats.weights[edge] > 0.0 and value_of_edge(seats, seat, edge) != (value, error):
                    seats.errors[seat, i] = larger(max(error, most - surest))
        value, error = seats.values[decider, i], seats.errors[decider, i]
        if most > value:  # the true value may be as high as any move that bounds do not separate from this one
            seats.errors[decider, i] = larger(max(error, most - value))
        choose_edge(seats, i, chosen_edge)
        return
    for seat in range(len(seats.values)):
        total, error = 0.0, 0.0
        for edge in range(begin, end):
            if seats.weights[edge] > 0.0:
                value, slack = value_of_edge(seats, seat, edge)
                total, rounding = two_sum(total, value)
                error = larger(error + slack + abs(rounding))
        seats.values[seat, i] = total / equal
        seats.errors[seat, i] = larger(error / equal + abs(total / equal) * 2.0**-52)


def favour(seats: Any, favoured: Any, edge: int) -> tuple[float, float]:
    """Return the score by which an edge is favoured among tied ones, and its error."""
    score, slack = 0.0, 0.0
    for seat in range(len(seats.values)):
        value, error = value_of_edge(seats, seat, edge)
        score += favoured[seat] * value
        slack += abs(favoured[seat]) * (error + abs(value) * 2.0**-48)
    return score, slack


def least_of(value: float, error: float) -> float:
    """Return the lower bound of a value with this error, rounded down."""
    return value - larger(error + abs(value) * 2.0**-52) if error > 0.0 else value


def most_of(value: float, error: float) -> float:
    """Return the upper bound of a value with this error, rounded up."""
    return -least_of(-value, error)


def surely_differ(a: tuple[float, float], b: tuple[float, float]) -> bool:
    """Whether two (value, error) pairs are surely not equal."""
    return least_of(*a) > most_of(*b) or least_of(*b) > most_of(*a)


STEPS = (
    *(
        least_of,
        most_of,
        surely_differ,
        flat_of,
        column,
        value_of_edge,
        favour,
        choose_edge,
        choose_move,
        decides,
        solve_forced,
    ),
    *(
        keeps_play,
        choose_proper_moves,
        choose_initial_moves,
        improve_moves,
        choices_of,
        hold_best_response,
        mark_stayers,
    ),
    *(check_best_responses, solve_members_for_seats, are_finite, solve_single_for_seats, solve_cyclic_for_seats),
)
