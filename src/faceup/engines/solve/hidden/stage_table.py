"""What positions are worth that two opponents know, who do not see everything, and how both decide in between."""

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
    best_move_alone,
    best_response,
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
from faceup.results.own_units import units_in
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
        self._lots: dict[tuple[Any, int, int], Mapping[Move, int]] = {}  # by stage, player and what is remembered

    @property
    def method(self) -> str:
        """The ways in which stages were solved, where a choice was to be made."""
        methods = {one.found.method for one in self.stages.solved.values() if any(one.form.sets)}
        return ", ".join(sorted(methods))

    @property
    def states(self) -> int:
        return self.stages.positions

    @property
    def payoffs(self) -> set[Exact]:
        return set().union(*(one.stage.payoffs for one in self.stages.solved.values()))

    @property
    def bytes(self) -> int:
        return self.states * two_minds.POSITION_BYTES

    @property
    def information_sets(self) -> int:
        return sum(len(sets) for one in self.stages.solved.values() for sets in one.form.sets)

    def knows(self, state: Any) -> bool:
        return state in self.stages.solved

    def value(self, state: Any) -> Value:
        return within(*self._stage_at(state).value)

    def knowledge_at(self, start: Any) -> InStage:
        stage = self._stage_at(start).stage
        return InStage(start, Place(start, stage.memories.begin(start)))

    def after(self, known: InStage, move: Move) -> InStage:
        game, (start, place) = self.game, known
        stage, then = self._solve_stage(start).stage, game.play(place.state, move)
        place = Place(then, stage.memories.after(place.memories, game.turn(place.state), move, then))
        return self.knowledge_at(then) if place in stage.ends else InStage(start, place)

    def lots(self, known: InStage) -> Mapping[Move, int]:
        solved, who, number = self._choice(known)
        key = known.start, who, number
        if key not in self._lots:
            self._lots[key] = self._decision(solved, who, number).lots
        return self._lots[key]

    def decision_after(self, start: Any, moves: Sequence[Move]) -> Decision:
        known = self.knowledge_at(start)
        for move in moves:
            known = self.after(known, move)
        if self.game.turn(known.state) < 0:
            raise nobody_decides(self.game, known.state)
        return self._decision(*self._choice(known))

    def _choice(self, known: InStage) -> tuple[Solved, int, int]:
        """Who is to move there, and the number of the information set in its stage."""
        solved, who = self._solve_stage(known.start), self.game.turn(known.state)
        return solved, who, solved.stage.numbers[who][known.place.memories[who]]

    def decisions(self, start: Any) -> Iterator[Decision]:
        return (decision for _, _, decision in self.in_stages(start))

    def in_stages(self, start: Any) -> Iterator[tuple[Solved, int, Decision]]:
        """The same, each with its stage, and the number there of the information set of whoever decides."""
        self._stage_at(start)
        chances = self.stages.chances(start)
        kept = [self.stages.reachable_stages(start, player) for player in (0, 1)]
        for state, solved in reversed(self.stages.solved.items()):  # each after those that lead to it alone
            chance = chances.get(state, 0)
            for player, sets in enumerate(solved.form.sets):
                for number in range(len(sets)):
                    decision = self._decision(solved, player, number, chance)
                    yield solved, number, decision if state in kept[player] else replace(decision, kept=False)

    def _stage_at(self, state: Any) -> Solved:
        """The stage that begins there; raises UsageError where none does that play can come to."""
        self._solve_stage(self.game.start())
        if state not in self.stages.solved:
            raise self.unknown(state)
        return self.stages.solved[state]

    def _solve_stage(self, state: Any) -> Solved:
        """The stage that begins there."""
        with self.lock:
            try:
                return self.stages.of(state, self.limits, self.width)
            except LimitReached as error:
                raise LimitHit(-inf, inf, self.states + error.positions, error.limit, error.last) from error

    def _decision(self, solved: Solved, player: int, number: int, chance: Exact | None = None) -> Decision:
        """What a player does in an information set of a stage, which is come to with this chance."""
        stage, own, other = solved.stage, solved.found.plans[player], solved.found.plans[1 - player]
        choice = solved.form.sets[player][number]
        likely = sum(
            product(way, Fraction(other.parts[q], other.unit)) for q, way in stage.visits[player][number].items()
        )
        answer = self._answer(solved, player)
        worths = (
            tuple(simplest(Fraction(answer.worth[q], answer.unit) / likely) for q in choice.sequences)
            if likely
            else None
        )
        story = stage.memories.story(choice.memory)
        sure = self.stages.sure(solved)  # else these are worths against a plan that is not quite best
        come = (
            None if chance is None else product(chance, product(likely, Fraction(own.parts[choice.parent], own.unit)))
        )
        return Decision(
            player,
            stage.start,
            story,
            self._done(stage, player, choice.memory),
            choice.moves,
            words_in(self.game, stage.examples[player][number], story, choice.moves),
            tuple(own.chances(choice) or self._elsewhere(solved, player, choice, worths)),
            units_in(self.game).own_worths(player, worths) if sure and worths else None,
            come,
            own.parts[choice.parent] > 0,
        )

    def _elsewhere(
        self, solved: Solved, player: int, choice: InformationSet, worths: Sequence[Exact] | None
    ) -> list[Exact]:
        """What to do where one's own plan never comes: a best move, if only against an opponent who errs."""
        if worths is None:
            worth = self._answer(solved, player, trembling=True).worth
            worths = [worth[q] for q in choice.sequences]
        return best_move_alone(worths)

    def _done(self, stage: Stage, player: int, memory: int) -> tuple[str, ...]:
        """The own moves that are remembered, as they were called where they were made."""
        known, words = stage.memories, list[str]()
        for number in reversed([memory, *known.earlier(memory)]):
            if isinstance(event := known.events[number], Did):
                before = known.before[number]
                examples = stage.examples[player][stage.numbers[player][before]]
                words += words_in(self.game, examples, known.story(before), [event.move])
        return tuple(words)

    def _answer(self, solved: Solved, player: int, trembling: bool = False) -> BestResponse:
        """What all is worth to a player against the other's plan, or against the same plan of a trembling hand."""
        key = solved.stage.start, player, trembling
        if key not in self._answers:
            other = 1 - player
            plan = solved.found.plans[other]
            if trembling:
                plan = trembling_plan(solved.form.sets[other], plan)
            self._answers[key] = best_response(solved.form, player, plan)
        return self._answers[key]
