"""Isomorphism of two games, and the symmetries of one, as documents."""

from typing import TypedDict

from faceup.results.answers.sameness import Renaming, Sameness, Symmetries
from faceup.results.documents.game import GameDocument, MoveDocument, game_document, move_document, move_documents
from faceup.rules.moves import numbers_text

RenamingDocument = dict[str, dict[str, MoveDocument]]  #: the new name of each move, by kind


class DifferenceDocument(TypedDict):
    """An invariant that differs between two games, with its value in each."""

    what: str
    first: str | None
    second: str | None
    text: str


class SamenessDocument(TypedDict):
    """Two games with the renaming that turns one into the other and its check, or the reasons why there is none.

    ``paid_apart`` says that each play pays the same in both games, but not at the same moves.
    """

    games: list[GameDocument]
    same: bool
    renaming: RenamingDocument | None
    compared: int | None
    reasons: list[DifferenceDocument]
    positions: list[int]
    distinct: list[int]
    winning_sets: list[list[MoveDocument]]
    paid_apart: bool
    seconds: float


class SymmetriesDocument(GameDocument):
    """The symmetries of a game; ``elements`` lists all unless they are many."""

    order: int
    generators: list[RenamingDocument]
    elements: list[RenamingDocument] | None
    openings: list[list[MoveDocument]]
    positions: int
    different: int
    seconds: float


def sameness_document(sameness: Sameness) -> SamenessDocument:
    return {
        "games": [game_document(game) for game in sameness.games],
        "same": sameness.same,
        "renaming": None if sameness.renaming is None else _renaming_document(sameness.renaming),
        "compared": None if sameness.check is None else sameness.check.positions,
        "reasons": [
            {
                "what": reason.what,
                "first": None if reason.first is None else str(reason.first),
                "second": None if reason.second is None else str(reason.second),
                "text": reason.text,
            }
            for reason in sameness.reasons
        ],
        "positions": list(sameness.positions),
        "distinct": list(sameness.distinct),
        "winning_sets": [move_documents(moves) for moves in sameness.winning_sets],
        "paid_apart": sameness.paid_apart,
        "seconds": sameness.seconds,
    }


def symmetries_document(symmetries: Symmetries) -> SymmetriesDocument:
    return {
        **game_document(symmetries.game),
        "order": symmetries.order,
        "generators": [_renaming_document(renaming) for renaming in symmetries.generators],
        "elements": None
        if symmetries.elements is None
        else [_renaming_document(element) for element in symmetries.elements],
        "openings": [move_documents(group) for group in symmetries.openings],
        "positions": symmetries.positions,
        "different": symmetries.different,
        "seconds": symmetries.seconds,
    }


def _renaming_document(renaming: Renaming) -> RenamingDocument:
    """The new name of each move, by kind."""
    return {
        kind: {numbers_text(old): move_document(new) for old, new in part.items()}
        for kind, part in renaming.kinds.items()
    }
