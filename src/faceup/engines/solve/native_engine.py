"""The engine for large games: backward induction in machine code."""

from typing import Any

from faceup.engines.broken_rules import at
from faceup.engines.limits import Limits
from faceup.engines.solve.cpython import first_values
from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.engines.solve.overflow_check import LeavesWord
from faceup.engines.solve.table import Table
from faceup.results.solution import Solution
from faceup.results.value import Value
from faceup.rules.errors import RulesError


class MachineCode(Engine):
    """Values in float64, exact while all numbers are whole, else with a proven bound on the rounding."""

    name = "native"

    def refuses(self, question: Question) -> str | None:
        if question.joined or (question.insisted and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
        return super().refuses(question)

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native import NativeTable

        return NativeTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        from faceup.native.not_compiled import NotCompiled, warn_interpreted

        try:
            solution = self.solution(question, self.table(question, limits))
        except NotCompiled as error:
            warn_interpreted(question.game, error)
            raise Unfit("takes no rules that do not compile") from error
        except LeavesWord as error:
            if question.insisted:
                raise
            raise Unfit("met a number that leaves 64 bits") from error
        if solution.value.how != "stopped":
            self.compare(solution, question.known or first_values(question))
        return solution

    def differs(self, solution: Solution, state: Any, computed: Value, expected: Value) -> RulesError:
        return RulesError(f"{at(solution.game, state)}: CPython computes {expected} and machine code {computed}")
