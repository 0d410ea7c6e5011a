"""Exact counts over many games, which add up in any order, and histograms of them."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import Any, NamedTuple, TypeVar

from faceup.numbers.value import nearest_float, plain


class Outcomes(NamedTuple):
    """Games one after another, as three arrays: score or payoff (float64), end (int8), steps or moves (int64).

    If seats have their own payoffs, payoffs are the rows of a two-dimensional array.
    """

    scores: Any
    marks: Any
    lengths: Any


def no_outcomes(count: int, seats: int = 0) -> Outcomes:
    """Return empty arrays for the outcomes of so many games with so many seats."""
    import numpy as np

    return Outcomes(np.zeros((count, seats) if seats else count), np.zeros(count, np.int8), np.zeros(count, np.int64))


class KeptGame(NamedTuple):
    """A kept game: its number, its length and its score."""

    number: int
    length: int
    score: float


# The kinds of --keep: which games, and which of them first.
KEEPABLE = ("wins", "longest", "shortest")
# Kept in place of wins if only the payoffs of all games tell who won.
PAYOFFS_KEPT = {"payoff 0": 0, "payoff 1": 1}


def finest(what: str, games: Iterable[KeptGame], most: int) -> tuple[KeptGame, ...]:
    """Return the first few games of a kind: by number, or by length and then number."""
    sign = {"longest": -1, "shortest": 1}.get(what, 0)
    return tuple(sorted(games, key=lambda game: (sign * game.length, game.number))[:most])


@dataclass(frozen=True)
class Totals:
    """Counts over some numbered games.

    ``ends`` and ``lengths`` count the games that ended, by score (or payoff to player 0) and mark of
    ``rules.contract``, and by steps (or moves). ``unfinished`` games reached the limit of steps, ``endless`` ones are
    known never to end; ``steps`` are those of all games. If seats have their own payoffs, ``payoffs`` counts the games
    that ended by all payoffs, ``tops`` by the set of seats with the highest payoff, as bits, and ``ends`` is about the
    first seat.
    """

    games: int = 0
    unfinished: int = 0
    endless: int = 0
    steps: int = 0
    ends: Mapping[tuple[float, int], int] = field(default_factory=dict)
    lengths: Mapping[int, int] = field(default_factory=dict)
    kept: Mapping[str, tuple[KeptGame, ...]] = field(default_factory=dict)
    payoffs: tuple[Mapping[float, int], ...] = ()
    tops: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def scores(self) -> dict[float, int]:
        """The games that ended, by score or payoff alone."""
        counts: dict[float, int] = {}
        for (score, _), count in self.ends.items():
            counts[score] = counts.get(score, 0) + count
        return counts

    def plus(self, other: "Totals", keep: Mapping[str, int]) -> "Totals":
        """Return the sum of both; ``keep`` says how many games of each kind to keep."""
        return Totals(
            self.games + other.games,
            self.unfinished + other.unfinished,
            self.endless + other.endless,
            self.steps + other.steps,
            _sum(self.ends, other.ends),
            _sum(self.lengths, other.lengths),
            {what: finest(what, (*self.kept.get(what, ()), *other.kept.get(what, ())), keep[what]) for what in keep},
            tuple(map(_sum, self.payoffs, other.payoffs)) or self.payoffs or other.payoffs,
            _sum(self.tops, other.tops),
        )

    def to_json(self) -> str:
        """Return the totals as text that ``from_json`` reads back to the bit."""
        words = {**vars(self), **{name: list(getattr(self, name).items()) for name in ("ends", "lengths", "tops")}}
        words["payoffs"] = [list(counts.items()) for counts in self.payoffs]
        return json.dumps(words, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> "Totals":
        """Raises ValueError, KeyError or TypeError for a text that is none."""
        words = json.loads(text)
        words["ends"] = {(score, mark): count for (score, mark), count in words["ends"]}
        words |= {name: dict(words[name]) for name in ("lengths", "tops")}
        words["payoffs"] = tuple(map(dict, words["payoffs"]))
        words["kept"] = {what: tuple(KeptGame(*game) for game in games) for what, games in words["kept"].items()}
        return Totals(**words)


def _sum(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    total = Counter(one)
    total.update(other)
    return dict(sorted(total.items()))


@dataclass(frozen=True)
class PairTotals:
    """Counts over pairs of games on common deals; ``pairs`` as in ``Comparison``."""

    first: Totals = field(default_factory=Totals)
    second: Totals = field(default_factory=Totals)
    pairs: Mapping[tuple[float, int, float, int], int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return self.first.games

    def plus(self, other: "PairTotals", keep: Mapping[str, int]) -> "PairTotals":
        """Return the sum of both."""
        return PairTotals(
            self.first.plus(other.first, keep), self.second.plus(other.second, keep), _sum(self.pairs, other.pairs)
        )

    def to_json(self) -> str:
        """Return the totals as text that ``from_json`` reads back to the bit."""
        return json.dumps([self.first.to_json(), self.second.to_json(), list(self.pairs.items())])

    @staticmethod
    def from_json(text: str) -> "PairTotals":
        first, second, pairs = json.loads(text)
        counts = {tuple(pair): count for pair, count in pairs}
        return PairTotals(Totals.from_json(first), Totals.from_json(second), counts)


DIGITS = 12  # digits of a score
MOST_BARS = 60  # bars, before neighbouring scores are put together

Size = TypeVar("Size", int, Fraction)


def gather_bars(counts: Mapping[Any, Size], most: int = MOST_BARS) -> dict[Any, Size]:
    """Return the counts in few bars: neighbouring whole scores are merged under the lowest of them."""
    if len(counts) <= most:
        return dict(counts)
    low, width = min(counts), bar_width(counts, most)
    bars: dict[Any, Size] = {}
    for score, count in counts.items():
        bar = low + (score - low) // width * width
        bars[bar] = bars[bar] + count if bar in bars else count
    return bars


def bar_width(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Any:
    """Return the number of whole scores in a bar; 1 if each score has its own bar.

    If all scores are multiples of a number, each bar holds the same number of multiples.
    """
    if len(counts) <= most:
        return 1
    width, apart = -(-(max(counts) - min(counts) + 1) // most), _common_step(counts)
    return -(-width // apart) * apart if apart else width


def bar_namer(counts: Mapping[Any, Any], most: int = MOST_BARS) -> Callable[[Any], str]:
    """Return a function that names a bar by its scores: ``54 to 57``, or ``54`` alone."""
    width = bar_width(counts, most)
    apart, highest = (0, 0) if width == 1 else (_common_step(counts), max(counts))

    def name(bar: Any) -> str:
        last = bar if width == 1 else min(bar + width - apart, highest)
        low, high = (plain(nearest_float(score), DIGITS) for score in (bar, last))
        return f"{low} to {high}" if last > bar else low

    return name


def _common_step(counts: Mapping[Any, Any]) -> int:
    """Return the greatest common divisor of all differences of scores; 0 if a score is not whole, or all are equal."""
    if any(score != int(score) for score in counts):
        return 0
    least = min(counts)
    return gcd(*(int(score - least) for score in counts))
