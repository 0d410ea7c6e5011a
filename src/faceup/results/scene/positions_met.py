"""The positions of a few plays of a game, from which it is told what its fields are."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.moves import Move

#: of the plays that are looked at, the first move and how far it is to the next: so that not all are the first ones
STRIDES = (0, 7), (0, 11), (1, 5)
STEPS = 24  # of each
MOST_TRIED = 40  # moves in each of its positions
FEWEST = 2  # positions that tell anything
UNSET = -1  # mostly stands for nothing yet in a field of a state


class Met(NamedTuple):
    """A position of a play, whose turn it is, the positions after its moves, and whose turn it is there."""

    state: Any
    turn: int
    after: Mapping[Move, Any]
    turns: tuple[int, ...]


@lru_cache(maxsize=64)
def positions_met(game: Game) -> tuple[Met, ...]:
    """The positions of a few plays, as far as they go without a mistake of the rules."""
    met = []
    for first, stride in STRIDES:
        state = game.start()
        try:
            for number in range(STEPS):
                if (turn := game.turn(state)) == OVER:
                    break
                after = {move: game.play(state, move) for move in islice(game.moves(state), MOST_TRIED)}
                met.append(Met(state, turn, after, tuple(map(game.turn, after.values()))))
                state = [*after.values()][(first + number * stride) % len(after)]
        except MISTAKES:  # told where the position is reached
            continue
    return tuple(met)
