"""The loops of counterfactual regret minimization on flat arrays, in sequence form."""

from typing import Any, NamedTuple

from faceup.engines.hidden import decisions_kernel
from faceup.engines.hidden.decisions_kernel import best_upwards, mean_worth, plan_by

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


STEPS = (*decisions_kernel.STEPS, gather, improve, best_worth, kept_share)  # each after those that it calls
