"""A strategy as a document."""

from collections.abc import Sequence
from typing import TypedDict

from faceup.numbers.value import exact_text, value_columns
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.documents.game import (
    Certificate,
    MoveDocument,
    ValuedDocument,
    certificate,
    game_document,
    move_documents,
)
from faceup.rules.moves import numbers_text
from faceup.rules.player_names import seat_name
from faceup.rules.rows import ABSENT

SeenDocument = int | list[int]  # the value of a quantity: a whole number, or the dice or cards of a hand
KeyDocument = list[SeenDocument | None]  # the value of each quantity; None for a place that a row does not have


class LineDocument(TypedDict):
    """A line: the lowest and highest value of each leading column, and the best moves along the last one."""

    ranges: list[list[SeenDocument]]
    parts: list[tuple[SeenDocument, list[MoveDocument]]]


class LinesDocument(TypedDict):
    """The smallest table without loss."""

    columns: list[str]
    rows: list[LineDocument]


# ``from`` is no name that a class may have.
ShortLine = TypedDict("ShortLine", {"within": tuple[int, int] | None, "from": int | None})


class ShortDocument(TypedDict):
    """The best table of so many lines, and its cost."""

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
    """Thresholds, one for each step, if they suffice; a shorter table, or the reason for none, if asked for."""

    thresholds: list[int | None]
    steps: list[int]
    short: ShortDocument
    unshortened: str


class PlayerDocument(TypedDict):
    """The smallest table without loss of one player's decisions."""

    player: int
    name: str
    lines: LinesDocument


class StrategyAboutDocument(TypedDict):
    """The player and the reach of a strategy, and the value of playing by it."""

    reach: str
    player: int | None
    played: str | None
    lossless: bool
    representatives: bool


class StrategyDocument(ValuedDocument, StrategyAboutDocument, Summaries, Certificate):
    """A strategy: ``rows`` of ``columns``, the last of which has the best moves.

    A square of a board is a column by its name, another place of a row by its number (``pit 3``); a hand of dice or
    cards is a list. ``names`` are those of the numbers of pieces and of players. ``for_mover`` is one table for all
    players if they are alike, with the mover's quantities as ``own``.
    """

    columns: list[str]
    rows: list[list[SeenDocument | list[MoveDocument] | None]]
    names: dict[str, dict[str, str]]
    lines: LinesDocument
    equal: list[KeyDocument]
    unsure: list[KeyDocument]
    moves: dict[str, str]
    by_player: list[PlayerDocument]
    for_mover: LinesDocument | None


def strategy_about(strategy: Strategy) -> StrategyAboutDocument:
    return {
        "reach": strategy.reach,
        "player": strategy.player,
        "played": None if strategy.played is None else str(strategy.played),
        "lossless": strategy.lossless,
        "representatives": strategy.representatives,
    }


def strategy_document(strategy: Strategy, short: ShortStrategy | None = None, why: str = "") -> StrategyDocument:
    """The document of a strategy; ``why`` is the reason for no shorter table."""
    return {
        **game_document(strategy.game),
        **value_columns(strategy.value),
        "columns": [*strategy.quantities, "best"],
        "rows": [[*_key(strategy, row.key), move_documents(row.moves)] for row in strategy.rows],
        "names": {
            name: {str(value): text for value, text in look.names.items()}
            for name, look in strategy.looks.items()
            if look.ordered
        },
        "lines": _lines_document(strategy),
        "equal": [_key(strategy, row.key) for row in strategy.equal],
        "unsure": [_key(strategy, row.key) for row in strategy.unsure],
        "moves": {numbers_text(move): strategy.word(move) for row in strategy.rows for move in row.moves},
        "by_player": [_player_document(part, part.player) for part in strategy.by_player if part.player is not None],
        "for_mover": None if strategy.for_mover is None else _lines_document(strategy.for_mover),
        **strategy_about(strategy),
        **_summaries(strategy, short, why),
        **certificate(strategy.certified),
    }


def _key(strategy: Strategy, key: Sequence[int]) -> KeyDocument:
    values = zip(strategy.quantities, key, strict=True)
    return [None if value == ABSENT else _seen_document(strategy, name, value) for name, value in values]


def _seen_document(strategy: Strategy, name: str, value: int) -> SeenDocument:
    look = strategy.looks.get(name)
    return list(look.hands[value]) if look and look.hands else value


def _summaries(strategy: Strategy, short: ShortStrategy | None, why: str) -> Summaries:
    summaries: Summaries = {}
    if strategy.thresholds is not None:
        summaries |= {"thresholds": list(strategy.thresholds), "steps": list(strategy.steps)}
    if short is not None:
        summaries |= {"short": _short_document(short)}
    elif why:
        summaries |= {"unshortened": why}
    return summaries


def _lines_document(strategy: Strategy) -> LinesDocument:
    *leads, last = strategy.columns or ("",)
    rows: list[LineDocument] = [
        {
            "ranges": [
                [_seen_document(strategy, name, value) for value in pair]
                for name, pair in zip(leads, line.ranges, strict=True)
            ],
            "parts": [(_seen_document(strategy, last, part.low), move_documents(part.moves)) for part in line.parts],
        }
        for line in strategy.lines
    ]
    return {"columns": list(strategy.columns), "rows": rows}


def _player_document(strategy: Strategy, player: int) -> PlayerDocument:
    name = seat_name(player, strategy.game.player_names)
    return {"player": player, "name": name, "lines": _lines_document(strategy)}


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
