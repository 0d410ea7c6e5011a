"""Results as pictures."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from faceup.results.extras import optional
from faceup.results.sample import Sample
from faceup.rules.errors import UsageError
from faceup.show.files import write_file
from faceup.show.samples import histogram_rows

KINDS = (".png", ".svg", ".pdf")
INK, BAR, MARK = "#22303c", "#4c86a8", "#c0562f"


def check_kind(path: Path) -> None:
    """Raise UsageError for a file of another kind than a picture."""
    if path.suffix.lower() not in KINDS:
        raise UsageError(f"{str(path)!r}: a plot is a {', '.join(KINDS)} file")


def plot_sample(sample: Sample, title: str, path: Path) -> None:
    """The distribution of scores with the interval of each share, and the mean."""
    figure, axes = _axes(title)
    rows = histogram_rows(sample)
    scores = [row[0] for row in rows]
    shares = [row[2] for row in rows]
    below = [max(0.0, row[2] - row[3]) for row in rows]
    above = [max(0.0, row[4] - row[2]) for row in rows]
    gaps = [b - a for a, b in pairwise(scores)]
    axes.bar(scores, shares, width=0.85 * min(gaps, default=1), color=BAR, zorder=2)
    axes.errorbar(scores, shares, yerr=(below, above), fmt="none", ecolor=INK, elinewidth=1, capsize=2, zorder=3)
    mean = sample.mean.value
    if mean is not None:
        axes.axvline(mean, color=MARK, linewidth=1.5, zorder=4, label=f"mean {mean:.6g}")
        axes.legend(frameon=False)
    axes.set_xlabel("score" if sample.players == 0 else "payoff to player 0")
    axes.set_ylabel(f"share of {sample.finished:,} games, intervals at {sample.confidence:.4g}")
    axes.yaxis.set_major_formatter(optional("matplotlib.ticker", "plots").PercentFormatter(1.0))
    write_file(path, lambda beside: figure.savefig(beside, dpi=150))


def _axes(title: str) -> tuple[Any, Any]:
    """A figure in the house style; no window, no global state."""
    figure = optional("matplotlib.figure", "plots").Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", zorder=0)
    return figure, axes
