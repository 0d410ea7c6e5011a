"""The exact distribution of a patience as lines of text and as the words of a document."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from faceup.results.distribution import Distribution
from faceup.results.value import Value
from faceup.show.text.basics import bars, short
from faceup.show.text.samples import figure_words

WIDTH = 40


def distribution_lines(found: Distribution, encoding: str) -> Iterator[str]:
    """Histogram and figures."""
    shares = found.histogram
    for score, bar in zip(shares, bars([float(share) for share in shares.values()], encoding, WIDTH), strict=True):
        yield f"{score:>6.12g}  {bar}  {short(shares[score])} ({float(shares[score]):.2%})"
    yield from exact_figure_lines(found)


def exact_figure_lines(found: Distribution) -> Iterator[str]:
    """Figures, and how many deals they come from."""
    yield f"won     {found.win_rate}"
    yield f"mean    {text(found.mean)} score"
    yield f"length  {text(found.length)} steps"
    if found.endless:
        yield f"endless {text(found.endless)}: deals that never end"
    if found.undecided:
        yield f"stopped at the memory limit: {float(found.undecided):.3%} of all deals are undecided"
    yield f"deals   {found.deals:,}, all of them, from {found.states:,} tables in {found.seconds:.3f} s"


def text(figure: Value | Fraction) -> str:
    """An exact figure in little room."""
    exact = figure if isinstance(figure, Fraction) else figure.exact
    if exact is None:
        return str(figure)
    return short(exact) if exact.denominator == 1 else f"{short(exact)} = {float(exact):.12g}"


def distribution_words(found: Distribution) -> dict[str, Any]:
    """The keys of a document about a distribution; exact shares as text."""
    words = figure_words("win_rate", found.win_rate) | figure_words("length", found.length)
    exact = found.win_rate.exact
    return words | {
        "win_rate_exact": None if exact is None else str(exact),
        "endless": str(found.endless),
        "undecided": str(found.undecided),
        "histogram": {str(score): str(share) for score, share in found.histogram.items()},
        "lengths": {str(length): str(share) for length, share in found.lengths.items()},
        "deals": found.deals,
        "states": found.states,
        "seconds": found.seconds,
    }
