"""A game looked back at, as pages read it."""

from typing import Annotated, Any, Literal, TypedDict

from faceup.results.review import Judged, Review
from faceup.results.stakes import Stakes
from faceup.web.answers.documents import Players, ValueDocument, number_document, value_document


class JudgedDocument(TypedDict):
    """A move that was made, and what it threw away."""

    number: int
    turn: Literal[0, 1, -1]
    who: str
    word: str
    before: ValueDocument
    after: ValueDocument
    lost: Annotated[float, {"ge": 0}]
    luck: float | None
    best: list[str]
    text: str


class ReviewedDocument(TypedDict):
    """Every move, and what each player threw away in all."""

    rows: list[JudgedDocument]
    lost: Annotated[list[float], {"min_length": 2, "max_length": 2}]
    players: Players


def review_document(review: Review, stakes: Stakes) -> ReviewedDocument:
    return {
        "rows": [_judged_document(row) for row in review.rows],
        "lost": [number_document(lost) for lost in review.lost],
        "players": list(stakes.names),
    }


def _judged_document(row: Judged) -> JudgedDocument:
    turn: Any = row.turn
    return {
        "number": row.number,
        "turn": turn,
        "who": row.who,
        "word": row.word,
        "before": value_document(row.before),
        "after": value_document(row.after),
        "lost": number_document(row.lost),
        "luck": None if row.luck is None else number_document(row.luck),
        "best": list(row.best),
        "text": row.text,
    }
