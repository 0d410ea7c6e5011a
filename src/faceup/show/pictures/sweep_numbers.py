"""One figure of a sweep as numbers, one for each cell of a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from faceup.numbers.value import Value
from faceup.results.number_texts import alike, digits, percent, percents
from faceup.results.samples.sweep import RATES, Cell, Sweep, number_of
from faceup.results.sentences.words import words_of
from faceup.results.stakes import UNITS
from faceup.rules.names import seat_name

NAMES = {
    "thresholds": "threshold",
    "states": "number of states",
    "openings": "number of best first moves",
    "win_rate": "share of games won",
    "mean": "mean result",
    "tie_rate": "share of games tied",
    "length": "mean length of a game (steps)",
}
FAR = 200  # the ratio of the greatest to the least number, above which a scale is logarithmic


@dataclass(frozen=True)
class CellNumbers:
    """One figure of a sweep as a number in each cell; a single threshold counts as one."""

    sweep: Sweep
    figure: str

    @cached_property
    def are_curves(self) -> bool:
        """Whether some cell has several thresholds, so that no number can stand for it."""
        return self.figure == "thresholds" and any(len(thresholds_of(cell)) > 1 for cell in self.sweep.cells)

    def of(self, cell: Cell) -> float | None:
        """The number of a cell; None for bounds that a limit left open."""
        if self.figure == "thresholds":
            return None if self.are_curves else next(iter(thresholds_of(cell)), None)
        value = cell.values[self.figure]
        return None if isinstance(value, Value) and value.how == "stopped" else number_of(value)

    @property
    def are_chances(self) -> bool:
        won = self.figure == "value" and self.sweep.unit == UNITS[1]
        return won or self.figure in RATES

    @property
    def are_ends(self) -> bool:
        """Whether the numbers say who wins."""
        return self.figure == "value" and self.sweep.duel and {number for _, number in self.known_cells} <= {-1, 0, 1}

    def text(self, number: float) -> str:
        """A number as people read it."""
        if self.are_ends:
            return f"a win for {seat_name(int(number < 0), self.sweep.player_names)}" if number else "a draw"
        return percent(number) if self.are_chances else digits(number)

    def texts(self, numbers: Sequence[float]) -> list[str]:
        """The texts of numbers side by side, all with the same number of decimals."""
        return percents(numbers) if self.are_chances else alike(numbers)

    @cached_property
    def known_cells(self) -> list[tuple[Cell, float]]:
        """The cells that have a number, and it."""
        return [(cell, number) for cell in self.sweep.cells if (number := self.of(cell)) is not None]

    def at(self, **values: Any) -> Cell | None:
        """The cell with these values on the axes; None while it is unfinished."""
        return self._cells.get(tuple(values.get(name, values_of[0]) for name, values_of in self.sweep.axes.items()))

    @cached_property
    def _cells(self) -> Mapping[tuple[Any, ...], Cell]:
        return self.sweep.places


def name_of(numbers: CellNumbers) -> str:
    """The label of an axis of these numbers."""
    if numbers.figure == "value" and "player" in numbers.sweep.axes:
        return "value to the player"
    if numbers.figure == "value" and numbers.sweep.unit:
        owner = "" if numbers.sweep.alone else f", for {seat_name(0, numbers.sweep.player_names)}"
        return numbers.sweep.unit + owner
    if numbers.figure == "value" and not numbers.sweep.alone:
        return f"value to {seat_name(0, numbers.sweep.player_names)}"
    return NAMES.get(numbers.figure, words_of(numbers.figure))


def thresholds_of(cell: Cell) -> tuple[int | None, ...]:
    """The thresholds of a cell; empty if it has none."""
    thresholds = cell.values["thresholds"]
    return thresholds if isinstance(thresholds, tuple) else ()


def has_numbers(sweep: Sweep, name: str) -> bool:
    """Whether the values of an axis are numbers, so that lines may join them."""
    return all(isinstance(value, int) and not isinstance(value, bool) for value in sweep.axes[name])


def far_apart(numbers: Sequence[float]) -> bool:
    """Whether the numbers span many magnitudes."""
    return bool(numbers) and min(numbers) > 0 and max(numbers) > FAR * min(numbers)
