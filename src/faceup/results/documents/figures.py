"""Figures with their intervals: three keys of a document each."""

from typing import TypedDict, TypeVar, cast

from faceup.numbers.value import Value, finite
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Comparison, Sample
from faceup.results.samples.tournament import Standing
from faceup.results.seats import SeatFigures


class DealFigures(TypedDict):
    """Figures of all deals."""

    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    length: float | None
    length_low: float | None
    length_high: float | None


class Rates(TypedDict):
    """Figures of a policy or a seat, on the whole or against another."""

    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    mean: float | None
    mean_low: float | None
    mean_high: float | None


class SampleFigures(Rates):
    """Figures of a simulation."""

    length: float | None
    length_low: float | None
    length_high: float | None


class DuelFigures(TypedDict, total=False):
    """Figures of a simulation of two players, beside the others."""

    draw_rate: float | None
    draw_rate_low: float | None
    draw_rate_high: float | None
    loss_rate: float | None
    loss_rate_low: float | None
    loss_rate_high: float | None
    advantage: float | None
    advantage_low: float | None
    advantage_high: float | None


class SeatRates(TypedDict):
    """Figures of one seat in a simulation."""

    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    tie_rate: float | None
    tie_rate_low: float | None
    tie_rate_high: float | None
    mean: float | None
    mean_low: float | None
    mean_high: float | None


class Differences(TypedDict):
    """Differences between two simulations on common deals."""

    win_rate_difference: float | None
    win_rate_difference_low: float | None
    win_rate_difference_high: float | None
    mean_difference: float | None
    mean_difference_low: float | None
    mean_difference_high: float | None


Figures = TypeVar("Figures")


def figures(kind: type[Figures], result: Distribution | Sample | Comparison | SeatFigures | Standing) -> Figures:
    """The figures of a kind: each is a property of the result."""
    keys: dict[str, float | None] = {}
    for name in kind.__annotations__:
        if not name.endswith(("_low", "_high")):
            value: Value = getattr(result, name.removesuffix("_difference"))
            keys |= {name: finite(value.value), f"{name}_low": finite(value.low), f"{name}_high": finite(value.high)}
    return cast(Figures, keys)
