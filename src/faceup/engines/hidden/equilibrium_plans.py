"""A plan for each player, as good as they can be found, what the two prove of the value, and stages solved by them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from faceup.engines.hidden.linear_program import exact_plan, float_plan, matrix_plans, program_of
from faceup.engines.hidden.plans import (
    Plan,
    behavioral_plan,
    best_answer,
    best_move_alone,
    best_response,
    rounded_plan,
    trembling_plan,
)
from faceup.engines.hidden.regret_matching import learn_game
from faceup.engines.hidden.sequence_form import InformationSet, SequenceForm
from faceup.engines.hidden.stage import Stage
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards

REFINEMENT_WORK = 2_000_000  # payments looked at in trying changes of a plan, at about a microsecond each

Known = Mapping[Any, Bounds]  # what it is worth to begin stages, to player 0
Visits = Sequence[Mapping[int, Exact]]  # how likely chance makes each information set with each sequence of the other


@dataclass(frozen=True)
class Equilibrium:
    """The ``plans`` of both, the ``value`` that they prove, and by which ``method`` they were found."""

    plans: tuple[Plan, Plan]
    value: Bounds
    method: str


def proven(form: SequenceForm, plans: Sequence[Plan]) -> Bounds:
    """What player 0 gets: at least what the first plan secures, at most what the second allows."""
    return Bounds(-best_response(form, 1, plans[0]).value, best_response(form, 0, plans[1]).value)


def equilibrium(form: SequenceForm, limits: Limits, width: float = 0.0) -> Equilibrium:
    """The best plans that are found: exact ones where that can be, else those that leave no more than ``width``."""
    plans, method = _plans(form, limits, width)
    return Equilibrium(plans, proven(form, plans), method)


def _plans(form: SequenceForm, limits: Limits, width: float) -> tuple[tuple[Plan, Plan], str]:
    if not (form.sets[0] and form.sets[1]):
        return (best_answer(form, 0), best_answer(form, 1)), "one player"
    choices = [count - 1 for count in form.counts]
    if all(len(sets) == 1 for sets in form.sets) and choices[0] * choices[1] <= thresholds.PIVOTED_PAIRS:
        return matrix_plans(form.matrix), "matrix"
    if sum(form.counts) <= thresholds.PROGRAM_SEQUENCES:
        first, second = (_by_program(form, player, limits) for player in (0, 1))
        if first and second:
            return (first, second), "linear program"
    return _by_learning(form, limits, width)


def _by_program(form: SequenceForm, player: int, limits: Limits) -> Plan | None:
    """The plan of a linear program, exact where its floats tell that; None where there was no time for it."""
    program = program_of(form, player)
    found = float_plan(program, limits.seconds_left)
    if found is None:
        return None
    return exact_plan(program, *found) or rounded_plan(form.sets[player], found[0])


def _by_learning(form: SequenceForm, limits: Limits, width: float) -> tuple[tuple[Plan, Plan], str]:
    """The average plans of learning."""
    learning = learn_game(form, limits, width)
    first, second = (rounded_plan(sets, plan) for sets, plan in zip(form.sets, learning.plans, strict=True))
    return (first, second), learning.rule.name


def refine_equilibrium(form: SequenceForm, visits: tuple[Visits, Visits], found: Equilibrium) -> Equilibrium:
    """An equilibrium of the same value, in which both also do their best after an error of the other.

    In an information set to which the other's plan never leads, a plan may make any move that does not invite the
    other there. ``refined`` takes the best move against a trembling hand in each such set, where the plan then secures
    as much as before. A move that is always better than the one that the plan makes keeps what the plan secures.
    """
    first, second = (_refined_plan(form, player, visits[player], found.plans) for player in (0, 1))
    return replace(found, plans=(first, second))


def _refined_plan(form: SequenceForm, player: int, visits: Visits, plans: tuple[Plan, Plan]) -> Plan:
    own, other, sets = plans[player], plans[1 - player], form.sets[player]
    never = [
        number
        for number, one in enumerate(sets)
        if own.parts[one.parent] and not any(other.parts[q] for q in visits[number])
    ]
    if not never:
        return own
    worth = best_response(form, player, trembling_plan(form.sets[1 - player], other)).worth
    chances = [own.chances(one) or best_move_alone([worth[q] for q in one.sequences]) for one in sets]
    allowed = best_response(form, 1 - player, own).value
    improvable = [number for number in never if _better(sets[number], chances[number], worth)]
    groups, work = [improvable] if improvable else [], 0
    while groups and work < REFINEMENT_WORK:
        group = groups.pop()
        moves = {number: _better(sets[number], chances[number], worth) for number in group}
        for rank in range(len(moves[group[0]]) if len(group) == 1 else 1):
            changed = list(chances)
            for number in group:
                changed[number] = moves[number][rank]
            plan, work = behavioral_plan(sets, changed), work + len(form.whole)
            if best_response(form, 1 - player, plan).value <= allowed:
                own, chances = plan, changed
                break
        else:
            middle = len(group) // 2
            groups += [part for part in (group[middle:], group[:middle]) if middle]
    return own


def _better(choice: InformationSet, chances: Sequence[Exact], worth: Sequence[int]) -> list[list[Exact]]:
    """The moves that are worth more than what is done now, each as chances, the best first."""
    now = sum(chance * worth[q] for chance, q in zip(chances, choice.sequences, strict=True))
    order = sorted(choice.sequences, key=lambda q: -worth[q])
    return [[int(q == best) for q in choice.sequences] for best in order if worth[best] > now]


@dataclass(frozen=True)
class Solved:
    """A stage with what it pays, where those it leads to are played as they are solved, and how it is played."""

    stage: Stage
    form: SequenceForm
    found: Equilibrium
    value: Bounds  # to player 0


def solved_alone(stage: Stage, known: Known, limits: Limits, width: float) -> Solved:
    """A stage that leads to such as are known."""
    low, form, high = (
        stage.form(lambda after, number=number: number(known[after]))  # type: ignore[misc]
        for number in (_low, middle, _high)
    )
    found = refine_equilibrium(form, stage.visits, equilibrium(form, limits, width))
    value = Bounds(proven(low, found.plans).low, proven(high, found.plans).high)
    return Solved(stage, form, found, outwards(value))


def _low(bounds: Bounds) -> Exact:
    return bounds.low


def _high(bounds: Bounds) -> Exact:
    return bounds.high


def middle(bounds: Bounds) -> Exact:
    """The one number for what is known within bounds."""
    return bounds.low if bounds.low == bounds.high else (Fraction(bounds.low) + bounds.high) / 2
