"""Tricks: the owners of the cards between the hands, and the last complete round."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faceup.results.scene.scene import Scene
from faceup.results.scene.things import Item, Made, Zone
from faceup.rules.cards import holds
from faceup.rules.contract import CHANCE
from faceup.rules.fields import Card, field_kinds, label_of
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

LAST_ROUND = "last round"
Laid = tuple[str, int]  # a card and its player, or CHANCE


def with_tricks(scene: Scene, state: Any, history: Sequence[Made], who: Callable[[int], str]) -> Scene:
    """The scene of a game of hands, first the cards between them, each with the name of its player.

    A round is over when a ``Card`` field becomes empty by a card from a hand.
    """
    kinds = field_kinds(type(state))
    between = {label_of(name): name for name, kind in kinds.items() if kind is Card}
    if not between or Cards not in kinds.values():
        return scene

    def name_cards(cards: Sequence[Laid]) -> tuple[Item, ...]:
        return tuple(Item(card, by="" if turn == CHANCE else who(turn)) for card, turn in cards)

    lying = [
        replace(zone, rows=(name_cards(_lying(history, len(history), state, [between[zone.label]])),))
        for zone in scene.zones
        if zone.label in between
    ]
    over = _last_round(history, state, kinds, list(between.values()))
    last = [Zone("cards", LAST_ROUND, (name_cards(over),))] if over else []
    others = [zone for zone in scene.zones if zone.label not in between]
    return Scene((*lying, *last, *others), scene.text, scene.more)


def _last_round(history: Sequence[Made], state: Any, kinds: Mapping[str, Any], between: Sequence[str]) -> list[Laid]:
    """The cards of the last complete round, in the order of play."""
    after = state
    for k in reversed(range(len(history))):
        before, turn, move = history[k]
        if turn >= 0 and _any(before, between) and not _any(after, between) and _in_a_hand(before, move, kinds):
            return [*_lying(history, k, before, between), (str(move), turn)]
        after = before
    return []


def _in_a_hand(state: Any, move: Move, kinds: Mapping[str, Any]) -> bool:
    hands = (getattr(state, name) for name, kind in kinds.items() if kind is Cards)
    return isinstance(move, int) and move >= 0 and any(holds(hand, move) for hand in hands)


def _any(state: Any, between: Iterable[str]) -> bool:
    return any(getattr(state, name) for name in between)


def _lying(history: Sequence[Made], number: int, state: Any, between: Iterable[str]) -> list[Laid]:
    """The cards in these fields after so many moves of the history."""
    return [(str(card), _laid_by(history, number, name, card)) for name in between if (card := getattr(state, name))]


def _laid_by(history: Sequence[Made], number: int, name: str, card: int) -> int:
    """The player whose move of the card put it into the field; else CHANCE."""
    for k in range(number - 1, -1, -1):
        before, turn, move = history[k]
        if getattr(before, name) != card:
            return turn if move == card else CHANCE
    return CHANCE
