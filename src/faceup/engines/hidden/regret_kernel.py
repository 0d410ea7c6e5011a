"""Regret matching and best responses, and the loops of counterfactual regret minimization on flat arrays.

Regret matching and best responses, in one text: for machine code, and for CPython with whole numbers in lists.

Information set ``k`` has the sequences ``firsts[k]`` to ``firsts[k + 1] - 1``, one for each of its moves, which go on
from the sequence ``parents[k]``. Sets stand after those that lead to them.
"""

from typing import Any, NamedTuple


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
DECIDING = (*MATCHING, mean_worth, plan_by, best_upwards)  # each after those that it calls


INFINITE = 1e300


class Learner(NamedTuple):
    """One player: what sequences bring, the information sets; the ``regret`` of each sequence, the ``total`` of its
    chances in all plans so far, later plans counting for more; the ``plan`` of now; ``worth`` is room to compute in."""

    pays: Any
    sets: Any
    regret: Any
    total: Any
    plan: Any
    worth: Any


def gather(learner: Learner, theirs: Any) -> None:
    """What each sequence brings at once, against a plan of the other."""
    starts, columns, numbers = learner.pays
    for q in range(len(learner.worth)):
        brought = 0.0
        for k in range(starts[q], starts[q + 1]):
            brought += numbers[k] * theirs[columns[k]]
        learner.worth[q] = brought


def improve(learner: Learner, theirs: Any, weight: float, keep: float, forgive: float) -> None:
    """Regret what would have been better against the other's plan, and plan anew.

    The plan counts with that ``weight``; so much is kept of regrets above zero, and so much of those below.
    """
    parents, firsts = learner.sets
    regret, plan, total, worth = learner.regret, learner.plan, learner.total, learner.worth
    gather(learner, theirs)
    for k in range(len(parents) - 1, -1, -1):
        begin, end = firsts[k], firsts[k + 1]
        value = mean_worth(regret, worth, begin, end)
        for q in range(begin, end):
            now = regret[q] + worth[q] - value
            regret[q] = now * (keep if now > 0.0 else forgive)
        worth[parents[k]] += value
    plan_by(regret, parents, firsts, len(parents), plan)
    for q in range(len(plan)):
        total[q] += weight * plan[q]


def best_worth(learner: Learner, theirs: Any) -> float:
    """What the best answer to a plan of the other brings."""
    parents, firsts = learner.sets
    gather(learner, theirs)
    best_upwards(parents, firsts, len(parents), learner.worth)
    return learner.worth[0]  # type: ignore[no-any-return]


def learn(first: Learner, second: Learner, done: int, turns: int, kept: float, forgiven: float, later: float) -> None:
    """Let both improve, one after the other, so many times after those that are done.

    After turn k the share k**kept / (k**kept + 1) of regrets above zero is kept, and with ``forgiven`` of those below;
    the plan of turn k counts k**later. Infinite ones keep all, or nothing where they are below zero.
    """
    for k in range(done + 1, done + turns + 1):
        weight, keep, forgive = k**later, kept_share(float(k), kept), kept_share(float(k), forgiven)
        improve(first, second.plan, weight, keep, forgive)
        improve(second, first.plan, weight, keep, forgive)


def kept_share(turn: float, power: float) -> float:
    """What is kept after a turn; 1 for an infinite power, 0 for one below zero."""
    if power > INFINITE:
        return 1.0
    if power < -INFINITE:
        return 0.0
    grown = float(turn**power)
    return grown / (grown + 1.0)


def bounds(first: Learner, second: Learner, one: Any, two: Any) -> tuple[float, float]:
    """What these plans secure to player 0, and allow, against the best answers."""
    return -best_worth(second, one), best_worth(first, two)


STEPS = (*DECIDING, gather, improve, best_worth, kept_share)  # each after those that it calls
