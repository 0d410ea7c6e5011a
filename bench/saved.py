"""Tables that were saved: how long one of ten million positions takes to be written, opened and looked up in.

python bench/saved.py FILE GAME [NAME=VALUE ...]     opens a table, and prints what it took as JSON
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median

from measuring import HERE, Row, python, row, wall

from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.rules.contract import Game

GAME = (str(HERE / "ends.py"), "cards=4500")
RUNS, FAR = 7, 2000


def saved() -> Iterator[Row]:
    """Wall time; each opening is in a process of its own, with the file in the system's cache."""
    game = find_game(GAME[0], GAME[1:])
    assert isinstance(game, Game)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ends.table"
        solution = solve(game, engine="induction-native")
        yield row("Ends: positions", solution.states / 1e6, "million")
        yield row("  saved in", wall(partial(solution.save, path)), "s")
        yield row("  the file", path.stat().st_size / 2**20, "MiB")
        runs = [json.loads(python(__file__, str(path), *GAME)) for _ in range(RUNS)]
        for what in ("opened, and the imports", "opened again", "a value in another block", "all blocks checked"):
            most = 1.0 if what == "opened, and the imports" else None
            yield row(f"  {what}", median(run[what] for run in runs), "s", most=most)
        move = [sys.executable, "-m", "faceup", "move", *GAME, "--table", str(path)]
        took = [wall(partial(subprocess.run, move, input=b"0\n", check=True, capture_output=True)) for _ in range(RUNS)]
        yield row("  faceup move --table, whole command", median(took), "s")


def opened(path: str, word: str, *parameters: str) -> dict[str, float]:
    """Seconds that a table takes in this process."""
    game = find_game(word, parameters)
    assert isinstance(game, Game)
    first = wall(partial(solve, game, table=path))
    again = wall(partial(solve, game, table=path))
    solution = solve(game, table=path)
    state = game.start()
    for number in range(FAR):  # where another block is read
        state = game.play(state, number % 2)
    one = wall(partial(solution.value_of, state))
    return {
        "opened, and the imports": first,
        "opened again": again,
        "a value in another block": one,
        "all blocks checked": wall(solution.table.read_all),  # type: ignore[attr-defined]
    }


if __name__ == "__main__":
    print(json.dumps(opened(*sys.argv[1:])))
