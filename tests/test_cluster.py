"""A Dask cluster of real processes on this machine: the same totals, also when a worker is killed on the way."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from faceup.engines.simulate.processes import cluster
from faceup.engines.simulate.sampler import simulate
from faceup.engines.sweep.grid import sweep
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_game
from faceup.results.samples.sample import Sample
from faceup.rules import UsageError

from .visiting import PATIENCE

pytest.importorskip("distributed")

SMALL = OneHanded(suits=2, ranks=3)
Worker = subprocess.Popen[bytes]


@contextmanager
def process(module: str, *words: str, log: Path) -> Iterator[Worker]:
    with log.open("wb") as file:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        running = subprocess.Popen(command, stdout=file, stderr=file)
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


ALIKE = ("--host", "127.0.0.1", "--no-dashboard")


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file that tells where a scheduler listens; in its folder are the logs."""
    folder = tmp_path_factory.mktemp("dask")
    file, log = folder / "scheduler.json", folder / "scheduler.log"
    with process("dask_scheduler", *ALIKE, "--port", "0", "--scheduler-file", str(file), log=log) as running:
        while not file.exists() or not file.read_text().endswith("}"):
            assert running.poll() is None, log.read_text()
            time.sleep(0.02)
        yield file


def address_in(file: Path) -> str:
    return str(json.loads(file.read_text())["address"])


@pytest.fixture(scope="module")
def two_workers(scheduler: Path) -> Iterator[tuple[str, list[Worker]]]:
    """The address of the scheduler, and its two workers, each a process with one thread."""
    words = (*ALIKE, "--scheduler-file", str(scheduler), "--no-nanny", "--nthreads", "1", "--death-timeout", "120")
    words, logs = (*words, "--local-directory", str(scheduler.parent)), [scheduler.with_name(f"{k}.log") for k in "01"]
    with ExitStack() as stack:
        started = [stack.enter_context(process("dask_worker", *words, log=log)) for log in logs]
        for log, worker in zip(logs, started, strict=True):
            while "Registered to" not in (text := log.read_text()):
                assert worker.poll() is None, text
                time.sleep(0.02)
        yield address_in(scheduler), started


@pytest.fixture
def address(two_workers: tuple[str, list[Worker]]) -> str:
    return two_workers[0]


def test_a_cluster_without_workers_is_one_line(scheduler: Path) -> None:
    """The first test of this scheduler."""
    with pytest.raises(UsageError, match="no workers"), cluster(address_in(scheduler)):
        pytest.fail("there is nobody to work")


def test_totals_are_those_of_one_thread(address: str) -> None:
    keep = {"wins": 3, "longest": 2}
    told: list[Sample] = []
    with cluster(address) as executor:
        found = simulate(OneHanded(), 100_000, seed=1, keep=keep, executor=executor, progress=told.append)
        until = simulate(SMALL, until=0.005, seed=4, executor=executor)
    assert found.totals == simulate(OneHanded(), 100_000, seed=1, keep=keep, threads=1).totals
    assert [sample.games for sample in told] == [*range(16384, 100_000, 16384), 100_000]
    assert until.totals == simulate(SMALL, until=0.005, seed=4, threads=1).totals


GAME = """
from faceup.rules import OVER, NamedTuple, Patience, Pile
import assist

class Top(Patience):
    cards: int = 6
    class Table(NamedTuple):
        stock: Pile
    def deck(self):
        for card in range(self.cards):
            yield card
    def step(self, t):
        return OVER
    def score(self, t):
        return assist.worth(t.stock.top(1))
"""


def test_a_game_of_a_users_file_is_played_by_the_workers(address: str, tmp_path: Path) -> None:
    (tmp_path / "assist.py").write_text("def worth(card):\n    return card * card\n")
    (tmp_path / "top.py").write_text(GAME)
    game, axes = find_game(str(tmp_path / "top.py"), ("cards=5",)), {"cards": range(4, 6)}
    alone, swept = simulate(game, 20_000, seed=1), sweep(type(game), axes, games=500, store=tmp_path / "one")
    for file in tmp_path.glob("*.py"):  # the workers have no such file
        file.unlink()
    with cluster(address) as executor:
        found = simulate(game, 20_000, seed=1, executor=executor)
        cells = sweep(type(game), axes, games=500, executor=executor, store=tmp_path / "other")
    assert found.totals == alone.totals
    assert set(found.histogram) == {0, 1, 4, 9, 16}
    assert cells == swept
    assert sweep(type(game), axes, games=500, store=tmp_path / "other").cells[0].stored


def test_the_command_runs_on_a_cluster(address: str) -> None:
    words = ["simulate", "one-handed", "suits=2", "ranks=3", "--games", "40000", "--cluster", address, "--json"]
    found = subprocess.run([sys.executable, "-m", "faceup", *words], capture_output=True, check=False)
    assert (found.returncode, found.stderr) == (0, b"")
    histogram = {int(score): count for score, count in json.loads(found.stdout)["histogram"].items()}
    assert histogram == simulate(SMALL, 40_000).histogram


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_run_whose_worker_is_killed_comes_to_the_same_totals(two_workers: tuple[str, list[Worker]]) -> None:
    """The last test of these two workers."""
    address, workers = two_workers
    games = 8 * 16384
    killed_at = []
    with cluster(address) as executor:

        def kill(sample: Sample) -> None:
            if not killed_at:
                os.kill(workers[0].pid, signal.SIGKILL)
                assert workers[0].wait() == -signal.SIGKILL
                killed_at.append(sample.games)

        found = simulate(SMALL, games, seed=6, engine="cpython", executor=executor, progress=kill)
        assert workers[1].poll() is None
    assert killed_at == [16384]  # of 8 blocks, 7 were still to come
    assert found.totals == simulate(SMALL, games, seed=6).totals


ANSWER = """
import sys
from faceup.engines.simulate import processes
from faceup.rules import UsageError
processes.PATIENCE = 0.5
for address in sys.argv[1:]:
    try:
        with processes.cluster(address):
            print("a cluster")
    except UsageError as error:
        print(error)
"""


def answers(*addresses: str) -> list[str]:
    """What a process says that looks for clusters there, and comes to its end; it writes no more than that."""
    command = [sys.executable, "-c", ANSWER, *addresses]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stderr == ""
    assert found.stdout.count("\n") == len(addresses)
    return found.stdout.splitlines()


def test_where_no_cluster_answers_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        nobody = [f"tcp://127.0.0.1:{port}", f"tcp://127.0.0.1:{silent.getsockname()[1]}"]
        addresses = [*nobody, "nonsense", "http://127.0.0.1:1", "tcp://127.0.0.1:port", "tcp://"]
        for address, answer in zip(addresses, answers(*addresses), strict=True):
            assert repr(address) in answer
