"""The engines of backward induction: CPython in fractions for small games, machine code for large ones."""

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, cast

from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import CompiledEngine, Engine, Question, Unfit
from faceup.engines.solve.induction.python_table import OutOfBudget, PythonTable
from faceup.results.answers.solution import Solution
from faceup.rules.contract import Game

if TYPE_CHECKING:
    from faceup.engines.solve.induction.native_table import NativeTable
    from faceup.engines.solve.induction.saved_table import SavedTable


class PythonInduction(Engine[PythonTable]):
    """Backward induction in whole numbers and fractions; with ``few``, within a budget of work."""

    method, backend = "induction", "cpython"

    def tries(self, question: Question) -> bool:
        """Whether ``few`` tries this question: also to collect values for comparison with a theory."""
        return super().tries(question) or (not question.joins_states and question.game.theory() is not None)

    def table(self, question: Question, limits: Limits) -> PythonTable:
        if self.few:
            return PythonTable(question.game, limits, budget=thresholds.INDUCTION_WORK)
        table: PythonTable = question.python_table or PythonTable(question.game)
        table.limits = limits
        return table

    def answer(self, question: Question, limits: Limits) -> Solution:
        table = self.table(question, limits)
        try:
            return self.solution(question, table)
        except OutOfBudget:
            question.python_table = table
            raise Unfit(
                f"takes more than {thresholds.INDUCTION_WORK:,} units of work, which a compiler is worth"
            ) from None
        finally:
            table.budget = inf  # later questions about other states have no budget


class NativeInduction(CompiledEngine["NativeTable"]):
    """Backward induction in float64: exact while all numbers are whole, else with a proven bound on the rounding.

    With ``few`` the table stops after some seconds' worth of positions: a search may need less. If that proves nothing
    soon, the table goes on. States do not repeat, so the certificate proves the value of a sampled position from the
    values of its successors.
    """

    method, backend = "induction", "native"
    compile_task = "faceup.engines.solve.induction.native_table", "compile_table"

    def table(self, question: Question, limits: Limits) -> "NativeTable":
        if question.too_large and not question.no_fallback:
            raise Unfit("needs more memory than there is for its positions")
        for search in question.searches.values():
            limits = replace(limits, memory=limits.memory - search.bytes)
        table: NativeTable = question.native_table or _new_table(question)
        table.limits, table.budget = limits, thresholds.TABLED_POSITIONS if self.few else inf
        question.native_table = None
        return table

    def solution(self, question: Question, table: "NativeTable") -> Solution:
        try:
            return super().solution(question, table)
        except OutOfBudget:
            question.native_table, positions = table, f"{thresholds.TABLED_POSITIONS:,}"
            raise Unfit(
                f"takes more than {positions} positions, or half of the time, and a search may need less"
            ) from None
        finally:
            table.budget = inf  # later questions have no budget

    def answer(self, question: Question, limits: Limits) -> Solution:
        solution = super().answer(question, limits)
        if solution.value.how != "stopped" or not (self.few or question.searches) or question.no_fallback:
            return solution
        if solution.value.limit == "memory":
            question.too_large = True
            raise Unfit("needs more memory than there is for its positions")
        if solution.value.limit == "states" and self.few:
            raise Unfit("has more positions than may be looked at, and a search may need less")
        for search in question.searches.values():
            value, (low, high) = solution.value, search.bounds(question.start)
            solution = replace(solution, value=replace(value, low=max(value.low, low), high=min(value.high, high)))
        return solution


class SavedInduction(NativeInduction):
    """A table from a file that ``save_table`` wrote; positions that it does not have are solved."""

    def table(self, question: Question, limits: Limits) -> "SavedTable":
        from faceup.engines.solve.induction.saved_table import SavedTable

        assert question.file is not None
        return SavedTable(question.game, question.file, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        solution = super().answer(question, limits)
        table = cast("SavedTable", solution.table)
        return solution if solution.value.how == "stopped" else table.as_saved(solution)


def _new_table(question: Question) -> "NativeTable":
    """Return an empty table, or the table of the checkpoint."""
    if question.checkpoint is None:
        from faceup.engines.solve.induction.native_table import NativeTable

        return NativeTable(question.game)
    from faceup.engines.solve.induction.checkpoint import CheckpointedTable

    return CheckpointedTable(question.game, question.checkpoint)


def check_lasting(game: Game) -> None:
    """Raise UsageError if a table of this game could not be saved. Call it before solving."""
    from faceup.engines.solve.induction.saved_table import depends_on

    depends_on(game)


def save_table(solution: Solution, path: Path) -> None:
    """Write the table of a solution to a file, for ``SavedInduction``. Raises UsageError if it has no such table."""
    from faceup.engines.solve.induction.saved_table import save

    save(solution, path)
