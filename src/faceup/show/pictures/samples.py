"""Distributions as pictures: of sampled games, and of all deals of a patience."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from faceup.results.distribution import Distribution
from faceup.results.extras import optional
from faceup.results.sample import Sample, histogram_rows
from faceup.show.pictures.house_style import BAR, INK, MARK, house_style, new_axes, new_figure

NEARLY_ALL = Fraction(999, 1000)  # of all plays


@house_style()
def sample_figure(sample: Sample, about: str = "") -> Any:
    """The distribution of scores with the interval of each share, and the mean; ``about`` begins the title."""
    word = "score" if sample.players == 0 else "payoff to player 0"
    who = "won" if sample.players == 0 else "player 0 won"
    mean, rate = sample.mean.value, sample.win_rate.value
    found = f"{sample.games:,} games" if rate is None else f"{who} {rate:.3%} of {sample.games:,} games"
    figure = new_figure(_title(about, found, word, mean))
    rows = histogram_rows(sample)
    axes = _bars(figure, [row[0] for row in rows], [row[2] for row in rows], mean)
    below = [max(0.0, row[2] - row[3]) for row in rows]
    above = [max(0.0, row[4] - row[2]) for row in rows]
    axes.errorbar(
        [row[0] for row in rows],
        [row[2] for row in rows],
        yerr=(below, above),
        fmt="none",
        ecolor=INK,
        elinewidth=1,
        capsize=2 if len(rows) <= 60 else 0,
        zorder=3,
    )
    axes.set_xlabel(word)
    axes.set_ylabel(f"share of {sample.finished:,} games, intervals at {sample.confidence:.4g}")
    return figure


@house_style()
def distribution_figure(found: Distribution, about: str = "") -> Any:
    """The exact share of each score among all deals, or of each length among all plays; ``about`` begins the title."""
    return _deals_figure(found, about) if found.deals else _lengths_figure(found, about)


def _deals_figure(found: Distribution, about: str) -> Any:
    mean = found.mean.value
    won = "won" if not found.undecided else "won at least"
    told = f"{won} {float(found.won or 0):.3%} of all {found.deals:,} deals"
    figure = new_figure(_title(about, told, "score", mean))
    axes = _bars(figure, list(found.histogram), list(map(float, found.histogram.values())), mean)
    axes.set_xlabel("score")
    axes.set_ylabel(f"share of {found.deals:,} deals, exact" if found.deals < 1e9 else "share of all deals, exact")
    return figure


def _lengths_figure(found: Distribution, about: str) -> Any:
    """How long a game takes, up to where nearly all plays have ended."""
    rates = {"won": found.win_rate, "drawn": found.draw_rate, "lost": found.loss_rate}
    told = ", ".join(f"{name} {rate.value:.3%}" for name, rate in rates.items() if rate.value)
    mean = found.length.value
    figure = new_figure(_title(about, told or f"mean result {found.mean.value:.6g}", "length", mean))
    last = found.length_within(NEARLY_ALL) or max(found.lengths, default=0)
    shown = {length: float(share) for length, share in found.lengths.items() if length <= last}
    axes = _bars(figure, list(shown), list(shown.values()), mean)
    axes.set_xlabel("moves, up to which 999 of 1,000 plays end" if len(shown) < len(found.lengths) else "moves")
    axes.set_ylabel("share of all plays, exact")
    return figure


def _title(about: str, found: str, word: str, mean: float | None) -> str:
    return f"{about}{': ' if about else ''}{found}" + ("" if mean is None else f", mean {word} {mean:.6g}")


def _bars(figure: Any, scores: Sequence[float], shares: Sequence[float], mean: float | None) -> Any:
    axes = new_axes(figure)
    gaps = [b - a for a, b in pairwise(scores)]
    axes.bar(scores, shares, width=0.85 * min(gaps, default=1), color=BAR, zorder=2)
    if mean is not None:
        axes.axvline(mean, color=MARK, linewidth=1.5, zorder=4, label=f"mean {mean:.6g}")
        axes.legend()
    axes.yaxis.set_major_formatter(optional("matplotlib.ticker", "plots").PercentFormatter(1.0))
    if all(float(score).is_integer() for score in scores):
        axes.xaxis.get_major_locator().set_params(integer=True)
    return axes
