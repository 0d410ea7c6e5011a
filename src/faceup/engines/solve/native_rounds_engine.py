"""The engine for large games that come round: machine code, within proven bounds."""

from faceup.engines.limits import Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.engine import Question
from faceup.engines.solve.rounds import Rounds
from faceup.engines.solve.table import Table


class NativeRounds(CompiledEngine, Rounds):
    """Values in float64: exact where nothing is rounded, as in a race of two without chance, else bounded."""

    name = "native-rounds"
    compile_task = "faceup.engines.solve.native_rounds", "compile_rounds"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native_rounds import NativeRoundsTable

        return NativeRoundsTable(question.game, limits)
