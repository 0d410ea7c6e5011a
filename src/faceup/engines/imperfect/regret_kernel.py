"""The loops of counterfactual regret minimization on flat arrays, in sequence form."""

from typing import Any, NamedTuple


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


def improve(learner: Learner, theirs: Any, weight: float) -> None:
    """Regret what would have been better against the other's plan, and plan anew."""
    parents, firsts = learner.sets
    regret, plan, total, worth = learner.regret, learner.plan, learner.total, learner.worth
    gather(learner, theirs)
    for k in range(len(parents) - 1, -1, -1):
        begin, end = firsts[k], firsts[k + 1]
        whole = value = 0.0
        for q in range(begin, end):
            whole += regret[q]
            value += worth[q] * regret[q]
        if whole > 0:
            value /= whole
        else:
            value = 0.0
            for q in range(begin, end):
                value += worth[q] / (end - begin)
        for q in range(begin, end):
            regret[q] = max(regret[q] + worth[q] - value, 0.0)
        worth[parents[k]] += value
    for k in range(len(parents)):
        begin, end, chance = firsts[k], firsts[k + 1], plan[parents[k]]
        whole = 0.0
        for q in range(begin, end):
            whole += regret[q]
        for q in range(begin, end):
            plan[q] = chance * regret[q] / whole if whole > 0 else chance / (end - begin)
    for q in range(len(plan)):
        total[q] += weight * plan[q]


def best_worth(learner: Learner, theirs: Any) -> float:
    """What the best answer to a plan of the other brings."""
    parents, firsts = learner.sets
    gather(learner, theirs)
    worth = learner.worth
    for k in range(len(parents) - 1, -1, -1):
        best = worth[firsts[k]]
        for q in range(firsts[k] + 1, firsts[k + 1]):
            best = max(best, worth[q])
        worth[parents[k]] += best
    return worth[0]  # type: ignore[no-any-return]


def learn(first: Learner, second: Learner, done: int, turns: int) -> None:
    """Let both improve, one after the other, so many times after those that are done."""
    for k in range(done + 1, done + turns + 1):
        improve(first, second.plan, float(k))
        improve(second, first.plan, float(k))


def width(first: Learner, second: Learner, one: Any, two: Any) -> float:
    """How much both together gain by the best answers to these plans."""
    return best_worth(first, two) + best_worth(second, one)
