"""Why, where each seat has a payoff of its own: what moves are worth to all, and what it costs a seat to play badly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from faceup.engines.exact.equilibrium import equilibrium
from faceup.engines.model.graph import GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless
from faceup.numbers.value import nearest_float
from faceup.results.reasons import Contest, MoveGroup
from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.moves import Move

FEW = 3_000  # positions that policies lead to, which are followed one by one


def seat_groups(solution: Solution, state: Any, alike: Sequence[Sequence[Move]]) -> Iterator[MoveGroup]:
    """The moves here, those ``alike`` together, by what they are worth to whoever is to move."""
    table, who = solution.table, solution.game.turn(state)
    rows, best = table.rows(state), set(table.best(state))
    for moves in sorted(alike, key=lambda moves: -rows[moves[0]][who].low):
        worth = rows[moves[0]]
        yield MoveGroup(tuple(moves), worth[who], moves[0] in best, 0, (), worth=worth)


def seat_contests(solution: Solution, deciding: Sequence[int], limits: Limits) -> Iterator[Contest]:
    """What each seat that decides gets by playing at random, where all others play as they did."""
    game, seats = solution.game, len(solution.seats)
    endless = exact_endless(game, solution.start, seats)
    for seat in deciding:
        policies = tuple("random" if k == seat else "best" for k in range(seats))
        try:
            row = equilibrium(_at_random(solution, seat, limits), seats, endless, limits=limits).rows[0]
        except (LimitReached, UnsupportedError):
            continue
        yield Contest(policies, nearest_float((row[seat].low + row[seat].high) / 2), {})


def _at_random(solution: Solution, seat: int, limits: Limits) -> GameGraph:
    """The positions that best play leads to where one seat makes any move, as chance would."""
    game = solution.game

    def options(state: Any) -> Iterable[Move]:
        return game.moves(state) if game.turn(state) == seat else [solution.move(state)]

    seats = len(solution.seats)
    graph = walk(game, start=solution.start, options=options, canonical=True, most=FEW, limits=limits, seats=seats)
    return replace(graph, turns=np.where(graph.turns == seat, CHANCE, graph.turns))
