"""Dice that chance has thrown, as the rules say that its outcomes show them."""

from collections.abc import Sequence
from typing import Any

from faceup.results.things import Made
from faceup.rules.contract import CHANCE, Game
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


def dice_lying(game: Game, history: Sequence[Made]) -> tuple[int, ...]:
    """What the dice show that chance has thrown since anybody decided; or else those that still lie there."""
    faces: list[int] = []
    for state, turn, move in reversed(history) if callable(getattr(game, "faces", None)) else ():
        if turn != CHANCE and faces:
            break
        if turn == CHANCE:
            faces[:0] = faces_shown(game, state, move)
    return tuple(faces)
