"""A game in progress as it is drawn in a notebook."""

from dataclasses import dataclass

from faceup.results.scene.scene import Scene
from faceup.results.shown import Shown
from faceup.rules.contract import Game


@dataclass(frozen=True, repr=False)
class PositionShown(Shown):
    """What lies on the table, and ``told``, a line each: the last moves, and what may be played now or how it ended."""

    game: Game
    scene: Scene
    told: tuple[str, ...]
