"""The review of a game as a picture: the reader's expected result after each move, with mistakes and luck marked."""

from typing import Any

from faceup.results.documents.review import TICKS, review_graph
from faceup.results.reviews.review import Review
from faceup.results.sentences.games import headline
from faceup.results.sentences.reviews import NOTHING_MADE, Mark, review_heading
from faceup.results.sentences.words import capital
from faceup.rules.errors import UsageError
from faceup.show.pictures.house_style import BAR, LOSS, SOFT, WIN, house_style, new_axes, new_figure, whole_ticks

# The signs of the page: a triangle downwards, hollow for an estimate, and a diamond.
SIGNS: dict[Mark, dict[str, Any]] = {
    "lost": {"marker": "v", "markerfacecolor": LOSS, "markeredgecolor": "white", "markersize": 11},
    "seems": {"marker": "v", "markerfacecolor": "white", "markeredgecolor": LOSS, "markersize": 9},
    "luck": {"marker": "D", "markerfacecolor": WIN, "markeredgecolor": "white", "markersize": 8},
}


@house_style()
def review_figure(review: Review) -> Any:
    """A line through the expected results, dashed where they are estimates; UsageError if none is known."""
    graph = review_graph(review)
    if graph is None:
        raise UsageError(f"there is nothing to draw: {review.unknown or NOTHING_MADE}")
    figure = new_figure(review_heading(review, headline), 8, 3.2)
    axes = new_axes(figure)
    first = review.rows[0].number - 1
    moves = range(first, first + len(graph.heights))
    estimated = sum(row.estimated for row in review.rows)  # the first of all rows
    axes.plot(moves[: estimated + 1], graph.heights[: estimated + 1], color=BAR, linewidth=2, linestyle=(0, (3, 2)))
    axes.plot(moves[estimated:], graph.heights[estimated:], color=BAR, linewidth=2, marker="o", markersize=4)
    for mark, meaning in graph.legend:
        at = [k for k, one in enumerate(graph.marks, 1) if one == mark]
        heights = [graph.heights[k] for k in at]
        axes.plot([moves[k] for k in at], heights, linestyle="none", label=meaning, zorder=3, **SIGNS[mark])
    axes.set_ylim(-0.06, 1.06)
    axes.set_yticks(TICKS, graph.ticks)
    axes.set_xlabel("move")
    axes.set_title(f"{capital(graph.label)}.", loc="left", color=SOFT)
    whole_ticks(axes.xaxis)
    if graph.legend:
        figure.legend(loc="outside lower left", ncols=len(graph.legend))
    return figure
