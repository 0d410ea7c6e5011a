"""A game solved stage by stage (public subgames), the last ones first, and stages that lead back to each other.

The values of stages that lead back to each other solve Shapley's equations: v_k = val A_k(v), where A_k(v) is the
matrix game of stage k in which each next stage pays its value (L. S. Shapley, Stochastic Games, PNAS 39, 1953).
Newton's method solves them in floats (M. A. Pollatschek, B. Avi-Itzhak, Algorithms for Stochastic Games with
Geometrical Interpretation, Management Science 15, 1969), for a game that breaks off with a tiny probability, so that no
plan puts off for ever what must be done some day. Plans are stationary: the same whenever a stage repeats.

However a plan was found, the best response to it is a decision process of one player, and is computed exactly: this
proves the value that the plan secures. Plans of simple fractions, and those that are best for values of simple
fractions, are tried as well.

Some values cannot be secured by such plans: plans of ever smaller risk come arbitrarily close, but none attains the
value (H. Everett, Recursive Games, 1957). Then the bounds stay apart, as they do if a value is irrational.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.decision_process import Action, Inexact, best_response
from faceup.engines.exact.opponents import check_settling
from faceup.engines.graph.components import components, edges_from
from faceup.engines.graph.game_graph import walk
from faceup.engines.hidden.equilibrium_plans import (
    Equilibrium,
    Known,
    Solved,
    equilibrium,
    middle,
    refine_equilibrium,
    solve_stage,
)
from faceup.engines.hidden.sequence_form import Plan, SequenceForm, simple_plan
from faceup.engines.hidden.stage import Stage
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact, product
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import Chain, NotTransient, Row, eliminate
from faceup.numbers.value import simplest
from faceup.rules.contract import Game
from faceup.rules.errors import UnsupportedError
from faceup.rules.facts import facts_of

BREAKS_OFF = Fraction(1, 1 << 44)  # the probability that the game in floats breaks off, at each stage
GRID = 1 << 48  # estimates in floats are rounded to such a part of the largest payoff
CLOSE = 2.0**-46  # the residual of Shapley's equations, relative to the largest payoff, at which Newton's method ends
MOST_ROUNDS = 100  # of Newton's method
SIMPLE_VALUES = (1000, 1_000_000)  # largest denominators of values that are tried, in parts of the largest payoff
SIMPLE_PLANS = (12, 1000, 1_000_000)  # largest denominators of the probabilities of moves that are tried

Values = list[Exact]


def solve_cyclic_stages(
    game: Game, stages: Sequence[Stage], known: Known, limits: Limits, width: float
) -> list[Solved]:
    """Solve stages that lead to each other, and otherwise only to stages of ``known`` value.

    Raises UnsupportedError if they are too many for exact numbers, and RepeatingStateError if rewards may never settle:
    if players who see everything and cooperate could repeat positions for ever and be paid.
    """
    if facts_of(game).rewarding:
        check_settling(walk(game, start=stages[0].start, limits=limits))
    return _CyclicStages(game, stages, known, limits, width).solve()


class _Proof(NamedTuple):
    """The values of all stages that a player's plans prove."""

    values: Values
    plans: list[Plan]


def _stronger_proof(player: int, one: _Proof | None, other: _Proof | None) -> _Proof | None:
    """Return the proof with the better values for the player."""
    if one is None or other is None:
        return one or other
    sign = 1 - 2 * player
    return other if sign * sum(other.values) > sign * sum(one.values) else one


class _CyclicStages:
    """Stages of one strongly connected component, whose values depend on each other."""

    def __init__(self, game: Game, stages: Sequence[Stage], known: Known, limits: Limits, width: float) -> None:
        self.game, self.stages, self.known, self.limits, self.width = game, stages, known, limits, width
        self.places = {stage.start: k for k, stage in enumerate(stages)}
        self.endless = endless_value(game, stages[0].start)
        beyond = (known[after] for stage in stages for after, _ in stage.leads if after not in self.places)
        paid: list[Exact] = [pay for stage in stages for pay in (*stage.pays.values(), *stage.payoffs)]
        paid += [self.endless, *(bound for bounds in beyond for bound in (bounds.low, bounds.high))]
        self.largest = max((abs(Fraction(pay)) for pay in paid), default=Fraction(0)) or Fraction(1)

    def solve(self) -> list[Solved]:
        """Return the solved stages: estimates, the best proofs of both players, and refined plans."""
        near, found = self._estimate_values()
        (lows, firsts), (highs, seconds) = self._proofs([found, *self._simple_solutions(near)])
        bounds = [outwards(Bounds(low, high)) for low, high in zip(lows, highs, strict=True)]
        forms = self._forms([*map(middle, bounds)])
        equilibria = [
            Equilibrium((first, second), value, f"{one.method} in rounds")
            for first, second, value, one in zip(firsts, seconds, bounds, found, strict=True)
        ]
        equilibria = self._refine(forms, equilibria, (lows, highs))
        return [Solved(*each, each[2].value) for each in zip(self.stages, forms, equilibria, strict=True)]

    def _refine(
        self, forms: Sequence[SequenceForm], found: list[Equilibrium], proven: tuple[Values, Values]
    ) -> list[Equilibrium]:
        """Return the equilibria with refined plans if these prove the same values, else ``found``."""
        better = [
            refine_equilibrium(form, stage.visits, one)
            for form, stage, one in zip(forms, self.stages, found, strict=True)
        ]
        for player, values in enumerate(proven):
            plans = [one.plans[player] for one in better]
            if plans != [one.plans[player] for one in found]:
                proof = self._proof(player, plans)
                if proof is None or proof.values != values:
                    return found
        return better

    def _proofs(self, found: Sequence[Sequence[Equilibrium]]) -> list["_Proof"]:
        """Return the best proof for each player; stop as soon as both prove the same values."""
        best: list[_Proof | None] = [None, None]
        for most in (*SIMPLE_PLANS, None):
            for each in found:
                for player in (0, 1):
                    plans = [one.plans[player] for one in each]
                    proof = self._proof(player, plans if most is None else self._simplify_plans(player, plans, most))
                    best[player] = _stronger_proof(player, best[player], proof)
                if best[0] and best[1] and best[0].values == best[1].values:
                    return [best[0], best[1]]
        if best[0] is None or best[1] is None:
            raise UnsupportedError(
                f"{broken_rules.at(self.game, self.stages[0].start)}: this and {len(self.stages) - 1:,} more "
                "positions lead back to each other, with more decisions than can be solved exactly"
            )
        return [best[0], best[1]]

    def _forms(self, values: Values) -> list[SequenceForm]:
        """Return the sequence forms of the stages, if they have these values."""

        def worth(after: Any) -> Exact:
            place = self.places.get(after)
            return middle(self.known[after]) if place is None else values[place]

        return [stage.form(worth) for stage in self.stages]

    def _plans(self, values: Values) -> list[Equilibrium]:
        return [equilibrium(form, self.limits, self.width) for form in self._forms(values)]

    # Values in floats are relative: (value - endless) / largest payoff.

    def _estimate_values(self) -> tuple[Any, list[Equilibrium]]:
        """Return values in floats that nearly solve the equations, and the equilibria there."""
        values = np.zeros(len(self.stages))
        nearest: tuple[Any, list[Equilibrium]] | None = None
        least = before = np.inf
        for _ in range(MOST_ROUNDS):
            found = self._plans(self._in_fractions(values))
            worth = np.array([float((middle(one.value) - self.endless) / self.largest) for one in found])
            uncertainty = float(abs(worth - values).max())
            if nearest is None or uncertainty < least:
                nearest, least = (values, found), uncertainty
            if uncertainty <= CLOSE or self.limits.limit_at(0):
                break
            values, before = (self._newton(found) if uncertainty < before else worth), uncertainty
        assert nearest is not None
        return nearest

    def _in_fractions(self, values: Any) -> Values:
        """Return values in fractions, for the game that breaks off, from relative ones in floats."""
        unit = self.largest * (1 - BREAKS_OFF)
        return [self.endless + unit * Fraction(round(value * GRID), GRID) for value in values.tolist()]

    @cached_property
    def _breaking_off(self) -> list[SequenceForm]:
        """The sequence forms of the stages, if every next stage has the value of an endless play."""
        return self._forms([self.endless] * len(self.stages))

    def _newton(self, found: Sequence[Equilibrium]) -> Any:
        """Take one step of Newton's method: return the values if both keep to these plans in every repetition.

        With plans fixed, the values v solve v = gains + (1 - break-off) onward v.
        """
        count = len(self.stages)
        onward, gains = np.zeros((count, count)), np.zeros(count)
        for k, (stage, form, one) in enumerate(zip(self.stages, self._breaking_off, found, strict=True)):
            first, second = one.plans
            unit = first.unit * second.unit
            paid = sum(pay * first.parts[a] * second.parts[b] for (a, b), pay in form.pays.items())
            gains[k] = float((Fraction(paid) / unit - self.endless) / self.largest)
            for (after, (a, b)), chance in stage.leads.items():
                if after in self.places and (part := first.parts[a] * second.parts[b]):
                    onward[k, self.places[after]] += float(Fraction(chance) * part / unit)
        return np.linalg.solve(np.eye(count) - float(1 - BREAKS_OFF) * onward, gains)

    # Proofs, and the values and plans to prove

    def _simple_solutions(self, near: Any) -> Iterator[list[Equilibrium]]:
        """Yield the equilibria for the first simple fractions near these floats that solve the equations."""
        for most in SIMPLE_VALUES:
            values: Values = [
                self.endless + self.largest * Fraction(value).limit_denominator(most) for value in near.tolist()
            ]
            found = self._plans(values)
            if all(one.value == Bounds(value, value) for one, value in zip(found, values, strict=True)):
                yield found
                return

    def _simplify_plans(self, player: int, plans: Sequence[Plan], most: int) -> list[Plan]:
        return [simple_plan(stage.sets[player], plan, most) for stage, plan in zip(self.stages, plans, strict=True)]

    def _proof(self, player: int, plans: list[Plan]) -> "_Proof | None":
        """Return what these plans of a player prove; None if the best response cannot be computed."""
        try:
            with np.errstate(all="ignore"):  # if play hardly ever ends, floats fail, and the exact check notices
                return _Proof(self._best_response_values(player, plans), plans)
        except (Inexact, NotTransient):
            return None

    def _best_response_values(self, player: int, plans: Sequence[Plan]) -> Values:
        """Return the value of each stage to player 0, if ``player`` keeps to these plans and the other gives the best
        response.

        The other decides at each information set; the plan gives the probabilities of its positions.
        """
        # A decision process: first a place for each stage, then one for each information set of the other, reached
        # with the probability of chance and the plan.
        other = 1 - player
        actions: list[list[Action]] = [[] for _ in self.stages]
        for k, (stage, plan) in enumerate(zip(self.stages, plans, strict=True)):
            gains: list[Exact] = [0] * stage.counts[other]
            onward: list[Row] = [{} for _ in gains]
            for pair, pay in stage.pays.items():
                gains[pair[other]] += pay * plan.parts[pair[player]]
            for (after, pair), chance in stage.leads.items():
                likely, done = Fraction(chance * plan.parts[pair[player]]), pair[other]
                if after not in self.places:
                    gains[done] += likely * self.known[after][player]
                elif likely:
                    place = self.places[after]
                    onward[done][place] = onward[done].get(place, Fraction(0)) + likely
            choices = [(range(1), Fraction(plan.unit), k)]
            for choice, visits in zip(stage.sets[other], stage.visits[other], strict=True):
                if likely := sum((Fraction(chance) * plan.parts[q] for q, chance in visits.items()), Fraction(0)):
                    onward[choice.parent][len(actions)] = likely
                    choices.append((choice.sequences, likely, len(actions)))
                    actions.append([])
            for sequences, likely, place in choices:
                actions[place] = [
                    Action({there: chance / likely for there, chance in onward[q].items()}, simplest(gains[q] / likely))
                    for q in sequences
                ]
        return best_response(actions, 2 * player - 1, self.endless).values[: len(self.stages)]


class Stages:
    """The stages of a game and their values; each stage is solved when it is first looked up."""

    def __init__(self, game: Game, most: float = inf) -> None:
        self.game, self.most = game, most  # positions of a stage
        self.solved: dict[Any, Solved] = {}
        self.values: dict[Any, Bounds] = {}
        self._parts: list[list[Solved]] = []  # strongly connected components, each after those that it leads to

    @property
    def positions(self) -> int:
        """The number of positions in all stages."""
        return sum(one.stage.positions for one in self.solved.values())

    def of(self, start: Any, limits: Limits, width: float) -> Solved:
        """Return the stage that begins at a position. Raises LimitReached, RepeatingStateError, UnsupportedError."""
        if start not in self.solved:
            stages = list(self._walk_stages(start, limits))
            places = {stage.start: k for k, stage in enumerate(stages)}
            after = [list(dict.fromkeys(places[there] for there, _ in one.leads if there in places)) for one in stages]
            for part in components(*edges_from(after)):
                self._solve([stages[k] for k in part], part[0] in after[part[0]], limits, width)
        return self.solved[start]

    def _walk_stages(self, start: Any, limits: Limits) -> Iterator[Stage]:
        """Yield the unsolved stages that play can reach from a position."""
        todo, met, positions = [start], {start}, self.positions
        while todo:
            stage = Stage(self.game, todo.pop(), limits, positions, self.most)
            positions += stage.positions
            new = [there for there in dict.fromkeys(there for there, _ in stage.leads) if there not in met]
            met.update(new)
            todo += [there for there in new if there not in self.solved]
            yield stage

    def _solve(self, part: list[Stage], again: bool, limits: Limits, width: float) -> None:
        """Solve a component: several stages, or a single one, which may lead to itself ``again``."""
        if len(part) > 1 or again:
            found = solve_cyclic_stages(self.game, part, self.values, limits, width)
        else:
            found = [solve_stage(part[0], self.values, limits, width)]
        self._parts.append(found)
        for one in found:
            self.solved[one.stage.start] = one
            self.values[one.stage.start] = one.value

    def is_exact(self, solved: Solved) -> bool:
        """Whether the values of a stage and of all stages that it leads to are exact."""
        values = (self.values[after] for after, _ in solved.stage.leads)
        return all(low == high for low, high in (solved.value, *values))

    def uncertainty(self, solved: Solved) -> Exact:
        """Return a bound on the error of the gain of another plan in a stage: the widths of its value and of the next
        values.

        It is 0 if all these values are exact.
        """
        after = (self.values[state] for state, _ in solved.stage.leads)
        widths = [Fraction(high) - low for low, high in after]
        return Fraction(solved.value.high) - solved.value.low + max(widths, default=Fraction(0))

    def chances(self, start: Any) -> dict[Any, Exact]:
        """Return the probability that play by both plans ever comes from a stage to each other stage with a decision.

        If values are not exact, plans are nearly optimal, and these probabilities are rounded to some thirty digits.
        """
        chances: dict[Any, Exact] = {start: 1}
        for part in reversed(self._parts):
            rows = {one.stage.start: _next_stages(one) for one in part}
            entered = {here: chances[here] for here in rows if here in chances}
            if not entered:
                continue
            beyond = dict.fromkeys(there for row in rows.values() for there in row if there not in rows)
            exact = all(map(self.is_exact, part))
            for target in (*(one.stage.start for one in part if any(one.form.sets)), *beyond):
                ever = _reach_probabilities(rows, target, exact)
                chance = sum((product(come, ever.get(here, 0)) for here, come in entered.items()), start=0)
                chances[target] = chance if target in rows else chances.get(target, 0) + chance
        return chances

    def reachable_stages(self, start: Any, player: int) -> set[Any]:
        """Return the starts of the stages that best play of the player can reach, against some play of the other."""
        met, todo = {start}, [start]
        while todo:
            solved = self.solved[todo.pop()]
            parts = solved.found.plans[player].parts
            for after, pair in solved.stage.leads:
                if after not in met and parts[pair[player]]:
                    met.add(after)
                    todo.append(after)
        return met


def _next_stages(solved: Solved) -> dict[Any, Fraction]:
    """Return the probabilities of the next stages after a stage, if both keep to their plans."""
    first, second = solved.found.plans
    row: dict[Any, Fraction] = {}
    for (after, (a, b)), likely in solved.stage.leads.items():
        if part := first.parts[a] * second.parts[b]:
            row[after] = row.get(after, Fraction(0)) + likely * Fraction(part, first.unit * second.unit)
    return row


def _reach_probabilities(rows: Mapping[Any, Mapping[Any, Fraction]], target: Any, exact: bool) -> dict[Any, Exact]:
    """Return the probability that play ever reaches the target from each of these stages.

    With h(target) = 1, h solves h(s) = sum over next stages t of p(s, t) h(t) on the stages that lead to the target.
    """
    before, todo = dict[Any, int](), [target]
    while todo:
        there = todo.pop()
        for here, row in rows.items():
            if there in row and here != target and here not in before:
                before[here] = len(before)
                todo.append(here)
    inside = [{before[there]: chance for there, chance in rows[here].items() if there in before} for here in before]
    at_once: list[Exact] = [rows[here].get(target, 0) for here in before]
    try:
        found = [bounds.low for bounds in Chain(inside).expectation(at_once, exact)]
    except NotTransient:  # as floats see it
        found = eliminate(inside, at_once)
    return {target: 1, **dict(zip(before, found, strict=True))}
