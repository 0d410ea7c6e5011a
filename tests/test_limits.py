"""What ends the work of solving before its end: a limit of time, and an event that says nobody waits any more."""

import threading

import pytest

import faceup
from faceup.engines.limits import GivenUp
from faceup.games.one_handed import OneHanded
from faceup.rules import Game, Patience
from tests.games.arbitrary import LongWalk

ENDLESS = LongWalk(length=10**9)  # for as long as anybody waits; the first player wins, as in every power of ten


@pytest.mark.parametrize("engine", ["auto", "cpython", "native"])
@pytest.mark.parametrize("seconds", [0, 0.05])
def test_a_limit_of_time_stops_with_true_bounds(engine: str, seconds: float) -> None:
    value = faceup.solve(ENDLESS, engine=engine, seconds=seconds).value
    assert (value.how, value.limit) == ("stopped", "time")
    assert value.low <= 1 <= value.high


@pytest.mark.parametrize("engine", ["auto", "cpython", "native"])
def test_time_enough_changes_nothing(engine: str) -> None:
    game = LongWalk(length=1000)
    limited, free = faceup.solve(game, engine=engine, seconds=3600, stop=threading.Event()), faceup.solve(game)
    assert (limited.value, limited.states) == (free.value, free.states)
    assert limited.value.exact == 1


@pytest.mark.parametrize("engine", ["auto", "cpython", "native"])
def test_an_event_ends_the_work_that_is_under_way(engine: str) -> None:
    stop, told = threading.Event(), threading.Event()

    def give_up() -> None:
        assert told.wait(60)
        stop.set()

    other = threading.Thread(target=give_up)
    other.start()
    with pytest.raises(GivenUp):
        faceup.solve(ENDLESS, engine=engine, stop=stop, progress=lambda states: told.set())
    other.join()
    assert faceup.solve(LongWalk(length=1000), engine=engine).value.exact == 1


@pytest.mark.parametrize("game", [ENDLESS, OneHanded(ranks=4)], ids=repr)
def test_an_event_that_was_set_before_ends_the_work_at_once(game: Game | Patience) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(GivenUp):
        faceup.solve(game, stop=stop)
