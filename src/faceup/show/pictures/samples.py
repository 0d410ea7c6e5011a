"""Distributions as pictures: of sampled games, and of all deals of a patience."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from faceup.results.chances import DIGITS, amount_text, percent
from faceup.results.distribution import Distribution
from faceup.results.sample import Sample, histogram_rows
from faceup.results.seats import SeatFigures, most_wins, most_wins_sentence
from faceup.results.value import Value, plain
from faceup.show.pictures.house_style import BAR, INK, MARK, STEPS, house_style, new_axes, new_figure
from faceup.show.text.phrases import ends_in_words

SHARED = STEPS[1]
FEW_SEATS = 6  # whose names stand side by side
NEARLY_ALL = Fraction(999, 1000)  # of all plays


@house_style()
def sample_figure(sample: Sample, about: str = "") -> Any:
    """The distribution of scores with the interval of each share, and the mean; ``about`` begins the title.

    Of several seats with payoffs of their own, the share of games that each wins.
    """
    if len(sample.seats) > 1:
        return seats_figure(sample, about)
    first = sample.stakes.name(0) if sample.stakes and sample.stakes.two else ""
    word = "score" if sample.dealt else f"payoff to {first}" if first else "payoff"
    who = f"{first} won".lstrip()
    mean, rate = sample.mean.value, sample.win_rate.value
    found = f"{sample.games:,} games" if rate is None else f"{who} {percent(rate)} of {sample.games:,} games"
    ends = ends_in_words(sample)
    figure = new_figure(_title(about, found, word, None if ends else mean))
    rows = histogram_rows(sample)
    axes = _bars(figure, [row[0] for row in rows], [row[2] for row in rows], None if ends else mean)
    if ends:
        axes.set_xticks([row[0] for row in rows], [ends[row[0]] for row in rows])
        word = ""
    _intervals(axes, [row[0] for row in rows], [row[2:] for row in rows], capsize=2 if len(rows) <= 60 else 0)
    axes.set_xlabel(word)
    axes.set_ylabel(f"share of games, intervals at {sample.confidence:.0%}")
    return figure


def _intervals(axes: Any, places: Sequence[float], rates: Sequence[Sequence[float]], capsize: int = 2) -> None:
    """Whiskers from the low to the high end of each rate."""
    below = [max(0.0, rate - low) for rate, low, _ in rates]
    above = [max(0.0, high - rate) for rate, _, high in rates]
    middle = [rate for rate, _, _ in rates]
    axes.errorbar(places, middle, yerr=(below, above), fmt="none", ecolor=INK, elinewidth=1, capsize=capsize, zorder=3)


@house_style()
def seats_figure(sample: Sample, about: str = "") -> Any:
    """The share of games that each seat wins, and that it shares the highest payoff in, with their intervals."""
    won = [_rate(seat.win_rate) for seat in sample.seats]
    tied = [_rate(seat.tie_rate) for seat in sample.seats]
    places = list(range(len(won)))
    figure = new_figure(f"{about}{': ' if about else ''}{_seats_title(sample)}")
    axes, apart = _seat_bars(figure, sample.seats)
    _intervals(axes, [k - apart for k in places], won)
    if apart:
        _intervals(axes, [k + apart for k in places], tied)
    axes.set_ylabel(f"share of games, intervals together at {sample.confidence:.0%}")
    return figure


def _seats_title(sample: Sample) -> str:
    """Who won most and how often, as far as that is sure."""
    best = most_wins(sample.seats)
    if best is None:
        return f"{sample.games:,} games; {most_wins_sentence(sample.seats)}"
    return f"{best.name} won most, {percent(best.win_rate.value or 0.0)} of {sample.games:,} games"


def _seat_bars(figure: Any, seats: Sequence[SeatFigures]) -> tuple[Any, float]:
    """How often each wins, and beside it, so far from the middle, how often it ties, where any does."""
    won = [seat.win_rate.value or 0.0 for seat in seats]
    tied = [seat.tie_rate.value or 0.0 for seat in seats]
    places = range(len(seats))
    axes = new_axes(figure)
    width, apart = (0.4, 0.2) if any(tied) else (0.7, 0.0)
    axes.bar([k - apart for k in places], won, width, color=BAR, zorder=2, label="won")
    if apart:
        axes.bar([k + apart for k in places], tied, width, color=SHARED, zorder=2, label="tied")
        axes.legend()
    names = [str(seat.seat + 1) if len(won) > FEW_SEATS else seat.name for seat in seats]
    axes.set_xticks(list(places), names)
    axes.set_xlabel("player" if len(won) > FEW_SEATS else "")
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    return axes, apart


def _rate(value: Value) -> tuple[float, float, float]:
    return float(value.value or 0.0), float(value.low), float(value.high)


@house_style()
def distribution_figure(found: Distribution, about: str = "") -> Any:
    """The exact share of each score among all deals, or of each length among all plays; ``about`` begins the title.

    Of several seats with payoffs of their own, the share of plays that each wins.
    """
    if len(found.seats) > 1:
        return _outcomes_figure(found, about)
    return _deals_figure(found, about) if found.deals else _lengths_figure(found, about)


def _outcomes_figure(found: Distribution, about: str) -> Any:
    """How often each seat wins."""
    best = max(found.seats, key=lambda seat: seat.win_rate.value or 0.0)
    figure = new_figure(
        _title(about, f"{best.name} wins most, {percent(best.win_rate.value or 0.0)}", "length", found.length.value)
    )
    axes, _ = _seat_bars(figure, found.seats)
    axes.set_ylabel("share of all plays, exact")
    return figure


def _deals_figure(found: Distribution, about: str) -> Any:
    mean = found.mean.value
    won = "won" if not found.undecided else "won at least"
    told = f"{won} {percent(found.won or 0)} of all {found.deals:,} deals"
    figure = new_figure(_title(about, told, "score", mean))
    axes = _bars(figure, list(found.histogram), list(map(float, found.histogram.values())), mean)
    axes.set_xlabel("score")
    axes.set_ylabel(f"share of {found.deals:,} deals, exact" if found.deals < 1e9 else "share of all deals, exact")
    return figure


def _lengths_figure(found: Distribution, about: str) -> Any:
    """How long a game takes, up to where nearly all plays have ended."""
    rates = {"won": found.win_rate, "drawn": found.draw_rate, "lost": found.loss_rate}
    told = ", ".join(f"{name} {percent(rate.value)}" for name, rate in rates.items() if rate.value)
    mean = found.length.value
    figure = new_figure(_title(about, told or f"mean result {amount_text(found.mean)}", "length", mean))
    last = found.length_within(NEARLY_ALL) or max(found.lengths, default=0)
    shown = {length: float(share) for length, share in found.lengths.items() if length <= last}
    axes = _bars(figure, list(shown), list(shown.values()), mean)
    axes.set_xlabel("moves, up to which 999 of 1,000 plays end" if len(shown) < len(found.lengths) else "moves")
    axes.set_ylabel("share of all plays, exact")
    return figure


def _title(about: str, found: str, word: str, mean: float | None) -> str:
    return f"{about}{': ' if about else ''}{found}" + ("" if mean is None else f", mean {word} {plain(mean, DIGITS)}")


def _bars(figure: Any, scores: Sequence[float], shares: Sequence[float], mean: float | None) -> Any:
    axes = new_axes(figure)
    gaps = [b - a for a, b in pairwise(scores)]
    axes.bar(scores, shares, width=0.85 * min(gaps, default=1), color=BAR, zorder=2)
    if mean is not None:
        axes.axvline(mean, color=MARK, linewidth=1.5, zorder=4, label=f"mean {plain(mean, DIGITS)}")
        axes.legend()
    axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
    if all(float(score).is_integer() for score in scores):
        axes.xaxis.get_major_locator().set_params(integer=True)
    return axes
