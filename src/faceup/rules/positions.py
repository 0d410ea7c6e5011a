"""A game that begins at a position which somebody wrote down."""

from copy import copy
from functools import partial
from typing import Any

from faceup.rules.altered import alter
from faceup.rules.contract import Game


def begun_at(game: Game, state: Any, text: str) -> Game:
    """The game from this state on, which the text tells."""
    return alter(game, start=partial(_itself, state), _position=text)


def from_own_start(game: Game) -> Game:
    """The game that begins where its rules say, of one that begins at a position."""
    other = copy(game)
    for name in ("start", "_position"):
        vars(other).pop(name, None)
    return other


def position_of(game: Any) -> str:
    """The text of the position at which a game begins; empty where that is its own start."""
    return str(vars(game).get("_position", ""))


def _itself(state: Any) -> Any:
    return state
