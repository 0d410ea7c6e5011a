"""The review of a game as lines and rows of text."""

from collections.abc import Iterator, Sequence

from faceup.results.reviews.review import Review
from faceup.results.reviews.review_sentences import (
    SKILL,
    accuracy_note,
    advice,
    change_text,
    left_out,
    move_sentence,
    player_label,
    skills,
    summary,
)
from faceup.show.text.phrases import count_phrase, title
from faceup.show.text.play.review_graph import graph_legend, graph_lines
from faceup.show.text.styled_lines import Text, columns, prose

NARROWEST_TABLE = 60  # characters, below which rows become prose
NARROWEST_COLUMN = 20


def review_heading(review: Review) -> str:
    """The game, and its result or the number of moves."""
    return f"{title(review.game)}: {review.result or count_phrase(review.made, 'move')}"


def review_page(review: Review, width: int, encoding: str, every: bool = False) -> Iterator[Text]:
    """The graph, the mistakes, and everybody's skill and luck, at most ``width`` wide; all moves if ``every``."""
    if not review.made:
        yield from prose("no move was made, so there is nothing to look back at", width)
        return
    if lines := graph_lines(review, width, encoding):
        yield Text("")
        yield from map(Text, lines)
        yield from prose(graph_legend(review), width, "dim", hanging=2)
        yield Text("")
    if every and review.rows:
        yield from _in_columns(move_rows(review), width)
        yield Text("")
    for text in review_lines(review):
        yield from prose(text, width, hanging=2)
    if skill := skill_rows(review):
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


def review_lines(review: Review) -> list[str]:
    """Luck and skill in a sentence, and a line for every move that lost value or gave it to others."""
    moves = [f"{move_sentence(review, row)}; {advice(row)}" for row in review.rows if row.lost or row.favours]
    return list(filter(None, (left_out(review), summary(review), *moves)))


def skill_rows(review: Review) -> list[tuple[str, ...]]:
    """A heading, and a row for each player: accuracy, the cost of mistakes, and luck if there is chance."""
    rows: list[tuple[str, ...]] = [SKILL, *skills(review)] if review.movers else []
    return rows if review.chance else [row[:-1] for row in rows]


def move_rows(review: Review) -> list[tuple[str, ...]]:
    """A row for every judged move: the player and the move, the reader's expected result after it, the change."""
    return [
        (
            f"{row.number}. {player_label(review, row.turn)}: {row.word}",
            review.scale.level_text(row.hopes[review.reader]),
            change_text(review, row),
        )
        for row in review.rows
    ]
