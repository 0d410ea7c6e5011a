"""Best play from a position to all its ends, as a graph with all equally good moves."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from faceup.numbers.value import Value
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class Position(NamedTuple):
    """A state that best play meets, the player to move, and the value of play from there on to player 0."""

    state: Any
    turn: int
    value: Value


class BestMove(NamedTuple):
    """A best move, or an outcome of chance with its probability ``share``, from one position to another.

    ``reward`` is its reward to player 0. Unless ``sure``, rounding hides whether it is best.
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
