"""One boundary for each step, where a policy is of that kind."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from faceup.engines.explain.full_table import FullTable, Key
from faceup.rules.moves import Move


class Thresholds(NamedTuple):
    """From which value of the last quantity on ``move`` is best at each of ``steps``; None where it never is."""

    steps: tuple[int, ...]
    boundaries: tuple[int | None, ...] | None
    move: Move | None


NONE = Thresholds((), None, None)


def thresholds_of(table: FullTable, words: Mapping[tuple[Key, Move], str]) -> Thresholds:
    """Where, step by step, one of two moves becomes best and stays so as the last of one or two quantities grows.

    A move that is not called the same in all rows is more than one move to whoever reads.
    """
    if len(table.quantities) not in (1, 2) or table.looks:
        return NONE
    steps = {
        lead[0] if lead else 0: [(key[-1], moves) for key, moves in rows]
        for lead, rows in groupby(table.rows.items(), lambda row: row[0][:-1])
    }
    played = dict.fromkeys(move for moves in reversed(table.rows.values()) for move in moves)
    called = {(move, words[key, move]) for key, moves in table.rows.items() for move in moves}
    if not len(played) == len(called) == 2:
        return NONE
    for move in played:
        best = {step: [move in moves for _, moves in rows] for step, rows in steps.items()}
        if all(holds == sorted(holds) for holds in best.values()):
            boundaries = (next((value for value, moves in rows if move in moves), None) for rows in steps.values())
            return Thresholds(tuple(steps), tuple(boundaries), move)
    return NONE
