"""The engine for large games: backward induction in machine code."""

from typing import Any

from faceup.engines.broken_rules import at
from faceup.engines.limits import Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.cpython import CPython, first_values
from faceup.engines.solve.engine import Question, Unfit
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import Table
from faceup.results.solution import Solution
from faceup.results.value import Value
from faceup.rules.errors import RulesError


class MachineCode(CompiledEngine):
    """Values in float64, exact while all numbers are whole, else with a proven bound on the rounding."""

    name = "native"
    interpreter = CPython.name
    compile_task = "faceup.engines.solve.native", "compile_table"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native import NativeTable

        return NativeTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        if earlier := self.meanwhile(question, limits):
            return earlier
        try:
            with self.compiling(question):
                solution = self.solution(question, self.table(question, limits))
        except LeavesWord as error:
            if question.insisted:
                raise
            raise Unfit("met a number that leaves 64 bits") from error
        except OnlyCompiled as error:
            if question.insisted:
                raise
            raise Unfit("met an error that CPython does not raise") from error
        if solution.value.how != "stopped":
            self.compare(solution, question.known or first_values(question))
        return solution

    def slower(self, question: Question, limits: Limits) -> Table:
        question.begun = CPython().table(question, limits)
        return question.begun

    def differs(self, solution: Solution, state: Any, computed: Value, expected: Value) -> RulesError:
        return RulesError(f"{at(solution.game, state)}: CPython computes {expected} and machine code {computed}")
