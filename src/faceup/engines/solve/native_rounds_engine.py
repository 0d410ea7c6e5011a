"""The engine for large games that come round: machine code, within proven bounds."""

from faceup.engines.limits import Limits
from faceup.engines.solve.engine import Question, Unfit
from faceup.engines.solve.rounds import Rounds
from faceup.engines.solve.table import Table
from faceup.results.solution import Solution
from faceup.rules.errors import UnsupportedError


class NativeRounds(Rounds):
    """Values in float64: exact where nothing is rounded, as in a race of two without chance, else bounded."""

    name = "native-rounds"

    def refuses(self, question: Question) -> str | None:
        if question.joined or (question.insisted and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
        return super().refuses(question)

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.native_rounds import NativeRoundsTable

        return NativeRoundsTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        from faceup.native.not_compiled import NotCompiled, refused_lines, warn_interpreted

        try:
            return self.solution(question, self.table(question, limits))
        except NotCompiled as error:
            if question.insisted:
                problem = f"takes compiled rules alone: {refused_lines(error)}"
                raise UnsupportedError(f"engine {self.name!r} {problem}") from error
            warn_interpreted(question.game, error)
            raise Unfit("takes no rules that do not compile") from error
