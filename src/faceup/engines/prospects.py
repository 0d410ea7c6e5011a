"""Who is ahead: for whom a value is as good as won, so that they hurry and the other one delays."""

from collections.abc import Collection
from typing import Any


def nothing_counts(better: bool, worse: bool) -> int:
    """What nothing is to player 0, by whether some end is better and some is worse.

    Lost (-1) where all others are better, won (1) where all are worse, neither (0) where there are both.
    """
    return int(worse) - int(better)


def prospect(value: Any, nothing: Any, counts: int) -> int:
    """1 where this is a value for player 0 to hurry to, -1 where for player 1, 0 where for nobody."""
    return (value > nothing) - (value < nothing) or counts


def only_plain(ends: Collection[Any]) -> frozenset[int] | None:
    """What ends are worth, where that is -1, 0 or 1; None where some are worth other numbers."""
    return frozenset(map(int, ends)) if all(end in (-1, 0, 1) for end in ends) else None
