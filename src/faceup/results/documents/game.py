"""Parts of documents: the game, and moves."""

from collections.abc import Iterable, Mapping
from typing import Any, TypedDict

from faceup.rules.contract import position_of
from faceup.rules.moves import Move, plain
from faceup.rules.parameters import write_parameters


class Position(TypedDict, total=False):
    """The position in which the game begins, as its rules read it; left out for the start of the rules."""

    position: str


class GameDocument(Position):
    """The game, with its parameters as a person writes them."""

    game: str
    parameters: Mapping[str, int | bool | str]


def game_document(game: Any) -> GameDocument:
    begins: Position = {"position": position_of(game)} if position_of(game) else {}
    return {"game": type(game).name, "parameters": write_parameters(game), **begins}


MoveDocument = int | str | list[int | str]


def move_document(move: Move) -> MoveDocument:
    return list(map(plain, move)) if isinstance(move, tuple) else plain(move)


def move_in(document: MoveDocument) -> Move:
    """The move that a document names."""
    return tuple(document) if isinstance(document, list) else document


def move_documents(moves: Iterable[Move]) -> list[MoveDocument]:
    return [*map(move_document, moves)]
