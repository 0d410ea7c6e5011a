"""Who is ahead: for whom a value is as good as won, so that they hurry and the other one delays.

Nothing is what a play without end is worth, or 0. The functions are plain, for kernels are made of them too.
"""

from collections.abc import Collection
from typing import Any


def nothing_counts(better: bool, worse: bool) -> int:
    """What nothing is to player 0, by whether some end is better and some is worse.

    Lost (-1) where all others are better, won (1) where all are worse, neither (0) where there are both.
    """
    return int(worse) - int(better)


def counts_among(ends: Collection[Any], nothing: Any) -> int:
    """The same by the ends themselves."""
    return nothing_counts(max(ends) > nothing, min(ends) < nothing) if ends else 0


def prospect(who: int, value: Any, nothing: Any, counts: int) -> int:
    """1 where this is a value for player ``who`` to hurry to, -1 where for the other one, 0 where for nobody.

    ``counts`` is what a value of nothing is to player 0.
    """
    ahead = counts
    if value > nothing:
        ahead = 1
    elif value < nothing:
        ahead = -1
    return ahead if who == 0 else -ahead


def hurries(who: int, value: Any, nothing: Any, counts: int) -> bool:
    """Whether player ``who`` takes the shorter of two ways that are worth this; else it is the longer one."""
    return prospect(who, value, nothing, counts) > 0


STEPS = (prospect, hurries)  # each after those that it calls


def only_plain(ends: Collection[Any]) -> frozenset[int] | None:
    """What ends are worth, where that is -1, 0 or 1; None where some are worth other numbers."""
    return frozenset(map(int, ends)) if all(end in (-1, 0, 1) for end in ends) else None
