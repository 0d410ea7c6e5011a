"""Best play from a position to all its ends, as a graph in which equal moves stand side by side."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from faceup.numbers.value import Value
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class Position(NamedTuple):
    """A state that best play meets, whose turn it is there, and what play from there on is worth to player 0."""

    state: Any
    turn: int
    value: Value


class BestMove(NamedTuple):
    """A best move, or an outcome of chance with its ``share``, between two places among the positions.

    ``reward`` is what it brings player 0 on the way. Not ``sure``: rounding hides whether it is best.
    """

    source: int
    target: int
    move: Move
    reward: int | float | Fraction
    share: Fraction | None
    sure: bool


@dataclass(frozen=True)
class BestPlay:
    """Every position that best play can meet, the start first, and every best move between them."""

    game: Game
    positions: tuple[Position, ...]
    moves: tuple[BestMove, ...]
