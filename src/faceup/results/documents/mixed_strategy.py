"""Mixed strategies, and best responses to a policy, as documents."""

from collections.abc import Sequence
from typing import TypedDict

from faceup.numbers.value import Number, ValueColumns, exactly, value_columns
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.decision import Decision
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.documents.game import (
    Certificate,
    MoveDocument,
    ValuedDocument,
    certificate,
    game_document,
    move_documents,
)


class DecisionDocument(TypedDict):
    """What a player sees, the probability of each move, and its value to the player.

    ``reach`` is the probability that best play of both leads here, null if not computed; ``worths`` are null if best
    play of the other never does.
    """

    player: int
    sees: str
    moves: list[MoveDocument]
    words: list[str]
    chances: list[ValueColumns]
    worths: list[ValueColumns] | None
    reach: ValueColumns | None


class MixedStrategyDocument(ValuedDocument, Certificate):
    """The probabilities of moves, decision by decision; ``left_out`` counts the decisions that the player's own best
    play never reaches, against any play of the other.
    """

    player: int | None
    decisions: list[DecisionDocument]
    left_out: int


def mixed_strategy_document(strategy: MixedStrategy) -> MixedStrategyDocument:
    return {
        **game_document(strategy.game),
        **value_columns(strategy.value),
        "player": strategy.player,
        "decisions": decision_documents(strategy),
        "left_out": strategy.left_out,
        **certificate(strategy.certified),
    }


def decision_documents(strategy: MixedStrategy) -> list[DecisionDocument]:
    return [decision_document(one, strategy.sees[one]) for player in strategy.players for one in strategy.of(player)]


def decision_document(decision: Decision, sees: str) -> DecisionDocument:
    return {
        "player": decision.player,
        "sees": sees,
        "moves": move_documents(decision.moves),
        "words": list(decision.words),
        "chances": [_number(chance) for chance in decision.chances],
        "worths": None if decision.worths is None else [_number(worth) for worth in decision.worths],
        "reach": None if decision.reach is None else _number(decision.reach),
    }


def _number(number: Number) -> ValueColumns:
    return value_columns(exactly(number))


class AnswerDocument(TypedDict):
    """The values to a player of the best ``answer`` and of best play by both, and their difference."""

    player: int
    answer: ValueColumns
    best_play: ValueColumns
    gain: ValueColumns
    decisions: list[DecisionDocument]


class AnswersDocument(ValuedDocument):
    """The best ``answers`` to a policy; the value is that of best play by both, to player 0."""

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
