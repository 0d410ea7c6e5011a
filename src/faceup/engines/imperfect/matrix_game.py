"""Both choose at once, and once: best plans for both by the simplex method, in exact numbers.

With all payoffs made positive, the second player's plan times one over the value solves: the most in sum, where no row
brings more than 1 (G. B. Dantzig, A Proof of the Equivalence of the Programming Problem and the Game Problem, 1951).
The tableau is kept in whole numbers over one denominator (J. Edmonds, 1967), the pivots are R. G. Bland's, so that none
comes twice.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from faceup.engines.imperfect.plans import Plan
from faceup.numbers.exact import Exact


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
