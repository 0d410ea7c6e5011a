"""Boards in the text of ``show``: lines of as many symbols each, with or without names of squares beside them."""

import re
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise
from string import ascii_lowercase
from typing import Any

from faceup.results.scene.boards.found_boards import FILLED, FoundBoard, Symbols, found_board, name_board
from faceup.results.scene.boards.squares_of_moves import squares_of_steps
from faceup.results.scene.positions_met import positions_met
from faceup.results.scene.zones import names_of_pieces
from faceup.rules.boards import board_of
from faceup.rules.contract import Game
from faceup.rules.texts import state_text

LETTERS = ascii_lowercase  # of columns
NUMBERED_ROW = re.compile(r"(\d+) +(\S.*)")
EMPTY = frozenset(".-_·")
LEAST = 2  # rows, and squares in each


def board_shown(game: Game, state: Any) -> FoundBoard | None:
    """The board in the text of ``show``, or that play shows."""
    rows = _grid_of(game, state)
    if not rows:
        return found_board(game)
    letters = tuple(sorted({symbol for row in rows for symbol in row if symbol.isalpha()}))
    places = tuple(tuple(range(down * len(row), (down + 1) * len(row))) for down, row in enumerate(rows))
    board = FoundBoard(
        frozenset(), partial(_symbols_shown, game), places, names=names_of_pieces(letters) | {FILLED: "filled"}
    )
    columns, ranks = _names_said(game, places)
    return board._replace(columns=columns, ranks=ranks)


def _symbols_shown(game: Game, state: Any) -> Symbols:
    """The symbols in the text of ``show``, one row after another."""
    return tuple(symbol for row in _grid_of(game, state) for symbol in row)


@lru_cache(maxsize=64)
def _names_said(game: Game, places: tuple[tuple[int, ...], ...]) -> tuple[Symbols, Symbols]:
    """The names of the columns and rows of a shown board, if the rules call moves by their squares, or have no words
    for moves of several parts that squares tell apart; else empty.
    """
    read, met, count = partial(_symbols_shown, game), positions_met(game), sum(map(len, places))
    states = (one for each in met for one in (each.state, *each.after.values()))
    if any(len(read(one)) != count for one in states):
        return (), ()
    bare = FoundBoard(frozenset(), read, places)
    if type(game).say is Game.say and not all(
        squares_of_steps(game, one.state, bare, [move for move in one.after if isinstance(move, tuple)])
        for one in met
        if one.turn >= 0
    ):
        return (), ()
    board = name_board(game, met, bare)
    return board.columns, board.ranks


def _grid_of(game: Game, state: Any) -> tuple[tuple[str, ...], ...]:
    """The symbols of the text of ``show``, row by row, empty ones as ""; no rows if it is not a board."""
    if board_of(game) is not None or type(game).show is Game.show:
        return ()
    lines = _without_edges([line.strip() for line in state_text(game, state).splitlines()])
    apart = all(" " in line for line in lines)
    rows = [line.split() if apart else list(line) for line in lines]
    if len(rows) < LEAST or len(rows[0]) < LEAST or len(set(map(len, rows))) > 1:
        return ()
    symbols = {symbol for row in rows for symbol in row}
    if any(len(symbol) > 1 or symbol.isspace() for symbol in symbols):
        return ()
    letters = {symbol for symbol in symbols if symbol.isalpha()}
    if not apart and not all(letter.isupper() or letter in "xo" for letter in letters):
        return ()  # words of one length
    blank = EMPTY | {"0"} if not letters else EMPTY
    return tuple(tuple("" if symbol in blank else symbol.upper() for symbol in row) for row in rows)


def _without_edges(lines: Sequence[str]) -> Sequence[str]:
    """The lines of a board without the letters of its columns below or above, and the numbers of its rows on the left.

    Numbers beside numbers may be what lies on the squares, unless the columns have letters.
    """
    ends = [end for end in (-1, 0) if lines and "".join(lines[end].split()) in LETTERS and lines[end][:1] == LETTERS[0]]
    below = lines[: ends[0]] if ends == [-1] else lines[1:] if ends == [0] else lines
    parts = [NUMBERED_ROW.fullmatch(line) for line in below]
    numbers = [int(part[1]) for part in parts if part]
    if len(numbers) < max(len(below), LEAST) or {one - other for one, other in pairwise(numbers)} not in ({1}, {-1}):
        return below
    rests = [part[2] for part in parts if part]
    return rests if ends or not any(map(str.isdigit, "".join(rests))) else below
