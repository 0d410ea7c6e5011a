"""The first value of a parameter for which a figure reaches a target."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from faceup.results.samples.sweep import Cell, Sweep
from faceup.results.showable import Showable


@dataclass(frozen=True, repr=False)
class FirstCell(Showable):
    """The ``first`` cell of a range for which a ``condition`` holds; None if there is none.

    ``before`` is the cell just before it, or the last one if there is no first. ``by`` is ``bisection``, which assumes
    that the figure is monotonic, as it is in all tried cells, or one cell after another. ``tried`` are those cells, of
    ``cells`` in the range.
    """

    brief = ("condition", "first")
    document_keys = ("*tried", "until=condition", "first=first_facts", "before=facts_before", "by", "range=cells")

    condition: str
    first: Cell | None
    before: Cell | None
    by: Literal["bisection", "walking"]
    tried: Sweep
    cells: int

    @property
    def first_facts(self) -> Mapping[str, Any] | None:
        """All about the first cell, by name."""
        return None if self.first is None else self.tried.facts_of(self.first)

    @property
    def facts_before(self) -> Mapping[str, Any] | None:
        """All about the cell before it, by name."""
        return None if self.before is None else self.tried.facts_of(self.before)

    @property
    def axis(self) -> str:
        """The name of the parameter that varies."""
        return next(iter(self.tried.axes))
