"""A review on a screen: a graph, then what was thrown away and what chance gave."""

from collections.abc import Sequence

from faceup.cli.playing.screen import Screen
from faceup.results.review import Review
from faceup.results.review_sentences import accuracy_note
from faceup.show.text.review_graph import graph_legend, graph_lines
from faceup.show.text.reviews import move_rows, review_lines, skill_rows
from faceup.show.text.styled_lines import Text, columns

NARROWEST_TABLE = 60  # characters, below which what stands in columns is written as prose
NARROWEST_COLUMN = 20


def tell_review(screen: Screen, found: Review, every: bool = False) -> None:
    """The graph, lost moves, skill and luck of everybody; ``every`` move if that is asked."""
    if lines := graph_lines(found, screen.width, screen.encoding):
        screen.say()
        screen.show(map(Text, lines))
        screen.say(graph_legend(found), "dim", hanging=2)
        screen.say()
    if every and found.rows:
        _tell_in_columns(screen, move_rows(found))
        screen.say()
    for text in review_lines(found):
        screen.say(text, hanging=2)
    if skill := skill_rows(found):
        _tell_in_columns(screen, skill[1:], skill[0])
    if note := accuracy_note(found):
        screen.say(note, hanging=2)


def _tell_in_columns(screen: Screen, rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ()) -> None:
    """A line for each row under the head, the first column wrapped where it is long; where there is no room, prose."""
    if not rows:
        return
    shown = [head, *rows] if head else rows
    widths = [max(columns(row[k]) for row in shown) for k in range(len(rows[0]))]
    room = screen.width - sum(width + 2 for width in widths[1:])
    if screen.width < NARROWEST_TABLE or room < min(widths[0], NARROWEST_COLUMN):
        for first, *others in rows:
            if head:
                first += ": " + ", ".join(map(" ".join, zip(head[1:], others, strict=True)))
                others = []
            screen.say("; ".join(filter(None, (first, *others))), hanging=2)
        return
    wide = min(widths[0], room)
    for first, *others in shown:
        if columns(first) > wide:
            screen.say(first, hanging=2)
            first = ""
        cells = [f"{first}{' ' * (wide - columns(first))}"]
        cells += [f"{cell:<{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        screen.show([Text("  ".join(cells).rstrip())])
