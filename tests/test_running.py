"""Running in blocks: the same totals on threads, processes and executors of any kind; when a run may stop."""

import itertools
import multiprocessing
import pickle
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from math import exp, lgamma, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from faceup.cli.common import policy_of
from faceup.engines.model.limits import GivenUp
from faceup.engines.simulate import blocks as block_sizes
from faceup.engines.simulate.block_schedule import add_up
from faceup.engines.simulate.blocks import LARGEST, SMALLEST, blocks
from faceup.engines.simulate.common_deals import PairedGames
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.engines.simulate.sampler import compare, simulate
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_game
from faceup.results.samples.sample import wilson, z_of
from faceup.results.samples.totals import Totals

GAMES = 100_000  # six blocks and a part
KEEP = {"wins": 5, "longest": 3, "shortest": 2}


# --- blocks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, SMALLEST - 1, SMALLEST, SMALLEST + 1, 10**6, 3 * 10**8 + 7])
def test_blocks_cover_every_game_once(games: int) -> None:
    due = 0
    for first, count in blocks(games):
        assert first == due
        assert 1 <= count <= LARGEST
        due += count
    assert due == games


def test_blocks_begin_alike_whatever_the_number_of_games() -> None:
    every = list(itertools.islice(blocks(1 << 62), 500))
    assert all(first == sum(count for _, count in every[:k]) for k, (first, _) in enumerate(every))
    for games in (1, SMALLEST, SMALLEST + 1, 999_999, 123_456_789):
        found = list(blocks(games))
        assert found[:-1] == every[: len(found) - 1]
        assert found[-1][0] == every[len(found) - 1][0]
        assert found[-1][1] <= every[len(found) - 1][1]


def test_blocks_grow_slowly_and_no_further_than_there_is_memory_for() -> None:
    for first, count in itertools.islice(blocks(1 << 62), 1000):
        assert count & (count - 1) == 0
        assert SMALLEST <= count <= max(SMALLEST, min(LARGEST, first // 32))
    assert count == LARGEST


# --- the same totals on anything --------------------------------------------------------------------------------


class Shuffling(Executor):
    """Does what is under way in random order, one after the other."""

    def __init__(self, seed: int, workers: int) -> None:
        self._max_workers = workers
        self.chance = random.Random(seed)
        self.todo: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.done: list[int] = []
        self.change = threading.Condition()
        self.closed = False
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        with self.change:
            self.todo.append((future, function, args))
            self.change.notify()
        return future

    def work(self) -> None:
        while True:
            with self.change:
                # Waits until there is a choice, where there will be one.
                self.change.wait_for(lambda: self.closed or len(self.todo) > 1, timeout=0.2)
                if self.closed:
                    return
                if not self.todo:
                    continue
                future, function, args = self.todo.pop(self.chance.randrange(len(self.todo)))
            if future.set_running_or_notify_cancel():
                self.done.append(args[0])
                try:
                    future.set_result(function(*args))
                except Exception as error:
                    future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self.change:
            self.closed = True
            self.change.notify()
        self.thread.join()


@pytest.fixture(scope="module")
def expected() -> Any:
    """A run of One Handed on one thread."""
    return simulate(OneHanded(), GAMES, seed=1, keep=KEEP, threads=1).totals


@pytest.mark.parametrize("threads", [2, 5, None])
def test_totals_do_not_depend_on_threads(expected: Any, threads: int | None) -> None:
    assert simulate(OneHanded(), GAMES, seed=1, keep=KEEP, threads=threads).totals == expected


def test_totals_do_not_depend_on_the_blocks(expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_sizes, "SMALLEST", 1000)
    assert simulate(OneHanded(), GAMES, seed=1, keep=KEEP).totals == expected


def test_totals_on_an_executor_of_threads(expected: Any) -> None:
    with ThreadPoolExecutor(3) as executor:
        assert simulate(OneHanded(), GAMES, seed=1, keep=KEEP, executor=executor).totals == expected


@pytest.mark.parametrize(("seed", "workers"), [(1, 1), (2, 2), (3, 5)])
def test_totals_of_blocks_that_finish_in_random_order(expected: Any, seed: int, workers: int) -> None:
    with Shuffling(seed, workers) as executor:
        found = simulate(OneHanded(), GAMES, seed=1, keep=KEEP, executor=executor)
    assert sorted(executor.done) == [first for first, _ in blocks(GAMES)]
    assert executor.done != sorted(executor.done)
    assert found.totals == expected
    assert found.computed == GAMES


GAME = """
from faceup.rules import OVER, Game, NamedTuple
from assist import worth, package_worth

class Count(Game):
    n: int = 6
    class State(NamedTuple):
        left: int
        total: int
    def start(self):
        return self.State(self.n, 0)
    def turn(self, s):
        return 0 if s.left > 0 else OVER
    def moves(self, s):
        for move in range(3):
            yield move
    def play(self, s, m):
        return self.State(s.left - 1, s.total + worth(m))
    def payoff(self, s):
        return package_worth(s.total)

def greedy(game, s):
    return 2 if s.left % 2 == 0 else s.total % 3
"""
ASSIST = """
from pack.inner import BASE

def worth(m):
    return m * m

def package_worth(t):
    return t - BASE
"""


def user_file(folder: Path) -> Path:
    """A user's game and policy, with a helper module and a package beside them."""
    (folder / "pack").mkdir()
    (folder / "pack" / "__init__.py").write_text("")
    (folder / "pack" / "inner.py").write_text("BASE = 5\n")
    (folder / "assist.py").write_text(ASSIST)
    path = folder / "count.py"
    path.write_text(GAME)
    return path


def test_totals_of_processes_also_of_a_users_file(expected: Any, tmp_path: Path) -> None:
    path = user_file(tmp_path)
    game, policy = find_game(f"{path}:Count", ("n=7",)), policy_of(f"{path}:greedy")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        assert simulate(OneHanded(), GAMES, seed=1, keep=KEEP, executor=executor).totals == expected
        for engine, policies, games in (("cpython", ("random",), 2000), ("native", (policy,), SMALLEST)):
            alone = simulate(game, games, seed=2, policies=policies, engine=engine)
            for file in tmp_path.rglob("*.py"):  # what travels is the text as it was loaded
                file.rename(file.with_suffix(".away"))
            found = simulate(game, games, seed=2, policies=policies, engine=engine, executor=executor)
            for file in tmp_path.rglob("*.away"):
                file.rename(file.with_suffix(".py"))
            assert found.totals == alone.totals
        alone = simulate(game, 2000, seed=3, policies="best", engine="cpython")
        found = simulate(game, 2000, seed=3, policies="best", engine="cpython", executor=executor)
        assert found.totals == alone.totals
        pair = (OneHanded(), OneHanded(ranks=12, lowest=2), 40_000)
        there, here = compare(*pair, executor=executor), compare(*pair, threads=1)
        assert (there.pairs, there.first.totals) == (here.pairs, here.first.totals)


def test_a_job_that_travelled_is_the_same_job(tmp_path: Path) -> None:
    path = user_file(tmp_path)
    game, policy = find_game(f"{path}:Count", ("n=3",)), policy_of(f"{path}:greedy")
    job = NumberedGames(game, 1, 100, "cpython", 10, (policy,), (("wins", 3),))
    one, other = (pickle.loads(pickle.dumps(job)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)  # so that its player is made once in each process
    assert one.game.n == 3
    assert one.play(0, 10) == job.play(0, 10)
    assert one.key == job.key
    pair = PairedGames(job, job)
    assert pickle.loads(pickle.dumps(pair)) == PairedGames(one, other)
    library = NumberedGames(OneHanded(), 1, 100, "cpython", 10)
    assert pickle.loads(pickle.dumps(library)) == library


def test_a_block_that_fails_fails_the_run() -> None:
    class Failing(Exception):
        pass

    class Fails:
        nothing = Totals()
        keep = ()
        smallest_block = 0

        def play(self, first: int, count: int) -> Any:
            raise Failing(first)

    with ThreadPoolExecutor(2) as executor, pytest.raises(Failing):
        add_up(Fails(), GAMES, executor=executor)  # type: ignore[arg-type]


@pytest.mark.parametrize("games", [100, 10**9])
def test_a_run_ends_soon_after_it_is_given_up(games: int) -> None:
    stop, moves = threading.Event(), 0

    def first(game: Any, s: Any) -> int:
        nonlocal moves
        moves += 1
        stop.set()
        return int(next(iter(game.moves(s))))

    with pytest.raises(GivenUp):
        simulate(Nim(), games, engine="cpython", policies=(first,), stop=stop)
    assert moves < 10**7


def test_progress_is_told_block_by_block() -> None:
    told: list[Any] = []
    simulate(OneHanded(suits=2, ranks=3), 40_000, seed=1, threads=3, progress=told.append)
    assert [sample.games for sample in told] == [16384, 32768, 40_000]
    assert told[-1].totals == simulate(OneHanded(suits=2, ranks=3), 40_000, seed=1).totals


# --- until a figure is known well enough ------------------------------------------------------------------------


def ends_at(game: Any, width: float, figure: str, most: int, **how: Any) -> int:
    """The first block's end at which the interval is narrow enough, by runs of their own."""
    for first, count in blocks(most):
        value = getattr(simulate(game, first + count, **how), figure)
        if value.high - value.low <= width:
            return first + count
    return most


@pytest.mark.parametrize(
    ("figure", "width"), [("win_rate", 0.0058), ("mean", 0.02), ("length", 0.013), ("win_rate", 0.5)]
)
def test_a_run_ends_at_the_first_block_that_is_enough_on_any_number_of_threads(figure: str, width: float) -> None:
    game = OneHanded(suits=2, ranks=3)
    expected = ends_at(game, width, figure, 20 * SMALLEST, seed=4)
    assert expected == SMALLEST if width == 0.5 else 2 * SMALLEST < expected < 20 * SMALLEST
    totals = simulate(game, expected, seed=4).totals
    for threads in (1, 3):
        found = simulate(game, until=width, figure=figure, seed=4, threads=threads)
        assert (found.games, found.totals) == (expected, totals)
    with Shuffling(5, 4) as executor:
        found = simulate(game, until=width, figure=figure, seed=4, executor=executor)
    assert found.games == expected


def test_a_run_ends_at_the_number_of_games_where_that_comes_first() -> None:
    run = simulate(OneHanded(suits=2, ranks=3), 20_000, until=1e-6)
    assert run.games == 20_000


class Eager(Executor):
    """Does everything at once, as far as it is asked for."""

    _max_workers = 4

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args))
        return future


def test_no_more_games_are_reported_as_played_than_there_are_in_the_sample() -> None:
    run = simulate(OneHanded(suits=2, ranks=3), until=0.5, executor=Eager())
    assert run.games == SMALLEST
    assert run.computed == SMALLEST


Z = z_of(0.95)


def binomial(n: int, p: float) -> tuple[int, Any]:
    """The lowest number of wins worth considering, and the chances from there on."""
    reach = int(9 * (n * p * (1 - p)) ** 0.5) + 9
    low, high = max(0, int(n * p) - reach), min(n, int(n * p) + reach)
    chances = [
        exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))
        for k in range(low, high + 1)
    ]
    return low, np.array(chances)


def endings(p: float, width: float) -> Iterator[tuple[int, int, float]]:
    """For every way a run can end: games, wins, and the chance of it, by convolution from block to block."""
    at, chances = 0, np.ones(1)
    for first, count in blocks(1 << 40):
        low, more = binomial(count, p)
        at, chances = at + low, np.convolve(chances, more)
        games = first + count
        for k in np.flatnonzero(chances):
            low_end, high_end = wilson(at + int(k), games, Z)
            if high_end - low_end <= width:
                yield games, at + int(k), float(chances[k])
                chances[k] = 0
        alive = np.flatnonzero(chances > 1e-18)
        if not len(alive):
            return
        at, chances = at + int(alive[0]), chances[alive[0] : alive[-1] + 1]


@pytest.mark.parametrize("blocks_wanted", [5, 10, 20])
@pytest.mark.parametrize("p", [1 / 13, 2 / 15, 0.5, 0.007, 0.3])
def test_the_interval_covers_the_rate_as_often_when_the_run_stops_by_itself(p: float, blocks_wanted: int) -> None:
    width = 2 * Z * (p * (1 - p) / (blocks_wanted * SMALLEST)) ** 0.5
    covered = total = games = 0.0
    for n, wins, chance in endings(p, width):
        low, high = wilson(wins, n, Z)
        covered += chance * (low <= p <= high)
        total += chance
        games += chance * n
    assert total == pytest.approx(1, abs=1e-9)
    assert blocks_wanted - 1 < games / SMALLEST < blocks_wanted + 2
    assert 0.94 <= covered <= 0.96
