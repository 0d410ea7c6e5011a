"""Views of players, and moves by their views, as text."""

from collections.abc import Iterable, Sequence
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, fields_of, value_text
from faceup.rules.moves import Move
from faceup.rules.texts import move_text, state_text


def is_state(game: Game, view: Any) -> bool:
    """Whether a view has the fields of a state, so that the rules accept it as one."""
    return bool(getattr(view, "_fields", None) == game.start()._fields)


def view_text(game: Game, view: Any) -> str:
    """A view as the rules show a state, if it is like one; else its content."""
    return state_text(game, view) if is_state(game, view) else view_texts(game, [view], whole=True)[0]


def view_texts(game: Game, views: Sequence[Any], whole: bool = False) -> list[str]:
    """Each view in one line: as the rules show a state, if they do; else the fields that differ, or the ``whole``."""
    first = views[0]
    if is_state(game, first) and type(game).show is not Game.show:
        return [" ".join(state_text(game, view).split()) for view in views]
    if not hasattr(first, "_fields"):
        return [value_text(None, view) for view in views]
    rows = [[field for field in fields_of(view) if field.name != MOVER] for view in views]
    differing = [k for k in range(len(rows[0])) if whole or len({row[k].value for row in rows}) > 1]
    differing = differing or list(range(len(rows[0])))  # as of a single view
    return [", ".join(row[k].labelled_text() for k in differing) or "the start" for row in rows]


def words_by_view(game: Game, view: Any, examples: Sequence[Any], moves: Iterable[Move]) -> tuple[str, ...]:
    """The words of moves for a player who sees only the view, from some ``examples`` of states with that view.

    These are the words in the states if all agree; else those in the view, if it is like a state.
    """
    states = [view] if is_state(game, view) else list(examples[:1])
    return tuple(_word(game, list(examples), states, move) for move in moves)


def _word(game: Game, examples: list[Any], otherwise: list[Any], move: Move) -> str:
    words = {move_text(game, state, move) for state in examples}
    return words.pop() if len(words) == 1 else move_text(game, otherwise[0], move)
