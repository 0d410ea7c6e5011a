"""A game in progress as it is drawn in a notebook."""

from dataclasses import dataclass

from faceup.results.in_notebook import InNotebook
from faceup.results.scene import Scene
from faceup.rules.contract import Game


@dataclass(frozen=True)
class PositionShown(InNotebook):
    """What lies on the table, and ``told``, a line each: the last moves, and what may be played now or how it ended."""

    game: Game
    scene: Scene
    told: tuple[str, ...]
