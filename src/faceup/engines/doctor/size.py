"""How many positions a game seems to have."""

import random
import time
from collections import Counter
from typing import Any

from faceup.engines.contract_check import LONG_PLAY, random_play
from faceup.rules.contract import Game

SECONDS = 1.0


def estimated_positions(game: Game, rounds: bool = False, seconds: float = SECONDS) -> int:
    """The number of positions that random games for so long make likely, at least: a sampled estimate, and no bound.

    By how many moves they are from the start, positions are counted that were met, and from those met once and twice
    the number of others is estimated (A. Chao, Scandinavian Journal of Statistics 11, 1984). A position that random
    play hardly finds is not in it. Where games come round, ``rounds``, the number of moves tells nothing apart.
    """
    chooser, began = random.Random(1), time.monotonic()
    met: list[Counter[Any]] = []
    while time.monotonic() - began < seconds:
        for move, state in enumerate(random_play(game, chooser, LONG_PLAY)):
            depth = 0 if rounds else move
            if depth == len(met):
                met.append(Counter())
            met[depth][game.canon(state)] += 1
    return sum(map(_likely, met))


def _likely(met: Counter[Any]) -> int:
    often = Counter(met.values())
    once, twice = often[1], often[2]
    return len(met) + once * (once - 1) // (2 * (twice + 1))
