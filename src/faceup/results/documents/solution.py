"""Solved games, decisions, mixed strategies, responses and exact distributions as documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Annotated, TypedDict

from faceup.numbers.value import Value, exactly, value_columns
from faceup.results.answers.decision import Decision, LabelledDecision, decision_labels
from faceup.results.answers.hidden_solution import BestAnswer, HiddenSolution
from faceup.results.answers.reasons import MixedExplanation
from faceup.results.answers.solution import Opening, Refusal, Seat, Solution, Standings
from faceup.results.certified import Certified
from faceup.results.documents.codec import Document, document, game_document, move_documents
from faceup.results.samples.distribution import Distribution
from faceup.results.sentences.solutions import answer
from faceup.rules.contract import Game, Patience
from faceup.rules.moves import Move


class Certificate(TypedDict, total=False):
    """The cross-check of an answer by machine code; left out without machine code."""

    certified: Annotated[Document, Certified]


def certificate(certified: Certified | None) -> Certificate:
    return {} if certified is None else {"certified": document(certified)}


class SolvingDocument(Certificate):
    """The engine that solved the game, the refusals of others, and the work."""

    states: int
    seconds: float
    engine: str
    refused: list[Annotated[Document, Refusal]]


def solving_document(solution: Solution | Distribution) -> SolvingDocument:
    return {
        "states": solution.states,
        "seconds": solution.seconds,
        "engine": solution.engine,
        "refused": [*map(document, solution.refused)],
        **certificate(solution.certified),
    }


@dataclass(frozen=True)
class Played:
    """The values of given policies, and the distribution of their results; play begins ``after`` these moves."""

    document_keys = (
        *("game", "*value=outcomes.value", "states=outcomes.states", "seconds=outcomes.seconds"),
        *("engine=outcomes.engine", "refused=outcomes.refused", "certified=outcomes.certified?", "after=moves?"),
        "outcomes",
    )

    game: Game
    outcomes: Distribution
    after: Sequence[Move] = ()

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The moves before the position; None if there are none."""
        return tuple(self.after) or None


@dataclass(frozen=True)
class Deals:
    """All deals of a solitaire game: the value is the mean score."""

    document_keys = (
        *("game", "*value=all.mean", "~win_rate=all.win_rate", "~length=all.length"),
        *("win_rate_exact=all.win_rate.exact", "endless=all.endless", "undecided=all.undecided", "longer=all.longer"),
        *("histogram=all.result_shares", "lengths=all.lengths", "*quantiles=all.quantiles", "deals=all.deals"),
        *("states=all.states", "seconds=all.seconds", "engine=all.engine", "refused=all.refused"),
        "certified=all.certified?",
    )

    game: Patience
    all: Distribution


@dataclass(frozen=True)
class Solved:
    """The value of a game, ``best`` first moves, and a ``line`` of best play, which may break off.

    The line begins ``after`` some moves. ``outcomes`` are those of best play, if asked for.
    """

    document_keys = (
        *("game=solution.game", "*value=solution.value", "says", "best=opening.best", "line=opening.line"),
        *("states=solution.states", "seconds=solution.seconds", "engine=solution.engine"),
        *("refused=solution.refused", "certified=solution.certified?", "watched=solution.watched?"),
        *("line_complete=opening.whole", "distance", "standings", "best_sure=best_unsure?", "line_sure=line_unsure?"),
        *("by?", "checked_sizes=solution.checked.sizes?", "checked_up_to=solution.checked.largest?"),
        *("symmetries=solution.symmetries.order?", "positions=solution.symmetries.positions?", "after=moves?"),
        *("endless=endless_value?", "grows=solution.grows?", "seats?", "teams?", "ties_as_found?", "others_may_be?"),
        "outcomes?",
    )

    solution: Solution
    opening: Opening
    after: Sequence[Move] = ()
    outcomes: Distribution | None = None

    @property
    def says(self) -> str:
        """The answer as a sentence."""
        return answer(self.solution)

    @property
    def distance(self) -> int | None:
        """The moves within which the winner has won, if there is a certain winner and the number is known."""
        stakes = self.solution.stakes
        return self.solution.won_within(self.solution.start, stakes) if stakes else None

    @property
    def standings(self) -> Standings | None:
        """The numbers of positions won, drawn and lost, if they are known."""
        return self.solution.standings(self.solution.stakes) if self.solution.stakes else None

    @property
    def best_unsure(self) -> bool | None:
        """False if rounding hides which of several first moves is best."""
        return None if self.opening.best_sure else False

    @property
    def line_unsure(self) -> bool | None:
        """False if rounding hides which of several moves on the line is best."""
        return None if self.opening.line_sure else False

    @property
    def by(self) -> str | None:
        """``theory``, if one gave the answer that agrees with search."""
        return "theory" if self.solution.checked else None

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The moves before the position; None if there are none."""
        return tuple(self.after) or None

    @property
    def endless_value(self) -> str | None:
        """The value of an endless play, if a player can play for ever."""
        return None if self.solution.endless is None else str(self.solution.endless)

    @property
    def seats(self) -> tuple[Seat, ...] | None:
        """The value to every seat with its own payoff; None without such seats."""
        if isinstance(self.solution, HiddenSolution) and self.solution.own_values:
            return tuple(map(_alone, self.solution.own_values))
        return self.solution.seats or None

    @property
    def teams(self) -> tuple[tuple[int, ...], ...] | None:
        """Seats that always get the same payoff, and play as one."""
        return self.solution.teams if self.seats else None

    @property
    def ties_as_found(self) -> bool | None:
        """Whether in cyclic play the first answer breaks ties."""
        return self.solution.ties_as_found if self.seats else None

    @property
    def others_may_be(self) -> bool | None:
        """Whether there may be other equilibria, because several players decide in cyclic play."""
        return self.solution.others_may_be if self.seats else None


def _alone(value: Value) -> Seat:
    """Return a seat whose value does not depend on how ties are broken."""
    return Seat(value, lambda: (value, value))


def mixed_explanation_document(why: MixedExplanation, sentences: Sequence[str]) -> Document:
    """Return the reasons for mixed moves, and their ``sentences``."""
    return {**document(why), "sentences": list(sentences), **certificate(why.solution.certified)}


def solved_decision_document(
    solution: HiddenSolution, decision: Decision, says: str, after: Sequence[Move]
) -> Document:
    """Return a decision after moves, as a sentence and in numbers, and the work it took.

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
    """Return a decision after moves, with the reasons if it is mixed; the ``sentences`` say all."""
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
    """Return the value to player 0, unbounded if unknown."""
    if decision.worths is None:
        return Value(-inf, inf, "bounded")
    best = max(decision.worths)
    return exactly(best if decision.player == 0 else -best)


def answers_document(answers: Sequence[BestAnswer]) -> Document:
    """Return the best ``answers`` to a policy; the value is that of best play by both, to player 0."""
    first = answers[0]
    keys = {"against": first.policy, "answers": [*map(document, answers)]}
    return {**game_document(first.game), **value_columns(first.best_play.value), **keys}
