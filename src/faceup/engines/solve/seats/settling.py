"""Positions of any number of seats settled, component by component, ends first: a column of numbers for each seat.

Whoever decides takes what is worth most to them; where that is a tie, what ``favoured`` says. Positions to which play
does not come back are solved here, for all seats at once. Those that lead back to each other are solved where nobody
decides among them: then each column is one of its own, for which ``settling`` has the methods.

All of this is compiled; as plain Python it gives the same, slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.solve.cyclic.positions import Flat
from faceup.engines.solve.cyclic.settling import (
    COMPONENT,
    DONE,
    HARD,
    NO_FLOATS,
    PAUSED,
    SLICE,
    alone,
    by_sweeps,
)
from faceup.numbers.intervals import larger, misread, two_sum

DECIDED = 5  # what is said of a component in which seats decide, beside what ``settling`` says


class Seats(NamedTuple):
    """The positions as ``Flat`` has them, with a column of rewards, values and errors for each seat.

    ``kinds`` are the turns with one number for all seats, for where nobody decides it does not matter whose it is.
    ``made`` tells of each edge of a choice whether that move is made, and ``tied`` where another one is the same to the
    seat that decides, and not to the others. ``distances`` and ``onward`` are room for the columns.
    """

    turns: Any
    kinds: Any
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    values: Any
    errors: Any
    made: Any
    tied: Any
    distances: Any
    onward: Any


def column(seats: Any, seat: int) -> Any:
    """The positions as one seat sees them."""
    return Flat(
        seats.kinds,
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


def settle_seats(
    seats: Any, endless: Any, order: Any, starts: Any, place: Any, registers: Any, favoured: Any, evenly: bool
) -> int:
    """Find the values of all components, ends first, until Python is needed for one.

    Of moves that are the same to whoever decides that one is made which is worth most, by how much each seat is
    ``favoured``, and the first of several; or one of all at random, where ``evenly``.
    """
    work, count = 0, len(seats.values)
    while registers[COMPONENT] < len(starts) - 1:
        if work > SLICE:
            return PAUSED
        begin, end = starts[registers[COMPONENT]], starts[registers[COMPONENT] + 1]
        i, said = order[begin], DONE
        round_trip = end - begin > 1
        for edge in range(seats.first[i], seats.first[i + 1]):
            round_trip = round_trip or seats.targets[edge] == i
        if not round_trip:
            work += count * (1 + seats.first[i + 1] - seats.first[i])
            if decides(seats, i):
                choose(seats, i, favoured, evenly)
            else:
                for seat in range(count):
                    said = max(said, one_way(seats, endless, seat, i))
        else:
            members = order[begin:end]
            for k in range(len(members)):
                if decides(seats, members[k]):
                    return DECIDED
                place[members[k]] = k
                work += 16 * count * (seats.first[members[k] + 1] - seats.first[members[k]])
            for seat in range(count):
                if by_sweeps(column(seats, seat), members, place) == HARD:
                    return HARD  # with the members' places, for Python goes on with them
            for k in range(len(members)):
                place[members[k]] = -1
        for seat in range(count):
            if not (np.isfinite(seats.values[seat, i]) and np.isfinite(seats.errors[seat, i])):
                said = NO_FLOATS
        if said != DONE:
            return said
        registers[COMPONENT] += 1
    return DONE


def decides(seats: Any, i: int) -> bool:
    """Whether somebody has a choice there."""
    return bool(seats.turns[i] >= 0 and seats.first[i + 1] - seats.first[i] > 1)


def one_way(seats: Any, endless: Any, seat: int, i: int) -> int:
    """What a position without a choice is worth to a seat."""
    if seats.turns[i] < 0:
        return alone(column(seats, seat), endless[seat], i)
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


def choose(seats: Any, i: int, favoured: Any, evenly: bool) -> None:
    """The move of whoever decides at a position to which play does not come back, and what it is worth to all."""
    who, begin, end = seats.turns[i], seats.first[i], seats.first[i + 1]
    surest = -np.inf
    for edge in range(begin, end):
        value, wrong = worth(seats, who, edge)
        surest = max(surest, least_of(value, wrong))
    taken, equal, tied = -1, 0, False
    for edge in range(begin, end):
        value, wrong = worth(seats, who, edge)
        seats.made[edge] = -least_of(-value, wrong) >= surest  # what cannot be told apart is equal
        if seats.made[edge]:
            equal += 1
            taken = edge if taken < 0 else taken
            for seat in range(len(seats.values)):
                tied = tied or unlike(seats, seat, edge, taken)
    best, unsure = favour(seats, favoured, taken)
    for edge in range(taken + 1, end if tied else begin):
        score, slack = favour(seats, favoured, edge)
        if seats.made[edge] and score - slack > best + unsure:
            taken, best, unsure = edge, score, slack
    seats.tied[i] = tied
    mixed = evenly and tied
    for edge in range(begin, end):
        seats.made[edge] = edge == taken or (mixed and seats.made[edge])
    for seat in range(len(seats.values)):
        value, wrong = worth(seats, seat, taken)
        if mixed:
            value, wrong = 0.0, 0.0
            for edge in range(begin, end):
                if seats.made[edge]:
                    more, slack = worth(seats, seat, edge)
                    value, lost = two_sum(value, more)
                    wrong = larger(wrong + slack + abs(lost))
            value /= equal
            wrong = larger(wrong / equal + abs(value) * 2.0**-52)
        seats.values[seat, i], seats.errors[seat, i] = value, wrong


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


def unlike(seats: Any, seat: int, edge: int, other: int) -> bool:
    """Whether two edges are surely not worth the same to a seat."""
    (one, wrong), (two, slack) = worth(seats, seat, edge), worth(seats, seat, other)
    return least_of(one, wrong) > -least_of(-two, slack) or least_of(two, slack) > -least_of(-one, wrong)


STEPS = (least_of, worth, unlike, favour, choose, column, decides, one_way)
