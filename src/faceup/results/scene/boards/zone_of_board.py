"""The zone of a board, the game's own or one that is shown: what lies on its squares, and the moves there."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faceup.results.scene.boards.boards_in_text import board_shown
from faceup.results.scene.boards.found_boards import FoundBoard, found_board, places_changed
from faceup.results.scene.boards.piece_looks import with_looks
from faceup.results.scene.boards.squares_of_moves import names_of_pits, squares_of_moves
from faceup.results.scene.things import Change, Item, Zone
from faceup.results.scene.zones import SIGNS, board_zones, sign_name
from faceup.rules.boards import board_of
from faceup.rules.contract import Game
from faceup.rules.fields import Card, Dice, Die, Field, Heap, Place, fields_of, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

PAIR = 2  # owners of pieces, and squares that one move changes together


def board_zone(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    """The board of a state, the game's own or a shown one, with the moves on its squares; None without a board."""
    zone = _bare_zone(game, state, moves)
    return zone and with_looks(zone, game, texts_of_squares)


def _bare_zone(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    if board_of(game) is None:
        return shown_board(game, state, moves)
    zones, _ = board_zones(game, fields_of(state), moves)
    return zones[0]


def shown_board(game: Game, state: Any, moves: Collection[Move] = ()) -> Zone | None:
    """The board that ``show`` draws, or that play shows, each square with the move that changes it alone, and with the
    squares that each move names by what it changes: the square that it fills, or that it leaves and then the one to
    which it goes. None if there is none, or if the game has a ``board``.
    """
    board = board_shown(game, state)
    if board is None:
        return None
    squares = squares_of_moves(game, state, board, moves)
    found = Counter(square for at in squares.values() for square in at)
    picks = {at[0]: move for move, at in squares.items() if len(at) == 1 and found[at[0]] == 1}
    symbols = board.read(state)
    pits = {square: name for (_, square), name in names_of_pits(game).items()} if board.heaps else {}
    rows = tuple(
        tuple(_item(board, symbols[place], place, picks.get(place), pits) if place >= 0 else Item("") for place in row)
        for row in board.rows
    )
    owners = tuple(board.names.get(sign) or sign for sign in board.owners)
    zone = Zone("board", "board", rows, heaps=board.heaps, lines=board.lines, named=tuple(squares.items()))
    zone = replace(zone, columns=board.columns, ranks=board.ranks, owners=owners if len(owners) == PAIR else ())
    return zone if board.heaps or board.lines else replace(zone, changes=_changes(game, state, board, picks.values()))


def _changes(game: Game, state: Any, board: FoundBoard, moves: Collection[Move]) -> tuple[Change, ...]:
    """The moves that change several squares, with these."""
    changes = (Change(move, tuple(places_changed(board, state, game.play(state, move)))) for move in moves)
    return tuple(change for change in changes if len(change.squares) >= PAIR)


def _item(board: FoundBoard, symbol: str, square: int, move: Move | None, pits: Mapping[int, str]) -> Item:
    if board.heaps:
        return Item(symbol, move, None, square, pits.get(square, ""))
    owner = board.owners.index(symbol) if symbol in board.owners else SIGNS.index(symbol) if symbol in SIGNS else 1
    name = board.names.get(symbol) or sign_name(symbol)
    return Item(symbol, move, owner % len(SIGNS) if symbol else None, square, name)


def texts_of_squares(game: Game, state: Any) -> tuple[tuple[str, ...], ...]:
    """What is written on the squares of a board, row by row."""
    zone = _bare_zone(game, state)
    return tuple(tuple(item.text for item in row) for row in zone.rows) if zone else ()


def has_board(game: Game) -> bool:
    """Whether a game declares a board, or has one of pieces that ``show`` draws or play shows."""
    if board_of(game) is not None:
        return True
    board = board_shown(game, game.start())
    return board is not None and not board.heaps and not board.lines


def names_on_board(game: Game, state: Any) -> frozenset[str]:
    """The names of the fields that are drawn on the board of a state."""
    fields, found = fields_of(state), found_board(game)
    if board_of(game) is not None:
        _, on_board = board_zones(game, fields, ())
    else:
        on_board = fields_on_board(fields, found.fields if found else None)
    return frozenset(field.name for field in on_board)


def fields_on_board(fields: Sequence[Field], found: Collection[str] | None) -> list[Field]:
    """The fields on a shown board: those ``found`` by play, or all but cards, dice and heaps."""
    if found is not None:
        return [field for field in fields if field.name in found]
    return [field for field in fields if field.kind is Cards or _is_row(field)]


def _is_row(field: Field) -> bool:
    """Whether a field is a row of numbers or sets, as squares are, and not of things that lie beside a board."""
    if field.kind is Dice:
        return False
    return isinstance(field.value, tuple) and item_kind(field.kind) not in (Card, Die, Heap, Place)
