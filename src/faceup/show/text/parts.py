"""Parts of what is said of a result, laid out as rich text in lines of a given width."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len as columns
from rich.cells import chop_cells
from rich.text import Text

from faceup.results.sentences.words import Bar, Bars, Cells, Part, Rows

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


WIDEST, SHORTEST = 50, 4  # characters of the longest bar, by how much room there is


def part_lines(parts: Iterable[Part], label: int, width: int = sys.maxsize, encoding: str = "utf-8") -> Iterator[Any]:
    """Lines of at most ``width``, and tables; facts stand behind labels of ``label`` columns."""
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, Cells):
            yield table_of(part)
        elif isinstance(part, Rows):
            rows = align_rows(part.rows, width - len(part.indent), part.names)
            yield from (part.indent + row for row in rows)
        elif isinstance(part, Bars):
            yield from bar_lines(part.bars, encoding, width, part.flush)
        else:
            yield f"{part[0]:<{label}}{part[1]}"


def bar_lines(rows: Sequence[Bar], encoding: str, width: int, flush: bool = False) -> list[str]:
    """A line for each row, without bars if they have no room; names are ``flush`` left, else end at the bar."""
    named = max((len(row.name) for row in rows), default=0)
    columns = [max(map(len, column)) for column in zip(*(row.cells for row in rows), strict=True)]
    figure_width = sum(columns) + 2 * len(columns)
    room, side = min(WIDEST, width - named - figure_width - 2), "<" if flush else ">"
    bar_texts = bars([row.length for row in rows], encoding, room) if room >= SHORTEST else [""] * len(rows)
    return [
        "  ".join((f"{row.name:{side}{named}}", *filter(None, (bar,)), *map(str.rjust, row.cells, columns)))
        for row, bar in zip(rows, bar_texts, strict=True)
    ]


def bars(lengths: Sequence[float], encoding: str, width: int) -> list[str]:
    """A bar for each length, the longest ``width`` wide, in characters that the encoding has."""
    try:
        "█".encode(encoding)
        bar = "█"
    except UnicodeEncodeError:
        bar = "#"
    top = max(lengths, default=0) or 1
    return [f"{bar * round(width * length / top):<{width}}" for length in lengths]


def align_rows(rows: Sequence[Sequence[str]], width: int = sys.maxsize, names: int = 1) -> Iterator[str]:
    """Rows of one length as lines with aligned columns.

    The first ``names`` columns name a row. If a line would be wider than ``width``, every figure has a line of its own
    under the name.
    """
    heads, *others = rows
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        for row in rows:
            about, figures = map(str.ljust, row[:names], widths), map(str.rjust, row[names:], widths[names:])
            yield "  ".join((*about, *figures)).rstrip()
        return
    label_width = max(map(len, heads[names:]))
    for row in others:
        yield " ".join(f"{head} {name}".strip() for head, name in zip(heads, row[:names], strict=False))
        yield from (f"  {head:<{label_width}}  {text}" for head, text in zip(heads[names:], row[names:], strict=True))


def table_of(cells: Cells, most: int | None = None) -> "Table":
    """At most ``most`` rows of cells as a table, by default all."""
    rows_table = table(*cells.heads, right=cells.right)
    for row in cells.rows[:most]:
        rows_table.add_row(*row)
    return rows_table


def cells_of(rows_table: "Table") -> Cells:
    """The cells of a table."""
    heads = [str(column.header) for column in rows_table.columns]
    rows = list(zip(*(map(str, column.cells) for column in rows_table.columns), strict=True))
    right = frozenset(str(column.header) for column in rows_table.columns if column.justify == "right")
    return Cells(heads, rows, right)


def table(*columns: str, right: Iterable[str] = ()) -> "Table":
    """An empty table in the house style."""
    from rich import box
    from rich.table import Table

    empty = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for column in columns:
        empty.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return empty


LABEL = re.compile(r"\s*\S+(?: \S+)?\s{2,}")  # the label of a line
WIDEST_LABEL = 24
BLANK = re.compile(r"(?<=\S) (?= *\S)")  # after a word; further blanks begin the next word
# Texts that stay in one line: a number in two forms, or with brackets behind it, and a share with its place.
TOGETHER = re.compile(r"[({][^(){}]{1,20}[)}]|\S+ = \S+|\d% -?\d\S*")
SAFE = re.compile(r" (?=\(\d+ of )")  # between a move and how many are as good
COLUMN = 8  # an indent that wide is a column of its own
NO_BREAK = "\N{NO-BREAK SPACE}"
HANGING = 2  # for a line without a label
FEW_THINGS, LONGEST_THING = 3, 24  # unbroken things in a list; characters of one

__all__ = ["Text", "can_show", "clean", "columns", "flow", "hanging", "prose", "write"]


def clean(text: str) -> str:
    """The text without characters that move a terminal's cursor."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def can_show(text: str, encoding: str) -> bool:
    """Whether the encoding has all characters of the text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def flow(words: Iterable[Text], width: int, first: str = "", rest: str = "") -> Iterator[Text]:
    """Words in lines of at most ``width``; the first line begins with ``first``, the others with ``rest``.

    A word may contain blanks, and is not broken at them; a word wider than a line is cut. Its leading blanks are
    dropped at the beginning of a line.
    """
    line, empty = Text(first), True
    widest = max(width - max(columns(first), columns(rest)), 2)
    for word in words:
        for part in _cut(word, widest):
            if not empty and line.cell_len + 1 + part.cell_len > width:
                yield line
                line, empty = Text(rest), True
            if empty:
                part = part[len(part) - len(part.plain.lstrip()) :] if part.plain.strip() else part
            line.append("" if empty else " ").append_text(part)
            empty = False
    yield line


def prose(text: str, width: int, style: str = "", indent: int = 0, hanging: int = 0) -> list[Text]:
    """Text in lines of at most ``width``, all indented, those after the first by ``hanging`` more."""
    words = (Text(word, style) for word in clean(text).split())
    return list(flow(words, width, " " * indent, " " * (indent + hanging)))


def hanging(line: str, width: int) -> list[Text]:
    """A line of text in lines of at most ``width``, which hang under the text behind its label.

    No number or word is broken; a list of moves, which may have several words each, is broken between moves.
    """
    if columns(line) <= width:
        return [Text(line)]
    label = LABEL.match(line)
    begins = label[0] if label and len(label[0]) <= WIDEST_LABEL else line[: len(line) - len(line.lstrip())]
    rest = line[len(begins) :]
    under = len(begins) if len(begins) >= COLUMN or begins.strip() else len(begins) + HANGING
    things = rest.split(", ")
    if len(things) > FEW_THINGS and max(map(len, things)) <= LONGEST_THING:
        words = [*(f"{thing}," for thing in things[:-1]), things[-1]]
    else:
        room = width - under
        unbroken = TOGETHER.sub(
            lambda match: match[0].replace(" ", NO_BREAK * (len(match[0]) <= room) or " "),
            SAFE.sub(NO_BREAK, rest.strip()),
        )
        words = [word.replace(NO_BREAK, " ") for word in BLANK.split(unbroken)]
    return list(flow(map(Text, words), width, begins, " " * under))


def write(out: "Console", heading: str, parts: "Iterable[str | Text | Table]", width: int) -> None:
    """Print the lines of a heading, and lines of text, wrapped at ``width``, and tables."""
    for line in heading.splitlines():
        for bold in hanging(line, width):
            out.print(bold, style="bold", markup=False)
    for part in parts:
        for each in hanging(part, width) if isinstance(part, str) else (part,):
            out.print(each, markup=False)


def _cut(word: Text, width: int) -> list[Text]:
    """The word in parts of at most ``width``."""
    if word.cell_len <= width:
        return [word]
    return [Text(part, word.style) for part in chop_cells(word.plain, width)]
