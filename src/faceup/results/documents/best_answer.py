"""Best answers to a policy as a document."""

from collections.abc import Sequence
from typing import TypedDict

from faceup.numbers.value import ValueColumns, value_columns
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.documents.game import ValuedDocument, game_document
from faceup.results.documents.mixed_strategy import DecisionDocument, decision_documents


class AnswerDocument(TypedDict):
    """What a player's best ``answer`` brings, and best play of both, and what the one brings more: to that player."""

    player: int
    answer: ValueColumns
    best_play: ValueColumns
    gain: ValueColumns
    decisions: list[DecisionDocument]


class AnswersDocument(ValuedDocument):
    """The best ``answers`` to a policy; the value is that of best play of both, to player 0."""

    against: str
    answers: list[AnswerDocument]


def answers_document(answers: Sequence[BestAnswer]) -> AnswersDocument:
    first = answers[0]
    return {
        **game_document(first.game),
        **value_columns(first.best_play.value),
        "against": first.policy,
        "answers": [
            {
                "player": one.player,
                "answer": value_columns(one.value),
                "best_play": value_columns(one.secured),
                "gain": value_columns(one.gain),
                "decisions": decision_documents(one.strategy),
            }
            for one in answers
        ],
    }
