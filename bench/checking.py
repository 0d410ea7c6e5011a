"""What it costs that arithmetic is checked: solving and simulating with the checks and without, side by side.

    python bench/checking.py checked|unchecked

prints states a second of some solved games, and games a second of some simulated ones.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from measuring import Row, python, row

SOLVED = ("fifteen high=13 target=20", "hog goal=100", "nim a=60 b=60 c=60")
SIMULATED = ("hog goal=100", "fifteen")
ROUNDS = 5
GAMES = 1_000_000


def checking() -> Iterator[Row]:
    """Medians of the rounds of two processes each, which take turns."""
    runs: dict[str, list[dict[str, float]]] = {"checked": [], "unchecked": []}
    for _ in range(3):
        for way, found in runs.items():
            found.append(json.loads(python("checking.py", way)))
    for what in runs["checked"][0]:
        seconds = {way: median(run[what] for run in found) for way, found in runs.items()}
        yield row(f"{what}: checks cost", 100 * (seconds["checked"] / seconds["unchecked"] - 1), "%", most=5)


def figures() -> dict[str, float]:
    """Seconds of CPU time for each, compiled before."""
    from faceup.engines.simulate.sampler import simulate
    from faceup.engines.solve.dispatch import solve
    from faceup.library.finding import find_game

    works: dict[str, Callable[[], Any]] = {}
    for words in SOLVED:
        name, *given = words.split()
        works[f"solve {words}"] = partial(solve, find_game(name, tuple(given)), engine="native")
    for words in SIMULATED:
        name, *given = words.split()
        game = find_game(name, tuple(given))
        works[f"simulate {words}"] = partial(simulate, game, GAMES, engine="native", threads=1)
    return {what: median(_seconds(work) for _ in range(ROUNDS)) for what, work in works.items() if work()}


def _seconds(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def leave_checks_out() -> None:
    """Let no operation raise an error; what then remains of a check, the compiler takes away."""
    from faceup.native.operations import integers

    integers.raise_if = lambda *given: None


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"FACEUP_CACHE": folder, "FACEUP_COMPILE": "here"}
        if sys.argv[1:] == ["unchecked"]:
            leave_checks_out()
        print(json.dumps(figures()))
