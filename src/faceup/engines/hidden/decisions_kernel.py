"""Regret matching and best responses, in one text: for machine code, and for CPython with whole numbers in lists.

Information set ``k`` has the sequences ``firsts[k]`` to ``firsts[k + 1] - 1``, one for each of its moves, which go on
from the sequence ``parents[k]``. Sets stand after those that lead to them.
"""

from typing import Any


def positive_sum(numbers: Any, begin: int, end: int) -> float:
    """What those of the numbers sum to that are above zero."""
    whole = 0.0
    for q in range(begin, end):
        whole += max(numbers[q], 0.0)
    return whole


def in_proportion(number: float, whole: float, count: int) -> float:
    """The chance of one of ``count`` moves by regret matching: in proportion, evenly where nothing is above zero.

    S. Hart, A. Mas-Colell, A Simple Adaptive Procedure Leading to Correlated Equilibrium, Econometrica 68, 2000.
    """
    return max(number, 0.0) / whole if whole > 0.0 else 1.0 / count


def mean_worth(weights: Any, worth: Any, begin: int, end: int) -> float:
    """What a decision is worth that is made in proportion to these weights."""
    whole, value = positive_sum(weights, begin, end), 0.0
    for q in range(begin, end):
        value += in_proportion(weights[q], whole, end - begin) * worth[q]
    return value


def plan_by(weights: Any, parents: Any, firsts: Any, sets: int, plan: Any) -> None:
    """Fill the plan that decides in each set in proportion to these weights; it has the sequences without a set."""
    for k in range(sets):
        begin, end = firsts[k], firsts[k + 1]
        whole = positive_sum(weights, begin, end)
        for q in range(begin, end):
            plan[q] = plan[parents[k]] * in_proportion(weights[q], whole, end - begin)


def best_upwards(parents: Any, firsts: Any, sets: int, worth: Any) -> None:
    """Add to what each sequence brings at once what the best ones after it bring: the best response."""
    for k in range(sets - 1, -1, -1):
        best = worth[firsts[k]]
        for q in range(firsts[k] + 1, firsts[k + 1]):
            best = max(best, worth[q])
        worth[parents[k]] += best


MATCHING = (positive_sum, in_proportion)
STEPS = (*MATCHING, mean_worth, plan_by, best_upwards)  # each after those that it calls
