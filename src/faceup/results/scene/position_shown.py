"""A game in progress in a notebook."""

from dataclasses import dataclass

from faceup.results.scene.scene import Scene
from faceup.results.shown import Showable
from faceup.rules.contract import Game


@dataclass(frozen=True, repr=False)
class PositionCard(Showable):
    """A scene, and ``told``, lines with the last moves, and the legal moves or the result."""

    game: Game
    scene: Scene
    told: tuple[str, ...]
