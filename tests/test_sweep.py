"""Sweeps: the grid, its figures, cells that fail, the store, executors of every kind, and what the command prints."""

import json
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import closing
from fractions import Fraction
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.engines.explain.strategies import strategy
from faceup.engines.simulate.processes import Processes, result_of
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.sweep import cell as cells
from faceup.engines.sweep import grid as sweeping
from faceup.engines.sweep.cell import compute
from faceup.engines.sweep.grid import sweep
from faceup.engines.sweep.question import MOST_CELLS, axes_of, read_axis
from faceup.games.best_card import BestCard
from faceup.games.coin_race import CoinRace
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_class
from faceup.native.not_compiled import InterpretedWarning
from faceup.numbers.value import Value, exactly
from faceup.results.samples.store import CellStore, Store
from faceup.results.samples.sweep import Cell, Sweep, figure_from_json, figure_to_json
from faceup.rules import CHANCE, OVER, Game, ParameterError, UsageError
from faceup.rules.errors import LimitReached
from faceup.rules.parameters import Cards
from tests.games.arbitrary import LongWalk, Scramble
from tests.games.broken import Broken, Dying, Huge
from tests.library import deep

Capture = pytest.CaptureFixture[str]
SMALL = {"deck": [4, 6], "hand": [2, 3, 4]}


# --- words ------------------------------------------------------------------------------------------------------

Part = tuple[str, list[int]]


@st.composite
def parts(draw: st.DrawFn) -> Part:
    low = draw(st.integers(-50, 50))
    if draw(st.booleans()):
        return str(low), [low]
    high, step = draw(st.integers(low, low + 60)), draw(st.none() | st.integers(1, 80))
    plain = []
    value = low
    while value <= high:
        plain.append(value)
        value += step or 1
    return f"{low}..{high}" + (f":{step}" if step else ""), plain


@given(st.lists(parts(), min_size=1, max_size=5))
def test_words_are_numbers_ranges_and_steps_between_commas(chosen: list[Part]) -> None:
    text = ",".join(word for word, _ in chosen)
    values = [value for _, plain in chosen for value in plain]
    assert list(read_axis(int, "a", text)) == values
    if len(set(values)) < len(values):
        with pytest.raises(ParameterError, match="twice"):
            axes_of(Nim, {"a": text})
    else:
        assert axes_of(Nim, {"a": text}) == {"a": tuple(values)}


def test_truth_values_and_sets_of_cards() -> None:
    assert list(read_axis(bool, "x", "yes,no")) == [True, False]
    assert list(read_axis(Cards, "x", "1-3,5")) == [0b101110]
    assert axes_of(Scramble, {"chance": "no,yes", "seed": 3}) == {"chance": (False, True), "seed": (3,)}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("", "a="),
        ("1,", "a="),
        ("x", "a=x"),
        ("1..", "a=1.."),
        ("..3", "a=..3"),
        ("1...3", "a=1...3"),
        ("1..3..5", "a=1..3..5"),
        ("1..3:", "a=1..3:"),
        ("1..3:0", "a=1..3:0"),
        ("1..3:-1", "a=1..3:-1"),
        ("3..1", "a=3..1"),
        ("1:2", "a=1:2"),
        ("1.5", "a=1.5"),
        ("2,1..3", "2 comes twice"),
        ("1..3,5..1", "a=5..1"),
        (f"1..{2**63}", "more than 1,000,000"),
        (str(2**63), str(2**63)),
        ([], "no value"),
        ([1, 2, 1], "1 comes twice"),
        ([1.5], "a=1.5"),
        ([None], "a=None"),
        (range(10**9), "more than 1,000,000"),
    ],
)
def test_values_that_cannot_be_used_are_one_line_that_quotes_them(values: Any, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        axes_of(Nim, {"a": values})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_parameter_and_one_without_default_are_named() -> None:
    with pytest.raises(ParameterError, match=r"nim has no parameter 'd'; possible: a=\.\.\. b=\.\.\. c="):
        axes_of(Nim, {"a": [1], "d": [1]})
    bare = type("Bare", (Nim,), {"__annotations__": {"size": int}})
    with pytest.raises(ParameterError, match="Bare needs size="):
        axes_of(bare, {"a": [1]})


def test_a_grid_may_be_large_but_not_absurd() -> None:
    assert MOST_CELLS == 10**6
    axes_of(Nim, {"a": range(1000), "b": range(1000)})
    with pytest.raises(UsageError, match="1,000 x 1,001 are 1,001,000 cells"):
        axes_of(Nim, {"a": range(1000), "b": range(1001), "c": 7})


# --- the grid and its figures -----------------------------------------------------------------------------------


def test_cells_are_in_the_order_of_the_product_the_first_axis_slowest() -> None:
    axes = {"hand": (3, 2), "deck": (9, 5, 7)}
    found = sweep(BestCard, axes, threads=3)
    order = [dict(zip(axes, point, strict=True)) for point in product(*axes.values())]
    assert [dict(cell.parameters) for cell in found.cells] == order
    assert (found.game, found.axes, found.fixed, found.size) == ("best-card", axes, {}, 6)
    numbers = [float(solve(BestCard(**point)).value.low) for point in order]
    assert found.grid("value") == [numbers[:3], numbers[3:]]


def test_every_figure_is_what_solving_gives_one_by_one() -> None:
    figures = ("thresholds", "value", "openings", "states")
    found = sweep("best-card", SMALL, figures=figures)
    assert found.figures == figures
    assert found.options == {"exact": False, "engine": "auto", "by": "auto"}
    for cell in found.cells:
        solution = solve(BestCard(**cell.parameters))
        assert cell.values == {
            "thresholds": strategy(solution).thresholds,
            "value": solution.value,
            "openings": None,  # chance begins
            "states": solution.states,
        }
        assert isinstance(cell.values["value"].exact, Fraction)  # type: ignore[union-attr]


def test_openings_are_counted_where_a_player_begins() -> None:
    found = sweep(Nim, {"a": range(4), "b": range(4), "c": 3}, figures=["openings"])
    assert found.fixed == {"c": 3}
    for cell in found.cells:
        game = Nim(**cell.parameters)
        assert cell.values["openings"] == len(solve(game).best(game.start()))


class Prize(Game):
    """A call, and a coin; a right call pays the prize."""

    prize: int = 1

    class State(NamedTuple):
        call: int
        side: int

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return OVER if s.side else CHANCE if s.call else 0

    def moves(self, s: Any) -> Any:
        return (1, 2)

    def play(self, s: Any, m: int) -> Any:
        return s._replace(side=m) if s.call else s._replace(call=m)

    def payoff(self, s: Any) -> int:
        return self.prize if s.side == s.call else 0


def test_values_are_shares_of_games_only_if_they_are_in_every_cell() -> None:
    for prizes, unit in (("1", "share of games won"), ("1..2", ""), ("2,1", ""), ("1,0", "share of games won")):
        found = sweep(Prize, {"prize": prizes})
        assert (found.unit, found.are_rates("value")) == (unit, unit == "share of games won")


def test_options_reach_the_solver() -> None:
    game, axes = BestCard(deck=30, hand=5), {"deck": [30], "hand": [5]}
    every: list[dict[str, Any]] = [
        {"engine": "native"},
        {"engine": "cpython"},
        {"exact": True, "by": "rules"},
        {"by": "theory"},
        {"by": "theory", "exact": True},
    ]
    found = [sweep(BestCard, axes, **how).cells[0].values["value"] for how in every]
    assert found == [solve(game, **how).value for how in every]
    assert [value.how for value in found if isinstance(value, Value)][:3] == ["bounded", "exact", "exact"]


def test_threads_that_need_the_same_machine_code_wait_for_it() -> None:
    class Fresh(Scramble):
        """Compiled here for the first time."""

    found = sweep(Fresh, {"seed": range(4)}, engine="native", threads=4)
    for cell in found.cells:
        exact, value = solve(Scramble(**cell.parameters)).value, cell.values["value"]
        assert isinstance(value, Value), cell.problem
        assert value.low <= exact.low <= value.high


def test_figures_of_playing_are_what_simulating_gives() -> None:
    found = sweep(
        Hog,
        {"goal": [5, 6]},
        figures=["mean", "win_rate", "length", "value"],
        games=300,
        seed=4,
        confidence=0.9,
        policies=("first", "random"),
    )
    assert found.options == {
        "seed": 4,
        "games": 300,
        "confidence": 0.9,
        "policies": ["first", "random"],
        "exact": False,
        "engine": "auto",
        "by": "auto",
    }
    for cell in found.cells:
        game = Hog(**cell.parameters)
        sample = simulate(game, 300, seed=4, confidence=0.9, policies=("first", "random"))
        assert cell.values == {
            "mean": sample.mean,
            "win_rate": sample.win_rate,
            "length": sample.length,
            "value": solve(game).value,
        }


def test_figures_of_seats_are_what_simulating_gives() -> None:
    found = sweep(CoinRace, {"goal": [1, 2]}, figures=["mean_3", "win_rate_2"], games=200, seed=4, engine="cpython")
    for cell in found.cells:
        seats = simulate(CoinRace(**cell.parameters), 200, seed=4, engine="cpython").seats
        assert cell.values == {"mean_3": seats[2].mean, "win_rate_2": seats[1].win_rate}


def test_a_patience_is_simulated_or_dealt_in_every_way() -> None:
    axes = {"suits": 2, "ranks": [1, 2, 3]}
    sampled = sweep("one-handed", axes, games=5000)
    exact = sweep("one-handed", axes, figures=["win_rate", "mean", "length"], exact=True)
    assert (sampled.figures, sampled.options) == (("win_rate",), {"seed": 0, "games": 5000, "confidence": 0.95})
    assert exact.options == {"exact": True}
    for one, other in zip(sampled.cells, exact.cells, strict=True):
        game = OneHanded(**one.parameters)
        deals = solve(game)
        assert one.values == {"win_rate": simulate(game, 5000).win_rate}
        assert other.values == {"win_rate": deals.win_rate, "mean": deals.mean, "length": deals.length}


def test_a_set_of_cards_is_one_value_written_as_text() -> None:
    found = sweep(HighLow, {"matthew": "1-3,5", "cards": 8, "leader": [0, 1]})
    assert found.axes == {"leader": (0, 1)}
    assert found.fixed == {"matthew": "1-3,5", "cards": 8, "deal": 0}
    assert [cell.parameters["matthew"] for cell in found.cells] == ["1-3,5"] * 2
    several = sweep(HighLow, {"matthew": ["1-3,5", "1,6-8"], "cards": 8})
    assert several.axes == {"matthew": ("1-3,5", "1,6-8")}
    values = [solve(HighLow(matthew=bits, cards=8)).value for bits in (0b101110, 0b111000010)]
    assert [cell.values["value"] for cell in several.cells] == values


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        (Nim, {"figures": ["wealth"]}, "'wealth'"),
        (OneHanded, {"figures": ["value"]}, "no value; possible: win_rate, mean, length"),
        (Nim, {"figures": ["mean"], "exact": True}, "exact"),
        (Nim, {"figures": ["mean"], "by": "rules"}, "by"),
        (Nim, {"games": 10}, "simulated"),
        (Nim, {"policies": ("best",)}, "simulated"),
        (OneHanded, {"exact": True, "games": 10}, "simulated"),
        (Nim, {"figures": ["mean"], "policies": ("worst",)}, "worst"),
        (Nim, {"threads": 0}, "0 threads"),
        (Nim(), {}, "already has parameters; possible: its class"),
        (5, {}, "5 is not a game"),
        ("nogame", {}, "'nogame'"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_any_work(game: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        sweep(game, {}, **options)


# --- cells with a problem ---------------------------------------------------------------------------------------


STEPS = """
from faceup.rules import OVER, Game, NamedTuple, require
import signs

class Steps(Game):
    goal: int = 10
    most: int = 3
    misere: bool = False
    class State(NamedTuple):
        place: int
        mover: int
    def check(self):
        require(self.most >= 1, "a step is at least one")
        1 // (self.goal - 13)
    def start(self):
        return self.State(0, 0)
    def turn(self, s):
        return OVER if s.place >= self.goal else s.mover
    def moves(self, s):
        for step in range(1, min(self.most, self.goal - s.place) + 1):
            yield step
    def play(self, s, m):
        return self.State(s.place + m, 1 - s.mover)
    def payoff(self, s):
        if self.goal == 7:
            return [0][s.place]
        if self.goal == 9:
            return float("inf")
        return signs.sign(self.misere) * (1 if s.mover == 1 else -1)
"""


@pytest.fixture
def steps(tmp_path: Path) -> str:
    """A game in a user's file, with a helper beside it; some parameters break it."""
    (tmp_path / "signs.py").write_text("def sign(misere):\n    return -1 if misere else 1\n")
    (tmp_path / "steps.py").write_text(STEPS)
    return str(tmp_path / "steps.py")


def kinds(found: Sweep) -> list[str]:
    return [cell.kind for cell in found.cells]


def test_a_cell_that_fails_says_why_and_the_others_go_on(steps: str) -> None:
    found = sweep(steps, {"goal": range(5, 14), "most": [2]}, threads=2)
    assert kinds(found) == ["", "", "failed", "", "failed", "", "", "", "failed"]
    problems = [cell.problem for cell in found.of_kind("failed")]
    assert problems[0].startswith("steps.py, line 26: ")
    assert problems[1].startswith("Steps, in state State(place=9")
    assert problems[2].startswith("steps.py, line 14: division by zero")
    for cell in found.cells:
        assert (cell.values["value"] is None) == bool(cell.kind) == bool(cell.problem)
        if not cell.kind:
            assert cell.values["value"] == exactly(1 if cell.parameters["goal"] % 3 else -1)


def test_parameters_that_make_no_game_leave_a_blank() -> None:
    found = sweep(BestCard, {"deck": [2, 3], "hand": [2, 3]})
    assert kinds(found) == ["", "no game", "", ""]
    assert "best-card deck=2 hand=3" in found.cells[1].problem
    assert found.cells[1].values == {"value": None}


@pytest.mark.parametrize("how", range(4))
def test_every_breach_of_the_contract_is_told(how: int) -> None:
    found = sweep(Broken, {"how": [how, 9]})
    assert kinds(found) == ["failed", ""]
    assert found.cells[0].problem.startswith("Broken, in state State(place=")


def test_a_limit_shows_the_bounds_so_far() -> None:
    found = sweep(LongWalk, {"length": [10, 5000]}, memory=400_000, engine="cpython", figures=["value", "states"])
    assert kinds(found) == ["", "limit"]
    cell = found.cells[1]
    assert isinstance(cell.values["value"], Value)
    assert cell.values["value"].how == "stopped"
    assert cell.values["states"] is None
    assert "memory limit" in cell.problem


def test_what_is_known_before_a_limit_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def too_large(solution: Any, **options: Any) -> Any:
        raise LimitReached("too many positions")

    monkeypatch.setattr(cells, "strategy", too_large)
    found = sweep(Nim, {"a": 1}, figures=["value", "thresholds"], store=tmp_path / "store")
    assert (kinds(found), found.cells[0].problem) == (["limit"], "too many positions")
    assert found.cells[0].values == {"value": exactly(-1), "thresholds": None}
    assert sweep(Nim, {"a": 1}, store=tmp_path / "store").cells[0].stored
    assert kinds(sweep(Nim, {"a": 1}, figures=["thresholds"], store=tmp_path / "store")) == ["limit"]


@pytest.mark.parametrize(
    ("error", "kind"),
    [(MemoryError(), "limit"), (RecursionError("deep"), "failed"), (KeyError("x"), "failed")],
)
def test_any_error_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str) -> None:
    def fails(*arguments: Any, **options: Any) -> Any:
        raise error

    monkeypatch.setattr(cells, "solve", fails)
    (cell,) = sweep(Nim, {"a": 1}).cells
    assert cell.kind == kind
    assert cell.problem
    assert "\n" not in cell.problem


# --- memory and workers -----------------------------------------------------------------------------------------


class InPlace(Executor):
    """Does what it is given at once, in the thread that asks."""

    _max_workers = 1

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


@pytest.mark.parametrize(
    ("options", "share"),
    [
        ({"threads": 4, "memory": 1e9}, 1e9 / 4),
        ({"threads": 9, "memory": 1e9}, 1e9 / 6),
        ({"threads": 4, "memory": 1e9, "exact": True}, 1e9),
        ({"threads": 4}, 8e9 / 4),
        ({"executor": InPlace(), "memory": 1e9}, 1e9),
        ({"executor": InPlace()}, 8e9 / sweeping.processors()),
    ],
)
def test_cells_under_way_together_share_the_memory(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], share: float
) -> None:
    told = []

    def watched(game: Any, **how: Any) -> Any:
        told.append(how["memory"])
        return solve(game, **how)

    monkeypatch.setattr(cells, "solve", watched)
    monkeypatch.setattr(cells, "default_memory", lambda: 8_000_000_000)
    sweep(Nim, {"a": range(6)}, **options)
    assert told == [share] * 6


def test_more_threads_than_interpreted_rules_can_use_are_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Counted(ThreadPoolExecutor):
        def __init__(self, workers: int) -> None:
            asked.append(workers)
            super().__init__(workers)

    monkeypatch.setattr(sweeping, "ThreadPoolExecutor", Counted)
    sweep(Nim, {"a": range(6)}, threads=4)
    sweep(Nim, {"a": range(6)}, threads=4, engine="cpython")
    sweep(Nim, {"a": range(2)}, threads=4)
    sweep(OneHanded, {"suits": 2, "ranks": [2, 3]}, games=300_000, threads=4)  # its own blocks keep them busy
    assert asked == [4, 1, 2, 1]


class Deaf(Executor):
    """An executor whose workers die."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(OSError("gone"))
        return future


def test_a_worker_that_dies_fails_its_cell() -> None:
    found = sweep(Nim, {"a": range(3)}, executor=Deaf())
    assert kinds(found) == ["failed"] * 3
    assert found.cells[0].problem == "gone"


def test_a_process_that_dies_ends_the_cells_under_way_and_the_sweep_still_answers() -> None:
    with Processes(1) as executor:
        found = sweep(Dying, {"a": [0, 1, 2, 3, 4], "b": 1, "c": 1}, executor=executor)
    assert kinds(found)[3:] == ["limit"] * 2
    killed = "a worker process was killed, or ran out of memory; "
    assert found.cells[3].problem == killed + "a store would have kept what was finished"
    future: Future[Any] = Future()
    future.set_exception(BrokenExecutor())
    with pytest.raises(LimitReached, match=f"{killed}'cells' has what was finished, and the same run goes on there"):
        result_of(future, Path("cells"))


def test_warnings_of_processes_are_given_here_once() -> None:
    with Processes(1) as executor, pytest.warns(InterpretedWarning) as caught:
        sweep(Huge, {"steps": [12_000, 12_001]}, executor=executor)
    assert len(caught) == 1


FIGURES = ("value", "thresholds", "win_rate")


@pytest.fixture(scope="module")
def expected() -> Sweep:
    return sweep(BestCard, SMALL | {"hand": [2, 3, 5]}, figures=FIGURES, games=500, threads=1)


@pytest.mark.parametrize(
    ("make", "workers"), [(ThreadPoolExecutor, 2), deep(ThreadPoolExecutor, 5), deep(Processes, 1), (Processes, 2)]
)
def test_the_answer_is_the_same_on_any_executor(expected: Sweep, make: Callable[[int], Executor], workers: int) -> None:
    with make(workers) as executor:
        found = sweep(BestCard, SMALL | {"hand": [2, 3, 5]}, figures=FIGURES, games=500, executor=executor)
    assert found == expected
    assert kinds(found) == ["", "", "no game", "", "", ""]


def test_a_game_of_a_users_file_travels_to_processes(steps: str) -> None:
    axes = {"goal": range(5, 10), "most": range(3), "misere": [False, True]}
    game = find_class(steps)
    alone = sweep(game, axes)
    for file in Path(steps).parent.glob("*.py"):  # the processes have no such file
        file.unlink()
    with Processes(2) as executor:
        found = sweep(game, axes, executor=executor)
    assert found == alone
    assert sorted(set(kinds(found))) == ["", "failed", "no game"]


@pytest.mark.parametrize(
    ("game", "axes", "options"),
    [
        (OneHanded, {"suits": [3, 4]}, {"engine": "cpython", "games": 10**9}),
        (OneHanded, {"suits": [3, 4], "ranks": 4}, {"exact": True}),
        (BestCard, {"hand": [10, 11]}, {"engine": "cpython", "figures": ["value"], "exact": True, "by": "rules"}),
    ],
)
def test_cells_under_way_are_given_up(
    monkeypatch: pytest.MonkeyPatch, game: Any, axes: dict[str, Any], options: dict[str, Any]
) -> None:
    begun, ended = threading.Event(), []

    def watched(question: Any, parameters: dict[str, int], stop: Any) -> Any:
        begun.set()
        result = compute(question, parameters, stop)
        ended.append(result.problem)
        return result

    def interrupted(*arguments: Any, **options: Any) -> Any:
        begun.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(sweeping, "compute", watched)
    monkeypatch.setattr(sweeping, "wait", interrupted)
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        sweep(game, axes, threads=1, **options)
    assert threading.active_count() == before
    assert ended == ["given up"]


def test_progress_has_the_cells_so_far_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "OFTEN", 0.0)
    told: list[Sweep] = []
    found = sweep(Nim, {"a": range(7)}, threads=1, progress=told.append)
    sizes = [len(part.cells) for part in told]
    assert sizes == sorted(sizes)
    assert len(told) >= 3
    assert told[-1] == found
    for part in told:
        assert part.size == 7
        assert list(part.cells) == [cell for cell in found.cells if cell in part.cells]


def test_an_interrupt_stops_the_threads_and_keeps_the_finished_cells(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sweeping, "OFTEN", 0.0)
    axes = {"a": range(40), "b": [2], "c": [3]}

    def stop(so_far: Sweep) -> None:
        if len(so_far.cells) >= 3:
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        sweep(Nim, axes, threads=2, progress=stop, store=tmp_path / "store")
    assert threading.active_count() == before
    again = sweep(Nim, axes, store=tmp_path / "store")
    assert 3 <= sum(cell.stored for cell in again.cells) < 40
    assert again == sweep(Nim, axes)


# --- the store --------------------------------------------------------------------------------------------------


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[dict[str, int], tuple[str, ...]]]:
    """The parameters and figures of every cell that is computed from here on."""
    calls: list[tuple[dict[str, int], tuple[str, ...]]] = []

    def counted(question: Any, parameters: dict[str, int], stop: Any) -> Any:
        calls.append((parameters, question.figures))
        return compute(question, parameters, stop)

    monkeypatch.setattr(sweeping, "compute", counted)
    return calls


Calls = list[tuple[dict[str, int], tuple[str, ...]]]


def test_finished_cells_are_not_computed_again(computed: Calls, tmp_path: Path) -> None:
    path = tmp_path / "store"
    figures = ("value", "thresholds", "mean")
    first = sweep(BestCard, SMALL, figures=figures, games=100, store=path)
    assert len(computed) == 6
    again = sweep(BestCard, SMALL, figures=figures, games=100, store=str(path))
    assert len(computed) == 6
    assert again == first
    assert [cell.stored for cell in first.cells + again.cells] == [False] * 6 + [True] * 6
    assert [type(cell.values["value"].exact) for cell in again.cells] == [Fraction] * 6  # type: ignore[union-attr]
    assert again == sweep(BestCard, SMALL, figures=figures, games=100)


def test_a_wider_range_computes_only_what_is_new(computed: Calls, tmp_path: Path) -> None:
    sweep(Nim, {"a": range(3), "b": [2, 1]}, store=tmp_path / "store")
    computed.clear()
    wider = sweep(Nim, {"b": [1, 2, 3], "a": range(4)}, store=tmp_path / "store", threads=1)  # in another order
    known = {(a, b) for a in range(3) for b in (1, 2)}
    new = [(point["a"], point["b"]) for point, _ in computed]
    assert sorted(new) == sorted({(a, b) for a in range(4) for b in (1, 2, 3)} - known)
    assert wider == sweep(Nim, {"b": [1, 2, 3], "a": range(4)})


def test_only_missing_figures_are_computed(computed: Calls, tmp_path: Path) -> None:
    path = tmp_path / "store"
    sweep(Nim, {"a": [1]}, store=path)
    sweep(Nim, {"a": [1]}, figures=["states", "value", "openings"], store=path)  # found on the way
    sweep(Nim, {"a": [1]}, figures=["value", "mean", "thresholds"], games=50, store=path)
    sweep(Nim, {"a": [1]}, figures=["win_rate"], games=50, store=path)
    assert [figures for _, figures in computed] == [("value",), ("mean", "thresholds")]


def test_what_the_figures_depend_on_is_never_mixed(computed: Calls, tmp_path: Path) -> None:
    def last(game: Any, s: Any) -> int:
        return list(game.moves(s))[-1]

    def other(game: Any, s: Any) -> int:
        return next(iter(game.moves(s)))

    games: dict[str, Any] = {"figures": ["mean"], "games": 60}
    questions: list[tuple[Any, dict[str, Any]]] = [
        (Nim, {}),
        (Nim, {"exact": True}),
        (Nim, {"engine": "cpython"}),
        (Nim, {"by": "rules"}),
        (Nim, games),
        (Nim, games | {"games": 61}),
        (Nim, games | {"seed": 1}),
        (Nim, games | {"confidence": 0.9}),
        (Nim, games | {"policies": ("first",)}),
        (Nim, games | {"policies": ("first", "random")}),
        (Nim, games | {"policies": (last,)}),
        (Nim, games | {"policies": (other,)}),
        (OneHanded, {"games": 60}),
        (OneHanded, {"exact": True}),
    ]
    axes = {Nim: {"a": 1, "b": 2, "c": 2}, OneHanded: {"suits": 2, "ranks": 2}}
    found = [sweep(game, axes[game], store=tmp_path / "store", **how) for game, how in questions]
    assert len(computed) == len(questions)
    again = [sweep(game, axes[game], store=tmp_path / "store", **how) for game, how in questions]
    assert len(computed) == len(questions)
    assert again == found == [sweep(game, axes[game], **how) for game, how in questions]


def test_cells_that_failed_or_were_stopped_are_computed_again(computed: Calls, tmp_path: Path) -> None:
    how: dict[str, Any] = {"engine": "cpython", "store": tmp_path / "store"}
    assert kinds(sweep(LongWalk, {"length": [10, 5000]}, memory=400_000, **how)) == ["", "limit"]
    assert kinds(sweep(LongWalk, {"length": [10, 5000]}, **how)) == ["", ""]
    assert kinds(sweep(Broken, {"how": [0, 9]}, **how)) == kinds(sweep(Broken, {"how": [0, 9]}, **how))
    assert [point.get("length", point.get("how")) for point, _ in computed] == [10, 5000, 5000, 0, 9, 0]


@pytest.mark.parametrize(("old", "new"), [("== 1 else -1", "== 1 else -2"), ("return -1", "return -3")])
def test_edited_rules_are_other_cells(computed: Calls, steps: str, tmp_path: Path, old: str, new: str) -> None:
    axes = {"goal": [6], "misere": [True]}
    before = sweep(steps, axes, store=tmp_path / "store")
    for file in (Path(steps), Path(steps).parent / "signs.py"):
        file.write_text(file.read_text().replace(old, new) + "\n# a comment\n")
    after = sweep(steps, axes, store=tmp_path / "store")
    assert after.cells[0].values != before.cells[0].values
    assert len(computed) == 2
    sweep(steps, axes, store=tmp_path / "store")
    assert len(computed) == 2


def test_an_edited_theory_is_other_cells(computed: Calls, tmp_path: Path) -> None:
    text = (Path(sys.modules[BestCard.__module__].__file__ or "")).read_text()
    path = tmp_path / "card.py"
    for constant in (1, 2):
        path.write_text(text.replace("return BestCardTheory(self)", f"{constant}\n        return BestCardTheory(self)"))
        path.write_text(path.read_text().replace("def theory(self):", f"def theory(self, constant={constant}):"))
        sweep(str(path), {"deck": 10, "hand": 3}, store=tmp_path / "store")
    assert len(computed) == 2


def test_thresholds_over_other_quantities_are_other_cells(computed: Calls, tmp_path: Path) -> None:
    def thresholds(*quantities: str, **how: Any) -> Any:
        own = type("Own", (BestCard,), {"quantities": quantities})
        (cell,) = sweep(own, {"deck": 8, "hand": 3}, figures=["value", "thresholds"], **how).cells
        return cell.values["thresholds"]

    looks = (("drawn", "card"), ("card", "drawn"), ("drawn", "card"))
    found = [thresholds(*quantities, store=tmp_path / "store") for quantities in looks]
    assert [figures for _, figures in computed] == [("value", "thresholds"), ("thresholds",)]
    assert found == [thresholds(*quantities) for quantities in looks]
    assert found[0] != found[1]


def test_a_policy_without_a_lasting_digest_is_refused(tmp_path: Path) -> None:
    unlike = threading.Lock()

    def odd(game: Any, s: Any) -> int:
        return bool(unlike) and next(iter(game.moves(s)))

    with pytest.raises(UsageError, match="digest"):
        sweep(Nim, {"a": 1}, figures=["mean"], games=9, policies=(odd,), store=tmp_path / "store")
    assert not (tmp_path / "store").exists()


numbers = st.integers() | st.fractions() | st.floats(allow_nan=False)
values = st.builds(Value, numbers, numbers, st.sampled_from(["exact", "bounded", "sampled"]), st.none() | numbers)
found_figures = values | st.lists(st.none() | st.integers()).map(tuple) | st.integers() | st.none()


@given(found_figures)
def test_figures_survive_as_text(figure: Any) -> None:
    again = figure_from_json(figure_to_json(figure))
    assert again == figure
    assert repr(again) == repr(figure)  # a whole number stays one, a fraction too


@pytest.mark.parametrize("number", [10**5000 + 1, -(10**5000), Fraction(10**5000 + 1, 3**9000)], ids=range(3))
def test_numbers_of_any_length_survive_as_text(number: Any) -> None:
    again = figure_from_json(figure_to_json(Value(number, number, "exact", number)))
    assert isinstance(again, Value)
    for found in (again.low, again.high, again.estimate):
        assert (found, type(found)) == (number, type(number))


def test_a_cell_that_cannot_be_stored_says_so_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put = CellStore.put

    def fails(store: CellStore, parameters: str, figures: Any) -> None:
        if json.loads(parameters)["a"] == 1:
            raise UsageError("the store is full")
        put(store, parameters, figures)

    monkeypatch.setattr(CellStore, "put", fails)
    found = sweep(Nim, {"a": range(3)}, store=tmp_path / "store", threads=1)
    assert [(cell.kind, cell.problem) for cell in found.cells] == [
        ("", ""),
        ("failed", "not stored: the store is full"),
        ("", ""),
    ]
    assert found.grid("value") == sweep(Nim, {"a": range(3)}).grid("value")
    assert [cell.stored for cell in sweep(Nim, {"a": range(3)}, store=tmp_path / "store").cells] == [True, False, True]


@pytest.mark.parametrize(
    "text",
    ["{}", '{"numbers": [1], "how": "exact"}', '"x"', "[[]]", '{"numbers": ["x",1,1]}', '{"numbers": ["1/0",1,1]}'],
)
def test_a_cell_that_cannot_be_read_is_one_clear_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "store"
    sweep(Nim, {"a": 1}, store=path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE cells SET figure = ?", (text,))
    connection.commit()
    connection.close()
    with pytest.raises(UsageError, match="cannot be read"):
        sweep(Nim, {"a": 1}, store=path)


@pytest.mark.parametrize("text", ["", "{", "seal {}"])
def test_a_damaged_cell_is_computed_again(tmp_path: Path, text: str) -> None:
    path = tmp_path / "store"
    expected = sweep(Nim, {"a": 1}, store=path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE cells SET figure = ?", (text,))
    with pytest.warns(UserWarning, match="a damaged entry of the store .* is computed again"):
        again = sweep(Nim, {"a": 1}, store=path)
    assert (again.cells[0].values, again.cells[0].stored) == (expected.cells[0].values, False)
    assert sweep(Nim, {"a": 1}, store=path).cells[0].stored


def test_one_file_holds_sweeps_and_simulations(tmp_path: Path) -> None:
    path = tmp_path / "store"
    run = Store(path, "key")
    run.put(0, 5, "totals")
    kept = CellStore(path, {"value": "one", "states": "two"})
    kept.put("here", {"value": "1", "states": "2"})
    kept.put("here", {"value": "3"})
    assert (kept.get("here", "value"), kept.get("here", "states"), kept.get("there", "value")) == ("3", "2", None)
    assert run.get(0, 5) == "totals"
    run.close()
    kept.close()
    other = CellStore(path, {"value": "two"})
    assert other.get("here", "value") == "2"
    other.close()


def test_an_older_store_takes_cells_too(tmp_path: Path) -> None:
    path = tmp_path / "store"
    Store(path, "key").close()
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE cells")
    connection.commit()
    connection.close()
    sweep(Nim, {"a": 1}, store=path)
    assert sweep(Nim, {"a": 1}, store=path).cells[0].stored


RUN = """
import sys
from faceup.engines.sweep.grid import sweep
found = sweep("best-card", {"deck": range(10, 130, 4), "hand": [4, 6]}, exact=True, by="rules", store=sys.argv[1])
print(sum(cell.stored for cell in found.cells), [str(cell.values["value"].exact) for cell in found.cells])
"""


def finished(path: Path) -> int:
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    try:
        (found,) = connection.execute("SELECT count(DISTINCT parameters) FROM cells").fetchone()
    except sqlite3.OperationalError:  # it is just being made
        found = 0
    connection.close()
    return int(found)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_sweep_killed_on_the_way_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "store"
    command = [sys.executable, "-c", RUN, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as running:
        while running.poll() is None and not finished(path):
            time.sleep(0.005)
        running.kill()
    assert running.returncode == -signal.SIGKILL
    before = finished(path)
    assert 0 < before < 60
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    stored, _, numbers = out.partition(" ")
    assert int(stored) == before
    alone = sweep(BestCard, {"deck": range(10, 130, 4), "hand": [4, 6]}, exact=True, by="rules")
    assert numbers.strip() == str([str(cell.values["value"].exact) for cell in alone.cells])  # type: ignore[union-attr]


# --- the result -------------------------------------------------------------------------------------------------


def made(axes: dict[str, tuple[Any, ...]], figures: tuple[str, ...], cells: list[Cell]) -> Sweep:
    return Sweep("toy", axes, {"size": 3}, figures, tuple(cells), {"confidence": 0.95})


def test_rows_are_tidy_records() -> None:
    found = sweep(BestCard, {"deck": [3], "hand": [2, 4]}, figures=["value", "thresholds"])
    assert found.columns == (
        *("hand", "deck", "value", "value_low", "value_high", "value_how", "value_exact"),
        *("thresholds", "kind", "problem"),
    )
    first, second = found.rows
    assert tuple(first) == tuple(second) == found.columns
    assert list(first.values()) == [2, 3, 5 / 6, 5 / 6, 5 / 6, "exact", "5/6", (2,), "", ""]
    assert list(second.values())[:8] == [4, 3, *[None] * 6]
    assert second["kind"] == "no game"


def test_a_parameter_that_is_called_like_a_figure_keeps_its_column() -> None:
    found = sweep(LongWalk, {"length": [5, 7]}, figures=["length"], games=10)
    assert [row["parameter_length"] for row in found.rows] == [5, 7]
    assert [row["length"] < row["parameter_length"] for row in found.rows] == [True, True]
    assert found.columns[:4] == ("parameter_length", "stakes", "prize", "length")


def test_grids_are_numbers_of_one_or_two_axes() -> None:
    values: list[Any] = [exactly(Fraction(1, 2)), Value(-inf, inf, "stopped"), None, Value(1, 3, "bounded")]
    points = [{"a": a, "b": b, "size": 3} for a in (0, 1) for b in (5, 6)]
    cells = [Cell(point, {"value": value}) for point, value in zip(points, values, strict=True)]
    two = made({"a": (0, 1), "b": (5, 6)}, ("value",), cells)
    assert two.grid("value") == [[0.5, None], [None, 2.0]]
    assert made({"a": (0, 1), "b": (5, 6)}, ("value",), cells[:1]).grid("value") == [[0.5, None], [None, None]]
    assert made({"b": (5, 6)}, ("value",), cells[:2]).grid("value") == [[0.5], [None]]
    with pytest.raises(UsageError, match="'states'; possible: value"):
        two.grid("states")
    with pytest.raises(UsageError, match="possible: none"):
        made({"a": (0, 1)}, ("thresholds",), []).grid("thresholds")
    with pytest.raises(UsageError, match="3 parameters vary"):
        made({"a": (0,), "b": (5, 6), "c": (1,)}, ("value",), []).grid("value")


def test_fifteen_over_two_parameters_as_a_slow_loop_has_it() -> None:
    found = sweep("fifteen", {"high": [5, 6], "target": [6, 8, 10]})
    plain = [[float(solve(Fifteen(high=high, target=target)).value.low) for target in (6, 8, 10)] for high in (5, 6)]
    assert found.grid("value") == plain
    assert json.dumps(found.rows)
