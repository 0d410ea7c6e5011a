"""The engines for games in which players do not see everything."""

from typing import Any

from faceup.engines.imperfect.beliefs import SomebodyElse
from faceup.engines.limits import Limits
from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.engines.solve.table import Table
from faceup.results.hidden_solution import HiddenSolution
from faceup.results.solution import Solution


class HiddenEngine(Engine):
    """Values of positions that all players know, and the decisions in between by what each remembers."""

    takes_hidden = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and not question.facts.hidden:
            return "is for games with a view, in which players do not see everything"
        if reason is None and question.joined:
            return "cannot use symmetries, which are of games that everybody sees"
        return reason

    def solution(self, question: Question, table: Table) -> Solution:
        from faceup.engines.solve.hidden_table import HiddenTable

        assert isinstance(table, HiddenTable)
        solution = super().solution(question, table)
        own = {one: getattr(solution, one) for one in solution.__dataclass_fields__}
        return HiddenSolution(**own, information_sets=table.information_sets, method=table.method)


class OneMind(HiddenEngine):
    """One player against chance: exact values, by what that one can know."""

    name = "beliefs"

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.belief_table import BeliefTable

        return BeliefTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Any:
        try:
            return super().answer(question, limits)
        except SomebodyElse:
            raise Unfit("is for one player against chance") from None


class TwoMinds(HiddenEngine):
    """Two opponents: plans that are best against each other, exactly or within proven bounds."""

    name = "hidden"
    takes_rounds = True

    def table(self, question: Question, limits: Limits) -> Table:
        from faceup.engines.solve.stage_table import StageTable

        return StageTable(question.game, limits, question.width)
