"""Counterfactual regret minimisation, for games too large for a linear program.

The best responses to the average plans prove bounds after any number of turns. Which discounting of earlier regrets
converges fastest depends on the game, so each rule is tried first (O. Tammelin, Solving Large Imperfect Information
Games Using CFR+, 2014; N. Brown and T. Sandholm, Solving Imperfect-Information Games via Discounted Regret
Minimization, 2019).
"""

import time
from collections.abc import Sized
from math import inf
from typing import Any, NamedTuple, Protocol

import numpy as np

from faceup.engines.hidden import regret_kernel
from faceup.engines.hidden.regret_kernel import MATCHING, Learner, fill_matched_plan
from faceup.engines.hidden.sequence_form import FlatPays, FlatSets
from faceup.engines.model.limits import Limits

TRIED = 200  # turns by each rule, before one is chosen
NEARER, MOST_IDLE = 0.999, 20  # progress narrows the width by this factor; learning ends after so many steps without
TRYING = 0.3  # the part of the remaining time in which rules are tried
SHARE = 1000  # without a wanted width, learning ends at the first width divided by this
TURNS_AT_ONCE = 200_000_000  # divided by the number of payoffs: turns between two looks at the clock


class Form(Protocol):
    """A game in sequence form, in flat arrays."""

    @property
    def pays(self) -> Sized: ...
    @property
    def counts(self) -> tuple[int, int]: ...
    @property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]: ...
    @property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]: ...


class Rule(NamedTuple):
    """A discounting rule: in turn t, regrets are multiplied by t^p / (t^p + 1), and plans weigh t^``later``.

    p is ``kept`` for positive regrets, and ``forgiven`` for negative ones.
    """

    name: str
    kept: float
    forgiven: float
    later: float


PLUS = Rule("CFR+", inf, -inf, 1.0)
RULES = (PLUS, Rule("linear CFR", 1.0, 1.0, 1.0), Rule("discounted CFR", 1.5, 0.0, 2.0))


def learn_game(form: Form, limits: Limits, width: float) -> "Learning":
    """Learn a game until its bounds are ``width`` apart, time is over, or they stop closing; return the learning."""
    turns = max(1, TURNS_AT_ONCE // max(len(form.pays), 1))
    tried, began = [Learning(form, rule) for rule in RULES], time.monotonic()
    for one in tried:
        one.learn(1)
    wanted = width or min(one.width for one in tried) / SHARE
    took = time.monotonic() - began  # for a turn by each
    more = int(min(TRIED, turns, TRYING * limits.seconds_left / max(took, 1e-9)))
    for one in tried:
        one.learn(more)
    learning = min(tried, key=lambda one: one.width)
    limits.tell(*learning.bounds)
    before, now, idle = inf, learning.width, 0
    while not limits.limit_at(0) and now > wanted and idle < MOST_IDLE:
        learning.learn(min(learning.turns, turns))
        low, high = learning.bounds
        limits.tell(low, high)
        before, now = min(before, now), high - low
        idle = 0 if now < NEARER * before else idle + 1  # rounding stops progress at some width
    return learning


class Learning:
    """Counterfactual regret minimisation of a game in sequence form: the state of both players after ``turns``."""

    def __init__(self, form: Form, rule: Rule = PLUS) -> None:
        from faceup.native.kernels import shared_kernel

        self.rule = rule
        self._learn = shared_kernel(regret_kernel.learn, regret_kernel.STEPS)
        self._bounds = shared_kernel(regret_kernel.bounds, regret_kernel.STEPS)
        self.form, self.turns = form, 0
        self.learners = tuple(
            Learner(pays, sets, np.zeros(count), np.zeros(count), np.ones(count), np.zeros(count))
            for pays, sets, count in zip(form.flat_pays, form.flat_sets, form.counts, strict=True)
        )
        planned = shared_kernel(fill_matched_plan, MATCHING)
        for learner in self.learners:  # all regrets are 0, so all moves are equally likely
            parents, firsts = learner.sets
            planned(learner.regret, parents, firsts, len(parents), learner.plan)

    def learn(self, turns: int) -> None:
        """Run so many more turns."""
        _, *powers = self.rule
        self._learn(*self.learners, self.turns, turns, *powers)
        self.turns += turns

    @property
    def plans(self) -> tuple[Any, Any]:
        """The average realisation plans so far."""
        first, second = (learner.total / learner.total[0] for learner in self.learners)
        return first, second

    @property
    def width(self) -> float:
        """The exploitability of the average plans: the gains of both best responses together."""
        low, high = self.bounds
        return high - low

    @property
    def bounds(self) -> tuple[float, float]:
        """The values that the average plans secure to player 0 and allow to player 0, up to rounding."""
        return self.proven_bounds(*self.plans)

    def proven_bounds(self, one: Any, two: Any) -> tuple[float, float]:
        """Return the value that plan ``one`` secures to player 0, and the value that plan ``two`` allows.

        Both are correct up to rounding.
        """
        low, high = self._bounds(*self.learners, one, two)
        return float(low), float(high)
