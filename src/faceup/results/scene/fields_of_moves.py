"""Fields that hold moves which the rules say in words of their own: sets of them, and numbers."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from faceup.results.scene.example_plays import positions_met
from faceup.rules.cards import bits_of, holds
from faceup.rules.contract import Game
from faceup.rules.fields import field_kinds
from faceup.rules.parameters import Cards
from faceup.rules.texts import move_text, speaks_of_cards

FEWEST = 3  # moves, before a number that is set to them holds them by no accident


@lru_cache(maxsize=64)
def fields_of_moves(game: Game) -> Mapping[str, Mapping[int, str]]:
    """The fields that decisions change by their move, a set by a member or a number to it, with the words of
    the moves that have one word each; a member has the same word in all sets.
    """
    if type(game).say is Game.say:
        return {}
    words: dict[str, dict[int, set[str]]] = {}
    others = set[str]()
    for met in positions_met(game):
        for move, after in met.after.items() if met.turn >= 0 else ():
            for name, kind in field_kinds(type(after)).items():
                if (old := getattr(met.state, name)) == (new := getattr(after, name)):
                    continue
                if type(move) is int and _holds_now(kind, old, new, move):
                    words.setdefault(name, {}).setdefault(move, set()).add(move_text(game, met.state, move))
                else:
                    others.add(name)
    kinds, members = field_kinds(type(game.start())), dict[int, set[str]]()
    found = {name: of_moves for name, of_moves in words.items() if name not in others and len(of_moves) >= FEWEST}
    for name, of_moves in found.items():
        for move, of_move in of_moves.items() if kinds[name] is Cards else ():
            members[move] = members.get(move, set()) | of_move
    return {
        name: {
            move: word for move, (word, *more) in (members if kinds[name] is Cards else of_moves).items() if not more
        }
        for name, of_moves in found.items()
    }


def _holds_now(kind: Any, old: int, new: int, move: int) -> bool:
    """Whether a set gained or lost the move as a member, or a number became the move."""
    return (kind is Cards and holds(old ^ new, move)) or (kind is int and new == move)


@lru_cache(maxsize=64)
def moves_are_members(game: Game) -> bool:
    """Whether a set gains or loses the move of a decision as its member, as a card that is picked or played."""
    return any(
        _holds_now(Cards, _members(getattr(met.state, name)), _members(getattr(after, name)), move)
        for met in positions_met(game)
        for move, after in (met.after.items() if met.turn >= 0 else ())
        for name, kind in field_kinds(type(after)).items()
        if type(move) is int and move >= 0 and (kind is Cards or isinstance(getattr(after, name), frozenset))
    )


def _members(cards: Any) -> int:
    return bits_of(cards) if isinstance(cards, frozenset) else cards


@lru_cache(maxsize=64)
def sets_are_places(game: Game) -> bool:
    """Whether sets count places of the rules' own: a move without words, a number, changes one member, and another than
    itself. Never of rules that speak of cards.
    """
    if type(game).say is not Game.say or speaks_of_cards(game):
        return False
    changes = (
        (move, getattr(met.state, name) ^ getattr(after, name))
        for met in positions_met(game)
        for move, after in met.after.items()
        for name, kind in field_kinds(type(after)).items()
        if kind is Cards and type(move) is int
    )
    return any(changed.bit_count() == 1 and not holds(changed, move) for move, changed in changes)
