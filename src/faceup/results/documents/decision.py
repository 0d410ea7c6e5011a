"""Mixed strategies, decisions after moves that not all players have seen, and best responses, as documents."""

from collections.abc import Sequence
from math import inf

from faceup.numbers.value import Value, exactly, value_columns
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.answers.decision import Decision, LabelledDecision, decision_labels
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_reasons import MixedExplanation
from faceup.results.documents.codec import Document, document
from faceup.results.documents.game import game_document, move_documents
from faceup.results.documents.solution import certificate, solving_document
from faceup.rules.moves import Move


def mixed_explanation_document(why: MixedExplanation, sentences: Sequence[str]) -> Document:
    """The reasons for mixed moves, and their ``sentences``."""
    return {**document(why), "sentences": list(sentences), **certificate(why.solution.certified)}


def solved_decision_document(
    solution: HiddenSolution, decision: Decision, says: str, after: Sequence[Move]
) -> Document:
    """A decision after moves, as a sentence and in numbers, and the work it took.

    The value is that of play from there on to player 0, by what the player to move can know.
    """
    return {**_decision_after(solution, decision, says, after), **solving_document(solution)}


def explained_decision_document(
    solution: HiddenSolution,
    decision: Decision,
    sentences: Sequence[str],
    after: Sequence[Move],
    why: MixedExplanation | None,
) -> Document:
    """A decision after moves, with the reasons if it is mixed; the ``sentences`` say all."""
    return {
        **_decision_after(solution, decision, sentences[0], after),
        "reasons": document(why)["reasons"] if why else [],
        "sentences": list(sentences),
    }


def _decision_after(solution: HiddenSolution, decision: Decision, says: str, after: Sequence[Move]) -> Document:
    (sees,) = decision_labels(solution.game, [decision]).values()
    return {
        **game_document(solution.game),
        **value_columns(_worth(decision)),
        "after": move_documents(after),
        "says": says,
        "decision": document(LabelledDecision(decision, sees)),
    }


def _worth(decision: Decision) -> Value:
    """The value to player 0, unbounded if unknown."""
    if decision.worths is None:
        return Value(-inf, inf, "bounded")
    best = max(decision.worths)
    return exactly(best if decision.player == 0 else -best)


def answers_document(answers: Sequence[BestAnswer]) -> Document:
    """The best ``answers`` to a policy; the value is that of best play by both, to player 0."""
    first = answers[0]
    keys = {"against": first.policy, "answers": [*map(document, answers)]}
    return {**game_document(first.game), **value_columns(first.best_play.value), **keys}
