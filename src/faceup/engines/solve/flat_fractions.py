"""Values in a small component of flat arrays in fractions, where somebody can keep play for ever."""

from fractions import Fraction
from typing import Any

from faceup.engines.component_solver import Moves
from faceup.engines.decision_process import Inexact, Unsettled
from faceup.engines.graph import stretches
from faceup.engines.recursive_game import solved
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.flat_positions import Flat
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import EXACT, TINY, Bounds
from faceup.numbers.linear_systems import NotTransient
from faceup.numbers.value import meant
from faceup.rules.contract import CHANCE


class MovesOfMembers(Moves):
    """The moves of a component's positions, which are numbered as its members; they lead to positions of the whole."""

    def __init__(self, flat: Flat, members: Any) -> None:
        edges, counts, _ = stretches(flat.first, members)
        self.flat = flat
        self.turns = flat.turns[members].tolist()
        self.first = [0, *counts.cumsum().tolist()]
        self.targets = flat.targets[edges].tolist()
        self.weights = [int(weight) for weight in flat.weights[edges].tolist()] if len(flat.weights) else []
        self.rewards: list[float] = flat.rewards[edges].tolist() if len(flat.rewards) else [0.0] * len(edges)
        if any(abs(reward) >= EXACT for reward in self.rewards):  # whole numbers may have been rounded
            raise Unfit("has no numbers as large as these")

    def gain(self, edge: int, seat: int) -> Exact:
        return meant(self.rewards[edge])

    def bounds(self, i: int, seat: int) -> Bounds:
        value, error = Fraction(float(self.flat.values[i])), Fraction(float(self.flat.errors[i]))
        return Bounds(value - error, value + error)


def in_fractions(flat: Flat, members: Any, endless: Exact) -> bool:
    """Find the values exactly, for the least and the most that is beyond; whether play may be kept for ever.

    Raises Unfit.
    """
    moves, all_members = MovesOfMembers(flat, members), range(len(members))
    place = {i: k for k, i in enumerate(members.tolist())}
    try:
        low = solved([moves.ways(k, place) for k in all_members], moves.turns, endless)
        exact = moves.exact_beyond(all_members, place)
        high = low if exact else solved([moves.ways(k, place, side=1) for k in all_members], moves.turns, endless)
    except (Unsettled, Inexact, NotTransient, AssertionError) as error:
        raise Unfit("finds no values where positions lead back to each other and play may be kept for ever") from error
    for k, i in enumerate(members.tolist()):
        least, most = Fraction(low.values[k]), Fraction(high.values[k])
        value = float((least + most) / 2)
        flat.values[i] = value
        wrong = max(most - Fraction(value), Fraction(value) - least)
        flat.errors[i] = float(wrong) * (1 + 2.0**-50) + TINY if wrong else 0.0
        flat.distances[i] = -1
        way = low.taken[k] if moves.turns[k] != CHANCE else 0
        flat.onward[i] = flat.targets[flat.first[i] + way]
    return low.stays
