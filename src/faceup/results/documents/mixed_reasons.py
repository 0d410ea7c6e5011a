"""Reasons for mixed moves as a document."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from faceup.numbers.value import ValueColumns, value_columns
from faceup.results.answers.mixed_reasons import Change, DominatedMove, MixedExplanation
from faceup.results.documents.codec import Document, document
from faceup.results.documents.game import Certificate, ValuedDocument, certificate, game_document
from faceup.results.documents.mixed_strategy import DecisionDocument, decision_document


class OtherDocument(TypedDict):
    """A decision of the other, by what that player sees, and moves there."""

    sees: str
    words: list[str]


class AnsweredDocument(OtherDocument):
    """The other's best response in a decision, and its gain."""

    gain: ValueColumns


class ChangeDocument(TypedDict):
    """A move made always, or never: the gain of the other, and the answers that bring it."""

    word: str
    always: bool
    cost: ValueColumns
    answers: list[AnsweredDocument]


class ReasonDocument(TypedDict):
    """A mixed decision, the cost of changing it, and the moves of the other that it keeps ``equal``."""

    decision: DecisionDocument
    changes: list[ChangeDocument]
    equal: list[OtherDocument]


class MixedExplanationDocument(ValuedDocument, Certificate):
    """The reasons for mixed moves, and their ``sentences``; ``left_out`` counts less frequent decisions."""

    reasons: list[ReasonDocument]
    dominated: list[Annotated[Document, DominatedMove]]
    left_out: int
    sentences: list[str]


def mixed_explanation_document(why: MixedExplanation, sentences: Sequence[str]) -> MixedExplanationDocument:
    return {
        **game_document(why.solution.game),
        **value_columns(why.solution.value),
        "reasons": reason_documents(why),
        "dominated": [*map(document, why.dominated)],
        "left_out": why.left_out,
        "sentences": list(sentences),
        **certificate(why.solution.certified),
    }


def reason_documents(why: MixedExplanation) -> list[ReasonDocument]:
    sees = why.strategy.sees
    return [
        {
            "decision": decision_document(reason.decision, sees[reason.decision]),
            "changes": [_change(why, change) for change in reason.changes],
            "equal": [{"sees": sees[one.decision], "words": list(one.words)} for one in reason.balances],
        }
        for reason in why.reasons
    ]


def _change(why: MixedExplanation, change: Change) -> ChangeDocument:
    return {
        "word": change.word,
        "always": change.always,
        "cost": value_columns(change.bounds),
        "answers": [
            {
                "sees": why.strategy.sees[one.decision],
                "words": list(one.words),
                "gain": value_columns(one.bounds(change.off)),
            }
            for one in change.answers
        ],
    }
