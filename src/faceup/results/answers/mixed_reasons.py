"""Reasons for mixed moves: the cost of other probabilities, and the values that the right ones make equal."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Number, Value, within
from faceup.results.answers.decision import Decision, LabelledDecision
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.former_names import FormerTuple
from faceup.results.showable import Showable


def _at_least_nothing(number: Number, off: Number) -> Value:
    """A number of at least 0, with its error bound."""
    middle, width = Fraction(number), Fraction(off)
    return within(max(middle - width, Fraction(0)), middle + width)


@dataclass(frozen=True)
class ResponseGain(FormerTuple):
    """A decision of the other, the moves of its best response there, and the gain by them, with its error ``off``."""

    decision: Decision
    sees: str
    words: tuple[str, ...]
    gain: Number
    off: Number

    document_keys = ("sees", "words", "gain=bounds")

    @property
    def bounds(self) -> Value:
        """The gain with its error bound."""
        return _at_least_nothing(self.gain, self.off)


@dataclass(frozen=True)
class Change(FormerTuple):
    """A move made ``always`` in a decision, or never: the ``cost`` is the gain of the other's best response, from the
    last public state on; ``answers`` are the decisions that bring it together, the greatest gain first.

    If later positions are known within bounds, ``off`` is the error bound of the cost and of each gain; ``answers`` are
    then those that gain more than that.
    """

    document_keys = ("word", "always", "cost=bounds", "answers")

    word: str
    always: bool
    cost: Number
    answers: tuple[ResponseGain, ...]
    off: Number = 0

    @property
    def bounds(self) -> Value:
        """The cost with its error bound."""
        return _at_least_nothing(self.cost, self.off)


@dataclass(frozen=True)
class Balance(FormerTuple):
    """A decision of the other in which the right probabilities make moves equal."""

    decision: Decision
    sees: str
    words: tuple[str, ...]

    document_keys = ("sees", "words")


@dataclass(frozen=True)
class MixedReason(FormerTuple):
    """A mixed decision, the cost of changing it, and the decisions of the other that it keeps equal."""

    document_keys = ("decision=labelled", "changes", "equal=balances")

    labelled: LabelledDecision
    changes: tuple[Change, ...]
    balances: tuple[Balance, ...]

    @property
    def decision(self) -> Decision:
        return self.labelled.decision

    @property
    def most(self) -> Number:
        """The cost of the costliest change."""
        return max(change.cost for change in self.changes)


class DominatedMove(NamedTuple):
    """A weakly dominated move: never better than another, and worse against some play of the other."""

    player: int
    word: str
    by: str


@dataclass(frozen=True, repr=False)
class MixedExplanation(Showable):
    """The reasons for all mixed decisions that best play can reach, those that protect most first.

    ``left_out`` counts further ones that are rarely reached. ``strategy`` has all decisions with their labels. If both
    players move once and simultaneously, ``dominated`` moves are named.
    """

    brief = ("solution",)
    document_keys = ("game=solution.game", "*value=solution.value", "reasons", "dominated", "left_out")

    solution: HiddenSolution
    strategy: MixedStrategy
    reasons: tuple[MixedReason, ...]
    dominated: tuple[DominatedMove, ...]
    left_out: int
