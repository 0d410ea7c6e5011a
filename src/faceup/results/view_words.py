"""What a player sees, and the moves of one who sees no more, as text."""

from collections.abc import Iterable, Sequence
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, fields_of, value_text
from faceup.rules.moves import Move
from faceup.rules.texts import move_text, state_text


def is_state(game: Game, view: Any) -> bool:
    """Whether the rules can be asked about a view as about a state, for it has the same fields."""
    return bool(getattr(view, "_fields", None) == game.start()._fields)


def view_text(game: Game, view: Any) -> str:
    """A view as the rules show a state, where it is like one; else what it holds."""
    return state_text(game, view) if is_state(game, view) else view_texts(game, [view], whole=True)[0]


def view_texts(game: Game, views: Sequence[Any], whole: bool = False) -> list[str]:
    """Each view in one line: as the rules show a state, where they do; else fields that differ, or the ``whole``."""
    first = views[0]
    if is_state(game, first) and type(game).show is not Game.show:
        return [" ".join(state_text(game, view).split()) for view in views]
    if not hasattr(first, "_fields"):
        return [value_text(None, view) for view in views]
    rows = [[field for field in fields_of(view) if field.name != MOVER] for view in views]
    differing = [k for k in range(len(rows[0])) if whole or len({row[k].value for row in rows}) > 1]
    if not differing and first not in (game.view(game.start(), player) for player in (0, 1)):
        differing = list(range(len(rows[0])))  # as of a single view
    return [", ".join(row[k].labelled_text() for k in differing) or "the start" for row in rows]


def words_by_view(game: Game, view: Any, examples: Sequence[Any], moves: Iterable[Move]) -> tuple[str, ...]:
    """The moves as somebody says them who sees no more than the view, in any of some ``examples`` that look so.

    That is what the rules say of the states where they say the same of all; else what they say of the view, where that
    is like a state.
    """
    asked = [view] if is_state(game, view) else list(examples[:1])
    return tuple(_word(game, list(examples), asked, move) for move in moves)


def _word(game: Game, examples: list[Any], otherwise: list[Any], move: Move) -> str:
    words = {move_text(game, state, move) for state in examples}
    return words.pop() if len(words) == 1 else move_text(game, otherwise[0], move)
