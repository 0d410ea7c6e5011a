"""A policy as a table of what a person looks at and the best moves, and the smallest such table without loss.

A table may use the game's own words: a move with different words in different states is more than one move.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, groupby
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.explain.quantities import NONE_BY_SEAT, SeatRows, looked_at, rank_hands, sort_dice
from faceup.results.answers.quantities import Group, Look, look_of
from faceup.results.answers.strategy import Line, Part, common_word
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

Moves = tuple[Move, ...]
Key = tuple[int, ...]  # a value of each quantity
Rows = dict[Key, Moves]  # in order


class FullTable(NamedTuple):
    """A table of the quantities that vary, with the moves that are best in all states of each row."""

    quantities: tuple[str, ...]
    rows: Rows
    keys: Mapping[Any, Key]  #: the quantities of each state
    looks: Mapping[str, Look] = {}  #: how to show the quantities that are not plain numbers
    groups: tuple[Group, ...] = ()  #: quantities that are places of one row, also those that never vary
    fixed: Mapping[str, str] = {}  #: the values of quantities that never vary, as text

    def may_join(self, name: str) -> bool:
        """Return whether a line may join neighbouring values of a quantity."""
        return name not in self.looks or self.looks[name].ordered


def full_table(
    game: Game, states: Mapping[Any, Moves], by_seat: SeatRows = NONE_BY_SEAT, seen: Mapping[Any, Any] | None = None
) -> FullTable:
    """Return the table of these states with the moves that are best in each.

    ``by_seat`` are the rows with a place for each player; ``seen`` has, for each state, the one to show in its place.
    """
    seen = seen or {state: state for state in states}
    fields = next(iter(states))._fields if states else ()
    declared = getattr(type(game), "quantities", ()) or fields
    # If the declared quantities do not determine the moves, all fields are added.
    for names in dict.fromkeys((tuple(declared), tuple(dict.fromkeys((*declared, *fields))))):
        looked = looked_at(game, names, seen.values(), by_seat)
        keys: dict[Any, Any] = {state: tuple(each.of(seen[state]) for each in looked.quantities) for state in states}
        if merge_rows((keys[state], moves) for state, moves in states.items()) is not None:
            break
    else:
        raise AssertionError("two different states have the same fields")
    looks: dict[str, Look] = {}
    for k, each in enumerate(looked.quantities):
        if each.dice:
            keys = sort_dice(keys, k, lambda keys: _decide(game, states, keys))
        if each.kind != "number":
            keys, hands = rank_hands(keys, k) if each.kind == "hand" else (keys, ())
            looks[each.name] = look_of(game, each.kind, sorted({key[k] for key in keys.values()}), hands)
    columns = {each.name: {key[k] for key in keys.values()} for k, each in enumerate(looked.quantities)}
    varying = [k for k, values in enumerate(columns.values()) if len(values) > 1]
    keys = {state: tuple(key[k] for k in varying) for state, key in keys.items()}
    quantities = tuple(looked.quantities[k].name for k in varying)
    return FullTable(
        quantities,
        merge_rows((keys[state], moves) for state, moves in states.items()) or {},
        keys,
        {name: look for name, look in looks.items() if name in quantities},
        tuple(group for group in looked.groups if set(group.names) & set(quantities)),
        {
            name: looks[name].names[value] if name in looks else str(value)
            for name, values in columns.items()
            if len(values) == 1
            for value in values
        },
    )


def _decide(game: Game, states: Mapping[Any, Moves], keys: Mapping[Any, Any]) -> bool:
    """Return whether each key determines a best move, and its word."""
    words: dict[Any, str] = {}
    for state, moves in states.items():
        for move in moves:
            text = move_text(game, state, move)
            if words.setdefault((keys[state], move), text) != text:
                return False
    return merge_rows((keys[state], moves) for state, moves in states.items()) is not None


def merge_rows(rows: Iterable[tuple[Key, Moves]]) -> Rows | None:
    """Return the rows in order, each key once with the moves common to all its rows; None if a key has no such move."""
    table: Rows = {}
    for key, moves in rows:
        common = tuple(move for move in table.get(key, moves) if move in moves)
        if not common:
            return None
        table[key] = common
    return dict(sorted(table.items()))


def merge_ties(rows: Iterable[tuple[Key, Moves]]) -> Rows:
    """Return for each key the moves common to all its rows, maybe none."""
    table: Rows = {}
    for key, moves in rows:
        table[key] = tuple(move for move in table.get(key, moves) if move in moves)
    return table


def project_rows(rows: Rows, columns: Sequence[int]) -> Rows | None:
    """Return the rows with only these columns, or None if these do not determine a best move."""
    return merge_rows((tuple(key[k] for k in columns), moves) for key, moves in rows.items())


MOST_COLUMNS = 10  # with more columns, they are dropped one by one instead of trying every subset
MOST_BOXES = 1000  # with more lines, they are joined along the last leading column only
MORE_FOR_WORDS = 4  # a table whose parts all have words may have so many times as many parts

Words = Mapping[tuple[Key, Move], str]


@dataclass(frozen=True)
class SmallTable:
    """Lines over some of the quantities of a full table; ``places`` are the places of these among all quantities."""

    columns: tuple[str, ...]
    places: tuple[int, ...]
    lines: tuple[Line, ...]
    _found: dict[Key, Line] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def size(self) -> tuple[int, int]:
        """The number of parts, and the number of lines."""
        return sum(len(line.parts) for line in self.lines), len(self.lines)

    def moves(self, key: Key) -> Moves:
        """Return the best moves at a key of the full table."""
        return self.part(key).moves

    def part(self, key: Key) -> Part:
        """Return the part that holds a key of the full table."""
        own = tuple(key[k] for k in self.places)
        line = self._line(own[:-1])
        return [part for part in line.parts if not own or part.low <= own[-1]][-1]

    def _line(self, lead: Key) -> Line:
        """Return the line of these values of all columns but the last, and remember it."""
        if lead not in self._found:
            low, high = self._ranges
            self._found[lead] = self.lines[int(np.argmax(((low <= lead) & (lead <= high)).all(axis=1)))]
        return self._found[lead]

    @cached_property
    def _ranges(self) -> tuple[Any, Any]:
        """The lowest and the highest value of each column but the last, line by line."""
        ranges = np.array([line.ranges for line in self.lines], np.int64).reshape(len(self.lines), -1, 2)
        return ranges[:, :, 0], ranges[:, :, 1]


def smallest_table(table: FullTable, columns: Collection[str] = ()) -> SmallTable:
    """Return the table of the fewest columns that decide the moves, or of these ``columns``, which must decide them.

    Of the orders of its columns it has the one with the fewest parts, and among these with the fewest lines.
    """
    return min(_tables(table, columns), key=lambda small: small.size)


def _tables(table: FullTable, columns: Collection[str]) -> Iterator[SmallTable]:
    """Yield the tables of the fewest columns: for every choice of columns, one with each of them as the last column."""
    given = tuple(k for k, name in enumerate(table.quantities) if name in columns)
    for chosen in [given] if columns else _deciding(table.rows, len(table.quantities)):
        for last in reversed(range(max(len(chosen), 1))):
            places = tuple(k for place, k in enumerate(chosen) if place != last) + chosen[last : last + 1]
            names = tuple(table.quantities[k] for k in places)
            ordered = [table.may_join(name) for name in names]
            yield SmallTable(names, places, tuple(_lines(project_rows(table.rows, places) or {}, ordered)))


def _deciding(rows: Rows, columns: int) -> list[tuple[int, ...]]:
    """Return the smallest sets of columns that decide the moves."""
    every = tuple(range(columns))
    if columns <= MOST_COLUMNS:
        for size in range(columns + 1):
            if choices := [chosen for chosen in combinations(every, size) if project_rows(rows, chosen) is not None]:
                return choices
    chosen = every
    for k in every:
        fewer = tuple(other for other in chosen if other != k)
        if project_rows(rows, fewer) is not None:
            chosen = fewer
    return [chosen]


def _lines(rows: Rows, ordered: Sequence[bool]) -> list[Line]:
    """Return one line for each setting of the leading columns; neighbours along the last of these that agree are one
    line.

    Columns that are not ``ordered``, sets and hands, have no neighbours: each of their values stands alone.
    """
    if not ordered:
        return [Line((), (Part(0, moves),)) for moves in rows.values()]
    lines: list[Line] = []
    for lead, group in groupby(rows.items(), key=lambda row: row[0][:-1]):
        stretch = [(key[-1], moves) for key, moves in group]
        parts = stretches(stretch) if ordered[-1] else [Part(*row) for row in stretch]
        line = Line(tuple((value, value) for value in lead), tuple(parts))
        if lines and lead and ordered[-2] and _agree(lines[-1], line):
            lines[-1] = _join_lines(lines[-1], line)
        else:
            lines.append(line)
    if len(ordered) > 2 and len(lines) <= MOST_BOXES:
        return _boxes(lines, np.array([*dict.fromkeys(key[:-1] for key in rows)]), ordered[:-1])
    return lines


def _boxes(lines: list[Line], leads: Any, ordered: Sequence[bool]) -> list[Line]:
    """Return the lines, joined along any leading column as long as no other line lies within the range of the joined
    one.
    """
    before = len(lines) + 1
    while len(lines) < before:
        before = len(lines)
        for column in (k for k, has_order in enumerate(ordered) if has_order):
            lines = _joined_along(lines, leads, column)
    return sorted(lines, key=lambda line: line.ranges)


def _joined_along(lines: list[Line], leads: Any, column: int) -> list[Line]:
    """Return the lines with neighbours along one column joined if they agree."""
    joined: list[Line] = []
    for line in sorted(lines, key=lambda line: (_others(line, column), line.ranges[column])):
        if joined and _others(joined[-1], column) == _others(line, column) and _alike(joined[-1], line):
            both = _join_lines(joined[-1], line, column)
            if _count_settings(leads, both) == _count_settings(leads, joined[-1]) + _count_settings(leads, line):
                joined[-1] = both
                continue
        joined.append(line)
    return joined


def _others(line: Line, column: int) -> tuple[tuple[int, int], ...]:
    return line.ranges[:column] + line.ranges[column + 1 :]


def _count_settings(leads: Any, line: Line) -> int:
    """Return how many of the existing settings of the leading columns lie within the ranges of the line."""
    low, high = np.array(line.ranges).T
    return int(((leads >= low) & (leads <= high)).all(axis=1).sum())


def _agree(one: Line, other: Line) -> bool:
    """Return whether two lines are neighbours with the same boundaries and a move in common on each side of them."""
    return one.ranges[:-1] == other.ranges[:-1] and _alike(one, other)


def _alike(one: Line, other: Line) -> bool:
    """Return whether two lines have the same boundaries and a move in common on each side of them."""
    return len(one.parts) == len(other.parts) and all(
        set(a.moves) & set(b.moves) and (a.low == b.low or k == 0)
        for k, (a, b) in enumerate(zip(one.parts, other.parts, strict=True))
    )


def _join_lines(one: Line, other: Line, column: int = -1) -> Line:
    """Return one line for two that agree and are neighbours along this column."""
    ranges = list(one.ranges)
    ranges[column] = one.ranges[column][0], other.ranges[column][1]
    return Line(
        tuple(ranges),
        tuple(
            Part(min(a.low, b.low), tuple(move for move in a.moves if move in b.moves))
            for a, b in zip(one.parts, other.parts, strict=True)
        ),
    )


def stretches(rows: Sequence[tuple[int, Moves]]) -> list[Part]:
    """Return the fewest stretches of a column within which some move is always best; each begins as low as it can."""
    begins: list[int] = []
    commons: list[Moves] = []  # the moves that all rows of a stretch have
    for k, (_, moves) in enumerate(rows):
        if begins and (common := _common(commons[-1], moves)):
            commons[-1] = common
        else:
            begins.append(k)
            commons.append(moves)
    for p in range(len(begins) - 1, 0, -1):
        common = commons[p]
        while begins[p] - 1 > begins[p - 1] and (common := _common(common, rows[begins[p] - 1][1])):
            begins[p] -= 1
    return [
        Part(rows[begin][0], _common(*(moves for _, moves in rows[begin:end])))
        for begin, end in zip(begins, [*begins[1:], len(rows)], strict=True)
    ]


def _common(first: Moves, *others: Moves) -> Moves:
    """Return the moves that all of these have, in the order of the first."""
    return tuple(move for move in first if all(move in moves for moves in others))


def worded_table(table: FullTable, words: Words, columns: Collection[str] = ()) -> SmallTable:
    """Return the smallest table, or a somewhat larger one if some move of the smallest would have no word of its own.

    With ``columns``, the table is over these.
    """
    small, clear = _add_words(smallest_table(table, columns), table, words)
    if clear:
        return small
    named: Any = {key: tuple((move, words[key, move]) for move in moves) for key, moves in table.rows.items()}
    if columns and project_rows(named, [k for k, name in enumerate(table.quantities) if name in columns]) is None:
        return small
    split = smallest_table(table._replace(rows=named), columns)
    if split.size[0] > MORE_FOR_WORDS * small.size[0]:
        return small
    return _with_parts(split, {id(part): _drop_names(part) for line in split.lines for part in line.parts})


def _drop_names(part: Part) -> Part:
    moves, texts = zip(*part.moves, strict=True)
    return Part(part.low, moves, texts)


def _add_words(small: SmallTable, table: FullTable, words: Words) -> tuple[SmallTable, bool]:
    """Return the table with the words of its moves, and whether each move has one."""
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
    return _with_parts(small, parts), all(len(called) == 1 for by_move in texts.values() for called in by_move.values())


def _with_parts(small: SmallTable, parts: Mapping[int, Part]) -> SmallTable:
    lines = (line._replace(parts=tuple(parts[id(part)] for part in line.parts)) for line in small.lines)
    return replace(small, lines=tuple(lines))
