"""The parts of a notebook's card as HTML: a name, an answer, facts, drawings, tables.

Text takes the font and the colours of the notebook. The colours of a picture follow the colour of the text: dark on
light as drawn, light on dark with their lightness turned around.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from faceup.results.sentences import words
from faceup.results.sentences.words import Cells, capital, in_notebook, numbers_unbroken
from faceup.rules.errors import FaceupError

FEW_ROWS = 10  # rows of a table, before a click opens all
GAP = re.compile(r"(?<=\S) {2,}(?=\S)|^ {8}")  # the blanks between the columns of a line, or before a board
COLOUR = re.compile(r"#([0-9a-f]{6})(?=[;\"])")
# Twice the class has precedence over the styles of notebooks.
STYLE = """
.faceup.faceup{max-width:60em}
.faceup.faceup :is(p,pre,table){margin:.3em 0;padding:0;background:none;color:inherit}
.faceup.faceup .name{font-weight:bold;margin-top:.3em}
.faceup.faceup .answer{font-size:115%;margin:.2em 0 .6em}
.faceup.faceup .wide{overflow-x:auto}
.faceup.faceup .picture{background:var(--cffffff,#ffffff);border-radius:4px;display:inline-block;box-sizing:border-box;
max-width:46em;padding:.4em;margin:.2em 0}
.faceup.faceup svg{max-width:100%;height:auto}
.faceup.faceup table{table-layout:auto;border-collapse:collapse;border:0;font-size:inherit;
font-variant-numeric:tabular-nums}
.faceup.faceup :is(th,td){padding:.15em .7em;border:0;text-align:left;vertical-align:top;white-space:pre-wrap}
.faceup.faceup .right{text-align:right}
.faceup.faceup thead th{border-bottom:1px solid rgba(128,128,128,.6)}
.faceup.faceup tbody tr{background:none}
.faceup.faceup .bands tbody tr:nth-child(even){background:rgba(128,128,128,.12)}
.faceup.faceup .facts th{padding-left:0;min-width:5em;font-weight:normal;font-style:italic;white-space:nowrap}
.faceup.faceup .board td{border:1px solid rgba(128,128,128,.6);min-width:2.2em;height:2.2em;padding:0;font-size:110%;
text-align:center;vertical-align:middle}
.faceup.faceup .tiles{display:flex;flex-wrap:wrap;gap:.8em 1.6em}
.faceup.faceup .tiles>div{max-width:14em}
.faceup.faceup .board .hole{border:0}
.faceup.faceup .board .half{min-width:1.1em}
.faceup.faceup .board .begins{outline:2px solid;outline-offset:-3px}
.faceup.faceup .board .ends{outline:2px dashed;outline-offset:-3px}
.faceup.faceup .bar{background:rgba(36,121,109,.8);height:1em;min-width:1px}
.faceup.faceup .bars td:nth-child(2){width:20em;vertical-align:middle}
.faceup.faceup .wide:has(+details:not([open])) .more{display:none}
""".replace("\n", "")


class Part(Protocol):
    """A part of a result in a notebook."""

    def html(self) -> str: ...


class Heading(NamedTuple):
    about: str

    def html(self) -> str:
        return f'<div class="name">{escape(self.about)}</div>'


class Answer(NamedTuple):
    """The answer in a sentence."""

    says: str

    def html(self) -> str:
        return f'<div class="answer">{escape(capital(self.says))}</div>' if self.says else ""


class Facts(NamedTuple):
    """The text about a result: sentences, facts with their labels, tables, rows of figures, bars."""

    parts: Iterable[words.Part]

    def html(self) -> str:
        return "".join(_HTML[kind](list(group)) for kind, group in groupby(self.parts, key=type))


class Still(NamedTuple):
    """A drawing made of characters, with unbroken lines."""

    lines: Sequence[str]

    def html(self) -> str:
        return f'<pre class="wide">{escape(chr(10).join(self.lines))}</pre>'


class Squares(NamedTuple):
    """A board, with what stands on each square."""

    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        ranks = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in self.rows)
        rows = "".join(f"<tr>{rank}</tr>" for rank in ranks)
        return f'<table class="board"><tbody>{rows}</tbody></table>'


class Tile(NamedTuple):
    """A board below the moves that lead there: what stands on each square and how it looks, and notes."""

    reached: str
    squares: Sequence[Sequence[tuple[str, str]]]
    notes: Sequence[str]
    hexagons: bool = False


class Tiles(NamedTuple):
    """Boards side by side."""

    tiles: Sequence[Tile]

    def html(self) -> str:
        return f'<div class="tiles">{"".join(map(_tile, self.tiles))}</div>'


def _tile(tile: Tile) -> str:
    wide, lead = (' colspan="2"', '<td class="hole half"></td>') if tile.hexagons else ("", "")
    ranks = ("".join(f'<td class="{look}"{wide}>{escape(text)}</td>' for text, look in row) for row in tile.squares)
    rows = "".join(f"<tr>{k * lead}{rank}</tr>" for k, rank in enumerate(ranks))
    notes = "".join(f"<p>{escape(note)}</p>" for note in tile.notes)
    return f'<div><p>{escape(tile.reached)}</p><table class="board"><tbody>{rows}</tbody></table>{notes}</div>'


class Folded(NamedTuple):
    """A part behind a click, which says so: ``opens``."""

    opens: str
    part: Part

    def html(self) -> str:
        return f"<details><summary>{self.opens}</summary>{self.part.html()}</details>"


class Picture(NamedTuple):
    """A figure without its title, which the card prints; nothing if there is no picture or no Matplotlib."""

    draw: Callable[[], Any]

    def html(self) -> str:
        from faceup.show.pictures.house_style import svg_text

        try:
            drawing = svg_text(self.draw(), untitled=True)
        except FaceupError:
            return ""
        # Matplotlib's own style would hold for the whole page.
        drawing = drawing.replace('<style type="text/css">*{', '<style type="text/css">.faceup svg *{')
        colours = {"ffffff", *COLOUR.findall(drawing)}
        either = "".join(sorted(f"--c{colour}:{_on_either(colour)};" for colour in colours))
        style = f"<style>@supports(color:color(from red srgb calc(r + .1) g b)){{.picture{{{either}}}}}</style>"
        return f'<div class="picture">{style}{COLOUR.sub(_variable, drawing)}</div>'


def _variable(colour: re.Match[str]) -> str:
    return f"var(--c{colour[1]},{colour[0]})"


def _on_either(colour: str) -> str:
    """Return the colour where text is dark, and that by night where text is light."""
    from faceup.show.pictures.house_style import by_night

    day, night = [int(colour[k : k + 2], 16) / 255 for k in (0, 2, 4)], by_night(f"#{colour}")
    parts = (f"calc({a:.3f} + clamp(0,(g - .6)*999,1)*{b - a:.3f})" for a, b in zip(day, night, strict=True))
    return f"color(from currentColor srgb {' '.join(parts)})"


class Rows(NamedTuple):
    """A table with its first rows open and the others behind a click; ``left_out`` more rows are missing."""

    cells: Cells
    left_out: int = 0

    def html(self) -> str:
        heads, rows, right = self.cells
        looks = [' class="right"' if head in right else "" for head in heads]
        few = len(rows) if len(rows) <= FEW_ROWS + 1 else FEW_ROWS
        head = "".join(f"<th{look}>{escape(text)}</th>" for look, text in zip(looks, heads, strict=True))
        more = f'<tbody class="more">{_rows(looks, rows[few:])}</tbody>' if few < len(rows) else ""
        table = f"<thead><tr>{head}</tr></thead><tbody>{_rows(looks, rows[:few])}</tbody>{more}"
        left_out = f"<p>... {self.left_out:,} more rows{in_notebook('to_frame()')}</p>" if self.left_out > 0 else ""
        summary = f"Show {'all ' * (self.left_out <= 0)}{len(rows):,} rows"
        details = f"<details><summary>{summary}</summary>{left_out}</details>" if more else left_out
        return f'<div class="wide"><table class="bands">{table}</table></div>{details}'


def _rows(looks: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "".join(f"<tr>{''.join(map(_cell, looks, row))}</tr>" for row in rows)


def _cell(look: str, text: str) -> str:
    """Return a cell; of several lines, such as a board, columns stay columns."""
    kept = numbers_unbroken(text) if look else text
    return f"<td{look}>{f'<pre>{escape(text)}</pre>' if chr(10) in text else escape(kept)}</td>"


def _sentences(texts: Sequence[str]) -> str:
    """Return sentences, each under the one to which it is indented, and lines with columns as they are."""
    told = list[str]()
    for columns, group in groupby("\n".join(texts).split("\n"), key=lambda line: bool(GAP.search(line))):
        lines = list(group)
        if columns and len(lines) == 1 and len(fact := GAP.split(lines[0])) == 2:
            told.append(_facts([(fact[0], fact[1])]))
        elif columns:
            told.append(Still(lines).html())
        else:
            indents = (len(line) - len(line.lstrip()) for line in lines)
            looks = (f' style="padding-left:{indent}ch"' if indent else "" for indent in indents)
            told += [f"<p{look}>{escape(line)}</p>" for look, line in zip(looks, lines, strict=True) if line.strip()]
    return "".join(told)


def _facts(facts: Sequence[words.Fact]) -> str:
    """Return facts behind their labels, further lines of the same below one another."""
    merged = list[tuple[str, str]]()
    for label, text in facts:
        if label.strip() or not merged:
            merged.append((label.strip(), text))
        else:
            merged[-1] = (merged[-1][0], f"{merged[-1][1]}\n{text}")
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(text)}</td></tr>" for label, text in merged)
    return f'<table class="facts"><tbody>{rows}</tbody></table>'


def _figures(rows: words.Rows) -> str:
    heads, *others = rows.rows
    return Rows(Cells(heads, others, frozenset(heads[rows.names :]))).html()


def _bars(bars: words.Bars) -> str:
    longest = max((bar.length for bar in bars.bars), default=0) or 1
    rows = list[str]()
    for bar in bars.bars:
        drawn = f'<div class="bar" style="width:{100 * bar.length / longest:.1f}%"></div>'
        cells = "".join(f'<td class="right">{escape(cell)}</td>' for cell in bar.cells)
        rows.append(f"<tr><td>{escape(bar.name)}</td><td>{drawn}</td>{cells}</tr>")
    return f'<div class="wide"><table class="bars"><tbody>{"".join(rows)}</tbody></table></div>'


def _each(html: Callable[[Any], str]) -> Callable[[Sequence[Any]], str]:
    return lambda parts: "".join(map(html, parts))


_HTML: dict[type, Callable[[Sequence[Any]], str]] = {
    str: _sentences,
    tuple: _facts,
    Cells: _each(lambda cells: Rows(cells).html()),
    words.Rows: _each(_figures),
    words.Bars: _each(_bars),
}
