"""The first value of a parameter for which a figure reaches a target."""

from dataclasses import dataclass
from typing import Literal

from faceup.results.samples.sweep import Cell, Sweep
from faceup.results.shown import Showable


@dataclass(frozen=True, repr=False)
class FirstCell(Showable):
    """The ``first`` cell of a range for which a ``condition`` holds; None if there is none.

    ``before`` is the cell just before it, or the last one if there is no first. ``by`` is ``bisection``, which assumes
    that the figure is monotonic, as it is in all tried cells, or one cell after another. ``tried`` are those cells, of
    ``cells`` in the range.
    """

    brief = ("condition", "first")

    condition: str
    first: Cell | None
    before: Cell | None
    by: Literal["bisection", "walking"]
    tried: Sweep
    cells: int

    @property
    def axis(self) -> str:
        """The name of the parameter that varies."""
        return next(iter(self.tried.axes))
