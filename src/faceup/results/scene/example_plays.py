"""Positions of a few plays of a game, by which its fields are told apart: what moves do to them."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.moves import Move

STRIDES = 7, 11  # of the plays that are looked at: from move to move, so that not all moves are the first ones
STEPS = 24  # of each
MOST_TRIED = 40  # moves in each of its positions


class Met(NamedTuple):
    """A position of a play, whose turn it is, the positions after its moves, and whose turn it is there."""

    state: Any
    turn: int
    after: Mapping[Move, Any]
    turns: tuple[int, ...]


@lru_cache(maxsize=64)
def positions_met(game: Game) -> tuple[Met, ...]:
    """The positions of two plays, as far as they go without a mistake of the rules."""
    met = []
    for stride in STRIDES:
        state = game.start()
        try:
            for number in range(STEPS):
                if (turn := game.turn(state)) == OVER:
                    break
                after = {move: game.play(state, move) for move in islice(game.moves(state), MOST_TRIED)}
                met.append(Met(state, turn, after, tuple(map(game.turn, after.values()))))
                state = [*after.values()][number * stride % len(after)]
        except MISTAKES:  # told where the position is reached
            continue
    return tuple(met)
