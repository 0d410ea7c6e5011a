"""Text in styles, laid out in lines of a given width."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Span(NamedTuple):
    """Text in one style, as Rich names styles; whatever matters is in the text too."""

    text: str
    style: str = ""


Line = list[Span]


def plain(line: Iterable[Span]) -> str:
    """The text of a line."""
    return "".join(span.text for span in line)


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


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


def flow(words: Iterable[Span], width: int, first: str = "", rest: str = "") -> Iterator[Line]:
    """Words with blanks between, in lines no wider than that; the lines begin with ``first`` and then ``rest``.

    A word that is wider is cut.
    """
    line, used, empty = [Span(first)], columns(first), True
    for word in words:
        for part in _cut(word, max(width - max(columns(first), columns(rest)), 2)):
            if not empty and used + 1 + columns(part.text) > width:
                yield line
                line, used, empty = [Span(rest)], columns(rest), True
            line += [part] if empty else [Span(" "), part]
            used += columns(part.text) + (not empty)
            empty = False
    yield line


def prose(text: str, width: int, style: str = "", indent: int = 0, hanging: int = 0) -> list[Line]:
    """Text in lines no wider than that, all indented, those after the first by ``hanging`` more."""
    words = (Span(word, style) for word in clean(text).split())
    return list(flow(words, width, " " * indent, " " * (indent + hanging)))


def _cut(word: Span, width: int) -> Iterator[Span]:
    """The word in parts no wider than that."""
    text = word.text
    while columns(text) > width:
        end = width
        while columns(text[:end]) > width:
            end -= 1
        yield Span(text[:end], word.style)
        text = text[end:]
    yield Span(text, word.style)
