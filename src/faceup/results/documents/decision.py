"""A decision after moves that not all players have seen, as a document."""

from collections.abc import Sequence
from math import inf

from faceup.numbers.value import Value, exactly, value_columns
from faceup.results.answers.decision import Decision, decision_labels
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_reasons import MixedExplanation
from faceup.results.documents.game import ValuedDocument, game_document, move_documents
from faceup.results.documents.mixed_reasons import ReasonDocument, reason_documents
from faceup.results.documents.mixed_strategy import DecisionDocument, decision_document
from faceup.results.documents.solution import After, SolvingDocument, solving_document
from faceup.rules.moves import Move


class DecisionAfterDocument(ValuedDocument, After):
    """The decision of the player to move after these moves, which not all have seen, as a sentence and in numbers.

    The value is that of play from there on to player 0, by what the player to move can know.
    """

    says: str
    decision: DecisionDocument


class SolvedDecisionDocument(DecisionAfterDocument, SolvingDocument):
    """A decision after moves, and the work it took."""


class ExplainedDecisionDocument(DecisionAfterDocument):
    """A decision after moves, with the reasons if it is mixed; the ``sentences`` say all."""

    reasons: list[ReasonDocument]
    sentences: list[str]


def solved_decision_document(
    solution: HiddenSolution, decision: Decision, says: str, after: Sequence[Move]
) -> SolvedDecisionDocument:
    return {**_decision_after(solution, decision, says, after), **solving_document(solution)}


def explained_decision_document(
    solution: HiddenSolution,
    decision: Decision,
    sentences: Sequence[str],
    after: Sequence[Move],
    why: MixedExplanation | None,
) -> ExplainedDecisionDocument:
    return {
        **_decision_after(solution, decision, sentences[0], after),
        "reasons": reason_documents(why) if why else [],
        "sentences": list(sentences),
    }


def _decision_after(
    solution: HiddenSolution, decision: Decision, says: str, after: Sequence[Move]
) -> DecisionAfterDocument:
    (sees,) = decision_labels(solution.game, [decision]).values()
    return {
        **game_document(solution.game),
        **value_columns(_worth(decision)),
        "after": move_documents(after),
        "says": says,
        "decision": decision_document(decision, sees),
    }


def _worth(decision: Decision) -> Value:
    """The value to player 0, unbounded if unknown."""
    if decision.worths is None:
        return Value(-inf, inf, "bounded")
    best = max(decision.worths)
    return exactly(best if decision.player == 0 else -best)
