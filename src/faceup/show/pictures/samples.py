"""Distributions as pictures: of sampled games, of all deals of a patience, and of all plays."""

from typing import Any

from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.show.drawings.bars import distribution_drawing, sample_drawing
from faceup.show.pictures.painter import paint_figure


def sample_figure(sample: Sample, about: str = "") -> Any:
    """The distribution of scores with the interval of each share, and the mean; the title begins with ``about``.

    If several seats have their own payoffs, the share of games that each wins.
    """
    return paint_figure(sample_drawing(sample), about)


def distribution_figure(distribution: Distribution, about: str = "") -> Any:
    """The exact share of each score of all deals, or of each length of all plays; the title begins with ``about``.

    If several seats have their own payoffs, the share of plays that each wins.
    """
    return paint_figure(distribution_drawing(distribution), about)
