"""Positions of any number of seats settled, component by component, ends first: a column of numbers for each seat.

Whoever decides takes what is worth most to them; where that is a tie, what ``favoured`` says. Positions to which play
does not come back are solved for all seats at once. Once moves are chosen, those that lead back to each other are a
chain: each column is one of its own, for which ``cyclic.settling`` has estimates and proofs. Where seats decide among
them, moves are chosen, valued, and changed where another one is surely better for whoever decides, until none is; that
need not come to an end, and is given up some day. What a move loses that cannot be told from the best adds up while
play goes on. So the best that each seat could get against the others is valued and proven too, and its bounds hold
both: it has to be the same as what it gets, but for roundings.

All of this is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.component_method import EQUILIBRIUM, Traits, method_of
from faceup.engines.model.component_driver import APART, DONE, SEVERAL, settle_in_turn
from faceup.engines.solve.cyclic.flat_components import Flat, gather_component, ways_to_stay
from faceup.engines.solve.cyclic.settling import NO_FLOATS, by_sweeps, settle_node
from faceup.engines.solve.cyclic.value_iteration import SLICE
from faceup.numbers.intervals import larger, middle_of, misread, two_sum

NO_EQUILIBRIUM = 5  # what is said of a component, beside what ``cyclic.settling`` says
FIRST_ROUNDS = 4  # in which all choose as if play would end afterwards
MOST_CHANGES = 60  # of moves, until nobody has a better one
CLOSE = 2.0**-40  # of the size of the numbers: what seats may get less than the best answer to the others brings


class Seats(NamedTuple):
    """The positions as ``Flat`` has them, with a column of rewards, values and errors for each seat.

    Seats that get the same of everything have the turns of one of them. ``players`` are the turns with one number for
    all seats, ``kinds`` those of a chain, in which nobody decides, and ``one`` is room for those where one seat does.
    Of moves that are not made ``weights`` are 0 in the end. ``tied`` tells where another move is the same to the seat
    that decides, and not to the others, and ``as_found`` where besides play comes round. ``distances`` and ``onward``
    are room for the columns.
    """

    turns: Any
    players: Any
    kinds: Any
    one: Any
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
    """What the chain is worth to one seat."""
    return flat_of(seats, seat, seats.kinds)


def flat_of(seats: Any, seat: int, turns: Any) -> Any:
    """The positions with the numbers of one seat."""
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


class Given(NamedTuple):
    """What a play without end is worth to each seat, and which of the moves is made that are a tie: the one that is
    worth most, by how much each seat is ``favoured``, and the first of several; or one of all at random, ``evenly``."""

    endless: Any
    favoured: Any
    evenly: bool


def settle_seats(seats: Any, given: Any, order: Any, starts: Any, turns: Any, place: Any, registers: Any) -> int:
    """Find the values of components in their turns, ends first, until Python is needed for one."""
    slices = len(seats.values), SLICE
    return settle_in_turn(settle_alone, settle_round, seats, given, slices, order, starts, turns, place, registers)


def settle_alone(seats: Any, given: Any, i: int) -> int:
    """A position to which play does not come back."""
    said = DONE
    if decides(seats, i):
        choose(seats, i, given.favoured, given.evenly)
    else:
        for seat in range(len(seats.values)):
            said = max(said, one_way(seats, given.endless, seat, i))
    return said if in_floats(seats, i) else NO_FLOATS


def settle_round(seats: Any, given: Any, members: Any, place: Any, registers: Any) -> int:
    """Positions that lead back to each other: APART where Python has to decide."""
    said = around(seats, members, place, registers)
    return said if said == APART or in_floats(seats, members[0]) else NO_FLOATS


def in_floats(seats: Any, i: int) -> bool:
    """Whether floats hold what a position is worth to all."""
    return bool(np.isfinite(seats.values[:, i]).all() and np.isfinite(seats.errors[:, i]).all())


def around(seats: Any, members: Any, place: Any, registers: Any) -> int:
    """Positions that lead back to each other: a chain, or moves that are changed until nobody has a better one."""
    count, deciders, who = len(seats.values), 0, -1
    for k in range(len(members)):
        if decides(seats, members[k]) and seats.turns[members[k]] != who:
            deciders, who = deciders + 1, seats.turns[members[k]]
    if deciders > 1:
        registers[SEVERAL] = 1
    decided = method_of(Traits(True, False, False, False, deciders, who, True), False) == EQUILIBRIUM
    if decided:
        if not surely_left(seats, members, place):
            return NO_EQUILIBRIUM
        first_moves(seats, members)
    for _ in range(MOST_CHANGES):
        for seat in range(count):
            if by_sweeps(column(seats, seat), members, place) == APART:
                return APART
        if not decided:
            return DONE
        if not improve_moves(seats, members):
            return against_others(seats, members, place)
    return NO_EQUILIBRIUM


def against_others(seats: Any, members: Any, place: Any) -> int:
    """Hold the bounds of each seat that decides there against the best answer to the others."""
    for seat in range(len(seats.values)):
        if choices_of(seats, members, seat) > 0:
            values, errors = seats.values[seat][members], seats.errors[seat][members]
            said = by_sweeps(flat_of(seats, seat, seats.one), members, place)
            if said == APART or not hold_best_response(seats, members, seat, values, errors):
                return NO_EQUILIBRIUM
    return DONE


def decides(seats: Any, i: int) -> bool:
    """Whether somebody has a choice there."""
    return bool(seats.turns[i] >= 0 and seats.first[i + 1] - seats.first[i] > 1)


def one_way(seats: Any, endless: Any, seat: int, i: int) -> int:
    """What a position without a choice is worth to a seat."""
    if seats.turns[i] < 0:
        return settle_node(column(seats, seat), endless[seat], i)
    seats.values[seat, i], seats.errors[seat, i] = worth(seats, seat, seats.first[i])
    return DONE


def worth(seats: Any, seat: int, edge: int) -> tuple[float, float]:
    """What an edge is worth to a seat, and how wrong that may be."""
    there = seats.targets[edge]
    value, wrong = seats.values[seat, there], seats.errors[seat, there]
    if seats.rewards.shape[1] > 0 and seats.rewards[seat, edge] != 0.0:
        value, lost = two_sum(value, seats.rewards[seat, edge])
        wrong = larger(wrong + abs(lost) + misread(seats.rewards[seat, edge]))
    return value, wrong


def surely_left(seats: Any, members: Any, place: Any) -> bool:
    """Whether play leaves these positions, whatever is played."""
    return not ways_to_stay(gather_component(flat_of(seats, 0, seats.players), members, place)).any()


def first_moves(seats: Any, members: Any) -> None:
    """Moves to begin with, by rough estimates, as if play would end after so many rounds."""
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
                    if worth(seats, seats.turns[i], edge)[0] > worth(seats, seats.turns[i], best)[0]:
                        best = edge
                take(seats, i, best)
            total = 0.0
            for edge in range(begin, end):
                total += seats.weights[edge]
            for seat in range(count):
                mean = 0.0
                for edge in range(begin, end):
                    if seats.weights[edge] > 0.0:
                        mean += seats.weights[edge] * worth(seats, seat, edge)[0]
                values[seat, i] = mean / total


def choices_of(seats: Any, members: Any, seat: int) -> int:
    """How many choices a seat has there; in ``one`` it has them, and all others make their moves."""
    found = 0
    for k in range(len(members)):
        i = members[k]
        seats.one[i] = seats.kinds[i]
        if seats.turns[i] == seat and decides(seats, i):
            seats.one[i] = 0
            found += 1
    return found


def hold_best_response(seats: Any, members: Any, seat: int, values: Any, errors: Any) -> bool:
    """Let the bounds of a seat hold what it gets, these, and the best answer to the others; False where they differ."""
    size, gap = 0.0, 0.0
    for k in range(len(members)):
        value, wrong = seats.values[seat, members[k]], seats.errors[seat, members[k]]
        least = min(least_of(values[k], errors[k]), least_of(value, wrong))
        most = max(most_of(values[k], errors[k]), most_of(value, wrong))
        size, gap = max(size, max(abs(least), abs(most))), max(gap, most - least)
        seats.values[seat, members[k]], seats.errors[seat, members[k]] = middle_of(least, most)
    return gap <= CLOSE * size


def take(seats: Any, i: int, taken: int) -> None:
    """Have this move made there."""
    for edge in range(seats.first[i], seats.first[i + 1]):
        seats.weights[edge] = 1.0 if edge == taken else 0.0


def improve_moves(seats: Any, members: Any) -> bool:
    """Change moves where another is surely better; whether there are such. Where there are none, note what is tied."""
    changed = False
    for k in range(len(members)):
        i = members[k]
        who, begin, end = seats.turns[i], seats.first[i], seats.first[i + 1]
        if who < 0 or end - begin < 2:
            continue
        own, wrong = seats.values[who, i], seats.errors[who, i]
        most, best = most_of(own, wrong), -1
        tied = False
        for edge in range(begin, end):
            value, slack = worth(seats, who, edge)
            if least_of(value, slack) > most:
                most, best = most_of(value, slack), edge
            if most_of(value, slack) >= least_of(own, wrong):
                for seat in range(len(seats.values)):
                    tied = tied or unlike(worth(seats, seat, edge), (seats.values[seat, i], seats.errors[seat, i]))
        seats.tied[i] = seats.as_found[i] = tied
        if best >= 0:
            take(seats, i, best)
            changed = True
    return changed


def choose(seats: Any, i: int, favoured: Any, evenly: bool) -> None:
    """The move of whoever decides at a position to which play does not come back, and what it is worth to all."""
    who, begin, end = seats.turns[i], seats.first[i], seats.first[i + 1]
    surest, most = -np.inf, -np.inf
    for edge in range(begin, end):
        value, wrong = worth(seats, who, edge)
        surest, most = max(surest, least_of(value, wrong)), max(most, most_of(value, wrong))
    taken, equal, tied = -1, 0, False
    for edge in range(begin, end):
        value, wrong = worth(seats, who, edge)
        seats.weights[edge] = 1.0 if most_of(value, wrong) >= surest else 0.0  # what cannot be told apart is equal
        if seats.weights[edge] > 0.0:
            equal += 1
            taken = edge if taken < 0 else taken
            for seat in range(len(seats.values)):
                tied = tied or unlike(worth(seats, seat, edge), worth(seats, seat, taken))
    seats.tied[i] = tied
    best, unsure = favour(seats, favoured, taken)
    for edge in range(taken + 1, end if tied else begin):
        score, slack = favour(seats, favoured, edge)
        if seats.weights[edge] > 0.0 and score - slack > best + unsure:
            taken, best, unsure = edge, score, slack
    if not (evenly and tied):
        take(seats, i, taken)
        for seat in range(len(seats.values)):
            seats.values[seat, i], seats.errors[seat, i] = worth(seats, seat, taken)
        value, wrong = seats.values[who, i], seats.errors[who, i]
        if most > value:  # it may be worth as much as any move that cannot be told from the one that is made
            seats.errors[who, i] = larger(max(wrong, most - value))
        return
    for seat in range(len(seats.values)):
        total, wrong = 0.0, 0.0
        for edge in range(begin, end):
            if seats.weights[edge] > 0.0:
                value, slack = worth(seats, seat, edge)
                total, lost = two_sum(total, value)
                wrong = larger(wrong + slack + abs(lost))
        seats.values[seat, i] = total / equal
        seats.errors[seat, i] = larger(wrong / equal + abs(total / equal) * 2.0**-52)


def favour(seats: Any, favoured: Any, edge: int) -> tuple[float, float]:
    """How much an edge is favoured among those that are a tie, and how wrong that may be."""
    score, slack = 0.0, 0.0
    for seat in range(len(seats.values)):
        value, wrong = worth(seats, seat, edge)
        score += favoured[seat] * value
        slack += abs(favoured[seat]) * (wrong + abs(value) * 2.0**-48)
    return score, slack


def least_of(value: float, wrong: float) -> float:
    """The least that something may be worth."""
    return value - larger(wrong + abs(value) * 2.0**-52) if wrong > 0.0 else value


def most_of(value: float, wrong: float) -> float:
    """The most that something may be worth."""
    return -least_of(-value, wrong)


def unlike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two things, each worth so much and wrong by so much, are surely not worth the same."""
    return least_of(*one) > most_of(*other) or least_of(*other) > most_of(*one)


STEPS = (
    *(least_of, most_of, unlike, flat_of, column, worth, favour, take, choose, decides, one_way),
    *(surely_left, first_moves, improve_moves, choices_of, hold_best_response, against_others, around),
    *(in_floats, settle_alone, settle_round),
)
