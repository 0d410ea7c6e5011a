"""What each player has scored, in games whose rules say so."""

from collections.abc import Sequence
from typing import Any

from faceup.results.things import Item, Zone
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import Field
from faceup.rules.player_names import short_seat_name
from faceup.rules.texts import line_of


def score_zones(game: Game, state: Any) -> list[Zone]:
    """The score of each player by the method ``scores`` of the rules, up to the parameter ``goal`` where there is one;
    nothing in games without that method. Raises RulesError where ``scores`` gives anything but whole numbers.
    """
    scores = getattr(game, "scores", None)
    if not callable(scores):
        return []
    given: Any = scores(state)
    if not isinstance(given, tuple | list) or not given or not all(type(score) is int for score in given):
        problem = f"{type(game).__name__}: scores gives {given!r}; possible: a whole number for each player"
        raise RulesError(f"{problem}, as a tuple{line_of(game, 'scores')}")
    names = [short_seat_name(seat, game.player_names) if len(given) > 1 else "" for seat in range(len(given))]
    row = tuple(Item(str(score), by=name) for score, name in zip(given, names, strict=True))
    goal = getattr(game, "goal", 0)
    return [Zone("scores", "score", (row,), goal=goal if type(goal) is int and goal > 0 else 0)]


def is_of_scores(field: Field, scores: Sequence[Zone]) -> bool:
    """Whether a field is a row of just these scores, which are drawn once."""
    row = list(map(str, field.value)) if isinstance(field.value, tuple) else None
    return any([item.text for item in zone.items] == row for zone in scores)
