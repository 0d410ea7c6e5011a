"""A strategy as a picture: a map of cells for decisions over one to three numbers, or a curve.

Where two moves depend on three numbers, one map shows the value of the third from which one move is best.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from faceup.numbers.value import plain
from faceup.results.answers.strategy import Boundaries, Row, Strategy, boundaries_of
from faceup.results.number_texts import span_text
from faceup.results.sentences.strategies import boundaries_text
from faceup.results.sentences.strategy_cells import condition, head, nowhere, quantity_label
from faceup.results.sentences.words import capital, either, one_line, words_of
from faceup.rules.errors import UsageError
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import in_order
from faceup.show.drawings.drawing import Cells, Drawing, Label, Panel, evenly, look_of_moves, new_drawing
from faceup.show.drawings.regions import (
    Cell,
    Scale,
    boundary,
    boxes,
    curve_drawing,
    numbers_beside,
    regions,
    runs,
    threshold_words,
)

MOST_AXES = 2  # of numbers; a map shows one value of another
MOST_PANELS = 12
MOST_MOVES = 24  # moves that a map can tell apart
MOST_TIES = 4  # kinds of ties with a key of their own
MOST_COLOURS = 8  # colours that differ enough
MANY_MOVES = 5  # moves from which on long words are shortened, or replaced by letters of the key
SHORT = 4  # signs for which a cell has room
SMALL_PART = 0.02  # share of the map, below which a region bears no word
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class _Part(NamedTuple):
    """The table of one player, or of all: the quantities of its axes, behind them that of its panels, and its rows."""

    strategy: Strategy
    names: tuple[str, ...]
    rows: Sequence[Row]
    who: str = ""


def decisions_drawing(strategy: Strategy, parts: Sequence[_Part], axes: int) -> Drawing:
    """Return a map for each part, or for each value of the first of its numbers if these are more than the ``axes``.

    All maps have the same axes; of 0 axes, each part has one or two of its own. Each part begins a row. Many values are
    thinned out evenly; counts and shares are those of all decisions. ``strategy`` is that of all
    parts.
    """
    moves = in_order(strategy.game, {move for part in parts for row in part.rows for move in row.moves})
    told = {word for part in parts for row in part.rows for word in _words_of(part, row)}
    if len(told) != len({strategy.word(move) for move in moves} & told) and len(told) <= MOST_MOVES:
        strategy, parts, moves = *_by_words(strategy, parts), sorted(told)
    if len(moves) > MOST_MOVES:
        raise UsageError(f"{len(moves)} different moves are best somewhere; a map can show {MOST_MOVES}")
    kinds = _Kinds(strategy, moves)
    drawn: list[list[_Part]] = []  # of each part, one for each panel
    thinned = ""
    leads_of = [
        sorted({row.key[0] for row in part.rows}) if len(part.names) > (axes or MOST_AXES) else [] for part in parts
    ]
    room = MOST_PANELS - sum(len(leads) < 2 for leads in leads_of)
    most = ceil(room / max(sum(len(leads) > 1 for leads in leads_of), 1))
    for part, leads in zip(parts, leads_of, strict=True):
        leads_shown = evenly(leads, most)
        drawn.append([] if leads else [part])
        for lead in leads_shown:
            where = condition(part.strategy, part.names[0], part.strategy.value_label(part.names[0], lead))
            rows = [row for row in part.rows if row.key[0] == lead]
            drawn[-1].append(part._replace(rows=rows, who=", ".join(filter(None, (part.who, where)))))
        if len(leads_shown) < len(leads):
            values = quantity_label(part.strategy, part.names[0])
            thinned = thinned or f"; drawn for {len(leads_shown)} of {len(leads)} values of {values}"
    every = [part for some in drawn for part in some]
    panels, cells = list[Panel](), 0
    for some in drawn:
        count = axes or min(len(some[0].names), MOST_AXES)
        across, up = _scales(every if axes else some, count)
        cells += len(some) * across.cells * up.cells
        for k, part in enumerate(some):
            panel = _panel(part, kinds, across, up)
            panels.append(panel if axes else {**panel, "across": across.axis(), "up": up.axis()})
            if panels[1:] and k == 0:
                panels[-1]["begins"] = True
    rows = [row for part in parts for row in part.rows]
    title = _title(strategy if len(parts) == 1 else replace(strategy, thresholds=None), rows) + thinned
    keys = kinds.keys(rows)
    if sum(len(part.rows) for part in every) < cells:
        keys.append(("blank", f"blank: {nowhere(strategy)}"))
    return new_drawing(title, across.axis(), up.axis(), panels, keys, moves=kinds.colours, nowhere=nowhere(strategy))


def _words_of(part: _Part, row: Row) -> list[str]:
    return [part.strategy.words.get((row.key, move), part.strategy.word(move)) for move in row.moves]


def _by_words(strategy: Strategy, parts: Sequence[_Part]) -> tuple[Strategy, list[_Part]]:
    """Return the strategy and its parts with words in the place of moves, whose words differ from row to row."""
    worded = list[_Part]()
    for part in parts:
        rows = [row._replace(moves=tuple(_words_of(part, row))) for row in part.rows]
        words: dict[Any, str] = {(row.key, word): f"{word}" for row in rows for word in row.moves}
        worded.append(part._replace(strategy=replace(part.strategy, words=words, thresholds=None), rows=rows))
    every = {key: word for part in worded for key, word in part.strategy.words.items()}
    return replace(strategy, words=every, thresholds=None), worded


def _scales(parts: Sequence[_Part], axes: int) -> tuple[Scale, Scale]:
    """Return the scales across and up of all parts; of a single axis, the one up has no name."""
    return _scale(parts, -axes), _scale(parts, -1) if axes > 1 else Scale("", (0,))


def _scale(parts: Sequence[_Part], place: int) -> Scale:
    """Return the scale of the quantity at this place of all parts."""
    strategy, name = parts[0].strategy, parts[0].names[place]
    looks = [part.strategy.looks.get(part.names[place]) for part in parts]
    names = {value: text for look in looks if look is not None for value, text in look.names.items()}
    return Scale(head(strategy, name), (row.key[place] for part in parts for row in part.rows), names or None)


def _differing(words: Sequence[str]) -> tuple[list[list[str]], list[int]]:
    """Return the words of moves one by one, and the places where they differ; none unless all have as many."""
    parts = [word.split() for word in words]
    if len(set(map(len, parts))) > 1:
        return parts, []
    return parts, [k for k, alike in enumerate(zip(*parts, strict=True)) if len(set(alike)) > 1]


def _short(words: Sequence[str]) -> list[str] | None:
    """Return what tells the words of moves apart, ``2 c`` of ``take 2 from heap c``; None if it fits no cell."""
    parts, places = _differing(words)
    short = [" ".join(part[k] for k in places) for part in parts]
    return short if 0 < max(map(len, short)) <= SHORT else None


def _kinds_of(words: Sequence[str]) -> list[str] | None:
    """Return the kind of each move, ``take ... from heap c`` of ``take 2 from heap c``; None if kinds are many."""
    parts, places = _differing(words)
    apart = {k: len({part[k] for part in parts}) for k in places}
    place = min(apart, key=apart.__getitem__, default=0)
    if not 0 < apart.get(place, 0) <= MOST_COLOURS or len(places) == 1:
        return None
    return [" ".join("..." if k in places and k != place else word for k, word in enumerate(part)) for part in parts]


class _Kinds:
    """The looks of cells, and the text in them."""

    def __init__(self, strategy: Strategy, moves: Sequence[Move]) -> None:
        self.strategy = strategy
        self.numbers = {move: k for k, move in enumerate(moves)}
        self.words = {move: one_line(strategy.word(move), 24) for move in moves}
        self.mixed = len(moves) >= MANY_MOVES and max(map(len, self.words.values())) > 3
        short = _short([self.words[move] for move in moves]) if self.mixed else None
        self.labels = dict(zip(moves, short or LETTERS, strict=False)) if self.mixed else self.words
        self.between = "/" if short else ""
        self.striped = not self.mixed and len(moves) <= MOST_COLOURS
        kinds = _kinds_of([strategy.word(move) for move in moves]) if short and len(moves) > MOST_COLOURS else None
        self.kinds = dict(zip(moves, kinds or (), strict=False))  # of moves that are too many for a colour each
        order = list(dict.fromkeys(kinds or ()))
        self.colours = len(order) or len(moves)
        self.colour = {move: order.index(self.kinds[move]) if order else k for k, move in enumerate(moves)}

    def places(self, moves: Sequence[Move]) -> list[int]:
        """Return the places of moves in the order of them all, to sort by: moves of several kinds do not compare."""
        return [self.numbers[move] for move in moves]

    def look(self, moves: Sequence[Move], sure: bool) -> str:
        """Return the look of a row."""
        return look_of_moves([self.colour[move] for move in moves], self.striped) if sure else "unsure"

    def best_text(self, row: Row, words_at: Mapping[tuple[tuple[int, ...], Move], str]) -> str:
        """Return the best moves of a row in words."""
        words = [words_at.get((row.key, move), self.words[move]) for move in row.moves]
        tie = "" if len(words) == 1 else ", equally good" if row.sure else ", too close to tell"
        return f"{' or '.join(words)}{tie}"

    def cell_text(self, moves: Sequence[Move], sure: bool) -> str:
        """Return the text in cells of a look."""
        if not sure or (len(moves) > 1 and not self.mixed):
            return ""
        return self.between.join(sorted(self.labels[move] for move in moves))

    def keys(self, rows: Sequence[Row]) -> list[tuple[str, str]]:
        """Return the meaning of each look, its number of decisions, and the letters that stand only beside others."""
        counts = Counter((row.moves, row.sure) for row in rows)
        ties = [moves for moves, sure in counts if sure and len(moves) > 1]
        apart = len(ties) <= MOST_TIES and self.striped
        tally: Counter[tuple[str, str]] = Counter()
        by_size = sorted(counts.items(), key=lambda kind: (not kind[0][1], len(kind[0][0]), self.places(kind[0][0])))
        for (moves, sure), count in by_size:
            words = one_line(either([self.words[move] for move in moves]), 48)
            if not sure:
                tally["unsure", "dotted: too close to tell"] += count
            elif len(moves) > 1 and not apart:
                tally["crossed", "striped or crossed: several equally good"] += count
            elif len(moves) > 1:
                tally[self.look(moves, sure), f"{words}, equally good"] += count
            else:
                letter = f"{self.labels[moves[0]]}: {words}" if self.mixed else words
                tally[self.look(moves, sure), self.kinds.get(moves[0], letter)] += count
        alone = {moves[0] for moves, _ in counts if len(moves) == 1}
        beside = [] if self.between or not self.mixed else [move for move in self.words if move not in alone]
        return [
            *((look, f"{text}: {n:,} ({plain(100 * n / len(rows), 2)}%)") for (look, text), n in tally.items()),
            *(
                (self.look([move], True), f"{self.labels[move]}: {self.words[move]}, only as one of several")
                for move in beside
            ),
        ]


def _panel(part: _Part, kinds: _Kinds, across: Scale, up: Scale) -> Panel:
    """Return the cells of one map, the thresholds, and a word in each region that has room for it."""
    strategy, rows = part.strategy, part.rows
    flat = not up.name

    def place(row: Row) -> Cell:
        return (across.at(row.key[-1]), 0) if flat else (across.at(row.key[-2]), up.at(row.key[-1]))

    by_kind = sorted(rows, key=lambda row: (kinds.places(row.moves), row.sure))
    cells: list[Cells] = []
    cells_by_move: dict[str, set[Cell]] = {}
    for (moves, sure), alike in groupby(by_kind, lambda row: (row.moves, row.sure)):
        name = f"{'best' if sure else 'unsure'}-{'-'.join(map(str, moves))}"
        by_text: dict[str, list[Cell]] = {}
        for row in alike:
            by_text.setdefault(kinds.best_text(row, strategy.words), []).append(place(row))
        for text, where in by_text.items():
            cells.append({"look": kinds.look(moves, sure), "name": name, "runs": list(runs(where)), "text": text})
        if word := kinds.cell_text(moves, sure):
            cells_by_move.setdefault(word, set()).update(*by_text.values())
    panel: Panel = {"title": part.who, "cells": cells} if part.who else {"cells": cells}
    occupied: set[Cell] = set()
    if strategy.thresholds is not None:
        ties = {row.key: kinds.best_text(row, strategy.words) for row in rows if len(row.moves) > 1}
        panel |= boundary(strategy, across, up, ties)
        occupied = numbers_beside(panel, up.cells)
    panel["labels"] = list(_labels(cells_by_move, occupied, kinds.mixed))
    return panel


def _labels(cells_by_move: Mapping[str, set[Cell]], occupied: set[Cell], everywhere: bool) -> Iterator[Label]:
    """Yield the word of each large region, and of the largest region of each word; of all regions if ``everywhere``."""
    total = sum(map(len, cells_by_move.values()))
    for word, where in cells_by_move.items():
        for k, part in enumerate(regions(where - occupied)):
            if k == 0 or everywhere or len(part) >= SMALL_PART * total:
                yield {"look": "word", "text": word, "boxes": boxes(part)}


def _title(strategy: Strategy, rows: Sequence[Row]) -> str:
    """Return the finding of the picture in one sentence."""
    if strategy.thresholds is not None and strategy.move is not None:
        return f"{strategy.word(strategy.move)} {threshold_words(strategy)}"
    counts = Counter(row.moves[0] for row in rows if row.sure and len(row.moves) == 1)
    different = len({move for row in rows for move in row.moves})
    equal = sum(row.sure and len(row.moves) > 1 for row in rows)
    return best_shares(counts, {move: strategy.word(move) for move in counts}, len(rows), different, equal)


def best_shares(counts: Counter[Any], words: Mapping[Any, str], total: int, different: int, equal: int) -> str:
    """Return in how many of all decisions each move alone is best, and in how many several moves are equally good; of
    many different moves, or mere numbers, their number.
    """
    finding = f"{different} different moves are best in {total:,} decisions"
    if different < MANY_MOVES and not any(map(str.isdigit, words.values())):  # of mere numbers shares say nothing
        shares = [f"{words[move]} in {count / total:.0%}" for move, count in counts.most_common()]
        finding = f"of {total:,} decisions, best is {', '.join(shares)}"
    return finding + (f"; {plain(100 * equal / total, 2)}% have several best moves" if equal else "")


MOST_SHADES = 5  # shades that differ enough; of more boundaries, neighbours share one
LEAST = 0.2  # the lightest shade, which differs from a blank


def boundaries_drawing(strategy: Strategy, names: Sequence[str], boundaries: Boundaries) -> Drawing:
    """Return a cell for each pair of the first two numbers with its boundary, in italics if another one follows."""
    leading, second, last = (quantity_label(strategy, name) for name in names)
    across, up = Scale(second, (x for _, x in boundaries.starts)), Scale(leading, (y for y, _ in boundaries.starts))
    above, below = strategy.word(boundaries.above), strategy.word(boundaries.below)
    marks = sorted({start for start in boundaries.starts.values() if start is not None})
    count = min(len(marks), MOST_SHADES)
    bands = [marks[k * len(marks) // count : (k + 1) * len(marks) // count] for k in range(count)]
    looks = [f"shade {LEAST + (1 - LEAST) * k / max(count - 1, 1):.3g}" for k in range(count)]
    shades = {mark: look for band, look in zip(bands, looks, strict=True) for mark in band}
    by_kind: dict[tuple[str, str], list[Cell]] = {}
    labels: list[Label] = []
    for pair, start in boundaries.starts.items():
        place = across.at(pair[1]), up.at(pair[0])
        again = f"; {below} again with a larger {last}" if pair in boundaries.again else ""
        equal = "; in places both are equally good" if pair in boundaries.equal else ""
        text = (f"always {below}" if start is None else f"{above} from {last} {start:,}{again}") + equal
        by_kind.setdefault(("shade none" if start is None else shades[start], text), []).append(place)
        if start is not None:
            look = "number again" if again else "number"
            labels.append({"look": look, "text": f"{start:,}", "boxes": [(*place, 1.0, 1.0)]})
    cells: list[Cells] = [
        {"look": look, "name": "", "runs": list(runs(where)), "text": text} for (look, text), where in by_kind.items()
    ]
    never = regions([place for (look, _), where in by_kind.items() if look == "shade none" for place in where])
    labels += [{"look": "word", "text": f"always {below}", "boxes": boxes(part)} for part in never[:1]]
    keys = [(shades[band[0]], f"{above} from {last} {span_text(band[0], band[-1])}") for band in bands]
    if None in boundaries.starts.values():
        keys.append(("shade none", f"always {below}"))
    if boundaries.again:
        keys.append(("number again", f"in places {below} again with a larger {last}"))
    if boundaries.equal:
        keys.append(("", "in places both are equally good"))
    between = ", and just below some boundaries" if boundaries.skipped else ""
    keys.append(("blank", f"blank{between}: {nowhere(strategy)}"))
    panel: Panel = {"cells": cells, "labels": labels}
    title = boundaries_text(strategy, names, boundaries)
    if never or len(marks) > 1:
        on = "" if boundaries.again or marks[0] < marks[-1] else " on"
        span = f"{span_text(marks[0], marks[-1])}{on}{' or never' if never else ''}"
        other = f"; in places {below} again with a larger {last}" if boundaries.again else f"; else {below}"
        title = f"{above} from {last} {span}, depending on {leading} and {second}{other}"
    return new_drawing(title, across.axis(), up.axis(), [panel], keys, nowhere=nowhere(strategy))


FEW_PANELS = 4  # panels that are read at a glance
POSSIBLE = "possible: a strategy over one to three numbers, which a game may name in quantities"
NO_NUMBERS = {"set": "sets of cards", "hand": "rows of dice, cards or other things"}


def strategy_drawing(strategy: Strategy) -> Drawing:
    """Return the decisions over one to three numbers as a map, with the thresholds if each step has one.

    Players who are alike share one map, as they share one table; players with tables of their own have maps of their
    own. Raises UsageError for a strategy over sets of cards,
    or over more numbers.
    """
    strategy = strategy.for_mover or strategy
    if strategy.by_player:
        return _players_drawing(strategy)
    if not strategy.rows and strategy.thresholds is not None:
        return curve_drawing(strategy)
    names, rows = _rows(strategy)
    numbers = len(names) == 3 and not any(name in strategy.looks for name in names)
    crowded = numbers and len({row.key[0] for row in rows}) > FEW_PANELS
    if boundaries := boundaries_of(strategy.game, rows) if crowded else None:
        return boundaries_drawing(strategy, names, boundaries)
    return decisions_drawing(strategy, [_Part(strategy, names, rows)], min(len(names), MOST_AXES))


def _players_drawing(strategy: Strategy) -> Drawing:
    """Return maps for each player, with the same axes if the players look at the same numbers."""
    names = strategy.game.player_names
    parts = [
        _Part(one, *_rows(one), capital(seat_name(one.player or 0, names)))
        for one in strategy.by_player
        if len({row.moves for row in one.rows}) > 1
    ]
    labels = [[quantity_label(part.strategy, name) for name in part.names] for part in parts]
    axes = [label for label in labels[0] if all(label in others for others in labels)] if parts else []
    if len(axes) > 2:  # what tells whose turn it is has a map for each value: across one map, it would leave gaps
        axes = [label for label in axes if not _apart(parts, labels, label)] or axes
    axes = axes[-2:]
    if not parts:
        raise UsageError("the best move of each player is always the same")
    if not axes or any(len(each) > len(axes) + 1 for each in labels):
        return decisions_drawing(strategy, parts, 0)
    turned = []
    for part, own in zip(parts, labels, strict=True):
        places = [k for k, label in enumerate(own) if label not in axes] + [own.index(label) for label in axes]
        turned.append(part if places == sorted(places) else _turn(part, places))
    return decisions_drawing(strategy, turned, len(axes))


def _apart(parts: Sequence[_Part], labels: Sequence[Sequence[str]], label: str) -> bool:
    """Whether no two players ever decide at one value of a quantity."""
    values = [{row.key[own.index(label)] for row in part.rows} for part, own in zip(parts, labels, strict=True)]
    return sum(map(len, values)) == len(set().union(*values))


def _turn(part: _Part, places: Sequence[int]) -> _Part:
    """Return the part with its quantities in another order, without thresholds, which are in the first order."""

    def turn(key: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(key[k] for k in places)

    words = {(turn(key), move): word for (key, move), word in part.strategy.words.items()}
    return part._replace(
        strategy=replace(part.strategy, words=words, thresholds=None),
        names=tuple(part.names[k] for k in places),
        rows=[row._replace(key=turn(row.key)) for row in part.rows],
    )


def _rows(strategy: Strategy) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """Return the quantities of the axes, and the rows. Raises UsageError if they make no picture."""
    names, rows = strategy.quantities, strategy.rows
    if not rows:
        raise UsageError(f"{type(strategy.game).name} has no decision to draw")
    apart = any(strategy.looks[name].kind in NO_NUMBERS for name in names if name in strategy.looks)
    if (len(names) > 3 or apart) and 0 < len(strategy.columns) <= 3:  # fewer numbers decide as well
        places = [k for k, name in enumerate(names) if name in strategy.columns]
        names, rows = tuple(names[k] for k in places), _merge_rows(rows, places)
    if not names or len({row.moves for row in rows}) == 1:
        word = either([strategy.word(move) for move in rows[0].moves])
        raise UsageError(f"the best move is always {word}")
    unlike = {name: NO_NUMBERS.get(strategy.looks[name].kind) for name in names if name in strategy.looks}
    on_board = set(names) & {name for group in strategy.groups if not group.apart for name in group.names}
    if on_board or strategy.on_boards:
        raise UsageError("a strategy of boards has no picture; its boards are in the text")
    for words in filter(None, unlike.values()):
        those = ", ".join(words_of(name) for name in names if unlike.get(name) == words)
        raise UsageError(f"a strategy over {words} ({those}) cannot be drawn; {POSSIBLE}")
    labels = [words_of(name) for name in names]
    if len(names) > 3:
        raise UsageError(f"a strategy over {len(names)} numbers ({', '.join(labels)}) cannot be drawn; {POSSIBLE}")
    return names, rows


def _merge_rows(rows: Iterable[Row], places: Sequence[int]) -> tuple[Row, ...]:
    """Return the rows over fewer quantities, each with the moves that are best in all rows merged into it."""
    merged: dict[tuple[int, ...], Row] = {}
    for row in rows:
        key = tuple(row.key[k] for k in places)
        before = merged.get(key, row)
        merged[key] = Row(key, tuple(move for move in before.moves if move in row.moves), before.sure and row.sure)
    return tuple(merged[key] for key in sorted(merged))
