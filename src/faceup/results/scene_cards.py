"""Cards that are moves: in a hand, or on the table to be taken."""

from collections.abc import Collection, Sequence

from faceup.results.things import Item, Zone
from faceup.rules.cards import HIGHEST_CARD, holds
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import Field, item_kind
from faceup.rules.parameters import Cards


def check_sets(game: Game, fields: Sequence[Field]) -> None:
    """Refuse a set below zero, which would have no end."""
    for name, value, kind in fields:
        sets = [value] if kind is Cards else value if item_kind(kind) is Cards else []
        for held in sets:
            if held < 0:
                raise RulesError(f"{type(game).__name__}: {name} is {value}; a set of cards is a number from 0 up")


def cards_picked(game: Game, fields: Sequence[Field], turn: int, moves: Collection[int]) -> dict[int, str]:
    """The field from which each move is picked, where sets are drawn and moves are said by their numbers.

    Of several that hold the card it is the mover's: the sets are in seat order.
    """
    if not _are_cards(game, moves):
        return {}
    sets = [field for field in fields if field.kind is Cards]
    places: dict[int, str] = {}
    for name, held, _ in (*sets[turn : turn + 1] * (turn >= 0), *sets):
        places |= {move: name for move in moves if move not in places and holds(held, move)}
    return places


def cards_to_take(game: Game, fields: Sequence[Field], moves: Collection[int]) -> list[Zone]:
    """These moves as cards on the table, where moves are cards and others of them are in sets."""
    if not moves or not _are_cards(game, moves) or not any(field.kind is Cards for field in fields):
        return []
    return [Zone("cards", "on the table", (tuple(Item(str(card), card) for card in sorted(moves)),), choices=True)]


def _are_cards(game: Game, moves: Collection[int]) -> bool:
    has_board = getattr(game, "board", None) is not None
    return not has_board and type(game).say is Game.say and all(0 <= move <= HIGHEST_CARD for move in moves)
