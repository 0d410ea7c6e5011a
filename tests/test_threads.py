"""Several threads that ask one solution, also about states that it has not met, and that read rules at once."""

import gc
import inspect
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from faceup.engines.solve.dispatch import solve
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.results.answers.solution import Solution
from faceup.rules import OVER, Game, parameters
from faceup.rules.method_source import class_lines, parse
from tests.library import deep

THREADS = 4


@pytest.fixture
def restless() -> Iterator[None]:
    """Python changes from one thread to the next as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def met_at_random(game: Game, plays: int) -> list[Any]:
    """The states of some plays with moves by chance."""
    chance, states = random.Random(1), {}
    for _ in range(plays):
        state = game.start()
        while game.turn(state) != OVER:
            states[state] = None
            state = game.play(state, chance.choice(list(game.moves(state))))
    return list(states)


def asked(solution: Solution, states: list[Any]) -> dict[Any, Any]:
    """What it says about each of these states."""
    game = solution.game
    return {
        state: (
            solution.value_of(state),
            solution.values(state),
            solution.distance(state),
            solution.move(state) if game.turn(state) in (0, 1) else None,
        )
        for state in states
    }


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize(
    ("engine", "game", "plays"),
    [
        ("cpython", Nim(a=12, b=13, c=14), 30),
        ("cpython", Hog(goal=10, dice=2), 30),
        deep("native", Nim(a=30, b=35, c=40), 5),  # long enough for threads to meet in machine code
        ("native", Hog(goal=30), 5),
    ],
)
def test_threads_are_told_what_one_thread_is_told(engine: str, game: Game, plays: int) -> None:
    states = met_at_random(game, plays)
    end = states[-1]  # from where next to nothing is solved
    orders = [random.Random(seed).sample(states, len(states)) for seed in range(THREADS)]
    alone = asked(solve(game, engine=engine, start=end), states)
    shared, together = solve(game, engine=engine, start=end), Barrier(THREADS)

    def ask(order: list[Any]) -> dict[Any, Any]:
        together.wait(60)
        return asked(shared, order)

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(ask, orders))
    assert found == [alone] * THREADS


class Circle:
    """Something that refers to itself: what Python runs to collect it lets other threads go on."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        sum(range(50))


@pytest.mark.usefixtures("restless")
def test_threads_parse_one_after_another() -> None:
    text, before = inspect.getsource(parameters), gc.get_threshold()

    def read(_: int) -> int:
        Circle()
        return len(parse(text).body) + class_lines(Circle)[1]

    gc.set_threshold(5, 2, 2)
    try:
        with ThreadPoolExecutor(THREADS) as executor:
            assert len(set(executor.map(read, range(48)))) == 1
    finally:
        gc.set_threshold(*before)
