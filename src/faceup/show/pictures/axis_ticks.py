"""An axis of a map of cells: where each value of a quantity lies, and the ticks that name some of them."""

from collections.abc import Iterable
from itertools import pairwise
from math import gcd
from typing import Any


class Scale:
    """Where the values of a quantity lie along an axis, one cell each."""

    def __init__(self, found: Iterable[int]) -> None:
        self.values = sorted(set(found))
        self.step = gcd(*(b - a for a, b in pairwise(self.values))) or 1
        self.even = (self.values[-1] - self.values[0]) // self.step < 4 * len(self.values)
        self.places = {value: k for k, value in enumerate(self.values)}
        self.cells = self.at(self.values[-1]) + 1

    def at(self, value: int) -> int:
        """The cell of a value: they lie evenly, unless there are long gaps between them."""
        return (value - self.values[0]) // self.step if self.even else self.places[value]

    def dress(self, axes: Any, which: int, name: str) -> None:
        """The ticks and the name of the axis, of which 0 is the one across."""
        axis = (axes.xaxis, axes.yaxis)[which]
        (axes.set_xlim, axes.set_ylim)[which](-0.5, self.cells - 0.5)
        if not name:
            axis.set_ticks([])
            axes.spines["left"].set_visible(False)
            return
        every = next(e for k in range(20) for e in (10**k, 2 * 10**k, 5 * 10**k) if self.cells <= 12 * e)
        if self.even:
            low = self.values[0]
            values = [low + k * self.step for k in range(self.cells)]
            grid = every * self.step
            values = [value for value in values if value % grid == 0] or values[::every]
        else:
            values = self.values[::every]
        axis.set_ticks([self.at(value) for value in values], [str(value) for value in values])
        axis.set_label_text(name)


def cell_size(axes: Any) -> tuple[float, float]:
    """How many points wide and high a cell is."""
    box, dots = axes.get_window_extent(), axes.figure.dpi / 72
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    return box.width / dots / (right - left), box.height / dots / (top - bottom)
