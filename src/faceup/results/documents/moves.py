"""A move in documents: a number, or the list of its numbers."""

from collections.abc import Iterable

from faceup.rules.moves import Move

MoveDocument = int | list[int]


def move_document(move: Move) -> MoveDocument:
    return list(map(int, move)) if isinstance(move, tuple) else int(move)


def move_in(document: MoveDocument) -> Move:
    """The move that a document names."""
    return tuple(document) if isinstance(document, list) else document


def move_documents(moves: Iterable[Move]) -> list[MoveDocument]:
    return [*map(move_document, moves)]
