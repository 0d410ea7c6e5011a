"""The engine of search: the value of one position in a game of two without chance, without a full table."""

from dataclasses import replace
from typing import TYPE_CHECKING

from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.model.stakes import stakes_seen
from faceup.engines.solve.engine import CompiledEngine, Question, Unfit
from faceup.engines.solve.table import LimitHit
from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution

if TYPE_CHECKING:
    from faceup.engines.solve.search.search_table import SearchTable


class Search(CompiledEngine["SearchTable"]):
    """Alpha-beta with null windows in machine code, in whole numbers; at a limit, the bounds proved so far.

    With ``few`` the search stops after some seconds' worth of positions, or half of the time that a table leaves.
    """

    method, backend = "search", "native"
    compile_task = "faceup.engines.solve.search.search_table", "compile_search"

    def table(self, question: Question, limits: Limits) -> "SearchTable":
        from faceup.engines.solve.search.search_table import SearchTable

        if question.native_table is not None:
            limits = replace(
                limits, memory=limits.memory - question.native_table.bytes, seconds=limits.with_half_of_the_rest
            )
        elif question.search_table is None and stakes_seen(question.game).chance:  # a table would have met it
            raise Unfit("is for games without chance")
        table: SearchTable = question.search_table or SearchTable(question.game)
        budget = thresholds.SEARCHED_POSITIONS if self.few else thresholds.SEARCHED_AT_MOST
        table.answering = True
        question.search_table, table.limits = table, replace(limits, states=min(limits.states, table.states + budget))
        return table

    def answer(self, question: Question, limits: Limits) -> Solution:
        solution = super().answer(question, limits)
        if self.few and solution.value.how == "stopped" and solution.value.limit == "memory":
            question.search_table = None  # a table goes further with so little
            raise Unfit("has too little memory")
        if question.native_table is not None and solution.value.limit == "time" and limits.seconds_left > 0.0:
            raise Unfit("proves nothing within half of the time that is left")
        if self.few and solution.value.limit == "states" and solution.states < limits.states:
            raise Unfit(f"proves nothing within {thresholds.SEARCHED_POSITIONS:,} positions")
        return solution

    def value(self, question: Question, table: "SearchTable") -> Value:
        try:
            value = super().value(question, table)
        except LimitHit as hit:
            if not self.few:
                table.certify(question.start, *hit.bounds, limited=True)
            raise
        table.certify(question.start, value.low, value.high)
        return value

    def solution(self, question: Question, table: "SearchTable") -> Solution:
        try:
            return super().solution(question, table)
        finally:
            table.answering = False
