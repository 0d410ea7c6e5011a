"""Numbers of the state that grow without end, for a hint where a limit was reached.

For each number of the state one play is followed that makes it as large as it can, move by move. A number that is
still growing after many moves has no bound, or one that is far away.
"""

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Any

from faceup.results.answers.solution import Growing
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of
from faceup.rules.parameters import kinds

PARTS, MOVES = 10, 100  # in each part of the play, of so many moves, the number has to reach more than before
LISTED, TRIED = 200, 12  # moves of a position
SECONDS = 0.5  # for all numbers together, after a limit of time too: a guard against slow rules

Measure = Callable[[Any], int]  # of a state, or of a field of it


def growing(game: Any, start: Any = None) -> Growing | None:
    """The first number of the state that keeps growing; None where none was found, or the rules raise.

    A number that grows is not named while a parameter is larger, which may be its bound.
    """
    try:
        state = game.canon(game.start() if start is None else start)
        ways = [*_ways(game, state)]
        until = time.monotonic() + SECONDS
        for found, measure in ways:
            if (reached := _largest_reached(game, state, measure, until)) is not None:
                if found.way == "more" and found.bound and reached <= getattr(game, found.bound):
                    continue
                least = -reached if found.way == "less" else reached
                return Growing(found.field, least, found.way, found.in_row, found.bound)
    except MISTAKES:  # which others tell, with its place
        return None
    return None


def _ways(game: Game, state: Any) -> Iterator[tuple[Growing, Measure]]:
    """What of the state may grow, and what measures it; a number that falls has no bound only where it is below 0."""
    numbers = {name: getattr(game, name) for name, kind in kinds(type(game)).items() if kind is int}
    bound = max((name for name in numbers if numbers[name] > 1), key=numbers.__getitem__, default="")
    for k, name in enumerate(getattr(state, "_fields", ())):
        number = itemgetter(k)
        if isinstance(state[k], tuple):
            yield Growing(name, 0, "longer"), _measure(number, len)
            yield Growing(name, 0, "more", True, bound), _measure(number, _largest)
            yield Growing(name, 0, "less", True, bound), _measure(number, _below)
        elif isinstance(state[k], int):
            yield Growing(name, 0, "more", False, bound), _measure(number, int)
            yield Growing(name, 0, "less", False, bound), _measure(number, lambda number: max(-number, 0))


def _measure(of: Callable[[Any], Any], size: Measure) -> Measure:
    return lambda state: size(of(state))


def _largest(row: Any) -> int:
    return max(row, default=0)


def _below(row: Any) -> int:
    """How far the smallest number is below 0."""
    return max(-min(row, default=0), 0)


def _largest_reached(game: Game, state: Any, measure: Measure, until: float) -> int | None:
    """What is reached in a play that goes on and on; None where play ends, or nothing more is reached."""
    chooser, most = random.Random(1), measure(state)
    choices = "choices" in facts_of(game).overridden
    for _ in range(PARTS):
        before = most
        for _ in range(MOVES):
            who = game.turn(state)
            if who == OVER or time.monotonic() > until:
                return None
            moves = game.choices(state) if choices and who != CHANCE else game.moves(state)
            options = [move for move in islice(moves, LISTED) if who != CHANCE or game.odds(state, move) > 0]
            options = chooser.sample(options, TRIED) if len(options) > TRIED else options
            afters = [game.canon(game.play(state, move)) for move in options]
            ranked = [(game.turn(after) != OVER, measure(after), chooser.random()) for after in afters]
            state = afters[max(range(len(afters)), key=ranked.__getitem__)]
            most = max(most, measure(state))
        if most <= before:
            return None
    return most
