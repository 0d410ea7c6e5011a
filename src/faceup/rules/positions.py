"""A game that begins at a position which somebody wrote down."""

from functools import partial
from typing import Any

from faceup.rules.altered import alter
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError, UsageError, error_words, quoted
from faceup.rules.texts import line_of


def at_position(game: Game, text: str) -> Game:
    """The game from the position on that its rules read in a text; as it is where there is none.

    Raises UsageError where the rules read none or the text names none, RulesError where what they read is no state.
    """
    if not text:
        return game
    if type(game).read is Game.read:
        name = type(game).name
        raise UsageError(f"{name} has no method read(self, text) that reads positions; moves can be given instead")
    try:
        state: Any = game.read(text)
    except (ValueError, LookupError) as error:
        raise UsageError(f"{quoted(text)} is no position of {type(game).name}: {error_words(error)}") from None
    fields = getattr(game.start(), "_fields", ())
    if getattr(state, "_fields", None) != fields:
        problem = f"read gives {state!r} for {quoted(text)}; possible: a state"
        raise RulesError(f"{type(game).__name__}: {problem}{line_of(game, 'read')}")
    return alter(game, start=partial(_itself, state), _position=text)


def position_of(game: Any) -> str:
    """The text of the position at which a game begins; empty where that is its own start."""
    return str(vars(game).get("_position", ""))


def _itself(state: Any) -> Any:
    return state
