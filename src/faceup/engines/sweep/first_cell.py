"""``first_cell``: the first value of a parameter for which a figure reaches a target."""

import operator
import re
from bisect import insort
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from faceup.engines.sweep.grid import sweep
from faceup.engines.sweep.question import axes_of
from faceup.library.finding import rules_class_of
from faceup.numbers.value import Value, exactly
from faceup.results.samples.sweep import FAILED, LIMIT, Cell, FirstCell, Sweep, number_of
from faceup.rules.contract import Rules
from faceup.rules.errors import FaceupError, LimitReached, UsageError

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
CONDITION = re.compile(r"\s*(?P<figure>\w+)\s*(?P<comparison>[<>=]=|<|>)\s*(?P<target>\S+?)\s*(?P<percent>%?)\s*")
SPREAD = 5  # cells across the range to try first, to see whether the figure rises or falls


@dataclass(frozen=True)
class Condition:
    """A figure, a comparison and a target."""

    text: str
    figure: str
    comparison: str
    target: Fraction

    def holds(self, cell: Cell) -> bool:
        """Whether the condition holds in a cell. Raises LimitReached if the bounds leave that open."""
        figure = cell.values[self.figure]
        value = figure if isinstance(figure, Value) else exactly(int(figure))  # type: ignore[arg-type]
        compare = COMPARISONS[self.comparison]
        if value.how == "sampled":
            return compare(value.value, self.target)
        answers = {compare(value.low, self.target), compare(value.high, self.target)}
        if len(answers) > 1:
            raise LimitReached(f"{self.figure} is {value}, which leaves open whether {self.text}")
        return answers.pop()


def condition_of(text: str) -> Condition:
    """Return a condition such as ``win_rate >= 0.9`` or ``length_90 > 20``. Raises UsageError."""
    match = CONDITION.fullmatch(text)
    try:
        if match:
            target = Fraction(match["target"]) / (100 if match["percent"] else 1)
            return Condition(text.strip(), match["figure"], match["comparison"], target)
    except (ValueError, ZeroDivisionError):
        pass
    raise UsageError(f"{text!r}; possible: a figure, one of {', '.join(COMPARISONS)}, and a number, as value >= 0.9")


def first_cell(game: str | type[Rules], axes: Mapping[str, Any], until: str, **how: Any) -> FirstCell:
    """Search for the first cell that satisfies ``until``, a figure compared with a number, such as ``value >= 0.9``.

    One parameter of ``axes`` varies, in the given order. The search bisects as long as the figure only rises or only
    falls in the cells so far; otherwise it tries one cell after another. It skips cells that make no game. ``how`` has
    the options of ``sweep``. Raises FaceupError if a cell fails, LimitReached if one reaches a limit.
    """
    condition = condition_of(until)
    values = axes_of(rules_class_of(game), axes)
    varying = [name for name, settings in values.items() if len(settings) > 1]
    if len(varying) > 1 or not values:
        raise UsageError(
            f"{len(varying)} parameters vary ({', '.join(varying) or 'none'}); possible with a condition: one"
        )
    axis = varying[0] if varying else next(iter(values))
    return _Search(game, axes, axis, list(values[axis]), condition, how).result()


class _Search:
    """The search along one axis; computes each cell at its first use."""

    def __init__(
        self,
        game: Any,
        axes: Mapping[str, Any],
        axis: str,
        values: list[Any],
        condition: Condition,
        how: dict[str, Any],
    ) -> None:
        self.game, self.axes, self.axis, self.values = game, axes, axis, values
        self.condition, self.how = condition, how
        self.sweeps: dict[int, Sweep] = {}
        self.seen: list[int] = []  # the places whose cell has a figure

    def cell(self, k: int) -> Cell | None:
        """Return the cell at a place; None if it has no figure."""
        if k not in self.sweeps:
            axes = {**self.axes, self.axis: (self.values[k],)}
            self.sweeps[k] = sweep(self.game, axes, figures=(self.condition.figure,), **self.how)
            if (figures := self.sweeps[k].figures) != (self.condition.figure,):
                raise UsageError(f"each player has a {self.condition.figure}; possible: {', '.join(figures)}")
            (cell,) = self.sweeps[k].cells
            if cell.kind == FAILED:
                raise FaceupError(f"{self.axis}={cell.parameters[self.axis]}: {cell.problem}")
            if cell.kind == LIMIT:
                raise LimitReached(f"{self.axis}={cell.parameters[self.axis]}: {cell.problem}")
            if number_of(cell.values[self.condition.figure]) is not None:
                insort(self.seen, k)
        return self.sweeps[k].cells[0] if k in self.seen else None

    def holds(self, k: int) -> bool:
        cell = self.cell(k)
        return cell is not None and self.condition.holds(cell)

    @property
    def monotone(self) -> bool:
        """Whether the figure only rises, or only falls, in the cells so far."""
        numbers = [number_of(self.sweeps[k].cells[0].values[self.condition.figure]) or 0 for k in self.seen]
        steps = [b - a for a, b in pairwise(numbers)]
        return all(step >= 0 for step in steps) or all(step <= 0 for step in steps)

    def bisection(self) -> int | None:
        """Return the first place by bisection, one past the last for none; None if the figure is not monotone."""
        last = len(self.values) - 1
        for k in sorted({k * last // (SPREAD - 1) for k in range(SPREAD)}):
            self.cell(k)
        if not self.monotone or len(self.seen) < min(SPREAD, len(self.values)) or self.condition.comparison == "==":
            return None
        holding = [k for k in self.seen if self.holds(k)]
        if not holding:
            return last + 1
        high = holding[0]
        low = max((k for k in self.seen if k < high), default=-1)
        while high - low > 1:
            middle = (low + high) // 2
            if self.cell(middle) is None or not self.monotone:
                return None
            low, high = (low, middle) if self.holds(middle) else (middle, high)
        return high

    def result(self) -> FirstCell:
        """Search by bisection or else one by one, and return the first cell with all cells tried."""
        place, by = self.bisection(), "bisection"
        if place is None:
            by = "walking"
            place = next((k for k in range(len(self.values)) if self.holds(k)), len(self.values))
        before = next((k for k in range(place - 1, -1, -1) if self.cell(k) is not None), None)
        tried = [self.sweeps[k] for k in sorted(self.sweeps)]
        axes = {self.axis: tuple(one.fixed[self.axis] for one in tried)}
        fixed = {name: value for name, value in tried[0].fixed.items() if name != self.axis}
        cells = tuple(one.cells[0] for one in tried)
        return FirstCell(
            self.condition.text,
            self.cell(place) if place < len(self.values) else None,
            None if before is None else self.cell(before),
            by,  # type: ignore[arg-type]
            replace(tried[0], axes=axes, fixed=fixed, cells=cells, seconds=sum(one.seconds for one in tried)),
            len(self.values),
        )
