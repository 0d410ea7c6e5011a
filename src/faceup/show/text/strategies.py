"""A strategy as a table in the form that has room, or as boards side by side with stars on the best squares."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from faceup.results.answers.strategy import BoardMet, Strategy
from faceup.results.scene.boards.zone_of_board import board_zone, names_on_board
from faceup.results.scene.things import Item, Zone
from faceup.results.scene.zones import squares_namer
from faceup.results.sentences.strategies import table_cells
from faceup.results.sentences.strategy_cells import (
    HOLE,
    ROOM,
    TOO_CLOSE,
    condition,
)
from faceup.results.sentences.words import NO_BREAK, either
from faceup.rules.fields import MOVER, fields_of
from faceup.rules.moves import Move
from faceup.show.text.parts import table_of

if TYPE_CHECKING:
    from rich.table import Table

FIRST_LINES = 36  # of long tables, before the rest is counted
STAR, FREE = "*", "."
GAP = 4  # characters between two boards
ANY = "any move"
LEAST_ROOM = 18  # characters across, for the moves that lead to a board


def strategy_tables(strategy: Strategy, lines: float = FIRST_LINES, width: int = ROOM) -> "tuple[Table, int]":
    """The table to print, of at most so many lines, and the number of rows left out."""
    cells = table_cells(strategy, width)
    ends = accumulate(1 + max(cell.count("\n") for cell in row) for row in cells.rows)
    most = sum(end <= lines for end in ends)
    return table_of(cells, most), len(cells.rows) - most


class BoardText(NamedTuple):
    """The moves that lead to a position, the position rank by rank, below it notes on best moves and on the rest of the
    state, and the zone of its board, whose squares have the best moves; these lead from the squares ``begins`` to the
    squares ``ends``, or fill these.
    """

    after: tuple[str, ...]
    ranks: tuple[str, ...]
    notes: tuple[str, ...]
    zone: Zone
    begins: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def reached(self) -> str:
        """The moves that lead there, in words none of which breaks across lines."""
        words = ", ".join(word.replace(" ", NO_BREAK) for word in self.after)
        return f"after {words}" if words else "at the start"

    @property
    def head(self) -> tuple[str, ...]:
        """The moves that lead there, in lines."""
        width = max(LEAST_ROOM, *(len(line) for line in (*self.ranks, *self.notes)))
        lines = wrap(self.reached, width, break_long_words=False, break_on_hyphens=False)
        return tuple(line.replace(NO_BREAK, " ") for line in lines)

    @property
    def squares(self) -> list[list[tuple[str, str]]]:
        """The sign of each square, rank by rank, and its look: a ``hole``, where best moves begin or end, or plain."""
        return [[(_text(item).replace(FREE, ""), self._look(item)) for item in rank] for rank in self.zone.rows]

    def _look(self, item: Item) -> str:
        if item.square is None:
            return "hole"
        return "begins" if item.square in self.begins else "ends" if item.square in self.ends else ""

    @property
    def lines(self) -> tuple[str, ...]:
        return (*self.head, *self.ranks, *self.notes)


def strategy_boards(strategy: Strategy, most: int) -> list[BoardText]:
    """At most ``most`` of the boards on which some move is worse than another, and of the first one."""
    return [_board_shown(strategy, board) for board in strategy.telling_boards[:most]]


def _board_shown(strategy: Strategy, board: BoardMet) -> BoardText:
    game, state, free = strategy.game, board.state, board.free and board.sure and len(board.moves) > 1
    fields = fields_of(state)
    zone, on_board = board_zone(game, state, board.moves), names_on_board(game, state)
    assert zone is not None
    starred = {item.move for rank in zone.rows for item in rank if item.move is not None and not item.text}
    texts = [[_text(item) for item in rank] for rank in zone.rows]
    wide = max(len(text) for rank in texts for text in rank)
    lean = " " * (wide if zone.hexagons else 0)
    ranks = [lean * k + " ".join(text.rjust(wide) for text in rank).rstrip() for k, rank in enumerate(texts)]
    named = [
        word
        for word, move in zip(board.words, board.moves, strict=True)
        if move not in starred or not _is_name_of(word, move, zone)
    ]
    notes = [ANY] if free else [either(named)] if named else []
    if board.free and len(board.moves) == 1:
        notes = [f"{board.words[0]} is the only move"]
    if not board.sure:
        notes.append(TOO_CLOSE)
    notes += [f"also {word}" for word in board.others]
    labels = {} if board.key is None else strategy.seen_at(board.key)
    notes += [
        condition(strategy, field.name, labels[field.name])
        for field in fields
        if field.name in labels.keys() - on_board - {MOVER}
    ]
    begins, ends = _outlines(board, zone, squares_namer(game)) if not free else ((), ())
    return BoardText(board.after, tuple(ranks), tuple(notes), zone, begins, ends)


def _outlines(
    board: BoardMet, zone: Zone, squares: Callable[[Move, str], tuple[int, ...]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The squares from which best moves lead, and those to which they lead or, from none, all that they fill.

    A move that fills one square alone has a star there instead.
    """
    occupied = {item.square for item in zone.items if item.text}
    at = {item.move: (item.square,) for item in zone.items if item.move is not None and item.square is not None}
    ways = [
        squares(move, word) or dict(zone.named).get(move, ()) or at.get(move, ())
        for word, move in zip(board.words, board.moves, strict=True)
    ]
    begins = [way[0] for way in ways if way and way[0] in occupied]
    ends = [way[-1:] if way[0] in occupied else way for way in ways if len(way) > 1]
    return tuple(dict.fromkeys(begins)), tuple(dict.fromkeys(chain.from_iterable(ends)))


def _text(item: Item) -> str:
    """The sign of a square: its piece, or a star if a best move leads there."""
    if item.text:
        return item.text
    if item.square is None:
        return HOLE
    return FREE if item.move is None else STAR


def _is_name_of(word: str, move: Move, zone: Zone) -> bool:
    """Whether a word is the number or name of the move's square, or the column of that, or of a line between dots."""
    named = zip(zone.ranks, zone.rows, strict=False) if zone.columns else ()
    names = (
        column + rank
        for rank, row in named
        for column, item in zip(zone.columns, row, strict=False)
        if item.move == move
    )
    return zone.lines or word == str(move) or any(name.startswith(word) for name in names)


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
        highest = max(len(tile.head) for tile in tiles)
        columns = [("",) * (highest - len(tile.head)) + tile.lines for tile in tiles]
        for lines in zip_longest(*columns, fillvalue=""):
            yield "".join(line.ljust(wide) for line in lines).rstrip()
        yield ""
    yield from _star_meaning(boards)


def _star_meaning(boards: Sequence[BoardText]) -> Iterator[str]:
    if any(STAR in rank for board in boards for rank in board.ranks):
        yield f"{STAR} the best squares to move to"


def board_marks(boards: Sequence[BoardText]) -> Iterator[str]:
    """What the outlines and stars on drawn boards mean."""
    yield from filter(None, [outline_meaning(boards)])
    yield from _star_meaning(boards)


def outline_meaning(boards: Sequence[BoardText]) -> str:
    """What the outlines on drawn boards mean; empty if there are none."""
    begins, ends = any(board.begins for board in boards), any(board.ends for board in boards)
    if begins and ends:
        return "Solid outline: the piece that moves; dashed: where it goes."
    if begins:
        return "Outlined: the squares of best moves."
    return "Dashed outline: the squares that a best move fills." if ends else ""
