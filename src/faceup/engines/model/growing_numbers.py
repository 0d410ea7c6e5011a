"""Find numbers of the state that seem to grow without bound, for a hint when a limit is reached.

For each number of the state, one play greedily makes it as large as possible. A number that still grows after many
moves has no bound, or a distant one.
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
from faceup.rules.moves import numbers_text
from faceup.rules.parameters import kinds

PARTS, MOVES = 10, 100  # in each of PARTS parts of MOVES moves, the number must grow
LISTED, TRIED = 200, 12  # moves of a position that are listed, and tried
SECONDS = 0.5  # for all numbers together, even after a time limit: a guard against slow rules

Measure = Callable[[Any], int]  # of a state, or of one of its fields


def growing_number(game: Any, start: Any = None) -> Growing | None:
    """Return the first number of the state that keeps growing; None if there is none, or if the rules raise.

    A number below the largest parameter is not reported: that parameter may be its bound.
    """
    try:
        state = game.canon(game.start() if start is None else start)
        ways = [*_candidates(game, state)]
        until = time.monotonic() + SECONDS
        for candidate, measure in ways:
            if (reached := _largest_reached(game, state, measure, until)) is not None:
                largest, step = reached
                if candidate.way == "more" and candidate.bound and largest <= getattr(game, candidate.bound):
                    continue
                least = -largest if candidate.way == "less" else largest
                below = step if candidate.way == "less" else ""
                return Growing(candidate.field, least, candidate.way, candidate.in_row, candidate.bound, below)
    except MISTAKES:  # reported elsewhere, with its place
        return None
    return None


def _candidates(game: Game, state: Any) -> Iterator[tuple[Growing, Measure]]:
    """Yield what may grow in the state, with its measure; a falling number counts by how far it is below 0."""
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
    """Return how far the smallest number is below 0."""
    return max(-min(row, default=0), 0)


def _largest_reached(game: Game, state: Any, measure: Measure, until: float) -> tuple[int, str] | None:
    """Return the largest measure in a play of PARTS x MOVES moves, and the move by which it is first above 0; None if
    play ends or the measure stops growing.
    """
    chooser, most, step = random.Random(1), measure(state), ""
    choices = "choices" in facts_of(game).overridden
    for _ in range(PARTS):
        before = most
        for _ in range(MOVES):
            turn = game.turn(state)
            if turn == OVER or time.monotonic() > until:
                return None
            moves = game.choices(state) if choices and turn != CHANCE else game.moves(state)
            options = [move for move in islice(moves, LISTED) if turn != CHANCE or game.odds(state, move) > 0]
            options = chooser.sample(options, TRIED) if len(options) > TRIED else options
            afters = [game.canon(game.play(state, move)) for move in options]
            ranked = [(game.turn(after) != OVER, measure(after), chooser.random()) for after in afters]
            chosen = max(range(len(afters)), key=ranked.__getitem__)
            if not step and ranked[chosen][1] > 0:
                step = f"move {numbers_text(options[chosen])} in {state!r}"
            state = afters[chosen]
            most = max(most, measure(state))
        if most <= before:
            return None
    return most, step
