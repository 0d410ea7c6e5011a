"""The engines for cyclic games: CPython solves few positions exactly, machine code many within proven bounds."""

from dataclasses import replace

from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.exact_table import ExactCyclicTable
from faceup.engines.solve.engine import AUTO, CompiledEngine, Engine, ExactEngine, Question
from faceup.engines.solve.table import Table
from faceup.results.answers.solution import Solution


class Cyclic(Engine[Table]):
    """Games in which a state can repeat."""

    method = "cyclic"
    takes_cycles = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and question.repeats is None and question.engine == AUTO:
            return "is for games in which a state can repeat"
        return reason

    def solution(self, question: Question, table: Table) -> Solution:
        solution = super().solution(question, table)
        endless = endless_value(question.game, question.start)
        return replace(solution, endless=endless if table.may_stay else None)


class PythonCyclic(ExactEngine[Table], Cyclic):
    """Exact values, if the strongly connected components are not too large."""

    def table(self, question: Question, limits: Limits) -> Table:
        return ExactCyclicTable(question.game, limits)


class NativeCyclic(CompiledEngine[Table], Cyclic):
    """Values in float64: exact if nothing is rounded, as in a race of two without chance, else bounded.

    ``component_kernel`` solves most components. Bounds come from ``value_iteration`` (if play surely leaves, so that
    the equations have one solution), from a quotient in ``flat_solver`` (if one player may stay) and from
    ``policy_iteration`` (if both may, by best responses to each policy). The certificate checks sampled positions
    against the rules, and proves all bounds with ``certificate``, which shares no code with these: one step of the
    equations at each position, and moves by which play surely leaves the positions whose bound exceeds the value of an
    endless play.
    """

    backend = "native"
    compile_task = "faceup.engines.solve.cyclic.bounded_table", "compile_cyclic"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.cyclic.bounded_table import NativeCyclicTable

        return NativeCyclicTable(question.game, limits)
