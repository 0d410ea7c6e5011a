"""The picture of a result in a file: what ``--plot`` draws, and ``plot`` from Python."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import Sweep
from faceup.results.samples.tournament import Tournament
from faceup.results.sentences.games import headline
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.show.files import check_place
from faceup.show.pictures.house_style import check_kind, save


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


def _distribution(distribution: Distribution, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.samples import distribution_figure

    return distribution_figure(distribution, headline(distribution.game, after))


def _sample(sample: Sample, after: Sequence[Move]) -> Any:
    from faceup.show.pictures.samples import sample_figure

    return sample_figure(sample, headline(sample.game))


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


# The figure of each kind of result, by Matplotlib.
FIGURES: dict[type, Callable[[Any, Sequence[Move]], Any]] = {
    Solution: _solution,
    Distribution: _distribution,
    Sample: _sample,
    Strategy: _strategy,
    MixedStrategy: _mixed_strategy,
    Sweep: _sweep,
    Tournament: _tournament,
}
