"""Values in a small component of flat arrays in fractions, where somebody can keep play for ever."""

from fractions import Fraction
from typing import Any

from faceup.engines.decision_process import Inexact, Unsettled, Way
from faceup.engines.recursive_game import solved
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.flat_positions import Flat
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, TINY
from faceup.numbers.linear_systems import NotTransient
from faceup.numbers.value import simplest
from faceup.rules.contract import CHANCE


def in_fractions(flat: Flat, members: Any, place: Any, endless: Exact) -> bool:
    """Find the values exactly, for the least and the most that is beyond; whether play may be kept for ever.

    Raises Unfit.
    """
    turns = [int(turn) for turn in flat.turns[members]]
    try:
        low = solved([ways(flat, i, place, -1) for i in members.tolist()], turns, endless)
        exact = all(flat.errors[flat.targets[edge]] == 0.0 for i in members.tolist() for edge in edges_of(flat, i))
        high = low if exact else solved([ways(flat, i, place, 1) for i in members.tolist()], turns, endless)
    except (Unsettled, Inexact, NotTransient, AssertionError) as error:
        raise Unfit("finds no values where positions lead back to each other and play may be kept for ever") from error
    for k, i in enumerate(members.tolist()):
        least, most = Fraction(low.values[k]), Fraction(high.values[k])
        value = float((least + most) / 2)
        flat.values[i] = value
        wrong = max(most - Fraction(value), Fraction(value) - least)
        flat.errors[i] = float(wrong) * (1 + 2.0**-50) + TINY if wrong else 0.0
        flat.distances[i] = -1
        way = low.taken[k] if turns[k] != CHANCE else 0
        flat.onward[i] = flat.targets[flat.first[i] + way]
    return low.stays


def edges_of(flat: Flat, i: int) -> range:
    return range(int(flat.first[i]), int(flat.first[i + 1]))


def ways(flat: Flat, i: int, place: Any, side: int) -> list[Way]:
    """How play can go on at a position: one way for each move, or one for chance."""
    edges = edges_of(flat, i)
    if flat.turns[i] != CHANCE:
        return [way(flat, {edge: Fraction(1)}, place, side) for edge in edges]
    weights = {edge: int(flat.weights[edge]) for edge in edges}
    total = sum(weights.values())
    return [way(flat, {edge: Fraction(weight, total) for edge, weight in weights.items()}, place, side)]


def way(flat: Flat, chances: dict[int, Fraction], place: Any, side: int) -> Way:
    inside: dict[int, Fraction] = {}
    gain: Exact = 0
    paid = False
    for edge, chance in chances.items():
        there = int(flat.targets[edge])
        reward = Fraction(0)
        if len(flat.rewards):
            given = float(flat.rewards[edge])
            if abs(given) >= EXACT:  # whole numbers may have been rounded
                raise Unfit("has no numbers as large as these")
            reward = Fraction(repr(given))  # what rules mean by it
        gain += chance * reward
        if (k := int(place[there])) >= 0:
            inside[k] = inside.get(k, Fraction(0)) + chance
            paid = paid or reward != 0
        else:
            gain += chance * (Fraction(float(flat.values[there])) + side * Fraction(float(flat.errors[there])))
    return Way(inside, simplest(Fraction(gain)), paid)
