"""The engine for large games that come round: machine code, within proven bounds."""

from faceup.engines.limits import Limits
from faceup.engines.solve.compiled_engine import CompiledEngine
from faceup.engines.solve.engine import Question
from faceup.engines.solve.rounds import Rounds
from faceup.engines.solve.table import Table


class NativeRounds(CompiledEngine, Rounds):
    """Values in float64: exact where nothing is rounded, as in a race of two without chance, else bounded.

    The certificate holds positions to the rules, and their bounds to one step of the equations. Where play comes round
    that is necessary and not sufficient; what proves the bounds there is in ``flat_bounds`` (play surely leaves, so the
    equations have one solution), ``flat_together`` (end components of one player) and ``flat_rivals`` (the best answer
    to each player's policy).
    """

    name = "native-rounds"
    compile_task = "faceup.engines.solve.native_rounds", "compile_rounds"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native_rounds import NativeRoundsTable

        return NativeRoundsTable(question.game, limits)
