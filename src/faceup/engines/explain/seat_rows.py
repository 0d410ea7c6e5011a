"""Which rows of a state have a place for each player, and whether all players are in one and the same position."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice, product
from typing import Any

from faceup.engines.model.legal_moves import possible_moves
from faceup.engines.model.seats import seats_of
from faceup.results.scene.scene_boards import row_of_squares
from faceup.rules.boards import board_of
from faceup.rules.contract import CHANCE, Game
from faceup.rules.fields import MOVER, field_kinds, fields_of, item_kind

MOST_ASKED = 2000  # states that are asked what their moves do
MOST_THROWN = 36  # outcomes of chance that are looked at behind each of them
TWO = 2  # opponents, of whom one loses what the other gains


def rows_of_seats(game: Game, states: Collection[Any]) -> frozenset[str]:
    """The fields that are rows with a place for each player: every move changes its player's own place alone, or each
    seat has a payoff of its own and the row holds plain numbers.
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
    """The rows in which moves change their player's own place, and never another; more than one player was seen to."""
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
    """The states after each move, and after the throw that it leads to."""
    for move in game.moves(state):
        after = game.play(state, move)
        if game.turn(after) == CHANCE:
            yield from (game.play(after, outcome) for outcome in islice(possible_moves(game, after), MOST_THROWN))
        else:
            yield after


def seen_by_mover(game: Game, rows: Collection[str]) -> Callable[[Any], Any]:
    """Each state with the place of the player to move first in its ``rows``, and then those who follow."""
    return lambda state: _rotate_seats(state, game.turn(state), rows)


def _rotate_seats(state: Any, by: int, rows: Collection[str]) -> Any:
    """The state with every player so many seats further to the front."""
    turned: dict[str, Any] = {name: getattr(state, name)[by:] + getattr(state, name)[:by] for name in rows}
    seats = len(next(iter(turned.values())))
    return state._replace(**turned, **{MOVER: (getattr(state, MOVER) - by) % seats})


def alike(game: Game, states: Mapping[Any, Any], rows: Collection[str]) -> bool:
    """Whether in the rules it makes no difference who sits where, in these states and in those after them.

    That is asked of up to ``MOST_ASKED`` of them: everybody a seat further, the same moves lead to the same, everybody
    a seat further.
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
