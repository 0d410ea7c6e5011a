"""The review of a game as lines and rows of text."""

from collections.abc import Iterator, Sequence

from faceup.results.reviews.review import Review
from faceup.results.sentences.reviews import (
    NOTHING_MADE,
    accuracy_note,
    left_out,
    luckiest_sentence,
    mistake_sentences,
    move_rows,
    skill_rows,
    summary,
)
from faceup.show.text.review_graph import graph_legend, graph_lines
from faceup.show.text.styled_lines import Text, columns, prose

NARROWEST_TABLE = 60  # characters, below which rows become prose
NARROWEST_COLUMN = 20


def review_page(review: Review, width: int, encoding: str, every: bool = False) -> Iterator[Text]:
    """The graph, the mistakes, and everybody's skill and luck, at most ``width`` wide; all moves if ``every``."""
    if not review.made:
        yield from prose(NOTHING_MADE, width)
        return
    if lines := graph_lines(review, width, encoding):
        yield Text("")
        yield from map(Text, lines)
        yield from prose(graph_legend(review), width, "dim", hanging=2)
        yield Text("")
    if every and review.rows:
        yield from _in_columns(move_rows(review), width)
        yield Text("")
    skill = skill_rows(review)
    in_table = skill and not review.estimated
    whole = luckiest_sentence(review) if in_table else summary(review)
    for text in (left_out(review), *mistake_sentences(review, listed=every), whole):
        yield from prose(text, width, hanging=2) if text else ()
    if skill:
        yield from _in_columns(skill[1:], width, skill[0])
    if note := accuracy_note(review):
        yield from prose(note, width, hanging=2)


def _in_columns(rows: Sequence[tuple[str, ...]], width: int, head: tuple[str, ...] = ()) -> Iterator[Text]:
    """A line for each row under the head, a long first column wrapped; prose if there is no room for columns."""
    if not rows:
        return
    all_rows = [head, *rows] if head else rows
    widths = [max(columns(row[k]) for row in all_rows) for k in range(len(rows[0]))]
    room = width - sum(one + 2 for one in widths[1:])
    if width < NARROWEST_TABLE or room < min(widths[0], NARROWEST_COLUMN):
        for first, *others in rows:
            if head:
                first += ": " + ", ".join(map(" ".join, zip(head[1:], others, strict=True)))
                others = []
            yield from prose("; ".join(filter(None, (first, *others))), width, hanging=2)
        return
    wide = min(widths[0], room)
    for first, *others in all_rows:
        if columns(first) > wide:
            yield from prose(first, width, hanging=2)
            first = ""
        cells = [f"{first}{' ' * (wide - columns(first))}"]
        cells += [f"{cell:<{one}}" for cell, one in zip(others, widths[1:], strict=True)]
        yield Text("  ".join(cells).rstrip())
