"""A game that answers otherwise for a purpose, as one that begins at a position which somebody wrote down."""

from copy import copy
from functools import partial
from types import FunctionType
from typing import Any

from faceup.rules.contract import Game

ASKED = tuple(name for name, method in vars(Game).items() if isinstance(method, FunctionType) and name[0] != "_")


def alter(game: Game, **instead: Any) -> Game:
    """The same game with these in the place of its own methods; where its rules ask each other, they ask these, too."""
    other = copy(game)
    for name, answer in instead.items():
        object.__setattr__(other, name, answer)  # rules are frozen
    return other


def altered_for_others(game: Game, **instead: Any) -> Game:
    """The same, but its rules go on asking each other as they were, and whoever asks the game is answered by these."""
    own = {name: getattr(game, name) for name in ASKED if getattr(type(game), name) is not getattr(Game, name)}
    return alter(game, **own | instead)


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
