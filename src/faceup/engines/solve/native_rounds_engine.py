"""The engine for large games that come round: machine code, within proven bounds."""

from faceup.engines.limits import Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.engine import Question
from faceup.engines.solve.rounds import Cyclic
from faceup.engines.solve.table import Table


class NativeCyclic(CompiledEngine, Cyclic):
    """Values in float64: exact where nothing is rounded, as in a race of two without chance, else bounded.

    They are found in ``flat_settling`` with bounds from ``flat_bounds`` (play surely leaves, so the equations have one
    solution), ``flat_together`` (end components of one player) and ``flat_rivals`` (the best answer to each player's
    policy). The certificate holds positions to the rules, and proves the bounds of all of them by ``flat_certificate``,
    which shares nothing with these: one step of the equations at each position, and moves by which play surely leaves
    where more is claimed than a play without end is worth.
    """

    backend = "native"
    compile_task = "faceup.engines.solve.native_rounds", "compile_rounds"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native_rounds import NativeRoundsTable

        return NativeRoundsTable(question.game, limits)
