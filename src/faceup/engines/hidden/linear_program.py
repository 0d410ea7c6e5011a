"""Plans that mix moves, by a simplex method in whole numbers or by a linear program, exact at the end.

Where both choose at once, and once, the payoffs are a matrix. With all of them made positive, the second player's plan
times one over the value solves: the most in sum, where no row brings more than 1 (G. B. Dantzig, A Proof of the
Equivalence of the Programming Problem and the Game Problem, 1951). The tableau is kept in whole numbers over one
denominator (J. Edmonds, 1967), the pivots are R. G. Bland's, so that none comes twice.

Else the unknowns of the program are a player's plan and what the other can get by the best answer to it: in the whole
game, and from each information set on. It is solved in floats (HiGHS, through SciPy). Which sequences are used then,
and which answers are as good as the best, are equations enough to determine the plan, and these are solved in
fractions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from faceup.engines.hidden.plans import Plan, plan_of
from faceup.engines.hidden.sequence_form import SequenceForm
from faceup.numbers.exact import Exact
from faceup.numbers.rational_systems import rational_solution

NEGLIGIBLE = 1e-9  # chances, and differences between answers, that are taken for none


def matrix_plans(matrix: Sequence[Sequence[Exact]]) -> tuple[Plan, Plan]:
    """Best plans of the first player, who chooses the row and gets what is there, and of the second.

    Sequence 0 is to have done nothing yet; the rows and columns follow.
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
        pivot, chosen = tableau[leaving][entering], tableau[leaving]
        for row in [*tableau[:leaving], *tableau[leaving + 1 :], goal]:
            factor = row[entering]
            row[:] = [(a * pivot - factor * b) // unit for a, b in zip(row, chosen, strict=True)]
        basis[leaving], unit = entering, pivot
    total = goal[-1]
    second = [0] * columns
    for i, k in enumerate(basis):
        if k < columns:
            second[k] = tableau[i][-1]
    return Plan([total, *goal[columns:-1]], total), Plan([total, *second], total)


Row = dict[int, int]


@dataclass(frozen=True, eq=False)
class Program:
    """The ``rules`` that a plan keeps, all equations; and ``answers``, one for each sequence of the other: what the
    plan leaves to it is at most what it can get. Payoffs are in whole parts of the form's scale."""

    form: SequenceForm
    player: int
    rules: list[Row]
    answers: list[Row]

    @property
    def own(self) -> int:
        """How many of the unknowns are the plan; the next is the worth of the whole game."""
        return self.form.counts[self.player]

    @property
    def largest(self) -> int:
        """The largest payoff: in parts of it all of them are floats, and small differences mean the same everywhere."""
        return max((abs(pay) for *_, pay in self.form.whole), default=1)

    @property
    def unknowns(self) -> int:
        return self.own + 1 + len(self.form.sets[1 - self.player])


def program_of(form: SequenceForm, player: int) -> Program:
    """The program of a player."""
    count, other = form.counts[player], 1 - player
    rules: list[Row] = [{0: 1}]
    for one in form.sets[player]:
        rules.append(dict.fromkeys(one.sequences, 1) | {one.parent: -1})
    answers: list[Row] = [{} for _ in range(form.counts[other])]
    answers[0][count] = 1
    for k, one in enumerate(form.sets[other], count + 1):
        answers[one.parent][k] = -1
        for q in one.sequences:
            answers[q][k] = 1
    sign = -1 if player == 0 else 1
    for *pair, pay in form.whole:
        answers[pair[other]][pair[player]] = sign * pay
    return Program(form, player, rules, answers)


def float_plan(program: Program, seconds: float) -> tuple[Any, Any] | None:
    """The plan in floats, and how much each answer falls short; None where no solution was found in time."""
    from scipy.optimize import linprog

    own, unknowns = program.own, program.unknowns
    goal = np.zeros(unknowns)
    goal[own] = -1
    constants = np.zeros(len(program.rules))
    constants[0] = 1
    found = linprog(
        goal,
        A_ub=_sparse(program.answers, unknowns, own, program.largest),
        b_ub=np.zeros(len(program.answers)),
        A_eq=_sparse(program.rules, unknowns, own),
        b_eq=constants,
        bounds=[(0, None)] * own + [(None, None)] * (unknowns - own),
        method="highs-ds",
        options={"time_limit": seconds} if np.isfinite(seconds) else None,
    )
    return None if found.x is None or found.status else (found.x[:own], found.slack)


def _sparse(rows: list[Row], unknowns: int, own: int, scale: int = 1) -> Any:
    """The rows as a matrix of floats; what a plan brings is given in parts of ``scale``, as the largest payoff."""
    from scipy.sparse import csr_matrix

    starts = np.cumsum([0, *map(len, rows)])
    columns = [k for row in rows for k in row]
    numbers = [number / scale if k < own else float(number) for row in rows for k, number in row.items()]
    return csr_matrix((numbers, columns, starts), shape=(len(rows), unknowns))


def exact_plan(program: Program, near: Any, short: Any) -> Plan | None:
    """The plan in fractions; None where the floats do not tell it, or that is too much work.

    Whether it is a best one, the best answer to it tells.
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
    """The equations of all tight answers, and of how many unknowns they are.

    The first tight answer in an information set says what the other can get there, in terms of the plan, so that it
    is no unknown any more; where there is none, it is one.
    """
    form, other = program.form, 1 - program.player
    brought: list[Row] = [{} for _ in range(form.counts[other])]
    for *pair, pay in form.whole:
        if pair[program.player] in places:
            brought[pair[other]][places[pair[program.player]]] = pay
    ties, unknowns = [], len(places)
    for one in reversed(form.sets[other]):
        best = [brought[q] for q in one.sequences if tight[q]]
        if not best:
            best = [{unknowns: 1}]
            unknowns += 1
        ties += [difference for another in best[1:] if (difference := _sum(another, best[0], -1))]
        brought[one.parent] = _sum(brought[one.parent], best[0], 1)
    return ties, unknowns


def _sum(one: Row, two: Row, factor: int) -> Row:
    """One row plus another one so many times, without zeros."""
    total = dict(one)
    for k, number in two.items():
        total[k] = total.get(k, 0) + factor * number
    return {k: number for k, number in total.items() if number}
