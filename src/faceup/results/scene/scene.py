"""A position as boards, cards, piles and heaps, for a terminal and a page alike."""

from dataclasses import dataclass, replace
from typing import Annotated

from faceup.results.scene.things import Zone
from faceup.results.showable import Showable
from faceup.rules.contract import Game
from faceup.rules.moves import Move


@dataclass(frozen=True)
class Scene:
    """The things on the table, and the position as the rules show it."""

    zones: tuple[Zone, ...]
    text: str
    more: Annotated[str, "what of the text is not drawn"]

    @property
    def moves(self) -> set[Move]:
        """The moves that can be made by picking a thing."""
        return {item.move for zone in self.zones for item in zone.items if item.move is not None}

    @property
    def squares(self) -> dict[Move, tuple[int, ...]]:
        """The squares that moves name by what they change on the board that ``show`` draws."""
        return {move: squares for zone in self.zones for move, squares in zone.named}

    @property
    def only_looked_at(self) -> "Scene":
        """The scene without moves to pick."""
        rows = (tuple(tuple(item._replace(move=None) for item in row) for row in zone.rows) for zone in self.zones)
        pairs = zip(self.zones, rows, strict=True)
        return replace(self, zones=tuple(replace(zone, rows=still, selections=(), named=()) for zone, still in pairs))


@dataclass(frozen=True, repr=False)
class PositionCard(Showable):
    """A scene, and ``told``, lines with the last moves, and the legal moves or the result."""

    game: Game
    scene: Scene
    told: tuple[str, ...]
