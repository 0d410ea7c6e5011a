"""The parts of what is said of a result, laid out: facts behind their labels, rows in columns, bars, tables."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

from faceup.results.sentences.words import Bars, Cells, Part, Rows
from faceup.show.text.bars import bar_lines
from faceup.show.text.tables import align_rows, table_of


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
