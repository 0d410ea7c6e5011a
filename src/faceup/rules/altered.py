"""A game that answers otherwise for a purpose, while the rules that somebody wrote stay as they are."""

from copy import copy
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
