"""Plans of a player in whole numbers, and what is surely known of a game from a plan of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from faceup.engines.hidden.regret_kernel import best_upwards
from faceup.engines.hidden.sequence_form import InformationSet, SequenceForm
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import simplest

PARTS = 1 << 30  # into which certainty is cut where a strategy of floats is made exact
TREMBLE = 0.001  # how often a trembling hand makes any of the moves, whatever the plan says


@dataclass(frozen=True)
class Plan:
    """The chance of doing all of each sequence, if chance and the other let it come to that: ``parts`` of ``unit``."""

    parts: list[int]
    unit: int

    def chances(self, choice: InformationSet) -> list[Exact] | None:
        """How the player decides there; None where the plan never comes there."""
        total = self.parts[choice.parent]
        return [simplest(Fraction(self.parts[q], total)) for q in choice.sequences] if total else None


def plan_of(chances: Sequence[Exact]) -> Plan:
    """The plan with these chances of sequences."""
    unit = lcm(*(chance.denominator for chance in chances))
    return Plan([chance.numerator * (unit // chance.denominator) for chance in chances], unit)


def behavioral_plan(sets: Sequence[InformationSet], chances: Sequence[Sequence[Exact]]) -> Plan:
    """The plan that decides in each information set with these chances."""
    done: list[Exact] = [1] * (1 + sum(len(one.moves) for one in sets))
    for one, own in zip(sets, chances, strict=True):
        for q, chance in zip(one.sequences, own, strict=True):
            done[q] = product(done[one.parent], chance)
    return plan_of(done)


def best_move_alone(worths: Sequence[Exact]) -> list[Exact]:
    """The chances of a player who makes the first of the best moves."""
    best = worths.index(max(worths))
    return [int(k == best) for k in range(len(worths))]


def rounded_plan(sets: Sequence[InformationSet], near: Any) -> Plan:
    """A plan near to one of floats: at each information set the chances are rounded to parts of one whole."""
    parts, depths = [1] + [0] * (len(near) - 1), [0] * len(near)
    for one in sets:
        weights = [max(float(near[q]), 0.0) for q in one.sequences]
        total = sum(weights)
        cut = [int(PARTS * weight / total) for weight in weights] if total > 0 else [0] * len(weights)
        cut[cut.index(max(cut))] += PARTS - sum(cut)
        for q, own in zip(one.sequences, cut, strict=True):
            parts[q], depths[q] = parts[one.parent] * own, depths[one.parent] + 1
    deepest, bits = max(depths), PARTS.bit_length() - 1
    return Plan(
        [part << bits * (deepest - depth) for part, depth in zip(parts, depths, strict=True)], 1 << bits * deepest
    )


def simple_plan(sets: Sequence[InformationSet], plan: Plan, most: int) -> Plan:
    """A plan near to another one: at each information set the chances are fractions with denominators up to ``most``,
    where that leaves something for the largest of them, which is what is left.
    """
    chances: list[Exact] = [1, *([0] * (len(plan.parts) - 1))]
    for one in sets:
        given = plan.chances(one)
        if given is None:
            continue
        near = [Fraction(chance).limit_denominator(most) for chance in given]
        largest = near.index(max(near))
        near[largest] += 1 - sum(near)
        for q, chance in zip(one.sequences, given if near[largest] < 0 else near, strict=True):
            chances[q] = chances[one.parent] * chance
    return plan_of(chances)


def trembling_plan(sets: Sequence[InformationSet], plan: Plan) -> Plan:
    """The plan of a hand that trembles: it comes everywhere, and makes every move at least now and then.

    A best response to it is a best move also where the plan never comes (R. Selten, Reexamination of the Perfectness
    Concept for Equilibrium Points in Extensive Games, International Journal of Game Theory 4, 1975). Where the plan
    itself never comes, every move is as likely.
    """
    near = [0.0] * len(plan.parts)
    for one in sets:
        even = Fraction(1, len(one.moves))
        for q, chance in zip(one.sequences, plan.chances(one) or [even] * len(one.moves), strict=True):
            near[q] = (1 - TREMBLE) * float(chance) + TREMBLE * float(even)
    return rounded_plan(sets, near)


@dataclass(frozen=True)
class BestResponse:
    """``worth`` of each sequence of the player who answers, from there on, in parts of ``unit``.

    Each is weighed by how often chance and the other's plan let it come to that.
    """

    worth: list[int]
    unit: int

    @property
    def value(self) -> Exact:
        """What the player gets."""
        return simplest(Fraction(self.worth[0], self.unit))


def best_response(form: SequenceForm, player: int, plan: Plan) -> BestResponse:
    """The best that a player can do against a plan of the other."""
    worth, sign = [0] * form.counts[player], 1 if player == 0 else -1
    for *pair, pay in form.whole:
        if part := plan.parts[pair[1 - player]]:
            worth[pair[player]] += sign * pay * part
    sets = form.sets[player]
    best_upwards([one.parent for one in sets], [*(one.first for one in sets), len(worth)], len(sets), worth)
    return BestResponse(worth, form.scale * plan.unit)


def best_answer(form: SequenceForm, player: int) -> Plan:
    """One of the best plans, of certain moves, where the other does nothing."""
    worth = best_response(form, player, Plan([1] + [0] * (form.counts[1 - player] - 1), 1)).worth
    parts = [1] + [0] * (len(worth) - 1)
    for one in form.sets[player]:
        parts[max(one.sequences, key=lambda q: worth[q])] = parts[one.parent]
    return Plan(parts, 1)
