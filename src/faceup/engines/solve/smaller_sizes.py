"""Smaller sizes of a game, few enough of whose positions there are that all of them have been looked at."""

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import inf
from typing import Any

from faceup.engines.model.limits import Deadline, Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import kinds

POSITIONS = 20_000  # of a size that will do: whatever is asked about so many is answered while one waits
SECONDS = 6.0  # to look for them,
TRIES = 6  # of which one size may take a part
LIKE = 3  # times as large, at most, a number is like another
REFUSED = 16  # of a size that is none, this part is added to it
CLOSER = 3  # sizes that are tried between one that will do and one twice as large that will not

Numbers = dict[str, int]


def smaller_sizes(game: Game | Patience, positions: int = POSITIONS, seconds: float = SECONDS) -> Iterator[Numbers]:
    """All numbers that say how large it is smaller alike, so that it will do; then each one alone, all else equal.

    ``seconds`` are for all of it: what is given has been looked at, and there may be larger sizes that will do too.
    """
    numbers, over = whole_numbers(game), Deadline(seconds)
    ways: list[tuple[int, Callable[[int], Numbers]]] = [(now, partial(_one, name)) for name, now in numbers.items()]
    if len(scale_numbers(game, 1)) > 1:
        ways.insert(0, (max(numbers.values()), partial(scale_numbers, game)))
    for end, numbers_at in ways:

        @cache
        def will_do(to: int, numbers_at: Callable[[int], Numbers] = numbers_at) -> bool | None:
            """None where there is no such game."""
            smaller = resize_game(game, numbers_at(to))
            if smaller is None or over.is_set():
                return None if smaller is None else False
            return positions_of(smaller, positions, seconds / TRIES) is not None

        found = _largest(will_do, end)
        if found is not None:
            yield numbers_at(found)


def _one(name: str, to: int) -> Numbers:
    return {name: to}


def whole_numbers(game: Game | Patience) -> Numbers:
    """The parameters that are whole numbers, and what they are."""
    return {name: getattr(game, name) for name, kind in kinds(type(game)).items() if kind is int}


def scale_numbers(game: Game | Patience, to: int) -> Numbers:
    """The numbers that say how large it is made smaller alike, so that the largest is ``to``.

    They are those of like size: 6 sides of a die stay what they are where the goal is 100.
    """
    numbers = whole_numbers(game)
    largest = max(numbers.values(), default=0)
    return {name: max(round(now * to / largest), 1) for name, now in numbers.items() if LIKE * now >= largest}


def resize_game(game: Any, numbers: Numbers) -> Any:
    """The game with other numbers; None where these make none."""
    try:
        return dataclasses.replace(game, **numbers)
    except MISTAKES:  # a check that stumbles makes no game either
        return None


def positions_of(game: Game | Patience, most: int, seconds: float = inf) -> int | None:
    """How many positions there are, of a patience tables that ask for a card; None where they are more, or too slow."""
    from faceup.engines.model.graph import walk  # which the front of a server does without

    try:
        if plays_itself(game):
            found = enumerate_deals(game, states=most, seconds=seconds)
            return None if found.undecided else found.states
        limits = Limits(seconds=seconds)
        return len(walk(game, canonical=True, most=most, seats=seats_of(game), limits=limits).states)
    except MISTAKES:  # a limit, or what rules raise that were meant for other sizes
        return None


def _largest(will_do: Callable[[int], bool | None], end: int) -> int | None:
    """A number below the end that will do, among the largest of which that is so, looked for from the smallest on."""
    found, number = None, 1
    while number < end and (answer := will_do(number)) is not False:
        found = number if answer else found
        number = 2 * number if answer else number + number // REFUSED + 1  # sizes may begin anywhere
    if found is None:
        return None
    low, high = found, min(number, end)
    for _ in range(CLOSER):
        middle = (low + high) // 2
        low, high = (middle, high) if middle < high and will_do(middle) else (low, middle)
    return low
