"""A position as things to look at: boards, cards, piles, heaps. Drawn alike in a terminal and on a page."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_type_hints

from faceup.rules.cards import HIGHEST_CARD, bits, holds
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError
from faceup.rules.fields import Card, Heap, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.pile import Tally
from faceup.rules.texts import state_text

SIGNS = "XOABCDEFGHIJ"  # of those who mark squares, the first one's first
MARKS = {0: "", 1: "X", 2: "O", -1: "O"}  # of squares, where the game has no marks of its own
MOST_COUNTERS = 200  # of a heap, before it is a number


ZoneKind = Literal["board", "cards", "pile", "heap", "number"]


class Item(NamedTuple):
    """A card, a square or a counter: what is written on it, and the move that picking it makes.

    ``owner`` of a square is the number of the set that marks it, the first 0; ``square`` is its own number, by which
    moves of several numbers go from one to another.
    """

    text: str
    move: int | None = None
    owner: int | None = None
    square: int | None = None


class Zone(NamedTuple):
    """Things that lie together.

    ``kind`` is ``board`` (rows of squares), ``cards`` (open cards), ``pile`` (the oldest card first), ``heap`` or
    ``number``. With ``choices`` these are the moves themselves, laid out as cards.
    """

    kind: ZoneKind
    label: str
    rows: tuple[tuple[Item, ...], ...]
    choices: bool = False

    @property
    def items(self) -> list[Item]:
        """All rows, one after another."""
        return [item for row in self.rows for item in row]


@dataclass(frozen=True)
class Scene:
    """What lies on the table, and the position as the rules show it; ``more`` is what of that is not drawn."""

    zones: tuple[Zone, ...]
    text: str
    more: str

    @property
    def moves(self) -> set[int]:
        """The moves that can be made by picking something."""
        return {item.move for zone in self.zones for item in zone.items if item.move is not None}


def scene_of(game: Game, state: Any, legal: Collection[Move]) -> Scene:
    """A position with the moves that are legal in it, none where nobody decides.

    Fields of the state are drawn by their annotation: ``Cards``, ``Card``, ``Heap``, and rows of them or of numbers. A
    game with a ``board`` has the squares instead, each marked by the set that holds it, or with the number that a row
    has at that place, by the game's ``marks``. Where sets or cards are drawn and moves are said by their
    numbers, a move is the card of that number: in a hand, or else on the table.
    """
    moves = {move for move in legal if isinstance(move, int)}  # (others are made in words)
    zones: list[Zone] = []
    kinds = _kinds(type(state))
    board = getattr(game, "board", None)
    fields = list(zip(state._fields, state, strict=True))
    for name, value in fields:
        sets = [value] if kinds.get(name) is Cards else value if item_kind(kinds.get(name)) is Cards else []
        for held in sets:
            if held < 0:
                raise RulesError(f"{type(game).__name__}: {name} is {value}; a set of cards is a number from 0 up")
    squares = _row_of_squares(board, fields) if board is not None else None
    if board is not None:
        zones.append(_board(game, board, state, kinds, moves, squares))
    are_cards = board is None and type(game).say is Game.say and all(0 <= move <= HIGHEST_CARD for move in moves)
    pickable = _hands(fields, kinds, game.turn(state), moves) if are_cards else {}
    for name, value in fields:
        label, kind = name.replace("_", " "), kinds.get(name)
        if name == squares:
            continue
        if isinstance(value, tuple):
            zones += _row(label, value, item_kind(kind))
        elif kind is Cards and board is None:
            cards = tuple(Item(str(c), c if pickable.get(c) == name else None) for c in bits(value))
            zones.append(Zone("cards", label, (cards,)))
        elif kind in (Card, Heap):
            zones += _row(label, (value,), kind)
    left = sorted(moves - set(pickable))
    if are_cards and left and Cards in kinds.values():
        zones.insert(0, Zone("cards", "on the table", (tuple(Item(str(c), c) for c in left),), choices=True))
    text = more = state_text(game, state)
    if type(game).show is Game.show:
        drawn = {name for name, value in fields if kinds.get(name) in (Cards, Card, Heap) or isinstance(value, tuple)}
        more = " ".join(f"{name}={value}" for name, value in fields if name not in drawn)
    elif board is not None and _is_grid(text):
        more = ""
    return Scene(tuple(zones), text, more if zones else text)


def _row(label: str, row: tuple[int, ...], kind: Any) -> list[Zone]:
    """Cards, heaps, sets of cards or numbers that lie side by side."""
    labels = [label] if len(row) == 1 else [f"{label} {k}" for k in range(len(row))]
    if kind is Card:
        return [Zone("cards", label, (tuple(Item(str(card)) for card in row if card),))]
    if kind is Cards:
        return [
            Zone("cards", each, (tuple(Item(str(c)) for c in bits(held)),))
            for each, held in zip(labels, row, strict=True)
        ]
    if kind is Heap and all(0 <= size <= MOST_COUNTERS for size in row):
        return [Zone("heap", each, ((Item(""),) * size,)) for each, size in zip(labels, row, strict=True)]
    return [Zone("number", label, (tuple(Item(str(number)) for number in row),))]


def _row_of_squares(board: Any, fields: list[tuple[str, Any]]) -> str | None:
    """The name of the first row that has a number for every square of the board."""
    last = max((square for row in board for square in row), default=-1)
    return next((name for name, value in fields if isinstance(value, tuple) and len(value) > last), None)


def _hands(fields: list[tuple[str, int]], kinds: dict[str, Any], turn: int, moves: set[int]) -> dict[int, str]:
    """Which set each move is picked from; of several that hold the card, the mover's: the sets are in seat order."""
    sets = [(name, value) for name, value in fields if kinds.get(name) is Cards]
    places: dict[int, str] = {}
    for name, value in (*sets[turn : turn + 1] * (turn >= 0), *sets):
        for move in moves - set(places):
            if holds(value, move):
                places[move] = name
    return places


def _is_grid(text: str) -> bool:
    """Whether the rules draw the board themselves: lines of one length."""
    lines = text.splitlines()
    return len(lines) > 1 and len({len(line) for line in lines}) == 1


def table_scene(game: Patience, table: Any) -> Scene:
    """The table of a patience."""
    zones = []
    for name, thing in zip(table._fields, table, strict=True):
        label = name.replace("_", " ")
        if isinstance(thing, Tally):
            zones.append(Zone("number", label, ((Item(str(thing.n)),),)))
        else:
            zones.append(Zone("pile", label, (tuple(Item(game.say(card)) for card in thing.cards()),)))
    text = state_text(game, table)
    return Scene(tuple(zones), text, "" if type(game).show is Patience.show else text)


def _kinds(state_class: Any) -> dict[str, Any]:
    """The annotations of a state's fields; none where they name what cannot be found."""
    try:
        return get_type_hints(state_class)
    except NameError:
        return {}


def _board(game: Game, board: Any, state: Any, kinds: dict[str, Any], moves: set[int], squares: str | None) -> Zone:
    if squares is not None:
        numbers, marks = getattr(state, squares), _marks(game)
        return Zone("board", "board", tuple(tuple(_numbered(row, numbers, marks, moves)) for row in board))
    marks = [(name, value) for name, value in zip(state._fields, state, strict=True) if kinds.get(name) is Cards]
    return Zone("board", "board", tuple(tuple(_squares(row, marks, moves)) for row in board))


def _marks(game: Game) -> Any:
    """What to write on a square for each number: the game's own, else a sign for each of its players."""
    own, players = getattr(game, "marks", None), getattr(game, "players", 2)
    if own is not None:
        return {0: "", **own} if isinstance(own, Mapping) and own else own
    return MARKS | {k + 1: SIGNS[k] for k in range(2, min(players, len(SIGNS)) if type(players) is int else 2)}


def _squares(row: Any, marks: list[tuple[str, int]], moves: set[int]) -> Iterator[Item]:
    for square in row:
        owner = next((k for k, (_, held) in enumerate(marks) if square >= 0 and holds(held, square)), None)
        text = "" if owner is None else _mark(marks[owner][0], owner)
        yield _square(text, square, owner, moves)


def _square(text: str, square: int, owner: int | None, moves: set[int]) -> Item:
    there = square if square >= 0 else None  # a negative number is a hole
    return Item(text, there if there in moves else None, owner, there)


def _numbered(row: Any, numbers: tuple[int, ...], marks: Any, moves: set[int]) -> Iterator[Item]:
    """Squares that a row of the state has a number for, which ``marks`` has a mark for."""
    for square in row:
        if square < 0:
            yield Item("")
            continue
        number = numbers[square]
        try:
            text = str(marks[number]).strip(" .")
        except LookupError:
            text = str(number)
        owner = (number - 1 if number > 0 else 1) if text else None
        yield _square(text, square, owner, moves)


def _mark(name: str, owner: int) -> str:
    """What to write on a square: the name of the set where it is a letter or two."""
    return name.upper() if len(name) <= 2 else SIGNS[owner] if owner < len(SIGNS) else str(owner + 1)
