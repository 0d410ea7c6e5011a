"""The engines of search: the value of one position in a game of two, without a table of all positions."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import CompiledEngine, Question, Unfit
from faceup.engines.solve.table import LimitHit
from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution
from faceup.rules.contract import Game

if TYPE_CHECKING:
    from faceup.engines.solve.search.bounds_table import BoundsTable
    from faceup.engines.solve.search.search_table import SearchTable

AnySearch = TypeVar("AnySearch", bound="SearchTable | BoundsTable")


class SearchEngine(CompiledEngine[AnySearch], Generic[AnySearch]):
    """A search for the value of one position. At a limit the bounds proved so far are the answer.

    With ``few`` it stops after some seconds' worth of positions, or half of the time that a table leaves.
    """

    backend = "native"

    def go_on(self, question: Question, limits: Limits, new: Callable[[Game], AnySearch], most: int) -> AnySearch:
        """Return the unfinished table of this engine, or a new one, which may look at so many more positions."""
        if question.native_table is not None:
            limits = replace(
                limits, memory=limits.memory - question.native_table.bytes, seconds=limits.with_half_of_the_rest
            )
        table: AnySearch = question.searches.get(self.name) or new(question.game)
        question.searches[self.name] = table
        table.limits = replace(limits, states=min(limits.states, table.states + most))
        return table

    def value(self, question: Question, table: AnySearch) -> Value:
        try:
            value = super().value(question, table)
        except LimitHit:
            if not self.few:
                table.certify(question.start, limited=True)
            raise
        table.distance(question.start)  # counts the moves to a win, if the search can
        table.certify(question.start)
        return value


class Search(SearchEngine["SearchTable"]):
    """Alpha-beta with null windows in machine code, in whole numbers, for games without chance."""

    method = "search"
    compile_task = "faceup.engines.solve.search.search_table", "compile_search"

    def table(self, question: Question, limits: Limits) -> "SearchTable":
        from faceup.engines.solve.search.search_table import SearchTable

        if self.name not in question.searches and stakes_seen(question.game).chance:
            raise Unfit("is for games without chance")
        most = thresholds.SEARCHED_POSITIONS if self.few else thresholds.SEARCHED_AT_MOST
        return self.go_on(question, limits, SearchTable, most)

    def answer(self, question: Question, limits: Limits) -> Solution:
        solution = super().answer(question, limits)
        if self.few and solution.value.how == "stopped" and solution.value.limit == "memory":
            del question.searches[self.name]
            question.too_large = False  # a table goes further with so little
            raise Unfit("has too little memory")
        if question.native_table is not None and solution.value.limit == "time" and limits.seconds_left > 0.0:
            raise Unfit("proves nothing within half of the time that is left")
        if self.few and solution.value.limit == "states" and solution.states < limits.states:
            raise Unfit(f"proves nothing within {thresholds.SEARCHED_POSITIONS:,} positions")
        return solution

    def solution(self, question: Question, table: "SearchTable") -> Solution:
        table.answering = True
        try:
            return super().solution(question, table)
        finally:
            table.answering = False


class ClosingBounds(SearchEngine["BoundsTable"]):
    """Best-first star-minimax in machine code, in floats that are rounded outwards, for games with chance.

    If the person names this engine, it also answers games without chance, and cyclic games in which chance ends every
    cycle. With ``few`` it comes after a table of some seconds was not complete.
    """

    method = "bounds"
    compile_task = "faceup.engines.solve.search.bounds_table", "compile_bounds"

    def table(self, question: Question, limits: Limits) -> "BoundsTable":
        from faceup.engines.solve.search.bounds_table import BoundsTable

        if not question.no_fallback and not stakes_seen(question.game).chance:
            raise Unfit("is for games with chance, unless it is named")
        return self.go_on(
            question, limits, BoundsTable, thresholds.STEPS_TRIED if self.few else thresholds.STEPS_AT_MOST
        )

    def tries(self, question: Question) -> bool:
        """Whether there is a table that is not finished."""
        return super().tries(question) and question.native_table is not None

    def answer(self, question: Question, limits: Limits) -> Solution:
        solution = super().answer(question, limits)
        if self.few and solution.value.how == "stopped" and limits.seconds_left > 0.0:
            raise Unfit(f"closes no bounds within {thresholds.STEPS_TRIED:,} steps")
        return solution
