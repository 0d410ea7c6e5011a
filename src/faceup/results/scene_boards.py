"""A board as it lies: its squares with what is on them, and the moves that picking one makes."""

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from faceup.results.things import Item, Zone
from faceup.rules.boards import Board, column_name
from faceup.rules.cards import holds
from faceup.rules.contract import Game
from faceup.rules.fields import Field
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

SIGNS = "XOABCDEFGHIJ"  # of those who mark squares, the first one's first
MARKS = {0: "", 1: "X", 2: "O", -1: "O"}  # of squares, where the game has no marks of its own


def board_zones(game: Game, fields: Sequence[Field], moves: Collection[Move]) -> tuple[list[Zone], list[Field]]:
    """The squares, each marked by the set that holds it, or with what a row of the state has at that place; and the
    fields that are shown so.
    """
    board = getattr(game, "board", None)
    if board is None:
        return [], []
    sets = [field for field in fields if field.kind is Cards]
    squares = row_of_squares(board, fields)
    if squares is not None:
        marks = _marks(game)
        rows = tuple(tuple(_numbered(row, squares.value, marks, moves)) for row in board)
    else:
        rows = tuple(tuple(_marked(row, [(field.name, field.value) for field in sets], moves)) for row in board)
    zone = Zone("board", "board", rows)
    if isinstance(board, Board):
        names = tuple(map(column_name, range(board.columns)))
        zone = zone._replace(columns=names, ranks=tuple(str(k) for k in range(len(board), 0, -1)))
    return [zone], sets if squares is None else [*sets, squares]


def row_of_squares(board: Any, fields: Sequence[Field]) -> Field | None:
    """The first row that has a number for every square of the board."""
    last = max((square for row in board for square in row), default=-1)
    return next((field for field in fields if isinstance(field.value, tuple) and len(field.value) > last), None)


def _marks(game: Game) -> Any:
    """What to write on a square for each number: the game's own, else a sign for each of its players."""
    own, players = getattr(game, "marks", None), getattr(game, "players", 2)
    if own is not None:
        return {0: "", **own} if isinstance(own, Mapping) and own else own
    return MARKS | {k + 1: SIGNS[k] for k in range(2, min(players, len(SIGNS)) if type(players) is int else 2)}


def piece_name(game: Game, number: int) -> str:
    """What stands on a square with this number, in little room: its mark, or a dot where there is none."""
    return _marked_with(_marks(game), number) or "."


def shows_numbers(game: Game) -> bool:
    """Whether squares show the numbers themselves, as pits do."""
    marks = getattr(game, "marks", None)
    return isinstance(marks, Mapping) and not marks


def _marked_with(marks: Any, number: int) -> str:
    """What is written on a square: nothing on a free one, and the number itself where that has no mark."""
    try:
        return str(marks[number]).strip(" .")
    except LookupError:
        return str(number)


def _marked(row: Any, sets: list[tuple[str, int]], moves: Collection[Move]) -> Iterator[Item]:
    for square in row:
        owner = next((k for k, (_, held) in enumerate(sets) if square >= 0 and holds(held, square)), None)
        text = "" if owner is None else _mark(sets[owner][0], owner)
        yield _square(text, square, owner, moves)


def _square(text: str, square: int, owner: int | None, moves: Collection[Move]) -> Item:
    there = square if square >= 0 else None  # a negative number is a hole
    return Item(text, there if there in moves else None, owner, there, sign_name(text))


def _numbered(row: Any, numbers: tuple[int, ...], marks: Any, moves: Collection[Move]) -> Iterator[Item]:
    """Squares that a row of the state has a number for, which ``marks`` has a mark for."""
    for square in row:
        if square < 0:
            yield Item("")
            continue
        number = numbers[square]
        text = _marked_with(marks, number)
        owner = (number - 1 if number > 0 else 1) if text else None
        yield _square(text, square, owner, moves)


def _mark(name: str, owner: int) -> str:
    """What to write on a square: the name of the set where it is a letter or two."""
    return name.upper() if len(name) <= 2 else SIGNS[owner] if owner < len(SIGNS) else str(owner + 1)


def sign_name(text: str) -> str:
    """What Unicode calls a sign, for people who listen: ``white pawn``; nothing for letters and words."""
    if len(text) != 1 or text.isalnum():
        return ""
    return unicodedata.name(text, "").lower().replace("chess ", "")
