"""What simulating gives: exact counts, and figures with intervals."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from faceup.results.value import Value


@dataclass(frozen=True)
class Sample:
    """Counts over numbered games.

    ``histogram`` counts games by score (a patience) or by player 0's payoff (a game); ``wins`` counts games won,
    ``unfinished`` those that reached the limit of steps: they are in ``games`` and in no histogram bar.
    """

    games: int
    seed: int
    histogram: Mapping[float, int]
    wins: int
    unfinished: int
    steps: int
    seconds: float
    confidence: float = 0.95
    engine: str = "cpython"

    @property
    def finished(self) -> int:
        return self.games - self.unfinished

    @property
    def _z(self) -> float:
        return NormalDist().inv_cdf(0.5 + self.confidence / 2)

    @property
    def win_rate(self) -> Value:
        """The share of games won, with Wilson's score interval; an unfinished game may be either."""
        low, _ = wilson(self.wins, self.games, self._z)
        _, high = wilson(self.wins + self.unfinished, self.games, self._z)
        return Value(low, high, "sampled", self.wins / self.games)

    @property
    def mean(self) -> Value:
        """The mean score or payoff of finished games, with its normal interval."""
        n = self.finished
        if n == 0:
            return Value(float("-inf"), float("inf"), "sampled")
        mean = sum(score * count for score, count in self.histogram.items()) / n
        if len(self.histogram) == 1:  # no spread seen says nothing about the spread there is
            return Value(float("-inf"), float("inf"), "sampled", mean)
        variance = sum(count * (score - mean) ** 2 for score, count in self.histogram.items()) / (n - 1)
        reach = self._z * sqrt(variance / n)
        return Value(mean - reach, mean + reach, "sampled", mean)

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds > 0 else 0.0


def wilson(wins: int, games: int, z: float) -> tuple[float, float]:
    """Wilson's score interval for a rate (E. B. Wilson, JASA 22 (1927))."""
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    # At the ends the interval touches them exactly; rounding would leave a gap.
    return 0.0 if wins == 0 else max(0.0, middle - reach), 1.0 if wins == games else min(1.0, middle + reach)
