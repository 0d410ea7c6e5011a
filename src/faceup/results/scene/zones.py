"""The zones of a scene: a board with the moves that its squares make, and the fields of a state."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from faceup.results.scene.sets_in_play import sets_by_seat
from faceup.results.scene.things import Item, Zone
from faceup.rules.boards import COLOURS, Board, DotGrid, board_of, column_name
from faceup.rules.cards import bits, holds
from faceup.rules.contract import Game
from faceup.rules.fields import Card, Dice, Die, Field, Heap, Place, item_kind, value_text
from faceup.rules.moves import Move, parts_of
from faceup.rules.names import short_possessive
from faceup.rules.parameters import Cards
from faceup.rules.rows import place_label, place_name

FEWEST_PARTS = 2  # of a move that goes from square to square, or names one beside something else
SIGNS = "XOABCDEFGHIJ"  # of those who mark squares, the first one's first
COLOUR_OF_MARK = {
    word: colour for colour in reversed(COLOURS) for word in (colour[0].upper(), colour, colour.capitalize())
}
PLAYERS = 2  # with a colour each
MARKS = {0: "", 1: "X", 2: "O", -1: "O"}  # of squares, for a game without marks


def board_zones(game: Game, fields: Sequence[Field], moves: Collection[Move]) -> tuple[list[Zone], list[Field]]:
    """The zone of the board, each square marked by the set that holds it, or by the state's row of squares; and the
    fields that it shows.
    """
    board = board_of(game)
    if board is None:
        return [], []
    sets, by_seat = [field for field in fields if field.kind is Cards], sets_by_seat(game)
    if {field.name for field in sets} == {*by_seat}:
        sets.sort(key=lambda field: by_seat.index(field.name))
    squares = row_of_squares(board, fields)
    if squares is not None:
        marks = _marks(game)
        pieces = names_of_pieces(_texts(marks))
        rows = tuple(tuple(_numbered_squares(row, squares.value, marks, moves, pieces)) for row in board)
        called: Mapping[int | None, str] = getattr(game, "square_names", {})
        rows = tuple(tuple(item._replace(name=called.get(item.square, item.name)) for item in row) for row in rows)
    else:
        texts = [_mark(field.name, k) for k, field in enumerate(sets)]
        pieces = names_of_pieces(texts)
        marked_sets = [(text, field.value) for text, field in zip(texts, sets, strict=True)]
        rows = tuple(tuple(_marked_squares(row, marked_sets, moves, pieces)) for row in board)
    heaps = squares is not None and item_kind(squares.kind) is Heap
    described = () if squares is None else tuple(text for text in _texts(marks) if _is_described(text))
    signs = texts if squares is None else [text for text in _texts(marks) if text]
    told = len(signs) == PLAYERS and (squares is not None or by_seat)
    owners = tuple(pieces.get(sign) or sign_name(sign) for sign in signs) if told else ()
    zone = Zone("board", "board", rows, heaps=heaps, pieces=described, owners=owners)
    if isinstance(board, Board):
        names = tuple(map(column_name, range(board.columns)))
        ranks = tuple(str(k) for k in range(len(board), 0, -1))
        zone = replace(zone, columns=names, ranks=ranks, hexagons=board.hexagons, edges=board.edges)
    if isinstance(board, DotGrid):
        names = tuple(column_name(k) for k in range(len(board[0]) // 2 + 1))
        ranks = tuple(str(k) for k in range(len(board) // 2 + 1, 0, -1))
        zone = replace(zone, columns=names, ranks=ranks, lines=True)
    return [zone], sets if squares is None else [*sets, squares]


def row_of_squares(board: Any, fields: Sequence[Field]) -> Field | None:
    """The first row of the state with a number for every square of the board."""
    last = max((square for row in board for square in row), default=-1)
    return next((field for field in fields if isinstance(field.value, tuple) and len(field.value) > last), None)


def _marks(game: Game) -> Any:
    """The mark of each number on a square: the game's own, else a sign for each player."""
    marks, players = getattr(game, "marks", None), getattr(game, "players", 2)
    if marks is not None:
        return {0: "", **marks} if isinstance(marks, Mapping) and marks else marks
    return MARKS | {k + 1: SIGNS[k] for k in range(2, min(players, len(SIGNS)) if type(players) is int else 2)}


def own_marks(game: Game) -> tuple[int, ...]:
    """The numbers with a mark of the game's own; empty if it has none, or squares show the numbers."""
    marks = getattr(game, "marks", None)
    if not marks:
        return ()
    return (0, *(number for number in marks if number)) if isinstance(marks, Mapping) else tuple(range(len(marks)))


def piece_name(game: Game, number: int) -> str:
    """The short sign of a number on a square: its mark, or a dot."""
    return _mark_of(_marks(game), number) or "."


def shows_numbers(game: Game) -> bool:
    """Whether squares show the numbers themselves, as pits do."""
    marks = getattr(game, "marks", None)
    return isinstance(marks, Mapping) and not marks


def _mark_of(marks: Any, number: int) -> str:
    """The text of a square: empty if free, the number itself if it has no mark, and the initials of several words."""
    try:
        return _short_mark(str(marks[number]).strip(" ."))
    except LookupError:
        return str(number)


def _is_described(mark: str) -> bool:
    """Whether a mark describes a piece in several words, ``tall dark round``."""
    return len(mark.split()) > 1


def _short_mark(mark: str) -> str:
    return "".join(word[0] for word in mark.split()) if _is_described(mark) else mark


def _texts(marks: Any) -> list[str]:
    """All texts of squares by a game's ``marks``."""
    return [str(text).strip(" .") for text in (marks.values() if isinstance(marks, Mapping) else marks)]


def names_of_pieces(texts: Collection[str]) -> dict[str, str]:
    """The names of the marks that a game has on squares: X and O are drawn as ``cross`` and ``nought``, and
    marks that are all colours or their initials as discs, ``black disc``. Marks of several words have them as names.
    Other marks have no names.
    """
    if any(map(_is_described, texts)):
        return {_short_mark(text): text for text in texts if _is_described(text)}
    letters = {text for text in texts if text}
    if letters <= COLOUR_OF_MARK.keys():
        return {text: f"{COLOUR_OF_MARK[text]} disc" for text in letters}
    return {text: name for text, name in (("X", "cross"), ("O", "nought")) if letters <= {*SIGNS}}


def _marked_squares(
    row: Any, sets: list[tuple[str, int]], moves: Collection[Move], names: Mapping[str, str]
) -> Iterator[Item]:
    """The squares with the marks of the sets that hold them; ``sets`` are pairs of a mark and a set."""
    for square in row:
        owner = next((k for k, (_, members) in enumerate(sets) if square >= 0 and holds(members, square)), None)
        yield _square("" if owner is None else sets[owner][0], square, owner, moves, names)


def _square(text: str, square: int, owner: int | None, moves: Collection[Move], names: Mapping[str, str]) -> Item:
    there = square if square >= 0 else None  # a negative number is a hole
    return Item(text, there if there in moves else None, owner, there, names.get(text) or sign_name(text))


def _numbered_squares(
    row: Any, numbers: tuple[int, ...], marks: Any, moves: Collection[Move], names: Mapping[str, str]
) -> Iterator[Item]:
    """The squares of a row of the state, by their numbers, marked by ``marks``; if all numbers are shown themselves,
    squares have no owner.
    """
    for square in row:
        if square < 0:
            yield Item("")
            continue
        number = numbers[square]
        text = _mark_of(marks, number)
        owner = (number - 1 if number > 0 else 1) if text and marks else None
        yield _square(text, square, owner, moves, names)


def _mark(name: str, owner: int) -> str:
    """The mark of a set on a square: its name of one or two letters, or the first letter of a colour of discs."""
    if name in COLOURS:
        return name[0].upper()
    return name.upper() if len(name) <= 2 else SIGNS[owner] if owner < len(SIGNS) else str(owner + 1)


def squares_namer(game: Game) -> Callable[[Move, str], tuple[int, ...]]:
    """A function from a move of several parts to the squares it names, in its order; empty if it names none.

    If squares have names, these are the parts whose names stand in the word of the move, ``a1-b2`` or ``X b3``.
    Otherwise, they are the numbers of a move whose other parts are words, if all are squares.
    """
    board = board_of(game)
    if board is None:
        return lambda move, word: ()
    return partial(_squares_named, board, frozenset(square for row in board for square in row if square >= 0))


def _squares_named(board: Any, squares: frozenset[int], move: Move, word: str) -> tuple[int, ...]:
    parts = parts_of(move)
    if len(parts) < FEWEST_PARTS:
        return ()
    numbers = [part for part in parts if not isinstance(part, str)]
    if isinstance(board, Board):
        names = re.findall(r"[a-z]+\d+", word)
        named = tuple(int(part) for part in numbers if part in squares and board.square(part) in names)
        if named:
            return named
    return tuple(map(int, numbers)) if squares.issuperset(numbers) else ()


def sign_name(text: str) -> str:
    """The Unicode name of a sign for screen readers: ``white pawn``; empty for letters and words."""
    if len(text) != 1 or text.isalnum():
        return ""
    return unicodedata.name(text, "").lower().replace("chess ", "")


MOST_MOVES = 1000  # to try; with more of them, stones cannot be picked
FieldPlace = tuple[str, int]  # a field, and a place in its row
Stones = Mapping[FieldPlace, Mapping[int, Move]]  # for each heap the moves that take some of it, by how many they leave


def stones_taken(game: Game, state: Any, kinds: Mapping[str, Any], moves: Collection[Move]) -> Stones:
    """The moves that take stones from one heap alone, by playing each by the rules.

    If two moves leave the same number, no stone stands for either. If a move takes none from any heap, as rolling does
    besides holding, the pot is not a heap. ``kinds`` are the annotations of the fields.
    """
    heaps = dict(_heaps(state, kinds))
    if not heaps or len(moves) > MOST_MOVES:
        return {}
    by_heap: dict[FieldPlace, dict[int, list[Move]]] = {}
    for move in moves:
        after = dict(_heaps(game.play(state, move), kinds))
        changed = [place for place in heaps if after.get(place) != heaps[place]]
        if (
            not changed
            or after.keys() != heaps.keys()
            or not all(0 <= after[place] < heaps[place] for place in changed)
        ):
            return {}
        if len(changed) == 1:
            by_heap.setdefault(changed[0], {}).setdefault(after[changed[0]], []).append(move)
    return {
        place: {rest: moves_left[0] for rest, moves_left in each.items() if len(moves_left) == 1}
        for place, each in by_heap.items()
    }


def _heaps(state: Any, kinds: Mapping[str, Any]) -> Iterator[tuple[FieldPlace, int]]:
    for name, value in zip(state._fields, state, strict=True):
        if kinds.get(name) is Heap:
            yield (name, 0), value
        elif item_kind(kinds.get(name)) is Heap:
            yield from (((name, k), size) for k, size in enumerate(value))


FACE_DOWN = "?"  # the text of a card or a die that only another player sees
MOST_COUNTERS = 200  # of a heap, before it is a number
DRAWN = (Cards, Card, Die, Heap, Place)  # alone; a row of anything is drawn


def is_drawn(field: Field) -> bool:
    """Whether a field is drawn, not left to text."""
    return field.kind in DRAWN or isinstance(field.value, tuple)


def field_zones(
    field: Field, picked: Mapping[int, FieldPlace], stones: Stones, seats: Sequence[str] = ()
) -> list[Zone]:
    """The zones of a field: cards, dice, heaps, sets or numbers side by side; empty if the field is left to text.

    ``picked`` are the cards that are moves, with their places, ``stones`` the moves that take some from one heap. A
    card or die that is None lies face down. ``seats`` are names of players, each of whom has a place in a row of that
    length.
    """
    name, value, kind = field
    if not is_drawn(field):
        return []
    if kind is Dice:
        return [dice_zone(field.label, (face for face, count in enumerate(value, start=1) for _ in range(count)))]
    row, kind = (value, item_kind(kind)) if isinstance(value, tuple) else ((value,), kind)
    owners = seats if len(row) == len(seats) > 1 else ()
    places = [f"{short_possessive(owner)} {place_label(name, field.kind)}" for owner in owners] or [
        place_name(field.label, k) for k in range(len(row))
    ]
    labels = [field.label] if len(row) == 1 else places
    if kind is Card:
        cards = (Item(FACE_DOWN if card is None else str(card)) for card in row if card != 0)
        return [Zone("cards", field.label, (tuple(cards),))]
    if kind is Die:
        return [dice_zone(field.label, row)]
    if kind is Cards:
        moves = [{move for move, place in picked.items() if place == (name, k)} for k in range(len(row))]
        return [_set(*one) for one in zip(labels, row, moves, strict=True)]
    if kind is Heap and all(0 <= size <= MOST_COUNTERS for size in row):
        stones_of_place = [stones.get((name, k), {}) for k in range(len(row))]
        return [_heap(*heap) for heap in zip(labels, row, stones_of_place, strict=True)]
    names = owners or [""] * len(row)
    texts = (value_text(kind if kind is bool else None, number) for number in row)
    items = (Item(text, by=name.removeprefix("the ")) for text, name in zip(texts, names, strict=True))
    return [Zone("number", field.label, (tuple(items),))]


def dice_zone(label: str, faces: Iterable[int | None]) -> Zone:
    """Dice with these numbers, 0 before they are rolled, None for a hidden one."""
    items = (Item(FACE_DOWN if face is None else str(face) if face else "") for face in faces)
    return Zone("dice", label, (tuple(items),))


def _set(label: str, members: int, picked: Collection[int]) -> Zone:
    return Zone("cards", label, (tuple(Item(str(card), card if card in picked else None) for card in bits(members)),))


def _heap(label: str, size: int, moves: Mapping[int, Move]) -> Zone:
    return Zone("heap", label, (tuple(Item("", moves.get(remaining)) for remaining in range(size)),))
