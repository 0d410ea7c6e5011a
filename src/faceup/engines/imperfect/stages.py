"""A game stage by stage, the last ones first: what it is worth to begin each, and how both play it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faceup.engines.bounds import outwards
from faceup.engines.broken_rules import repeats
from faceup.engines.imperfect.equilibrium_plans import Equilibrium, equilibrium, proven
from faceup.engines.imperfect.sequence_form import SequenceForm
from faceup.engines.imperfect.stage import Stage
from faceup.engines.limits import Limits
from faceup.engines.linear_systems import Bounds
from faceup.engines.numbers import Exact
from faceup.rules.contract import Game


@dataclass(frozen=True)
class Solved:
    """A stage with what it pays, where all stages after it are played as they are solved, and how it is played."""

    stage: Stage
    form: SequenceForm
    found: Equilibrium
    value: Bounds  # to player 0


class Stages:
    """The stages of a game, which are solved as they are asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solved: dict[Any, Solved] = {}

    @property
    def positions(self) -> int:
        """How many were met in all stages."""
        return sum(one.stage.positions for one in self.solved.values())

    def of(self, start: Any, limits: Limits, width: float) -> Solved:
        """The stage that begins at a position. Raises LimitReached, RepeatingStateError."""
        begun: dict[Any, Stage] = {}
        todo, met = [start], self.positions
        while todo:
            state = todo[-1]
            if state in self.solved:
                todo.pop()
            elif state not in begun:
                begun[state] = stage = Stage(self.game, state, limits, met)
                met += stage.positions
                for after, _ in stage.leads:
                    if after in begun and after not in self.solved:
                        raise repeats(self.game, after)
                    todo.append(after)
            else:
                self.solved[state] = self._solve(begun[state], limits, width)
        return self.solved[start]

    def _solve(self, stage: Stage, limits: Limits, width: float) -> Solved:
        """A stage all of whose next ones are solved."""
        low, middle, high = (self._form(stage, number) for number in (_low, _middle, _high))
        found = equilibrium(middle, limits, width)
        value = Bounds(proven(low, found.plans).low, proven(high, found.plans).high)
        return Solved(stage, middle, found, outwards(value))

    def _form(self, stage: Stage, number: Callable[[Bounds], Exact]) -> SequenceForm:
        """The stage in sequence form, where the next ones pay this of what they are worth."""
        pays = dict(stage.pays)
        for (after, pair), chance in stage.leads.items():
            pays[pair] = pays.get(pair, 0) + chance * number(self.solved[after].value)
        return SequenceForm(stage.sets, pays)


def _low(bounds: Bounds) -> Exact:
    return bounds.low


def _high(bounds: Bounds) -> Exact:
    return bounds.high


def _middle(bounds: Bounds) -> Exact:
    return bounds.low if bounds.low == bounds.high else (Fraction(bounds.low) + bounds.high) / 2
