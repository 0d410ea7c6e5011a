"""A plan for each player, as good as they can be found, and what the two prove about the value of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from faceup.engines.imperfect.linear_program import exact_plan, float_plan, program_of
from faceup.engines.imperfect.matrix_game import matrix_plans
from faceup.engines.imperfect.plans import Plan, best_answer, best_response, rounded_plan
from faceup.engines.imperfect.regret_matching import learned
from faceup.engines.imperfect.sequence_form import SequenceForm
from faceup.engines.limits import Limits
from faceup.engines.linear_systems import Bounds

SMALL_MATRIX = 400  # pairs of moves up to which pivots in whole numbers are quicker than a program in floats
MOST_SEQUENCES = 100_000  # of both players, of which a linear program is made


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
    if all(len(sets) == 1 for sets in form.sets) and choices[0] * choices[1] <= SMALL_MATRIX:
        return matrix_plans(form.matrix), "matrix"
    if sum(form.counts) <= MOST_SEQUENCES:
        first, second = (_by_program(form, player, limits) for player in (0, 1))
        if first and second:
            return (first, second), "linear program"
    return _by_learning(form, limits, width)


def _by_program(form: SequenceForm, player: int, limits: Limits) -> Plan | None:
    """The plan of a linear program, exact where its floats tell that; None where there was no time for it."""
    program = program_of(form, player)
    found = float_plan(program, limits.left)
    if found is None:
        return None
    return exact_plan(program, *found) or rounded_plan(form.sets[player], found[0])


def _by_learning(form: SequenceForm, limits: Limits, width: float) -> tuple[tuple[Plan, Plan], str]:
    """The average plans of learning."""
    learning = learned(form, limits, width)
    first, second = (rounded_plan(sets, plan) for sets, plan in zip(form.sets, learning.plans, strict=True))
    return (first, second), learning.rule.name
