"""The engines for games of seats: CPython solves few positions exactly, machine code many within proven bounds."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.engine import NONE_FOUND, CompiledEngine, Engine, ExactEngine, Question
from faceup.results.answers.solution import Seat, Solution

if TYPE_CHECKING:
    from faceup.engines.solve.seats.seat_table import SeatTable


class Equilibrium(Engine["SeatTable"]):
    """The values of a game to every seat, by an equilibrium in which each seat maximises its own payoff."""

    method = "equilibrium"
    takes_cycles = True
    takes_seats = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and not seats_of(question.game):
            return "is for games in which payoffs are rows, one number for each seat"
        return reason

    def table(self, question: Question, limits: Limits) -> "SeatTable":
        from faceup.engines.solve.seats.seat_table import SeatTable

        return SeatTable(question.game, limits, question.ties, self.backend)

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


class ExactEquilibrium(ExactEngine["SeatTable"], Equilibrium):
    """Exact values, if the strongly connected components are not too large.

    Where machine code found no equilibrium, the same search in fractions, which may separate moves that rounding does
    not, is worth the time for a small game only.
    """

    def answer(self, question: Question, limits: Limits) -> Solution:
        if self.few or all(refusal.reason != NONE_FOUND for refusal in question.refused):
            return super().answer(question, limits)
        most = f"{thresholds.CYCLIC_POSITIONS:,}"
        reason = f"takes no more than {most} positions where machine code found no equilibrium"
        return self.answer_few(question, limits, reason)


class NativeEquilibrium(CompiledEngine["SeatTable"], Equilibrium):
    """Values in float64, a column for each seat, each within proven bounds.

    ``float_equilibrium_kernel`` solves the components, except those in which play can be kept for ever. The certificate
    compares positions with the rules, and proves each column: the seat gets this value if all make the moves of the
    equilibrium, and no more by any other moves of its own.
    """

    backend = "native"
    compile_task = "faceup.engines.solve.seats.float_equilibrium", "compile_seats"
