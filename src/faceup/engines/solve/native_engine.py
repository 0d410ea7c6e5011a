"""The engine for large games: backward induction in machine code."""

from faceup.engines.limits import Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.engine import Question, Unfit
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import Table
from faceup.results.solution import Solution


class NativeInduction(CompiledEngine):
    """Values in float64, exact while all numbers are whole, else with a proven bound on the rounding.

    No state comes round, so that the certificate proves the value of each position that it looks at from the values of
    those that follow.
    """

    method, backend = "induction", "native"
    compile_task = "faceup.engines.solve.native", "compile_table"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native import NativeTable

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
