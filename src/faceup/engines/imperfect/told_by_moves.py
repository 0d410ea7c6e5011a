"""What players could tell from the moves that are legal, where view hides it from them: an error in the rules."""

from collections.abc import Iterable
from typing import Any

from faceup.results.decision import Event, Seen
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import numbers_text
from faceup.rules.texts import line_of

MOST_TOLD = 20  # moves


def told_by_moves(game: Game, player: int, one: Any, other: Any, story: Iterable[Event] = ()) -> RulesError:
    """The error for two positions that a player cannot tell apart, and in which other moves are legal."""
    moves = "; ".join(
        f"legal in {state!r}: {', '.join(numbers_text(move) for move in list(game.moves(state))[:MOST_TOLD])}"
        for state in (one, other)
    )
    known = ", ".join(
        f"saw {event.view!r}" if isinstance(event, Seen) else f"played {numbers_text(event.move)}" for event in story
    )
    before = f" player {player} {known};" if known else ""
    return RulesError(
        f"{type(game).__name__}: the moves tell player {player} what view hides:{before} {moves}; in positions that "
        f"look alike to whoever is to move the same moves must be legal{line_of(game, 'view')}"
    )
