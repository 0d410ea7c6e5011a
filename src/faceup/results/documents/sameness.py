"""Whether two games are one but for names, and the symmetries of one, as documents."""

from typing import TypedDict

from faceup.results.documents.game import GameDocument, game_document
from faceup.results.sameness import Renaming, Sameness, Symmetries

RenamingDocument = dict[str, dict[str, int]]  #: of each kind of moves, what each becomes


class DifferenceDocument(TypedDict):
    """A fact that tells two games apart, and what it is in either."""

    what: str
    first: str | None
    second: str | None
    text: str


class SamenessDocument(TypedDict):
    """Two games with the renaming that makes them one, played through in so many positions; or why there is none."""

    games: list[GameDocument]
    same: bool
    renaming: RenamingDocument | None
    compared: int | None
    reasons: list[DifferenceDocument]
    positions: list[int]
    distinct: list[int]
    winning_sets: list[list[int]]
    seconds: float


class SymmetriesDocument(GameDocument):
    """The renamings that change nothing: ``elements`` are all, unless they are many."""

    order: int
    generators: list[RenamingDocument]
    elements: list[RenamingDocument] | None
    openings: list[list[int]]
    positions: int
    different: int
    seconds: float


def sameness_document(found: Sameness) -> SamenessDocument:
    return {
        "games": [game_document(game) for game in found.games],
        "same": found.same,
        "renaming": None if found.renaming is None else _renaming_document(found.renaming),
        "compared": None if found.check is None else found.check.positions,
        "reasons": [
            {
                "what": reason.what,
                "first": None if reason.first is None else str(reason.first),
                "second": None if reason.second is None else str(reason.second),
                "text": reason.text,
            }
            for reason in found.reasons
        ],
        "positions": list(found.positions),
        "distinct": list(found.distinct),
        "winning_sets": [list(moves) for moves in found.winning_sets],
        "seconds": found.seconds,
    }


def symmetries_document(found: Symmetries) -> SymmetriesDocument:
    return {
        **game_document(found.game),
        "order": found.order,
        "generators": [_renaming_document(renaming) for renaming in found.generators],
        "elements": None if found.elements is None else [_renaming_document(element) for element in found.elements],
        "openings": [list(group) for group in found.openings],
        "positions": found.positions,
        "different": found.different,
        "seconds": found.seconds,
    }


def _renaming_document(renaming: Renaming) -> RenamingDocument:
    """What each move becomes, by kind."""
    return {kind: {str(old): new for old, new in part.items()} for kind, part in renaming.kinds.items()}
