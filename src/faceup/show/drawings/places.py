"""An axis of a map of cells: the place and the name of each value of a quantity."""

from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from math import gcd

from faceup.results.sentences.words import words_of
from faceup.rules.rows import ABSENT
from faceup.show.drawings.drawing import GAP, Axis, places

SPARSE = 2  # cells for each value, from which on those between the values are left out


class Scale:
    """The values of a quantity along an axis, one cell each; values that are not numbers have names."""

    def __init__(self, name: str, values: Iterable[int], names: Mapping[int, str] | None = None) -> None:
        self.name, self.names = words_of(name), names
        self.values = sorted(set(values))
        self.step = gcd(*(b - a for a, b in pairwise(self.values))) or 1
        cells = (self.values[-1] - self.values[0]) // self.step
        self.even = self.values[0] != ABSENT and cells < SPARSE * len(self.values)
        gaps = [False, *(a != ABSENT and b - a > self.step for a, b in pairwise(self.values))]
        self.places = dict(zip(self.values, (k + skipped for k, skipped in enumerate(accumulate(gaps))), strict=True))
        self.cells = self.at(self.values[-1]) + 1

    def at(self, value: int) -> int:
        """The cell of a value; cells are spaced like the values, but one stands for each gap if some are long."""
        return (value - self.values[0]) // self.step if self.even else self.places[value]

    def axis(self) -> Axis:
        """The axis with the name of each cell, or without names if there is a single one."""
        low, step = self.values[0], self.step
        values = {k: low + k * step for k in range(self.cells)} if self.even else {k: v for v, k in self.places.items()}
        offset = low // step if self.even and low % step == 0 else 0
        names = ["" if not self.name else self._label(values[k]) if k in values else GAP for k in range(self.cells)]
        return places(self.name, [names], offset)

    def _label(self, value: int) -> str:
        if value == ABSENT:
            return "none"
        return f"{value:,}" if self.names is None else self.names.get(value, "")
