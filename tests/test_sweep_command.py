"""The command sweep: what it prints, where, with which exit code; files, interrupts, a table that fills."""

import csv
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from faceup.engines.explain.strategies import strategy
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.numbers.value import read_fraction
from faceup.results.samples.sweep import FAILED, FIGURES, Cell, Sweep
from faceup.show.text.sweeps import sweep_lines

from .library import deep
from .test_cli import document, done, on_a_terminal, refused, run
from .test_sweep import finished
from .test_sweep import steps as steps
from .visiting import PATIENCE

RARE = """
from faceup.rules import CHANCE
from tests.games.written import Once

class Rare(Once):
    one_in: int = 2
    prize: int = 1
    who = CHANCE

    def odds(self, s, m):
        return 1 if m == 2 else self.one_in - 1

    def payoff(self, s):
        return self.prize * (s.made == 2)
"""

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def lines(out: str) -> list[str]:
    """Lines without trailing blanks; the last one's time is cut out."""
    found = [line.rstrip() for line in out.splitlines()]
    words = found[-1].split(" ")
    words[words.index("in") + 1] = "..."
    return [*found[:-1], " ".join(words)]


def test_two_axes_are_a_grid(capsys: Capture) -> None:
    out = done(capsys, "sweep", "best-card", "deck=3..5", "hand=2,4")
    assert lines(out) == [
        "best-card",
        "value: deck down, hand across; 5 exact",
        "deck       2        4",
        "─────────────────────",
        "   3  83.33%        -",
        "   4  83.33%  100.00%",
        "   5  80.00%   85.00%",
        "-  1 cell makes no game: best-card deck=3 hand=4: the hand has at least one card and no more than the deck",
        "value  share of games won",
        "6 cells in ... s",
    ]


def test_one_axis_is_a_list_with_every_figure(capsys: Capture) -> None:
    words = ("sweep", "best-card", "deck=4,5,60", "hand=3", "--figure", "value", "--figure", "thresholds")
    out = lines(done(capsys, *words))
    assert out[0] == "best-card hand=3"
    assert out[1].split() == ["deck", "value", "thresholds"]
    solution = solve(BestCard(deck=60, hand=3))
    assert out[-3].split() == [
        "60",
        f"{float(solution.value.low):.2%}",
        "=",
        str(solution.value.exact),
        *map(str, strategy(solution).thresholds or ()),
    ]
    assert out[-2:] == ["value  share of games won", "3 cells in ... s"]


def test_a_grid_that_is_too_wide_becomes_a_list(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    words = ("sweep", "nim", "a=1..2", "b=1..30", "c=0")
    out = lines(done(capsys, *words))
    assert out[1].split() == ["a", "b", "value"]
    assert len(out) == 2 + 1 + 60 + 1
    assert max(map(len, out)) <= 60
    monkeypatch.setenv("COLUMNS", "200")
    assert lines(done(capsys, *words))[2].split() == ["a", *map(str, range(1, 31))]


def test_a_list_says_once_for_a_figure_how_sure_its_numbers_are(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("sweep", "nim", "a=1..2", "b=1", "c=0", "--figure", "mean", "--figure", "win_rate", "--games", "1000")
    assert "win rate: 2 sampled within 3% at 95% confidence\n" in done(capsys, *words)
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, done(capsys, *words).splitlines())) <= 40


def test_sampled_grids_say_how_narrow_they_are(capsys: Capture) -> None:
    words = ("sweep", "one-handed", "suits=1,2", "ranks=2,3", "--games", "10000")
    assert "4 sampled within 0.9%" in done(capsys, *words)
    assert "at 95% confidence" in done(capsys, *words)


def test_long_tables_say_what_they_leave_out(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.show.text.sweeps.MOST_ROWS", 5)
    assert "... 2 more rows; --csv and --json have them all" in done(capsys, "sweep", "nim", "a=1..7", "b=0", "c=0")
    assert "... 2 more rows" in done(capsys, "sweep", "nim", "a=1..7", "b=0..1", "c=0")
    assert "more rows" not in done(capsys, "sweep", "nim", "a=1..5", "b=0", "c=0")


def test_failed_cells_are_told_and_the_exit_code_is_2(capsys: Capture, steps: str) -> None:
    code, out, err = run(capsys, "sweep", steps, "goal=5..8", "most=0,2")
    assert code == 2
    assert lines(out)[2:8] == [
        "goal  0   2",
        "───────────",
        "   5  -   1",
        "   6  -  -1",
        "   7  -   !",
        "   8  -   1",
    ]
    assert "!  goal=7 most=2: steps.py, line 26: list index out of range" in out
    assert "-  4 cells make no game, the first steps goal=5 most=0" in out
    assert err.startswith("faceup: 1 of 8 cells failed: steps.py, line 26: list index out of range")
    assert err.count("\n") == 1


def test_equal_failures_are_one_line(capsys: Capture, steps: str) -> None:
    code, out, err = run(capsys, "sweep", steps, "goal=6,7", "most=2..5")
    assert code == 2
    (told,) = [line for line in out.splitlines() if line.startswith("!")]
    assert told.startswith("!  4 cells, the first goal=7 most=2: steps.py, line 26: list index out of range")
    assert err.startswith("faceup: 4 of 8 cells failed, the first with steps.py, line 26: list index out of range")
    _, out, err = run(capsys, "sweep", steps, "goal=7", "most=2")
    assert "!  steps.py, line 26: list index out of range" in out
    assert err.startswith("faceup: the cell failed: steps.py, line 26: list index out of range")


def test_different_failures_are_a_line_each_up_to_some() -> None:
    cells = tuple(Cell({"a": a}, {"value": None}, FAILED, f"why {a // 2}") for a in range(24))
    made = Sweep("made-up", {"a": tuple(range(24))}, {}, ("value",), cells, {})
    told = [line for line in sweep_lines(made, Console(width=100)) if isinstance(line, str)]
    assert told[:-1] == [f"!  2 cells, the first a={2 * k}: why {k}" for k in range(8)] + ["!  and 8 more cells"]


def test_small_and_large_numbers_are_plain_decimals(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "rare.py"
    path.write_text(RARE)
    words = ("sweep", str(path), "one_in=20000,1000000", "prize=1,2000000000000")
    assert [line.split() for line in lines(done(capsys, *words))[4:6]] == [
        ["20000", "0.00005", "100000000"],
        ["1000000", "1e-06", "2000000"],
    ]
    assert "0.005% = 1/20000" in done(capsys, *words[:2], "one_in=20000")


def test_a_default_that_is_no_bitset_is_refused_at_once(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "rare.py"
    path.write_text(
        RARE.replace("prize: int = 1", 'prize: Cards = "1,3"').replace("import CHANCE", "import CHANCE, Cards")
    )
    assert 'prize: Cards = read_cards("1,3")' in refused(capsys, "sweep", str(path), "one_in=2,3")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("nim a=1..2 b=1..2 c=1..2", "3 parameters vary (a, b, c)"),
        ("nim a=1", "0 parameters vary"),
        (
            "nim a=1..2" + "".join(f" --figure {name}" for name in FIGURES if name != "thresholds"),
            f"{len(FIGURES) - 1} figures",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_any_work(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, told: str
) -> None:
    monkeypatch.setattr("faceup.engines.sweep.grid.sweep", lambda *args, **how: pytest.fail("work was done"))
    assert told in refused(capsys, "sweep", *words.split(), "--plot", str(tmp_path / "plot.png"))


def test_a_limit_is_exit_code_3_and_a_failure_beside_it_2(capsys: Capture, steps: str) -> None:
    words = ("sweep", steps, "most=1", "--engine", "cpython", "--memory", "0.0002")
    code, out, err = run(capsys, *words, "goal=5,6000")
    assert code == 3
    assert "?  goal=6000: the memory limit was reached after " in out
    assert err.startswith("faceup: 1 of 2 cells reached a limit: ")
    assert run(capsys, *words, "goal=5,7,6000")[0] == 2


def test_a_sweep_without_any_game_is_exit_code_2(capsys: Capture) -> None:
    code, out, err = run(capsys, "sweep", "nim", "a=-2..-1")
    assert code == 2
    assert out
    assert err == "faceup: no cell makes a game: nim a=-2: a heap has no fewer than 0 stones\n"


def test_the_document(capsys: Capture) -> None:
    words = ("sweep", "best-card", "deck=3,4", "hand=4", "--figure", "value", "--figure", "thresholds")
    found = document(capsys, *words)
    assert (found["game"], found["parameters"], found["axes"]) == ("best-card", {"hand": 4}, {"deck": [3, 4]})
    assert found["figures"] == ["value", "thresholds"]
    assert (found["exact"], found["engine"], found["by"]) == (False, "auto", "auto")
    no_game, cell = found["cells"]
    assert no_game["parameters"] == {"deck": 3}
    assert (no_game["value"], no_game["thresholds"], no_game["kind"]) == (None, None, "no game")
    for key in ("seconds", "stored"):
        cell.pop(key)
    assert cell == {
        "parameters": {"deck": 4},
        "value": 1.0,
        "value_low": 1.0,
        "value_high": 1.0,
        "value_how": "exact",
        "value_exact": "1",
        "thresholds": [4, 4, 4],
        "kind": "",
        "problem": "",
    }
    simulated = document(capsys, "sweep", "one-handed", "ranks=2,3", "--games", "50", "--seed", "7")
    assert (simulated["seed"], simulated["games"], simulated["confidence"]) == (7, 50, 0.95)
    assert simulated["cells"][0]["win_rate_how"] == "sampled"


def test_csv_and_parquet_hold_one_row_for_each_cell(capsys: Capture, tmp_path: Path) -> None:
    words = ("sweep", "best-card", "deck=3,4,5", "hand=2,4", "--figure", "value", "--figure", "thresholds")
    done(capsys, *words, "--csv", str(tmp_path / "one.csv"), "--parquet", str(tmp_path / "one.parquet"))
    with (tmp_path / "one.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["deck"], row["hand"]) for row in rows] == [(d, h) for d in "345" for h in "24"]
    assert rows[4] == {
        "deck": "5",
        "hand": "2",
        "value": "0.8",
        "value_low": "0.8",
        "value_high": "0.8",
        "value_how": "exact",
        "value_exact": "4/5",
        "thresholds": "3",
        "kind": "",
        "problem": "",
    }
    assert rows[1]["kind"] == "no game"
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = parquet.read_table(tmp_path / "one.parquet").to_pydict()
    assert list(columns) == list(rows[0])
    assert columns["value_exact"] == [row["value_exact"] or None for row in rows]
    done(capsys, *words, "--csv", str(tmp_path / "two.csv"), "--processes", "1")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_fractions_of_any_length_are_stored_and_written(capsys: Capture, tmp_path: Path) -> None:
    most = sys.get_int_max_str_digits()
    words = ("sweep", "best-card", f"deck={2**63 - 1}", "hand=280", "--by", "theory", "--exact")
    words = (*words, "--store", str(tmp_path / "store"))
    for name in ("one.csv", "two.csv"):
        assert "   0.5812\n" in done(capsys, *words, "--csv", str(tmp_path / name))
    (cell,) = document(capsys, *words)["cells"]
    value = solve(BestCard(deck=2**63 - 1, hand=280), by="theory", exact=True).value
    assert value.exact is not None
    assert len(cell["value_exact"]) > 2 * most
    assert read_fraction(cell["value_exact"]) == value.exact
    with (tmp_path / "two.csv").open(newline="") as file:
        assert [row["value_exact"] for row in csv.DictReader(file)] == [cell["value_exact"]]
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert cell["stored"]
    assert sys.get_int_max_str_digits() == most


def test_the_command_uses_the_store(capsys: Capture, tmp_path: Path) -> None:
    words = ("sweep", "nim", "b=1", "c=1", "--store", str(tmp_path / "store"))
    assert lines(done(capsys, *words, "a=0..3"))[-1] == "4 cells in ... s"
    assert lines(done(capsys, *words, "a=1..5"))[-1] == "5 cells in ... s, 3 of them from the store"
    assert [cell["stored"] for cell in document(capsys, *words, "a=5,6")["cells"]] == [True, False]


@pytest.mark.parametrize(
    ("words", "quoted"),
    [
        ("nim a=3..1", "a=3..1"),
        ("nim a=1 a=2", "twice"),
        ("nim d=1..3", "'d=1..3'"),
        ("nim a", "'a'"),
        ("nim a=1 --figure mean --games 1.5", "1.5"),
        ("one-handed ranks=2 --policy first", "--policy"),
        ("nim a=1 --threads 0", "0"),
        ("nim a=1 --threads 2 --processes 2", "--processes"),
        ("nim a=1 --cluster nonsense", "'nonsense'"),
        ("nim a=1..2 --until value=1 --cluster nonsense", "--cluster"),
        ("nim a=1..2 --until value=1 --processes 2", "--processes"),
        ("nim a=1 --memory -1", "-1"),
        ("nim a=1 --csv none/x.csv", "none/x.csv"),
        ("nim a=1 --parquet none/x", "none/x"),
        ("nim a=1 --plot none/x.png", "none/x.png"),
        ("nim a=1 --plot x.txt", "x.txt"),
        ("nim a=1 --store none/x", "none/x"),
    ],
)
def test_bad_words_are_one_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, quoted: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert quoted in refused(capsys, "sweep", *words.split())
    assert not list(tmp_path.iterdir())


@pytest.fixture
def frames() -> Callable[..., str]:
    """What a terminal of so many columns shows, without its codes for colour and cursor."""

    def shown(*words: str, columns: int) -> str:
        text = on_a_terminal("sweep", *words, COLUMNS=str(columns), LINES="20").decode()
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "\n")

    return shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [80, 30])
def test_a_terminal_shows_the_table_while_it_fills(frames: Callable[..., str], columns: int) -> None:
    text = frames("nim", "a=0..3", "b=0..9", "c=0", columns=columns)
    assert "40 of 40 cells, " in text
    assert "40 cells in " in text
    assert ("value: a down, b across" in text) == (columns == 80)
    table = [line for line in text.split("\n") if "cells" not in line and "makes" not in line]
    assert max(map(len, table)) <= columns
    assert "Traceback" not in text


def test_the_command_needs_no_compiler_to_explain_itself() -> None:
    script = (
        "import sys\nfrom faceup.cli import main\ntry:\n    main(['sweep', '--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'numba', 'numpy', 'rich', 'matplotlib', 'distributed'} & set(sys.modules)), file=sys.stderr)\n"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.startswith("Usage: faceup sweep ")
    assert found.stderr == "[]\n"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended in another way there")
def test_the_processes_of_a_command_that_is_killed_end_with_it(tmp_path: Path) -> None:
    path = tmp_path / "store"
    words = ["sweep", "best-card", "deck=10..9000:10", "hand=20", "--by", "rules", "--store", str(path)]
    command = [sys.executable, "-m", "faceup", *words, "--processes", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while running.poll() is None and not finished(path):
            time.sleep(0.01)
        running.kill()
        running.communicate(timeout=PATIENCE)  # workers that lived on would hold the pipe open
    assert running.returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent in another way there")
@pytest.mark.parametrize(
    ("workers", "number"),
    [
        deep(["--threads", "2"], signal.SIGINT),
        (["--exact"], signal.SIGTERM),
        (["--processes", "1"], signal.SIGINT),
        deep(["--processes", "1"], signal.SIGKILL),  # as one that goes on after it, in test_sweep.py
    ],
    ids=str,
)
def test_a_signal_leaves_the_finished_cells(tmp_path: Path, workers: list[str], number: int) -> None:
    path = tmp_path / "store"
    words = ["sweep", "best-card", "deck=10..9000:10", "hand=20", "--by", "rules", "--store", str(path), *workers]
    command = [sys.executable, "-m", "faceup", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while running.poll() is None and finished(path) < 3:  # a cell is stored before it is told
            time.sleep(0.01)
        running.send_signal(number)
        out, err = running.communicate(timeout=PATIENCE)
    killed = number == signal.SIGKILL  # then the process that clears away what is left says nothing either
    assert running.returncode == (-number if killed else 128 + number)
    assert (out == b"") if killed else out.startswith(b"best-card hand=20\n")
    assert (err == b"") if killed else b"interrupted" in err  # a busy machine leaves no time to count the others
    assert 0 < finished(path) < 899
