"""The picture of a result in a file: what ``--plot`` draws, and ``plot`` from Python."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.reviews.review import Review
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.sentences.games import headline
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.show.drawings.bars import distribution_drawing, sample_drawing
from faceup.show.files import check_place
from faceup.show.pictures.house_style import check_kind, save
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

    return moves_figure(solution)


def distribution_figure(distribution: Distribution, about: str = "") -> Any:
    """The exact share of each score of all deals, or of each length of all plays; the title begins with ``about``.

    If several seats have their own payoffs, the share of plays that each wins.
    """
    return paint_figure(distribution_drawing(distribution), about)


def sample_figure(sample: Sample, about: str = "") -> Any:
    """The distribution of scores with the interval of each share, and the mean; the title begins with ``about``.

    If several seats have their own payoffs, the share of games that each wins.
    """
    return paint_figure(sample_drawing(sample), about)


def _strategy(strategy: Strategy, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.strategies import strategy_figure

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
    from faceup.show.pictures.review_graphs import review_figure

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
