"""A sample of random games: exact counts, and figures with confidence intervals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite, isinf, sqrt
from statistics import NormalDist
from typing import Any, Literal

from faceup.numbers.value import Value, decimal_fraction, nearest_float
from faceup.results.certified import Certified
from faceup.results.samples.totals import PAYOFFS_KEPT, KeptGame, Totals
from faceup.results.seats import SeatFigures, SeatSample, Top
from faceup.results.showable import FormerName, Showable, Tabular, columns
from faceup.results.stakes import Kind, Outcome, Stakes
from faceup.rules.contract import BY_PLAYER_0, ENDLESS, LOST, SHARED, UNFINISHED, WON
from faceup.rules.names import seat_name

# The end of a game for player 0. If a draw cannot be told from a loss, it is not won, or not lost.
End = Literal["won", "drawn", "lost", "not won", "not lost", "ended", "unfinished", "endless"]
FOR_THE_FIRST: dict[int, End] = {LOST: "lost", WON: "won", SHARED: "drawn"}
ENDS: dict[Kind, End] = {"win": "won", "draw": "drawn", "loss": "lost", "number": "ended"}
UNKNOWN = Value(-inf, inf, "sampled")
# The figures that --until and published results can be about.
FIGURES = ("win_rate", "mean", "length")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
RARE_QUANTILES = (0.99, 0.999)
UNVARYING = ("best", "first", "worst")  # policies that choose the same move in the same position
LENGTH_QUANTILES = (0.25, 0.5, 0.75, *RARE_QUANTILES)


@dataclass(frozen=True, repr=False)
class Sample(Showable, Tabular):
    """Counts over numbered games, and figures from them.

    ``histogram`` counts games that ended by score (a solitaire game) or by player 0's payoff, ``lengths`` by the number
    of steps or moves. ``seen`` are the stakes as some random games showed them, None for a solitaire game; with the
    ends of all games they give the winners. ``won``, ``drawn`` and ``lost`` are player 0's, None if unknown, or if
    payoffs are other numbers. If seats have their own payoffs, ``seats`` has the figures of each, and all else is about
    the first, which wins with the highest payoff and draws if another's is as high. ``unfinished`` games reached the
    limit of steps, ``endless`` ones are known never to end: both are in ``games``, and in no bar. ``kept`` has the
    games chosen by ``keep``. Intervals are at ``confidence``; ``seconds`` is wall time, ``computed`` the games played
    in it.
    """

    brief = ("game", "games", "seed")
    document_keys = (
        *("game", "seed", "*mean", "games", "~win_rate", "~mean", "~length", "~draw_rate=of_two.draw_rate?"),
        *("~loss_rate=of_two.loss_rate?", "~advantage=of_two.advantage?", "confidence", "variance", "quantiles"),
        *("length_quantiles", "shortest", "longest", "least", "most", "unfinished", "endless", "steps", "histogram"),
        *("lengths", "kept", "seats=seat_samples", "tops", "computed", "games_per_second", "certified?"),
    )
    wins, draws, losses = FormerName("won"), FormerName("drawn"), FormerName("lost")

    totals: Totals
    seed: int
    seconds: float
    computed: int
    confidence: float = 0.95
    engine: str = "cpython"
    seen: Stakes | None = None
    dealt: bool = False  # a solitaire game's deals, which have a score and steps
    interpreted: str = ""  # why CPython played them, if the user did not choose it
    player_names: tuple[str, ...] = ()  # of the game's own
    certified: Certified | None = None  # how many games of machine code were compared with the rules
    given_up: str = ""  # why a run with ``until`` ended before its figure was known well enough
    game: Any = None
    policies: tuple[str, ...] = ()  # of a game with decisions

    @property
    def games(self) -> int:
        return self.totals.games

    @property
    def histogram(self) -> Mapping[float, int]:
        return self.totals.scores

    @property
    def lengths(self) -> Mapping[int, int]:
        return self.totals.lengths

    @property
    def payoffs(self) -> tuple[Mapping[float, int], ...]:
        """The games that ended, by the payoffs of all seats, if each seat has its own."""
        return self.totals.payoffs

    @cached_property
    def seats(self) -> tuple[SeatFigures, ...]:
        """The figures of each seat, if each has its own payoff; the intervals of one figure hold together."""
        count = len(self.payoffs)
        return tuple(self.seat(seat, count) for seat in range(count))

    def payoffs_of(self, seat: int) -> Mapping[float, int]:
        """Return the games that ended, by the payoff of one seat, or of one of two opponents."""
        if self.payoffs:
            return self.payoffs[seat]
        return {-payoff if seat else payoff: games for payoff, games in self.histogram.items()}

    def seat(self, seat: int, together: int = 1, span: tuple[float, float] | None = None) -> SeatFigures:
        """Return the figures of one seat, or of one of two opponents; ``together`` intervals hold at once (Bonferroni).

        ``span`` is the least and the largest payoff that the seat can get, if known.
        """
        z, name = z_of(1 - (1 - self.confidence) / together), seat_name(seat, self.player_names)
        if not self.payoffs:
            wins, payoff = self.lost if seat else self.won, mean(self.payoffs_of(seat), z, span)
            return SeatFigures(seat, name, self.rate(wins, z), self.rate(self.drawn, z), payoff)
        bit, tops, contested = 1 << seat, self.totals.tops, len(self.payoffs) > 1
        shared = sum(games for mask, games in tops.items() if mask & bit and mask != bit)
        return SeatFigures(
            seat,
            name,
            self.rate(tops.get(bit, 0) if contested else None, z),
            self.rate(shared if contested else None, z),
            mean(self.payoffs_of(seat), z, span),
        )

    @property
    def seat_samples(self) -> tuple[SeatSample, ...]:
        """The figures and payoffs of each seat, if each has its own payoff."""
        return tuple(map(SeatSample, self.seats, self.payoffs))

    @property
    def tops(self) -> tuple[Top, ...]:
        """The number of games by the seats with the highest payoff."""
        tops = self.totals.tops.items()
        return tuple(Top(tuple(one.seat for one in self.seats if mask >> one.seat & 1), games) for mask, games in tops)

    @property
    def shared(self) -> int:
        """The games in which several seats share the highest payoff."""
        return sum(games for mask, games in self.totals.tops.items() if mask & (mask - 1))

    @property
    def players(self) -> int:
        """The number of players: of seats with their own payoffs, or of those who decide; 0 in a solitaire game."""
        if self.payoffs:
            return len(self.payoffs)
        return 0 if self.seen is None else 2 if self.seen.two else 1

    @property
    def of_two(self) -> "Sample | None":
        """The sample itself if two players decide, or have payoffs; only then do draws and losses say more."""
        return self if self.players == 2 else None

    @cached_property
    def stakes(self) -> Stakes | None:
        """The stakes, as far as these games and some random ones show them; None for a solitaire game."""
        ends = ((mark - BY_PLAYER_0, decimal_fraction(payoff)) for payoff, mark in self.totals.ends)
        return self.seen and self.seen.with_ends(ends)

    @property
    def alike(self) -> bool:
        """Whether all games are one game, as there is no chance in it and no policy varies its moves."""
        fixed = bool(self.policies) and {*self.policies} <= {*UNVARYING}
        one = self.games > 1 and len(self.lengths) == len(self.totals.ends) == 1
        return fixed and one and self.stakes is not None and not self.stakes.chance

    def outcome(self, payoff: float) -> Outcome:
        """Return the outcome of a payoff in these games."""
        assert self.stakes is not None
        return self.stakes.outcome_of_end(decimal_fraction(payoff))

    def end(self, score: float, mark: int) -> End:
        """Return the end for player 0 of a game with this score or payoff, and this mark."""
        if mark >= UNFINISHED:
            return "endless" if mark == ENDLESS else "unfinished"
        if mark in FOR_THE_FIRST:
            return FOR_THE_FIRST[mark]
        assert self.stakes is not None
        if self.stakes.numeric:
            return "ended"
        outcome = self.outcome(score)
        if outcome.kind != "no win":
            return ENDS[outcome.kind]
        if not self.stakes.two:  # nobody to draw with
            return "lost" if outcome.player == 0 else "won"
        return "not won" if outcome.player == 0 else "not lost"

    @cached_property
    def ends(self) -> Mapping[End, int]:
        """The number of games by their end."""
        counts: Counter[End] = Counter()
        for (score, mark), games in self.totals.ends.items():
            counts[self.end(score, mark)] += games
        return counts

    def _count(self, end: End, *unclear: End) -> int | None:
        """Return the number of games with this end; None if unclear ends may hide more."""
        alone = len(self.payoffs) == 1
        if alone or (self.stakes and self.stakes.numeric) or any(self.ends.get(other) for other in unclear):
            return None
        return self.ends.get(end, 0)

    @property
    def won(self) -> int | None:
        return self._count("won", "not lost")

    @property
    def drawn(self) -> int | None:
        return self._count("drawn", "not won", "not lost")

    @property
    def drawable(self) -> bool:
        """Whether a game can be drawn, as far as the games and the source of the rules show."""
        return bool(self.drawn) or self.stakes is None or not (self.stakes.drawless or self.stakes.race)

    @property
    def lost(self) -> int | None:
        return self._count("lost", "not won")

    @property
    def duel(self) -> bool:
        """Whether two players win or lose against each other."""
        return self.players == 2 and not (self.won is None and self.lost is None)

    @property
    def unfinished(self) -> int:
        return self.totals.unfinished

    @property
    def endless(self) -> int:
        return self.totals.endless

    @property
    def steps(self) -> int:
        return self.totals.steps

    @property
    def kept(self) -> Mapping[str, tuple[KeptGame, ...]]:
        """The kept games, by kind."""
        games_by_kind = {what: games for what, games in self.totals.kept.items() if what not in PAYOFFS_KEPT}
        by_payoff = [self.totals.kept[what] for what in PAYOFFS_KEPT if what in self.totals.kept]
        if by_payoff:
            games_by_kind["wins"] = tuple(game for games in by_payoff for game in games if self._is_win(game))
        return games_by_kind

    def _is_win(self, game: KeptGame) -> bool:
        """Whether a kept game is won."""
        return self.end(game.score, BY_PLAYER_0) == "won"

    @property
    def finished(self) -> int:
        return self.games - self.unfinished - self.endless

    @property
    def win_rate(self) -> Value:
        """The share of games won, with Wilson's score interval; an unfinished game may be either. Else unknown."""
        return self.rate(self.won)

    @property
    def draw_rate(self) -> Value:
        return self.rate(self.drawn)

    @property
    def loss_rate(self) -> Value:
        return self.rate(self.lost)

    @property
    def endless_rate(self) -> Value:
        return self.rate(self.endless)

    @property
    def mean(self) -> Value:
        """The mean score or payoff of games that ended, with its normal interval."""
        return mean(self.histogram, self._z)

    @property
    def length(self) -> Value:
        """The mean number of steps or moves of games that ended."""
        return mean(self.lengths, self._z)

    @property
    def advantage(self) -> Value:
        """Player 0's rate of wins less player 1's; an unfinished game may be either's."""
        if self.won is None or self.lost is None:
            return UNKNOWN
        others = self.games - self.won - self.lost
        value = mean({1: self.won, 0: others, -1: self.lost}, self._z)
        open_share = self.unfinished / self.games
        return Value(float(value.low) - open_share, float(value.high) + open_share, "sampled", value.estimate)

    @property
    def variance(self) -> float | None:
        """The variance of the score or payoff; None if fewer than two games ended."""
        return moments(self.histogram)[2]

    def quantile(self, share: float) -> float | None:
        """Return the least score that this share of the games that ended do not exceed; None if none ended."""
        value: float | None = quantile(self.histogram, share)
        return value

    def length_quantile(self, share: float) -> int | None:
        """Return the least number of steps or moves within which this share of the games that ended did, or None."""
        value: int | None = quantile(self.lengths, share)
        return value

    @property
    def quantiles(self) -> Mapping[float, float | None]:
        return {share: self.quantile(share) for share in (*QUANTILES, *RARE_QUANTILES)}

    @property
    def length_quantiles(self) -> Mapping[float, int | None]:
        return {share: self.length_quantile(share) for share in LENGTH_QUANTILES}

    @property
    def shortest(self) -> int | None:
        return min(self.lengths, default=None)

    @property
    def longest(self) -> int | None:
        return max(self.lengths, default=None)

    @property
    def least(self) -> float | None:
        return min(self.histogram, default=None)

    @property
    def most(self) -> float | None:
        return max(self.histogram, default=None)

    def rate(self, count: int | None, z: float | None = None) -> Value:
        """Return the share of so many games, with Wilson's score interval; an unfinished game may be one of them.

        It reaches ``z`` standard errors, by default those of ``confidence``.
        """
        if count is None:
            return UNKNOWN
        z = self._z if z is None else z
        low, _ = wilson(count, self.games, z)
        _, high = wilson(count + self.unfinished, self.games, z)
        return Value(low, high, "sampled", count / self.games)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the histogram with the share of each score and its interval; if seats have their own, that of each."""
        return columns(*histogram_table(self))

    @property
    def _z(self) -> float:
        return z_of(self.confidence)

    @property
    def games_per_second(self) -> float:
        return self.computed / self.seconds if self.seconds > 0 else 0.0


HISTOGRAM = ("score", "games", "share", "low", "high")


def histogram_table(sample: Sample) -> tuple[tuple[str, ...], list[tuple[float, ...]]]:
    """Return the names of the columns of a sample's histogram, and its rows; of seats, the seat comes first."""
    if not sample.payoffs:
        return HISTOGRAM, histogram_rows(sample)
    rows = [(seat, *row) for seat, counts in enumerate(sample.payoffs) for row in histogram_rows(sample, counts)]
    return ("seat", *HISTOGRAM), rows


def histogram_rows(sample: Sample, counts: Mapping[float, int] | None = None) -> list[tuple[float, ...]]:
    """Return a row for each score: the number of games, their share of those that ended, and its interval."""
    z, finished = z_of(sample.confidence), max(sample.finished, 1)
    counts = sample.histogram if counts is None else counts
    return [(score, n, n / finished, *wilson(n, finished, z)) for score, n in counts.items()]


def z_of(confidence: float) -> float:
    """Return the number of standard errors of an interval at this confidence."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def moments(counts: Mapping[Any, float]) -> tuple[float, float | None, float | None]:
    """Return the number of counted values, their mean, and their sample variance (with n - 1)."""
    n = sum(counts.values())
    if n == 0:
        return 0, None, None
    middle = sum(value * count for value, count in counts.items()) / n
    if not isfinite(middle):
        middle = nearest_float(sum(Fraction(value) * Fraction(count) for value, count in counts.items()) / Fraction(n))
    if n == 1:
        return n, middle, None
    return n, middle, _squares(counts, middle) / (n - 1)


def _squares(counts: Mapping[Any, float], middle: float, unit: float = 1.0) -> float:
    """Return the sum of squared differences from the middle, in such units; infinite beyond all floats."""
    try:
        return float(sum(count * ((value - middle) / unit) ** 2 for value, count in counts.items()))
    except OverflowError:
        return inf


def mean(counts: Mapping[Any, float], z: float, span: tuple[float, float] | None = None) -> Value:
    """Return the mean of counted values, with its normal interval.

    Equal values say nothing about the spread. If all values are known to lie within ``span``, the interval allows for
    as many others at its ends as Wilson's interval does for what was never seen; no interval leaves the span.
    """
    n, middle, variance = moments(counts)
    if not variance:
        if span is None or middle is None:
            return Value(-inf, inf, "sampled", middle)
        _, unseen = wilson(0, int(n), z)
        low, high = (middle + (end - middle) * unseen for end in span)
        return Value(low, high, "sampled", middle)
    assert middle is not None
    if isinf(variance):
        unit = max(abs(value - middle) for value in counts)
        reach = z * sqrt(_squares(counts, middle, unit) / (n - 1) / n) * unit
    else:
        reach = z * sqrt(variance / n)
    least, most = span or (-inf, inf)
    return Value(max(middle - reach, least), min(middle + reach, most), "sampled", middle)


def quantile(counts: Mapping[Any, int], share: float) -> Any:
    """Return the least value that this share does not exceed; None without values."""
    target, cumulative = share * sum(counts.values()), 0
    for value, count in sorted(counts.items()):
        cumulative += count
        if cumulative >= target and count:
            return value
    return None


def wilson(wins: int, games: int, z: float) -> tuple[float, float]:
    """Return Wilson's score interval for a rate (E. B. Wilson, JASA 22 (1927))."""
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    # At the ends the interval touches them exactly; rounding would leave a gap.
    return 0.0 if wins == 0 else max(0.0, middle - reach), 1.0 if wins == games else min(1.0, middle + reach)
