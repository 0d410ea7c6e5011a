"""A move in documents: a number, a word, or the list of its numbers and words."""

from collections.abc import Iterable

from faceup.rules.moves import Move, plain

MoveDocument = int | str | list[int | str]


def move_document(move: Move) -> MoveDocument:
    return list(map(plain, move)) if isinstance(move, tuple) else plain(move)


def move_in(document: MoveDocument) -> Move:
    """The move that a document names."""
    return tuple(document) if isinstance(document, list) else document


def move_documents(moves: Iterable[Move]) -> list[MoveDocument]:
    return [*map(move_document, moves)]
