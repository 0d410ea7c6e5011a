"""Plans that both players learn by regret, for games too large for a linear program.

After any number of turns the best answers to the average plans prove how near they are. Which way of forgetting earlier
regrets learns a game soonest nobody knows before (O. Tammelin, Solving Large Imperfect Information Games Using CFR+,
2014; N. Brown and T. Sandholm, Solving Imperfect-Information Games via Discounted Regret Minimization, 2019).
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.imperfect import regret_kernel
from faceup.engines.imperfect.regret_kernel import Learner
from faceup.engines.imperfect.sequence_form import SequenceForm


class Rule(NamedTuple):
    """How regrets are forgotten: the powers of the turn by which regrets above and below zero are kept, and by which
    later plans count for more.
    """

    name: str
    kept: float
    forgiven: float
    later: float


PLUS = Rule("CFR+", inf, -inf, 1.0)
RULES = (PLUS, Rule("linear CFR", 1.0, 1.0, 1.0), Rule("discounted CFR", 1.5, 0.0, 2.0))


def quickest(form: SequenceForm, turns: int) -> "Learning":
    """A game learned for so many turns, by the rule that came nearest in them."""
    learned = [Learning(form, rule) for rule in RULES]
    for one in learned:
        one.learn(turns)
    return min(learned, key=lambda one: one.width)


class Learning:
    """Both players learning a game in sequence form."""

    def __init__(self, form: SequenceForm, rule: Rule = PLUS) -> None:
        from faceup.native.kernels import shared_kernel

        self.rule = rule
        steps = (regret_kernel.gather, regret_kernel.improve, regret_kernel.best_worth, regret_kernel._share)
        self._learn = shared_kernel(regret_kernel.learn, steps)
        self._width = shared_kernel(regret_kernel.width, steps)
        self.form, self.turns = form, 0
        self.learners = tuple(
            Learner(pays, sets, np.zeros(count), np.zeros(count), _evenly(sets, count), np.zeros(count))
            for pays, sets, count in zip(form.flat_pays, form.flat_sets, form.counts, strict=True)
        )

    def learn(self, turns: int) -> None:
        """So many more turns."""
        _, *powers = self.rule
        self._learn(*self.learners, self.turns, turns, *powers)
        self.turns += turns

    @property
    def plans(self) -> tuple[Any, Any]:
        """The average plans so far."""
        first, second = (learner.total / learner.total[0] for learner in self.learners)
        return first, second

    @property
    def width(self) -> float:
        """How much both together could gain by the best answers to the average plans."""
        return float(self._width(*self.learners, *self.plans))


def _evenly(sets: Any, count: int) -> Any:
    """The plan that takes all moves alike."""
    plan = np.ones(count)
    for k, parent in enumerate(sets.parents.tolist()):
        begin, end = sets.firsts[k : k + 2].tolist()
        plan[begin:end] = plan[parent] / (end - begin)
    return plan
