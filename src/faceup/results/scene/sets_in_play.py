"""Sets of a state: whose hands they are, and whether moves play their members, as a few plays show it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from faceup.results.scene.moves_in_fields import FEWEST_MOVES, holds_now
from faceup.results.scene.positions_met import positions_met
from faceup.rules.cards import bits_of, holds
from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, field_kinds, item_kind
from faceup.rules.rows import is_set_kind, members_of
from faceup.rules.texts import speaks_of_cards


@lru_cache(maxsize=64)
def fields_of_cards(game: Game) -> frozenset[str]:
    """The numbers that are a card, where sets hold cards: each move changes them to itself, a member of a set, or to 0,
    which no set holds. Never of rules that have words for moves, or show the cards.
    """
    if type(game).say is not Game.say or type(game).show is not Game.show or not moves_are_members(game):
        return frozenset()
    kinds, start, met = field_kinds(type(game.start())), game.start(), positions_met(game)
    names = {name for name, kind in kinds.items() if kind is int and name != MOVER and getattr(start, name) == 0}
    sets = [name for name, kind in kinds.items() if is_set_kind(kind)]
    held: dict[str, set[int]] = {name: set() for name in names}
    for one in met:
        cards = [members_of(getattr(one.state, name)) for name in sets]
        for move, after in one.after.items():
            for name in [*held]:
                number = getattr(after, name)
                if number in (0, getattr(one.state, name)):
                    continue
                if number != move or not any(holds(some, number) for some in cards):
                    del held[name]
                else:
                    held[name].add(number)
        if any(holds(some, 0) for some in cards):
            return frozenset()
    return frozenset(name for name, numbers in held.items() if len(numbers) >= FEWEST_MOVES)


@lru_cache(maxsize=64)
def moves_are_members(game: Game) -> bool:
    """Whether a set gains or loses the move of a decision as its member, as a card that is picked or played."""
    return any(
        holds_now(kind, old, new, move)
        for met in positions_met(game)
        for move, after in (met.after.items() if met.turn >= 0 else ())
        for kind, old, new in _sets_before_and_after(met.state, after)
        if type(move) is int
    )


def _sets_before_and_after(state: Any, after: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The sets of a state, in rows too, each with its annotation, and as it is in the state after it."""
    for name, kind in field_kinds(type(state)).items():
        old, new = getattr(state, name), getattr(after, name)
        if is_set_kind(kind):
            yield kind, old, new
        elif is_set_kind(item_kind(kind)) and len(old) == len(new):
            yield from ((item_kind(kind), *pair) for pair in zip(old, new, strict=True))


@lru_cache(maxsize=64)
def sets_by_seat(game: Game) -> tuple[str, ...]:
    """The names of the sets, one for each player, in the order of seats: those that gain, or else lose, members by this
    player's moves alone. Empty if a few plays do not tell them so.
    """
    names = [name for name, kind in field_kinds(type(game.start())).items() if is_set_kind(kind)]
    gains, losses = ({name: set[int]() for name in names} for _ in range(2))
    for met in positions_met(game):
        for after in met.after.values() if met.turn >= 0 else ():
            for name in names:
                old, new = members_of(getattr(met.state, name)), members_of(getattr(after, name))
                gains[name] |= {met.turn} if new & ~old else set()
                losses[name] |= {met.turn} if old & ~new else set()
    for seats in (gains, losses):
        if {*names} and sorted(map(sorted, seats.values())) == [[seat] for seat in range(len(names))]:
            return tuple(sorted(names, key=lambda name: min(seats[name])))
    return ()


@lru_cache(maxsize=64)
def hand_of(game: Game, turn: int) -> str:
    """The name of the one set that holds every move of a player wherever that player decides; of several such sets the
    one that never holds anything else; empty if there is none, or more than one.
    """
    decisions = [met for met in positions_met(game) if met.turn == turn and met.after]
    moves = [move for met in decisions for move in met.after]
    if not moves or not all(type(move) is int and move >= 0 for move in moves):
        return ""
    held = {
        name: [
            (members_of(getattr(met.state, name)), bits_of(move for move in met.after if type(move) is int))
            for met in decisions
        ]
        for name, kind in field_kinds(type(game.start())).items()
        if is_set_kind(kind)
    }
    hands = [name for name, pairs in held.items() if all(legal & ~members == 0 for members, legal in pairs)]
    alone = [name for name in hands if all(legal == members for members, legal in held[name])]
    found = hands if len(hands) == 1 else alone
    return found[0] if len(found) == 1 else ""


@lru_cache(maxsize=64)
def sets_are_places(game: Game) -> bool:
    """Whether sets count places of the rules' own: a move without words, a number, changes one member, and another than
    itself. Never of rules that speak of cards.
    """
    if type(game).say is not Game.say or speaks_of_cards(game):
        return False
    changes = (
        (move, members_of(getattr(met.state, name)) ^ members_of(getattr(after, name)))
        for met in positions_met(game)
        for move, after in met.after.items()
        for name, kind in field_kinds(type(after)).items()
        if is_set_kind(kind) and type(move) is int
    )
    return any(changed.bit_count() == 1 and not holds(changed, move) for move, changed in changes)
