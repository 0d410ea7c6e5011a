"""``faceup new``: files that somebody can begin from."""

import runpy
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from faceup.cli import main
from faceup.engines.explain.mixed_strategies import mixed_strategy
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import beginning, find_game
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import plays_itself
from tests.hidden_oracle import oracle as hidden_oracle
from tests.library import six_first
from tests.oracle import oracle

KINDS = ("game", "dice", "board", "cards", "hidden", "seats", "patience")
VALUES = {"game": 1, "board": 0, "cards": 2}  # by theory: 21 is one more than a multiple of four; folklore; search


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(list(words))
    return int(caught.value.code or 0)


@pytest.mark.parametrize("kind", six_first(KINDS, {*KINDS} - {"board", "cards", "dice"}))
def test_a_new_file_is_a_game_in_every_engine(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my_game.py"
    assert run("new", str(path), *([] if kind == "game" else [f"--{kind}"])) == 0
    assert f"{path} has the game MyGame" in capsys.readouterr().out
    assert "MyGame" in runpy.run_path(str(path))
    assert "egin" not in path.read_text()
    game = find_game(str(path))
    assert plays_itself(game) == (kind == "patience")
    if plays_itself(game):
        played = [simulate(game, 2000, engine=engine) for engine in ("cpython", "native")]
        assert dict(played[0].histogram) == dict(played[1].histogram)
    elif kind == "seats":
        check_seats(game)
    elif kind == "hidden":
        assert solve(game).value.exact == hidden_oracle(game)
        assert any(decision.mixed for decision in mixed_strategy(solve(game)).decisions), "somebody bluffs"
    else:
        check_engines(game, kind)


def check_engines(game: Game, kind: str) -> None:
    slow, fast = solve(game, engine="cpython"), solve(game, engine="native")
    assert fast.engine == "induction-native"
    assert fast.value.low <= slow.value.exact <= fast.value.high
    assert slow.value.exact == oracle(game)[game.start()]
    assert slow.value.exact == VALUES.get(kind, slow.value.exact)


def backward(game: Game) -> list[Fraction]:
    """What every seat gets if each takes the first of its best moves, all outcomes of chance being alike."""

    @cache
    def values(state: Any) -> list[Fraction]:
        who = game.turn(state)
        if who == OVER:
            return list(map(Fraction, game.payoff(state)))
        after = [values(game.play(state, move)) for move in game.moves(state)]
        if who == CHANCE:
            return [sum(column, Fraction(0)) / len(after) for column in zip(*after, strict=True)]
        return max(after, key=lambda row: row[who])

    return values(game.start())


def check_seats(game: Game) -> None:
    found = solve(game)
    assert [seat.value.exact for seat in found.seats] == backward(game)
    played = simulate(game, 3_000, policies=("best",), solution=found)
    for seat, counted in zip(found.seats, played.seats, strict=True):
        assert counted.mean.low <= seat.value.exact <= counted.mean.high


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("there.py", "exists already"), ("no.txt", "a name like my_game.py"), ("none/x.py", "no such place")],
)
def test_nothing_is_lost(name: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "there.py").write_text("mine")
    assert run("new", str(tmp_path / name)) == 2
    assert complaint in capsys.readouterr().err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("there.py", "mine")]


def test_two_kinds_are_refused_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", str(tmp_path / "both.py"), "--seats", "--dice") == 2
    assert capsys.readouterr().err == "faceup: choose one of --seats and --dice\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "game"), [("ends.py", "Ends"), ("my-own game.py", "MyOwnGame"), ("x2.py", "X2")])
def test_the_game_is_called_as_the_file(name: str, game: str, tmp_path: Path) -> None:
    assert run("new", str(tmp_path / name)) == 0
    assert f"class {game}(Game):" in (tmp_path / name).read_text()


def test_kinds_are_the_files_that_there_are() -> None:
    there = files("faceup.library.beginnings").iterdir()
    assert {path.name.removesuffix(".py") for path in there if not path.name.startswith("_")} == set(KINDS)
    assert all("class Own(" in beginning(kind, "Own") for kind in KINDS)
