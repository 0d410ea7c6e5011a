"""Regret matching, best responses and counterfactual regret minimisation (CFR) on flat arrays in sequence form.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, Regret Minimization in Games with Incomplete Information, 2007.

Information set ``k`` has the sequences ``firsts[k]`` to ``firsts[k + 1] - 1``, one for each of its moves, which extend
the sequence ``parents[k]``. Sets come after those that lead to them. One text serves machine code, and CPython with
whole numbers in lists.
"""

from typing import Any, NamedTuple


def positive_sum(numbers: Any, begin: int, end: int) -> float:
    """Return the sum of the positive numbers in a range."""
    whole = 0.0
    for q in range(begin, end):
        whole += max(numbers[q], 0.0)
    return whole


def matched_probability(number: float, whole: float, count: int) -> float:
    """Return the probability of one of ``count`` moves by regret matching: max(regret, 0) / whole, or 1 / count if
    whole is 0.

    S. Hart, A. Mas-Colell, A Simple Adaptive Procedure Leading to Correlated Equilibrium, Econometrica 68, 2000.
    """
    return max(number, 0.0) / whole if whole > 0.0 else 1.0 / count


def mixed_value(weights: Any, values: Any, begin: int, end: int) -> float:
    """Return the value of an information set whose moves are mixed by regret matching with these weights."""
    whole, value = positive_sum(weights, begin, end), 0.0
    for q in range(begin, end):
        value += matched_probability(weights[q], whole, end - begin) * values[q]
    return value


def fill_matched_plan(weights: Any, parents: Any, firsts: Any, sets: int, plan: Any) -> None:
    """Fill ``plan`` with the realisation plan that mixes by these weights; the empty sequence must be set before."""
    for k in range(sets):
        begin, end = firsts[k], firsts[k + 1]
        whole = positive_sum(weights, begin, end)
        for q in range(begin, end):
            plan[q] = plan[parents[k]] * matched_probability(weights[q], whole, end - begin)


def best_response_values(parents: Any, firsts: Any, sets: int, values: Any) -> None:
    """Add to each sequence the values of the best sequences after it, from the last set upwards.

    This computes a best response. Before, ``values`` has the payoffs of each sequence alone; afterwards values[q] =
    payoff(q) + sum over the sets k with parent q of max values in k.
    """
    for k in range(sets - 1, -1, -1):
        best = values[firsts[k]]
        for q in range(firsts[k] + 1, firsts[k + 1]):
            best = max(best, values[q])
        values[parents[k]] += best


MATCHING = (positive_sum, matched_probability)
DECIDING = (*MATCHING, mixed_value, fill_matched_plan, best_response_values)  # each after those that it calls


INFINITE = 1e300


class Learner(NamedTuple):
    """One player: payoffs, information sets, and four numbers for each sequence.

    ``regret`` is the discounted cumulative counterfactual regret, ``total`` the weighted sum of all plans so far,
    ``plan`` the present realisation plan, and ``values`` scratch.
    """

    pays: Any
    sets: Any
    regret: Any
    total: Any
    plan: Any
    values: Any


def add_payoffs(learner: Learner, theirs: Any) -> None:
    """Fill ``values`` with the payoffs of each sequence alone against a plan of the other: pays @ theirs."""
    starts, columns, numbers = learner.pays
    for q in range(len(learner.values)):
        brought = 0.0
        for k in range(starts[q], starts[q + 1]):
            brought += numbers[k] * theirs[columns[k]]
        learner.values[q] = brought


def update_regrets(learner: Learner, theirs: Any, weight: float, keep: float, forgive: float) -> None:
    """Run one iteration of CFR for one player: update its regrets against the other's plan, then its plan.

    With v(q) the counterfactual value of sequence q and v(k) the value of its information set under the present
    mixture, regret[q] = discount (regret[q] + v(q) - v(k)). The discount is ``keep`` if the result is above 0, else
    ``forgive``. The new plan enters the average with ``weight``.
    """
    parents, firsts = learner.sets
    regret, plan, total, values = learner.regret, learner.plan, learner.total, learner.values
    add_payoffs(learner, theirs)
    for k in range(len(parents) - 1, -1, -1):
        begin, end = firsts[k], firsts[k + 1]
        value = mixed_value(regret, values, begin, end)
        for q in range(begin, end):
            now = regret[q] + values[q] - value
            regret[q] = now * (keep if now > 0.0 else forgive)
        values[parents[k]] += value
    fill_matched_plan(regret, parents, firsts, len(parents), plan)
    for q in range(len(plan)):
        total[q] += weight * plan[q]


def best_response_value(learner: Learner, theirs: Any) -> float:
    """Return the value of the best response to a plan of the other."""
    parents, firsts = learner.sets
    add_payoffs(learner, theirs)
    best_response_values(parents, firsts, len(parents), learner.values)
    return learner.values[0]  # type: ignore[no-any-return]


def learn(first: Learner, second: Learner, done: int, turns: int, kept: float, forgiven: float, later: float) -> None:
    """Run so many ``turns`` of both players in alternation, after those ``done``.

    After turn k, positive regrets are multiplied by k^kept / (k^kept + 1), and negative ones by the same with
    ``forgiven``; the plan of turn k has the weight k^later in the average (discounted CFR, Brown and Sandholm 2019).
    The power inf discounts nothing, and -inf drops all, which gives CFR+.
    """
    for k in range(done + 1, done + turns + 1):
        weight, keep, forgive = k**later, discount(float(k), kept), discount(float(k), forgiven)
        update_regrets(first, second.plan, weight, keep, forgive)
        update_regrets(second, first.plan, weight, keep, forgive)


def discount(turn: float, power: float) -> float:
    """Return the factor turn^power / (turn^power + 1); 1 if the power is inf, 0 if it is -inf."""
    if power > INFINITE:
        return 1.0
    if power < -INFINITE:
        return 0.0
    grown = float(turn**power)
    return grown / (grown + 1.0)


def bounds(first: Learner, second: Learner, one: Any, two: Any) -> tuple[float, float]:
    """Return the value that plan ``one`` secures to player 0, and the value that plan ``two`` allows."""
    return -best_response_value(second, one), best_response_value(first, two)


STEPS = (*DECIDING, add_payoffs, update_regrets, best_response_value, discount)  # each after those that it calls
