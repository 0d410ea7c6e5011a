"""A strategy, as pages read it: every move in words, long tables cut and the rest counted."""

from itertools import islice
from typing import Annotated, TypedDict

from faceup.results.documents.game import GameDocument, game_document
from faceup.results.documents.moves import MoveDocument, move_documents
from faceup.results.documents.strategy import (
    RangesDocument,
    StrategyAboutDocument,
    ranges_document,
    strategy_about,
)
from faceup.results.stakes import Stakes
from faceup.results.strategy import Line, Row, Strategy
from faceup.rules.errors import UsageError
from faceup.show.drawings.drawing import Drawing
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.text.phrases import title
from faceup.show.text.strategies import seen, strategy_lines
from faceup.web.answers.documents import Players, ValueDocument, value_document


class StrategyRowDocument(TypedDict):
    """What a person sees, and the moves that are best then."""

    key: list[int]
    shown: list[str]
    moves: list[MoveDocument]
    words: list[str]
    sure: bool


class PartDocument(TypedDict):
    low: int
    words: list[str]


class WordedLineDocument(RangesDocument):
    """What to do there, part by part, in words."""

    parts: list[PartDocument]


class StrategyTableDocument(GameDocument, StrategyAboutDocument):
    """The policy as a table that a person can use."""

    title: str
    says: Annotated[str, {"description": "what best play comes to"}]
    value: ValueDocument
    quantities: list[str]
    columns: list[str]
    sets: list[str]
    rows: list[StrategyRowDocument]
    rows_left_out: int
    lines: list[WordedLineDocument]
    lines_left_out: int
    thresholds: list[int | None] | None
    steps: list[int]
    move: str | None
    text: list[str]
    players: Players
    deciding: Annotated[list[int], {"description": "the players who were seen to decide anything"}]
    seconds: float
    drawing: Annotated[Drawing | None, {"description": "a picture of all rows, where they can be drawn"}]


def strategy_document(
    strategy: Strategy, says: str, stakes: Stakes, most: int, seconds: float
) -> StrategyTableDocument:
    """``most`` rows and lines of it; ``says`` is the answer about the game."""
    return {
        **game_document(strategy.game),
        **strategy_about(strategy),
        "title": title(strategy.game),
        "says": says,
        "value": value_document(strategy.value),
        "quantities": list(strategy.quantities),
        "columns": list(strategy.columns),
        "sets": sorted(strategy.sets),
        "rows": [_row_document(strategy, row) for row in islice(strategy.rows, most)],
        "rows_left_out": max(len(strategy.rows) - most, 0),
        "lines": [_line_document(line) for line in islice(strategy.lines, most)],
        "lines_left_out": max(len(strategy.lines) - most, 0),
        "thresholds": None if strategy.thresholds is None else list(strategy.thresholds),
        "steps": list(strategy.steps),
        "move": None if strategy.move is None else strategy.word(strategy.move),
        "text": list(strategy_lines(strategy)),
        "players": list(stakes.names),
        "deciding": sorted(stakes.players),
        "seconds": seconds,
        "drawing": _drawing(strategy),
    }


def _drawing(strategy: Strategy) -> Drawing | None:
    try:
        return strategy_drawing(strategy)
    except UsageError:  # nothing to draw, or too much
        return None


def _row_document(strategy: Strategy, row: Row) -> StrategyRowDocument:
    return {
        "key": list(row.key),
        "shown": [seen(strategy, *cell) for cell in zip(strategy.quantities, row.key, strict=True)],
        "moves": move_documents(row.moves),
        "words": list(strategy.words_of(row)),
        "sure": row.sure,
    }


def _line_document(line: Line) -> WordedLineDocument:
    return {
        **ranges_document(line),
        "parts": [{"low": part.low, "words": list(part.words)} for part in line.parts],
    }
