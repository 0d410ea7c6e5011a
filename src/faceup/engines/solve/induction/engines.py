"""Backward induction: small games in CPython, in whole numbers and fractions, large ones in machine code."""

from math import inf

from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.engine import CompiledEngine, Engine, Question, Unfit
from faceup.engines.solve.induction.python_table import OutOfBudget, PythonTable
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import Table
from faceup.results.solution import Solution


class PythonInduction(Engine[PythonTable]):
    """Whole numbers and fractions, however long it takes; of ``few``, as long as that is little work."""

    method, backend = "induction", "cpython"

    def tries(self, question: Question) -> bool:
        """As of other engines; a theory is held to what a few positions show, also where it is to be exact."""
        return super().tries(question) or (not question.joined and question.game.theory() is not None)

    def table(self, question: Question, limits: Limits) -> PythonTable:
        if self.few:
            return PythonTable(question.game, limits, budget=thresholds.INDUCTION_WORK)
        table: PythonTable = question.begun or PythonTable(question.game)
        table.limits = limits
        return table

    def answer(self, question: Question, limits: Limits) -> Solution:
        table = self.table(question, limits)
        try:
            return self.solution(question, table)
        except OutOfBudget:
            question.begun = table
            raise Unfit(
                f"takes more than {thresholds.INDUCTION_WORK:,} units of work, which a compiler is worth"
            ) from None
        finally:
            table.budget = inf  # later questions about states off the main path are always answered


class NativeInduction(CompiledEngine[Table]):
    """Values in float64, exact while all numbers are whole, else with a proven bound on the rounding.

    No state comes round, so that the certificate proves the value of each position that it looks at from the values of
    those that follow.
    """

    method, backend = "induction", "native"
    compile_task = "faceup.engines.solve.induction.native_table", "compile_table"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.induction.native_table import NativeTable

        return NativeTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        try:
            return super().answer(question, limits)
        except LeavesWord as error:
            if question.insisted:
                raise
            raise Unfit("met a number that leaves 64 bits") from error
        except OnlyCompiled as error:
            if question.insisted:
                raise
            raise Unfit("met an error that CPython does not raise") from error
