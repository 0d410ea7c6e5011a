"""Figures of each seat in a sweep, where each has a payoff of its own."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from faceup.engines.seats import seats_of
from faceup.engines.sweep.stored_cells import Figures
from faceup.results.distribution import Distribution
from faceup.results.sample import Sample
from faceup.results.solution import Solution
from faceup.results.sweep import BY_SEAT, base_of, figure_of_seat
from faceup.rules.contract import Rules
from faceup.rules.errors import MISTAKES, UsageError


def most_seats(rules_class: Any, axes: Mapping[str, Iterable[int | Fraction]]) -> int:
    """The most seats in any cell, 0 where payoffs are numbers, as the first cell that makes a game shows."""
    most = 0
    for values in product(*axes.values()):
        try:
            game = rules_class(**dict(zip(axes, values, strict=True)))
        except MISTAKES:  # which the cell will tell
            continue
        if not most and not seats_of(game):
            return 0
        players = getattr(game, "players", None)  # where rules say it, it is so
        most = max(most, players if type(players) is int else seats_of(game))
    return most


def of_each_seat(rules_class: type[Rules], figures: Iterable[str], seats: int) -> tuple[str, ...]:
    """A figure for each seat in the place of one that says no seat; raises UsageError for a seat that is not there."""
    found: list[str] = []
    for figure in figures:
        base = base_of(figure)
        possible = [figure_of_seat(base, seat) for seat in range(seats)] if base in BY_SEAT else []
        if figure == base and possible:
            found += possible
        elif figure not in (base, *possible) or (figure == "tie_rate" and not seats):
            known = ", ".join(possible) or "other figures, for payoffs are numbers here and no rows"
            raise UsageError(f"{rules_class.name} has no {figure}; possible: {known}")
        else:
            found.append(figure)
    return tuple(dict.fromkeys(found))


def seat_figures(result: Solution | Distribution | Sample, wanted: Iterable[str]) -> Figures:
    """The figures of seats that are wanted, as far as the result has them."""
    found: Figures = {}
    for figure in wanted:
        base = base_of(figure)
        for k, seat in enumerate(result.seats):
            if figure == figure_of_seat(base, k) and hasattr(seat, base):
                found[figure] = getattr(seat, base)
    return found
