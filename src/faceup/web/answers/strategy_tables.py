"""Strategies for pages: every move in words, long tables cut and the rest counted."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.strategy import About, Row, Strategy
from faceup.results.documents.codec import Document, document
from faceup.results.documents.game import MoveDocument, game_document, move_documents
from faceup.results.stakes import Stakes
from faceup.rules.errors import UsageError
from faceup.show.drawings.drawing import Drawing
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.text.phrases import title
from faceup.show.text.strategies.mixed_cells import decision_cells
from faceup.show.text.strategies.mixed_strategies import never_reached, not_computed, share_note
from faceup.show.text.strategies.strategies import strategy_blocks, strategy_lines, tie_lines, value_lines
from faceup.show.text.strategies.strategy_boards import strategy_boards
from faceup.show.text.strategies.strategy_cells import ROOM, by_lines, line_cells, row_cells, telling_rows
from faceup.web.answers.documents import Players, ValueDocument, value_document


class StrategyRowDocument(TypedDict):
    """What a player sees, and the best moves; ``free`` if every legal move is best."""

    shown: list[str]
    moves: list[MoveDocument]
    words: list[str]
    sure: bool
    free: bool


class LinesTableDocument(TypedDict):
    """The lines of the smallest table in words, and the heads of its columns."""

    heads: list[str]
    rows: list[list[str]]
    left_out: int


class BoardDocument(TypedDict):
    """A position rank by rank, and notes on the best moves beside the squares with stars."""

    ranks: list[str]
    told: list[str]


class PlayerTableDocument(TypedDict):
    """One player's moves as a table in words or on boards, and notes."""

    who: str
    heads: list[str]
    rows: list[list[str]]
    left_out: int
    boards: list[BoardDocument]
    notes: list[str]


class MixedTableDocument(TypedDict):
    """One player's probabilities of moves by what the player sees, as a table in words."""

    who: str
    heads: list[str]
    rows: list[list[str]]
    left_out: int


class StrategyTableDocument(TypedDict):
    """A strategy as a table that a person can use.

    With hidden information it is ``mixed``, a table for each player, and there are no other rows.
    """

    # The keys beside those of GameDocument and About.
    title: str
    says: Annotated[str, "what best play comes to"]
    value: ValueDocument
    quantities: list[str]
    heads: Annotated[list[str], "what stands above what is shown of each row"]
    rows: list[StrategyRowDocument]
    rows_left_out: int
    lines: Annotated[LinesTableDocument | None, "if they need clearly less room than the rows"]
    thresholds: list[int | None] | None
    steps: list[int]
    move: str | None
    text: list[str]
    players: Players
    deciding: Annotated[list[int], "the players who were seen to decide anything"]
    seconds: float
    drawing: Annotated[Drawing | None, "a picture of all rows, if they can be drawn"]
    mixed: list[MixedTableDocument]
    by_player: list[PlayerTableDocument]


def strategy_document(strategy: Strategy, says: str, stakes: Stakes, most: int, seconds: float) -> Document:
    """The document of a strategy with at most ``most`` rows and lines; ``says`` is the answer about the game."""
    rows = strategy.rows[:most]
    cells = row_cells(strategy, ROOM, rows)
    blocks = strategy.by_player or strategy.for_mover or strategy.states
    table: StrategyTableDocument = {
        "title": title(strategy.game),
        "says": says,
        "value": value_document(strategy.value),
        "quantities": list(strategy.quantities),
        "heads": list(cells.heads[:-1]),
        "rows": [_row_document(strategy, row, shown[:-1]) for row, shown in zip(rows, cells.rows, strict=True)],
        "rows_left_out": max(len(strategy.rows) - most, 0),
        "lines": _lines_document(strategy, most) if by_lines(strategy) else None,
        "thresholds": None if strategy.thresholds is None else list(strategy.thresholds),
        "steps": list(strategy.steps),
        "move": None if strategy.move is None else strategy.word(strategy.move),
        "text": list(value_lines(strategy) if blocks else strategy_lines(strategy)),
        "players": list(stakes.names),
        "deciding": sorted(stakes.players),
        "seconds": seconds,
        "drawing": _drawing(strategy),
        "mixed": [],
        "by_player": [_player_table(who, one, most) for who, one in strategy_blocks(strategy)] if blocks else [],
    }
    return {**game_document(strategy.game), **document(strategy.about), **table}


def mixed_document(strategy: MixedStrategy, says: str, stakes: Stakes, most: int, seconds: float) -> Document:
    """The document of a mixed strategy with at most ``most`` rows for each player."""
    table: StrategyTableDocument = {
        "title": title(strategy.game),
        "says": says,
        "value": value_document(strategy.value),
        "quantities": [],
        "heads": [],
        "rows": [],
        "rows_left_out": 0,
        "lines": None,
        "thresholds": None,
        "steps": [],
        "move": None,
        "text": [f"{name}  {text}" for name, text in _notes(strategy).items() if text],
        "players": list(stakes.names),
        "deciding": sorted(stakes.players),
        "seconds": seconds,
        "drawing": None,
        "mixed": [_mixed_table(strategy, player, stakes.name(player), most) for player in strategy.players],
        "by_player": [],
    }
    return {**game_document(strategy.game), **document(About("best", strategy.player, None, True, False)), **table}


def _player_table(who: str, strategy: Strategy, most: int) -> PlayerTableDocument:
    boards, telling = strategy_boards(strategy, most), telling_rows(strategy)
    lines = by_lines(strategy) and not boards
    cells = line_cells(strategy, ROOM) if lines else row_cells(strategy, ROOM, telling[:most])
    return {
        "who": who,
        "heads": list(cells.heads),
        "rows": [] if boards else list(map(list, cells.rows[:most])),
        "left_out": max((len(cells.rows) if lines else len(telling)) - most, 0),
        "boards": [{"ranks": list(board.ranks), "told": list(board.notes)} for board in boards],
        "notes": list(tie_lines(strategy)),
    }


def _notes(strategy: MixedStrategy) -> dict[str, str]:
    return {
        "note": share_note(strategy),
        "not-computed": not_computed(strategy),
        "left-out": never_reached(strategy),
    }


def _mixed_table(strategy: MixedStrategy, player: int, who: str, most: int) -> MixedTableDocument:
    cells, left_out = decision_cells(strategy, player, most)
    return {"who": who, "heads": list(cells.heads), "rows": list(map(list, cells.rows)), "left_out": left_out}


def _drawing(strategy: Strategy) -> Drawing | None:
    try:
        return strategy_drawing(strategy)
    except UsageError:  # nothing to draw, or too much
        return None


def _row_document(strategy: Strategy, row: Row, shown: Sequence[str]) -> StrategyRowDocument:
    return {
        "shown": list(shown),
        "moves": move_documents(row.moves),
        "words": list(strategy.words_of(row)),
        "sure": row.sure,
        "free": row.free,
    }


def _lines_document(strategy: Strategy, most: int) -> LinesTableDocument:
    cells = line_cells(strategy, ROOM)
    rows = [list(row) for row in cells.rows[:most]]
    return {"heads": list(cells.heads), "rows": rows, "left_out": max(len(cells.rows) - most, 0)}
