"""What policies come to in one large game, in machine code, in a process of its own; prints one JSON document.

    python bench/chain.py GAME [NAME=VALUE ...] POLICY

``hold`` is the policy of Pig that holds at 20. The loops are compiled before the clock starts.
"""

import json
import sys
import time
from typing import Any

from faceup.engines.chain.outcomes import needs_solution, outcomes
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.rules.contract import Game

WARM = {"pig": {"goal": 60}, "hog": {"goal": 60}}


def hold(game: Any, state: Any) -> int:
    return int(game.HOLD if state.pot >= 20 else game.ROLL)


def main(word: str, *words: str) -> None:
    *parameters, name = words
    game, policy = find_game(word, parameters), hold if name == "hold" else name
    assert isinstance(game, Game)
    outcomes(type(game)(**WARM[game.name]), policy)
    solved: Any = solve(game) if needs_solution([policy]) else game
    began = time.process_time()
    found = outcomes(solved, policy)
    took = time.process_time() - began
    won = found.win_rate
    figures = {"seconds": took, "positions": found.states, "won": won.value, "width": float(won.high - won.low)}
    print(json.dumps(figures | {"length": found.length.value, "longer": float(found.longer)}))


main(*sys.argv[1:])
