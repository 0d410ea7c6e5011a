"""A strategy as a table in the form that has room, or as boards side by side with stars on the best squares."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from faceup.results.answers.strategy import Row, Strategy
from faceup.results.scene.shown_boards import board_zone, names_on_board
from faceup.results.scene.things import Item, Zone
from faceup.results.scene.zones import squares_namer
from faceup.results.sentences.strategies import table_cells
from faceup.results.sentences.strategy_cells import (
    HOLE,
    ROOM,
    TOO_CLOSE,
    condition,
    telling_rows,
)
from faceup.results.sentences.words import either
from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move
from faceup.show.text.parts import table_of

if TYPE_CHECKING:
    from rich.table import Table

FIRST_LINES = 36  # of long tables, before the rest is counted
STAR, FREE = "*", "."
GAP = 4  # characters between two boards


def strategy_tables(strategy: Strategy, lines: float = FIRST_LINES, width: int = ROOM) -> "tuple[Table, int]":
    """The table to print, of at most so many lines, and the number of rows left out."""
    cells = table_cells(strategy, width)
    ends = accumulate(1 + max(cell.count("\n") for cell in row) for row in cells.rows)
    most = sum(end <= lines for end in ends)
    return table_of(cells, most), len(cells.rows) - most


class BoardText(NamedTuple):
    """A position rank by rank, below it notes on the rest of the state, and the zone of its board, whose squares have
    the best moves; best moves lead from the squares ``begins`` to the squares ``ends``.
    """

    ranks: tuple[str, ...]
    notes: tuple[str, ...]
    zone: Zone
    begins: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        return (*self.ranks, *self.notes)


def strategy_boards(strategy: Strategy, most: int) -> list[BoardText]:
    """At most ``most`` of the ``board_rows``, those of the plan and early ones first; empty without a board.

    The strategy must hold the states of its rows.
    """
    if not strategy.states:
        return []
    game = strategy.game
    begin = _pieces(game, game.start())

    def place(row: Row) -> tuple[bool, int]:
        return row.key not in strategy.plan, abs(_pieces(game, strategy.states[row.key]) - begin)

    rows = sorted(board_rows(strategy), key=place)
    return [_board_shown(strategy, row) for row in rows[:most]]


def board_rows(strategy: Strategy) -> list[Row]:
    """The rows in which some move is worse than another, after the opening if it has a row."""
    return [row for row in strategy.rows if row.key == strategy.start] + [
        row for row in telling_rows(strategy) if row.key != strategy.start
    ]


def _pieces(game: Game, state: Any) -> int:
    """The number of occupied squares, which grows with the game."""
    zone = board_zone(game, state)
    return sum(bool(item.text) for item in zone.items) if zone else 0


def _board_shown(strategy: Strategy, row: Row) -> BoardText:
    game, state = strategy.game, strategy.states[row.key]
    fields = fields_of(state)
    zone, on_board = board_zone(game, state, row.moves), names_on_board(game, state)
    assert zone is not None
    starred = {item.move for rank in zone.rows for item in rank if item.move is not None and not item.text}
    texts = [[_text(item) for item in rank] for rank in zone.rows]
    wide = max(len(text) for rank in texts for text in rank)
    lean = " " * (wide if zone.hexagons else 0)
    ranks = [lean * k + " ".join(text.rjust(wide) for text in rank).rstrip() for k, rank in enumerate(texts)]
    named = [
        word
        for word, move in zip(strategy.words_of(row), row.moves, strict=True)
        if move not in starred or not _is_name_of(word, move, zone)
    ]
    notes = [either(named)] if named else []
    if not row.sure:
        notes.append(TOO_CLOSE)
    notes += [f"also {strategy.words[row.key, move]}" for move in row.others]
    labels = strategy.seen_in(row)
    notes += [
        condition(strategy, field.name, labels[field.name])
        for field in fields
        if field.name in labels.keys() - on_board - {MOVER}
    ]
    squares = squares_namer(game)
    ways = [squares(move, word) for word, move in zip(strategy.words_of(row), row.moves, strict=True)]
    begins, ends = (tuple(dict.fromkeys(way[place] for way in ways if len(way) > 1)) for place in (0, -1))
    return BoardText(tuple(ranks), tuple(notes), zone, begins, ends)


def _text(item: Item) -> str:
    """The sign of a square: its piece, or a star if a best move leads there."""
    if item.text:
        return item.text
    if item.square is None:
        return HOLE
    return FREE if item.move is None else STAR


def _is_name_of(word: str, move: Move, zone: Zone) -> bool:
    """Whether a word is the number or name of the move's square, or the column of that."""
    named = zip(zone.ranks, zone.rows, strict=False) if zone.columns else ()
    names = (
        column + rank
        for rank, row in named
        for column, item in zip(zone.columns, row, strict=False)
        if item.move == move
    )
    return word == str(move) or any(name.startswith(word) for name in names)


def _board_width(boards: Sequence[BoardText]) -> int:
    """The characters that a board takes beside another one."""
    return max((len(line) for board in boards for line in board.lines), default=0) + GAP


def boards_across(boards: Sequence[BoardText], width: int) -> list[Sequence[BoardText]]:
    """The boards in rows, as many side by side as fit."""
    across = max(1, (width + GAP) // _board_width(boards))
    return [boards[first : first + across] for first in range(0, len(boards), across)]


def first_boards(boards: Sequence[BoardText], width: int, lines: float) -> list[BoardText]:
    """The boards of the first rows that have so many lines together, and of the first row in any case."""
    rows = boards_across(boards, width)
    ends = accumulate(1 + max(len(board.lines) for board in row) for row in rows)
    fit = max(1, sum(end <= lines for end in ends))
    return [board for row in rows[:fit] for board in row]


def side_by_side(boards: Sequence[BoardText], width: int) -> Iterator[str]:
    """The boards as lines of text, as many side by side as fit."""
    wide = _board_width(boards)
    for tiles in boards_across(boards, width):
        high = max(len(tile.lines) for tile in tiles)
        for k in range(high):
            yield "".join((tile.lines[k] if k < len(tile.lines) else "").ljust(wide) for tile in tiles).rstrip()
        yield ""
    if any(STAR in rank for board in boards for rank in board.ranks):
        yield f"{STAR} the best squares to move to"
