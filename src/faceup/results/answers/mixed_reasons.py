"""Why moves are made by lot where players do not see everything: what others cost, and what the lots make equal."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from faceup.numbers.value import Number, Value, within
from faceup.results.answers.decision import Decision
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.shown import Shown


def _at_least_nothing(number: Number, off: Number) -> Value:
    """A number from 0 up, which may be off by so much."""
    middle, width = Fraction(number), Fraction(off)
    return within(max(middle - width, Fraction(0)), middle + width)


class Answered(NamedTuple):
    """A decision of the other, who makes one of these moves there, whichever, and gains so much by it."""

    decision: Decision
    words: tuple[str, ...]
    gain: Number

    def bounds(self, off: Number) -> Value:
        """The gain, which may be off by so much."""
        return _at_least_nothing(self.gain, off)


class Change(NamedTuple):
    """A move made ``always`` in a decision, or never: what the other's best answer then wins more, from the position
    on that was known to all, and the ``answers`` that bring it together, decision by decision, the greatest gain first.

    Where later positions are known within bounds, the cost and each gain may be off by as much as ``off``; ``answers``
    are then those that gain more than that.
    """

    word: str
    always: bool
    cost: Number
    answers: tuple[Answered, ...]
    off: Number = 0

    @property
    def bounds(self) -> Value:
        """The cost, within its bounds."""
        return _at_least_nothing(self.cost, self.off)


class Balance(NamedTuple):
    """A decision of the other in which moves are worth the same, as long as the lots are as they are."""

    decision: Decision
    words: tuple[str, ...]


class MixedReason(NamedTuple):
    """A decision by lot, what it costs to change it, and what it keeps equal for the other."""

    decision: Decision
    changes: tuple[Change, ...]
    balances: tuple[Balance, ...]

    @property
    def most(self) -> Number:
        """What the costliest change costs."""
        return max(change.cost for change in self.changes)


class Dominated(NamedTuple):
    """A move that is never better than another, whatever the other player does, and worse against some of it."""

    player: int
    word: str
    by: str


@dataclass(frozen=True, repr=False)
class MixedExplanation(Shown):
    """The reasons for all decisions by lot that best play comes to, those that protect most first.

    ``left_out`` counts more of them, which are rarely come to. ``strategy`` has all decisions, with what is seen there.
    Where both move once and at the same time, ``dominated`` moves are named.
    """

    brief = ("solution",)

    solution: HiddenSolution
    strategy: MixedStrategy
    reasons: tuple[MixedReason, ...]
    dominated: tuple[Dominated, ...]
    left_out: int
