"""A game stage by stage, the last ones first; and stages that lead back to each other, so that play need not end.

What stages that lead back to each other are worth solves Shapley's equations: to begin each is worth what it pays,
where the next ones pay what they are worth (L. S. Shapley, Stochastic Games, PNAS 39, 1953). Newton's method finds that
in floats (M. A. Pollatschek, B. Avi-Itzhak, Algorithms for Stochastic Games with Geometrical Interpretation, Management
Science 15, 1969), of a game that breaks off now and then, very rarely: so nobody's plan puts off for ever what is to be
done some day. Plans are the same whenever a stage repeats. However one was found, the best answer to it is one
player's, a decision process, and is computed exactly: that proves what the plan secures. Plans of simple fractions, and
those that are best where values are simple fractions, are tried as well.

Not every value can be secured so: one may be come near to by plans that risk less and less, and by no best one (H.
Everett, Recursive Games, 1957). Then, as where a value is no fraction, the bounds stay apart.
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
    solved_alone,
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

BREAKS_OFF = Fraction(1, 1 << 44)  # how likely the game does that in each round whose value is looked for
GRID = 1 << 48  # parts of the largest payoff, of which values are made that are looked for
CLOSE = 2.0**-46  # of the largest payoff, that values may miss of Shapley's equations
MOST_ROUNDS = 100  # of Newton's method
SIMPLE_VALUES = (1000, 1_000_000)  # denominators up to which values are tried, in parts of the largest payoff,
SIMPLE_PLANS = (12, 1000, 1_000_000)  # and chances of moves

Values = list[Exact]


def solved_together(game: Game, stages: Sequence[Stage], known: Known, limits: Limits, width: float) -> list[Solved]:
    """Stages that lead to each other, and else to such as are known.

    Raises UnsupportedError where they are too many for exact numbers, RepeatingStateError where rewards may never
    settle: where players who see all, and help each other, can repeat positions for ever and be paid.
    """
    if facts_of(game).rewarding:
        check_settling(walk(game, start=stages[0].start, limits=limits))
    return _Together(game, stages, known, limits, width).solve()


class _Proof(NamedTuple):
    """What a player's plans prove, for all stages."""

    values: Values
    plans: list[Plan]


def _better(player: int, one: _Proof | None, other: _Proof | None) -> _Proof | None:
    """Which proves more."""
    if one is None or other is None:
        return one or other
    sign = 1 - 2 * player
    return other if sign * sum(other.values) > sign * sum(one.values) else one


class _Together:
    def __init__(self, game: Game, stages: Sequence[Stage], known: Known, limits: Limits, width: float) -> None:
        self.game, self.stages, self.known, self.limits, self.width = game, stages, known, limits, width
        self.places = {stage.start: k for k, stage in enumerate(stages)}
        self.endless = endless_value(game, stages[0].start)
        beyond = (known[after] for stage in stages for after, _ in stage.leads if after not in self.places)
        paid: list[Exact] = [pay for stage in stages for pay in (*stage.pays.values(), *stage.payoffs)]
        paid += [self.endless, *(bound for bounds in beyond for bound in (bounds.low, bounds.high))]
        self.largest = max((abs(Fraction(pay)) for pay in paid), default=Fraction(0)) or Fraction(1)

    def solve(self) -> list[Solved]:
        near, found = self._near()
        (lows, firsts), (highs, seconds) = self._proofs([found, *self._simple(near)])
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
        """The same with both players' plans refined, where these prove as much in all stages."""
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
        """The best proof for each player, up to where both prove the same."""
        best: list[_Proof | None] = [None, None]
        for most in (*SIMPLE_PLANS, None):
            for each in found:
                for player in (0, 1):
                    plans = [one.plans[player] for one in each]
                    proof = self._proof(player, plans if most is None else self._simpler(player, plans, most))
                    best[player] = _better(player, best[player], proof)
                if best[0] and best[1] and best[0].values == best[1].values:
                    return [best[0], best[1]]
        if best[0] is None or best[1] is None:
            raise UnsupportedError(
                f"{broken_rules.at(self.game, self.stages[0].start)}: this and {len(self.stages) - 1:,} more "
                "positions lead back to each other, with more decisions than can be solved exactly"
            )
        return [best[0], best[1]]

    def _forms(self, values: Values) -> list[SequenceForm]:
        """The stages, where it is worth so much to begin them."""

        def worth(after: Any) -> Exact:
            place = self.places.get(after)
            return middle(self.known[after]) if place is None else values[place]

        return [stage.form(worth) for stage in self.stages]

    def _plans(self, values: Values) -> list[Equilibrium]:
        return [equilibrium(form, self.limits, self.width) for form in self._forms(values)]

    # Values in floats are parts of the largest payoff, beyond what play without end is worth.

    def _near(self) -> tuple[Any, list[Equilibrium]]:
        """Values that nearly solve the equations, in floats, and how the stages are played that are worth that."""
        values = np.zeros(len(self.stages))
        nearest: tuple[Any, list[Equilibrium]] | None = None
        least = before = np.inf
        for _ in range(MOST_ROUNDS):
            found = self._plans(self._exactly(values))
            worth = np.array([float((middle(one.value) - self.endless) / self.largest) for one in found])
            off = float(abs(worth - values).max())
            if nearest is None or off < least:
                nearest, least = (values, found), off
            if off <= CLOSE or self.limits.limit_at(0):
                break
            values, before = (self._newton(found) if off < before else worth), off
        assert nearest is not None
        return nearest

    def _exactly(self, values: Any) -> Values:
        """Values in fractions, of the game that breaks off."""
        unit = self.largest * (1 - BREAKS_OFF)
        return [self.endless + unit * Fraction(round(value * GRID), GRID) for value in values.tolist()]

    @cached_property
    def _breaking_off(self) -> list[SequenceForm]:
        """The stages where it is worth nothing more to begin another than play without end is worth."""
        return self._forms([self.endless] * len(self.stages))

    def _newton(self, found: Sequence[Equilibrium]) -> Any:
        """What the stages are worth where they are played so, whenever they repeat."""
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

    # Proofs, and what is to be proven

    def _simple(self, near: Any) -> Iterator[list[Equilibrium]]:
        """How the stages are played where they are worth simple fractions that solve the equations."""
        for most in SIMPLE_VALUES:
            values: Values = [
                self.endless + self.largest * Fraction(value).limit_denominator(most) for value in near.tolist()
            ]
            found = self._plans(values)
            if all(one.value == Bounds(value, value) for one, value in zip(found, values, strict=True)):
                yield found
                return

    def _simpler(self, player: int, plans: Sequence[Plan], most: int) -> list[Plan]:
        return [simple_plan(stage.sets[player], plan, most) for stage, plan in zip(self.stages, plans, strict=True)]

    def _proof(self, player: int, plans: list[Plan]) -> "_Proof | None":
        try:
            with np.errstate(all="ignore"):  # where play hardly ever ends, floats tell nothing, and that is found out
                return _Proof(self._proven(player, plans), plans)
        except (Inexact, NotTransient):
            return None

    def _proven(self, player: int, plans: Sequence[Plan]) -> Values:
        """What player 0 gets in each stage, at least or at most, where a player keeps to these plans.

        The other decides by information set; what is likely there follows from the plan.
        """
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
    """The stages of a game, which are solved as they are asked for, and the values of those that are."""

    def __init__(self, game: Game, most: float = inf) -> None:
        self.game, self.most = game, most  # positions of a stage
        self.solved: dict[Any, Solved] = {}
        self.values: dict[Any, Bounds] = {}
        self._parts: list[list[Solved]] = []  # those that lead back to each other, each after those that it leads to

    @property
    def positions(self) -> int:
        """How many were met in all stages."""
        return sum(one.stage.positions for one in self.solved.values())

    def of(self, start: Any, limits: Limits, width: float) -> Solved:
        """The stage that begins at a position. Raises LimitReached, RepeatingStateError, UnsupportedError."""
        if start not in self.solved:
            stages = list(self._walk_stages(start, limits))
            places = {stage.start: k for k, stage in enumerate(stages)}
            after = [list(dict.fromkeys(places[there] for there, _ in one.leads if there in places)) for one in stages]
            for part in components(*edges_from(after)):
                self._solve([stages[k] for k in part], part[0] in after[part[0]], limits, width)
        return self.solved[start]

    def _walk_stages(self, start: Any, limits: Limits) -> Iterator[Stage]:
        """The stages that play can come to from a position on, but for those that are solved."""
        todo, met, positions = [start], {start}, self.positions
        while todo:
            stage = Stage(self.game, todo.pop(), limits, positions, self.most)
            positions += stage.positions
            new = [there for there in dict.fromkeys(there for there, _ in stage.leads) if there not in met]
            met.update(new)
            todo += [there for there in new if there not in self.solved]
            yield stage

    def _solve(self, part: list[Stage], again: bool, limits: Limits, width: float) -> None:
        """Stages that lead back to each other, or one alone, which may lead to itself ``again``."""
        if len(part) > 1 or again:
            found = solved_together(self.game, part, self.values, limits, width)
        else:
            found = [solved_alone(part[0], self.values, limits, width)]
        self._parts.append(found)
        for one in found:
            self.solved[one.stage.start] = one
            self.values[one.stage.start] = one.value

    def sure(self, solved: Solved) -> bool:
        """Whether a stage, and all that it may lead to, are worth what is known exactly."""
        values = (self.values[after] for after, _ in solved.stage.leads)
        return all(low == high for low, high in (solved.value, *values))

    def off(self, solved: Solved) -> Exact:
        """How far what a player gains in a stage by another plan than the best may be off.

        That is as much as the value of the stage, and those of the next ones, are not known; 0 where all are exact.
        """
        after = (self.values[state] for state, _ in solved.stage.leads)
        widths = [Fraction(high) - low for low, high in after]
        return Fraction(solved.value.high) - solved.value.low + max(widths, default=Fraction(0))

    def chances(self, start: Any) -> dict[Any, Exact]:
        """How likely best play of both ever comes from a stage to each other one in which somebody decides.

        Where values are not exact, plans are not quite the best, and these chances are rounded, to some thirty digits.
        """
        chances: dict[Any, Exact] = {start: 1}
        for part in reversed(self._parts):
            rows = {one.stage.start: _onward(one) for one in part}
            entered = {here: chances[here] for here in rows if here in chances}
            if not entered:
                continue
            beyond = dict.fromkeys(there for row in rows.values() for there in row if there not in rows)
            exact = all(map(self.sure, part))
            for target in (*(one.stage.start for one in part if any(one.form.sets)), *beyond):
                ever = _ever(rows, target, exact)
                chance = sum((product(come, ever.get(here, 0)) for here, come in entered.items()), start=0)
                chances[target] = chance if target in rows else chances.get(target, 0) + chance
        return chances

    def reachable_stages(self, start: Any, player: int) -> set[Any]:
        """Where the stages begin that a player who keeps to best play can come to, whatever the other does."""
        met, todo = {start}, [start]
        while todo:
            solved = self.solved[todo.pop()]
            parts = solved.found.plans[player].parts
            for after, pair in solved.stage.leads:
                if after not in met and parts[pair[player]]:
                    met.add(after)
                    todo.append(after)
        return met


def _onward(solved: Solved) -> dict[Any, Fraction]:
    """How likely play goes on from a stage to each of those it leads to."""
    first, second = solved.found.plans
    row: dict[Any, Fraction] = {}
    for (after, (a, b)), likely in solved.stage.leads.items():
        if part := first.parts[a] * second.parts[b]:
            row[after] = row.get(after, Fraction(0)) + likely * Fraction(part, first.unit * second.unit)
    return row


def _ever(rows: Mapping[Any, Mapping[Any, Fraction]], target: Any, exact: bool) -> dict[Any, Exact]:
    """How likely play ever comes to the target from each of these."""
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
