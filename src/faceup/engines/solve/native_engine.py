"""The engine for large games: backward induction in machine code."""

import threading
from dataclasses import replace
from typing import Any

from faceup.engines.broken_rules import at
from faceup.engines.compiling import Compilation, begin
from faceup.engines.limits import GivenUp, Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.cpython import CPython, first_values
from faceup.engines.solve.engine import Question, Unfit
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import Table
from faceup.native.compiled_before import compiled_before
from faceup.results.solution import Refusal, Solution
from faceup.results.value import Value
from faceup.rules.errors import RulesError

COMPILE = "faceup.engines.solve.native", "compile_table"


class _Ready(threading.Event):
    """Set when machine code is made, or when nobody waits for an answer any more."""

    def __init__(self, compilation: Compilation, limits: Limits) -> None:
        super().__init__()
        self.compilation, self.limits = compilation, limits

    @property
    def given_up(self) -> bool:
        return self.limits.stop is not None and self.limits.stop.is_set()

    def is_set(self) -> bool:
        return self.given_up or self.compilation.done()


class MachineCode(CompiledEngine):
    """Values in float64, exact while all numbers are whole, else with a proven bound on the rounding."""

    name = "native"

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

    def meanwhile(self, question: Question, limits: Limits) -> Solution | None:
        """CPython's answer, where it has one before machine code is made."""
        if question.insisted or compiled_before(type(question.game)):
            return None
        compilation = begin(COMPILE, question.game)
        if compilation is None:
            return None
        ready = _Ready(compilation, limits)
        slower = CPython().table(question, replace(limits, stop=ready))
        question.begun = slower
        try:
            solution = self.solution(question, slower)
        except GivenUp:
            if ready.given_up:
                compilation.end()
                raise
            return None
        except BaseException:
            compilation.end()
            raise
        if solution.value.how == "stopped" and solution.value.limit == "memory":  # which goes further in machine code
            compilation.wait()
            return None
        refused = (*solution.refused, Refusal(self.name, "was still being compiled"))
        return replace(solution, engine=CPython.name, refused=refused)

    def differs(self, solution: Solution, state: Any, computed: Value, expected: Value) -> RulesError:
        return RulesError(f"{at(solution.game, state)}: CPython computes {expected} and machine code {computed}")
