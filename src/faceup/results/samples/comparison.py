"""Two samples on common deals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from faceup.numbers.value import Value
from faceup.results.samples.sample import UNKNOWN, End, Sample, mean, z_of
from faceup.results.showable import Showable, Tabular, columns
from faceup.rules.contract import UNFINISHED


class Pair(NamedTuple):
    """The number of pairs of games with these scores or payoffs, and ends."""

    first: float
    first_end: End
    second: float
    second_end: End
    games: int


@dataclass(frozen=True, repr=False)
class Comparison(Showable, Tabular):
    """Two rules on common deals: the figures of each, and their difference, whose interval is the narrower for it.

    ``pairs`` counts all pairs, by the first's score and end and the second's (numbers of ``rules.contract``).
    """

    brief = ("first", "second")
    document_keys = (
        *("*first", "~win_rate_difference=win_rate", "~mean_difference=mean", "pairs=pair_counts", "against=second"),
    )

    first: Sample
    second: Sample
    pairs: Mapping[tuple[float, int, float, int], int] = field(default_factory=dict)

    @property
    def mean(self) -> Value:
        """The first's mean score less the second's, over the pairs of which both ended."""
        counts: dict[float, int] = {}
        for (a, mark_a, b, mark_b), count in self.pairs.items():
            if mark_a < UNFINISHED and mark_b < UNFINISHED:
                counts[a - b] = counts.get(a - b, 0) + count
        return mean(counts, z_of(self.first.confidence))

    @property
    def win_rate(self) -> Value:
        """The first's share of wins less the second's, over all pairs; an unfinished game may be either."""
        if self.first.won is None or self.second.won is None:
            return UNKNOWN
        games = self.first.games
        counts = dict.fromkeys((-1, 0, 1), 0)
        for (one, other), count in self.ends.items():
            counts[(one == "won") - (other == "won")] += count
        # Agresti and Min (2005): half a pair more for each pair of ends keeps the coverage if few pairs differ.
        more = {-1: 0.5, 0: 1.0, 1: 0.5}
        value = mean({d: count + more[d] for d, count in counts.items()}, z_of(self.first.confidence))
        low = max(-1.0, float(value.low) - self.second.unfinished / games)
        high = min(1.0, float(value.high) + self.first.unfinished / games)
        return Value(low, high, "sampled", (counts[1] - counts[-1]) / games)

    @property
    def pair_counts(self) -> tuple[Pair, ...]:
        """The number of pairs by both scores and ends."""
        counts: Counter[tuple[float, End, float, End]] = Counter()
        for (a, u, b, v), games in self.pairs.items():
            counts[a, self.first.end(a, u), b, self.second.end(b, v)] += games
        return tuple(Pair(*row, games) for row, games in counts.items())

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the number of pairs by both scores and ends."""
        return columns(Pair._fields, self.pair_counts)

    @cached_property
    def ends(self) -> Mapping[tuple[End, End], int]:
        """The number of pairs by the first's and the second's end."""
        counts: Counter[tuple[End, End]] = Counter()
        for (a, u, b, v), games in self.pairs.items():
            counts[self.first.end(a, u), self.second.end(b, v)] += games
        return counts

    @property
    def ended(self) -> int:
        """The number of pairs of which both ended."""
        return sum(n for (_, a, _, b), n in self.pairs.items() if a < UNFINISHED and b < UNFINISHED)
