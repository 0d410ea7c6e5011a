"""How long a person waits for an answer: the command as it is, beside CPython alone and machine code alone."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measuring import HERE, Row, row, wall

from faceup.engines.model.compiling import PROGRAM

GAMES = (  # from 10^3 to 10^7 states
    "red-black",
    "best-card",
    "high-low",
    "fifteen",
    "hog goal=40",
    "three-fourteen high=10",
    "fifteen high=12 target=20",
    "hog goal=100",
    "fifteen high=14 target=20",
    "ends.py cards=4500",
)
SECOND_GAMES = ("fifteen", "three-fourteen", "tic-tac-toe", "dots-and-boxes", "kalah", "othello")
LONGEST = 60  # seconds
ALONE = {"cpython": "--engine cpython", "native": "--engine native"}


def waiting() -> Iterator[Row]:
    """Ten games, each command in a process of its own: without any compiled code, and again."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            alone = {name: _seconds(game, option, Path(folder) / name) for name, option in ALONE.items()}
            cold = _seconds(game, "", Path(folder) / "auto")
            while subprocess.run(["pgrep", "--full", PROGRAM], stdout=subprocess.DEVNULL).returncode == 0:
                time.sleep(0.1)  # a compiler that nobody waits for is at work for the next time
            warm = _seconds(game, "", Path(folder) / "native")
        better = min(alone.values())
        yield row(f"{game}: CPython alone", alone["cpython"], "s")
        yield row(f"{game}: machine code alone, compiled first", alone["native"], "s")
        yield row(f"{game}: cold", cold, "s")
        yield row("  times the better of the two", cold / better, "x", most=1.2)
        yield row(f"{game}: warm", warm, "s")


def second_games() -> Iterator[Row]:
    """The first answer by machine code of some games, one after another: the engines are compiled with the first."""
    with tempfile.TemporaryDirectory() as folder:
        for game in SECOND_GAMES:
            yield row(f"{game}: machine code, compiled now", _seconds(game, ALONE["native"], Path(folder)), "s")


def _seconds(game: str, option: str, cache: Path) -> float:
    """The wall time of one command; a run that reaches the limit counts as that long."""
    environment = {**os.environ, "FACEUP_CACHE": str(cache)}
    if option:
        environment["FACEUP_COMPILE"] = "here"
    command = [sys.executable, "-m", "faceup", "solve", *game.split(), *option.split(), "--json"]
    answers: list[Any] = []

    def work() -> None:
        done = subprocess.run(
            [*command, "--seconds", str(LONGEST)], cwd=HERE, env=environment, capture_output=True, text=True
        )
        answers.append(json.loads(done.stdout))

    seconds = wall(work)
    assert answers[0]["how"] != "stopped" or seconds >= LONGEST, game
    return seconds
