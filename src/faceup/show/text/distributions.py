"""The exact distribution of a patience as lines of text."""

from collections.abc import Iterator
from fractions import Fraction

from faceup.results.distribution import Distribution
from faceup.results.value import Value, decimals, short_fraction
from faceup.show.text.bars import bars

WIDTH = 40


def distribution_lines(distribution: Distribution, encoding: str) -> Iterator[str]:
    """Histogram and figures."""
    shares = distribution.histogram
    for score, bar in zip(shares, bars([float(share) for share in shares.values()], encoding, WIDTH), strict=True):
        yield f"{score:>6.12g}  {bar}  {short_fraction(shares[score])} ({float(shares[score]):.2%})"
    yield from exact_figure_lines(distribution)


def exact_figure_lines(distribution: Distribution) -> Iterator[str]:
    """Figures, and how many deals they come from."""
    yield f"won     {distribution.win_rate}"
    yield f"mean    {text(distribution.mean)} score"
    yield f"length  {text(distribution.length)} steps"
    if distribution.endless:
        yield f"endless {text(distribution.endless)}: deals that never end"
    if distribution.undecided:
        open_share = f"{float(distribution.undecided):.3%} of all deals are undecided"
        yield f"stopped at the {distribution.limit} limit: {open_share}"
    work = f"from {distribution.states:,} tables in {distribution.seconds:.3f} s"
    yield f"deals   {distribution.deals:,}, all of them, {work}"


def text(figure: Value | Fraction) -> str:
    """An exact figure in little room."""
    exact = figure if isinstance(figure, Fraction) else figure.exact
    if exact is None:
        return str(figure)
    return short_fraction(exact) if exact.denominator == 1 else f"{short_fraction(exact)} = {decimals(exact)}"
