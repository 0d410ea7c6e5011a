"""Sweeps in words: the figure of each cell, how sure it is, what marks mean, and the first cell of a search."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any, get_args

from faceup.numbers.value import How, Value, fraction_text, no_less
from faceup.results.number_texts import alike, at_confidence, bounds_text, rates_alike, result_text
from faceup.results.samples.sweep import FAILED, LIMIT, NO_GAME, Cell, FirstCell, Sweep
from faceup.results.sentences.words import Fact, capital, count_phrase, words_of
from faceup.rules.names import seat_name

MARKS = {NO_GAME: "-", FAILED: "!", LIMIT: "?"}
MOST_NOTES = 8  # different notes of each kind
STATE = re.compile(r" \(\w+, in (state|table) .*\)$")  # the first place of a problem, at its end
NONE = "none"  # a figure that the game does not have, such as a first move when chance begins
LONGEST_FRACTION = 20  # characters of a fraction beside its decimals


def sweep_title(sweep: Sweep) -> str:
    """Return the game with the parameters that do not vary."""
    return " ".join([sweep.game, *(f"{name}={value}" for name, value in sweep.fixed.items())])


def sweep_headline(sweep: Sweep) -> str:
    """Return the game with these parameters as a heading of a card: ``Best card, deck 100``."""
    return ", ".join(
        (capital(sweep.game.replace("-", " ")), *(f"{words_of(name)} {n}" for name, n in sweep.fixed.items()))
    )


def first_cell_facts(result: FirstCell) -> Iterator[Fact]:
    """Yield the first value of a parameter for which a condition holds, the one before, and the method."""
    axis, (figure,) = result.axis, result.tried.figures
    tried_text = f"{len(result.tried.cells):,} of {result.cells:,} values tried"
    if result.first:
        number = result_text(result.first.values[figure])
        yield "first", f"{axis}={result.first.parameters[axis]}, with {figure} {number}"
    else:
        yield "first", f"none with {result.condition}"
    if result.before:
        name, number = "before" if result.first else "last", result_text(result.before.values[figure])
        yield name, f"{axis}={result.before.parameters[axis]}, with {figure} {number}"
    order = f", as {figure} keeps its direction in them" if result.by == "bisection" else ", one after another"
    yield "by", f"{result.by}, {tried_text}{order}, in {result.tried.seconds:.3f} s"


def brief_figures(sweep: Sweep, cells: Sequence[Cell | None], figure: str) -> list[str]:
    """Return a figure of each cell as a short text, all with the same number of decimals, or a mark in its place."""
    numbers_known = [
        value.value for cell in cells if cell and isinstance(value := cell.values[figure], Value) and _sure(value)
    ]
    numbers = [number for number in numbers_known if number is not None]
    texts = dict(zip(numbers, (rates_alike if sweep.are_rates(figure) else alike)(numbers), strict=True))
    return [_figure_text(cell, figure, texts) for cell in cells]


def _sure(value: Value) -> bool:
    """Whether the value is one number."""
    return value.how != "stopped" and value.value is not None


def _figure_text(cell: Cell | None, figure: str, texts: Mapping[float, str]) -> str:
    """Return a figure of a cell; ``texts`` has the texts of numbers."""
    if cell is None:
        return ""
    value = cell.values[figure]
    if value is None:
        return MARKS.get(cell.kind, NONE)
    if isinstance(value, Value):
        return (
            bounds_text(value, MARKS[LIMIT])
            if value.how == "stopped"
            else NONE
            if value.value is None
            else texts[value.value]
        )
    return result_text(value)


def full_figures(sweep: Sweep, cells: Sequence[Cell], figure: str) -> list[str]:
    """Return the same texts, each with its fraction if all numbers of the column are short fractions."""
    texts, exact = brief_figures(sweep, cells, figure), [_exact(cell.values[figure]) for cell in cells]
    known = [number for cell, number in zip(cells, exact, strict=True) if isinstance(cell.values[figure], Value)]
    short = all(number is not None and len(fraction_text(number)) <= LONGEST_FRACTION for number in known)
    if not short or all(number is None or number.denominator == 1 for number in known):
        return texts
    width = max(map(len, texts))  # of the decimals, which stand under each other
    return [
        text if number is None else f"{text:>{width}} = {fraction_text(number)}"
        for text, number in zip(texts, exact, strict=True)
    ]


def _exact(figure: Any) -> Fraction | None:
    return Fraction(figure.exact) if isinstance(figure, Value) and _sure(figure) and figure.exact is not None else None


def certainty(sweep: Sweep, figure: str) -> str:
    """Return the certainty of the numbers of a column or of a grid."""
    values = [value for cell in sweep.cells if isinstance(value := cell.values[figure], Value)]
    parts = []
    for how in get_args(How):
        reach = [float(value.high - value.low) / 2 for value in values if value.how == how]
        if reach and how in ("bounded", "sampled") and max(reach) < inf:
            confidence = f" {at_confidence(sweep.options['confidence'])}" if how == "sampled" else ""
            far, unit = (100 * max(reach), "%") if sweep.are_rates(figure) else (max(reach), "")
            digit = no_less(far) if how == "bounded" else f"{far:.1g}"
            parts.append(f"{len(reach):,} {how} within {digit}{unit}{confidence}")
        elif reach:
            parts.append(f"{len(reach):,} {how}")
    return "; " + ", ".join(parts) if parts else ""


def sweep_notes(sweep: Sweep) -> Iterator[str]:
    """Yield the meanings of the marks in the tables, and the work."""

    def at(cells: Sequence[Cell]) -> str:
        words = " ".join(f"{name}={cells[0].parameters[name]}" for name in sweep.axes)
        return (f"{len(cells):,} cells, the first " if len(cells) > 1 else "") + (words and f"{words}: ")

    if blank := sweep.of_kind(NO_GAME):
        count = "1 cell makes no game:" if len(blank) == 1 else f"{len(blank):,} cells make no game, the first"
        yield f"{MARKS[NO_GAME]}  {count} {blank[0].problem}"
    for kind in (LIMIT, FAILED):
        alike: dict[str, list[Cell]] = {}
        for cell in sweep.of_kind(kind):
            alike.setdefault(STATE.sub("", cell.problem), []).append(cell)
        notes = list(alike.values())
        for cells in notes[:MOST_NOTES]:
            yield f"{MARKS[kind]}  {at(cells)}{cells[0].problem}"
        if rest := sum(len(cells) for cells in notes[MOST_NOTES:]):
            yield f"{MARKS[kind]}  and {count_phrase(rest, 'more cell')}"
    if sweep.unit and "value" in sweep.figures:
        yield f"value  {sweep.unit}{'' if sweep.alone else f', for {seat_name(0, sweep.player_names)}'}"
    stored = sum(cell.stored for cell in sweep.cells)
    more = f", {stored:,} of them from the store" if stored else ""
    yield f"{count_phrase(len(sweep.cells), 'cell')} in {sweep.seconds:.3f} s{more}"


def sweep_rows(sweep: Sweep) -> list[list[Any]]:
    """Return the rows of a file: thresholds are text, a dash where one move is never best."""
    return [[result_text(item) if isinstance(item, tuple) else item for item in row.values()] for row in sweep.rows]
