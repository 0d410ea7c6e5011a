"""Boards of games that have none but in the text of ``show``: lines of symbols, and the squares that a move changes."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from faceup.results.scene.scene_boards import SIGNS, names_of_pieces, sign_name
from faceup.results.scene.things import Item, Zone
from faceup.rules.boards import board_of
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.texts import state_text

Grid = tuple[tuple[str, ...], ...]
EMPTY = frozenset(".-_·")
FILLED = "#"
LEAST = 2  # rows, and squares in each
MOST_TRIED = 300  # moves, before none is looked at
NO_BOARD: Grid = ()


def shown_board(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    """The board that ``show`` draws, each square with the move that changes it alone, and with the squares that each
    move names by what it changes: the square that it fills, or that it leaves and then the one to which it goes. None
    if ``show`` draws no board, or if the game has a ``board``.
    """
    grid = _grid_of(game, state)
    if not grid:
        return None
    squares = _squares_of_moves(game, state, grid, moves)
    found = Counter(squares.values())
    picks = {at[0]: move for move, at in squares.items() if len(at) == 1 and found[at] == 1}
    letters = sorted({symbol for row in grid for symbol in row if symbol})
    names = names_of_pieces([letter for letter in letters if letter.isalpha()]) | {FILLED: "filled"}
    columns = len(grid[0])
    rows = tuple(
        tuple(
            _item(symbol, down * columns + across, names, picks.get(down * columns + across))
            for across, symbol in enumerate(row)
        )
        for down, row in enumerate(grid)
    )
    return Zone("board", "board", rows, named=tuple(squares.items()))


def _squares_of_moves(game: Game, state: Any, before: Grid, moves: Collection[Move]) -> dict[Move, tuple[int, ...]]:
    """The squares that moves name; without moves that name none."""
    if len(moves) > MOST_TRIED or game.turn(state) == CHANCE:
        return {}
    named = {move: _squares_named(before, _grid_of(game, game.play(state, move))) for move in moves}
    return {move: squares for move, squares in named.items() if squares}


def squares_that_differ(game: Game, state: Any, other: Any) -> frozenset[int]:
    """The squares on which the boards that ``show`` draws of two states differ; none where it draws no board."""
    one, two = _symbols(_grid_of(game, state)), _symbols(_grid_of(game, other))
    return frozenset(square for square, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1])


def _squares_named(before: Grid, after: Grid) -> tuple[int, ...]:
    old, new = _symbols(before), _symbols(after)
    if len(old) != len(new):
        return ()
    changed = [square for square, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    left = [square for square in changed if not new[square]]
    filled = [square for square in changed if not old[square]]
    turned = [square for square in changed if old[square] and new[square]]
    if not left:
        return tuple(filled) if len(filled) == 1 or not turned else ()
    return (*left, *filled, *turned) if len(left) == 1 and len(changed) <= LEAST else ()


def _symbols(grid: Grid) -> list[str]:
    """The symbols of all squares, by their numbers."""
    return [symbol for row in grid for symbol in row]


def _item(symbol: str, square: int, names: Mapping[str, str], move: Move | None) -> Item:
    owner = SIGNS.index(symbol) % len(SIGNS) if symbol and symbol in SIGNS else 1
    name = names.get(symbol) or sign_name(symbol)
    return Item(symbol, move, owner if symbol else None, square, name)


def _grid_of(game: Game, state: Any) -> Grid:
    """The symbols of the text of ``show``, row by row, empty ones as ""; no rows if it is not a board."""
    if board_of(game) is not None or type(game).show is Game.show:
        return NO_BOARD
    lines = [line.strip() for line in state_text(game, state).splitlines()]
    apart = all(" " in line for line in lines)
    rows = [line.split() if apart else list(line) for line in lines]
    if len(rows) < LEAST or len(rows[0]) < LEAST or len(set(map(len, rows))) > 1:
        return NO_BOARD
    symbols = {symbol for row in rows for symbol in row}
    if any(len(symbol) > 1 or symbol.isspace() for symbol in symbols):
        return NO_BOARD
    letters = {symbol for symbol in symbols if symbol.isalpha()}
    if not apart and not all(letter.isupper() or letter in "xo" for letter in letters):
        return NO_BOARD  # words of one length
    blank = EMPTY | {"0"} if not letters else EMPTY
    return tuple(tuple("" if symbol in blank else symbol.upper() for symbol in row) for row in rows)
