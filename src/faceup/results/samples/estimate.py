"""Estimates of the moves of a position by looking ahead; they prove nothing unless settled."""

from typing import NamedTuple

from faceup.rules.moves import Move


class MoveEstimate(NamedTuple):
    """A legal move, the number of playouts that made it, and their mean result to the player to move.

    ``settled`` means that play after it was searched to all its relevant ends, and ``mean`` is its value. ``mean`` is
    nan for a move without playouts. In a search to a depth, ``visits`` are the positions searched behind the move, and
    ``mean`` is nan for a move that was proven worse.
    """

    move: Move
    visits: int
    mean: float
    settled: bool


class Estimate(NamedTuple):
    """The estimates of all moves of a position, in the order of the rules, after so many playouts, or, if ``depth`` is
    not 0, after a search of so many positions to this depth; ``move`` is the one to make.
    """

    player: int
    playouts: int
    moves: tuple[MoveEstimate, ...]
    move: Move
    depth: int = 0
