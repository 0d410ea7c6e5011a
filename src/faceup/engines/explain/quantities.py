"""The quantities of a state that a person looks at: fields, rows with a place for each player, methods of the game."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice, product
from typing import Any, Literal, NamedTuple, get_type_hints

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.seats import seats_of
from faceup.results.answers.quantities import Group, Kind, mover_place_name
from faceup.results.scene.zones import row_of_squares, shows_numbers
from faceup.rules.boards import Board, board_of
from faceup.rules.cards import bits_of
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.fields import MOVER, Card, Dice, Die, field_kinds, fields_of, holds_words, item_kind
from faceup.rules.moves import parts_of
from faceup.rules.parameters import Cards
from faceup.rules.rows import ABSENT, Row, holds_numbers, nth_place_name, place_name
from faceup.rules.word_numbers import spelling, words_of

Seen = int | Row  # a whole number, or the hand that lies there
FEWEST = 2  # numbers that make a throw
MOST_TRIED = 60  # positions in which throws are looked for, and moves of each
DICE = "dice"  # the usual name of a row of dice without an annotation


class Quantity(NamedTuple):
    """The name of a column, the function that finds its value in a state, and the kind of the value."""

    name: str
    of: Callable[[Any], Seen]
    kind: Kind | Literal["number"] = "number"
    dice: bool = False  # a hand whose order means nothing, unless moves name the places


class Looked(NamedTuple):
    """The quantities in their order, and the groups of those that are places of one row."""

    quantities: tuple[Quantity, ...]
    groups: tuple[Group, ...]


class SeatRows(NamedTuple):
    """The rows with a place for each player. If they are ``turned``, the player to move comes first."""

    names: frozenset[str] = frozenset()
    turned: bool = False


NONE_BY_SEAT = SeatRows()


def looked_at(game: Game, names: Iterable[str], states: Collection[Any], by_seat: SeatRows = NONE_BY_SEAT) -> Looked:
    """Return the quantities of these names, with a quantity for each place of a row.

    The squares of a board have their names, such as ``b5``. Other rows, and boards without names, number their places:
    ``pit 3``. Dice and cards that lie side by side, and rows of which things are taken out, are one hand.
    """
    fields = _Fields(game, states, by_seat)
    each = {name: tuple(fields.quantities(name)) for name in names}
    called = [quantity.name for quantities in each.values() for quantity in quantities]
    if len(set(called)) < len(called):  # two rows of much the same name, or a field called like a square
        each = {name: tuple(_number_names(name, quantities)) for name, quantities in each.items()}
    groups = tuple(fields.group(name, places) for name, places in each.items() if len(places) > 1)
    return Looked(tuple(quantity for quantities in each.values() for quantity in quantities), groups)


def _number_names(name: str, quantities: tuple[Quantity, ...]) -> Iterator[Quantity]:
    for k, quantity in enumerate(quantities):
        yield quantity._replace(name=f"{name}[{k}]") if len(quantities) > 1 else quantity


class _Fields:
    """The fields of some states of one game, by their annotations."""

    def __init__(self, game: Game, states: Collection[Any], by_seat: SeatRows) -> None:
        self.game, self.states, self.by_seat = game, states, by_seat
        state = next(iter(states), None) or game.start()  # without decisions, the start has the same fields
        self.kinds = field_kinds(type(state))
        self.names: tuple[str, ...] = state._fields
        self.board = board_of(game)
        squares = row_of_squares(self.board, fields_of(state)) if self.board is not None else None
        self.squares = squares.name if squares else None
        lengths = defaultdict[str, set[int]](set)  # of each row
        for state in states:
            for name, field in zip(state._fields, state, strict=True):
                if isinstance(field, tuple):
                    lengths[name].add(len(field))
        self.longest = {name: max(each) for name, each in lengths.items()}
        self.longer_and_shorter = {name for name, each in lengths.items() if len(each) > 1}  # no place keeps its thing

    def quantities(self, name: str) -> Iterator[Quantity]:
        """Yield the quantities of a field or a method: one, or one for each place of a row that is no hand."""
        kind = self.kinds.get(name)
        if name not in self.longest:
            number = _number_of_word if holds_words(kind) else _set if holds_numbers(kind) else _field_or_method
            yield Quantity(name, number(self.game, name), self.kind(name))
        elif name != self.squares and (
            kind is Dice or item_kind(kind) is Card or name in self.longer_and_shorter or self.is_dice(name)
        ):
            yield Quantity(name, _hand(name, counted=kind is Dice), "hand", self.is_dice(name))
        else:
            items: Kind | Literal["number"] = "set" if item_kind(kind) is Cards else "number"
            if name == self.squares and not shows_numbers(self.game):
                items = "piece"
            for k in range(self.longest[name]):
                yield Quantity(self.place(name, k), _place(name, k), items)

    def is_dice(self, name: str) -> bool:
        """Return whether a row is dice that lie together, with or without an annotation that says so."""
        kind = item_kind(self.kinds.get(name))
        return kind is Die or (kind is int and (name == DICE or name in self.thrown))

    @cached_property
    def thrown(self) -> set[str]:
        return thrown_rows(self.game)

    def kind(self, name: str) -> Kind | Literal["number"]:
        """Return the kind of a field that is no row, or of the result of a method."""
        of_state = name in self.names
        if of_state and (holds_words(self.kinds.get(name)) or holds_numbers(self.kinds.get(name))):
            return "word" if holds_words(self.kinds.get(name)) else "set"
        annotation = self.kinds.get(name) if of_state else get_type_hints(getattr(type(self.game), name)).get("return")
        return "set" if annotation is Cards else "player" if of_state and name == MOVER else "number"

    def place(self, name: str, k: int) -> str:
        """Return the name of a place of a row."""
        if name == self.squares and isinstance(self.board, Board) and k < len(self.board) * self.board.columns:
            return self.board.square(k)
        if name in self.by_seat.names and self.by_seat.turned:
            return mover_place_name(name, k, self.longest[name], self.kinds.get(name))
        return place_name(name, k) if self.numbered else nth_place_name(name, k)

    @cached_property
    def numbered(self) -> bool:
        """Whether moves have numbers, by which the rules may call the places of a row."""
        deciding = (state for state in self.states if self.game.turn(state) >= 0)
        moves = (move for state in islice(deciding, MOST_TRIED) for move in possible_moves(self.game, state))
        return any(isinstance(part, int) for move in moves for part in parts_of(move))

    def group(self, name: str, places: tuple[Quantity, ...]) -> Group:
        """Return the places of a row as they lie."""
        if name != self.squares:
            in_order = (tuple(quantity.name for quantity in places),)
            return Group(name, in_order, by_seat=name in self.by_seat.names, to_move=self.by_seat.turned)
        assert self.board is not None
        ranks = (tuple(places[square].name if square >= 0 else "" for square in rank) for rank in self.board)
        return Group("board", tuple(rank for rank in ranks if any(rank)), isinstance(self.board, Board))


def _field_or_method(game: Game, name: str) -> Callable[[Any], int]:
    return lambda state: broken_rules.quantity(game, state, name)


def _number_of_word(game: Game, name: str) -> Callable[[Any], int]:
    numbers = words_of(type(game))
    return lambda state: numbers[spelling(getattr(state, name))]


def _set(game: Game, name: str) -> Callable[[Any], int]:
    return lambda state: bits_of(getattr(state, name))


def _place(name: str, k: int) -> Callable[[Any], int]:
    def number(state: Any) -> int:
        row = getattr(state, name)
        return int(row[k]) if k < len(row) else ABSENT

    return number


def _hand(name: str, counted: bool) -> Callable[[Any], Row]:
    """Return a function from a state to the dice or cards of a row, or of the faces that are ``counted`` there."""

    def hand(state: Any) -> Row:
        row = getattr(state, name)
        return tuple(face for face, count in enumerate(row, start=1) for _ in range(count)) if counted else tuple(row)

    return hand


def thrown_rows(game: Game) -> set[str]:
    """Return the rows of numbers that one throw fills: each outcome of chance is the row, or the row in order.

    A row that players change place by place is not thrown, such as heaps that chance has dealt. Only the first
    positions of the game are tried, one after another.
    """
    filled, changed, queue = set[str](), set[str](), [game.start()]
    seen = set(queue)
    for state in queue:
        turn = game.turn(state)
        moves = list(islice(game.moves(state), MOST_TRIED)) if turn != OVER else []
        after = [game.play(state, move) for move in moves]
        for name in state._fields:
            rows = [getattr(one, name) for one in after]
            if turn == CHANCE and moves and all(map(_fills, rows, moves)):
                filled.add(name)
            elif turn >= 0 and any(_differs_in_part(getattr(state, name), row) for row in rows):
                changed.add(name)
        new = [one for one in dict.fromkeys(after) if one not in seen][: MOST_TRIED - len(queue)]
        seen.update(new)
        queue += new
    return filled - changed


def _fills(row: Any, outcome: Any) -> bool:
    if not isinstance(row, tuple) or not isinstance(outcome, tuple) or len(row) < FEWEST:
        return False
    return bool(row in (outcome, tuple(sorted(outcome))))


def _differs_in_part(row: Any, other: Any) -> bool:
    if not isinstance(row, tuple) or not isinstance(other, tuple) or len(row) != len(other):
        return False
    changes = [a != b for a, b in zip(row, other, strict=True)]
    return any(changes) and not all(changes)


def sort_dice(
    keys: dict[Any, tuple[Any, ...]], k: int, same: Callable[[dict[Any, tuple[Any, ...]]], bool]
) -> dict[Any, tuple[Any, ...]]:
    """Return the keys with the dice of column k in order, if the moves are the ``same`` in any order."""
    in_order = {state: (*key[:k], tuple(sorted(key[k])), *key[k + 1 :]) for state, key in keys.items()}
    return in_order if same(in_order) else keys


def rank_hands(keys: Mapping[Any, tuple[Any, ...]], k: int) -> tuple[dict[Any, tuple[Any, ...]], tuple[Row, ...]]:
    """Return the keys with each hand in column k replaced by its number among all hands, in order of their lengths as
    play comes to them, and among those of one length in order.
    """
    met = dict.fromkeys(key[k] for key in keys.values())
    turns = {length: turn for turn, length in enumerate(dict.fromkeys(map(len, met)))}
    hands = tuple(sorted(met, key=lambda hand: (turns[len(hand)], hand)))
    place = {hand: number for number, hand in enumerate(hands)}
    return {state: (*key[:k], place[key[k]], *key[k + 1 :]) for state, key in keys.items()}, hands


MOST_ASKED = 2000  # states whose moves are played to see what these change
MOST_THROWN = 36  # outcomes of chance that are played after each move
TWO = 2  # opponents, of whom one loses what the other gains


def rows_of_seats(game: Game, states: Collection[Any]) -> frozenset[str]:
    """Return the fields that are rows with a place for each player.

    In such a row every move changes its player's own place alone, or each seat has a payoff of its own and the row
    holds plain numbers.
    """
    first = next(iter(states), None)
    if first is None:
        return frozenset()
    payoffs = seats_of(game)
    seats, kinds = payoffs or TWO, field_kinds(type(first))
    board = board_of(game)
    squares = row_of_squares(board, fields_of(first)) if board is not None else None
    rows = {field.name for field in fields_of(first) if isinstance(field.value, tuple)}
    rows -= {squares.name} if squares else set()
    rows = {name for name in rows if all(len(getattr(state, name)) == seats for state in states)}
    plain = {name for name in rows if payoffs and item_kind(kinds.get(name)) in (int, bool)}
    return frozenset(plain | _changed_by_their_owners(game, states, rows))


def _changed_by_their_owners(game: Game, states: Collection[Any], rows: Collection[str]) -> set[str]:
    """Return the rows in which moves of several players change the player's own place, and no move another place."""
    owners: dict[str, set[int]] = {name: set() for name in rows}
    others = set[str]()
    for state in islice(states, MOST_ASKED) if rows else ():
        who = game.turn(state)
        for after, name in product(_what_comes_of(game, state), rows):
            before, then = getattr(state, name), getattr(after, name)
            if before != then:
                alone = before[:who] == then[:who] and before[who + 1 :] == then[who + 1 :]
                owners[name].add(who) if alone else others.add(name)
    return {name for name in rows if len(owners[name]) > 1} - others


def _what_comes_of(game: Game, state: Any) -> Iterator[Any]:
    """Yield the states after each move, and after the throw that it leads to."""
    for move in game.moves(state):
        after = game.play(state, move)
        if game.turn(after) == CHANCE:
            yield from (game.play(after, outcome) for outcome in islice(possible_moves(game, after), MOST_THROWN))
        else:
            yield after


def seen_by_mover(game: Game, rows: Collection[str]) -> Callable[[Any], Any]:
    """Return a function that puts the player to move first in the ``rows`` of a state, and then those who follow."""
    return lambda state: _rotate_seats(state, game.turn(state), rows)


def _rotate_seats(state: Any, by: int, rows: Collection[str]) -> Any:
    """Return the state with every player moved so many seats to the front."""
    turned: dict[str, Any] = {name: getattr(state, name)[by:] + getattr(state, name)[:by] for name in rows}
    seats = len(next(iter(turned.values())))
    return state._replace(**turned, **{MOVER: (getattr(state, MOVER) - by) % seats})


def alike(game: Game, states: Mapping[Any, Any], rows: Collection[str]) -> bool:
    """Return whether the rules treat all seats alike, in these states and in those after them.

    In up to ``MOST_ASKED`` states, everybody moves one seat on; then the same moves must lead to the same states with
    everybody one seat on.
    """
    fields = next(iter(states))._fields if states else ()
    if not rows or MOVER not in fields:
        return False
    return all(_same_a_seat_further(game, state, rows) for state in islice(states, MOST_ASKED))


def _same_a_seat_further(game: Game, state: Any, rows: Collection[str]) -> bool:
    further = _rotate_seats(state, 1, rows)
    seats = len(getattr(state, next(iter(rows))))
    if not 0 <= getattr(state, MOVER) < seats or game.turn(further) != (game.turn(state) - 1) % seats:
        return False
    moves = list(game.moves(state))
    if moves != list(game.moves(further)):
        return False
    return all(game.play(further, move) == _rotate_seats(game.play(state, move), 1, rows) for move in moves)
