"""What ends the work of solving before its end: a limit, of which the cause is told where it is known, and an event."""

import inspect
import json
import sys
import threading
import time
from collections.abc import Sequence
from math import inf
from pathlib import Path

import pytest

import faceup
from faceup.cli import rules, waiting
from faceup.cli import so_far as so_far_module
from faceup.cli.so_far import SoFar
from faceup.cli.watchdog import Watchdog
from faceup.engines.doctor import diagnose
from faceup.engines.exact.component_solver import ComponentSolver, Places
from faceup.engines.model.growing_numbers import growing_number
from faceup.engines.model.limits import GivenUp
from faceup.engines.simulate.blocks import UnderWay
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.pig import Pig
from faceup.library.finding import find_class, library_names
from faceup.numbers import linear_systems
from faceup.results.samples.totals import Totals
from faceup.rules import CHANCE, OVER, Game, NamedTuple, Patience, Row
from faceup.rules.errors import LimitReached
from faceup.rules.facts import plays_itself
from faceup.show.text.progress import games_so_far
from tests.commands import Capture, run
from tests.games.arbitrary import LongWalk
from tests.games.rounds import Drawn
from tests.games.seats import Bargain, Lots

ENDLESS = LongWalk(length=10**9)  # for as long as anybody waits; the first player wins, as in every power of ten


@pytest.mark.parametrize("engine", ["auto", "cpython", "native"])
@pytest.mark.parametrize("seconds", [0, 0.05])
def test_a_limit_of_time_stops_with_true_bounds(engine: str, seconds: float) -> None:
    value = faceup.solve(ENDLESS, engine=engine, seconds=seconds).value
    assert (value.how, value.limit) == ("stopped", "time")
    assert value.low <= 1 <= value.high


@pytest.mark.parametrize("games", [10, 10**6])
def test_a_limit_of_time_ends_games_that_hardly_ever_end(games: int) -> None:
    under_way, began = UnderWay(), time.monotonic()
    with pytest.raises(
        LimitReached, match=r"time limit was reached before any game came to its end, after [\d,]+ steps"
    ):
        faceup.simulate(ENDLESS, games, longest=10**9, seconds=0.2, under_way=under_way)
    assert time.monotonic() - began < 10
    assert under_way.steps > 0 == under_way.ended
    assert "0 games ended" in games_so_far(under_way, 0)


def test_a_terminal_is_told_that_games_may_be_endless_and_how_far_best_play_is_known() -> None:
    under_way = UnderWay()
    assert games_so_far(under_way, 0) == "getting the rules ready"
    under_way.note_states(1234)
    assert games_so_far(under_way, 0) == "solving the game, 1,234 states"
    under_way.note_steps(512)
    assert games_so_far(under_way, 0) == "0 games ended, 512 steps"
    under_way.add(Totals(games=2, unfinished=2, steps=2 * 10**6))
    assert games_so_far(under_way, 0) == "0 of 2 games ended, 2,000,000 steps; they may be endless: see --limit"
    under_way.add(Totals(games=3, steps=30))
    assert games_so_far(under_way, 0) == "5 games"


def test_best_play_that_is_not_known_in_time_is_told_as_that() -> None:
    told = r"^the time limit was reached before best play was known"
    with pytest.raises(LimitReached, match=told):
        faceup.simulate(ENDLESS, 10, policies="best", seconds=0.05)


def test_a_terminal_shows_what_is_waited_for(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENT", 0.01)
    with waiting.waiting("thinking"):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""  # no terminal
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with waiting.waiting("thinking"):
        time.sleep(0.1)
    shown = capsys.readouterr().err
    assert shown.startswith("\rthinking, 0 s\rthinking, 0 s")
    assert shown.endswith(f"\r{' ' * 13}\r")


@pytest.mark.parametrize("game", [Bargain(), Lots(seed=1, size=120), Pig(goal=4), Drawn(seed=9, size=40)], ids=repr)
def test_time_that_is_over_while_positions_are_solved_together_ends_the_work(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve_component = ComponentSolver.solve_component

    def solve_late(solver: ComponentSolver, part: Sequence[int], place: Places) -> bool:
        solver.limits.seconds = 0
        stays = solve_component(solver, part, place)
        solver.limits.seconds = inf
        return stays

    monkeypatch.setattr(ComponentSolver, "solve_component", solve_late)
    monkeypatch.setattr(linear_systems, "SMALL", 1)  # others are solved in one step
    value = faceup.solve(game, engine="cpython").value
    assert (value.how, value.limit) == ("stopped", "time")


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


def test_a_command_that_gives_up_on_its_rules_names_no_limit(capsys: Capture) -> None:
    game = Nim()
    for as_json in (False, True):
        so_far = SoFar(game, game.start(), (), as_json, all_there_is=True)
        so_far.tell()
    out = capsys.readouterr().out
    document = json.loads(out)
    assert document["says"] == "Not solved: the value lies between the bounds below."
    assert (document["low"], document["high"], document["how"]) == (-1, 1, "stopped")  # as the payoffs say
    so_far = SoFar(game, game.start(), (), False, all_there_is=True)
    with so_far.solving() as told:
        told["narrowing"](-1.0, 0.5)
    so_far.tell()
    assert "the  limit" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["solve", "why", "strategy"])
def test_every_command_about_best_play_tells_what_is_known_at_a_limit(capsys: Capture, command: str) -> None:
    code, out, err = run(capsys, command, "fifteen", "--memory", "1e-6")
    assert code == 3
    assert "value   between -1 and 1 (stopped at the memory limit)" in out
    assert "the memory limit was reached" in err
    assert "--memory GIB raises it" in err


def test_what_is_known_is_printed_once() -> None:
    """An answer that comes while the watchdog prints what is known, or after, is none any more."""
    watching, printed = Watchdog(), list[str]()

    def answer(text: str) -> None:
        with watching.answering():
            printed.append(text)

    watching.knows(lambda: answer("so far"))
    telling = threading.Thread(target=watching.print_known)
    telling.start()
    telling.join()
    late = threading.Thread(target=answer, args=("all",), daemon=True)
    late.start()
    late.join(0.2)
    assert (printed, late.is_alive()) == (["so far"], True)
    watching.begin()
    answer("first part")
    answer("second part")
    watching.knows(lambda: answer("so far"))
    watching.print_known()
    assert printed == ["so far", "first part", "second part"]


class Grows(Game):
    """Roll, or bank and end; in some ways of it a number of the state has no bound."""

    goal: int = 60
    way: int = 0

    class State(NamedTuple):
        pot: int
        debt: int
        seen: Row
        rolling: bool

    def start(self):
        return self.State(0, 0, (), False)

    def turn(self, s):
        return OVER if s.pot < 0 else CHANCE if s.rolling else 0

    def moves(self, s):
        yield from range(1, 7) if s.rolling else (1, 0)

    def play(self, s, m):
        if not s.rolling:
            return s._replace(rolling=True) if m else s._replace(pot=-1)
        pot = s.pot + m if self.way == 1 else min(s.pot + m, self.goal)
        return self.State(
            pot, s.debt - m if self.way == 2 else 0, (*s.seen, m) if self.way == 3 else s.seen[-1:], False
        )

    def payoff(self, s):
        return 1


RULES = "from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row\n\n\n"


FIRST_BELOW = "move 6 in State(pot=0, debt=0, seen=(), rolling=True)"


class TestGrowing:
    """A number without a bound is named where a limit is reached, and no other."""

    HINTS = (
        None,
        "`pot` keeps growing (it has reached 3,000); bound it, as in min(s.pot + m, self.goal)",
        f"`debt` keeps falling (it has reached -3,000), first below 0 by {FIRST_BELOW}",
        "`seen` keeps getting longer (it has reached 500 numbers); keep only those that later moves need",
    )

    @pytest.mark.parametrize("way", range(len(HINTS)))
    def test_it_is_named_by_its_field(self, way: int) -> None:
        found = growing_number(Grows(way=way))
        assert (found and str(found).partition("; let moves")[0]) == self.HINTS[way]

    def test_no_game_of_the_library_has_one(self) -> None:
        games = [find_class(name)() for name in library_names()]
        assert [game for game in games if not plays_itself(game) and growing_number(game)] == []

    def test_a_heap_that_is_large_and_falls_has_a_bound(self) -> None:
        assert growing_number(Nim(a=1000, b=1000, c=1000)) is None

    def test_a_number_that_a_larger_parameter_may_bound_is_not_named(self) -> None:
        assert growing_number(Hog(goal=100_000)) is None
        assert growing_number(Grows(way=1, goal=2_999)) is not None
        assert growing_number(Grows(way=1, goal=3_000)) is None

    def test_it_is_told_while_the_command_is_at_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(so_far_module, "LONG", 0)
        told, said = threading.Event(), list[str]()
        game = Grows(way=1)
        with SoFar(game, None, (), False, all_there_is=True).hinting(lambda text: (said.append(text), told.set())):
            assert told.wait(60)
        assert said == [self.HINTS[1]]

    @pytest.mark.parametrize("engine", ["auto", "cyclic-cpython"])
    def test_a_solution_that_a_limit_ended_tells_it(self, engine: str) -> None:
        bounded, other = (faceup.solve(Grows(way=way), engine=engine, memory=2e6) for way in (0, 1))
        assert (bounded.value.how, bounded.grows) == ("exact", None)
        assert (other.value.how, str(other.grows)) == ("stopped", self.HINTS[1])

    def test_commands_tell_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(diagnose, "_compile_rules", lambda game: ("not here", 0.0))  # that takes long
        (tmp_path / "grows.py").write_text(RULES + inspect.getsource(Grows))
        word = f"{tmp_path / 'grows.py'}:Grows"
        for command in (["solve", "--engine", "cpython"], ["symmetries"]):
            code, _, err = run(capsys, command[0], word, "way=1", "--seconds", "0.1", *command[1:])
            assert (code, self.HINTS[1] in err) == (3, True), err
        code, out, _ = run(capsys, "solve", word, "way=1", "--seconds", "0.1", "--engine", "cpython", "--json")
        assert json.loads(out)["grows"] == {"field": "pot", "reached": 3000, "says": self.HINTS[1]}
        monkeypatch.setattr(rules, "TRIAL", 0.02)
        code, out, _ = run(capsys, "doctor", word, "way=1", "--seconds", "40")
        assert (code, f"grows    {self.HINTS[1]}" in out) == (0, True), out


@pytest.mark.parametrize("command", ["why", "solve"])
def test_a_limit_tells_how_far_the_work_came_and_what_raises_it(capsys: Capture, command: str) -> None:
    place = Path(inspect.getfile(LongWalk))
    code, _, err = run(capsys, command, f"{place}:LongWalk", f"length={10**9}", "--seconds", "0.5")
    assert code == 3
    assert "the time limit was reached" in err
    assert "--seconds raises it" in err
    assert " 0 states" not in err
    assert " 1 states" not in err
