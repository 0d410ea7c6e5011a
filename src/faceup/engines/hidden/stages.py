"""A game stage by stage, the last ones first: what it is worth to begin each, and how both play it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import inf
from typing import Any

from faceup.engines.hidden.equilibrium_plans import Solved, solved_alone
from faceup.engines.hidden.stage import Stage
from faceup.engines.hidden.stages_together import solved_together
from faceup.engines.model.components import components, edges_from
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact, product
from faceup.numbers.intervals import Bounds
from faceup.numbers.linear_systems import Chain, NotTransient, eliminate
from faceup.rules.contract import Game


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
