"""Reasons for mixed moves: the cost of other probabilities, and the values that the right ones make equal."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Number, Value, within
from faceup.results.answers.decision import Decision
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.shown import Showable


def _at_least_nothing(number: Number, off: Number) -> Value:
    """A number of at least 0, with its error bound."""
    middle, width = Fraction(number), Fraction(off)
    return within(max(middle - width, Fraction(0)), middle + width)


class ResponseGain(NamedTuple):
    """A decision of the other, the moves of its best response there, and the gain by them."""

    decision: Decision
    words: tuple[str, ...]
    gain: Number

    def bounds(self, off: Number) -> Value:
        """The gain with its error bound."""
        return _at_least_nothing(self.gain, off)


class Change(NamedTuple):
    """A move made ``always`` in a decision, or never: the ``cost`` is the gain of the other's best response, from the
    last public state on; ``answers`` are the decisions that bring it together, the greatest gain first.

    If later positions are known within bounds, ``off`` is the error bound of the cost and of each gain; ``answers`` are
    then those that gain more than that.
    """

    word: str
    always: bool
    cost: Number
    answers: tuple[ResponseGain, ...]
    off: Number = 0

    @property
    def bounds(self) -> Value:
        """The cost with its error bound."""
        return _at_least_nothing(self.cost, self.off)


class Balance(NamedTuple):
    """A decision of the other in which the right probabilities make moves equal."""

    decision: Decision
    words: tuple[str, ...]


class MixedReason(NamedTuple):
    """A mixed decision, the cost of changing it, and the decisions of the other that it keeps equal."""

    decision: Decision
    changes: tuple[Change, ...]
    balances: tuple[Balance, ...]

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

    solution: HiddenSolution
    strategy: MixedStrategy
    reasons: tuple[MixedReason, ...]
    dominated: tuple[DominatedMove, ...]
    left_out: int
