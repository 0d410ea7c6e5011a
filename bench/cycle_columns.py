"""Solve one cyclic game in machine code, in a process of its own; prints one JSON document.

    python bench/cycle_columns.py GAME [NAME=VALUE ...] [--arrays FILE]

The loops are compiled before the clock starts, on a smaller game of the same class. ``--arrays`` leaves the positions
for ``twins/gauss_seidel.c``: columns, each after the number of its bytes.
"""

import json
import resource
import sys
import time

import numpy as np

from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.cyclic.loops import in_components
from faceup.engines.solve.cyclic.walk import Walk
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.rules.contract import Game
from faceup.rules.parameters import kinds

WARM = {
    "pig": {"goal": 12},
    "chase": {"size": 8},
    "stroll": {"place": 2000, "length": 5000},
    "left-center-right": {"chips": 1},
}


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(word: str, *parameters: str) -> None:
    words = list(parameters)
    arrays = words.pop() if "--arrays" in words else ""
    game = find_game(word, [name for name in words if name != "--arrays"])
    assert isinstance(game, Game)
    engine = "equilibrium-native" if seats_of(game) else "cyclic-native"
    solve(type(game)(**({name: getattr(game, name) for name in kinds(type(game))} | WARM[game.name])), engine=engine)
    before, began = peak(), time.process_time()
    solution = solve(game, engine=engine)
    took = {
        "seconds": time.process_time() - began,
        "peak": peak() - before,
        "positions": solution.states,
        "bytes": solution.bytes,
        "low": float(solution.value.low),
        "high": float(solution.value.high),
        "width": float(solution.value.high - solution.value.low),
    }
    if arrays:
        took["walking"] = write_arrays(game, arrays)
    print(json.dumps(took))


def write_arrays(game: Game, file: str) -> float:
    """The positions, and the order in which their components are solved; how many seconds it took to walk them."""
    began = time.process_time()
    graph = Walk(game, game.start(), Limits()).graph
    walking = time.process_time() - began
    order, starts = in_components(graph.first, graph.targets)
    columns = (graph.first, graph.targets, graph.weights, graph.turns, graph.values, order, starts)
    with open(file, "wb") as out:
        for column in columns:
            np.array([column.nbytes], np.int64).tofile(out)
            column.tofile(out)
    return walking


main(*sys.argv[1:])
