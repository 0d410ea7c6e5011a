"""Rules written with lists, sets and generator expressions: states a second in CPython and in machine code.

    python bench/fluent.py sim.py points=6

prints them for one game, of as much of it as is solved in some seconds.
"""

import json
import sys
import time
from collections.abc import Iterator

from measuring import HERE, Row, python, row

GAMES = ("sim.py points=6", "yahtzee.py", "shut_the_box.py tiles=16")
LONGEST = 15.0  # seconds


def fluent() -> Iterator[Row]:
    """Each game in a process of its own."""
    for game in GAMES:
        speeds = json.loads(python("fluent.py", *game.split()))
        for engine, speed in speeds.items():
            yield row(f"{game}: {engine}", speed / 1e3, "thousand states/s")
        yield row("  times as many in machine code", speeds["native"] / speeds["cpython"], "x")


def speeds(name: str, *words: str) -> dict[str, float]:
    """States a second of CPU time."""
    from faceup.engines.solve.dispatch import solve
    from faceup.engines.solve.induction.native_table import compile_table
    from faceup.library.finding import find_game

    game = find_game(str(HERE / name), words)
    compile_table(game)
    found = {}
    for engine in ("cpython", "native"):
        began = time.process_time()
        found[engine] = solve(game, engine=engine, seconds=LONGEST).states / (time.process_time() - began)
    return found


if __name__ == "__main__":
    print(json.dumps(speeds(*sys.argv[1:])))
