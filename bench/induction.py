"""Solve one game natively in a process of its own, and print what it took as one JSON document.

    python induction.py THREADS GAME [NAME=VALUE ...]

The kernels are compiled before the clock starts, on a smaller game of the same class, large enough to grow its table.
"""

import json
import resource
import sys
import time

from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.rules.contract import Game

WARM = {
    "fifteen": {"high": 11},
    "ends": {"cards": 300},
    "guesses": {"most": 60},
    "hog": {"goal": 90},
    "nim": {"a": 40, "b": 40, "c": 40},
}


def main(threads: str, word: str, *parameters: str) -> None:
    game = find_game(word, parameters)
    assert isinstance(game, Game)
    solve(type(game)(**WARM[game.name]), engine="native")
    began, begun = time.process_time(), time.perf_counter()
    solution = solve(game, engine="native", threads=int(threads))
    seconds, wall = time.process_time() - began, time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(
        json.dumps(
            {
                "value": str(solution.value),
                "states": solution.states,
                "bytes": solution.bytes,
                "peak": peak,
                "seconds": seconds,
                "wall": wall,
            }
        )
    )


main(*sys.argv[1:])
