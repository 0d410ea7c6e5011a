"""Dice that chance has thrown, as the rules say that its outcomes show them."""

from typing import Any

from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move


def faces_shown(game: Game, state: Any, outcome: Move) -> tuple[int, ...]:
    """What the dice show with this outcome of chance; none where the game has no ``faces``."""
    faces = getattr(game, "faces", None)
    if not callable(faces):
        return ()
    shown = tuple(faces(state, outcome))
    if not all(isinstance(face, int) and face >= 0 for face in shown):
        raise RulesError(f"{type(game).__name__}: faces gives {shown!r}; possible: a whole number for each die")
    return shown
