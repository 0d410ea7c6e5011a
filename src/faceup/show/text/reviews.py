"""The review of a game as lines of text, with a small graph made of characters."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faceup.results.documents.review import TICKS, ReviewGraph, review_graph
from faceup.results.reviews.review import Review
from faceup.results.sentences.reviews import (
    MARKS,
    NOTHING_MADE,
    Mark,
    accuracy_note,
    left_out,
    levels_text,
    luckiest_sentence,
    mistake_sentences,
    move_rows,
    skill_rows,
    summary,
)
from faceup.results.sentences.words import capital
from faceup.show.text.styled_lines import Text, can_show, columns, prose

HEIGHT = 9  # lines of the plot; an odd number, so that there is a middle
WIDEST = 5  # characters of a move
LETTERS: dict[Mark, str] = {"lost": "x", "seems": "?", "luck": "o", "": ""}  # on a column: they differ without colours


class _Column(NamedTuple):
    """One move, or several merged: the number of the first or ``end``, the height after the last, and the mark."""

    name: str
    height: float
    mark: Mark


def graph_lines(review: Review, width: int, encoding: str) -> list[str]:
    """Return the graph, at most ``width`` wide; no lines if no value is known."""
    graph = review_graph(review)
    if graph is None:
        return []
    columns, labels = _columns(graph), _labels(graph)
    named = max(map(len, labels))
    room = max(width - named - 2, 1)
    each = max(1, min(WIDEST, room // len(columns)))
    if len(columns) > room:
        size = -(-len(columns) // room)
        columns = [_merge_columns(columns[k : k + size]) for k in range(0, len(columns), size)]
    top, fill, edge = ("━", "░", "│") if can_show("━░│", encoding) else ("=", ":", "|")
    heights = [_line(column.height) for column in columns]
    lines = []
    for line in range(HEIGHT - 1, -1, -1):
        cells = [
            _cell(LETTERS[column.mark], each, top) if at == line else (fill if line < at else " ") * each
            for column, at in zip(columns, heights, strict=True)
        ]
        lines.append(f"{labels[line]:>{named}} {edge}{''.join(cells)}".rstrip())
    lines.append(" " * (named + 2) + _numbers(columns, each, room))
    return lines


def graph_legend(review: Review) -> str:
    """Return the meaning of the marks on the columns of the graph."""
    graph = review_graph(review)
    return "; ".join(f"{LETTERS[mark]} {text}" for mark, text in graph.legend) if graph else ""


def _columns(graph: ReviewGraph) -> list[_Column]:
    """Return the columns, with the numbers of the moves before that have no column, ``1-2``."""
    names, last = list[str](), 0
    for name in graph.names:
        number = int(name) if name.isdecimal() else last
        names.append(f"{last + 1}-{name}" if names and number > last + 1 else name)
        last = number
    return list(map(_Column, names, graph.heights, ("", *graph.marks)))


def _line(height: float) -> int:
    return round(height * (HEIGHT - 1))


def _merge_columns(columns: Sequence[_Column]) -> _Column:
    """Return several moves as one column: the height after the last; a mistake takes precedence over luck."""
    marks = {column.mark for column in columns}
    name = next((column.name for column in columns if column.name), "")
    return _Column(name, columns[-1].height, next((mark for mark in MARKS if mark in marks), ""))


def _labels(graph: ReviewGraph) -> list[str]:
    """Return the label of each line, from the lowest: at the ends and in the middle."""
    labels = [""] * HEIGHT
    for height, text in zip(TICKS, graph.ticks, strict=True):
        labels[_line(height)] = text
    return labels


def _cell(mark: str, each: int, top: str) -> str:
    """Return the top of a column, with its mark in the middle."""
    padding = (each - 1) // 2
    return top * padding + (mark or top) + top * (each - 1 - padding)


def _numbers(columns: Sequence[_Column], each: int, room: int) -> str:
    """Return the numbers of moves under their columns, as many as have room."""
    text = ""
    for k, column in enumerate(columns):
        place = k * each + (each - 1) // 2
        if column.name and (not text or place > len(text) + 1) and place + len(column.name) <= room:
            text = text.ljust(place) + column.name
    return text


NARROWEST_TABLE = 60  # characters, below which rows become prose
NARROWEST_COLUMN = 20


def review_page(review: Review, width: int, encoding: str, every: bool = False) -> Iterator[Text]:
    """Yield the graph, the mistakes, and everybody's skill and luck, at most ``width`` wide; all moves if ``every``."""
    if not (review.made or review.rows):
        yield from prose(NOTHING_MADE, width)
        return
    if lines := graph_lines(review, width, encoding):
        yield Text("")
        yield from prose(f"{capital(levels_text(review))}:", width, "dim", hanging=2)
        yield from map(Text, lines)
        legend = graph_legend(review)
        yield from prose(legend, width, "dim", hanging=2) if legend else ()
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
    """Yield a line for each row under the head, a long first column wrapped; prose if there is no room for columns."""
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
