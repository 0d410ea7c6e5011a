"""The scene of a patience: its piles and its numbers."""

from typing import Any

from faceup.results.scene.scene import Scene
from faceup.results.scene.things import Item, Zone
from faceup.rules.contract import Patience
from faceup.rules.fields import label_of
from faceup.rules.pile import Tally
from faceup.rules.texts import state_text


def table_scene(game: Patience, table: Any) -> Scene:
    """The table of a patience."""
    zones = []
    for name, thing in zip(table._fields, table, strict=True):
        if isinstance(thing, Tally):
            zones.append(Zone("number", label_of(name), ((Item(str(thing.n)),),)))
        else:
            zones.append(Zone("pile", label_of(name), (tuple(Item(game.say(card)) for card in thing.cards()),)))
    text = state_text(game, table)
    return Scene(tuple(zones), text, "" if type(game).show is Patience.show else text)
