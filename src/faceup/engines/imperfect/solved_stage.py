"""A stage that is solved, where all stages after it are: what it pays then, and how it is played."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faceup.engines.imperfect.equilibrium_plans import Equilibrium, equilibrium, proven, refined
from faceup.engines.imperfect.sequence_form import SequenceForm
from faceup.engines.imperfect.stage import Stage
from faceup.engines.limits import Limits
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards

Known = Mapping[Any, Bounds]  # what it is worth to begin stages, to player 0


@dataclass(frozen=True)
class Solved:
    """A stage with what it pays, where those it leads to are played as they are solved, and how it is played."""

    stage: Stage
    form: SequenceForm
    found: Equilibrium
    value: Bounds  # to player 0


def solved_alone(stage: Stage, known: Known, limits: Limits, width: float) -> Solved:
    """A stage that leads to such as are known."""
    low, form, high = (
        stage.form(lambda after, number=number: number(known[after]))  # type: ignore[misc]
        for number in (_low, middle, _high)
    )
    found = refined(form, stage.visits, equilibrium(form, limits, width))
    value = Bounds(proven(low, found.plans).low, proven(high, found.plans).high)
    return Solved(stage, form, found, outwards(value))


def _low(bounds: Bounds) -> Exact:
    return bounds.low


def _high(bounds: Bounds) -> Exact:
    return bounds.high


def middle(bounds: Bounds) -> Exact:
    """The one number for what is known within bounds."""
    return bounds.low if bounds.low == bounds.high else (Fraction(bounds.low) + bounds.high) / 2
