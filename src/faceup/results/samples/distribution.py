"""Exact distributions of the results and lengths of a game."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import inf, isinf
from typing import Any, NamedTuple

from faceup.numbers.exact import Exact
from faceup.numbers.value import How, Value, exactly, whole_or_float, within
from faceup.results.answers.solution import Refusal
from faceup.results.certified import Certified
from faceup.results.samples.long_plays import LongPlays, LongTotals, SlowPlays
from faceup.results.seats import SeatOutcome
from faceup.results.showable import FormerTuple, Showable, Tabular, columns
from faceup.results.stakes import Stakes

QUANTILES = ("1/10", "1/4", "1/2", "3/4", "9/10", "99/100", "999/1000")  # shares of plays, by their length
TOTAL_QUANTILES = ("1/1000", "1/100", *QUANTILES)  # shares of plays, by their totals
UNKNOWN = Value(-inf, inf, "bounded")  # the value of a figure that the game does not have


class Moments(NamedTuple):
    """The value of play, endless plays included; means and variances of results and lengths of plays that end."""

    value: Value
    mean: Value
    variance: Value
    length: Value
    length_variance: Value


@dataclass(frozen=True)
class Beginning(FormerTuple):
    """The ``share`` of plays in which this player decides first, with results, and player 0's rates."""

    document_keys = (
        *("player", "share", "win_rate=plays.win_rate", "draw_rate=plays.draw_rate", "loss_rate=plays.loss_rate"),
        *("mean=plays.mean", "length=plays.length", "length_variance=plays.length_variance"),
    )

    player: int
    name: str
    share: Fraction
    plays: "Distribution"


class Span(NamedTuple):
    """A range from the least to the most: infinite if there is no bound, None if it is unknown."""

    least: Exact | float | None
    most: Exact | float | None


NOT_KNOWN = Span(None, None)


@dataclass(frozen=True)
class Rates(FormerTuple):
    """The shares of plays that a player wins, draws and loses."""

    document_keys = ("win_rate=win", "draw_rate=draw", "loss_rate=loss")

    win: Value
    draw: Value
    loss: Value


class Bounds(NamedTuple):
    """The lower and upper bound of a number."""

    low: int | float
    high: int | float


class Quantiles(NamedTuple):
    """The lengths and the totals of plays, from the least to the most.

    ``within_bounds`` are bounds on the least number of moves within which such a share of plays ends, ``results`` on
    the least result that such a share does not exceed. ``shortest`` and ``longest`` are of all plays that end, as
    ``least`` and ``most`` of their totals: null if unknown, or if ``endless_lengths``, ``endless_losses`` or
    ``endless_gains`` say that there is no bound.
    """

    within_bounds: Mapping[str, Bounds | None]
    shortest: int | None
    longest: int | None
    endless_lengths: bool
    results: Mapping[str, Bounds | None]
    least: int | float | None
    most: int | float | None
    endless_losses: bool
    endless_gains: bool


@dataclass(frozen=True, repr=False)
class Distribution(Showable, Tabular):
    """The distributions of results and lengths of a game: shares of all orders of a deck, or of all plays.

    Shares are lower bounds, and exact if nothing is ``undecided``.

    ``histogram`` has the share of each score, or of each result to player 0, and ``lengths`` that of each number of
    steps, or of moves, chance included, among plays that end. ``won``, ``drawn`` and ``lost`` are player 0's, None if
    results are not wins, draws and losses. If seats have their own payoffs, results are rows and ``seats`` has the
    figures of each; all else is about the first, which wins with the highest payoff and draws if another's is as high.
    ``endless`` is the share of endless plays, ``undecided`` the share left open by a ``limit`` or by rounding.
    ``longer`` is the share that ``lengths`` leave out: they break off when few plays are left, or when ``long_plays``
    describe the tail, and are empty if not asked for; ``long_totals`` describe the tail of the ``histogram``.
    ``length_span`` and ``total_span`` go from the least to the most of all plays, however rare. Moments are those of
    plays that end; ``known`` has them if shares break off. ``deals`` counts the orders of a solitaire game's deck,
    ``policies`` are those of a game, seat by seat; ``begun`` has its plays by beginner, if chance decides who begins
    and they are few; ``stopped`` says that a ``limit`` left some figures out. ``engine``, ``refused``, ``certified``
    and ``judge`` are as in a Solution.
    """

    brief = ("game", "value")
    document_name = "Outcomes"
    document_keys = (
        *("policies", "win_rate", "draw_rate", "loss_rate", "mean", "variance", "length", "length_variance"),
        *("usual_length", "within", "*quantiles", "begun", "beginner", "seats"),
        *("endless", "undecided", "longer", "histogram=result_shares", "lengths", "certified?"),
    )

    histogram: Mapping[Any, Fraction]
    lengths: Mapping[int, Fraction]
    won: Fraction | None
    endless: Fraction
    undecided: Fraction
    states: int
    seconds: float
    drawn: Fraction | None = None
    lost: Fraction | None = None
    longer: Fraction = Fraction(0)
    known: Moments | None = None
    deals: int = 0
    branches: int = 0
    policies: tuple[str, ...] = ()
    begun: tuple[Beginning, ...] = ()
    engine: str = "enumeration"
    limit: str = "memory"
    stopped: bool = False
    refused: tuple[Refusal, ...] = ()
    seats: tuple[SeatOutcome, ...] = ()
    long_plays: LongPlays | SlowPlays | None = None
    long_totals: LongTotals | None = None
    length_span: Span = NOT_KNOWN
    total_span: Span = NOT_KNOWN
    certified: Certified | None = None
    game: Any = None
    judge: Callable[[Any, Value], Stakes] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def stakes(self) -> Stakes | None:
        """The stakes of the game; None for a solitaire game, or if each seat has its own payoff."""
        return None if self.seats or self.judge is None else self.judge(self.game, self.value)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the share of each score or result; with payoffs by seat, a column for each seat."""
        if self.seats:
            names = (*(f"seat_{seat.seat + 1}" for seat in self.seats), "share", "exact")
            return columns(names, [(*row, float(share), str(share)) for row, share in self.histogram.items()])
        rows = [(score, float(share), str(share)) for score, share in self.histogram.items()]
        return columns(("score", "share", "exact"), rows)

    @property
    def ended(self) -> Fraction:
        """The share of plays known to end."""
        return 1 - self.endless - self.undecided

    @property
    def win_rate(self) -> Value:
        """The probability of winning; a play that never ends is not won."""
        return self.rate(self.won)

    @property
    def draw_rate(self) -> Value:
        """The probability of a draw."""
        return self.rate(self.drawn)

    @property
    def loss_rate(self) -> Value:
        """The probability of losing."""
        return self.rate(self.lost)

    @property
    def endless_rate(self) -> Value:
        """The probability that play never ends."""
        return self.rate(self.endless) if self.deals else within(self.endless, self.endless + self.undecided)

    @property
    def beginner(self) -> Rates | None:
        """The rates of the beginner, if chance decides who begins; else None."""
        if not self.begun or any(beginning.plays.won is None for beginning in self.begun):
            return None
        pairs = [(one.share, tuple(one.plays.rates_of(one.player))) for one in self.begun]
        whole: Fraction = sum((share for share, _ in pairs), Fraction(0))
        low, high = (
            [sum(share * Fraction(getattr(rates[k], side)) for share, rates in pairs) / whole for k in range(3)]
            for side in ("low", "high")
        )
        return Rates(*(within(*bounds) for bounds in zip(low, high, strict=True)))

    @property
    def result_shares(self) -> Mapping[str, Fraction]:
        """The share of each result, whose payoffs by seat stand between commas."""
        return {
            ", ".join(map(str, result)) if isinstance(result, tuple) else str(result): share
            for result, share in self.histogram.items()
        }

    @property
    def within(self) -> Mapping[str, int | None]:
        """The least number of moves within which such a share of plays ends."""
        return {share: self.length_within(Fraction(share)) for share in QUANTILES}

    @property
    def quantiles(self) -> Quantiles:
        lengths, totals = self.all_lengths, self.all_totals
        return Quantiles(
            {share: _plain_bounds(self.length_bounds(Fraction(share))) for share in QUANTILES},
            _plain(lengths.least),
            _plain(lengths.most),
            lengths.most == inf,
            {share: _plain_bounds(self.total_bounds(Fraction(share))) for share in TOTAL_QUANTILES},
            _plain(totals.least),
            _plain(totals.most),
            totals.least == -inf,
            totals.most == inf,
        )

    def rates_of(self, player: int) -> Rates:
        """Return the rates of this player; an endless play is no win, draw or loss."""
        rates = Rates(self.win_rate, self.draw_rate, self.loss_rate)
        return rates if player == 0 else Rates(rates.loss, rates.draw, rates.win)

    @property
    def value(self) -> Value:
        """The mean result; endless plays count as the rules say."""
        return self.known.value if self.known else self.mean

    @property
    def mean(self) -> Value:
        """The mean score or result of plays that end."""
        return self.known.mean if self.known else self._moment(self.histogram, 1)

    @property
    def variance(self) -> Value:
        """The variance of the score or result."""
        return self.known.variance if self.known else self._moment(self.histogram, 2)

    @property
    def length(self) -> Value:
        """The mean number of steps or moves."""
        return self.known.length if self.known else self._moment(self.lengths, 1)

    @property
    def length_variance(self) -> Value:
        """The variance of the number of steps or moves."""
        return self.known.length_variance if self.known else self._moment(self.lengths, 2)

    def length_within(self, share: float | Fraction) -> int | None:
        """Return the least number of steps or moves within which such a share of plays ends; None if unknown."""
        low, high = self.length_bounds(share) or (0, None)
        return low if low == high else None

    @property
    def all_lengths(self) -> Span:
        """The lengths of the shortest and the longest play that ends, in steps or moves."""
        if self.deals and not self.longer and self.lengths:
            return Span(min(self.lengths), max(self.lengths))
        return self.length_span

    @property
    def all_totals(self) -> Span:
        """The least and the most total of a play that ends."""
        if self.seats:
            return NOT_KNOWN
        if self.deals and not self.undecided:
            return Span(min(self.histogram), max(self.histogram))
        return self.total_span

    def total_bounds(self, share: float | Fraction) -> tuple[Any, Any] | None:
        """Return bounds on the least score or result that such a share of plays that end do not exceed; None for no
        bounds.
        """
        target = Fraction(share)
        if self.long_totals:
            return None if self.endless else self.long_totals.bounds(self.histogram, target)
        if self.seats or not self.histogram:
            return None
        total = sum(self.histogram.values(), Fraction(0))
        return _quantile(self.histogram, target * total - self.undecided, target * (total + self.undecided))

    def length_bounds(self, share: float | Fraction) -> tuple[int, int] | None:
        """Return bounds on the least number of steps or moves within which such a share of plays ends; None for no
        bounds.
        """
        target = Fraction(share)
        if self.long_plays:
            return self.long_plays.length_bounds(self.lengths, target)
        return _quantile(self.lengths, target - self.longer, target)

    @property
    def usual_length(self) -> int | None:
        """The most likely number of steps or moves, the least if several; None if unknown."""
        if not self.lengths:
            return None
        length, share = max(self.lengths.items(), key=lambda item: (item[1], -item[0]))
        if self.long_plays:
            return length if length <= self.long_plays.falling else None
        return length if share >= self.longer else None

    def rate(self, share: Fraction | None) -> Value:
        """Return the value of a share whose lower bound is known."""
        if share is None:
            return UNKNOWN
        if not share and not self.deals and all(self.histogram.values()):
            return exactly(0)  # no end is of this kind
        if self.long_totals:
            plays = self.long_totals.plays
            return Value(share, share * (1 + plays.rounded) + plays.left_out, "bounded")
        if self.undecided:
            how: How = "stopped" if self.deals else "bounded"
            return Value(share, share + self.undecided, how, limit=self.limit)
        return exactly(share)

    def _moment(self, shares: Mapping[Any, Fraction], order: int) -> Value:
        if self.undecided or not shares:  # not all is known, or there is nothing to average
            return Value(-inf, inf, "stopped" if self.undecided else "bounded", limit=self.limit)
        mean: Fraction = sum(Fraction(number) * share for number, share in shares.items()) / self.ended
        if order == 2:
            mean = sum((Fraction(number) - mean) ** 2 * share for number, share in shares.items()) / self.ended
        rounded = any(isinstance(number, float) for number in shares)  # as scores are that are no whole numbers
        return Value(mean, mean, "bounded") if rounded else exactly(mean)


def _plain_bounds(bounds: tuple[Exact, Exact] | None) -> Bounds | None:
    return None if bounds is None else Bounds(*map(_plain, bounds))


def _plain(number: Exact | float | None) -> Any:
    """Return a number of any size as int or float; None if it is infinite, or unknown."""
    if number is None or isinf(number):
        return None
    return number if isinstance(number, int) else whole_or_float(float(number))


def _quantile(shares: Mapping[Any, Fraction], least: Fraction, most: Fraction) -> tuple[Any, Any] | None:
    """Return the least numbers up to which these shares sum to ``least`` and to ``most``; None if they do not."""
    numbers = sorted(shares)
    sums = list(accumulate(shares[number] for number in numbers))
    if least <= 0 or not sums or most > sums[-1]:
        return None
    return numbers[bisect_left(sums, least)], numbers[bisect_left(sums, most)]
