"""A sweep: figures of one game over a grid of parameters, and where a figure first reaches a target."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite, prod
from typing import Any, Literal

from faceup.numbers.value import Number, Value, finite, fraction_text, read_fraction, value_columns
from faceup.results.answers.winning_scale import POINTS
from faceup.results.samples import sample
from faceup.results.showable import FormerTuple, Showable, Tabular
from faceup.results.stakes import UNITS
from faceup.rules.errors import UsageError

SOLVED = ("value", "thresholds", "states", "openings")
PLAYED = sample.FIGURES
WITHIN = {"length_50": Fraction(1, 2), "length_90": Fraction(9, 10), "length_99": Fraction(99, 100)}  # shares of plays
ENDED = ("draw_rate", "loss_rate", *WITHIN)  # known if policies are evaluated exactly
FOLLOWED = ("value", *PLAYED, *ENDED)
RATES = ("win_rate", "tie_rate", "draw_rate", "loss_rate")  # probabilities
BY_SEAT = ("value", "win_rate", "tie_rate", "mean")  # figures with one for each seat: value_1, value_2, ...
FIGURES = (*SOLVED, *PLAYED, *ENDED, "tie_rate")
OF_SEAT = re.compile(rf"({'|'.join(BY_SEAT)})_([1-9][0-9]*)")

# Why a cell has no figures, or not all of them.
NO_GAME, LIMIT, FAILED = "no game", "limit", "failed"

#: A number with its certainty, thresholds (one for each step, None for none), or a count.
Figure = Value | tuple[int | None, ...] | int


@dataclass(frozen=True)
class Cell(FormerTuple):
    """One point of the grid: ``values`` by figure, each None if it is unknown or does not exist.

    ``kind`` is empty for a complete cell, else ``no game`` (the parameters make none), ``limit`` (a limit was reached;
    the bounds are those so far) or ``failed``, and ``problem`` is the reason in one line. ``seconds`` is the time of
    the cell; ``stored`` says that all of it came from the store.
    """

    parameters: Mapping[str, Any]
    values: Mapping[str, Figure | None]
    kind: str = ""
    problem: str = ""
    seconds: float = field(default=0.0, compare=False)
    stored: bool = field(default=False, compare=False)


@dataclass(frozen=True, repr=False)
class Sweep(Showable, Tabular):
    """Figures of a game over all combinations of the ``axes``, the first of which varies slowest.

    ``axes`` has the values of each parameter that varies and ``fixed`` those of the others, as a person writes them.
    ``cells`` are in the order of the grid; in a running sweep, the finished ones. ``options`` are the other inputs of
    the figures, ``seconds`` is wall time. ``player_names`` are those of the rules; the game is
    for one if player 0 is ``alone``, and ``unit`` says what its values are if they are shares of games. In a ``duel``,
    1 is a win of the first player, 0 a draw and -1 a loss. ``drawn`` says that 0 was met.
    """

    brief = ("game", "figures", "size")
    document_keys = ("game", "parameters=fixed", "*options", "axes", "figures", "cells=cell_facts", "seconds")

    game: str
    axes: Mapping[str, tuple[Any, ...]]
    fixed: Mapping[str, Any]
    figures: tuple[str, ...]
    cells: tuple[Cell, ...]
    options: Mapping[str, Any]
    seconds: float = field(default=0.0, compare=False)
    player_names: tuple[str, ...] = ()
    alone: bool = False
    unit: str = ""
    duel: bool = False
    drawn: bool = False

    @property
    def size(self) -> int:
        """The number of cells of the grid."""
        return prod(map(len, self.axes.values()))

    def are_rates(self, figure: str) -> bool:
        """Whether the numbers of a figure are shares of games, which are written in per cent."""
        return figure in RATES or (figure == "value" and self.unit.startswith(UNITS[1]))

    @property
    def places(self) -> dict[tuple[Any, ...], Cell]:
        """The cells by their values on the axes."""
        return {tuple(cell.parameters[name] for name in self.axes): cell for cell in self.cells}

    @property
    def cell_facts(self) -> tuple[Mapping[str, Any], ...]:
        """The parameters that vary, the figures, and all else about each cell, by name."""
        return tuple(map(self.facts_of, self.cells))

    def facts_of(self, cell: Cell) -> Mapping[str, Any]:
        """Return all about one of the cells, by name."""
        parameters = {name: cell.parameters[name] for name in self.axes}
        others = {"kind": cell.kind, "problem": cell.problem, "seconds": cell.seconds, "stored": cell.stored}
        return {"parameters": parameters, **figure_columns(cell, self.figures), **others}

    def of_kind(self, kind: str) -> list[Cell]:
        """Return the cells with a problem of this kind."""
        return [cell for cell in self.cells if cell.kind == kind]

    def with_players(self) -> "Sweep":
        """Return the sweep, with the players as an axis if its figures are one quantity of each seat."""
        matches = [OF_SEAT.fullmatch(figure) for figure in self.figures]
        bases = {match[1] for match in matches if match}
        if len(bases) != 1 or not all(matches) or "player" in (*self.axes, *self.fixed):
            return self
        (base,) = bases
        players = {int(match[2]): match[0] for match in matches if match}
        cells = tuple(
            replace(cell, parameters={**cell.parameters, "player": player}, values={base: cell.values[figure]})
            for cell in self.cells
            for player, figure in players.items()
        )
        return replace(self, axes={**self.axes, "player": tuple(players)}, figures=(base,), cells=cells)

    def in_games(self) -> "Sweep":
        """Return the sweep with its values as shares of games, if they are wins minus losses; draws count half."""
        if self.unit != UNITS[-1]:
            return self

        def share(figure: str, number: Figure | None) -> Figure | None:
            known = figure == "value" and isinstance(number, Value) and isfinite(number.low) and isfinite(number.high)
            return POINTS.chance(number, 0) if known and isinstance(number, Value) else number

        cells = tuple(
            replace(cell, values={figure: share(figure, number) for figure, number in cell.values.items()})
            for cell in self.cells
        )
        return replace(self, cells=cells, unit=f"{UNITS[1]}{' (draws half)' * self.drawn}")

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of ``rows``."""
        others = (*(column for figure in self.figures for column in column_names(figure)), "kind", "problem")
        names = (*self.axes, *self.fixed)
        return (*(f"parameter_{name}" if name in others else name for name in names), *others)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Tidy records, one for each cell: parameters, then figures, then the problem.

        A value is five columns: ``value``, ``value_low``, ``value_high``, ``value_how`` and ``value_exact``, a fraction
        as text. Thresholds are a tuple, with None if a move is never best. A parameter with the name of another column
        is ``parameter_`` and its name.
        """
        names, columns = (*self.axes, *self.fixed), self.columns
        rows = []
        for cell in self.cells:
            parameters = (cell.parameters[name] for name in names)
            row = (*parameters, *figure_columns(cell, self.figures).values(), cell.kind, cell.problem)
            rows.append(dict(zip(columns, row, strict=True)))
        return rows

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the rows, one for each cell."""
        rows = self.rows
        return {name: [row[name] for row in rows] for name in self.columns}

    def grid(self, figure: str) -> list[list[float | int | None]]:
        """Return a figure as numbers: a row for each value of the first axis, a column for each of the second.

        A single axis gives one column; None stands for a cell without a number. Raises UsageError for thresholds, and
        for more axes.
        """
        if len(self.axes) not in (1, 2):
            raise UsageError(f"{len(self.axes)} parameters vary; possible: one or two, for a grid")
        if figure not in self.figures or figure == "thresholds":
            possible = ", ".join(name for name in self.figures if name != "thresholds") or "none"
            raise UsageError(f"no grid of {figure!r}; possible: {possible}")
        rows, columns = (*self.axes.values(), (None,))[:2]
        places = self.places
        cells = [[places.get((row,) if column is None else (row, column)) for column in columns] for row in rows]
        return [[None if cell is None else number_of(cell.values[figure]) for cell in row] for row in cells]


def base_of(figure: str) -> str:
    """Return the name of a figure without the number of a seat."""
    match = OF_SEAT.fullmatch(figure)
    return match[1] if match else figure


def figure_of_seat(base: str, seat: int) -> str:
    """Return the name of a figure of one seat: seats count from 0, names from 1."""
    return f"{base}_{seat + 1}"


def column_names(figure: str) -> tuple[str, ...]:
    """Return the columns of a figure in a table."""
    if figure in SOLVED[1:] or figure in WITHIN:
        return (figure,)
    return (figure, *(f"{figure}_{part}" for part in ("low", "high", "how", "exact")))


def figure_columns(cell: Cell, figures: tuple[str, ...]) -> dict[str, Any]:
    """Return a cell's figures as plain texts and numbers, by column."""
    columns: dict[str, Any] = {}
    for figure in figures:
        value, names = cell.values[figure], column_names(figure)
        if isinstance(value, Value):
            columns |= zip(names, value_columns(value).values(), strict=True)
        else:
            columns |= dict.fromkeys(names) | {figure: value}
    return columns


def number_of(figure: Figure | None) -> float | int | None:
    """Return the best single number, or None."""
    if isinstance(figure, Value):
        return finite(figure.value)
    return figure if isinstance(figure, int) else None


def figure_to_json(figure: Figure | None) -> str:
    """Return a figure as text that ``figure_from_json`` reads back exactly."""
    if isinstance(figure, Value):
        numbers = ", ".join(_number_to_json(number) for number in (figure.low, figure.high, figure.estimate))
        return f'{{"numbers": [{numbers}], "how": {json.dumps(figure.how)}}}'
    return json.dumps(figure)


def figure_from_json(text: str) -> Figure | None:
    """Read a figure from text. Raises ValueError, KeyError or TypeError for any other text."""
    figure = json.loads(text, parse_int=lambda digits: read_fraction(digits).numerator)
    if isinstance(figure, dict):
        low, high, estimate = (read_fraction(n) if isinstance(n, str) else n for n in figure["numbers"])
        return Value(low, high, figure["how"], estimate)
    if isinstance(figure, list):
        return tuple(None if item is None else int(item) for item in figure)
    return None if figure is None else int(figure)


def _number_to_json(number: Number | None) -> str:
    """Return a fraction or a very long whole number as text (``json.dumps`` refuses long ones), else the number."""
    if isinstance(number, Fraction):
        return f'"{fraction_text(number)}"'
    return fraction_text(number) if isinstance(number, int) else json.dumps(number)


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
