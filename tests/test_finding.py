"""Finding games: by library name, or in a file of one's own."""

import importlib
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import faceup
from faceup.engines.simulate.processes import Processes
from faceup.games.nim import Nim
from faceup.library.finding import find_class, find_game, library_names
from faceup.rules import FaceupError, Game, Patience, RulesError, UsageError
from tests.library import deep

COIN = """
    from faceup.rules import OVER, Game, NamedTuple

    class {name}(Game):
        stake: int = {stake}

        class State(NamedTuple):
            chosen: int

        def start(self):
            return self.State(-1)

        def turn(self, s):
            return 0 if s.chosen < 0 else OVER

        def moves(self, s):
            yield from (0, 1)

        def play(self, s, m):
            return self.State(m)

        def payoff(self, s):
            return self.stake * s.chosen
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path


def coin(path: Path, name: str = "Coin", stake: int = 5) -> Path:
    return write(path, COIN.format(name=name, stake=stake))


def value(word: object) -> int:
    return int(faceup.solve(faceup.game(str(word)), engine="cpython").value.low)


def test_every_library_name_finds_its_game() -> None:
    assert {"best-card", "fifteen", "high-low", "hog", "nim", "one-handed", "red-black"} < set(library_names())
    for name in library_names():
        game = find_game(name)
        assert isinstance(game, Game | Patience)
        assert type(game).name == name
        assert type(game).published


@pytest.mark.parametrize("word", ["fifteeen", "", "Fifteen", "best_card", "../fifteen", "__init__", "os", ":", "a:b"])
def test_an_unknown_name_is_quoted_beside_the_library(word: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_class(word)
    assert repr(word) in str(caught.value)
    assert "faceup games" in str(caught.value)
    assert ".py:Class" in str(caught.value)


@pytest.mark.parametrize(
    ("word", "near"), [("fiften", "fifteen"), ("Fifteen", "fifteen"), ("best_card", "best-card"), ("nimm", "nim")]
)
def test_a_name_that_is_nearly_right_is_told(word: str, near: str) -> None:
    with pytest.raises(UsageError, match=rf"no game '{word}'; did you mean {near}\? faceup games lists all"):
        find_class(word)
    with pytest.raises(UsageError, match="no game 'xyzzy'; faceup games lists all"):
        find_class("xyzzy")


def test_a_file_and_class(tmp_path: Path) -> None:
    path = coin(tmp_path / "coin.py")
    assert value(f"{path}:Coin") == 5
    assert value(path) == 5  # one class needs no name
    assert find_game(f"{path}:Coin", ("stake=7",)).stake == 7  # type: ignore[union-attr]


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    coin(tmp_path / "coin.py", stake=8)
    monkeypatch.chdir(tmp_path)
    assert value("coin.py:Coin") == 8


def test_a_path_with_colons_and_spaces(tmp_path: Path) -> None:
    assert value(f"{coin(tmp_path / 'my: games' / 'coin.py')}:Coin") == 5


def test_a_missing_file(tmp_path: Path) -> None:
    for word in (f"{tmp_path}/none.py:Coin", f"{tmp_path}/none.py"):
        with pytest.raises(UsageError, match=r"none\.py"):
            find_class(word)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "games.py").mkdir()
    for word in ("games.py:Coin", "games.py"):
        with pytest.raises(UsageError, match=r"games\.py' is a folder; possible: a file"):
            find_class(f"{tmp_path}/{word}")
    with pytest.raises(UsageError, match=r"' is a folder; possible: rules in a file that ends in \.py"):
        find_class(str(tmp_path))


def test_a_file_that_is_here_is_told_from_one_that_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    coin(tmp_path / "chase.py")
    (tmp_path / "b.svg").touch()
    with pytest.raises(UsageError, match=r"^no game 'chase' in the library; chase\.py is here"):
        find_class("chase")
    with pytest.raises(UsageError, match=r"^'b\.svg' is not a file of rules; possible: rules in a file"):
        find_class("b.svg")


def test_a_missing_class_is_named_beside_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"'Dice'.*Coin"):
        find_class(f"{coin(tmp_path / 'coin.py')}:Dice")


def test_a_name_that_is_no_game_is_no_class(tmp_path: Path) -> None:
    path = coin(tmp_path / "coin.py")
    for name in ("Game", "OVER", "NamedTuple", ""):
        with pytest.raises(UsageError, match="Coin"):
            find_class(f"{path}:{name}")


def test_two_classes_in_a_file_must_be_told_apart(tmp_path: Path) -> None:
    path = coin(tmp_path / "coins.py")
    path.write_text(path.read_text() + textwrap.dedent(COIN.format(name="Penny", stake=1)))
    assert (value(f"{path}:Coin"), value(f"{path}:Penny")) == (5, 1)
    with pytest.raises(UsageError, match=r"holds 2 games.*Coin, Penny"):
        find_class(str(path))


def test_a_file_without_games(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no game; a game is a class, as class MyGame"):
        find_class(str(write(tmp_path / "empty.py", "")))


def test_an_imported_game_is_not_the_files_own(tmp_path: Path) -> None:
    path = coin(tmp_path / "coin.py")
    path.write_text("from faceup.games.fifteen import Fifteen\n" + path.read_text())
    assert find_class(str(path)).__name__ == "Coin"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = 1\ndef broken(:\n    pass\n", r"rules\.py, line 2: invalid syntax in `def broken\(:`"),
        ("if True:\nx = 1\n", r"rules\.py, line 2"),
        ("x = 1 / 0\n", r"rules\.py, line 1: division by zero in `x = 1 / 0`"),
        ("import no_such_module_anywhere\n", r"rules\.py.*no_such_module_anywhere"),
        ("raise SystemExit(0)\n", r"rules\.py"),
        ("x = '\0'\n", r"rules\.py"),
    ],
    ids=["syntax", "indent", "zero", "import", "exit", "nul"],
)
def test_a_file_that_does_not_load_is_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "rules.py"
    path.write_text(text)
    with pytest.raises(FaceupError, match=complaint) as caught:
        find_class(f"{path}:Coin")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_utf8(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_bytes(b"# \xff\xfe\n")
    with pytest.raises(FaceupError, match=r"rules\.py"):
        find_class(str(path))


def test_two_files_of_one_name_do_not_meet(tmp_path: Path) -> None:
    one, two = coin(tmp_path / "a" / "coin.py", stake=1), coin(tmp_path / "b" / "coin.py", stake=2)
    first, second = find_class(f"{one}:Coin"), find_class(f"{two}:Coin")
    assert first is not second
    assert first() != second()
    assert (first().stake, second().stake) == (1, 2)  # type: ignore[attr-defined]
    assert (value(one), value(two), value(one)) == (1, 2, 1)


def test_an_edited_file_is_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = coin(tmp_path / "coin.py", stake=3)
    stamp = path.stat()
    assert value(path) == 3
    coin(path, stake=4)  # of the same length, and made to look as old
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert value(path) == 4


def test_a_file_may_import_its_neighbour(tmp_path: Path) -> None:
    write(tmp_path / "neighbour_of_coin.py", "STAKE = 11\n")
    path = coin(tmp_path / "coin.py")
    text = path.read_text().replace("= 5", "= STAKE")
    path.write_text("from neighbour_of_coin import STAKE\n" + text)
    assert value(path) == 11


def test_parameters_by_keyword() -> None:
    assert faceup.game("high-low", matthew="1-16,36-44").matthew.bit_count() == 25


def test_a_game_is_made_of_its_class_too() -> None:
    assert faceup.game(Nim, a=1, b="2") == Nim(a=1, b=2)
    with pytest.raises(UsageError, match=r"Nim\(a=3, b=4, c=5\) already has parameters; possible: its class"):
        faceup.game(Nim())  # type: ignore[arg-type]
    for other in (Path, 3, None):
        with pytest.raises(UsageError, match="is not a game; possible: the name or the class of one"):
            faceup.game(other)  # type: ignore[arg-type]


BESIDE = ("queue", "random", "statistics", "types", "pickle", "struct", "click", "numba")


def test_a_neighbour_may_be_called_like_any_other_module(tmp_path: Path) -> None:
    for name in BESIDE:
        write(tmp_path / f"{name}.py", "STAKE = 3\n")
    path = coin(tmp_path / "coin.py")
    imports = "".join(f"import {name}\n" for name in BESIDE)
    worth = "import struct, sched\n        return self.stake * s.chosen * types.STAKE * random.STAKE * struct.STAKE"
    path.write_text(imports + path.read_text().replace("return self.stake * s.chosen", worth))
    assert value(path) == 5 * 27
    for name in BESIDE:
        assert not hasattr(importlib.import_module(name), "STAKE")
    with Processes(1) as executor:
        sample = faceup.simulate(faceup.game(str(path)), 50, engine="cpython", executor=executor)
    assert sample.mean.high > 50


def test_rules_may_be_called_like_what_they_import(tmp_path: Path) -> None:
    path = coin(tmp_path / "random.py")
    path.write_text("from random import Random\n" + path.read_text())
    assert value(path) == 5
    for text in ("from random import choice\n", "import random\nrandom.choice\n"):
        other = write(tmp_path / "other.py", text)
        with pytest.raises(RulesError, match=r"'random'.*; random is here the file random\.py in the same folder"):
            find_game(str(other))


@pytest.mark.parametrize(
    "command",
    [("solve", "--engine", "native"), *map(deep, (("simulate", "--games", "100000"), ("sweep", "--processes", "1")))],
)
def test_the_command_may_be_given_beside_any_neighbour(tmp_path: Path, command: tuple[str, ...]) -> None:
    for name in ("queue", "pickle", "random", "selectors"):
        write(tmp_path / f"{name}.py", "STAKE = 3\n")
    path = coin(tmp_path / "coin.py")
    path.write_text("from queue import STAKE\n" + path.read_text().replace("= 5", "= STAKE"))
    words = [sys.executable, "-m", "faceup", command[0], "coin.py", *command[1:]]
    assert subprocess.run(words, cwd=tmp_path, check=True, capture_output=True, text=True).stdout


def test_a_neighbour_imported_by_a_rule_is_its_own_folders(tmp_path: Path) -> None:
    games = []
    for name, stake in (("one", 1), ("two", 2)):
        write(tmp_path / name / "stakes.py", f"STAKE = {stake}\n")
        path = coin(tmp_path / name / "coin.py")
        late = "import stakes\n        return stakes.STAKE * s.chosen"
        path.write_text(path.read_text().replace("return self.stake * s.chosen", late))
        games.append(faceup.game(str(path)))
    with Processes(1) as executor:
        travelled = faceup.simulate(games[1], 50, engine="cpython", executor=executor)
    assert travelled.mean.high > 1
    assert [int(faceup.solve(game, engine="cpython").value.low) for game in games] == [1, 2]
