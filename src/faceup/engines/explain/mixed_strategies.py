"""Mixed strategies of solved games with hidden information, and the reasons why best play mixes moves.

To give the reasons, each move is made never, and always, and the best response of the other is computed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import takewhile
from math import inf
from typing import NamedTuple, cast

from faceup.engines.hidden.equilibrium_plans import Solved
from faceup.engines.hidden.sequence_form import BestResponse, InformationSet, Plan, best_response, plan_of
from faceup.engines.model.limits import Deadline
from faceup.engines.solve.hidden.plan_table import PlanTable
from faceup.engines.solve.hidden.stage_table import StageTable
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, simplest
from faceup.results.answers.decision import Decision, GivenMoves, LabelledDecision, Labels, MixedStrategy
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.reasons import (
    Balance,
    Change,
    DominatedMove,
    MixedExplanation,
    MixedReason,
    ResponseGain,
)
from faceup.results.seats import OwnUnits, units_in
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move

MOST_EXPLAINED = 200  # decisions, those that best play reaches most often


def mixed_strategy(solution: HiddenSolution, reach: str = "best", player: int | None = None) -> MixedStrategy:
    """Return all decisions that players who follow best play reach, whatever the others do; with ``reach`` "all", all
    decisions.

    Raises UsageError if ``player`` never decides, or if all decisions of one player against chance are asked for.
    """
    _check_solution(solution)
    decisions = cast(PlanTable, solution.table).decisions(solution.start)
    if reach == "best" and solution.engine == "regret":  # regret minimisation lists the kept decisions first
        decisions = takewhile(lambda decision: decision.kept, decisions)
    listed = list(decisions)
    deciders = {decision.player for decision in listed}
    if player is not None and player not in deciders:
        raise UsageError(f"player {player} never decides in {type(solution.game).name}")
    own = [one for one in listed if player in (None, one.player) and len(one.moves) > 1]
    if reach == "all" and solution.engine == "beliefs":
        raise UsageError("reach 'all' is for two opponents; of one player against chance possible: best")
    shown = own if reach == "all" else [one for one in own if one.kept]
    left_out = solution.information_sets - len(listed) if solution.engine == "beliefs" else len(own) - len(shown)
    later = solution.information_sets - len(listed) if solution.engine == "regret" else 0
    return MixedStrategy(
        solution.game, solution.value, tuple(shown), left_out, player, max(later, 0), solution.certified, solution
    )


class _Placed(NamedTuple):
    """A decision, with its stage and the number of its information set in the stage."""

    solved: Solved
    number: int
    decision: Decision

    @property
    def choice(self) -> InformationSet:
        return self.solved.form.sets[self.decision.player][self.number]


def _check_solution(solution: object) -> None:
    if not isinstance(solution, HiddenSolution):
        possible = "faceup.mixed_strategy(faceup.solve(game)) of a game with something hidden"
        raise UsageError(f"a mixed strategy is of a solved game; possible: {possible}")


def mixed_reasons(
    solution: HiddenSolution, *, moves: GivenMoves | None = None, seconds: float = inf
) -> MixedExplanation:
    """Return why best play mixes moves: for each decision that it may reach, or the one after these ``moves``, what the
    other gains if the probabilities change.

    A cost is that of changing one decision while the rest of the plan stays, counted from the last position that was
    known to all. If later positions are known within bounds, so are costs, and no moves are called equal. Decisions
    that are not reached within ``seconds`` are left out.
    """
    _check_solution(solution)
    strategy, table = (
        mixed_strategy(solution, "all" if isinstance(solution.table, StageTable) else "best"),
        solution.table,
    )
    if not isinstance(table, StageTable):
        return MixedExplanation(solution, strategy, (), (), sum(one.mixed for one in strategy.decisions))
    placed = [_Placed(*one) for one in table.in_stages(solution.start)]
    by_place = {(id(one.solved), one.decision.player, one.number): one.decision for one in placed}
    mixed = sorted((one for one in placed if one.decision.mixed and one.decision.reach), key=_how_often)
    if moves is not None:
        there = solution.decision(moves)
        mixed = [one for one in mixed if replace(one.decision, reach=None) == there]
    reasons, ends, units = list[MixedReason](), Deadline(seconds), units_in(solution.game)
    for one in mixed[:MOST_EXPLAINED]:
        if ends.is_set():
            break
        reasons.append(_MixedReason(one, by_place, table.stages.uncertainty(one.solved), units, strategy.sees).reason())
    reasons.sort(key=lambda reason: -Fraction(reason.most) * Fraction(reason.decision.reach or 0))
    dominated = tuple(_dominated_moves(table.stages.solved[solution.start], by_place))
    return MixedExplanation(solution, strategy, tuple(reasons), dominated, len(mixed) - len(reasons))


def _how_often(one: _Placed) -> Exact:
    return -Fraction(one.decision.reach or 0)


class _MixedReason:
    """The probabilities of one decision, and the results if they are changed."""

    def __init__(
        self,
        one: _Placed,
        decisions: Mapping[tuple[int, int, int], Decision],
        off: Exact,
        units: OwnUnits,
        sees: Labels,
    ) -> None:
        self.one, self.decisions, self.off, self.units, self.sees = one, decisions, off, units, sees
        self.player, self.form = one.decision.player, one.solved.form
        self.other = 1 - self.player
        self.plan, self.others_plan = (one.solved.found.plans[who] for who in (self.player, self.other))
        self.usual = best_response(self.form, self.other, self.plan)

    def reason(self) -> MixedReason:
        decision = self.one.decision
        made = [move for move, chance in zip(decision.moves, decision.chances, strict=True) if chance]
        if len(made) == 2:  # never the one is always the other
            made = [min(made, key=lambda move: decision.chances[decision.moves.index(move)])]
        responses = {
            (move, always): best_response(self.form, self.other, self._change_plan(move, always))
            for move in made
            for always in (False, True)
        }
        changes = tuple(
            Change(
                decision.words[decision.moves.index(move)],
                always,
                self._own(Fraction(response.value) - self.usual.value),
                tuple(sorted(self._answers(response), key=lambda answer: -Fraction(answer.gain))),
                self._own(Fraction(self.off)),
            )
            for (move, always), response in responses.items()
        )
        balances = tuple(self._balances(list(responses.values())))
        return MixedReason(LabelledDecision(decision, self.sees[decision]), changes, balances)

    def _change_plan(self, move: Move, always: bool) -> Plan:
        """Return the plan that always makes the move in this decision; or never, with the other moves in the same
        proportions.
        """
        choice, chances = self.one.choice, self.plan.chances(self.one.choice)
        assert chances is not None
        place = choice.moves.index(move)
        rest = 1 - chances[place]
        factors: dict[int, Exact] = {
            q: (Fraction(1) / chances[place] if always else 0) if k == place else (0 if always else Fraction(1) / rest)
            for k, q in enumerate(choice.sequences)
        }
        for one in self.form.sets[self.player]:
            if one.parent in factors:
                factors |= dict.fromkeys(one.sequences, factors[one.parent])
        parts = (Fraction(part, self.plan.unit) for part in self.plan.parts)
        return plan_of([part * factors.get(q, 1) for q, part in enumerate(parts)])

    def _answers(self, response: BestResponse) -> Iterator[ResponseGain]:
        """Yield the decisions in which best play is not the best response to the changed plan, with the gain of the
        response there.

        The gain is counted at decisions that best play reaches, with the best response from there on, so the gains add
        up to the whole gain (S. Kakade, J. Langford, Approximately Optimal Approximate Reinforcement Learning, 2002).
        """
        for number, choice in enumerate(self.form.sets[self.other]):
            chances = self.others_plan.chances(choice)
            if chances is None:
                continue
            made = sum(chance * response.worth[q] for chance, q in zip(chances, choice.sequences, strict=True))
            if lost := _best(response, choice) - made:
                gain = Fraction(lost) * self.others_plan.parts[choice.parent] / (self.others_plan.unit * response.unit)
                if gain <= self.off:
                    continue
                decision = self._decision(number)
                words = _words(decision, _as_good(response, choice))
                yield ResponseGain(decision, self.sees[decision], words, self._own(gain), self._own(Fraction(self.off)))

    def _balances(self, responses: list[BestResponse]) -> Iterator[Balance]:
        """Yield the other's decisions in which moves are equal now, and are not if the probabilities change; mixed
        decisions first.

        Yields nothing if later positions are known within bounds: then no moves are known to be equal.
        """
        if self.off:
            return
        balances = list[Balance]()
        for number, choice in enumerate(self.form.sets[self.other]):
            equal = _as_good(self.usual, choice)
            decision = self._decision(number)
            if len(equal) < 2 or decision.worths is None:
                continue
            if any(_as_good(response, choice) != equal for response in responses):
                balances.append(Balance(decision, self.sees[decision], _words(decision, equal)))
        yield from sorted(
            balances, key=lambda balance: (not balance.decision.mixed, -Fraction(balance.decision.reach or 0))
        )

    def _own(self, more: Fraction) -> Number:
        """Return a gain of the other in units of that player."""
        return simplest(Fraction(self.units.difference(self.other, more)))

    def _decision(self, number: int) -> Decision:
        return self.decisions[id(self.one.solved), self.other, number]


def _best(response: BestResponse, choice: InformationSet) -> int:
    return max(response.worth[q] for q in choice.sequences)


def _as_good(response: BestResponse, choice: InformationSet) -> list[int]:
    """Return the places of the best moves."""
    best = _best(response, choice)
    return [k for k, q in enumerate(choice.sequences) if response.worth[q] == best]


def _words(decision: Decision, places: list[int]) -> tuple[str, ...]:
    return tuple(decision.words[k] for k in places)


def _dominated_moves(first: Solved, decisions: Mapping[tuple[int, int, int], Decision]) -> Iterator[DominatedMove]:
    """Yield the moves that some other move is never worse than, if both players move once, without knowing the other's
    move.
    """
    if any(len(sets) != 1 for sets in first.form.sets) or first.stage.leads:
        return
    matrix = first.form.matrix
    for player, rows in enumerate((matrix, [[-pay for pay in column] for column in zip(*matrix, strict=True)])):
        words = decisions[id(first), player, 0].words
        for k, row in enumerate(rows):
            better = next(
                (
                    i
                    for i, other in enumerate(rows)
                    if other != row and all(a >= b for a, b in zip(other, row, strict=True))
                ),
                None,
            )
            if better is not None:
                yield DominatedMove(player, words[k], words[better])
