"""The parts of a notebook's card as HTML: a name, an answer, lines, drawings, tables.

Only pictures have colours, on white, or on black where a notebook is dark; everything else takes those of the page.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from faceup.results.sentences.words import capital, in_notebook
from faceup.rules.errors import FaceupError

if TYPE_CHECKING:
    from rich.table import Table

FEW_ROWS = 10  # of a table, before a click opens all
GAP = re.compile(r"(?<=\S) {2,}(?=\S)")  # between the columns of a line
STILL = "white-space:pre"  # of lines that are columns
HANGING = "white-space:pre-wrap;padding-left:{0}ch;text-indent:-{0}ch"  # of others, under what they begin with
RULE = "border-bottom:1px solid rgba(128,128,128,.4)"
FRAME = (
    "background:#fff;border-radius:4px;display:inline-block;box-sizing:border-box;max-width:36em;padding:.4em;"
    "margin-bottom:.4em"
)
# The notebooks that are dark: Jupyter, Visual Studio Code, Colab. Turned around, a picture keeps its hues.
DARK = '[data-jp-theme-light="false"],.vscode-dark,html[theme="dark"]'
DARK_STYLE = f":is({DARK}) .faceup div:has(svg){{filter:invert(.9) hue-rotate(180deg)}}"
CELL = "padding:.15em .7em;text-align:{}"
SQUARE = "border:1px solid rgba(128,128,128,.6);min-width:2.2em;height:2.2em;text-align:center;font-size:110%"
PLAIN = "background:none;color:inherit;overflow-x:auto"


class Part(Protocol):
    """A part of a result in a notebook."""

    def html(self) -> str: ...


class Heading(NamedTuple):
    about: str

    def html(self) -> str:
        return f'<div style="font-weight:bold;margin:.3em 0">{escape(self.about)}</div>'


class Answer(NamedTuple):
    """The answer in a sentence."""

    says: str

    def html(self) -> str:
        sentence = escape(capital(self.says))
        return f'<div style="font-size:115%;margin:.2em 0 .6em">{sentence}</div>' if sentence else ""


class Lines:
    """Lines of text; a long line goes on below the start of its text, and columns stay columns."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = [line for text in texts for line in text.split("\n")]

    def html(self) -> str:
        lines = "".join(map(self._line, range(len(self.texts))))
        return f'<pre style="{PLAIN}">{lines}</pre>' if lines else ""

    def _line(self, k: int) -> str:
        text = self.texts[k]
        gaps, begins = list(GAP.finditer(text)), len(text) - len(text.lstrip())
        here, *_ = beside = [
            _gaps(other) for other in (text, *self.texts[max(k - 1, 0) : k], *self.texts[k + 1 : k + 2])
        ]
        columns = here > 1 and beside.count(here) > 1  # as a line above or below has them
        look = STILL if columns else HANGING.format(gaps[0].end() if gaps else begins + 2)
        return f'<span style="display:block;{look}">{escape(text) or "&#160;"}</span>'


def _gaps(text: str) -> int:
    """The number of gaps between columns; the first column may be empty."""
    return len(GAP.findall(text)) + text.startswith("  ")


class Still(NamedTuple):
    """A drawing made of characters, with unbroken lines."""

    lines: Sequence[str]

    def html(self) -> str:
        return f'<pre style="{PLAIN}">{escape(chr(10).join(self.lines))}</pre>'


class Squares(NamedTuple):
    """A board, with what stands on each square."""

    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        ranks = ("".join(f'<td style="{SQUARE}">{escape(text)}</td>' for text in row) for row in self.rows)
        rows = "".join(f"<tr>{rank}</tr>" for rank in ranks)
        return f'<table style="border-collapse:collapse;margin:.4em 0"><tbody>{rows}</tbody></table>'


class Picture(NamedTuple):
    """A figure without its title, which the card prints; nothing if there is no picture or no Matplotlib."""

    draw: Callable[[], Any]

    def html(self) -> str:
        from faceup.show.pictures.house_style import svg_text

        try:
            drawing = svg_text(self.draw(), untitled=True)
        except FaceupError:
            return ""
        fitting = drawing.replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
        # Matplotlib's own style would hold for the whole page.
        fitting = fitting.replace('<style type="text/css">*{', '<style type="text/css">.faceup svg *{')
        fitting = fitting.replace("</style>", f"{DARK_STYLE}</style>", 1)
        return f'<div style="{FRAME}">{fitting}</div>'


class Rows(NamedTuple):
    """A table with its first rows open and the others behind a click; ``left_out`` more rows are missing."""

    table: "Table"
    left_out: int = 0

    def html(self) -> str:
        rows = list(zip(*(column.cells for column in self.table.columns), strict=True))
        if len(rows) <= FEW_ROWS + 1:
            return self._table(rows) + self._more
        summary = f"Show all {len(rows):,} rows" if self.left_out <= 0 else f"Show {len(rows):,} rows"
        return (
            f"{self._table(rows[:FEW_ROWS])}<details><summary>{summary}</summary>"
            f"{self._table(rows[FEW_ROWS:])}{self._more}</details>"
        )

    def _table(self, rows: Sequence[Sequence[Any]]) -> str:
        columns = self.table.columns
        aligned = [CELL.format("right" if column.justify == "right" else "left") for column in columns]
        heads = "".join(
            f'<th style="{look};{RULE}">{escape(str(column.header))}</th>'
            for look, column in zip(aligned, columns, strict=True)
        )
        body = "".join(
            "<tr>"
            + "".join(f'<td style="{look}">{_cell(str(cell))}</td>' for look, cell in zip(aligned, row, strict=True))
            + "</tr>"
            for row in rows
        )
        table = f'<table style="border-collapse:collapse"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'
        return f'<div style="overflow-x:auto">{table}</div>'

    @property
    def _more(self) -> str:
        return f"<div>... {self.left_out:,} more rows{in_notebook('to_frame()')}</div>" if self.left_out > 0 else ""


def _cell(text: str) -> str:
    """The text of a cell; of several lines, such as a board, columns stay columns."""
    return f'<pre style="{PLAIN};margin:0">{escape(text)}</pre>' if "\n" in text else escape(text)
