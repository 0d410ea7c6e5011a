"""A game looked back at, as pages read it."""

from typing import Annotated, TypedDict

from faceup.engines.seats import MOST_SEATS
from faceup.results.review import Judged, Review
from faceup.results.stakes import Stakes
from faceup.web.answers.documents import Players, Turn, ValueDocument, number_document, value_document


class JudgedDocument(TypedDict):
    """A move that was made, and what it threw away.

    Where each seat has a payoff of its own, ``before`` and ``after`` are of whoever moved, of chance the first seat's.
    """

    number: int
    turn: Turn
    who: str
    word: str
    before: ValueDocument
    after: ValueDocument
    lost: Annotated[float, {"ge": 0}]
    luck: float | None
    changes: Annotated[list[float], {"description": "what it changed for every seat that has a payoff of its own"}]
    favours: Annotated[bool, {"description": "whether it was no worse than others, and changed what others get"}]
    best: list[str]
    text: str


class ReviewedDocument(TypedDict):
    """Every move, and what each player threw away in all."""

    rows: list[JudgedDocument]
    lost: Annotated[list[float], {"min_length": 2, "max_length": MOST_SEATS}]
    players: Players


def review_document(review: Review, stakes: Stakes) -> ReviewedDocument:
    return {
        "rows": [_judged_document(row) for row in review.rows],
        "lost": [number_document(lost) for lost in review.lost],
        "players": list(stakes.names),
    }


def _judged_document(row: Judged) -> JudgedDocument:
    return {
        "number": row.number,
        "turn": row.turn,
        "who": row.who,
        "word": row.word,
        "before": value_document(row.before),
        "after": value_document(row.after),
        "lost": number_document(row.lost),
        "luck": None if row.luck is None else number_document(row.luck),
        "changes": [number_document(change) for change in row.changes],
        "favours": row.favours,
        "best": list(row.best),
        "text": row.text,
    }
