"""Games in which positions come again: few positions exactly, in CPython, many in machine code, within bounds."""

from dataclasses import replace

from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.exact_table import CyclicTable
from faceup.engines.solve.engine import AUTO, CompiledEngine, Engine, ExactEngine, Question
from faceup.engines.solve.table import Table
from faceup.results.answers.solution import Solution


class Cyclic(Engine[Table]):
    """Games in which a state can come round again."""

    method = "cyclic"
    takes_cycles = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and question.repeats is None and question.engine == AUTO:
            return "is for games in which a state comes round again"
        return reason

    def solution(self, question: Question, table: Table) -> Solution:
        solution = super().solution(question, table)
        endless = exact_number(question.game, question.start, "endless", question.game.endless)
        return replace(solution, endless=endless if table.may_stay else None)


class PythonCyclic(ExactEngine[Table], Cyclic):
    """Exact values, where not too many positions lead back to each other."""

    def table(self, question: Question, limits: Limits) -> Table:
        return CyclicTable(question.game, limits)


class NativeCyclic(CompiledEngine[Table], Cyclic):
    """Values in float64: exact where nothing is rounded, as in a race of two without chance, else bounded.

    They are found in ``settling`` with bounds from ``value_iteration`` (play surely leaves, so the equations have one
    solution), ``quotient`` (where one player may stay) and ``strategy_iteration`` (best answers to each policy).
    The certificate holds positions to the rules, and proves the bounds of all of them by ``certificate``,
    which shares nothing with these: one step of the equations at each position, and moves by which play surely leaves
    where more is claimed than a play without end is worth.
    """

    backend = "native"
    compile_task = "faceup.engines.solve.cyclic.bounded_table", "compile_cyclic"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.cyclic.bounded_table import NativeCyclicTable

        return NativeCyclicTable(question.game, limits)
