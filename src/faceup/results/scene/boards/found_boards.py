"""Boards of games that have neither a ``board`` nor a ``show``: fields of the state that play shows to be squares."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from faceup.results.scene.plain_fields import CODE_STEPS, LEAST_CODE
from faceup.results.scene.positions_met import Met, positions_met
from faceup.results.scene.sets_in_play import sets_by_seat
from faceup.results.scene.zones import COLOUR_OF_MARK, MARKS, SIGNS, names_of_pieces
from faceup.rules.boards import COLOURS, DotGrid, column_name
from faceup.rules.cards import bits_of, holds
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of
from faceup.rules.fields import field_kinds, item_kind
from faceup.rules.rows import is_set_kind, members_of, with_sets
from faceup.rules.texts import move_text

FILLED = "#"
FEWEST = 4  # squares
LONGEST_ROW = 16  # squares, if nothing tells how many lie in a row
MOST_SQUARES = 400
BOARD_NAMES = {"board", "cells", "squares", "grid", "field", "points"}
ROWS, COLUMNS, SIDES = ("rows", "height"), ("cols", "columns", "width"), ("n", "size", "side", "order", "width")
MARKED = {-1, 0, 1, 2}  # numbers of free squares and of those of two players
BASES = (2, 4, 8, 10, 16, 32, 64, 100, 128, 256, 1000, 1024)  # of numbers that pack a position
SQUARE_NAME = re.compile(r"([a-z])(\d{1,2})$")
Symbols = tuple[str, ...]  # of all places, by their numbers; empty ones as ""
Numbers = tuple[int, ...]


class FoundBoard(NamedTuple):
    """Fields that are a board. ``read`` gives the symbols of a state, ``rows`` the places, -1 for a hole."""

    fields: frozenset[str]
    read: Callable[[Any], Symbols]
    rows: tuple[tuple[int, ...], ...]
    owners: Symbols = ()
    names: Mapping[str, str] = MappingProxyType({FILLED: "filled"})
    heaps: bool = False
    lines: bool = False
    columns: Symbols = ()
    ranks: Symbols = ()

    def name_of_squares(self, squares: Sequence[int]) -> str:
        """The squares by their names, ``a1-b2``."""
        at = {place: (down, across) for down, row in enumerate(self.rows) for across, place in enumerate(row)}
        if self.lines:
            return DotGrid(len(self.ranks) - 1, len(self.columns) - 1).say(
                (at[squares[0]][0] * len(self.rows[0]) + at[squares[0]][1]) // 2
            )
        return "-".join(
            self.columns[at[square][1]] + self.ranks[at[square][0]] if self.columns else str(square)
            for square in squares
        )


def found_board(game: Game) -> FoundBoard | None:
    """The board of a game that has none, if its plays show one."""
    if getattr(type(game), "board", None) is not None or getattr(type(game), "track", None) is not None:
        return None
    return None if type(game).show is not Game.show or facts_of(game).hidden else _find_board(game)


@lru_cache(maxsize=64)
def _find_board(game: Game) -> FoundBoard | None:
    """Return the one board that the positions of two plays show; None if there is none, or several."""
    met = positions_met(game)
    states = [state for one in met for state in (one.state, *one.after.values())]
    if not any(one.turn >= 0 and len(one.after) > 1 for one in met):
        return None
    kinds = field_kinds(type(game.start()))
    sets = [name for name, kind in kinds.items() if is_set_kind(kind)]
    if sets and (board := _of_sets(game, sets, met, states)):
        return board
    found = [board for name, kind in kinds.items() if (board := _of_row(game, name, kind, met, states))]
    return found[0] if len(found) == 1 else None


def _of_sets(game: Game, names: Sequence[str], met: Sequence[Met], states: Sequence[Any]) -> FoundBoard | None:
    """A board of sets that never have a member in common, with a mark for each set."""
    by_seat = sets_by_seat(game)
    names = by_seat or names

    def sets_of(state: Any) -> list[int]:
        return [members_of(getattr(state, name)) for name in names]

    if any(sum(sets) != _union(sets) or min(sets) < 0 for sets in map(sets_of, states)):
        return None
    last = max(_union(sets_of(state)).bit_length() for state in states)
    signs, shape = _signs(names), _size(game)

    def read(state: Any) -> Symbols:
        sets = sets_of(state)
        return tuple(
            next((sign for sign, members in zip(signs, sets, strict=True) if holds(members, square)), "")
            for square in range(max(last, shape[0] * shape[1] if shape else 0))
        )

    discs = {sign: f"{name} disc" for sign, name in zip(signs, names, strict=True) if name in COLOURS}
    owners = signs if by_seat else ()
    board = FoundBoard(
        frozenset(names), read, (), owners, discs if len(discs) == len(names) else names_of_pieces(signs)
    )
    if len(names) == 1:
        board = board._replace(owners=(), names={FILLED: "filled"})
        if shape and shape[0] * shape[1] < last:
            lines = _lines(game, names[0], met)
            return _with_names(board._replace(rows=lines, lines=True)) if lines else None
        # one number for both sides may as well be the size of a deck
        fits = shape is not None and (shape[0] != shape[1] or _has_both_sides(game)) and shape[0] * shape[1] == last
        return name_board(game, met, board._replace(rows=_in_rows(*shape))) if shape and fits else None
    if shape is None or shape[0] * shape[1] < last:
        shape = _shape_said(game, met, board, last) or _shape_of_plays(names, last, met)
    return name_board(game, met, board._replace(rows=_in_rows(*shape))) if shape else None


def _lines(game: Game, name: str, met: Sequence[Met]) -> tuple[tuple[int, ...], ...]:
    """The places of a grid of dots whose lines a set holds, by their numbers row by row, or first those across: that
    order in which whoever draws the last line of a box, and no other line, is to move again.
    """
    rows, columns = _size(game) or (0, 0)
    state, grid = met[0].state, DotGrid(rows, columns)
    across, count = (rows + 1) * columns, rows * (2 * columns + 1) + columns
    places = [(down, k) for down, row in enumerate(grid) for k, line in enumerate(row) if line >= 0]
    split = sorted(places, key=lambda place: place[0] % 2)
    for order in (places, split, split[across:] + split[:across]):
        line_at = {place: number for number, place in enumerate(order)}
        boxes = [
            frozenset((line_at[down - 1, k], line_at[down + 1, k], line_at[down, k - 1], line_at[down, k + 1]))
            for down in range(1, 2 * rows, 2)
            for k in range(1, 2 * columns, 2)
        ]

        def again(drawn: Collection[int], line: int) -> bool:
            before = with_sets(state, **{name: bits_of(drawn)})
            return game.turn(game.play(before, line)) in (game.turn(before), OVER)

        try:
            closing = all(again(box - {line}, line) for box in boxes for line in box)
            if closing and not any(again((), line) for line in range(count)):
                across_all = range(2 * columns + 1)
                return tuple(tuple(line_at.get((down, k), -1) for k in across_all) for down in range(2 * rows + 1))
        except MISTAKES:
            continue
    return ()


def _shape_said(game: Game, met: Sequence[Met], board: FoundBoard, last: int) -> tuple[int, int] | None:
    """The rows and columns of the squares' names in the words of moves that fill one, if these are as many."""
    named = [name for _, name in _name_squares(game, met, board)]
    columns, rows = {name[1] for name in named}, {name[2] for name in named}
    return (len(rows), len(columns)) if len(rows) * len(columns) == last else None


def _name_squares(game: Game, met: Sequence[Met], board: FoundBoard) -> Iterator[tuple[int, re.Match[str]]]:
    """The squares that moves fill, with the names that their words end in."""
    for one in met if type(game).say is not Game.say else ():
        for move, after in one.after.items():
            filled = [place for place, (old, new) in places_changed(board, one.state, after).items() if new and not old]
            named = SQUARE_NAME.search(move_text(game, one.state, move))
            if filled and named:
                yield filled[0], named


def _union(sets: Sequence[int]) -> int:
    union = 0
    for members in sets:
        union |= members
    return union


def _shape_of_plays(names: Sequence[str], last: int, met: Sequence[Met]) -> tuple[int, int] | None:
    """If members move within their sets, as no card does, a square if each goes to a neighbour, else one row; a square
    if sets with names of pieces fill one.
    """
    steps = {
        (left.bit_length() - 1, filled.bit_length() - 1)
        for one in met
        for after in (one.after.values() if one.turn >= 0 else ())
        for name in names
        for left, filled in [
            (old & ~new, new & ~old)
            for old, new in [(members_of(getattr(one.state, name)), members_of(getattr(after, name)))]
        ]
        if left.bit_count() == filled.bit_count() == 1
    }
    side = isqrt(last)
    is_square = side**2 == last >= FEWEST
    if steps:
        near = all(
            abs(one // side - other // side) <= 1 and abs(one % side - other % side) <= 1 for one, other in steps
        )
        return (side, side) if is_square and near else (1, last) if FEWEST <= last <= LONGEST_ROW else None
    are_pieces = all(len(name) == 1 or name in COLOUR_OF_MARK for name in names)
    return (side, side) if are_pieces and is_square else None


def _signs(names: Sequence[str]) -> Symbols:
    """A letter for each set: the first of its name, or X and O if two begin alike; ``#`` for a single set."""
    letters = tuple(name[0].upper() for name in names)
    if len(names) == 1:
        return (FILLED,)
    return letters if len({*letters}) == len(letters) else tuple(SIGNS[: len(names)])


def _of_row(game: Game, name: str, kind: Any, met: Sequence[Met], states: Sequence[Any]) -> FoundBoard | None:
    """A board of a row of numbers with such a name or of such a length, of pits that are sown, or of a packed row."""
    read: Callable[[Any], Numbers]
    if kind is tuple or (item_kind(kind) is int):
        rows = [getattr(state, name) for state in states]
        if len({*map(len, rows)}) != 1 or not all(type(number) is int for row in rows for number in row):
            return None

        def read(state: Any) -> Numbers:
            return tuple(getattr(state, name))

        packed = False
    elif set(field_kinds(type(states[0])).values()) <= {int, bool} and (base := _base(name, met)):
        width = len(_digits(max(getattr(state, name) for state in states), base))

        def read(state: Any) -> Numbers:
            return _digits(getattr(state, name), base, width)

        packed = True
    else:
        return None
    count, values = len(read(states[0])), {number for state in states for number in read(state)}
    if not FEWEST <= count <= MOST_SQUARES and not packed:
        return None
    size = _size(game)
    fits = size is not None and size[0] * size[1] == count
    if values <= {0, 1} and packed:
        shape = size if fits else (1, count) if count <= LONGEST_ROW else None

        def bits(state: Any) -> Symbols:
            return tuple(FILLED if one else "" for one in read(state))

        return name_board(game, met, FoundBoard(frozenset((name,)), bits, _in_rows(*shape))) if shape else None
    if packed or _is_sown(read, met):
        return FoundBoard(
            frozenset((name,)), lambda state: tuple(map(str, read(state))), _pits(count, read, met), heaps=True
        )
    if not fits and not (name in BOARD_NAMES and isqrt(count) ** 2 == count):
        return None
    shape = size if fits and size else (isqrt(count), isqrt(count))
    marks = MARKS if values <= MARKED else {0: ""}

    def symbols(state: Any) -> Symbols:
        return tuple(marks.get(number, str(number)) for number in read(state))

    owners = ("X", "O") if values <= MARKED else ()
    board = FoundBoard(frozenset((name,)), symbols, _in_rows(*shape), owners, names_of_pieces(owners))
    return name_board(game, met, board)


def _size(game: Game) -> tuple[int, int] | None:
    """The rows and columns of a board by parameters with such names."""
    rows, columns = _number_named(game, ROWS), _number_named(game, COLUMNS)
    side = 0 if rows and columns else _number_named(game, SIDES)
    return (rows, columns) if rows > 0 and columns > 0 else (side, side) if side > 1 else None


def _has_both_sides(game: Game) -> bool:
    """Whether the game has a number for rows and another for columns, equal or not."""
    return min(_number_named(game, ROWS), _number_named(game, COLUMNS)) > 0


def _number_named(game: Game, names: Sequence[str]) -> int:
    """The first whole number of the game with one of these names, or 0."""
    return next((value for name in names if type(value := getattr(game, name, None)) is int), 0)


def _in_rows(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(range(row * columns, (row + 1) * columns)) for row in range(rows))


def _digits(number: int, base: int, width: int = 0) -> Numbers:
    """The digits of a number, the lowest first."""
    digits: list[int] = []
    while number > 0 or len(digits) < width:
        number, digit = divmod(number, base)
        digits.append(digit)
    return tuple(digits)


def _base(name: str, met: Sequence[Met]) -> int | None:
    """The base in which moves change the digits of a number least, if none of its digits is ever large or never used;
    2 only if a number loses bits, or gains them, for ever.
    """
    pairs = [(getattr(one.state, name), getattr(after, name)) for one in met for after in one.after.values()]
    numbers = {number for pair in pairs for number in pair}
    steps = {abs(after - before) for before, after in pairs} - {0}
    if not steps or min(numbers) < 0 or max(numbers) < LEAST_CODE or max(numbers).bit_length() > 64:
        return None
    if all(after & ~before == 0 for before, after in pairs) or all(before & ~after == 0 for before, after in pairs):
        return 2
    found: dict[int, int] = {}
    for base in BASES[1:]:
        width = len(_digits(max(numbers), base))
        rows = [_digits(number, base, width) for number in numbers]
        if width > 1 and all(map(any, zip(*rows, strict=True))) and 2 * max(map(max, rows)) <= base:
            found[base] = sum(
                abs(one - other)
                for before, after in pairs
                for one, other in zip(_digits(before, base, width), _digits(after, base, width), strict=True)
            )
    return min(found, key=found.__getitem__) if found and max(steps) >= CODE_STEPS * min(steps) else None


def _sown(read: Callable[[Any], Numbers], met: Sequence[Met]) -> Iterator[tuple[int, dict[int, int]]]:
    """Who moves, and what is left in the places that the move lowers while it raises others."""
    for one in met:
        for after in one.after.values() if one.turn >= 0 else ():
            pairs = list(zip(read(one.state), read(after), strict=True))
            if any(old < new for old, new in pairs):
                yield one.turn, {place: new for place, (old, new) in enumerate(pairs) if old > new}


def _is_sown(read: Callable[[Any], Numbers], met: Sequence[Met]) -> bool:
    """Whether every move lets a pit lose all its seeds, more than one somewhere, each to another pit or out of play."""
    many = max(number for one in met for number in read(one.state)) > max(MARKED)
    sown = list(_sown(read, met))
    return many and bool(sown) and all(0 in lowered.values() for _, lowered in sown)


def _pits(count: int, read: Callable[[Any], Numbers], met: Sequence[Met]) -> tuple[tuple[int, ...], ...]:
    """Two rows if each player sows half of the pits, the second player's above and running back; else one row."""
    pits: list[set[int]] = [set(), set()]
    for turn, lowered in _sown(read, met):
        if turn in (0, 1) and len(lowered) == 1:  # with a capture, others are lowered too
            pits[turn] |= lowered.keys()
    half, stores = count // 2, count % 2 == 0
    if not stores or not all(pits) or max(pits[0]) >= half or min(pits[1]) < half:
        return (tuple(range(count)),)
    if half - 1 in pits[0] or count - 1 in pits[1] or half < FEWEST:
        return (tuple(range(count - 1, half - 1, -1)), tuple(range(half)))
    return ((*range(count - 1, half - 1, -1), -1), (-1, *range(half)))


def name_board(game: Game, met: Sequence[Met], board: FoundBoard) -> FoundBoard:
    """The board with the names that the rules have for squares that moves fill, as chess has them; with those of chess
    if the rules have no words of their own.
    """
    named = _with_names(board)
    if len(board.rows) == 1:
        words = _words_of_squares(game, met, board)
        count = len(board.rows[0])
        names = [words.get(k, "") for k in range(count)] if words else list(map(column_name, range(count)))
        own = type(game).say is not Game.say
        return named._replace(columns=tuple(names), ranks=("",)) if all(names) and (words or not own) else board
    if type(game).say is Game.say:
        return named
    said = [(divmod(square, len(board.rows[0])), name.groups()) for square, name in _name_squares(game, met, board)]
    for ranks in (named.ranks, named.ranks[::-1]):
        if said and all((named.columns[column], ranks[row]) == name for (row, column), name in said):
            return named._replace(ranks=ranks)
    return board


def _words_of_squares(game: Game, met: Sequence[Met], board: FoundBoard) -> dict[int, str]:
    """What the rules call the moves that change one square alone, if they have words and one for each square."""
    words: dict[int, set[str]] = {}
    for one in met if type(game).say is not Game.say else ():
        for move, after in one.after.items() if one.turn >= 0 else ():
            if len(changed := [*places_changed(board, one.state, after)]) == 1:
                words.setdefault(changed[0], set()).add(move_text(game, one.state, move))
    return {square: word for square, (word, *others) in words.items() if not others}


def _with_names(board: FoundBoard) -> FoundBoard:
    """The board with the names that chess has for squares, or for dots around lines."""
    down, across = len(board.rows), len(board.rows[0])
    if board.lines:
        down, across = down // 2 + 1, across // 2 + 1
    return board._replace(columns=tuple(map(column_name, range(across))), ranks=tuple(map(str, range(down, 0, -1))))


def places_changed(board: FoundBoard, state: Any, after: Any) -> dict[int, tuple[str, str]]:
    """The places that differ in two states, with their symbols."""
    pairs = enumerate(zip(board.read(state), board.read(after), strict=True))
    return {place: pair for place, pair in pairs if pair[0] != pair[1]}
