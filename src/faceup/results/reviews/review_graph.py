"""The expected result of a player after each move as heights from 0 to 1, for a page or a terminal."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from faceup.numbers.value import Number, few_digits
from faceup.results.reviews.review import Review
from faceup.results.reviews.review_scale import is_nothing
from faceup.results.reviews.review_sentences import player_label
from faceup.results.sentences.seat_names import possessive

Mark = Literal["lost", "luck", ""]
MARKS: dict[Mark, str] = {"lost": "a mistake", "luck": "luck"}
TICKS = (0.0, 0.5, 1.0)
NAMES: dict[str, tuple[str, ...]] = {
    "result": ("loss", "draw", "win"),
    "chance": ("0%", "50%", "100%"),
    "points": ("0", "50", "100"),
}
TICK_DIGITS = 4


class Legend(NamedTuple):
    """A mark and its meaning."""

    mark: Mark
    text: str


class ReviewGraph(NamedTuple):
    """The reader's expected results as heights from 0 to 1, the first before the first row.

    ``marks`` are of the rows, and ``legend`` has their meanings; ``label`` is the meaning of the heights, and
    ``says`` names the first and the last.
    """

    label: str
    heights: tuple[float, ...]
    marks: tuple[Mark, ...]
    ticks: Annotated[tuple[str, ...], "what stands at the heights 0, 1/2 and 1"]
    legend: tuple[Legend, ...]
    says: str


def review_graph(review: Review) -> ReviewGraph | None:
    """The graph; None if nothing is known."""
    if not review.rows:
        return None
    scale, reader = review.scale, review.reader
    hopes = review.hopes(reader)
    marks = tuple(_mark(row.lost != 0, not is_nothing(row.luck_of(reader))) for row in review.rows)
    if scale.points:
        heights, ticks = tuple(scale.level(hope) / 100 for hope in hopes), NAMES[scale.kind]
    else:
        heights, ticks = _stretch(hopes)
    first, last = scale.level_text(hopes[0]), scale.level_text(hopes[-1])
    whose, moves = possessive(player_label(review, reader)), f"{len(review.rows):,} move{'s' * (len(review.rows) != 1)}"
    return ReviewGraph(
        scale.levels_text(whose),
        heights,
        marks,
        ticks,
        tuple(Legend(mark, text) for mark, text in MARKS.items() if mark in marks),
        f"{moves}, in which {whose} {scale.noun} goes from {first} to {last}",
    )


def _stretch(hopes: Sequence[Number]) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Heights from the least to the most, by fractions, because payoffs may exceed any float."""
    exact = [Fraction(hope) for hope in hopes]
    low, high = min(exact), max(exact)
    if is_nothing(high - low):
        return (0.5,) * len(hopes), ("", few_digits(low, TICK_DIGITS), "")
    heights = tuple(float((hope - low) / (high - low)) for hope in exact)
    return heights, tuple(few_digits(number, TICK_DIGITS) for number in (low, (low + high) / 2, high))


def _mark(mistaken: bool, lucky: bool) -> Mark:
    return "lost" if mistaken else "luck" if lucky else ""
