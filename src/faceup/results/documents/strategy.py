"""A strategy as a document."""

from typing import TypedDict

from faceup.results.documents.game import ValuedDocument, game_document
from faceup.results.strategy import ShortStrategy, Strategy
from faceup.results.value import exact_text, short_value, value_columns


class LineDocument(TypedDict):
    """Where the leading columns are in ``ranges``: each of ``parts`` is from where on which moves are best."""

    ranges: list[list[int]]
    parts: list[tuple[int, list[int]]]


class LinesDocument(TypedDict):
    """The smallest table without loss."""

    columns: list[str]
    rows: list[LineDocument]


# ``from`` is no name that a class may have.
ShortLine = TypedDict("ShortLine", {"within": tuple[int, int] | None, "from": int | None})


class ShortDocument(TypedDict):
    """The best table of so many lines, and what it costs."""

    column: str
    by: str | None
    below: str
    above: str
    lines: list[ShortLine]
    value: float | None
    exact: str | None
    cost: float | None
    proven: bool


class Summaries(TypedDict, total=False):
    """Thresholds, one for each step, where they say it all; a shorter table where one was asked for."""

    thresholds: list[int | None]
    steps: list[int]
    short: ShortDocument


class StrategyDocument(ValuedDocument, Summaries):
    """What to do: ``rows`` of ``columns``, the last of which has the best moves."""

    columns: list[str]
    rows: list[list[int | list[int]]]
    lines: LinesDocument
    equal: list[list[int]]
    unsure: list[list[int]]
    moves: dict[str, str]
    reach: str
    player: int | None
    played: str | None
    lossless: bool
    representatives: bool


def strategy_document(strategy: Strategy, short: ShortStrategy | None = None) -> StrategyDocument:
    return {
        **game_document(strategy.game),
        **value_columns(strategy.value),
        "columns": [*strategy.quantities, "best"],
        "rows": [[*row.key, list(row.moves)] for row in strategy.rows],
        "lines": _lines_document(strategy),
        "equal": [list(row.key) for row in strategy.equal],
        "unsure": [list(row.key) for row in strategy.unsure],
        "moves": {str(move): strategy.word(move) for row in strategy.rows for move in row.moves},
        "reach": strategy.reach,
        "player": strategy.player,
        "played": None if strategy.played is None else short_value(strategy.played),
        "lossless": strategy.lossless,
        "representatives": strategy.representatives,
        **_summaries(strategy, short),
    }


def _summaries(strategy: Strategy, short: ShortStrategy | None) -> Summaries:
    summaries: Summaries = {}
    if strategy.thresholds is not None:
        summaries |= {"thresholds": list(strategy.thresholds), "steps": list(strategy.steps)}
    if short is not None:
        summaries |= {"short": _short_document(short)}
    return summaries


def _lines_document(strategy: Strategy) -> LinesDocument:
    rows: list[LineDocument] = [
        {
            "ranges": [list(pair) for pair in line.ranges],
            "parts": [(part.low, list(part.moves)) for part in line.parts],
        }
        for line in strategy.lines
    ]
    return {"columns": list(strategy.columns), "rows": rows}


def _short_document(short: ShortStrategy) -> ShortDocument:
    below, above = short.words
    return {
        "column": short.column,
        "by": short.by,
        "below": below,
        "above": above,
        "lines": [{"within": within, "from": mark} for within, mark in short.lines],
        "value": short.value.value,
        "exact": exact_text(short.value),
        "cost": short.cost.value,
        "proven": short.proven,
    }
