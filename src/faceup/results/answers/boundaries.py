"""A choice between two moves by three numbers: the value of the third from which one move is best."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from faceup.results.answers.strategy import Row
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.rules.texts import in_order


class Boundaries(NamedTuple):
    """The value of the last number from which ``above`` is best, for each pair of the others, or None if it never is.

    For the pairs in ``again``, ``below`` is best once more from a still larger value on; for those in ``equal``, both
    are somewhere; and those in ``skipped`` have values just below the boundary that are not among the rows.
    """

    below: Move
    above: Move
    starts: dict[tuple[int, int], int | None]
    again: frozenset[tuple[int, int]]
    equal: frozenset[tuple[int, int]]
    skipped: frozenset[tuple[int, int]]


def boundaries_of(game: Game, rows: Sequence[Row]) -> Boundaries | None:
    """The boundaries of the rows if each pair of numbers has one, between the same two moves; else None.

    Rows in which both moves are best may lie on either side.
    """
    moves = in_order(game, {move for row in rows for move in row.moves})
    if len(moves) != 2 or not all(row.sure and row.moves for row in rows):
        return None
    pairs: dict[tuple[int, int], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.key):
        pairs.setdefault((row.key[0], row.key[1]), []).append(row)
    for below, above in (moves, moves[::-1]):
        starts, again = {}, set()
        for pair, column in pairs.items():
            parts = _alternating(column)
            first = 1 if parts and parts[0].moves == (below,) else 0
            if len(parts) > first + 2 or (first == 0 and len(parts) > 1):
                break
            starts[pair] = parts[first].key[2] if first < len(parts) else None
            again |= {pair} if len(parts) > first + 1 else set()
        else:
            if any(start is not None for start in starts.values()):
                equal = frozenset(pair for pair, column in pairs.items() if any(len(row.moves) > 1 for row in column))
                return Boundaries(below, above, starts, frozenset(again), equal, _skipped_pairs(rows, starts))
    return None


def _alternating(column: Sequence[Row]) -> list[Row]:
    """The first rows of the parts in which one move alone is best, and then the other, by turns."""
    alone = [row for row in column if len(row.moves) == 1]
    return [next(part) for _, part in groupby(alone, lambda row: row.moves)]


def _skipped_pairs(rows: Sequence[Row], starts: Mapping[tuple[int, int], int | None]) -> frozenset[tuple[int, int]]:
    """The pairs whose boundary has no row just below it, though one is possible."""
    keys, least = {row.key for row in rows}, min(row.key[2] for row in rows)
    bounds = {pair: start for pair, start in starts.items() if start is not None}
    return frozenset(pair for pair, start in bounds.items() if start > least and (*pair, start - 1) not in keys)
