"""The engines for games in which players do not see everything."""

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from faceup.engines.hidden.beliefs import SomebodyElse
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.model.opposed import opposed_in, own_values
from faceup.engines.solve.engine import CompiledEngine, Engine, Question, Unfit
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution

if TYPE_CHECKING:
    from faceup.engines.solve.hidden.plan_table import PlanTable


class HiddenEngine(Engine["PlanTable"]):
    """Values of positions that all players know, and the decisions in between by what each remembers."""

    takes_hidden = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and not question.facts.hidden:
            return "is for games with a view, in which players do not see everything"
        if reason is None and question.joins_states:
            return "cannot use symmetries, which are of games that everybody sees"
        return reason

    def solution(self, question: Question, table: "PlanTable") -> Solution:
        solution = super().solution(question, table)
        own = {one: getattr(solution, one) for one in solution.__dataclass_fields__}
        found = HiddenSolution(**own, information_sets=table.information_sets, method=table.method)
        return replace(found, to_seats=own_values) if opposed_in(question.game) else found


class Beliefs(HiddenEngine):
    """One player against chance: exact values, by what that one can know."""

    method = "beliefs"

    def table(self, question: Question, limits: Limits) -> "PlanTable":
        from faceup.engines.solve.hidden.belief_table import BeliefTable

        return BeliefTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Any:
        try:
            return super().answer(question, limits)
        except SomebodyElse:
            raise Unfit("is for one player against chance") from None


class SequenceForm(HiddenEngine):
    """Two opponents: plans that are best against each other, exactly or within proven bounds.

    Of ``few``, while no stage is so large that a compiler may be worth its time.
    """

    method = "sequence-form"
    takes_cycles = True

    def table(self, question: Question, limits: Limits) -> "PlanTable":
        from faceup.engines.solve.hidden.stage_table import StageTable

        return StageTable(question.game, limits, question.width, thresholds.STAGE_POSITIONS if self.few else inf)

    def answer(self, question: Question, limits: Limits) -> Any:
        from faceup.engines.hidden.stage import StageTooLarge

        try:
            solution: Solution = super().answer(question, limits)
        except StageTooLarge:
            raise Unfit(
                f"met more than {thresholds.STAGE_POSITIONS:,} positions in one stage, which a compiler is worth"
            ) from None
        if question.exact and solution.value.how == "bounded":
            raise Unfit(f"finds no exact plans; its best ones prove {solution.value}")
        return solution


class Regret(HiddenEngine, CompiledEngine["PlanTable"]):
    """Two opponents who learn the whole game in machine code, within bounds that best answers prove.

    The certificate holds positions of random histories to the rules, and what players remember there. The bounds are
    what the best answers to both plans get in the tree that was walked.
    """

    method = "regret"

    def table(self, question: Question, limits: Limits) -> "PlanTable":
        from faceup.engines.solve.hidden.learned_table import LearnedTable

        return LearnedTable(question.game, limits, question.width, few=not question.no_fallback)

    def answer(self, question: Question, limits: Limits) -> Any:
        from faceup.engines.hidden.tree import NotWalked

        try:
            return super().answer(question, limits)
        except NotWalked as error:
            raise Unfit(str(error)) from None
