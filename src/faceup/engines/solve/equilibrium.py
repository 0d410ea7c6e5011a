"""The engine for games of any number of seats, each with gains of its own."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.engine import Engine, Question
from faceup.results.solution import Seat, Solution

if TYPE_CHECKING:
    from faceup.engines.solve.seat_table import SeatTable


class Equilibrium(Engine["SeatTable"]):
    """Exact values to every seat, of an equilibrium in which each does what is best for itself."""

    method = "equilibrium"
    takes_cycles = True
    takes_seats = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and not seats_of(question.game):
            return "is for games in which payoffs are rows, one number for each seat"
        return reason

    def table(self, question: Question, limits: Limits) -> "SeatTable":
        from faceup.engines.solve.seat_table import SeatTable

        return SeatTable(question.game, limits, question.ties)

    def solution(self, question: Question, table: "SeatTable") -> Solution:
        solution = super().solution(question, table)
        if solution.value.how == "stopped":
            return solution
        seats = tuple(Seat(value, partial(table.range_by_ties, k)) for k, value in enumerate(table.row(question.start)))
        endless = question.game.endless if table.may_stay else None
        return replace(
            solution,
            seats=seats,
            endless=endless,
            teams=table.teams,
            ties_as_found=table.ties_as_found,
            others_may_be=table.others_may_be,
        )
