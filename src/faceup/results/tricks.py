"""Tricks: whose the cards are that lie between the hands, and the round that was over last."""

from collections.abc import Callable, Sequence
from typing import Any

from faceup.results.scene import Scene, field_kinds
from faceup.results.things import Item, Zone
from faceup.rules.cards import holds
from faceup.rules.fields import Card
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

LAST_ROUND = "last round"
Made = tuple[Any, int, Move]  # the state before a move, who made it, the move


def with_tricks(scene: Scene, state: Any, history: Sequence[Made], who: Callable[[int], str]) -> Scene:
    """The scene of a game of hands with the cards between them first, each with the name of who played it.

    Where cards of hands lie in ``Card`` fields, a round is over when such a field becomes empty by a card from a hand.
    """
    kinds = field_kinds(type(state))
    between = {name.replace("_", " ") for name, kind in kinds.items() if kind is Card}
    if not between or Cards not in kinds.values():
        return scene

    def named(card: str) -> Item:
        by = next((turn for _, turn, move in reversed(history) if str(move) == card and turn >= 0), None)
        return Item(card, by="" if by is None else who(by))

    lying = [
        zone._replace(rows=(tuple(named(item.text) for item in zone.items),))
        for zone in scene.zones
        if zone.label in between
    ]
    over = _last_round(history, state, kinds)
    last = [Zone("cards", LAST_ROUND, (tuple(map(named, over)),))] if over else []
    others = [zone for zone in scene.zones if zone.label not in between]
    return Scene((*lying, *last, *others), scene.text, scene.more)


def _last_round(history: Sequence[Made], state: Any, kinds: dict[str, Any]) -> list[str]:
    """The cards of the last round that is over, as they were played."""
    after = state
    for before, turn, move in reversed(history):
        lay = _lying(before, kinds)
        if turn >= 0 and lay and not _lying(after, kinds) and _in_a_hand(before, move, kinds):
            return [*lay, str(move)]
        after = before
    return []


def _in_a_hand(state: Any, move: Move, kinds: dict[str, Any]) -> bool:
    hands = (getattr(state, name) for name, kind in kinds.items() if kind is Cards)
    return isinstance(move, int) and move >= 0 and any(holds(hand, move) for hand in hands)


def _lying(state: Any, kinds: dict[str, Any]) -> list[str]:
    return [str(getattr(state, name)) for name, kind in kinds.items() if kind is Card and getattr(state, name)]
