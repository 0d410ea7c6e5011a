"""A position set up by hand on a page: each field of the state with its possible values, and the verdict of the rules.

If the rules draw a board, the page also gets the pieces of the board, and the fields that say which piece lies on each
square.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.policies import play_through
from faceup.engines.model.positions import (
    NoPositionError,
    Seen,
    Uneven,
    UnfinishedError,
    fields_seen,
    fields_text,
    is_set,
    numbers_in,
    possible_words,
    reachable,
    state_in,
    states_seen,
    uneven_sets,
)
from faceup.results.documents.codec import Document, document, game_document
from faceup.results.scene.boards.zone_of_board import board_zone
from faceup.results.scene.dice import rolls_dice
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.things import Item, Zone
from faceup.results.scene.zones import own_marks
from faceup.results.sentences.games import NOT_REACHED
from faceup.results.sentences.words import capital, count_phrase, listing
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES, UsageError
from faceup.rules.facts import facts_of, hides
from faceup.rules.fields import (
    MOVER,
    Card,
    Dice,
    Die,
    Field,
    Heap,
    field_kinds,
    fields_of,
    holds_words,
    item_kind,
    value_text,
)
from faceup.rules.parameters import Cards
from faceup.rules.rows import is_set_kind, members_of, place_name, with_sets

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
    if is_set_kind(field_kinds(type(state)).get(name)):
        members = members_of(value)
        return with_sets(state, **{name: members | 1 << slot if number else members & ~(1 << slot)})
    if isinstance(value, tuple):
        return state._replace(**{name: type(value)((*value[:slot], number, *value[slot + 1 :]))})
    return state._replace(**{name: number})


def _items(game: Game, state: Any) -> Items:
    zone = board_zone(game, state)
    return {item.square: item for item in zone.items if item.square is not None} if zone else {}


def _squares_changed(one: Items, other: Items) -> list[int]:
    """The squares that are drawn otherwise; all of them on another board."""
    if one.keys() != other.keys():
        return [*one]
    return [square for square in one if one[square]._replace(owner=None) != other[square]._replace(owner=None)]


TO_MOVE = "to move"  # the label of the field of the player to move
LEADERS = {"leader", "dealer", "starter", "bidder"}  # fields that hold a player
PAIR = 2  # players
GAMES, LONGEST = 4, 100  # random games that show what numbers mean, and moves of each
MOST_CARDS = 60  # to choose from
UNCHECKED = "It may be that no game comes to this position."

FieldKind = Literal["board", "board-set", "cards", "sets", "dice", "row", "number", "choice", "yes-no"]


@dataclass(frozen=True)
class FieldSetup:
    """A field of a position, and how a page sets it.

    ``kind`` is ``board`` (numbers that lie on the board), ``board-set`` (a set of its squares), ``cards`` (a set of
    cards, which may hold ``numbers``), ``sets`` (several sets, as text), ``dice``, ``row`` (numbers with labels),
    ``number``, or ``choice`` (one of few ``words``).
    """

    document_name = "Field"

    name: str
    label: str
    kind: FieldKind
    numbers: Sequence[int]
    text: str
    possible: Annotated[Sequence[int], "its values in some random games"]
    words: Sequence[str]
    grows: Annotated[bool, "whether a row has more numbers at one time than at another"]
    apart: Annotated[Sequence[str], "the sets and single cards that never hold what it holds"]


class Setup(NamedTuple):
    """A position field by field, ``text`` as in an address; ``problem`` says why there is no such position.

    ``missing`` says what an unfinished position lacks before anybody can play from it; then that is no problem. An end
    lacks nothing, unless surely no play leads to it.
    ``note`` says that no play leads to it, or that nobody knows whether one does. With a problem, ``text`` is the text
    that was sent.
    """

    text: str
    problem: str
    missing: str
    note: str
    fields: Sequence[FieldSetup]
    board: Board | None


def setup_document(game: Game, text: str) -> Document:
    """The setup of a position from its text; of the start if there is no text or no such position."""
    if facts_of(game).hidden:
        raise UsageError(f"{hides(game)}, so every game starts at its beginning; possible: play")
    position, problem = game.start(), ""
    state, unfinished, reached = position, None, True if not text else None
    try:
        if text:
            state = state_in(game, text)
            reached = reachable(game, state)
    except NoPositionError as error:
        unfinished = error.unfinished
        problem = "" if unfinished else error.reason
        state = unfinished.state if unfinished else position
    except UsageError as error:
        problem = str(error)
    values_seen = fields_seen(game)
    fields = fields_of(state)
    board = board_setup(game, state)
    on_board = {place.field for at in board.places for place in at} if board else set()
    seen = list(zip(fields, values_seen, strict=True))
    held = {number for field, one in seen if is_set(field) for number in one.numbers}
    setups = [_field(game, field, one, field.name in on_board, held) for field, one in seen]
    no_end = reached is False and game.turn(state) == OVER
    uneven = unfinished.uneven if unfinished else None if reached or problem else uneven_sets(game, state)
    lacks = unfinished is not None or no_end or uneven is not None
    missing = _missing(game, state, setups, board, unfinished, uneven) if lacks else ""
    note = "" if problem or missing else {False: NOT_REACHED, None: UNCHECKED, True: ""}[reached]
    setup = Setup(text if problem else fields_text(state), problem, missing, note, setups, board)
    return {**game_document(game), **document(setup)}


def _missing(
    game: Game,
    state: Any,
    setups: Sequence["FieldSetup"],
    board: Board | None,
    unfinished: UnfinishedError | None,
    uneven: Uneven | None,
) -> str:
    """What a position lacks from which nobody can play, or in which a set is too small beside another; of an end that
    no play leads to empty if it lacks nothing.
    """
    labels = {one.name: capital(one.label) for one in setups}
    if uneven:
        name, lacking, _ = uneven
        cards = any(one.name == name and one.kind == "cards" for one in setups)
        return f"{labels[name]} needs {count_phrase(lacking, 'more card') if cards else f'{lacking} more'}."
    if empty := [labels[one.name] for one in setups if one.kind == "cards" and not one.numbers]:
        return f"{listing(empty)} {'has' if len(empty) == 1 else 'have'} no cards."
    if board and (absent := _absent(game, state, board)):
        return f"Missing on the board: {listing(absent)}."
    none = [*board.pieces[0].numbers] if board and board.pieces else [0]
    if board and all([_number(state, place) for place in at] == none for at in board.places if at):
        return "Nothing lies on the board."
    return f"{capital(unfinished.reason)}." if unfinished else ""


def _absent(game: Game, state: Any, board: Board) -> list[str]:
    """The pieces that are not on the board, though they are at all points of some random games."""

    def is_on(piece: Piece, one: Any) -> bool:
        return any(at and [_number(one, place) for place in at] == [*piece.numbers] for at in board.places)

    states = list(states_seen(game))
    return [
        piece.item.name or piece.item.text
        for piece in board.pieces[1:]
        if not is_on(piece, state) and all(is_on(piece, one) for one in states)
    ]


def _number(state: Any, place: Place) -> int:
    """The number in a place of a state; of a set whether it has that member."""
    name, slot = place
    value = getattr(state, name)
    if is_set_kind(field_kinds(type(state)).get(name)):
        return members_of(value) >> slot & 1
    return int(value[slot] if isinstance(value, tuple) else value)


@lru_cache(maxsize=64)
def _labels_by_games(game: Game) -> dict[str, str]:
    """The labels of numbers whose meaning some random games show: a score, or that chance is next."""
    scores, labels = getattr(game, "scores", None), dict[str, str]()
    played = (play_through(game, 0, number, ("random",), None, LONGEST) for number in range(GAMES))
    turns = {state: game.turn(state) for play in played for state, _ in play}
    states = [state for state, turn in turns.items() if turn != OVER]
    rows = [scores(state) for state in states] if callable(scores) else []
    movers = [getattr(state, MOVER, turns[state]) for state in states]
    meanings = {
        f"{'a roll' if rolls_dice(game) else 'chance'} is next": [int(turns[state] == CHANCE) for state in states]
    }
    for seat, name in enumerate(stakes_seen(game).names if rows and len(rows[0]) > 1 else ()):
        meanings[f"score of {name}"] = [row[seat] for row in rows]
    if rows and len(rows[0]) == PAIR and {*movers} <= {0, 1}:
        meanings["score of the player to move"] = [row[mover] for row, mover in zip(rows, movers, strict=True)]
        meanings["score of the other player"] = [row[1 - mover] for row, mover in zip(rows, movers, strict=True)]
    for name in game.start()._fields:
        values = [getattr(state, name) for state in states]
        meant = [label for label, numbers in meanings.items() if numbers == values]
        if meant and len({*values}) > 1:
            labels[name] = meant[0]
    return labels


def _label(field: Field) -> str:
    """The label of a field; a heap that has a letter for its name is called a heap."""
    return f"heap {field.label.upper()}" if field.kind is Heap and len(field.label) == 1 else field.label


def _field(game: Game, field: Field, values_seen: Seen, on_board: bool, held: Set[int]) -> FieldSetup:
    """A field with the numbers seen in games to choose from; of a card on the table also all that hands ``held``."""
    possible = sorted({*values_seen.numbers, *(held if field.kind is Card else ())})
    kind, words = _kind(game, field, values_seen, on_board, possible)
    return FieldSetup(
        field.name,
        TO_MOVE if field.name == MOVER else _labels_by_games(game).get(field.name) or _label(field),
        kind,
        [] if kind == "sets" else numbers_in(game, field),
        field.text,
        possible,
        words,
        len(values_seen.lengths) > 1,
        sorted(values_seen.apart),
    )


def _kind(
    game: Game, field: Field, values_seen: Seen, on_board: bool, possible: Sequence[int]
) -> tuple[FieldKind, list[str]]:
    """The kind of control for a field, and the names of its numbers or of the places of a row."""
    if on_board:
        return "board-set" if is_set(field) else "board", []
    if is_set(field):
        return "cards", list(map(str, values_seen.numbers))
    if holds_words(field.kind):
        words = possible_words(game, field)
        return "choice", [value_text(None, words[number]) for number in values_seen.numbers]
    if isinstance(field.value, tuple):
        kind = item_kind(field.kind)
        if kind is Cards:
            return "sets", []
        if field.kind is not None and (kind is Die or numbers_in(game, field) != list(field.value)):
            return "dice", []
        return "row", [place_name(field.label, k) for k in range(len(field.value))]
    names = stakes_seen(game).names
    is_leader = field.name in LEADERS and field.kind is int and {*values_seen.numbers} <= {*range(len(names))}
    if field.name == MOVER or is_leader:
        return "choice", [names[k] if 0 <= k < len(names) else str(k) for k in values_seen.numbers]
    if field.kind is bool or isinstance(field.value, bool):
        return "yes-no", []
    if field.kind is Card and len(possible) <= MOST_CARDS:
        return "choice", [str(number) if number else "none" for number in possible]
    if field.kind is int and tuple(values_seen.numbers) == (0, 1):
        return "choice", ["no", "yes"]
    return "number", []
