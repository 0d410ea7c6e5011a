"""Equilibrium plans of two opponents by linear programming, the bounds that they prove, and stages solved by them.

If both players choose once and at the same time, the payoffs are a matrix A. With all entries made positive, the second
player's plan y divided by the value solves: maximise sum(y) subject to A y <= 1, y >= 0 (G. B. Dantzig, A Proof of the
Equivalence of the Programming Problem and the Game Problem, 1951). The simplex tableau is kept in whole numbers over
one denominator (J. Edmonds, Systems of Distinct Representatives and Linear Algebra, 1967), with R. G. Bland's pivot
rule, which never cycles.

Otherwise the unknowns of the program are a player's realisation plan and the value of the other's best response, in the
whole game and from each information set on (Koller, Megiddo and von Stengel 1996, as in ``sequence_form``). HiGHS
solves it in floats, through SciPy. The support of that solution and its tight constraints give equations that determine
the plan, and these are solved in fractions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from faceup.engines.hidden.regret_matching import learn_game
from faceup.engines.hidden.sequence_form import (
    InformationSet,
    Plan,
    SequenceForm,
    behavioral_plan,
    best_plan_alone,
    best_response,
    plan_of,
    pure_best,
    rounded_plan,
    trembling_plan,
)
from faceup.engines.hidden.stage import Stage
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import rational_solution

NEGLIGIBLE = 1e-9  # probabilities and slacks in floats below this count as 0


def matrix_plans(matrix: Sequence[Sequence[Exact]]) -> tuple[Plan, Plan]:
    """Return optimal plans of a matrix game: of the first player, who chooses the row and gets the entry, and of the
    second.

    Sequence 0 is the empty sequence; a sequence for each row or column follows.
    """
    scale = lcm(*(pay.denominator for row in matrix for pay in row))
    whole = [[pay.numerator * (scale // pay.denominator) for pay in row] for row in matrix]
    least = min(map(min, whole))
    rows, columns = len(whole), len(whole[0])
    tableau = [
        [pay - least + 1 for pay in row] + [int(k == i) for k in range(rows)] + [1] for i, row in enumerate(whole)
    ]
    goal = [-1] * columns + [0] * rows + [0]
    basis = list(range(columns, columns + rows))
    unit = 1
    while True:
        entering = next((k for k, cost in enumerate(goal[:-1]) if cost < 0), None)
        if entering is None:
            break
        leaving = min(
            (i for i in range(rows) if tableau[i][entering] > 0),
            key=lambda i: (Fraction(tableau[i][-1], tableau[i][entering]), basis[i]),
        )
        # Fraction-free pivoting: entries are determinants of the matrix, so the division by the last pivot is exact.
        pivot, pivot_row = tableau[leaving][entering], tableau[leaving]
        for row in [*tableau[:leaving], *tableau[leaving + 1 :], goal]:
            factor = row[entering]
            row[:] = [(a * pivot - factor * b) // unit for a, b in zip(row, pivot_row, strict=True)]
        basis[leaving], unit = entering, pivot
    # The second plan is in the basis; the first, the dual solution, is in the costs of the slacks.
    total = goal[-1]
    second = [0] * columns
    for i, k in enumerate(basis):
        if k < columns:
            second[k] = tableau[i][-1]
    return Plan([total, *goal[columns:-1]], total), Plan([total, *second], total)


Row = dict[int, int]


@dataclass(frozen=True, eq=False)
class Program:
    """The linear program of a player's plan: maximise v subject to the ``rules`` (equations) and ``answers`` (<= 0).

    The unknowns are the realisation weights of the player's sequences, then v, then a value for each information set of
    the other. ``rules`` say that the weights of an information set sum to the weight of its parent. ``answers`` has a
    row for each sequence of the other. Payoffs are multiplied by ``form.scale``, so they are whole.
    """

    form: SequenceForm
    player: int
    rules: list[Row]
    answers: list[Row]

    @property
    def plan_size(self) -> int:
        """The number of unknowns that are the plan; the next unknown is the value of the whole game."""
        return self.form.counts[self.player]

    @property
    def largest(self) -> int:
        """The largest payoff, by which floats are divided, so that a tolerance means the same in every game."""
        return max((abs(pay) for *_, pay in self.form.whole), default=1)

    @property
    def unknowns(self) -> int:
        return self.plan_size + 1 + len(self.form.sets[1 - self.player])


def program_of(form: SequenceForm, player: int) -> Program:
    """Build the linear program of a player."""
    count, other = form.counts[player], 1 - player
    rules: list[Row] = [{0: 1}]
    for choice in form.sets[player]:
        rules.append(dict.fromkeys(choice.sequences, 1) | {choice.parent: -1})
    answers: list[Row] = [{} for _ in range(form.counts[other])]
    answers[0][count] = 1
    for k, choice in enumerate(form.sets[other], count + 1):
        answers[choice.parent][k] = -1
        for q in choice.sequences:
            answers[q][k] = 1
    sign = -1 if player == 0 else 1
    for *pair, pay in form.whole:
        answers[pair[other]][pair[player]] = sign * pay
    return Program(form, player, rules, answers)


def float_plan(program: Program, seconds: float) -> tuple[Any, Any] | None:
    """Return the plan in floats, and the slack of each row of ``answers``; None if no solution was found in time."""
    from scipy.optimize import linprog

    plan_size, unknowns = program.plan_size, program.unknowns
    goal = np.zeros(unknowns)
    goal[plan_size] = -1
    constants = np.zeros(len(program.rules))
    constants[0] = 1
    result = linprog(
        goal,
        A_ub=_sparse(program.answers, unknowns, plan_size, program.largest),
        b_ub=np.zeros(len(program.answers)),
        A_eq=_sparse(program.rules, unknowns, plan_size),
        b_eq=constants,
        bounds=[(0, None)] * plan_size + [(None, None)] * (unknowns - plan_size),
        method="highs-ds",
        options={"time_limit": seconds} if np.isfinite(seconds) else None,
    )
    return None if result.x is None or result.status else (result.x[:plan_size], result.slack)


def _sparse(rows: list[Row], unknowns: int, plan_size: int, scale: int = 1) -> Any:
    """Return the rows as a sparse matrix of floats; coefficients of the plan are divided by ``scale``."""
    from scipy.sparse import csr_matrix

    starts = np.cumsum([0, *map(len, rows)])
    columns = [k for row in rows for k in row]
    numbers = [number / scale if k < plan_size else float(number) for row in rows for k, number in row.items()]
    return csr_matrix((numbers, columns, starts), shape=(len(rows), unknowns))


def exact_plan(program: Program, near: Any, short: Any) -> Plan | None:
    """Return the plan in fractions, from a plan ``near`` it in floats and the slacks (``short``) of its answers.

    None if these do not determine a plan, or if the work is too much. The best response to the plan tells whether it is
    optimal.
    """
    form, player = program.form, program.player
    used = np.flatnonzero(near > NEGLIGIBLE).tolist()
    places = {q: place for place, q in enumerate(used)}
    rows = [{places[q]: number for q, number in row.items() if q in places} for row in program.rules]
    ties, unknowns = _ties(program, places, short <= NEGLIGIBLE)
    solution = rational_solution([*rows, *ties], [1] + [0] * (len(rows) + len(ties) - 1), unknowns)
    if solution is None or min(solution[: len(used)]) < 0:
        return None
    chances = dict(zip(used, solution, strict=False))
    return plan_of([chances.get(q, 0) for q in range(form.counts[player])])


def _ties(program: Program, places: Mapping[int, int], tight: Any) -> tuple[list[Row], int]:
    """Return the equations of all tight answers, and the number of their unknowns.

    The first tight answer in an information set gives the other's value there in terms of the plan, which eliminates
    that unknown. In a set without tight answers the value stays unknown.
    """
    form, other = program.form, 1 - program.player
    payments: list[Row] = [{} for _ in range(form.counts[other])]
    for *pair, pay in form.whole:
        if pair[program.player] in places:
            payments[pair[other]][places[pair[program.player]]] = pay
    ties, unknowns = [], len(places)
    for choice in reversed(form.sets[other]):
        best = [payments[q] for q in choice.sequences if tight[q]]
        if not best:
            best = [{unknowns: 1}]
            unknowns += 1
        ties += [difference for another in best[1:] if (difference := _sum(another, best[0], -1))]
        payments[choice.parent] = _sum(payments[choice.parent], best[0], 1)
    return ties, unknowns


def _sum(row: Row, other_row: Row, factor: int) -> Row:
    """Return ``row + factor * other_row``, without zeros."""
    total = dict(row)
    for k, number in other_row.items():
        total[k] = total.get(k, 0) + factor * number
    return {k: number for k, number in total.items() if number}


REFINEMENT_WORK = 2_000_000  # payoffs that refinement looks at, at about a microsecond each

Known = Mapping[Any, Bounds]  # the values of stages to player 0, by their first states
Visits = Sequence[Mapping[int, Exact]]  # of each information set: chance's part of its reach, by sequence of the other


@dataclass(frozen=True)
class Equilibrium:
    """The ``plans`` of both players, the ``value`` that they prove, and the ``method`` that found them."""

    plans: tuple[Plan, Plan]
    value: Bounds
    method: str


def proven_bounds(form: SequenceForm, plans: Sequence[Plan]) -> Bounds:
    """Return the value to player 0: at least what the first plan secures, at most what the second plan allows."""
    return Bounds(-best_response(form, 1, plans[0]).value, best_response(form, 0, plans[1]).value)


def equilibrium(form: SequenceForm, limits: Limits, width: float = 0.0) -> Equilibrium:
    """Return equilibrium plans, exact if possible; else with bounds at most ``width`` apart, if time allows."""
    plans, method = _plans(form, limits, width)
    return Equilibrium(plans, proven_bounds(form, plans), method)


def _plans(form: SequenceForm, limits: Limits, width: float) -> tuple[tuple[Plan, Plan], str]:
    """Return plans of both players by the simplest method that fits the size of the game, and the method."""
    if not (form.sets[0] and form.sets[1]):
        return (best_plan_alone(form, 0), best_plan_alone(form, 1)), "one player"
    choices = [count - 1 for count in form.counts]
    if all(len(sets) == 1 for sets in form.sets) and choices[0] * choices[1] <= thresholds.PIVOTED_PAIRS:
        return matrix_plans(form.matrix), "matrix"
    if sum(form.counts) <= thresholds.PROGRAM_SEQUENCES:
        first, second = (_plan_by_program(form, player, limits) for player in (0, 1))
        if first and second:
            return (first, second), "linear program"
    return _plans_by_learning(form, limits, width)


def _plan_by_program(form: SequenceForm, player: int, limits: Limits) -> Plan | None:
    """Return the plan of the linear program, exact if its floats determine an exact one; None if there was no time."""
    program = program_of(form, player)
    result = float_plan(program, limits.seconds_left)
    if result is None:
        return None
    return exact_plan(program, *result) or rounded_plan(form.sets[player], result[0])


def _plans_by_learning(form: SequenceForm, limits: Limits, width: float) -> tuple[tuple[Plan, Plan], str]:
    """Return the average plans of counterfactual regret minimisation."""
    learning = learn_game(form, limits, width)
    first, second = (rounded_plan(sets, plan) for sets, plan in zip(form.sets, learning.plans, strict=True))
    return (first, second), learning.rule.name


def refine_equilibrium(form: SequenceForm, visits: tuple[Visits, Visits], unrefined: Equilibrium) -> Equilibrium:
    """Return an equilibrium of the same value in which both players also play well after errors of the other.

    In an information set that the other's plan never reaches, a plan may make any move that does not invite the other
    there. In each such set this takes the best move against a trembling plan, if the plan then still secures as much as
    before. A move that dominates the present one always does.
    """
    first, second = (_refined_plan(form, player, visits[player], unrefined.plans) for player in (0, 1))
    return replace(unrefined, plans=(first, second))


def _refined_plan(form: SequenceForm, player: int, visits: Visits, plans: tuple[Plan, Plan]) -> Plan:
    """Return a player's plan with better moves in information sets that the other's plan never reaches.

    All sets are changed at once first; if that secures less, halves of them are tried, and single sets move by move.
    """
    plan_so_far, other, sets = plans[player], plans[1 - player], form.sets[player]
    never = [
        number
        for number, one in enumerate(sets)
        if plan_so_far.parts[one.parent] and not any(other.parts[q] for q in visits[number])
    ]
    if not never:
        return plan_so_far
    worth = best_response(form, player, trembling_plan(form.sets[1 - player], other)).worth
    chances = [plan_so_far.chances(one) or pure_best([worth[q] for q in one.sequences]) for one in sets]
    allowed = best_response(form, 1 - player, plan_so_far).value
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
                plan_so_far, chances = plan, changed
                break
        else:
            middle = len(group) // 2
            groups += [part for part in (group[middle:], group[:middle]) if middle]
    return plan_so_far


def _better(choice: InformationSet, chances: Sequence[Exact], worth: Sequence[int]) -> list[list[Exact]]:
    """Return the moves with a higher value than the present mixture, each as probabilities, the best first."""
    now = sum(chance * worth[q] for chance, q in zip(chances, choice.sequences, strict=True))
    order = sorted(choice.sequences, key=lambda q: -worth[q])
    return [[int(q == best) for q in choice.sequences] for best in order if worth[best] > now]


@dataclass(frozen=True)
class Solved:
    """A solved stage: its sequence form with the values of later stages, its equilibrium, and its value to player 0."""

    stage: Stage
    form: SequenceForm
    found: Equilibrium
    value: Bounds


def solve_stage(stage: Stage, known: Known, limits: Limits, width: float) -> Solved:
    """Solve a stage that leads only to stages of ``known`` value."""
    low, form, high = (
        stage.form(lambda after, number=number: number(known[after]))  # type: ignore[misc]
        for number in (_low, middle, _high)
    )
    found = refine_equilibrium(form, stage.visits, equilibrium(form, limits, width))
    value = Bounds(proven_bounds(low, found.plans).low, proven_bounds(high, found.plans).high)
    return Solved(stage, form, found, outwards(value))


def _low(bounds: Bounds) -> Exact:
    """Return the lower bound."""
    return bounds.low


def _high(bounds: Bounds) -> Exact:
    """Return the upper bound."""
    return bounds.high


def middle(bounds: Bounds) -> Exact:
    """Return the middle of bounds; the exact number if they are equal."""
    return bounds.low if bounds.low == bounds.high else (Fraction(bounds.low) + bounds.high) / 2
