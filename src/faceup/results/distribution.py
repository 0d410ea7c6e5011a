"""What enumerating every deal of a patience gives: exact shares of all deals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any

from faceup.results.frames import Framed, columns
from faceup.results.in_notebook import InNotebook
from faceup.results.solution import Refusal
from faceup.results.value import Value, exactly


@dataclass(frozen=True)
class Distribution(InNotebook, Framed):
    """The results of all ``deals`` orders of the deck; every share is a fraction of all deals.

    ``histogram`` has the share of each score and ``lengths`` that of each number of steps, among deals that end;
    ``endless`` is the share of deals that never end, ``undecided`` what a ``limit`` left open (0 where none was
    reached); ``lengths`` is empty where it was not asked for. Scores and lengths are averaged over the deals that end.
    ``engine`` and ``refused`` are as a Solution has them.
    """

    deals: int
    histogram: Mapping[float, Fraction]
    lengths: Mapping[int, Fraction]
    won: Fraction
    endless: Fraction
    undecided: Fraction
    states: int
    branches: int
    seconds: float
    engine: str = "deals"
    limit: str = "memory"
    refused: tuple[Refusal, ...] = ()

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """The share of each score among all deals."""
        rows = [(score, float(share), str(share)) for score, share in self.histogram.items()]
        return columns(("score", "share", "exact"), rows)

    @property
    def ended(self) -> Fraction:
        """The share of deals known to end."""
        return 1 - self.endless - self.undecided

    @property
    def win_rate(self) -> Value:
        """The probability of winning; a deal that never ends is not won."""
        if self.undecided:
            return Value(self.won, self.won + self.undecided, "stopped", limit=self.limit)
        return exactly(self.won)

    @property
    def mean(self) -> Value:
        """The mean score of the deals that end."""
        return self._moment(self.histogram, 1)

    @property
    def variance(self) -> Value:
        """The variance of the score of the deals that end."""
        return self._moment(self.histogram, 2)

    @property
    def length(self) -> Value:
        """The mean number of steps of the deals that end."""
        return self._moment(self.lengths, 1)

    @property
    def length_variance(self) -> Value:
        """The variance of the number of steps of the deals that end."""
        return self._moment(self.lengths, 2)

    def _moment(self, shares: Mapping[float, Fraction] | Mapping[int, Fraction], order: int) -> Value:
        if self.undecided or not shares:  # not all is known, or there is nothing to average
            return Value(-inf, inf, "stopped" if self.undecided else "bounded", limit=self.limit)
        mean: Fraction = sum(Fraction(number) * share for number, share in shares.items()) / self.ended
        if order == 2:
            mean = sum((Fraction(number) - mean) ** 2 * share for number, share in shares.items()) / self.ended
        rounded = any(isinstance(number, float) for number in shares)  # as scores are that are no whole numbers
        return Value(mean, mean, "bounded") if rounded else exactly(mean)
