"""Text in styles, as Rich has it, laid out in lines of a given width: with hanging indents, and words kept whole."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len as columns  # of a terminal, that a text takes
from rich.cells import chop_cells
from rich.text import Text

__all__ = ["Text", "can_show", "clean", "columns", "flow", "prose"]


def clean(text: str) -> str:
    """The text without what would move a terminal's cursor."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " if c.isspace() else "?" for c in text)


def can_show(text: str, encoding: str) -> bool:
    """Whether the encoding has all characters of the text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def flow(words: Iterable[Text], width: int, first: str = "", rest: str = "") -> Iterator[Text]:
    """Words with blanks between, in lines no wider than that; the lines begin with ``first`` and then ``rest``.

    A word may have blanks of its own, and is not broken at them; one that is wider than a line is cut.
    """
    line, empty = Text(first), True
    widest = max(width - max(columns(first), columns(rest)), 2)
    for word in words:
        for part in _cut(word, widest):
            if not empty and line.cell_len + 1 + part.cell_len > width:
                yield line
                line, empty = Text(rest), True
            line.append("" if empty else " ").append_text(part)
            empty = False
    yield line


def prose(text: str, width: int, style: str = "", indent: int = 0, hanging: int = 0) -> list[Text]:
    """Text in lines no wider than that, all indented, those after the first by ``hanging`` more."""
    words = (Text(word, style) for word in clean(text).split())
    return list(flow(words, width, " " * indent, " " * (indent + hanging)))


def _cut(word: Text, width: int) -> list[Text]:
    """The word in parts no wider than that."""
    if word.cell_len <= width:
        return [word]
    return [Text(part, word.style) for part in chop_cells(word.plain, width)]
