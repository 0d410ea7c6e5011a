"""The smallest table in the game's own words: a move that is called otherwise elsewhere is another move there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from faceup.engines.explain.full_table import FullTable, Key
from faceup.engines.explain.smallest_table import SmallTable, smallest_table
from faceup.results.strategy import Part, common_word
from faceup.rules.moves import Move

MORE_FOR_WORDS = 4  # times as many parts, up to which a table is told in words that hold all over each of them

Words = Mapping[tuple[Key, Move], str]


def worded_table(table: FullTable, words: Words) -> SmallTable:
    """The smallest table, or a somewhat larger one where some move of that would have no word of its own."""
    small, clear = _worded(smallest_table(table), table, words)
    if clear:
        return small
    named: Any = {key: tuple((move, words[key, move]) for move in moves) for key, moves in table.rows.items()}
    split = smallest_table(table._replace(rows=named))
    if split.size[0] > MORE_FOR_WORDS * small.size[0]:
        return small
    return _with_parts(split, {id(part): _unnamed(part) for line in split.lines for part in line.parts})


def _unnamed(part: Part) -> Part:
    moves, texts = zip(*part.moves, strict=True)
    return Part(part.low, moves, texts)


def _worded(small: SmallTable, table: FullTable, words: Words) -> tuple[SmallTable, bool]:
    """The table with the words of its moves, and whether each has one."""
    texts: dict[int, dict[Move, set[str]]] = {}
    for key in table.rows:
        part = small.part(key)
        for move in part.moves:
            texts.setdefault(id(part), {}).setdefault(move, set()).add(words[key, move])
    parts = {
        id(part): part._replace(words=tuple(common_word(move, texts[id(part)][move]) for move in part.moves))
        for line in small.lines
        for part in line.parts
    }
    return _with_parts(small, parts), all(len(called) == 1 for found in texts.values() for called in found.values())


def _with_parts(small: SmallTable, parts: Mapping[int, Part]) -> SmallTable:
    lines = (line._replace(parts=tuple(parts[id(part)] for part in line.parts)) for line in small.lines)
    return replace(small, lines=tuple(lines))
