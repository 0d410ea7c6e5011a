"""Machine code is believed only after CPython has played the first games too."""

from typing import Any

from faceup.results.totals import UNFINISHED, Outcomes
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError


def first_outcomes(player: Any, games: int, steps: int) -> Outcomes:
    """The outcomes of the first games, in CPython: so many, or until they took so many steps together."""
    import numpy as np

    found: list[Outcomes] = []
    for number in range(games):
        found.append(player.outcomes(number, 1))
        steps -= int(found[-1].lengths[0])
        if steps <= 0:
            break
    return Outcomes(*map(np.concatenate, zip(*found, strict=True)))


def compare_outcomes(game: Game | Patience, seed: int, found: Any, expected: Any) -> None:
    """Raise RulesError where the outcomes of machine code are not those of CPython, which may have stopped earlier."""
    for i in range(len(expected.marks)):
        mine, theirs = ([array[i].item() for array in outcomes] for outcomes in (found, expected))
        if mine != theirs and theirs[1] != UNFINISHED:
            raise RulesError(
                f"{type(game).__name__}, game {i} of seed {seed}: CPython gives score, end and length {theirs}, "
                f"machine code {mine}; most likely a number leaves 64 bits"
            )
