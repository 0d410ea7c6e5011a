"""The engines for games with hidden information."""

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from faceup.engines.hidden.beliefs import OtherPlayerDecides
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.model.opposed import opposed_in, own_values
from faceup.engines.solve.engine import CompiledEngine, Engine, Question, Unfit
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution

if TYPE_CHECKING:
    from faceup.engines.solve.hidden.plan_table import PlanTable


class HiddenEngine(Engine["PlanTable"]):
    """Values of public states, and decisions at the information sets in between."""

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
        fields = {name: getattr(solution, name) for name in solution.__dataclass_fields__}
        hidden = HiddenSolution(**fields, information_sets=table.information_sets, method=table.method)
        return replace(hidden, to_seats=own_values) if opposed_in(question.game) else hidden


class Beliefs(HiddenEngine):
    """One player against chance: exact values, by beliefs."""

    method = "beliefs"

    def table(self, question: Question, limits: Limits) -> "PlanTable":
        from faceup.engines.solve.hidden.belief_table import BeliefTable

        return BeliefTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Any:
        try:
            return super().answer(question, limits)
        except OtherPlayerDecides:
            raise Unfit("is for one player against chance") from None


class SequenceForm(HiddenEngine):
    """Two opponents: equilibrium strategies by linear programs, exactly or within proven bounds.

    With ``few``, only while no stage is so large that compiling may be worth its time.
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
    """Two opponents who learn the whole game by regret matching in machine code; best responses prove the bounds.

    The certificate compares positions of random histories, and what players remember there, with the rules. The bounds
    are the values of the best responses to both strategies in the game tree.
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
