"""Two opponents with hidden information, stage by stage: values of public states, and the plans in between."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from faceup.engines.hidden import stage as two_minds
from faceup.engines.hidden.equilibrium_plans import Solved
from faceup.engines.hidden.sequence_form import (
    BestResponse,
    InformationSet,
    best_response,
    pure_best,
    trembling_plan,
)
from faceup.engines.hidden.stage import Place, Stage
from faceup.engines.hidden.stages import Stages
from faceup.engines.model.limits import Limits
from faceup.engines.solve.hidden.plan_table import PlanTable, nobody_decides, words_in
from faceup.engines.solve.table import LimitHit
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import Value, simplest, within
from faceup.results.answers.decision import Decision, Did
from faceup.results.seats import units_in
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached
from faceup.rules.moves import Move


class InStage(NamedTuple):
    """A place in the stage that begins at ``start``."""

    start: Any
    place: Place

    @property
    def state(self) -> Any:
        return self.place.state


class StageTable(PlanTable):
    """Two opponents, stage by stage."""

    def __init__(self, game: Game, limits: Limits, width: float, most: float = inf) -> None:
        super().__init__(game, limits)
        self.stages, self.width = Stages(game, most), width
        self._answers: dict[tuple[Any, int, bool], BestResponse] = {}
        self._move_weights: dict[tuple[Any, int, int], Mapping[Move, int]] = {}  # by stage, player and information set

    @property
    def method(self) -> str:
        """The methods that solved the stages with decisions."""
        methods = {solved.found.method for solved in self.stages.solved.values() if any(solved.form.sets)}
        return ", ".join(sorted(methods))

    @property
    def states(self) -> int:
        return self.stages.positions

    @property
    def payoffs(self) -> set[Exact]:
        return set().union(*(solved.stage.payoffs for solved in self.stages.solved.values()))

    @property
    def bytes(self) -> int:
        return self.states * two_minds.POSITION_BYTES

    @property
    def information_sets(self) -> int:
        return sum(len(sets) for solved in self.stages.solved.values() for sets in solved.form.sets)

    def knows(self, state: Any) -> bool:
        return state in self.stages.solved

    def value(self, state: Any) -> Value:
        return within(*self._stage_at(state).value)

    def knowledge_at(self, start: Any) -> InStage:
        stage = self._stage_at(start).stage
        return InStage(start, Place(start, stage.memories.begin(start)))

    def after(self, knowledge: InStage, move: Move) -> InStage:
        game, (start, place) = self.game, knowledge
        stage, then = self._solve_stage(start).stage, game.play(place.state, move)
        place = Place(then, stage.memories.after(place.memories, game.turn(place.state), move, then))
        return self.knowledge_at(then) if place in stage.ends else InStage(start, place)

    def move_weights(self, knowledge: InStage) -> Mapping[Move, int]:
        solved, player, number = self._choice(knowledge)
        key = knowledge.start, player, number
        if key not in self._move_weights:
            self._move_weights[key] = self._decision(solved, player, number).weights
        return self._move_weights[key]

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        knowledge = self.knowledge_at(start)
        for move in moves:
            knowledge = self.after(knowledge, move)
        if self.game.turn(knowledge.state) < 0:
            raise nobody_decides(self.game, knowledge.state)
        return self._decision(*self._choice(knowledge))

    def _choice(self, knowledge: InStage) -> tuple[Solved, int, int]:
        """Return the solved stage, the player to move, and the number of the information set in the stage."""
        solved, player = self._solve_stage(knowledge.start), self.game.turn(knowledge.state)
        return solved, player, solved.stage.numbers[player][knowledge.place.memories[player]]

    def decisions(self, start: Any) -> Iterator[Decision]:
        return (decision for _, _, decision in self.in_stages(start))

    def in_stages(self, start: Any) -> Iterator[tuple[Solved, int, Decision]]:
        """Yield the decisions of best play, each with its stage and the number of its information set there."""
        self._stage_at(start)
        chances = self.stages.chances(start)
        reachable = [self.stages.reachable_stages(start, player) for player in (0, 1)]
        states = {start: None}
        for state in (order := [start]):  # as play comes to them, each group of next stages in the order of the deal
            solved, chance = self.stages.solved[state], chances.get(state, 0)
            new = {after: None for after, _ in solved.stage.leads if after not in states}
            states |= new
            order += new
            for player, sets in enumerate(solved.form.sets):
                for number in range(len(sets)):
                    decision = self._decision(solved, player, number, chance)
                    yield solved, number, decision if state in reachable[player] else replace(decision, kept=False)

    def _stage_at(self, state: Any) -> Solved:
        """Return the stage that begins at this state. Raises UsageError if no reachable stage does."""
        self._solve_stage(self.game.start())
        if state not in self.stages.solved:
            raise self.unknown(state)
        return self.stages.solved[state]

    def _solve_stage(self, state: Any) -> Solved:
        """Solve the stage that begins at this state. Raises LimitHit."""
        with self.lock:
            try:
                return self.stages.of(state, self.limits, self.width)
            except LimitReached as error:
                raise LimitHit.after(error, self.states) from error

    def _decision(self, solved: Solved, player: int, number: int, chance: Exact | None = None) -> Decision:
        """Return the decision of a player in an information set of a stage that is reached with this probability."""
        stage, plan, other_plan = solved.stage, solved.found.plans[player], solved.found.plans[1 - player]
        choice = solved.form.sets[player][number]
        others_reach = sum(
            product(way, Fraction(other_plan.parts[q], other_plan.unit))
            for q, way in stage.visits[player][number].items()
        )
        answer = self._answer(solved, player)
        worths = (
            tuple(simplest(Fraction(answer.worth[q], answer.unit) / others_reach) for q in choice.sequences)
            if others_reach
            else None
        )
        story = stage.memories.story(choice.memory)
        sure = self.stages.is_exact(solved)  # else the values are against a plan that is not quite optimal
        reach = (
            None
            if chance is None
            else product(chance, product(others_reach, Fraction(plan.parts[choice.parent], plan.unit)))
        )
        return Decision(
            player,
            stage.start,
            story,
            self._own_moves(stage, player, choice.memory),
            choice.moves,
            words_in(self.game, stage.examples[player][number], story, choice.moves),
            tuple(plan.chances(choice) or self._off_plan(solved, player, choice, worths)),
            units_in(self.game).own_worths(player, worths) if sure and worths else None,
            reach,
            plan.parts[choice.parent] > 0,
        )

    def _off_plan(
        self, solved: Solved, player: int, choice: InformationSet, worths: Sequence[Exact] | None
    ) -> list[Exact]:
        """Return the move off the own plan's path: a best one, if need be against an opponent whose hand trembles."""
        if worths is None:
            worth = self._answer(solved, player, trembling=True).worth
            worths = [worth[q] for q in choice.sequences]
        return pure_best(worths)

    def _own_moves(self, stage: Stage, player: int, memory: int) -> tuple[str, ...]:
        """Return the player's own earlier moves, in the words of the places where they were made."""
        memories, words = stage.memories, list[str]()
        for number in reversed([memory, *memories.earlier(memory)]):
            if isinstance(event := memories.events[number], Did):
                before = memories.before[number]
                examples = stage.examples[player][stage.numbers[player][before]]
                words += words_in(self.game, examples, memories.story(before), [event.move])
        return tuple(words)

    def _answer(self, solved: Solved, player: int, trembling: bool = False) -> BestResponse:
        """Return the best response of a player to the other's plan, or to that plan with a trembling hand."""
        key = solved.stage.start, player, trembling
        if key not in self._answers:
            opponent = 1 - player
            plan = solved.found.plans[opponent]
            if trembling:
                plan = trembling_plan(solved.form.sets[opponent], plan)
            self._answers[key] = best_response(solved.form, player, plan)
        return self._answers[key]
