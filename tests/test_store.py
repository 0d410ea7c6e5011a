"""The store: a run that was stopped goes on, a longer one extends it, and nothing is ever mixed."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from faceup.engines.simulate import blocks as block_sizes
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.engines.simulate.sampler import compare, simulate
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_game
from faceup.results.samples.sample import Sample
from faceup.results.samples.store import Store
from faceup.results.samples.totals import KeptGame, Totals
from faceup.rules import RulesError, UsageError

SMALL = OneHanded(suits=2, ranks=3)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of 100 games."""
    monkeypatch.setattr(block_sizes, "SMALLEST", 100)


def stored(path: Path, games: int, game: Any = SMALL, **how: Any) -> Sample:
    return simulate(game, games, store=path, **{"engine": "cpython", **how})


def alone(games: int, game: Any = SMALL, **how: Any) -> Totals:
    return simulate(game, games, engine="cpython", **how).totals


# --- going on ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_blocks")
def test_a_finished_run_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    keep = {"wins": 3, "longest": 2}
    one, two = (stored(path, 450, seed=3, keep=keep) for _ in range(2))
    assert one.totals == two.totals == alone(450, seed=3, keep=keep)
    assert (one.computed, two.computed) == (450, 0)


@pytest.mark.usefixtures("small_blocks")
def test_a_longer_run_goes_on_where_the_shorter_one_ended(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    assert stored(path, 250).computed == 250
    longer = stored(path, 620)
    assert longer.totals == alone(620)
    assert longer.computed == 620 - 200  # of the shorter run's last block only a part was there
    assert stored(path, 620).computed == 0


@pytest.mark.usefixtures("small_blocks")
def test_fewer_games_later_are_those_games_alone(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    stored(path, 620)
    fewer = stored(path, 250)
    assert (fewer.games, fewer.totals) == (250, alone(250))
    assert fewer.computed == 50
    assert stored(path, 620).computed == 0  # the shorter block took no longer one's place


@pytest.mark.usefixtures("small_blocks")
def test_a_run_until_a_figure_is_known_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    wide = stored(path, None, until=0.1)
    assert wide.games < 500
    narrow = stored(path, None, until=0.05)
    assert narrow.totals == alone(narrow.games)
    assert narrow.computed < narrow.games


@pytest.mark.usefixtures("small_blocks")
def test_both_engines_share_their_blocks(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    stored(path, 400, engine="native", threads=3)
    again = stored(path, 400, engine="cpython")
    assert again.computed == 0
    assert again.totals == alone(400)


@pytest.mark.usefixtures("small_blocks")
def test_a_comparison_goes_on_too(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    pair = (OneHanded(), OneHanded(ranks=12, lowest=2))
    shorter, longer, again = (compare(*pair, games, store=path, engine="cpython") for games in (200, 300, 300))
    expected = compare(*pair, 300, engine="cpython")
    assert (shorter.first.computed, longer.first.computed, again.first.computed) == (200, 100, 0)
    for found in (longer, again):
        assert found.pairs == expected.pairs
        assert (found.first.totals, found.second.totals) == (expected.first.totals, expected.second.totals)
    assert compare(*reversed(pair), 300, store=path, engine="cpython").first.computed == 300


RUN = """
import sys
from faceup.engines.simulate import blocks
blocks.SMALLEST = 1000
from faceup.engines.simulate.sampler import simulate
from faceup.games.one_handed import OneHanded
run = simulate(OneHanded(suits=2, ranks=3), 30_000, seed=5, engine="cpython", keep={"longest": 3}, store=sys.argv[1])
print(run.totals.to_json())
print(run.computed)
"""


def begun(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", RUN, str(path)], stdout=subprocess.PIPE, text=True)


def finished_blocks(path: Path) -> int:
    """How many blocks are in a store that others are writing to."""
    connection = sqlite3.connect(path)
    try:
        (found,) = connection.execute("SELECT count(*) FROM blocks").fetchone()
    except sqlite3.OperationalError:  # it is just being made
        found = 0
    connection.close()
    return int(found)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_run_killed_again_and_again_comes_to_the_same_totals(tmp_path: Path) -> None:
    path, chance = tmp_path / "runs", random.Random(1)
    kills = 0
    for _ in range(3):
        before = finished_blocks(path) if path.exists() else 0
        running = begun(path)
        with running:
            while running.poll() is None and not (path.exists() and finished_blocks(path) > before):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.075)
            running.kill()
        kills += running.returncode == -signal.SIGKILL
        assert finished_blocks(path) > before or not kills
    assert kills >= 2
    assert 0 < finished_blocks(path) < 30
    with begun(path) as running:
        out, _ = running.communicate()
    totals, computed = out.splitlines()
    assert Totals.from_json(totals) == simulate(SMALL, 30_000, seed=5, keep={"longest": 3}).totals
    assert 0 < int(computed) < 30_000


def test_two_processes_write_to_one_store_at_once(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    both = [begun(path) for _ in range(2)]
    outs = [running.communicate()[0].splitlines() for running in both]
    assert [running.returncode for running in both] == [0, 0]
    assert outs[0][0] == outs[1][0]
    assert finished_blocks(path) == 30
    assert Totals.from_json(outs[0][0]) == simulate(SMALL, 30_000, seed=5, keep={"longest": 3}).totals


AT_ONCE = """
import sys, time
from pathlib import Path
from tempfile import TemporaryDirectory
from faceup.results.samples.store import Store
while time.time() < float(sys.argv[2]):
    pass
store = Store(Path(sys.argv[1]), "key")
store.put(int(sys.argv[3]), 1, "totals")
"""


def test_a_store_may_be_made_by_two_processes_in_one_moment(tmp_path: Path) -> None:
    for k in range(2):
        path = tmp_path / f"runs{k}"
        moment = str(time.time() + 0.3)
        both = [subprocess.Popen([sys.executable, "-c", AT_ONCE, str(path), moment, str(n)]) for n in range(2)]
        assert [process.wait() for process in both] == [0, 0]
        assert finished_blocks(path) == 2
        assert sorted(file.name for file in tmp_path.iterdir() if file.name.startswith(".")) == []


@pytest.mark.usefixtures("small_blocks")
def test_a_block_that_another_run_makes_longer_meanwhile_is_not_counted_in_full(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    stored(path, 250)

    def extend(sample: Sample) -> None:
        if sample.games == 100:
            stored(path, 300)

    run = stored(path, 250, progress=extend)
    assert (run.games, run.totals) == (250, alone(250))


# --- never mixed ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_blocks")
def test_other_games_never_come_from_the_store(tmp_path: Path) -> None:
    path = tmp_path / "runs"

    def alternating(game: Any, s: Any) -> int:
        return list(game.moves(s))[-1]

    def other(game: Any, s: Any) -> int:
        return next(iter(game.moves(s)))

    runs: list[tuple[Any, dict[str, Any]]] = [
        (SMALL, {}),
        (SMALL, {"seed": 1}),
        (SMALL, {"longest": 7}),
        (SMALL, {"keep": {"wins": 1}}),
        (SMALL, {"keep": {"wins": 2}}),
        (OneHanded(suits=3, ranks=2), {}),
        (OneHanded(suits=2, ranks=3, lowest=2), {}),
        (Nim(), {}),
        (Nim(), {"policies": ("first",)}),
        (Nim(), {"policies": ("best", "random")}),
        (Nim(), {"policies": ("random", "best")}),
        (Nim(), {"policies": (alternating,)}),
        (Nim(), {"policies": (other,)}),
        (Nim(), {"policies": (alternating, other)}),
    ]
    for game, how in runs:
        found = stored(path, 150, game, **how)
        assert found.computed == 150, (game, how)
        assert found.totals == alone(150, game, **how)
    for game, how in runs:
        assert stored(path, 150, game, **how).computed == 0


RULES = """
from faceup.rules import OVER, NamedTuple, Patience, Pile
import prizes

BONUS = 0

class Turns(Patience):
    class Table(NamedTuple):
        stock: Pile

    def deck(self):
        for card in range(4):
            yield card

    def step(self, t):
        return OVER

    def score(self, t):
        return t.stock.top(1) + prizes.prize(1) + BONUS
"""
PRIZES = "def prize(k):\n    return inner(k)\n\ndef inner(k):\n    return 10\n"


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("BONUS = 0", "BONUS = 100"),
        ("t.stock.top(1) +", "t.stock.top(2) + 100 +"),
        ("return 10", "return 110"),
    ],
)
def test_edited_rules_are_another_run(tmp_path: Path, old: str, new: str) -> None:
    path, rules, helper = tmp_path / "runs", tmp_path / "turns.py", tmp_path / "prizes.py"
    assert (RULES + PRIZES).count(old) == 1
    rules.write_text(RULES)
    helper.write_text(PRIZES)
    before = stored(path, 150, find_game(str(rules)))
    rules.write_text(RULES.replace(old, new))
    helper.write_text(PRIZES.replace(old, new))
    after = stored(path, 150, find_game(str(rules)))
    assert max(before.histogram) < 100 <= min(after.histogram)
    assert after.computed == 150
    rules.write_text(RULES + "\n# a comment\n")
    helper.write_text(PRIZES)
    assert stored(path, 150, find_game(str(rules))).computed == 0


@pytest.mark.usefixtures("small_blocks")
def test_a_policy_without_a_lasting_digest_is_refused(tmp_path: Path) -> None:
    class Wisdom:
        guard = threading.Lock()  # of which no process can know what another one's is

        def move(self, s: Any) -> int:
            return 4 + s.a % 2

    wisdom = Wisdom()

    def wise(game: Any, s: Any) -> int:
        return wisdom.move(s) and next(iter(game.moves(s)))

    with pytest.raises(UsageError, match="digest"):
        stored(tmp_path / "runs", 10, Nim(), policies=(wise,))
    assert not (tmp_path / "runs").exists()


@pytest.mark.usefixtures("small_blocks")
def test_a_run_that_fails_keeps_its_finished_blocks(tmp_path: Path) -> None:
    path = tmp_path / "runs"

    def first(game: Any, s: Any) -> int:
        return next(iter(game.moves(s)))

    def stop(sample: Sample) -> None:
        if sample.games >= 300:
            raise RulesError("stop")

    with pytest.raises(RulesError, match="stop"):
        stored(path, 1000, Nim(), policies=(first,), progress=stop)
    again = stored(path, 1000, Nim(), policies=(first,))
    assert again.computed <= 700
    assert again.totals == alone(1000, Nim(), policies=(first,))


# --- the file ---------------------------------------------------------------------------------------------------


def test_blocks_are_kept_by_run_and_first_game(tmp_path: Path) -> None:
    one, other = Store(tmp_path / "runs", "one"), Store(tmp_path / "runs", "other")
    totals = Totals(
        5, 2, 1, 2**60, {(-1, 0): 1, (0.1, 1): 4}, {3: 5}, {"wins": (KeptGame(4, 3, 0.1), KeptGame(2**62, 1, 2))}
    )
    one.put(0, 5, totals.to_json())
    assert Totals.from_json(one.get(0, 5) or "") == totals
    assert other.get(0, 5) is None
    one.put(0, 4, "shorter")
    other.put(0, 4, "another's")
    assert Totals.from_json(one.get(0, 5) or "") == totals
    one.put(0, 6, "longer")
    one.put(6, 1, "next")
    assert (one.get(0, 6), one.get(6, 1), other.get(0, 4)) == ("longer", "next", "another's")
    assert one.get(0, 5) is None
    one.close()
    other.close()
    again = Store(tmp_path / "runs", "one")
    assert (again.get(0, 6), again.get(6, 1)) == ("longer", "next")
    again.close()


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    (tmp_path / "runs").touch()
    assert stored(tmp_path / "runs", 10).computed == 10
    assert stored(tmp_path / "runs", 10).computed == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["runs"]


def bad_file(folder: Path, what: str) -> Path:
    path = folder / "bad"
    if what == "text":
        path.write_text("no database at all\n" * 100)
    elif what == "other":
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE blocks (run INTEGER, first INTEGER, games INTEGER, totals TEXT)")
        connection.commit()
        connection.close()
    elif what == "folder":
        path.mkdir()
    elif what == "missing":
        path = folder / "none" / "runs"
    return path


@pytest.mark.parametrize("what", ["text", "other", "folder", "missing"])
def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path, what: str) -> None:
    path = bad_file(tmp_path, what)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(UsageError) as caught:
        stored(path, 10)
    assert path.name in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert len(list(tmp_path.rglob("*"))) == (0 if what == "missing" else 1)


@pytest.mark.parametrize("what", ["text", "other", "folder", "missing"])
def test_the_command_refuses_what_is_no_store_in_one_line(tmp_path: Path, what: str) -> None:
    words = ["simulate", "one-handed", "--games", "10", "--store", str(bad_file(tmp_path, what))]
    found = subprocess.run([sys.executable, "-m", "faceup", *words], capture_output=True, check=False)
    assert (found.returncode, found.stdout) == (2, b"")
    assert found.stderr.startswith(b"faceup: ")
    assert found.stderr.count(b"\n") == 1


@contextmanager
def without_privileges() -> Iterator[None]:
    """As nobody in particular, for root may write anywhere."""
    nobody = 65534
    if before := os.geteuid():
        yield
    else:
        os.seteuid(nobody)
        try:
            yield
        finally:
            os.seteuid(before)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights are of another kind there")
def test_a_file_that_may_not_be_written_is_refused() -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "runs")
        stored(path, 10)
        path.chmod(0o444)
        Path(folder).chmod(0o555)
        with without_privileges(), pytest.raises(UsageError, match="runs"):
            stored(path, 20)
        Path(folder).chmod(0o700)


@pytest.mark.usefixtures("small_blocks")
def test_a_store_that_is_damaged_later_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    stored(path, 5000)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (size - 4096))
    with pytest.raises(UsageError, match="cannot be used"):
        stored(path, 5000)


@pytest.mark.usefixtures("small_blocks")
def test_a_flipped_bit_never_changes_a_total(tmp_path: Path) -> None:
    whole, path, chance = tmp_path / "whole", tmp_path / "runs", random.Random(3)
    expected = stored(whole, 450, keep={"wins": 3}).totals
    content = whole.read_bytes()
    entries = [k for k in range(len(content)) if content.startswith(b'{"games":', k)]
    recomputed = refused = 0
    for trial in range(80):
        # Half of the flips hit the digits of an entry, the other half anything in the file.
        place = chance.choice(entries) + chance.randrange(-60, 200) if trial % 2 else chance.randrange(len(content))
        damaged = bytearray(content)
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            try:
                run = stored(path, 450, keep={"wins": 3})
            except UsageError:  # SQLite noticed
                refused += 1
                continue
        assert run.totals == expected, place
        recomputed += run.computed > 0
        assert stored(path, 450, keep={"wins": 3}).computed == 0  # the damaged entry was written anew
    assert recomputed > 10
    assert refused < 20


def update(path: Path, totals: str) -> None:
    """Give entries of a store other text than the store itself would write."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE blocks SET totals = {totals}")


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("damaged", ["replace(totals, 'steps\":', 'steps\":1')", "CAST(x'ff' || totals AS TEXT)"])
def test_a_damaged_entry_is_computed_again_and_told(tmp_path: Path, damaged: str) -> None:
    path = tmp_path / "runs"
    expected = stored(path, 250).totals
    update(path, f"{damaged} WHERE first = 100")
    with pytest.warns(UserWarning, match="damaged entry of the store .*runs"):
        again = stored(path, 250)
    assert (again.totals, again.computed) == (expected, 100)


@pytest.mark.usefixtures("small_blocks")
def test_a_store_without_seals_is_still_read(tmp_path: Path) -> None:
    path = tmp_path / "runs"
    expected = stored(path, 250).totals
    update(path, "substr(totals, instr(totals, '{'))")
    again = stored(path, 250)
    assert (again.totals, again.computed) == (expected, 0)


def test_the_key_says_nothing_of_the_engine_and_the_number_of_games() -> None:
    job = NumberedGames(SMALL, 1, 100, "cpython", 10)
    assert job.key == NumberedGames(OneHanded(ranks=3, suits=2), 1, 100, "native", 99).key
