"""Estimates of the moves of a position by looking ahead; they prove nothing unless settled."""

from collections.abc import Hashable, Mapping, Sequence
from math import nan, sqrt
from typing import NamedTuple

from faceup.rules.moves import Move

SEARCHES = 8  # that are pooled, so that they show how far apart searches come out
STUDENT = 2.365  # standard errors to either side of the mean of so many searches, for 95% (Student's t)


class MoveEstimate(NamedTuple):
    """A legal move, the number of playouts that made it, and their mean result to the player to move.

    ``settled`` means that play after it was searched to all its relevant ends, and ``mean`` is its value. ``mean`` is
    nan for a move without playouts. In a search to a depth, ``visits`` are the positions searched behind the move, and
    ``mean`` is nan for a move that was proven worse. ``error`` is half the width of a 95% interval, where several
    searches show it: other playouts would give a mean within it. Best play may be further away.
    """

    move: Move
    visits: int
    mean: float
    settled: bool
    error: float = 0.0


class Estimate(NamedTuple):
    """The estimates of all moves of a position, in the order of the rules, after so many playouts, or, if ``depth`` is
    not 0, after a search of so many positions to this depth; ``move`` is the one to make.
    """

    player: int
    playouts: int
    moves: tuple[MoveEstimate, ...]
    move: Move
    depth: int = 0


def likely_best(rows: Sequence[MoveEstimate]) -> Move:
    """Return the move with most playouts, or a move of certain value that is at least as good."""
    tried = (row for row in rows if row.visits and not row.settled)
    best = max(tried, key=lambda row: (row.visits, row.mean), default=None)
    proven = max((row for row in rows if row.settled), key=lambda row: row.mean, default=None)
    if best is None or (proven is not None and proven.mean >= best.mean):
        assert proven is not None
        return proven.move
    return best.move


def pool_searches(searches: Sequence[Estimate], alike: Mapping[Move, Hashable]) -> Estimate:
    """Return the estimate that ``SEARCHES`` searches of one position make together.

    Moves that are ``alike`` share all their playouts: ``visits`` is the number for each of them.
    """
    by_move = [{row.move: row for row in search.moves} for search in searches]
    pools: dict[Hashable, list[list[MoveEstimate]]] = {}
    for move, key in alike.items():
        pools.setdefault(key, []).append([rows[move] for rows in by_move])
    made = {key: _of_pool(pool) for key, pool in pools.items()}
    moves = tuple(made[key]._replace(move=move) for move, key in alike.items())
    playouts = sum(search.playouts for search in searches)
    return Estimate(searches[0].player, playouts, moves, likely_best(moves))


def _of_pool(pool: Sequence[Sequence[MoveEstimate]]) -> MoveEstimate:
    """Return the estimate of moves that are alike, each with a row from every search.

    The mean is a ratio of two sums over searches; the error is that of such a ratio (Cochran, Sampling Techniques
    (1977), 6.3).
    """
    by_search: list[tuple[MoveEstimate, ...]] = list(zip(*pool, strict=True))
    if settled := next((row for rows in by_search for row in rows if row.settled), None):
        return settled
    visits = [sum(row.visits for row in rows) for rows in by_search]
    totals = [sum(row.visits * row.mean for row in rows if row.visits) for rows in by_search]
    count = sum(visits)
    if not count:
        return MoveEstimate(pool[0][0].move, 0, nan, False)
    mean = sum(totals) / count
    squares = sum((total - mean * some) ** 2 for total, some in zip(totals, visits, strict=True))
    error = STUDENT * sqrt(squares * len(visits) / (len(visits) - 1)) / count
    return MoveEstimate(pool[0][0].move, count // len(pool), mean, False, error)
