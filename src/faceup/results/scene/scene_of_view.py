"""The scene of one player's view: drawn like a position if the view has fields, with hidden cards face down."""

from collections.abc import Callable, Collection
from typing import Any

from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_of_game import scene_of_fields, text_not_drawn
from faceup.results.view_words import is_state, view_text
from faceup.rules.contract import Game
from faceup.rules.fields import Card, Die, Field, fields_of, item_kind
from faceup.rules.moves import Move

TURNED = (Card, Die)  # hidden ones lie face down; hidden fields of other types are left out


def scene_of_view(
    game: Game, view: Any, legal: Collection[Move], turn: int, conceals: Callable[[str, Any], Any]
) -> Scene:
    """The scene of a view, with the moves of the player to move who sees it. ``conceals`` says of a field and its
    visible value whether something is hidden behind it; for a row, at which places.
    """
    text = view_text(game, view)
    if not hasattr(view, "_fields"):
        return Scene((), text, text)
    fields = [_turn_over(field, conceals) for field in fields_of(view)]
    scene = scene_of_fields(game, fields, text, legal, turn, {})
    if not is_state(game, view) or type(game).show is Game.show:
        return scene
    zones = tuple(zone for zone in scene.zones if zone.kind != "number")  # the rules have words for bare numbers
    return scene if zones == scene.zones else Scene(zones, text, text_not_drawn(text, zones))


def _turn_over(field: Field, conceals: Callable[[str, Any], Any]) -> Field:
    """The field with None for things face down."""
    if field.kind in TURNED:
        return field._replace(value=None) if conceals(field.name, field.value) else field
    if item_kind(field.kind) in TURNED and isinstance(field.value, tuple):
        hidden = conceals(field.name, field.value)
        cards = zip(field.value, hidden, strict=True)
        return field._replace(value=tuple(None if under else card for card, under in cards))
    return field
