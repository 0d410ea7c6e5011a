"""Strategies for pages: every move in words, long tables cut and the rest counted."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from faceup.results.answers.decision import MixedStrategy
from faceup.results.answers.strategy import About, Strategy
from faceup.results.documents.codec import Document, document, game_document
from faceup.results.scene.things import Zone
from faceup.results.sentences.games import headline
from faceup.results.sentences.mixed_strategies import decision_cells, never_reached, not_computed, share_note
from faceup.results.sentences.strategies import (
    always_fact,
    bands_cells,
    board_order,
    rule_alone,
    strategy_blocks,
    strategy_facts,
    table_cells,
    tie_facts,
    unmet_text,
    value_facts,
)
from faceup.results.sentences.strategy_cells import (
    ROOM,
    by_lines,
    head,
    quantity_label,
    row_cells,
    telling_rows,
)
from faceup.results.sentences.words import capital
from faceup.results.stakes import Stakes
from faceup.rules.errors import UsageError
from faceup.rules.fields import Dice, field_kinds
from faceup.rules.moves import Move
from faceup.show.drawings.drawing import Drawing
from faceup.show.drawings.pure_strategies import pure_drawing
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.text.parts import part_lines
from faceup.show.text.strategies import outline_meaning, strategy_boards
from faceup.web.answers.documents import Players, ShownValue


class StrategyRow(NamedTuple):
    """What a player sees, and the best moves; ``free`` if every legal move is best."""

    shown: Sequence[str]
    moves: tuple[Move, ...]
    words: tuple[str, ...]
    sure: bool
    free: bool


class LinesTable(NamedTuple):
    """The lines of the smallest table in words, and the heads of its columns."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left_out: int


class BandsTable(NamedTuple):
    """What boundaries are, and the least and the most of them in each cell."""

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class Board(NamedTuple):
    """A position rank by rank, how it is reached, and notes on the best moves beside the squares with stars; and its
    board to be drawn, whose squares have the best moves; best moves lead from the squares ``begins`` to the squares
    ``ends``.
    """

    reached: str
    ranks: Sequence[str]
    told: Sequence[str]
    zone: Zone
    begins: Sequence[int]
    ends: Sequence[int]


class PlayerTable(NamedTuple):
    """One player's moves as a table in words or on boards, and notes."""

    who: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left_out: int
    boards: Sequence[Board]
    order: Annotated[str, "the order of the boards, and for what else they stand"]
    outlines: Annotated[str, "what the outlines on the boards mean, if there are any"]
    notes: Sequence[str]
    always: str
    rule: Annotated[str, "the rule that stands in the place of a table of one line"]


class MixedTable(NamedTuple):
    """One player's probabilities of moves by what the player sees, as a table in words; ``fractions`` are its rows
    with exact numbers.
    """

    who: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left_out: int
    fractions: Sequence[Sequence[str]]


MOST_BOARDS = 60  # of one player, which are drawn
MANY_ROWS = 24  # from which on one best move in each is enough
FEW_LINES = 8  # that are seen at a glance


@dataclass(frozen=True, kw_only=True)
class StrategyTable:
    """A strategy as a table that a person can use.

    With hidden information it is ``mixed``, a table for each player, and there are no other rows.
    """

    title: str
    says: Annotated[str, "what best play comes to"]
    whose: Annotated[str, "whose decisions these are, where several decide"] = ""
    value: ShownValue
    quantities: tuple[str, ...] = ()
    heads: Annotated[Sequence[str], "what stands above what is shown of each row"] = ()
    things: Annotated[dict[str, str], "the heads above things that lie together: cards, or dice"] = field(
        default_factory=dict
    )
    rows: Sequence[StrategyRow] = ()
    rows_left_out: int = 0
    unmet: Annotated[str, "the positions that are left out, in words"] = ""
    planned: Annotated[int, "how many rows, the first, are met if all play best; 0 if all rows are alike"] = 0
    always: Annotated[str, "the one move that is always best, if there is nothing else to say"] = ""
    rule: Annotated[str, "the rule that stands in the place of a table of one line"] = ""
    bands: Annotated[BandsTable | None, "boundaries between two moves, told coarsely"] = None
    lines: Annotated[LinesTable | None, "thresholds, or lines that need clearly less room than the rows"] = None
    thresholds: tuple[int | None, ...] | None = None
    steps: tuple[int, ...] = ()
    move: str | None = None
    text: Sequence[str]
    players: Players
    deciding: Annotated[Sequence[int], "the players who were seen to decide anything"]
    seconds: float
    drawing: Annotated[Drawing | None, "a picture of all rows, if they can be drawn"] = None
    mixed: Sequence[MixedTable] = ()
    by_player: Sequence[PlayerTable] = ()


def strategy_document(strategy: Strategy, says: str, stakes: Stakes, most: int, seconds: float) -> Document:
    """The document of a strategy with at most ``most`` rows and lines; ``says`` is the answer about the game."""
    ordered = sorted(strategy.rows, key=lambda row: row.key not in strategy.plan)
    rows = ordered[:most]
    cells = row_cells(strategy, ROOM, rows)
    blocks = strategy.by_player or strategy.for_mover or strategy.boards
    whose = "best moves" if strategy.player is None else stakes.name(strategy.player)
    by_player = [_player_table(who or whose, one, most) for who, one in strategy_blocks(strategy)] if blocks else []
    table = StrategyTable(
        title=headline(strategy.game),
        says=says,
        whose="" if blocks or strategy.players < 2 else next(strategy_blocks(strategy))[0] or capital(whose),
        value=ShownValue(strategy.value),
        text=list(part_lines(value_facts(strategy) if blocks else strategy_facts(strategy), 12)),
        players=list(stakes.names),
        deciding=sorted(stakes.players),
        seconds=seconds,
        quantities=strategy.quantities,
        heads=cells.heads[:-1],
        things=_things(strategy),
        rows=[
            StrategyRow(shown[:-1], row.moves, strategy.words_of(row), row.sure, row.free)
            for row, shown in zip(rows, cells.rows, strict=True)
        ],
        unmet=unmet_text(strategy),
        planned=sum(row.key in strategy.plan for row in rows),
        always=_always(strategy),
        rule=rule_alone(strategy),
        rows_left_out=max(len(strategy.rows) - most, 0),
        bands=_bands(strategy),
        lines=_lines(strategy, most),
        thresholds=strategy.thresholds,
        steps=strategy.steps,
        move=None if strategy.move is None else strategy.word(strategy.move),
        drawing=None if any(block.boards for block in by_player) else _drawing(strategy),
        by_player=by_player,
    )
    return {**game_document(strategy.game), **document(strategy.about), **document(table)}


def mixed_document(
    strategy: MixedStrategy, says: str, stakes: Stakes, most: int, seconds: float, reach: str
) -> Document:
    """The document of a mixed strategy with at most ``most`` rows for each player."""
    table = StrategyTable(
        title=headline(strategy.game),
        says=says,
        value=ShownValue(strategy.value),
        text=[f"{name}  {text}" for name, text in _notes(strategy).items() if text],
        players=list(stakes.names),
        deciding=sorted(stakes.players),
        seconds=seconds,
        unmet=never_reached(strategy),
        drawing=None if any(one.mixed for one in strategy.decisions) else _drawing(strategy),
        mixed=[_mixed_table(strategy, player, stakes.name(player), most) for player in strategy.players],
    )
    about = About(reach, strategy.player, None, True, False)
    return {**game_document(strategy.game), **document(about), **document(table)}


def _things(strategy: Strategy) -> dict[str, str]:
    """The heads of columns of sets and hands."""
    kinds = field_kinds(getattr(type(strategy.game), "State", None))
    return {
        head(strategy, name): "dice" if kinds.get(name) is Dice else "cards"
        for name, look in strategy.looks.items()
        if look.kind in ("set", "hand")
    }


def is_long(strategy: Strategy) -> bool:
    """Whether a strategy has too many rows to play from, and nothing that says them shorter."""
    short = strategy.thresholds is not None or by_lines(strategy) or _drawing(strategy) is not None
    return not short and not strategy.boards and len(telling_rows(strategy)) > MANY_ROWS


def _player_table(who: str, strategy: Strategy, most: int) -> PlayerTable:
    shown = strategy_boards(strategy, min(most, MOST_BOARDS))
    boards = [Board(board.reached, board.ranks, board.notes, board.zone, board.begins, board.ends) for board in shown]
    cells = table_cells(strategy)
    return PlayerTable(
        who,
        cells.heads,
        () if boards else cells.rows[:most],
        max(len(strategy.telling_boards) - len(boards) if boards else len(cells.rows) - most, 0),
        boards,
        board_order(strategy),
        outline_meaning(shown),
        list(part_lines(tie_facts(strategy), 12)),
        _always(strategy),
        rule_alone(strategy),
    )


def _always(strategy: Strategy) -> str:
    return "".join(move for _, move in always_fact(strategy))


def _notes(strategy: MixedStrategy) -> dict[str, str]:
    return {
        "note": share_note(strategy),
        "not-computed": not_computed(strategy),
    }


def _mixed_table(strategy: MixedStrategy, player: int, who: str, most: int) -> MixedTable:
    cells, left_out = decision_cells(strategy, player, most)
    exact = strategy.value.how == "exact"
    fractions = decision_cells(strategy, player, most, fractions=True)[0].rows if exact else ()
    return MixedTable(who, cells.heads, cells.rows, left_out, fractions)


def _drawing(strategy: Strategy | MixedStrategy) -> Drawing | None:
    try:
        return pure_drawing(strategy) if isinstance(strategy, MixedStrategy) else strategy_drawing(strategy)
    except UsageError:  # nothing to draw, or too much
        return None


def _lines(strategy: Strategy, most: int) -> LinesTable | None:
    """The table to play from; None where that is the rows anyway, or where those of the plan come first."""
    cells, telling = table_cells(strategy), len(telling_rows(strategy))
    by_rows = strategy.thresholds is None and not by_lines(strategy)
    if by_rows and (strategy.plan or len(cells.rows) == telling):
        return None
    return LinesTable(cells.heads, cells.rows[:most], max(len(cells.rows) - most, 0))


def _bands(strategy: Strategy) -> BandsTable | None:
    """The bands of a strategy whose lines are too many to be seen at a glance."""
    bands = bands_cells(strategy) if len(strategy.lines) > FEW_LINES else None
    if bands is None:
        return None
    down, across = (quantity_label(strategy, name) for name in strategy.quantities[:2])
    heads = [text.removeprefix(f"{across} ") for text in bands.cells.heads]
    return BandsTable(capital(f"{bands.head}: {down} down, {across} across"), heads, bands.cells.rows)
