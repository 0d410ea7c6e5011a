"""Smaller sizes of a game that have few enough positions to enumerate them."""

import dataclasses
from collections.abc import Callable, Iterator, Set
from contextlib import suppress
from functools import cache, partial
from math import inf
from typing import Any

from faceup.engines.graph.stakes import stakes_seen
from faceup.engines.model.limits import Deadline, Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import kinds

POSITIONS = 20_000  # at most, for a size that will do: answers about so many take a moment
SECONDS = 6.0  # for the whole search
TRIES = 6  # one size may take SECONDS / TRIES
LIKE = 3  # numbers within this factor of the largest are scaled along with it
REFUSED = 16  # after a size that the rules refuse, the next is larger by 1/REFUSED
DIFFERENT = 2  # payoffs, for a game whose result is open
CLOSER = 3  # steps of bisection between a size that will do and one twice as large that will not

Numbers = dict[str, int]


def smaller_sizes(game: Game | Patience, positions: int = POSITIONS, seconds: float = SECONDS) -> Iterator[Numbers]:
    """Yield parameters of smaller games with few positions: dimensions scaled together, or all sizes, then each one
    alone.

    ``seconds`` limit the whole search, so larger sizes may also be small enough. Every yielded size has been
    enumerated, and has different endings, as this game does.
    """
    numbers, over = whole_numbers(game), Deadline(seconds)
    scaled, dimensions = scale_numbers(game, 1).keys(), _dimensions(game)
    names = sorted(numbers, key=lambda name: bool(dimensions) and name not in dimensions)
    ways: list[tuple[int, Callable[[int], Numbers]]] = [(numbers[name], partial(_one, name)) for name in names]
    together = dimensions & scaled if len(dimensions & scaled) > 1 else scaled
    if len(together) > 1:
        ways.insert(0, (max(numbers[name] for name in together), partial(_scale, game, together)))
    ended = _ends(game)
    for end, numbers_at in ways:

        @cache
        def will_do(to: int, numbers_at: Callable[[int], Numbers] = numbers_at) -> bool | None:
            """Return whether this size is small enough; None if the rules refuse it."""
            smaller = resize_game(game, numbers_at(to))
            if smaller is None or over.is_set():
                return None if smaller is None else False
            return positions_of(smaller, positions, seconds / TRIES) is not None

        largest = _largest(will_do, end)
        if largest is not None and (ended < DIFFERENT or _ends(resize_game(game, numbers_at(largest))) >= DIFFERENT):
            yield numbers_at(largest)


def _one(name: str, to: int) -> Numbers:
    return {name: to}


def _scale(game: Game | Patience, names: Set[str], to: int) -> Numbers:
    """Return these parameters scaled by one factor, so that the largest becomes ``to``."""
    numbers = whole_numbers(game)
    largest = max((numbers[name] for name in names), default=0)
    return {name: max(round(now * to / largest), 1) for name, now in numbers.items() if name in names}


def _dimensions(game: Game | Patience) -> set[str]:
    """Return the parameters that change the position or the moves at the start: the size of a board, not a goal."""
    if isinstance(game, Patience):
        return set()
    here = game.start(), list(game.moves(game.start()))
    found = set()
    for name, now in whole_numbers(game).items():
        other = resize_game(game, {name: now - 1})
        with suppress(*MISTAKES):
            if other is not None and (other.start(), list(other.moves(other.start()))) != here:
                found.add(name)
    return found


def _ends(game: Game | Patience) -> int:
    """Return how many different payoffs random games end with."""
    return 0 if isinstance(game, Patience) else len({payoff for _, payoff in stakes_seen(game).closings})


def whole_numbers(game: Game | Patience) -> Numbers:
    """Return the parameters that are whole numbers, with their values."""
    return {name: getattr(game, name) for name, kind in kinds(type(game)).items() if kind is int}


def scale_numbers(game: Game | Patience, to: int) -> Numbers:
    """Return the size parameters scaled by one factor, so that the largest becomes ``to``.

    Parameters much smaller than the largest stay as they are: a die keeps its 6 sides when the goal is 100.
    """
    numbers = whole_numbers(game)
    largest = max(numbers.values(), default=0)
    return _scale(game, {name for name, now in numbers.items() if LIKE * now >= largest}, to)


def resize_game(game: Any, numbers: Numbers) -> Any:
    """Return the game with other parameters; None if the rules refuse them."""
    try:
        return dataclasses.replace(game, **numbers)
    except MISTAKES:  # a check of parameters that itself fails refuses them too
        return None


def positions_of(game: Game | Patience, most: int, seconds: float = inf) -> int | None:
    """Return the number of positions (of a solitaire game: tables that need a card); None if too many or too slow."""
    from faceup.engines.graph.game_graph import walk  # slow to import; the front of a server does without

    try:
        if plays_itself(game):
            distribution = enumerate_deals(game, states=most, seconds=seconds)
            return None if distribution.undecided else distribution.states
        limits = Limits(seconds=seconds)
        return len(walk(game, canonical=True, most=most, seats=seats_of(game), limits=limits).states)
    except MISTAKES:  # a limit, or an error of rules that were written for other sizes
        return None


def _largest(will_do: Callable[[int], bool | None], end: int) -> int | None:
    """Return a number below ``end`` that will do, near the largest such number: by doubling, then by bisection."""
    largest, number = None, 1
    while number < end and (answer := will_do(number)) is not False:
        largest = number if answer else largest
        number = 2 * number if answer else number + number // REFUSED + 1  # sizes may begin anywhere
    if largest is None:
        return None
    low, high = largest, min(number, end)
    for _ in range(CLOSER):
        middle = (low + high) // 2
        low, high = (middle, high) if middle < high and will_do(middle) else (low, middle)
    return low
