"""The scene of a position after known moves, with dice, tricks, and the winning set; and of a patience."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from faceup.results.scene.dice import dice_lying
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.things import Item, Made, Zone, last_decider
from faceup.results.scene.tricks import with_tricks
from faceup.results.scene.winning_set import with_winning_set
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game, Patience
from faceup.rules.fields import label_of
from faceup.rules.moves import Move
from faceup.rules.pile import Tally
from faceup.rules.texts import state_text


def scene_in_play(
    game: Game, state: Any, legal: Collection[Move], history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene after these moves, with the moves that can be picked; ``stakes`` are computed only if needed."""

    def winner() -> int | None:
        stakes = stakes_of()
        if not stakes.two:
            return None
        return stakes.outcome_of_end(game.payoff(state), last_decider(history)).winner

    def who(turn: int) -> str:
        return stakes_of().name(turn)

    scene = scene_of(game, state, legal, dice_lying(game, history))
    return with_tricks(with_winning_set(scene, game, state, winner), state, history, who)


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
