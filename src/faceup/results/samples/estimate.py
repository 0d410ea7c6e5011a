"""Estimates of the moves of a position by looking ahead; they prove nothing unless settled."""

from collections.abc import Mapping
from math import isnan
from typing import NamedTuple

from faceup.numbers.value import decimal_fraction, few_digits
from faceup.rules.moves import Move

MOST_TOLD = 6  # moves
DIGITS = 3


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

    def sentence(self, names: Mapping[Move, str], decided: bool) -> str:
        """The move to make and the others, the most likely first; in points of 100 for ``decided`` games (won, drawn or
        lost).
        """
        rows = [row for row in self.moves if not isnan(row.mean)]
        first = next(row for row in rows if row.move == self.move)
        others = sorted((row for row in rows if row is not first), key=lambda row: (row.mean, row.visits), reverse=True)

        def row_text(row: MoveEstimate) -> str:
            number = few_digits(decimal_fraction(50.0 * (row.mean + 1.0) if decided else row.mean), DIGITS)
            name = names[row.move]
            return f"{name}{':' * name[-1:].isdigit()} {number}{' for certain' * row.settled}"

        more = "; then " + ", ".join(map(row_text, others[:MOST_TOLD])) if others else ""
        points, plural = " points of 100" if decided else "", "s" * ((self.depth or self.playouts) != 1)
        how = f"looking {self.depth} move{plural} ahead" if self.depth else f"{self.playouts:,} playout{plural}"
        return (
            f"probably best: {row_text(first)}{points}{more}{', ...' * (len(others) > MOST_TOLD)}; estimated by {how}"
        )
