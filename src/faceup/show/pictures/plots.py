"""The picture of a result in a file: what ``--plot`` draws, and ``plot`` from Python.

The figures of distributions, samples, strategies and reviews are made here; those of other results in files of their
own.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.answers.decision import MixedStrategy
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.documents.review import TICKS, review_graph
from faceup.results.reviews.review import Review
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.sentences.games import headline
from faceup.results.sentences.reviews import NOTHING_MADE, Mark, review_heading
from faceup.results.sentences.words import capital
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.show.drawings.bars import distribution_drawing, sample_drawing
from faceup.show.drawings.strategies import strategy_drawing
from faceup.show.files import check_place
from faceup.show.pictures.house_style import (
    BAR,
    LOSS,
    SOFT,
    WIN,
    check_kind,
    house_style,
    new_axes,
    new_figure,
    save,
)
from faceup.show.pictures.painter import paint_figure


def plot(result: Any, path: str | Path, after: Sequence[Move] = ()) -> None:
    """Write the picture of a result as PNG, SVG or PDF, by the file's name; its title names the moves it is ``after``.

    Raises UsageError for another name, if no file can be written, and for a result that has no picture.
    """
    path = Path(path)
    check_place(path)
    check_kind(path)
    kind = next((kind for kind in FIGURES if isinstance(result, kind)), None)
    if kind is None:
        raise UsageError(f"{type(result).__name__} has no picture; possible: text, as print shows it")
    save(FIGURES[kind](result, after), path)


def _solution(solution: Solution, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.first_moves import moves_figure

    return moves_figure(solution, after=after)


def distribution_figure(distribution: Distribution, about: str = "") -> Any:
    """Return the exact share of each score of all deals, or of each length of all plays; the title begins with
    ``about``.

    If several seats have their own payoffs, the share of plays that each wins.
    """
    return paint_figure(distribution_drawing(distribution), about)


def sample_figure(sample: Sample, about: str = "") -> Any:
    """Return the distribution of scores with the interval of each share, and the mean; the title begins with ``about``.

    If several seats have their own payoffs, the share of games that each wins.
    """
    return paint_figure(sample_drawing(sample), about)


def _strategy(strategy: Strategy, after: Sequence[Move]) -> Any:

    return strategy_figure(strategy)


def _mixed_strategy(strategy: MixedStrategy, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.mixed_strategies import mixed_figure

    return mixed_figure(strategy)


def _sweep(sweep: Sweep, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.sweeps import sweep_figure

    return sweep_figure(sweep)


def _tournament(tournament: Tournament, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.tournaments import tournament_figure

    return tournament_figure(tournament)


def _review(review: Review, after: Sequence[Move]) -> Any:

    return review_figure(review)


# The figure of each kind of result, by Matplotlib.
FIGURES: dict[type, Callable[[Any, Sequence[Move]], Any]] = {
    Solution: _solution,
    Distribution: lambda distribution, after: distribution_figure(distribution, headline(distribution.game, after)),
    Sample: lambda sample, _: sample_figure(sample, headline(sample.game)),
    Strategy: _strategy,
    MixedStrategy: _mixed_strategy,
    Sweep: _sweep,
    Tournament: _tournament,
    Review: _review,
}


def strategy_figure(strategy: Strategy) -> Any:
    """Return the decisions over one to three numbers as a map, with the thresholds if each step has one.

    Raises UsageError for a strategy over sets of cards, or over more numbers.
    """
    game, player = strategy.game, strategy.player
    whose = "" if player is None else f", {seat_name(player, game.player_names)}"
    return paint_figure(strategy_drawing(strategy), headline(game) + whose)


MOST_NAMED, STEPS = 12, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # moves with their numbers, and every how many
# The signs of the page: a triangle downwards, hollow for an estimate, and a diamond.
SIGNS: dict[Mark, dict[str, Any]] = {
    "lost": {"marker": "v", "markerfacecolor": LOSS, "markeredgecolor": "white", "markersize": 11},
    "seems": {"marker": "v", "markerfacecolor": "white", "markeredgecolor": LOSS, "markersize": 9},
    "luck": {"marker": "D", "markerfacecolor": WIN, "markeredgecolor": "white", "markersize": 8},
}


@house_style()
def review_figure(review: Review) -> Any:
    """Return a line through the expected results, dashed where they are estimates; UsageError if none is known."""
    graph = review_graph(review)
    if graph is None:
        raise UsageError(f"there is nothing to draw: {review.unknown or NOTHING_MADE}")
    figure = new_figure(review_heading(review, headline), 8, 3.2)
    axes = new_axes(figure)
    moves = range(len(graph.heights))
    estimated = sum(row.estimated for row in review.rows)  # the first of all rows
    axes.plot(moves[: estimated + 1], graph.heights[: estimated + 1], color=BAR, linewidth=2, linestyle=(0, (3, 2)))
    axes.plot(moves[estimated:], graph.heights[estimated:], color=BAR, linewidth=2, marker="o", markersize=4)
    for mark, meaning in graph.legend:
        at = [k for k, one in enumerate(graph.marks, 1) if one == mark]
        heights = [graph.heights[k] for k in at]
        axes.plot([moves[k] for k in at], heights, linestyle="none", label=meaning, zorder=3, **SIGNS[mark])
    axes.set_ylim(-0.06, 1.06)
    axes.set_yticks(TICKS, graph.ticks)
    named = [(k, name) for k, name in enumerate(graph.names) if name]
    each = next((step for step in STEPS if len(named) <= step * MOST_NAMED), len(named))
    round_numbers = [(k, name) for k, name in named if not name.isdecimal() or int(name) % each == 0]
    axes.set_xticks(*zip(*(round_numbers or named[:1]), strict=True))
    axes.set_xlabel("move, then the end" if graph.ended else "move")
    axes.set_title(f"{capital(graph.label)}.", loc="left", color=SOFT)
    if graph.legend:
        figure.legend(loc="outside lower left", ncols=len(graph.legend))
    return figure
