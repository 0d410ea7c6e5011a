"""What a player could hope for, move by move, as a small graph made of characters."""

from collections.abc import Sequence
from typing import NamedTuple

from faceup.results.review import NOTHING, Review
from faceup.results.value import plain, rounded
from faceup.show.text.styled_lines import can_show

HEIGHT = 9  # lines of the plot; an odd number, so that there is a middle
WIDEST = 5  # characters of a move
LOST, LUCK = "x", "o"  # what stands on a column: letters differ where colours are not seen
LEGEND = {LOST: "a move that lost something", LUCK: "luck: chance changed it"}
RESULT_NAMES = ("loss", "draw", "win")


class _Column(NamedTuple):
    """One move, or several where there are many: its number, the level after it, and how it is marked."""

    number: int
    level: float
    mark: str


def graph_lines(review: Review, player: int, width: int, encoding: str) -> list[str]:
    """The graph for a player, no wider than that; no lines where nothing is known."""
    columns = _columns(review, player)
    if not columns:
        return []
    low, high = _ends(review, [column.level for column in columns])
    labels = _labels(review, low, high)
    named = max(map(len, labels))
    room = max(width - named - 2, 1)
    each = max(1, min(WIDEST, room // len(columns)))
    if len(columns) > room:
        size = -(-len(columns) // room)
        columns = [_together(columns[k : k + size]) for k in range(0, len(columns), size)]
    top, fill, edge = ("━", "░", "│") if can_show("━░│", encoding) else ("=", ":", "|")
    heights = [round((column.level - low) / (high - low) * (HEIGHT - 1)) for column in columns]
    lines = []
    for line in range(HEIGHT - 1, -1, -1):
        cells = [
            _cell(column.mark, each, top) if at == line else (fill if line < at else " ") * each
            for column, at in zip(columns, heights, strict=True)
        ]
        lines.append(f"{labels[line]:>{named}} {edge}{''.join(cells)}".rstrip())
    lines.append(" " * (named + 2) + _numbers(columns, each, room))
    return lines


def graph_legend(review: Review, player: int, whose: str) -> str:
    """What the graph shows, and what stands on its columns; ``whose`` is ``your`` or ``the first player's``."""
    marks = {column.mark for column in _columns(review, player)}
    told = [f"{mark} {text}" for mark, text in LEGEND.items() if mark in marks]
    return "; ".join((review.scale.told(whose), *told))


def _columns(review: Review, player: int) -> list[_Column]:
    levels = [review.scale.level(hope) for hope in review.hopes(player)]
    if not levels:
        return []
    first = _Column(review.rows[0].number - 1, levels[0], "")
    columns = [first]
    for row, level in zip(review.rows, levels[1:], strict=True):
        lucky = abs(rounded(row.luck_of(player))) > NOTHING
        columns.append(_Column(row.number, level, LOST if row.lost else LUCK if lucky else ""))
    return columns


def _together(columns: Sequence[_Column]) -> _Column:
    """Several moves as one: the level after the last; what was lost is seen before luck."""
    marks = {column.mark for column in columns}
    return _Column(columns[0].number, columns[-1].level, next((mark for mark in LEGEND if mark in marks), ""))


def _ends(review: Review, levels: Sequence[float]) -> tuple[float, float]:
    if review.scale.points:
        return 0.0, 100.0
    low, high = min(levels), max(levels)
    return (low, high) if high - low > NOTHING else (low - 1.0, high + 1.0)


def _labels(review: Review, low: float, high: float) -> list[str]:
    """What stands at the left of each line, from the lowest: at the ends and in the middle."""
    labels, middle = [""] * HEIGHT, HEIGHT // 2
    if review.scale.kind == "result":
        named: Sequence[str] = RESULT_NAMES
    else:
        percent = "%" * (review.scale.kind == "chance")
        named = [f"{plain(level, 4)}{percent}" for level in (low, (low + high) / 2, high)]
    for line, label in zip((0, middle, HEIGHT - 1), named, strict=True):
        labels[line] = label
    return labels


def _cell(mark: str, each: int, top: str) -> str:
    """The top of a column, with its mark in the middle."""
    left = (each - 1) // 2
    return top * left + (mark or top) + top * (each - 1 - left)


def _numbers(columns: Sequence[_Column], each: int, room: int) -> str:
    """The numbers of moves under their columns, as many as have room."""
    text = ""
    for k, column in enumerate(columns):
        place, number = k * each + (each - 1) // 2, str(column.number)
        if (not text or place > len(text) + 1) and place + len(number) <= room:
            text = text.ljust(place) + number
    return text
