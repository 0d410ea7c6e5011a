"""Who is ahead: the player for whom a value is as good as a win hurries, and the other one delays.

``nothing`` is the value of an endless play, or 0. Kernels consist of these functions too.
"""

from collections.abc import Collection
from typing import Any


def nothing_counts(better: bool, worse: bool) -> int:
    """Return what ``nothing`` is to player 0, by whether some end is better and some is worse.

    A loss (-1) if all others are better, a win (1) if all are worse, neither (0) if there are both.
    """
    return int(worse) - int(better)


def counts_among(ends: Collection[Any], nothing: Any) -> int:
    """Return what ``nothing`` is to player 0 (see ``nothing_counts``), given the payoffs of ends."""
    return nothing_counts(max(ends) > nothing, min(ends) < nothing) if ends else 0


def prospect(player: int, value: Any, nothing: Any, counts: int) -> int:
    """Return 1 if the player should hurry to this value, -1 if the other player should, 0 if neither.

    ``counts`` is what a value of ``nothing`` is to player 0.
    """
    ahead = counts
    if value > nothing:
        ahead = 1
    elif value < nothing:
        ahead = -1
    return ahead if player == 0 else -ahead


def hurries(player: int, value: Any, nothing: Any, counts: int) -> bool:
    """Whether the player takes the shorter of two lines with this value, rather than the longer one."""
    return prospect(player, value, nothing, counts) > 0


STEPS = (prospect, hurries)  # each after those that it calls


def only_plain(ends: Collection[Any]) -> frozenset[int] | None:
    """Return the payoffs of ends if all are -1, 0 or 1; else None."""
    return frozenset(map(int, ends)) if all(end in (-1, 0, 1) for end in ends) else None
