"""What a player sees, and the moves of one who sees no more, as text."""

from collections.abc import Iterable, Sequence
from typing import Any

from faceup.rules.cards import write_cards
from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, Field, fields_of
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
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
        return [_text(view) for view in views]
    rows = [[field for field in fields_of(view) if field.name != MOVER] for view in views]
    differing = [k for k in range(len(rows[0])) if whole or len({row[k].value for row in rows}) > 1]
    return [", ".join(f"{row[k].label} {field_text(row[k])}" for k in differing) or "nothing yet" for row in rows]


def words_by_view(game: Game, view: Any, example: Any, moves: Iterable[Move]) -> tuple[str, ...]:
    """The moves as somebody says them who sees no more than the view.

    Where that is not like a state, the rules are asked about the ``example``, a state that looks so.
    """
    asked = view if is_state(game, view) else example
    return tuple(move_text(game, asked, move) for move in moves)


def field_text(field: Field) -> str:
    """What a field holds: cards by their names, a row with blanks between."""
    return (write_cards(field.value) or "-") if field.kind is Cards else _text(field.value)


def _text(value: Any) -> str:
    """A number, or the numbers of a row."""
    return (" ".join(map(_text, value)) or "-") if isinstance(value, tuple) else str(value)
