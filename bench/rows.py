"""Rows of numbers in a state against the same games packed by hand: states a second, bytes a state, lines of rules.

    python bench/rows.py kalah pits=4 seeds=3

prints them for one game, in machine code, the fastest of several times.
"""

import json
import sys
import time
from collections.abc import Iterator

from measuring import HERE, Row, python, row

#: Games with rows, and with the same states packed by hand.
PAIRS = (
    ("kalah pits=4 seeds=3", "kalah_packed.py pits=4 seeds=3"),
    ("tic_tac_toe_row.py", "tic-tac-toe"),
)
ROUNDS = 5
LEAST = 0.3  # seconds of a round, in which a small game is solved several times


def rows() -> Iterator[Row]:
    """Each game in a process of its own."""
    for pair in PAIRS:
        with_rows, packed = (json.loads(python("rows.py", *game.split())) for game in pair)
        for game, found in zip(pair, (with_rows, packed), strict=True):
            yield row(game, found["speed"] / 1e3, "thousand states/s")
            yield row("  in", found["bytes"], "bytes a state")
            yield row("  rules", found["lines"], "lines")
        yield row("  packed by hand, times as fast", packed["speed"] / with_rows["speed"], "x")
        yield row("  rows, times as large", with_rows["bytes"] / packed["bytes"], "x")


def measured(name: str, *words: str) -> dict[str, float]:
    """States a second of CPU time, bytes a state, and the lines from class to end that are not blank."""
    import inspect

    from faceup.engines.solve.native import NativeTable
    from faceup.library.finding import find_game

    game = find_game(str(HERE / name) if name.endswith(".py") else name, words)
    NativeTable(game).value(game.start())
    speeds = []
    for _ in range(ROUNDS):
        states, began = 0, time.process_time()
        while time.process_time() - began < LEAST:
            table = NativeTable(game)
            table.value(game.start())
            states += table.states
        speeds.append(states / (time.process_time() - began))
    lines = [line for line in inspect.getsource(type(game)).splitlines() if line.strip()]
    return {"speed": max(speeds), "bytes": table.bytes_a_state, "lines": len(lines)}


if __name__ == "__main__":
    print(json.dumps(measured(*sys.argv[1:])))
