"""The question about policies, the result of a chain, and the outcome of each seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from faceup.engines.model.policies import Policy
from faceup.numbers.exact import Exact
from faceup.results.answers.solution import Solution
from faceup.results.certified import Certified
from faceup.results.samples.distribution import NOT_KNOWN, UNKNOWN, Distribution, Moments, Span
from faceup.results.samples.long_plays import LongPlays, LongTotals, SlowPlays
from faceup.results.seats import SeatOutcome
from faceup.rules.contract import Game
from faceup.rules.names import seat_name

Results = Mapping[tuple[Exact, ...], Fraction]  # the share of each row of payoffs


class Shares(NamedTuple):
    """The shares of plays that a seat wins, ties and loses."""

    won: Fraction
    tied: Fraction
    lost: Fraction


def shares_of(results: Results, seat: int) -> Shares:
    """Return how often a seat wins, with the highest payoff of all, ties, with others that have the same, or loses."""
    won = tied = lost = Fraction(0)
    for row, share in results.items():
        if row[seat] < max(row):
            lost += share
        elif row.count(row[seat]) == 1:
            won += share
        else:
            tied += share
    return Shares(won, tied, lost)


def seat_outcomes(plays: Distribution, moments: Sequence[Moments], names: Sequence[str]) -> tuple[SeatOutcome, ...]:
    """Return the figures of each seat, given its moments."""
    return tuple(
        _seat_outcome(plays, seat, seat_name(seat, names), own, len(moments) > 1) for seat, own in enumerate(moments)
    )


def _seat_outcome(plays: Distribution, seat: int, name: str, own: Moments, contested: bool) -> SeatOutcome:
    """Return the figures of one seat; it wins and ties only if others are there to compare with."""
    won, tied, _ = shares_of(plays.histogram, seat)
    rates = (plays.rate(won), plays.rate(tied)) if contested else (UNKNOWN, UNKNOWN)
    return SeatOutcome(seat, name, *rates, own.mean, own.value, own.variance)


@dataclass(frozen=True)
class Question:
    """A game from ``start`` on, in which everybody keeps to a policy; ``solution`` has the best moves if one needs
    them.

    If positions can repeat, plays that go on are followed until they are less than ``tail`` of all.
    """

    game: Game
    start: Any
    policies: tuple[Policy | str, ...]
    solution: Solution | None
    tail: Fraction


@dataclass(frozen=True)
class ChainResult:
    """Lower bounds of the shares of results, of lengths and of plays without end; moments; the number of positions.

    ``paid`` tells whether there are rewards, and ``limit`` which limit was reached, if any. ``by_first`` has the plays
    apart by their first decider, if chance settles that in a small chain. If each seat has gains of its own, results
    are rows, and ``seats`` has the moments of each. ``long_plays`` is the tail of plays longer than those in
    ``lengths``, and ``long_totals`` that of totals beyond ``results``; spans go from the least to the most.
    ``certified`` counts the positions that machine code walked, and those that were compared with the rules.
    """

    results: Mapping[Any, Fraction]
    lengths: Mapping[int, Fraction]
    endless: Fraction
    moments: Moments
    positions: int
    paid: bool
    limit: str = ""
    by_first: "tuple[FirstDecider, ...]" = ()
    seats: tuple[Moments, ...] = ()
    long_plays: LongPlays | SlowPlays | None = None
    long_totals: LongTotals | None = None
    length_span: Span = NOT_KNOWN
    total_span: Span = NOT_KNOWN
    certified: Certified | None = None


class FirstDecider(NamedTuple):
    """The share of plays in which this player is the first to decide, and the result of those plays."""

    player: int
    share: Fraction
    result: ChainResult
