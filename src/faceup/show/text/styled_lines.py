"""Rich text in lines of a given width, with hanging indents and unbroken words."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len as columns  # columns of a terminal that a text takes
from rich.cells import chop_cells
from rich.text import Text

from faceup.results.sentences.words import NO_BREAK, numbers_unbroken

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

LABEL = re.compile(r"\s*\S+(?: \S+)?\s{2,}")  # the label of a line
WIDEST_LABEL = 24
BLANK = re.compile(r"(?<=\S) (?= *\S)")  # after a word; further blanks begin the next word
COLUMN = 8  # an indent that wide is a column of its own
HANGING = 2  # the hanging indent of a line without a label

__all__ = ["Text", "can_show", "clean", "columns", "flow", "hanging", "prose", "write"]


def clean(text: str) -> str:
    """Return the text without characters that move a terminal's cursor."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def can_show(text: str, encoding: str) -> bool:
    """Whether the encoding has all characters of the text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def flow(words: Iterable[Text], width: int, first: str = "", rest: str = "") -> Iterator[Text]:
    """Yield words in lines of at most ``width``; the first line begins with ``first``, the others with ``rest``.

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
    """Return text in lines of at most ``width``, all indented, those after the first by ``hanging`` more."""
    words = (Text(word, style) for word in clean(text).split())
    return list(flow(words, width, " " * indent, " " * (indent + hanging)))


def hanging(line: str, width: int) -> list[Text]:
    """Return a line of text in lines of at most ``width``, which hang under the text behind its label.

    No number, word or move is broken, unless it is wider than a line.
    """
    if columns(line) <= width:
        return [Text(line.replace(NO_BREAK, " "))]
    label = LABEL.match(line)
    begins = label[0] if label and len(label[0]) <= WIDEST_LABEL else line[: len(line) - len(line.lstrip())]
    rest = line[len(begins) :]
    under = len(begins) if len(begins) >= COLUMN or begins.strip() else len(begins) + HANGING
    kept = BLANK.split(numbers_unbroken(rest.strip()))
    wide = (word if columns(word) <= width - under else word.replace(NO_BREAK, " ") for word in kept)
    words = [word.replace(NO_BREAK, " ") for part in wide for word in BLANK.split(part)]
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
    """Return the word in parts of at most ``width``."""
    if word.cell_len <= width:
        return [word]
    return [Text(part, word.style) for part in chop_cells(word.plain, width)]
