"""A game looked back at, as pages read it."""

from typing import Annotated

from faceup.engines.seats import MOST_SEATS
from faceup.play.review import review
from faceup.play.session import Session
from faceup.results.documents.review import ReviewDocument, review_document


class ReviewedDocument(ReviewDocument):
    """Every move that could be judged, what each player threw away in all, and from whose side a page tells it."""

    reader: Annotated[int, {"ge": 0, "lt": MOST_SEATS, "description": "the one person, else whoever decides, else 0"}]
    you: Annotated[bool, {"description": "whether the reader is the one person who played"}]


def reviewed_document(session: Session) -> ReviewedDocument:
    person = session.one_person
    found = review(session)
    stakes = session.expert.stakes  # which solving may have told more of
    reader = found.reader(stakes, person)
    return {**review_document(found, stakes), "reader": reader, "you": person == reader}
