"""The board of a position that is set up by hand: its pieces, and the fields that say which lies on each square."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from faceup.engines.model.positions import Seen, fields_seen, is_set
from faceup.results.scene.scene_boards import own_marks
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.shown_boards import board_zone
from faceup.results.scene.things import Item, Zone
from faceup.rules.contract import Game
from faceup.rules.errors import MISTAKES
from faceup.rules.fields import MOVER, Card, Dice, Die, Field, fields_of, item_kind
from faceup.rules.parameters import Cards
from faceup.rules.rows import NumberSet

MOST_PIECES = 24  # to choose from; of more, numbers are typed into squares
Items = dict[int, Item]  # what lies on each square
Fields = Mapping[str, tuple[Field, Seen]]


class Place(NamedTuple):
    """A number that says what lies on a square: one of a row, a field of its own (0), or 1 for a member of a set."""

    field: str
    slot: int


@dataclass(frozen=True)
class Piece:
    """What may lie on a square, empty ones too, and the number that each of its places has then."""

    document_keys = ("*item", "numbers")

    item: Item
    numbers: Sequence[int]


class Board(NamedTuple):
    """A board with the places of its squares, by their numbers, none of one that never changes; without pieces, numbers
    are typed into the squares.
    """

    zone: Zone
    places: Sequence[Sequence[Place]]
    pieces: Sequence[Piece]


Found = tuple[Sequence[Sequence[Place]], Sequence[Piece]]


def board_setup(game: Game, state: Any) -> Board | None:
    """The board of a position, if fields of the state lie on its squares; whatever draws it, ``board`` or ``show``."""
    found = _places_and_pieces(game)
    zones = [zone for zone in scene_of(game, state, ()).zones if zone.kind == "board"] if found else []
    return Board(zones[0], *found) if found and zones else None


@lru_cache(maxsize=64)
def _places_and_pieces(game: Game) -> Found | None:
    """The places of all squares, and the pieces. Sets and rows are tried, else numbers that are fields each."""
    fields = [
        (field, seen)
        for field, seen in zip(fields_of(game.start()), fields_seen(game), strict=True)
        if field.name != MOVER and Die not in (field.kind, item_kind(field.kind)) and field.kind not in (Dice, Card)
    ]
    many = [(field, seen) for field, seen in fields if is_set(field) or _is_row(field, seen)]
    single = [(field, seen) for field, seen in fields if type(field.value) is int and field.kind is int]
    for some in filter(None, (many, single)):
        with suppress(*MISTAKES):
            if found := _of_fields(game, {field.name: (field, seen) for field, seen in some}):
                return found
    return None


def _is_row(field: Field, seen: Seen) -> bool:
    numbers = isinstance(field.value, tuple) and all(isinstance(number, int) for number in field.value)
    return numbers and item_kind(field.kind) is not Cards and len(seen.lengths) == 1


def _of_fields(game: Game, fields: Fields) -> Found | None:
    """Which square alone changes with each place of an empty board, and what lies there then."""
    none = {
        name: 0 if is_set(field) or 0 in seen.numbers else seen.numbers[0] for name, (field, seen) in fields.items()
    }
    empty = game.start()
    for name, number in none.items():
        for slot in _slots(fields[name], 0):
            empty = _with(empty, Place(name, slot), number)
    drawn = _items(game, empty)
    places: list[list[Place]] = [[] for _ in range(max(drawn, default=-1) + 1)]
    for name, (field, seen) in fields.items():
        other = 1 if is_set(field) else next((number for number in seen.numbers if number != none[name]), None)
        if other is None:
            continue
        changes = {
            slot: _squares_changed(drawn, _items(game, _with(empty, Place(name, slot), other)))
            for slot in _slots(fields[name], len(places))
        }
        if all(len(squares) <= 1 for squares in changes.values()):
            for slot, squares in changes.items():
                for square in squares:
                    places[square].append(Place(name, slot))
    laid = [at for at in places if at]
    if not laid or 2 * len(laid) < len(drawn) or len({len(at) for at in laid}) > 1:
        return None
    if len(laid[0]) > 1 and not all(is_set(fields[place.field][0]) for at in laid for place in at):
        return None
    return places, [*_pieces(game, empty, places, fields)]


def _pieces(game: Game, empty: Any, places: Sequence[Sequence[Place]], fields: Fields) -> Iterator[Piece]:
    """Every piece as it is drawn on the first square that changes; none of pits, or of very many."""
    first = next(square for square, at in enumerate(places) if at)
    count = len(places[first])
    on_board = {place.field for at in places for place in at}
    if is_set(fields[places[first][0].field][0]):
        possible = [[int(k == one) for k in range(count)] for one in range(-1, count)]
    else:
        seen = {*own_marks(game)}.union(*(fields[name][1].numbers for name in on_board))
        possible = [[number] for number in sorted(seen)]
    zone = board_zone(game, empty)
    if len(possible) > MOST_PIECES or zone is None or zone.heaps:
        return
    for numbers in possible:
        state = empty
        for place, number in zip(places[first], numbers, strict=True):
            state = _with(state, place, number)
        yield Piece(_items(game, state)[first], numbers)


def _slots(given: tuple[Field, Seen], count: int) -> range:
    """The places of a field; of a set its members, and squares up to ``count``."""
    field, seen = given
    if is_set(field):
        return range(max(count, max(seen.numbers, default=-1) + 1))
    return range(len(field.value) if isinstance(field.value, tuple) else 1)


def _with(state: Any, place: Place, number: int) -> Any:
    """The state with this number there."""
    name, slot = place
    value = getattr(state, name)
    if isinstance(value, frozenset):
        new: Any = NumberSet((value | {slot}) if number else (value - {slot}))
    elif isinstance(value, tuple):
        new = type(value)((*value[:slot], number, *value[slot + 1 :]))
    elif is_set(next(field for field in fields_of(state) if field.name == name)):
        new = value | 1 << slot if number else value & ~(1 << slot)
    else:
        new = number
    return state._replace(**{name: new})


def _items(game: Game, state: Any) -> Items:
    zone = board_zone(game, state)
    return {item.square: item for item in zone.items if item.square is not None} if zone else {}


def _squares_changed(one: Items, other: Items) -> list[int]:
    """The squares that are drawn otherwise; all of them on another board."""
    if one.keys() != other.keys():
        return [*one]
    return [square for square in one if one[square]._replace(owner=None) != other[square]._replace(owner=None)]
