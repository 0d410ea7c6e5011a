"""A strategy as cells of text, for terminals, notebooks and pages: what a player sees, and the best moves."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import fill
from typing import Any, NamedTuple

from faceup.results.answers.quantities import NOTHING, Group
from faceup.results.answers.strategy import Line, Part, Row, Strategy, is_telling
from faceup.results.sentences.words import NO_BREAK, Cells, either, listing, words_of
from faceup.rules.fields import field_kinds
from faceup.rules.names import as_player, short_seat_name
from faceup.rules.rows import ABSENT, place_label

WORTH_IT = 0.75  # parts of lines for each row, above which rows are easier to read
MOST_PARTS = 8  # of a line; lists longer than that read worse than rows
ROOM = 100  # characters across, by default
LEAST_ROOM = 24  # characters reserved for moves
GAP = 3  # characters between columns
MOST_LISTED = 30  # sets or hands in one row of a table
HOLE = " "  # a place of a board without a square
TOO_CLOSE = "(too close to tell)"  # of moves whose order rounding hides
EVERYWHERE = "everywhere"
ANY_MOVE = "any move"
SEATS = ("first", "second")  # names of sets that say whose they are
FEW = 2  # legal moves, up to which a full tie names them


Ranges = tuple[tuple[int, int], ...]  # the least and the largest value of each column


class _Column(NamedTuple):
    """The column of one quantity, or of all places of one group."""

    name: str
    head: str
    cells: list[str]
    right: bool = False

    @property
    def width(self) -> int:
        return max(map(len, (self.head, *self.cells))) + GAP


GroupCell = Callable[[Group, Sequence[_Column], int], str]


def by_lines(strategy: Strategy) -> bool:
    """Whether the lines need clearly less room than the rows, or are as many and leave out plain numbers alone."""
    parts, rows = [len(line.parts) for line in telling_lines(strategy)], len(telling_rows(strategy))
    if _one_by_one(strategy):
        others = {*strategy.quantities} - {*strategy.columns}
        narrower = sum(parts) == rows and others and not others & {*strategy.looks}
        return bool(narrower) or sum(parts) < WORTH_IT * rows
    return sum(parts) < WORTH_IT * rows and max(parts, default=0) <= MOST_PARTS


def _one_by_one(strategy: Strategy) -> bool:
    """Whether each value of the last column has its own row, as sets and hands, which have no order."""
    look = strategy.looks.get(strategy.columns[-1]) if strategy.columns else None
    return look is not None and not look.ordered


def telling_rows(strategy: Strategy) -> list[Row]:
    """The rows in which some move is worse than another."""
    return list(filter(is_telling, strategy.rows))


def telling_lines(strategy: Strategy) -> list[Line]:
    """The lines in which some move is worse than another; where each part has its own row, with those parts alone."""
    telling = [line for line in strategy.lines if not all(part.free for part in line.parts)]
    if not _one_by_one(strategy):
        return telling
    return [line._replace(parts=tuple(part for part in line.parts if not part.free)) for line in telling]


def line_cells(strategy: Strategy, width: int) -> Cells:
    """The lines as cells: ranges of what a player sees, and the moves. A wide board becomes one column of patterns."""
    if _one_by_one(strategy):
        names = strategy.columns
        ranges_and_plays = [
            ((*line.ranges, (part.low, part.low)), either(part.words))
            for line in telling_lines(strategy)
            for part in line.parts
        ]
    else:
        names, ranges_and_plays = _few_values_first(
            strategy, [(line.ranges, line_text(strategy, line)) for line in telling_lines(strategy)]
        )
    columns = [
        _column(strategy, name, [_range_seen(strategy, name, *ranges[k]) for ranges, _ in ranges_and_plays])
        for k, name in enumerate(names)
    ]
    plays = [text for _, text in ranges_and_plays]
    wide = _too_wide(columns, plays, width)

    def join_columns(group: Group, members: Sequence[_Column], k: int) -> str:
        return _pattern(strategy, group, {column.name: column.cells[k] for column in members})

    return _cells(list(_group_columns(columns, _groups_in_one_column(strategy, wide), join_columns)), "move", plays)


def _few_values_first(
    strategy: Strategy, lines: list[tuple[Ranges, str]]
) -> tuple[tuple[str, ...], list[tuple[Ranges, str]]]:
    """The names of the leading columns and the lines, with columns of two values before others, which they divide, and
    those of which lines have ranges that overlap behind others.
    """
    names = strategy.columns[:-1]
    values = [{row.key[strategy.quantities.index(name)] for row in strategy.rows} for name in names]
    overlaps = [_overlap({line[k] for line, _ in lines}) for k in range(len(names))]
    order = sorted(range(len(names)), key=lambda k: (overlaps[k], len(values[k]) > 2))
    if order == sorted(order) or strategy.groups:
        return names, lines
    ranges = sorted((tuple(line[k] for k in order), text) for line, text in lines)
    return tuple(names[k] for k in order), ranges


def _overlap(ranges: Collection[tuple[int, int]]) -> bool:
    """Whether some of these ranges, all different, have a value in common."""
    return any(low <= before for (_, before), (low, _) in pairwise(sorted(ranges)))


def _pattern(strategy: Strategy, group: Group, ranges: Mapping[str, str]) -> str:
    """The condition on a group: a board with ``*`` for any piece, or a list of the places that matter."""
    conditions = {name: text for name, text in ranges.items() if text != "any"}
    if not (conditions and _has_signs(strategy, group)):
        return ", ".join(f"{words_of(name)} {text}" for name, text in conditions.items()) or "any"
    signs = {"": HOLE} | {name: text if len(text) == 1 else "*" for name, text in conditions.items()}
    ranks = ("".join(signs.get(name, "*") for name in rank).rstrip(HOLE) for rank in group.ranks)
    more = [f"{words_of(name)} {text}" for name, text in conditions.items() if len(text) > 1]
    return ", ".join(["/".join(ranks), *more])


def row_cells(strategy: Strategy, width: int, rows: Sequence[Row]) -> Cells:
    """Rows as cells. If the squares have no room or no names, the whole board is one cell."""
    labels = [strategy.seen_at(row.key) for row in rows]
    columns = [_column(strategy, name, [each[name] for each in labels]) for name in strategy.quantities]
    best = [_best_text(strategy, row) for row in rows]
    wide = _too_wide(columns, best, width)
    grouped = _group_columns(
        columns, _groups_in_one_column(strategy, wide), lambda group, _, k: group_text(strategy, group, labels[k])
    )
    return _cells(list(grouped), "best moves", best)


def _cells(columns: Sequence[_Column], last: str, plays: Sequence[str]) -> Cells:
    rows = list(zip(*(column.cells for column in columns), plays, strict=True))
    heads = (*(column.head for column in columns), last)
    return Cells(heads, rows, frozenset(column.head for column in columns if column.right))


def join_rows(strategy: Strategy, cells: Cells, width: int) -> Cells:
    """The cells with rows that differ in one column of sets or hands alone as one row, which lists these.

    Of several such columns the one that leaves the fewest rows; none where a reader would search long for a hand.
    """
    things = {head(strategy, name) for name, look in strategy.looks.items() if look.kind in ("set", "hand")}
    best = cells
    for k, name in enumerate(cells.heads):
        if name in things:
            listed: dict[tuple[str, ...], list[str]] = {}
            for row in cells.rows:
                listed.setdefault((*row[:k], *row[k + 1 :]), []).append(row[k])
            longest = max(map(len, listed.values()), default=0)
            if longest <= MOST_LISTED and len(listed) < len(best.rows):
                widths = [max(map(len, column)) + GAP for column in zip(*listed, strict=True)]
                room = min(width // 2, max(width - sum(widths), LEAST_ROOM))
                rows = [(*rest[:k], _list_of_things(texts, room), *rest[k:]) for rest, texts in listed.items()]
                best = Cells(cells.heads, rows, cells.right - {name})
    return best


def _list_of_things(texts: Sequence[str], width: int) -> str:
    """Sets or hands one after another, in lines that do not divide one."""
    kept = listing([text.replace(" ", NO_BREAK) for text in texts], "or")
    return fill(kept, width, break_long_words=False, break_on_hyphens=False).replace(NO_BREAK, " ")


def _column(strategy: Strategy, name: str, cells: list[str]) -> _Column:
    look = strategy.looks.get(name)
    return _Column(name, head(strategy, name), cells, look is None or look.kind == "set")


def nowhere(strategy: Strategy) -> str:
    """Why a cell of a map has no move."""
    return f"{'no such position' if strategy.reach == 'all' else 'never reached'}, or no choice"


def head(strategy: Strategy, name: str) -> str:
    """The head of a quantity's column."""
    look = strategy.looks.get(name)
    return "to move" if look and look.kind == "player" else quantity_label(strategy, name)


def quantity_label(strategy: Strategy, name: str) -> str:
    """The name of a quantity: with its owner if players have one each, or a player's name as the rules write it."""
    for group in strategy.groups:
        places = list(group.names)
        if group.by_seat and not group.to_move and name in places:
            kind = field_kinds(getattr(type(strategy.game), "State", None)).get(group.name)
            who = short_seat_name(places.index(name), strategy.game.player_names)
            return f"{place_label(group.name, kind)} of {who}"
    named = as_player(words_of(name), strategy.game.player_names)
    if name in SEATS and name in strategy.sets and not strategy.game.player_names:
        named = f"{name} player"
    return strategy.labels.get(name, named)


def _too_wide(columns: Sequence[_Column], plays: Iterable[str], width: int) -> bool:
    move_width = min(max(map(len, plays), default=0), LEAST_ROOM)
    return sum(column.width for column in columns) + move_width > width


def _groups_in_one_column(strategy: Strategy, wide: bool) -> list[Group]:
    """The groups whose places share one column: those that are ``wide`` or have no names; not a row of scores."""
    groups = (group for group in strategy.groups if wide or not group.apart)
    return [group for group in groups if strategy.labels.keys().isdisjoint(group.names)]


def _group_columns(columns: Sequence[_Column], groups: Sequence[Group], cell: GroupCell) -> Iterator[_Column]:
    """The columns, with those of each group merged into one."""
    group_of = {name: group for group in groups for name in group.names}
    for column in columns:
        group = group_of.get(column.name)
        members = [each for each in columns if group is not None and group_of.get(each.name) is group]
        if group is None or len(members) == 1:
            yield column
        elif column is members[0]:
            count = len(column.cells)
            yield _Column(group.name, words_of(group.name), [cell(group, members, k) for k in range(count)])


def group_text(strategy: Strategy, group: Group, labels: Mapping[str, str]) -> str:
    """A group as text, a board rank by rank with blanks for holes: ``X.O/.X./..O``, ``2 0 4``."""
    signs = _has_signs(strategy, group)
    ranks = (
        ("" if signs else " ").join(labels.get(name, strategy.fixed.get(name, HOLE)) for name in rank).rstrip(HOLE)
        for rank in group.ranks
    )
    return ("/" if signs else " / ").join(ranks)


def _has_signs(strategy: Strategy, group: Group) -> bool:
    """Whether every piece of the group has a one-character sign."""
    pieces = [look for name in group.names if (look := strategy.looks.get(name))]
    return bool(pieces) and all(len(name) == 1 for look in pieces for name in look.names.values())


def _range_seen(strategy: Strategy, name: str, low: int, high: int) -> str:
    look = strategy.looks.get(name)
    if look is not None and look.ordered:
        return look.between(low, high)
    return strategy.value_label(name, low) if low == high else range_text(low, high)


def range_text(low: int, high: int) -> str:
    """A range of numbers, or a single one."""
    least = "-" if low == ABSENT else str(low)
    return least if low == high else f"{least} to {high}"


def line_text(strategy: Strategy, line: Line) -> str:
    """The moves of a line, by ranges of the last column."""
    plays = [ANY_MOVE if part.free else either(part.words) for part in line.parts]
    last = strategy.columns[-1] if strategy.columns else ""
    look = strategy.looks.get(last)
    if look is None or len(plays) == 1:
        lows = [part.low for part in line.parts[1:]]
        values = {row.key[strategy.quantities.index(last)] for row in strategy.rows} if lows else {0}
        stretches = [
            _stretch(low, end, min(values), max(values)) for low, end in zip([None, *lows], [*lows, None], strict=True)
        ]
        begins = [f"{text}: " if text else "" for text in stretches]
        begins[0] = f"{condition(strategy, last, begins[0])}" if lows else ""
    else:
        highest = [*(part.low - 1 for part in line.parts[1:]), max(look.names)]
        labels = (look.between(part.low, high) for part, high in zip(line.parts, highest, strict=True))
        begins = [f"{condition(strategy, last, names)}: " for names in labels]
    return "; ".join(begin + words for begin, words in zip(begins, plays, strict=True))


def _stretch(low: int | None, end: int | None, least: int, most: int) -> str:
    """A range within ``least`` to ``most`` in words: ``below 5``, ``5 to 7``, ``8 or more``, or a single number."""
    if low is None:
        return "" if end is None else str(least) if end == least + 1 else f"below {end}"
    if end is None:
        return str(low) if low == most else f"{low} or more"
    return str(low) if low + 1 == end else f"{low} to {end - 1}"


def _best_text(strategy: Strategy, row: Row) -> str:
    mark = "" if len(row.moves) == 1 else "  (equal)" if row.sure else f"  {TOO_CLOSE}"
    others = ", ".join(strategy.words[row.key, move] for move in row.others)
    return ", ".join(strategy.words_of(row)) + mark + (f"  (as good: {others})" if others else "")


def condition(strategy: Strategy, name: str, label: str) -> str:
    """A condition on one quantity: ``card 12``, ``first to move``."""
    look = strategy.looks.get(name)
    if look and look.kind == "player":
        return f"{label} to move"
    words = quantity_label(strategy, name)
    if label == NOTHING:
        return f"{words} empty"
    return f"{words} = {label}" if words[-1].isdigit() and label[:1].isdigit() else f"{words} {label}"


class Tie(NamedTuple):
    """Equally good moves (``any move`` for all legal moves), the number of rows, the first one, and their places."""

    moves: str
    positions: int
    example: str
    places: list[str]


def ties_of(strategy: Strategy, rows: Sequence[Row]) -> Iterator[Tie]:
    """The ties in these rows, grouped by moves."""
    all_there_are = {strategy.words_of(row) for row in rows if row.free and row.sure}
    named = len(all_there_are) == 1 and len(min(all_there_are)) <= FEW
    by_moves: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: not row.free):
        alike = row.free and row.sure and not named
        by_moves.setdefault(ANY_MOVE if alike else either(strategy.words_of(row)), []).append(row)
    for moves, where in by_moves.items():
        first = min(where, key=lambda row: row.key)
        yield Tie(
            moves, len(where), _place(strategy, dict(strategy.seen_at(first.key))), list(_places(strategy, where))
        )


def ties_in_lines(strategy: Strategy) -> set[Row]:
    """The rows whose equal moves the lines name themselves."""
    where = [strategy.quantities.index(name) for name in strategy.columns]
    ties_by_place: dict[tuple[int, ...], list[Row]] = {}
    for row in strategy.equal:
        ties_by_place.setdefault(tuple(row.key[k] for k in where[:-1]), []).append(row)
    return {
        row
        for line in telling_lines(strategy)
        for leading, rows in ties_by_place.items()
        if all(low <= value <= high for value, (low, high) in zip(leading, line.ranges, strict=True))
        for row in rows
        if set(row.moves) <= set(_part_at(line, row.key[where[-1]] if where else 0).moves)
    }


def _part_at(line: Line, value: int) -> Part:
    """The part of a line at this value of the last column."""
    return [part for part in line.parts if part.low <= value or part is line.parts[0]][-1]


def _places(strategy: Strategy, rows: Sequence[Row]) -> Iterator[str]:
    """The places of these rows in words, merged where possible; a full range of the last number is left out."""
    if len(rows) == len(strategy.rows):
        yield EVERYWHERE
        return
    last = strategy.quantities[-1]
    along = last not in strategy.looks
    alike = Counter(row.key[:-1] for row in strategy.rows)
    runs: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.key):
        before = runs[-1][-1].key if runs else ()
        if along and before and row.key[:-1] == before[:-1] and row.key[-1] == before[-1] + 1:
            runs[-1].append(row)
        else:
            runs.append([row])
    places: list[dict[str, str]] = []
    for run in runs:
        labels = dict(strategy.seen_at(run[0].key))
        if len(run) > 1:
            labels[last] = range_text(run[0].key[-1], run[-1].key[-1])
        if 1 < len(run) == alike[run[0].key[:-1]] and len(labels) > 1:
            del labels[last]
        places.append(labels)
    joined = _groups_in_one_column(strategy, True)
    grouped = {name for group in joined if not group.by_seat for name in group.names}
    for name in strategy.quantities:
        if name not in grouped:
            places = _merge_over(places, name)
    yield from (_place(strategy, labels) for labels in places)


def _merge_over(places: Sequence[dict[str, str]], name: str) -> list[dict[str, str]]:
    """The places, with those that differ only in this quantity merged: ``2, 3 or 5``."""
    by_other_labels: dict[Any, list[dict[str, str]]] = {}
    for labels in places:
        by_other_labels.setdefault((name in labels, *((key, labels[key]) for key in labels if key != name)), []).append(
            labels
        )
    return [
        {**alike[0], name: either([labels[name] for labels in alike])} if name in alike[0] else alike[0]
        for alike in by_other_labels.values()
    ]


def _place(strategy: Strategy, labels: Mapping[str, str]) -> str:
    """One place in words, with a board as one text."""
    columns = [_Column(name, name, [text]) for name, text in labels.items()]
    rows = [group for group in _groups_in_one_column(strategy, True) if not group.by_seat]
    grouped = _group_columns(columns, rows, lambda group, _, k: group_text(strategy, group, labels))
    return ", ".join(condition(strategy, column.name, column.cells[0]) for column in grouped)
